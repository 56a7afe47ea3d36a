"""The weights of the wary policy for Hearts, as ``bench/tune_moons.py`` found them."""

from __future__ import annotations

from typing import Final

from .weights import decode

WEIGHTS: Final = (
    "ezjZgAgAgAgAgEgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
    "gAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgJdqjPdCftgAgAgAf-gAgAgAhUgjfgee"
    "gAgAgAgAgQgAgAgAg8gwiUjDfbgpfUa4jlZRgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
    "fAg8gAgAgAgAgAgAgAgAgAgAd5i4gAgAgAgAgAgAgAgAgAgAgLiXgAgAgAgAezfIgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
    "gAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAf1dmdrhegAgAgAgAgAgAgAgAhEhoiie4gAgAgAgAfcglgAgAcueUfcgngAgAjVftgAgAgAgAgAgAgAgA"
    "gAgAgAgAgAgAgAgAfrjBgAgAgAgAficlgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
    "gAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAeRhmkWjlgAgAgAgA"
    "lAbrgAgAjCf6eJZogAgAgAgAd1dZgAgAiTjvhmkpgAgAbyf9cMfvgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
    "gAgAgAgAgAgAgAgAi9gAgAgAgAgAgAgAdXgAgAgAf-dtgAgAgAgAgAgAijfwgAgAdSdkgBf4gAgAeYmPgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
    "gAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAgAc5hOgafmgAgAgAgAf6hOgAgAiggdgAgAgAgAgAgAe-gSgAgAa4eob5iagAgAgPnJ"
    "gNjmgAgAgAgAgAgAgAgAgAgAgAgAgAgA"
)


def read_weights() -> list[int]:
    """The weights as numbers."""
    return decode(WEIGHTS)
