"""What a position is worth to each side, in points: secured territory, and influence beyond it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.topology import topology
from irgo_app.layers import LAYERS
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.results import Field, Status
from irgo_app.layers.territory import Territory, TerritoryRegion
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest
from irgo_app.studies.dead_stones import without_dead

ESTIMATE: Final = "estimate"
HAS_ESTIMATE: Final = any(layer.name == ESTIMATE for layer in LAYERS)
"""Whether irgo has a layer that expects a score."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth.

    territory -- for each colour the points it has secured, dead stones and prisoners counted
    influence -- what Black may expect beyond that less what White may, in points
    """

    territory: Mapping[Colour, float]
    influence: float

    @property
    def lead(self) -> float:
        """Return Black's points less White's, without komi."""
        return self.territory[BLACK] - self.territory[WHITE] + self.influence


class Appraiser:
    """Values positions by irgo's own layers; not for two threads at once.

    Territory is what the reading counts as secured. Influence is what may be expected beyond it:
    by the layer `estimate`, the mean of either side to move; without that layer, at a glance.
    """

    def __init__(self) -> None:
        self._computer = Computer()

    def worth(
        self, position: Position, dead: Iterable[Point] = (), living: Iterable[Point] = ()
    ) -> Worth:
        """Return what a position is worth to both sides.

        dead -- stones to take off first, as prisoners; living -- stones that are known to live,
        so that what they control is secured
        """
        board = without_dead(position, dead)
        controlled = self._controlled(board)
        territory = _territory(board, _secured(board, controlled, frozenset(living)))
        if HAS_ESTIMATE:
            lead = sum(self._expected_lead(board.with_to_play(colour))
                       for colour in (BLACK, WHITE)) / 2
        else:
            lead = self._lead_at_a_glance(board, controlled)
        return Worth(territory, lead - territory[BLACK] + territory[WHITE])

    def quick_lead(self, position: Position, dead: Iterable[Point] = ()) -> float:
        """Return Black's lead at a glance, to order moves by; under a millisecond.

        A vacant point counts half by who controls it, half by its shadow, cut at one stone's.
        """
        board = without_dead(position, dead)
        return self._lead_at_a_glance(board, self._controlled(board))

    def _lead_at_a_glance(self, board: Position, controlled: tuple[TerritoryRegion, ...]) -> float:
        shadow = self._computer.compute(LayerRequest.of(board, "influence.shadow"), None)
        assert isinstance(shadow, Field)
        is_open = np.frombuffer(board.cells, np.int8) == 0
        by_black, by_white = board.captures
        total = float(by_black - by_white)
        for region in controlled:
            # The points' half of control; dead stones there are prisoners besides.
            total += region.colour * (_points(board, region) - len(region.points) / 2)
            is_open[list(region.points)] = True
        shadows = shadow.values.ravel()[is_open].clip(-1.0, 1.0)
        return total + float(shadows.sum()) / 2.0

    def _controlled(self, board: Position) -> tuple[TerritoryRegion, ...]:
        """Return what the clusters control that are not dead."""
        found = self._computer.compute(
            LayerRequest.of(board, "territory", {"unsettled": True}), None)
        assert isinstance(found, Territory)
        return found.regions

    def _expected_lead(self, board: Position) -> float:
        """Return Black's lead as `estimate:by=maps` expects it, counted by territory."""
        found = self._computer.compute(
            LayerRequest.of(
                board, ESTIMATE, {"by": "maps", "rules": "territory", "komi": "0"}), None)
        assert isinstance(found, Estimate)
        return found.score.black - found.score.white


def _secured(
    board: Position, controlled: tuple[TerritoryRegion, ...], living: frozenset[Point]
) -> tuple[TerritoryRegion, ...]:
    """Return the regions that count: of living clusters, and of those known to live."""
    neighbours = topology(board.columns, board.rows).neighbours
    return tuple(
        region for region in controlled
        if region.status is Status.ALIVE or any(
            near in living and board.colour_at(near) == region.colour
            for point in region.points for near in neighbours[point]))


def _territory(board: Position, secured: tuple[TerritoryRegion, ...]) -> dict[Colour, float]:
    """Return the secured points of each colour with its prisoners, on the board or off."""
    by_black, by_white = board.captures
    points = {BLACK: float(by_black), WHITE: float(by_white)}
    for region in secured:
        points[region.colour] += _points(board, region)
    return points


def _points(board: Position, region: TerritoryRegion) -> int:
    """Return the points of a region; a dead stone in it is a prisoner besides."""
    return len(region.points) + sum(board.cells[point] != 0 for point in region.points)
