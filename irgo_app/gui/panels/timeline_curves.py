"""What the timeline draws besides influence: which curve comes from which layer, and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from irgo_app.layers.results import Field, Regions, Result

Colour = tuple[int, int, int]

_SCORE: Final[Colour] = (150, 50, 160)
_BLACK: Final[Colour] = (20, 20, 20)
_WHITE: Final[Colour] = (150, 150, 150)


@dataclass(frozen=True, slots=True)
class CurveRow:
    """One curve.

    layer -- whose result the value comes from; value_of -- points, or None where there are none
    range_of -- the ends of a band around the curve
    """

    id: str
    title: str
    layer: str
    value_of: Callable[[Result], float | None]
    colour: Colour
    is_dashed: bool = False
    range_of: Callable[[Result], tuple[float, float]] | None = None


def _lead(result: Result) -> float | None:
    return float(result.extra["score"]["lead"]) if isinstance(result, Field) else None


def _range(result: Result) -> tuple[float, float]:
    assert isinstance(result, Field)
    low, high = result.extra["score"]["range"]
    return float(low), float(high)


def _territory(letter: str) -> Callable[[Result], float | None]:
    return lambda result: (
        float(result.extra["count"][letter]) if isinstance(result, Regions) else None)


def _moyo(colour: int) -> Callable[[Result], float | None]:
    def points(result: Result) -> float | None:
        if not isinstance(result, Regions):
            return None
        return sum(float(region.extra.get("points_estimate", len(region.points)))
                   for region in result.regions if region.colour == colour)

    return points


CURVES: Final = (
    CurveRow("score", str(QT_TRANSLATE_NOOP("Timeline", "Estimated lead")), "estimate", _lead,
             _SCORE, range_of=_range),
    CurveRow("territory_black", str(QT_TRANSLATE_NOOP("Timeline", "Black's territory")),
             "territory", _territory("B"), _BLACK),
    CurveRow("territory_white", str(QT_TRANSLATE_NOOP("Timeline", "White's territory")),
             "territory", _territory("W"), _WHITE),
    CurveRow("moyo_black", str(QT_TRANSLATE_NOOP("Timeline", "Black's moyo")), "moyo", _moyo(1),
             _BLACK, is_dashed=True),
    CurveRow("moyo_white", str(QT_TRANSLATE_NOOP("Timeline", "White's moyo")), "moyo", _moyo(-1),
             _WHITE, is_dashed=True),
)
