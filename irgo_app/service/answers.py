"""Answers as they arrive from a worker: arrays read-only again, and weighed for the cache."""

from __future__ import annotations

from typing import Final

from irgo_app.layers.results import Result, frozen_arrays, size_in_bytes
from irgo_app.service.figures import CURVE_LAYERS, Figures, figures_of
from irgo_app.service.figures_request import FiguresRequest
from irgo_app.service.request import AnyRequest, LayerRequest

_PLAIN_BYTES: Final = 4_000
"""About what a verdict or a study weighs beside its arrays."""


def settle(answer: object) -> int:
    """Make the arrays of an answer read-only (pickling drops the flag); return about its bytes."""
    arrays = frozen_arrays(answer)
    if isinstance(answer, Result):
        return size_in_bytes(answer, arrays)
    return _PLAIN_BYTES + sum(array.nbytes for array in arrays)


def numbers_of(request: AnyRequest, answer: object) -> tuple[FiguresRequest, Figures] | None:
    """Return the numbers to keep beside a map, None where nothing is drawn from them.

    The map may have to make room at any time; its numbers never do.
    """
    if not isinstance(request, LayerRequest) or request.layer not in CURVE_LAYERS:
        return None
    return (FiguresRequest(request), figures_of(answer)) if isinstance(answer, Result) else None
