"""What the timeline draws besides influence: which curve comes from which layer, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from irgo_app.gui.models.session import ReviewSession, ShownLayer
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Result
from irgo_app.layers.territory import Territory
from irgo_app.settings.param import ParamValue
from irgo_app.sgf.game_tree import Node

Colour = tuple[int, int, int]

_SCORE: Final[Colour] = (150, 50, 160)
# Black's and White's curves are to be seen on light and on dark ground.
_BLACK: Final[Colour] = (125, 75, 40)
_WHITE: Final[Colour] = (95, 160, 185)


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
    return result.score.lead if isinstance(result, Estimate) else None


def _range(result: Result) -> tuple[float, float]:
    assert isinstance(result, Estimate)
    return result.score.range


def _territory(colour: int) -> Callable[[Result], float | None]:
    return lambda result: (
        float(result.count[colour]) if isinstance(result, Territory) else None)


def _moyo(colour: int) -> Callable[[Result], float | None]:
    def points(result: Result) -> float | None:
        if not isinstance(result, Moyos):
            return None
        return float(sum(
            len(region.points) if region.points_estimate is None else region.points_estimate
            for region in result.regions if region.colour == colour))

    return points


CURVES: Final = (
    CurveRow("score", str(QT_TRANSLATE_NOOP("Timeline", "Estimated lead")), "estimate", _lead,
             _SCORE, range_of=_range),
    CurveRow("territory_black", str(QT_TRANSLATE_NOOP("Timeline", "Black's territory")),
             "territory", _territory(1), _BLACK),
    CurveRow("territory_white", str(QT_TRANSLATE_NOOP("Timeline", "White's territory")),
             "territory", _territory(-1), _WHITE),
    CurveRow("moyo_black", str(QT_TRANSLATE_NOOP("Timeline", "Black's moyo")), "moyo", _moyo(1),
             _BLACK, is_dashed=True),
    CurveRow("moyo_white", str(QT_TRANSLATE_NOOP("Timeline", "White's moyo")), "moyo", _moyo(-1),
             _WHITE, is_dashed=True),
)


class CurveValues:
    """What is known of the rows of CURVES: for each node the value and the ends of its range."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, tuple[float, float, float]]] = {}
        self._params: list[dict[str, ParamValue]] = []
        self.forget()

    def forget(self) -> None:
        """Forget everything: another game."""
        self._known = {row.id: {} for row in CURVES}

    def follow(self, shown: Sequence[ShownLayer]) -> None:
        """Forget everything if a layer has other parameters than before."""
        params = [layer.params for layer in shown]
        if params != self._params:
            self._params = params
            self.forget()

    def collect(self, session: ReviewSession, line: Sequence[Node]) -> None:
        """Take from the cache what has become known of a line."""
        layers = {shown.layer.name: shown for shown in session.shown}
        for row in CURVES:
            known, shown = self._known[row.id], layers.get(row.layer)
            if shown is None:
                continue
            for node in line:
                result = None if node.id in known else session.result_for(shown, node)
                value = row.value_of(result) if result is not None else None
                if result is not None and value is not None:
                    ends = row.range_of(result) if row.range_of else (value, value)
                    known[node.id] = (value, *ends)

    def along(self, row: CurveRow, line: Sequence[Node]) -> list[tuple[int, float, float, float]]:
        """Return move, value and ends of the range for every node of a line that is known."""
        known = self._known[row.id]
        return [(number, *known[node.id]) for number, node in enumerate(line) if node.id in known]

    def is_complete(self, line: Sequence[Node]) -> bool:
        """Return whether every curve is known at every node of a line."""
        return all(len(known) >= len(line) for known in self._known.values())
