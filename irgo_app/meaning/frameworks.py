"""Frameworks: what irgo's own maps say of an area that nobody owns yet, in both futures.

What is hoped for is a moyo that one future builds and the other reduces, or influence that one
has and the other has not; the layers `moyo` and `influence.shadow` say which, on the boards at the
end of both lines. Where neither says what the judge does, it is told as no more than a hope.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec.structs import replace

from irgo_app.go.point import Colour
from irgo_app.go.position import Position
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field
from irgo_app.meaning.future import Future
from irgo_app.meaning.reasons import Difference, Floats, Kind, Reason, State
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest

_LEAST_MOYO: Final = 2
"""A moyo that is larger by fewer points in one future is as large in both."""
_LEAST_INFLUENCE: Final = 0.5
"""Influence, in stones, that differs by less over all points of an area is the same."""
_FULL: Final = 1.0
"""Influence on a point counts up to that of one stone on it."""


def framed(
    found: Difference, position: Position, move: Future, instead: Future
) -> Difference:
    """Return a difference, its frameworks with what becomes of them by irgo's maps."""
    return replace(found, reasons=tuple(
        _framed(reason, position.to_play, move.end, instead.end)
        if reason.kind is Kind.FRAMEWORK else reason for reason in found.reasons))


def _framed(
    reason: Reason, mover: Colour, after_move: Position, after_instead: Position
) -> Reason:
    points = list(reason.points)
    is_move_better = (reason.colour == mover) == (reason.share < 0)
    boards = (after_move, after_instead) if is_move_better else (after_instead, after_move)
    for measure, least, states in (
            (_moyo, _LEAST_MOYO, (State.BUILT, State.REDUCED)),
            (_influence, _LEAST_INFLUENCE, (State.STRONG, State.WEAK))):
        more, less = (reason.colour * float(measure(board)[points].sum()) for board in boards)
        if more - less >= least:
            at_move, at_instead = states if is_move_better else states[::-1]
            return replace(reason, move=at_move, instead=at_instead)
    return reason


def _moyo(position: Position) -> Floats:
    """Return +1 for points inside a moyo of Black's, -1 inside one of White's."""
    found = compute(LayerRequest.of(position, "moyo"), None)
    assert isinstance(found, Moyos)
    return found.inner.reshape(-1).astype(np.float64)


def _influence(position: Position) -> Floats:
    found = compute(LayerRequest.of(position, "influence.shadow"), None)
    assert isinstance(found, Field)
    return found.values.reshape(-1).clip(-_FULL, _FULL)
