"""Scratch of kernels that is made once: for each size of board and each thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Final, TypeVar, cast

T = TypeVar("T")

_MOST: Final = 24
_KEPT: Final = local()


def kept_scratch(make: Callable[..., T], *sizes: int) -> T:
    """Return what `make(*sizes)` makes, the same each time; what is in it is left from before.

    Use it within one function: whoever asks next on this thread gets the same arrays.
    """
    kept: dict[object, object] = _KEPT.__dict__.setdefault("scratch", {})
    key = make, sizes
    if key not in kept:
        if len(kept) >= _MOST:
            kept.clear()
        kept[key] = make(*sizes)
    return cast(T, kept[key])
