"""What irgo's maps show along a whole game: influence, secured territory and moyo, move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, Colour
from irgo_app.go.position import Position
from irgo_app.layers.moyo import Moyos
from irgo_app.layers.results import Field
from irgo_app.layers.territory import Territory
from irgo_app.review.game_judging import ComputeLayer, Tell
from irgo_app.review.game_line import GameLine
from irgo_app.service.request import LayerRequest
from irgo_app.studies.evaluator import CalledOffError

_FULL: Final = 1.0
"""Influence counts up to that of one stone on its own point."""


@dataclass(frozen=True, slots=True, eq=False)
class GameMaps:
    """The maps of all positions of a game, in the order of `GameLine.positions`; n positions.

    influence -- float64 (n, 2): the shadow of Black's points and of White's, each point counted
    up to 1, both positive
    secured -- int8 (n, points): +1 where the point is Black's secured territory, -1 White's
    inner -- int8 (n, points): +1 where the point lies inside a moyo of Black's, -1 White's
    """

    influence: npt.NDArray[np.float64]
    secured: npt.NDArray[np.int8]
    inner: npt.NDArray[np.int8]

    def territory(self, index: int, colour: Colour) -> int:
        """Return how many points a colour has secured on a position, prisoners not counted."""
        return int(np.count_nonzero(self.secured[index] == colour))

    def moyo(self, index: int, colour: Colour) -> int:
        """Return how many points lie inside a colour's moyos on a position."""
        return int(np.count_nonzero(self.inner[index] == colour))

    def shadow(self, index: int, colour: Colour) -> float:
        """Return a colour's influence on a position."""
        return float(self.influence[index, 0 if colour == BLACK else 1])


def game_maps(
    line: GameLine, compute: ComputeLayer, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> GameMaps:
    """Return the maps of a game; raises CalledOffError soon after the flag is raised."""
    count, points = len(line.positions), line.columns * line.rows
    influence = np.zeros((count, 2))
    secured, inner = np.zeros((count, points), np.int8), np.zeros((count, points), np.int8)
    for index, position in enumerate(line.positions):
        if cancel:
            raise CalledOffError
        influence[index] = _influence(position, compute)
        secured[index] = _secured(position, compute)
        inner[index] = _inner(position, compute)
        if tell:
            tell(index + 1, count)
    for array in (influence, secured, inner):
        array.flags.writeable = False
    return GameMaps(influence, secured, inner)


def _influence(position: Position, compute: ComputeLayer) -> tuple[float, float]:
    found = compute(LayerRequest.of(position, "influence.shadow"))
    assert isinstance(found, Field)
    vacant = np.frombuffer(position.cells, np.int8).reshape(found.values.shape) == 0
    values = found.values[vacant].clip(-_FULL, _FULL)
    return float(values[values > 0].sum()), abs(float(values[values < 0].sum()))


def _secured(position: Position, compute: ComputeLayer) -> npt.NDArray[np.int8]:
    found = compute(LayerRequest.of(position, "territory"))
    assert isinstance(found, Territory)
    owned = np.zeros(len(position.cells), np.int8)
    for region in found.regions:
        owned[list(region.points)] = region.colour
    return owned


def _inner(position: Position, compute: ComputeLayer) -> npt.NDArray[np.int8]:
    # With the order of the stones: one put into its own moyo later does not shrink it.
    found = compute(LayerRequest.of(position, "moyo", uses_order=True))
    assert isinstance(found, Moyos)
    return found.inner.reshape(-1)
