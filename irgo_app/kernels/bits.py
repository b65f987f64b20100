"""Bit counting that numba has no name for: one machine instruction each (`instructions.py`)."""

from __future__ import annotations

import numpy as np


def lowest_bit(word: np.uint64) -> int:
    """Return the number of the lowest bit that is set in a uint64, which is not 0."""
    number = int(word)
    return (number & -number).bit_length() - 1
