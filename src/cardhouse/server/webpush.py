"""Web Push as browsers understand it: messages encrypted for one browser (RFC 8291), signed by the house (RFC 8292).

Only the browser that subscribed can read a message; its push service, which passes it on, can't.
"""

from __future__ import annotations

import base64
import json
import os
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
# A message is one record, of this size at most; `LAST` ends it.
RECORD = 4096
LAST = b"\x02"
PUBLIC, AUTH, SALT, SCALAR = 65, 16, 16, 32
# A signature is good for so many seconds; push services take a day at most.
SIGNED_FOR = 12 * 3600


def text_of(raw: bytes) -> str:
    """Bytes in the letters of addresses, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes of such a text; `ValueError` if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public part of a key, as browsers have it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def key_from(text: str) -> ec.EllipticCurvePrivateKey:
    """A private key from the text that `text_from` gave; `ValueError` if it is none."""
    return ec.derive_private_key(int.from_bytes(bytes_of(text), "big"), CURVE)


def text_from(key: ec.EllipticCurvePrivateKey) -> str:
    """A private key as a text, to be kept."""
    return text_of(key.private_numbers().private_value.to_bytes(SCALAR, "big"))


def new_key() -> ec.EllipticCurvePrivateKey:
    """A key that nobody has had."""
    return ec.generate_private_key(CURVE)


def check_keys(public: str, auth: str) -> None:
    """`ValueError` if these are not the keys of a subscription."""
    if len(bytes_of(public)) != PUBLIC or len(bytes_of(auth)) != AUTH:
        raise ValueError("a key has another length")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(public))


def _secrets(
    own: ec.EllipticCurvePrivateKey, other: bytes, auth: bytes, browser: bytes, sender: bytes, salt: bytes
) -> tuple[AESGCM, bytes]:
    """The cipher and nonce that two sides share who have each other's public keys."""
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, other))
    secret = HKDF(hashes.SHA256(), 32, auth, b"WebPush: info\0" + browser + sender).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    return AESGCM(key), HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)


def encrypted(
    message: bytes, public: str, auth: str, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """A message that only the browser with these keys can read; ``own`` and ``salt`` are new each time."""
    own, salt, browser = own or new_key(), salt or os.urandom(SALT), bytes_of(public)
    sender = public_bytes(own)
    cipher, nonce = _secrets(own, browser, bytes_of(auth), browser, sender, salt)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + cipher.encrypt(nonce, message + LAST, None)


def decrypted(raw: bytes, own: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """A message as the browser with this key reads it; `ValueError` if it isn't for it."""
    salt, sender = raw[:SALT], raw[SALT + 5 : SALT + 5 + PUBLIC]
    cipher, nonce = _secrets(own, sender, auth, public_bytes(own), sender, salt)
    try:
        plain = cipher.decrypt(nonce, raw[SALT + 5 + PUBLIC :], None)
    except InvalidTag:
        raise ValueError("it is for somebody else") from None
    return plain.rstrip(b"\0")[:-1]


def signature(key: ec.EllipticCurvePrivateKey, endpoint: str, now: float, contact: str = "") -> str:
    """The header that tells a push service which house a message comes from, and how to reach who runs it."""
    place = urlsplit(endpoint)
    claims: dict[str, str | int] = {"aud": f"{place.scheme}://{place.netloc}", "exp": int(now) + SIGNED_FOR}
    if contact:
        claims["sub"] = contact
    head = {"typ": "JWT", "alg": "ES256"}
    text = ".".join(text_of(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signed = r.to_bytes(SCALAR, "big") + s.to_bytes(SCALAR, "big")
    return f"vapid t={text}.{text_of(signed)}, k={text_of(public_bytes(key))}"
