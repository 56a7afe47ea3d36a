"""A seat that may be nobody: a number in the rules, None in a view."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NOBODY: Final[i64] = -1


def seat_or_none(seat: i64) -> int | None:
    """A seat as a view shows it."""
    return None if seat == NOBODY else seat


def seat_or_nobody(seat: int | None) -> i64:
    """A seat as the rules keep it."""
    return NOBODY if seat is None else seat
