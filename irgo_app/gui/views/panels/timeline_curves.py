"""What the timeline draws besides influence: which curve comes from which layer, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QT_TRANSLATE_NOOP

from irgo_app.gui.models.shown import Shown, ShownLayer
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field, Result
from irgo_app.layers.territory import Territory
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.game_tree import Node

Colour = tuple[int, int, int]

_MOST_KNOWN: Final = 20_000
"""So many nodes' values are kept: a line that is stepped through may be of any length."""

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


def expected_winrate(result: Result) -> float | None:
    """Return how likely Black wins, 0 to 1; None where the estimate does not say."""
    return result.score.winrate if isinstance(result, Estimate) else None


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
    """What is known of one curve: for each node the value and the ends of its range.

    A value is kept with the request that it answers, and counts as long as the node is shown that
    way: other parameters, another komi or stones found dead make it a value of the past.
    """

    def __init__(
        self, value_of: Callable[[Result], float | None],
        range_of: Callable[[Result], tuple[float, float]] | None = None,
    ) -> None:
        self._value_of, self._range_of = value_of, range_of
        self._known: dict[int, tuple[LayerRequest, tuple[float, float, float] | None]] = {}
        self.missing: frozenset[LayerRequest] = frozenset()

    def forget(self) -> None:
        """Forget everything: another game."""
        self._known.clear()
        self.missing = frozenset()

    def collect(self, shown: Shown, layer: ShownLayer | None, line: Sequence[Node]) -> None:
        """Take what has become known of a layer along a line; note what is missing."""
        missing = set()
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        for node in line if layer is not None else ():
            assert layer is not None
            request = shown.request_for(layer, node)
            known = self._known.get(node.id)
            if known is not None and (known[0] is request or known[0] == request):
                continue
            self._known.pop(node.id, None)
            result = shown.result_for(layer, node)
            if result is None:
                missing.add(request)
            else:
                self._known[node.id] = request, self._point(result)
        self.missing = frozenset(missing)

    def along(
        self, line: Sequence[Node], first: int = 0
    ) -> list[tuple[int, float, float, float]]:
        """Return move, value and ends of the range for every node of a line that has a value.

        first -- the number of the line's first node
        """
        found = ((number, self._known.get(node.id)) for number, node in enumerate(line, first))
        return [(number, *known[1]) for number, known in found if known and known[1]]

    def at(self, node: Node) -> float | None:
        """Return the value of a node, None if it is not known."""
        known = self._known.get(node.id)
        return known[1][0] if known and known[1] else None

    def _point(self, result: Result) -> tuple[float, float, float] | None:
        value = self._value_of(result)
        if value is None:
            return None
        low, high = self._range_of(result) if self._range_of else (value, value)
        return value, low, high


def balance(result: Result) -> float | None:
    """Return a field's sum, each point counted at most as a whole one; None for other results."""
    if not isinstance(result, Field):
        return None
    return float(np.clip(result.values / result.full_scale, -1.0, 1.0).sum())
