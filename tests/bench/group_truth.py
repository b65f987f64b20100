"""How far groups hold together, on games kept apart: `tests.bench groups --games`.

Each group is looked at again sixty moves later: do two of its clusters belong to one cluster then,
and does one of them belong to the other side while the other does not? A group that reaches from
one side of the board to the other is one that no player speaks of.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from irgo_app.go.point import Point
from irgo_app.go.position import Position
from irgo_app.layers.clusters import Clusters
from irgo_app.layers.groups import JOININGS, Groups
from irgo_app.layers.results import Status
from irgo_app.lifedeath.groups import extent
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from tests.bench.taught_games import OWNERSHIP_UNIT, TaughtGame, games_kept_apart, positions_of

_SIZE: Final = 19
_AT: Final = (50, 80, 110, 140)
_LATER: Final = 60
"""How many moves later it is seen what became of a group."""
_WIDE: Final = 13
"""A group that lies over so many lines reaches across the board."""
_CLEAR: Final = 0.3
"""From what ownership on stones count as their owner's."""


@dataclass(slots=True)
class JoiningRow:
    """What one way of joining clusters is worth.

    groups -- living groups a side; wide -- the share of them that reach across the board
    pairs -- pairs of clusters in one group; together -- the share of them that are one cluster
    later; parted -- the share of which one lives and the other does not
    """

    joining: str
    groups: float = 0.0
    wide: float = 0.0
    pairs: int = 0
    together: float = 0.0
    parted: float = 0.0


class GroupTruth:
    """The figures of both ways of joining; raises UsageError where no game is kept apart."""

    def __init__(self, paths: Sequence[Path]) -> None:
        games = games_kept_apart(paths, _SIZE)
        self._games = len(games)
        self._boards = [board for game in games for board in _boards_of(game)]
        self._rows = [self._row(joining) for joining in JOININGS]

    def document(self) -> dict[str, object]:
        """Return the figures JSON-ready."""
        return {"format": "irgo-groups/1", "games": self._games, "positions": len(self._boards),
                "joinings": [asdict(row) for row in self._rows]}

    def lines(self) -> list[str]:
        """Return the figures as lines of text."""
        return [f"{len(self._boards)} positions of {self._games} games",
                "joining   groups a side  across the board  pairs  one later  parted later",
                *(f"{row.joining:8}  {row.groups:13.1f}  {row.wide:16.3f}  {row.pairs:5}  "
                  f"{row.together:9.2f}  {row.parted:12.2f}" for row in self._rows)]

    def _row(self, joining: str) -> JoiningRow:
        row = JoiningRow(joining)
        wide = together = parted = groups = 0
        for board in self._boards:
            found = compute(LayerRequest.of(
                board.position, "groups", {"joining": joining}), None)
            assert isinstance(found, Groups)
            for group in found.regions:
                if group.status is Status.DEAD:
                    continue
                groups += 1
                wide += extent(group.stones, board.position.columns) + 1 >= _WIDE
                members = [stones for number in group.clusters if (stones := board.stones[number])]
                for one, other in combinations(members, 2):
                    row.pairs += 1
                    together += board.later(one) == board.later(other)
                    parted += board.lives(one) != board.lives(other)
        row.groups = groups / (2 * len(self._boards))
        row.wide = wide / max(1, groups)
        row.together, row.parted = together / max(1, row.pairs), parted / max(1, row.pairs)
        return row


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """A position with what is known of it later.

    stones -- of each cluster, by number; cluster_of -- the cluster of each point later, 0 for none
    ownership -- of each point later, Black positive
    """

    position: Position
    stones: dict[int, tuple[Point, ...]]
    cluster_of: list[int]
    ownership: np.ndarray

    def later(self, stones: tuple[Point, ...]) -> int:
        """Return the cluster most of some stones' points are in later."""
        return Counter(self.cluster_of[stone] for stone in stones).most_common(1)[0][0]

    def lives(self, stones: tuple[Point, ...]) -> bool:
        """Return whether some stones' points are their owner's later."""
        colour = self.position.colour_at(stones[0])
        return float(self.ownership[list(stones)].mean()) * colour > _CLEAR


def _boards_of(game: TaughtGame) -> Iterator[_Board]:
    positions = list(positions_of(game))
    for move in _AT:
        if move + _LATER >= len(positions):
            break
        clusters = _clusters(positions[move])
        cluster_of = [0] * (_SIZE * _SIZE)
        for number, cluster in enumerate(_clusters(positions[move + _LATER]).regions, start=1):
            for point in cluster.points:
                cluster_of[point] = number
        yield _Board(
            positions[move],
            {number: cluster.stones for number, cluster in enumerate(clusters.regions, start=1)},
            cluster_of, game.ownership[move + _LATER].reshape(-1) / OWNERSHIP_UNIT)


def _clusters(position: Position) -> Clusters:
    found = compute(LayerRequest.of(position, "clusters"), None)
    assert isinstance(found, Clusters)
    return found
