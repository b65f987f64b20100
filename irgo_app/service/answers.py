"""Answers as they arrive from a worker: arrays read-only again, and weighed for the cache."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Final

import numpy as np

from irgo_app.layers.results import Result, freeze, size_in_bytes

_PLAIN_BYTES: Final = 4_000
"""About what a verdict or a study weighs beside its arrays."""


def settle(answer: object) -> int:
    """Make the arrays of an answer read-only (pickling drops the flag); return about its bytes."""
    if isinstance(answer, Result):
        return size_in_bytes(freeze(answer))
    arrays = list(_arrays(answer))
    for array in arrays:
        array.flags.writeable = False
    return _PLAIN_BYTES + sum(array.nbytes for array in arrays)


def _arrays(value: object) -> Iterator[np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    """Return the arrays in a value, in tuples and in the fields of dataclasses within it."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _arrays(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _arrays(getattr(value, field.name))
