"""Sets of places as words of 64 bits, a bit for each place."""

from __future__ import annotations

from typing import Final

import numpy as np

from irgo_app.kernels.argument_types import Int64Buffer, Int64s
from irgo_app.kernels.compiler import inner_kernel

_BITS: Final = 64
"""How many places a word tells of."""


def words_for(places: int) -> int:
    """Return how many words a set of so many places takes."""
    return -(-places // _BITS)


@inner_kernel
def holds(words: Int64s, place: int) -> bool:
    """Return whether a place is in a set."""
    return (words[place // _BITS] >> (place % _BITS)) & 1 != 0


@inner_kernel
def add_place(words: Int64Buffer, place: int) -> None:
    """Put a place into a set."""
    words[place // _BITS] |= np.int64(1) << (place % _BITS)
