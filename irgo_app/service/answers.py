"""Answers as they arrive from a worker: arrays read-only again, and weighed for the cache."""

from __future__ import annotations

from typing import Final

from irgo_app.layers.results import Result, arrays_of, freeze, size_in_bytes

_PLAIN_BYTES: Final = 4_000
"""About what a verdict or a study weighs beside its arrays."""


def settle(answer: object) -> int:
    """Make the arrays of an answer read-only (pickling drops the flag); return about its bytes."""
    if isinstance(answer, Result):
        return size_in_bytes(freeze(answer))
    return _PLAIN_BYTES + sum(array.nbytes for array in arrays_of(freeze(answer)))
