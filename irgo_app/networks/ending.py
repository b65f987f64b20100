"""The end of a game: which stones are dead, and who has how much."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import Ruleset, chains, counted, vacant_regions

SURE: Final = 0.5
"""From this mean ownership on, in either direction, the fate of a chain is taken as agreed."""
SETTLED: Final = 0.7
"""A point is settled from such an expectation on."""

Floats = npt.NDArray[np.float32]


def dead_chains(position: Position, ownership: Floats, certainty: float = 0.0) -> frozenset[Point]:
    """Return the stones whose chain's points will be the other side's.

    ownership -- float32 (points), +1 Black's; certainty -- how much of it a dead chain needs
    """
    dead: set[Point] = set()
    for chain in chains(position):
        stones = list(chain)
        if -position.colour_at(stones[0]) * float(ownership[stones].mean()) > certainty:
            dead |= chain
    return frozenset(dead)


def lead_after_passes(
    position: Position, ownerships: Sequence[Floats], careful: Colour, rules: Ruleset, komi: float
) -> float:
    """Return Black's lead where both have passed, by the rules of the game.

    ownerships -- with either side to move: nobody moves after two passes, so nobody may be counted
    as if a move of his came next
    careful -- the side against which a chain counts whose fate is not sure: that side will end the
    game only on a board that is settled
    komi -- White's points besides the board
    """
    # The careful side's stones are dead unless they surely live, the other's only if surely dead.
    ownership = careful * np.min([careful * owned for owned in ownerships], axis=0)
    dead = {point
            for victim, certainty in ((careful, -SURE), (-careful, SURE))
            for point in dead_chains(position, ownership, certainty)
            if position.colour_at(point) == victim}
    return counted(position, dead, rules, komi).lead


def neutral_points(position: Position, ownership: Floats) -> frozenset[Point]:
    """Return the vacant points, once dead chains are off, that border on both colours."""
    board = position.with_stones(dict.fromkeys(dead_chains(position, ownership), EMPTY))
    return frozenset(
        point for region, touched in vacant_regions(board) if len(touched) == 2
        for point in region if not position.cells[point])


def points_in_doubt(ownership: Sequence[float] | Floats) -> set[Point]:
    """Return the points of a board that are not settled."""
    return set(np.flatnonzero(np.abs(np.asarray(ownership)) < SETTLED).tolist())


def held_points(
    position: Position, dead: Iterable[Point], ownership: Sequence[float] | Floats
) -> dict[Point, Colour]:
    """Return who has vacant points, and those of dead stones, where a wall was left open.

    By the letter all that lies behind a gap is nobody's, and so it would be counted where both
    passed and saw no gap. What is surely one side's and touches no living stone of the other is
    counted as its own, if that is most of what lies there: points that are neutral, or the
    liberties of a seki, are not. dead -- stones to be taken off; ownership -- +1 Black's, empty
    where nobody has judged the board
    """
    if not len(ownership):
        return {}
    board, held = position.with_stones(dict.fromkeys(dead, EMPTY)), dict[Point, Colour]()
    neighbours = topology(position.columns, position.rows).neighbours
    for region, touched in vacant_regions(board):
        if len(touched) < 2:
            continue
        owners = {point: BLACK if ownership[point] > 0 else WHITE
                  for point in region if abs(ownership[point]) > SETTLED}
        found = {point: owner for point, owner in owners.items()
                 if all(board.colour_at(near) != -owner for near in neighbours[point])}
        if 2 * len(found) > len(region):
            held |= found
    return held


def beyond_turns(position: Position, *, counts_area: bool) -> float:
    """Return what a lead of the network's is off by as the rules count, in points, Black positive.

    The network has learnt even games, counted by territory. Prisoners it is not shown; in an even
    game they follow from the stones on the board. Stones that a side has been given beyond its
    turns, such as a handicap, look to it like prisoners taken, and are no points by territory.
    By area the last stone counts half a point: who will play it is open.
    """
    by_black, by_white = position.captures
    stones = np.frombuffer(position.cells, np.int8)
    played = int(stones.sum()) + by_white - by_black
    least, most = (-1, 0) if position.to_play == BLACK else (0, 1)
    by_turns = min(max(played, least), most)
    return by_turns + position.to_play / 2 if counts_area else float(by_turns - played)


def chance_of(lead: float, deviation: float) -> float:
    """Return the probability that Black wins if the end lies so far from the lead.

    deviation -- a standard deviation in points; 0 for a board that is counted
    """
    if deviation <= 0:
        return 0.5 + 0.5 * (lead > 0) - 0.5 * (lead < 0)
    return (1.0 + math.erf(lead / (deviation * math.sqrt(2)))) / 2
