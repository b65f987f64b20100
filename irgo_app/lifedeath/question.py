"""A question of life and death, ready for the kernels, and how much may be spent on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.chain_map import ChainMap
from irgo_app.lifedeath.region import LocalBoard, Region, local_board, region_around
from irgo_app.lifedeath.static import unconditionally_alive_stones

SMALL_REGION: Final = 16
"""A region with at most so many vacant points can nearly always be solved."""

PATIENCE: Final = 8
"""Where what is likely is in doubt, and for ko threats, so many times the positions are looked at.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one answer may cost.

    nodes -- positions the solver looks at for each of its passes, see PATIENCE
    closed_nodes -- the same in a small region, where patience pays
    playouts -- playouts where the solver gave up
    visits -- positions looked at by the search that the reader leads, where the solver gave up
    most_visits -- the same where that search and the playouts do not surely agree
    """

    nodes: int = 8_000
    closed_nodes: int = 300_000
    playouts: int = 15_000
    visits: int = 20
    most_visits: int = 240


class Question:
    """A group, the region around it, and the board its kernels work on.

    Raises ValueError if there is no stone of one colour at the points given.
    """

    def __init__(
        self, position: Position, stones: Iterable[Point], region: Region | None = None
    ) -> None:
        """region -- where it is decided, if that is known; its own chains are not read"""
        self.position = position
        self.chain_map = ChainMap(position)
        chains = self.chain_map.numbers_at(stones)
        if len({self.chain_map.colour(chain) for chain in chains}) != 1:
            raise ValueError("a group has stones, all of one colour")
        self.colour: Colour = self.chain_map.colour(next(iter(chains)))
        self.region = region_around(self.chain_map, chains) if region is None else replace(
            region, chains=chains)
        self.local: LocalBoard = local_board(self.chain_map, self.region)

    @classmethod
    def of_dragon(cls, position: Position, stone: Point) -> Question:
        """Return the question for the chain at a point and all that is safely connected with it."""
        chain_map = ChainMap(position)
        if chain_map.number[stone] < 0:
            raise ValueError("there is no stone")
        chains = chain_map.connected_with(chain_map.number[stone])
        return cls(position, chain_map.stones_of(chains))

    @property
    def attacker(self) -> Colour:
        """Return the colour that wants to take the group."""
        return -self.colour

    @property
    def stones(self) -> tuple[Point, ...]:
        """Return the stones of the group, sorted."""
        return tuple(sorted(self.chain_map.stones_of(self.region.chains)))

    @property
    def playable(self) -> tuple[Point, ...]:
        """Return where one may play: the region, and what can be captured in it."""
        return tuple(self.local.points[place] for place in self.local.places)

    def board_for(self, first: Colour, threats: tuple[int, int]) -> npt.NDArray[np.int32]:
        """Return a copy of the board with ko threats for White and Black.

        A ko that the position forbids to retake is forbidden to `first` if it is his turn there.
        """
        from irgo_app.kernels.chains import KO, META, THREATS

        board = self.local.board.copy()
        board[META, THREATS:THREATS + 2] = threats
        board[META, KO] = self.local.ko_of(self.position, first, board)
        return board

    def nodes_of(self, limits: Limits) -> int:
        """Return how many positions the solver may look at."""
        is_small = len(self.region.vacant) <= SMALL_REGION
        return max(limits.nodes, limits.closed_nodes) if is_small else limits.nodes

    @property
    def is_enclosed(self) -> bool:
        """Return whether a proof inside the region holds on the whole board.

        Nothing leads out, the walls have at least three liberties outside or live by themselves,
        and the group is not taken for alive because it can join a friend that may be dead: also
        where that needs stones to be captured first.
        """
        if not self.region.is_closed:
            return False
        near = set[int]()
        for point in {*self.playable} | self.chain_map.stones_of(self.region.chains):
            near |= self.chain_map.numbers_at(self.chain_map.neighbours[point])
        alive = unconditionally_alive_stones(self.position)
        for chain in near - self.region.chains:
            if self.chain_map.chains[chain][0] in alive:
                continue
            outside = len(self.chain_map.liberties[chain] - self.region.vacant)
            if outside and (outside < 3 or self.chain_map.colour(chain) == self.colour):
                return False
        return True


def flag_array(cancel: CancelFlag | None) -> npt.NDArray[np.int8]:
    """Return the int8 array that a kernel looks at to see whether it should stop."""
    return np.zeros(1, np.int8) if cancel is None else cancel.array
