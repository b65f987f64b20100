"""A move for `genmove`: what makes the reading best one move later. A sparring partner, no more.

Each legal move that fills no eye is tried; the position after it is valued by the territory the
reading counts as secured, the stones it calls dead, and the shadows of all stones; the best wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import CELL_OF_COLOUR, Position
from irgo_app.go.rules import play, repeats
from irgo_app.go.topology import topology
from irgo_app.judging.score import dead_stones
from irgo_app.layers.results import Field
from irgo_app.layers.territory import Territory
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.request import LayerRequest

_INFLUENCE_WEIGHT: Final = 0.25
_STONE_WEIGHT: Final = 2.0
_DEAD_WEIGHT: Final = 0.5
_ATARI_WEIGHT: Final = 0.8
_LEAST_GAIN: Final = 0.01


def choose_move(
    positions: Sequence[Position], colour: Colour, service: AnalysisService
) -> Point:
    """Return a move for `colour` in the last of the game's positions, PASS if none gains."""
    position = positions[-1]
    now = colour * _value(position, colour, service)
    best, best_gain = PASS, _LEAST_GAIN
    for point in range(len(position.cells)):
        if position.cells[point] or _is_eye(position, point, colour):
            continue
        try:
            after = play(position, colour, point)
        except IllegalMoveError:
            continue
        if repeats(after, positions):
            continue
        gain = colour * _value(after, colour, service) - now
        if gain > best_gain:
            best, best_gain = point, gain
    return best


def _is_eye(position: Position, point: Point, colour: Colour) -> bool:
    """Return whether all neighbours are stones of the colour that belong to one chain."""
    around = topology(position.columns, position.rows).neighbours[point]
    own = CELL_OF_COLOUR[colour]
    return all(position.cells[near] == own for near in around) and len(
        {min(position.chain(near)) for near in around}) == 1


def _value(position: Position, mover: Colour, service: AnalysisService) -> float:
    """Return how good a position is for Black, in points."""
    territory = service.result(LayerRequest.of(position, "territory"))
    shadow = service.result(LayerRequest.of(position, "influence.shadow"))
    assert isinstance(territory, Territory) and isinstance(shadow, Field)
    count = territory.count
    dead = dead_stones(position, service)
    by_black, by_white = position.captures
    stones = (_DEAD_WEIGHT * sum(-position.colour_at(point) for point in dead)
              + by_black - by_white)
    # The other side moves next: what stands in atari then is as good as taken.
    in_atari = _in_atari(position, mover)
    return (float(count[BLACK] - count[WHITE]) + _STONE_WEIGHT * stones
            + _INFLUENCE_WEIGHT * float(shadow.values.clip(-1, 1).sum())
            - _ATARI_WEIGHT * _STONE_WEIGHT * mover * in_atari)


def _in_atari(position: Position, colour: Colour) -> int:
    """Return how many stones of a colour stand in chains with one liberty."""
    own, seen, count = CELL_OF_COLOUR[colour], set[Point](), 0
    for point, cell in enumerate(position.cells):
        if cell == own and point not in seen:
            chain = position.chain(point)
            seen |= chain
            if len(position.liberties(point)) == 1:
                count += len(chain)
    return count
