"""Passkeys (WebAuthn): what a browser brings of one, checked against this house's address and its public key.

Nothing secret is ever sent here, and what was signed for one address is worth nothing at another. What kind of device
holds a passkey is nobody's business: no attestation is asked for.
"""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import urlsplit

import msgspec

from ..engine.errors import Refused

# Bit 0 of what an authenticator says of itself: somebody was there and agreed.
PRESENT = 1
# A hash of the address, the flags, and how often it has signed.
HEAD = 37


class Client(msgspec.Struct, frozen=True):
    """What a browser says it let a passkey sign."""

    type: str
    challenge: str
    origin: str


def passkey_id(name: str) -> str:
    """The id of a passkey, whose name its device knows."""
    return hashlib.sha256(f"passkey {name}".encode()).hexdigest()[:24]


def challenge_in(client: str, wanted: str, origin: str) -> str:
    """The challenge that was signed; `Refused` if it was signed for something else, or at another address."""
    try:
        said = msgspec.json.decode(decoded(client), type=Client)
    except msgspec.MsgspecError as error:
        raise unfit() from error
    if not origin or (said.type, said.origin) != (f"webauthn.{wanted}", origin):
        raise unfit()
    return decoded(said.challenge).decode(errors="replace")


def check_authenticator(said: str, origin: str) -> None:
    """`Refused` unless somebody has agreed to be known at this address."""
    data, host = decoded(said), urlsplit(origin).hostname or ""
    if len(data) < HEAD or data[:32] != hashlib.sha256(host.encode()).digest() or not data[32] & PRESENT:
        raise unfit()


def check_key(public: str) -> None:
    """`Refused` unless this is a public key by which signatures can be checked."""
    _key(public)


def check_signature(public: str, authenticator: str, client: str, signature: str) -> None:
    """`Refused` unless the passkey with this public key has signed it."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
    from cryptography.hazmat.primitives.hashes import SHA256

    key = _key(public)
    signed, found = decoded(authenticator) + hashlib.sha256(decoded(client)).digest(), decoded(signature)
    try:
        if isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(found, signed, ec.ECDSA(SHA256()))
        elif isinstance(key, rsa.RSAPublicKey):
            key.verify(found, signed, padding.PKCS1v15(), SHA256())
        else:
            assert isinstance(key, ed25519.Ed25519PublicKey)
            key.verify(found, signed)
    except InvalidSignature as error:
        raise unfit() from error


def _key(public: str) -> object:
    # A house in a page has no such package, and no passkeys.
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    try:
        key = load_der_public_key(decoded(public))
    except (ValueError, UnsupportedAlgorithm) as error:
        raise unfit() from error
    if not isinstance(key, ec.EllipticCurvePublicKey | rsa.RSAPublicKey | ed25519.Ed25519PublicKey):
        raise unfit()
    return key


def decoded(text: str) -> bytes:
    """The bytes of a text in base64url without its padding; `Refused` if it is none."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise unfit() from error


def unfit() -> Refused:
    """Return the refusal of a passkey, which says nothing about what was wrong with it."""
    return Refused("refused.devices.passkey")
