"""A question of life and death, ready for the kernels, and how much may be spent on it.

The boundary of its region decides most questions. Here it is drawn like this: everything the group
can reach in a few steps is inside; enemy chains with few liberties are inside with their liberties,
since they can be taken. What lies beyond is open, so that to reach it is to escape, or it belongs
to the attacker, so that to reach it is of no use; that is told by the influence of the other
stones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, WHITE, Colour, Point, topology
from irgo_app.go.position import Position

REACH: Final = 5
"""How many steps from the group the region goes."""
MOST_POINTS: Final = 60
"""How many points the region has at most, besides the liberties of the group."""
WEAK_LIBERTIES: Final = 3
"""An enemy chain with at most so many liberties can be taken: it is inside with its liberties."""
FADING: Final = 0.6
"""What is left of a stone's influence one step further."""
OWNED: Final = 0.3
"""With so much influence for the attacker, more than for the defender, a point is his."""

EDGE, OUTSIDE, WALL = 0, 1, 2
_STEPS: Final = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))


class SearchRegion(Struct, frozen=True):
    """The part of a board where both sides may play.

    chains -- the numbers of the chains of the group
    vacant -- the vacant points inside; owned -- vacant points outside that are the attacker's
    is_closed -- whether nothing inside borders on a vacant point outside
    safe -- the numbers of chains that are not to be taken, whatever liberties they have
    """

    chains: frozenset[int]
    vacant: frozenset[Point]
    owned: frozenset[Point]
    is_closed: bool
    safe: frozenset[int] = frozenset()


class LocalBoard(Struct, frozen=True, eq=False):
    """A region as its kernels want it; see `kernels/chains.py`.

    points -- the point of the board at each place, -1 for the first three
    around -- int32 (n, 10); board -- int32 (rows, n); places -- int32 (m): where one may play
    free, targets -- int8 (n): 1 for stones that cannot be captured, and for those of the group
    key -- Zobrist key of the stones
    """

    points: tuple[Point, ...]
    around: npt.NDArray[np.int32]
    board: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    free: npt.NDArray[np.int8]
    targets: npt.NDArray[np.int8]
    key: int

    def later(self, position: Position) -> tuple[npt.NDArray[np.int32], int]:
        """Return the board and its key some moves in the region later.

        Stones of the group that were taken stay lost, unless their points were filled again.
        """
        from irgo_app.kernels.chains import (FREE, HEAD, KO, LIBERTIES, LOST_TARGET, META, QUORUM,
                                             STONE, build)

        contents = self.board[STONE].astype(np.int8)
        contents[3:] = np.frombuffer(position.cells, np.int8)[list(self.points[3:])]
        signs, board = signs_of_places(), np.zeros_like(self.board)
        while True:
            standing = self.targets * (contents == self.board[STONE])
            key = int(build(contents, self.around, self.free, standing, signs, board))
            head = board[HEAD]
            # On the whole board it still has liberties where only the attacker is at home.
            taken = (abs(contents) == 1) & (board[LIBERTIES, head] == 0) & (board[FREE, head] == 0)
            taken[:3] = False
            if not taken.any():
                break
            contents[taken] = 0
        key ^= int(np.bitwise_xor.reduce(signs[LOST_TARGET, np.flatnonzero(
            self.targets > standing)]))
        board[META, QUORUM] = self.board[META, QUORUM]
        board[META, KO] = self.ko_of(position, position.to_play, board)
        return board, key

    def ko_of(self, position: Position, first: Colour, board: npt.NDArray[np.int32]) -> int:
        """Return the place of a board at which `first` may not retake a ko, 0 if there is none.

        The region's board holds some stones around it for lost and others for safe. Where the ko's
        stone cannot be taken on it there is nothing to retake, not even with threats.
        """
        from irgo_app.kernels.chains import is_legal

        if first != position.to_play or position.ko_point not in self.points[3:]:
            return 0
        place = self.points.index(position.ko_point, 3)
        return place if is_legal(board, self.around, place, first) else 0


def region_around(chain_map: ChainMap, chains: frozenset[int]) -> SearchRegion:
    """Return the region in which the life of a group of chains is decided."""
    colour = chain_map.colour(next(iter(chains)))
    inside = _reached(chain_map, chains, colour)[:MOST_POINTS]
    cells = chain_map.position.cells
    vacant = {point for point in inside if not cells[point]}
    vacant |= {point for chain in chains for point in chain_map.liberties[chain]}
    outside = {near for point in vacant for near in chain_map.neighbours[point]
               if not cells[near] and near not in vacant}
    influence = _influence(chain_map, chains) * colour
    owned = frozenset(
        point for point, cell in enumerate(cells)
        if not cell and point not in vacant and influence[point] < -OWNED)
    return SearchRegion(chains, frozenset(vacant), owned, not outside)


def _reached(chain_map: ChainMap, chains: frozenset[int], colour: Colour) -> list[Point]:
    """Return the points within reach, nearest first; stones of the own colour cost no step."""
    cells = chain_map.position.cells
    frontier = sorted(chain_map.stones_of(chains))
    seen, found = set(frontier), list[Point]()
    for _ in range(REACH):
        following, stack = list[Point](), list(frontier)
        while stack:
            for near in chain_map.neighbours[stack.pop()]:
                if near in seen:
                    continue
                chain = chain_map.number[near]
                if not cells[near]:
                    new = [near]
                elif chain_map.colour(chain) == colour:
                    stack += [stone for stone in chain_map.chains[chain] if stone not in seen]
                    seen.update(chain_map.chains[chain])
                    continue
                elif len(chain_map.liberties[chain]) <= WEAK_LIBERTIES:
                    new = [*chain_map.chains[chain], *sorted(chain_map.liberties[chain])]
                else:
                    continue
                new = [point for point in new if point not in seen]
                seen.update(new)
                following += new
                found += new
        frontier = following
    return found


def _influence(chain_map: ChainMap, chains: frozenset[int]) -> npt.NDArray[np.float64]:
    """Return float64 (n): the influence of all stones but the group's, Black positive."""
    position = chain_map.position
    rows, columns = np.mgrid[:position.rows, :position.columns]
    field = np.zeros((position.rows, position.columns))
    for number, stones in enumerate(chain_map.chains):
        if number not in chains:
            sign = chain_map.colour(number)
            for stone in stones:
                row, column = divmod(stone, position.columns)
                field += sign * FADING ** (abs(rows - row) + abs(columns - column))
    return field.ravel()


def local_board(chain_map: ChainMap, region: SearchRegion) -> LocalBoard:
    """Return the board of a region: its points and the stones around them."""
    from irgo_app.kernels.chains import STATE_ROWS, build

    position = chain_map.position
    colour = chain_map.colour(next(iter(region.chains)))
    captures = _capturable(chain_map, region, colour)
    captured_stones = chain_map.stones_of(captures)
    stones = set(captured_stones)
    for point in region.vacant | captured_stones:
        stones.update(near for near in points_around(point, position.columns, position.rows)
                      if near >= 0 and position.cells[near])
    points = sorted(region.vacant | stones)
    place_of = {point: place for place, point in enumerate(points, start=3)}
    size = len(points) + 3
    around, contents = np.zeros((size, 10), np.int32), np.zeros(size, np.int8)
    free, targets = np.zeros(size, np.int8), np.zeros(size, np.int8)
    contents[:3] = (2, 3, -colour)
    free[WALL] = 1
    targeted = chain_map.stones_of(region.chains)
    for point, place in place_of.items():
        contents[place] = position.colour_at(point)
        around[place, 8:] = divmod(point, position.columns)
        for side, near in enumerate(points_around(point, position.columns, position.rows)):
            if near >= 0:
                around[place, side] = place_of.get(near, WALL if near in region.owned else OUTSIDE)
        free[place] = bool(contents[place]) and chain_map.number[point] not in captures
        targets[place] = point in targeted
    board = np.zeros((STATE_ROWS, size), np.int32)
    key = build(contents, around, free, targets, signs_of_places(), board)
    distance = _distances(chain_map, targeted)
    playable = sorted(region.vacant | captured_stones, key=lambda point: (distance[point], point))
    places = np.array([place_of[point] for point in playable], np.int32)
    return LocalBoard((-1, -1, -1, *points), around, board, places, free, targets, int(key))


def _distances(chain_map: ChainMap, stones: frozenset[Point]) -> list[int]:
    """Return how many steps each point is from the nearest of some stones, in a straight walk."""
    columns = chain_map.position.columns
    rows, across = np.divmod(np.arange(len(chain_map.number))[:, None], columns)
    spots = np.divmod(np.array(sorted(stones)), columns)
    found: list[int] = (np.abs(rows - spots[0]) + np.abs(across - spots[1])).min(axis=1).tolist()
    return found


def signs_of_places() -> npt.NDArray[np.int64]:
    """Return the random numbers of stones at places, enough for every region."""
    from irgo_app.kernels.chains import zobrist_signs

    signs: npt.NDArray[np.int64] = zobrist_signs(2800)
    return signs


def _capturable(chain_map: ChainMap, region: SearchRegion, colour: Colour) -> set[int]:
    """Return the numbers of the chains whose last liberty can be taken inside the region."""
    near = set(region.chains)
    for point in region.vacant:
        near |= chain_map.numbers_at(chain_map.neighbours[point])
    found = set[int]()
    for chain in near - region.safe:
        outside = chain_map.liberties[chain] - region.vacant
        if chain_map.colour(chain) == colour:
            outside -= region.owned
        if not outside:
            found.add(chain)
    return found


def points_around(point: Point, columns: int, rows: int) -> list[Point]:
    """Return the four neighbours and the four diagonal ones, -1 for those off the board."""
    row, column = divmod(point, columns)
    return [
        (row + down) * columns + column + right
        if 0 <= row + down < rows and 0 <= column + right < columns else -1
        for right, down in _STEPS
    ]


class ChainMap:
    """All chains of a position, numbered.

    number -- for each point the number of its chain, -1 where it is vacant
    chains -- the stones of each chain; liberties -- the liberties of each chain
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.neighbours = topology(position.columns, position.rows).neighbours
        self.number = [-1] * len(position.cells)
        self.chains: list[tuple[Point, ...]] = []
        self.liberties: list[frozenset[Point]] = []
        for point, cell in enumerate(position.cells):
            if cell and self.number[point] < 0:
                self._add(point)

    def colour(self, chain: int) -> Colour:
        """Return the colour of a chain."""
        return self.position.colour_at(self.chains[chain][0])

    def numbers_at(self, stones: Iterable[Point]) -> frozenset[int]:
        """Return the numbers of the chains these stones belong to; vacant points are left out."""
        return frozenset(self.number[stone] for stone in stones if self.number[stone] >= 0)

    def stones_of(self, numbers: Iterable[int]) -> frozenset[Point]:
        """Return all stones of some chains."""
        return frozenset(stone for number in numbers for stone in self.chains[number])

    def connected_with(self, chain: int) -> frozenset[int]:
        """Return a chain and those of its colour that cannot be cut off from it by one move.

        Two chains are connected if they share two liberties, or one where the enemy's stone would
        be in atari at once.
        """
        colour, found, todo = self.colour(chain), {chain}, [chain]
        while todo:
            own = self.liberties[todo.pop()]
            for other, liberties in enumerate(self.liberties):
                if other in found or self.colour(other) != colour:
                    continue
                common = own & liberties
                if len(common) > 1 or any(self._is_barred(point, colour) for point in common):
                    found.add(other)
                    todo.append(other)
        return frozenset(found)

    def _add(self, start: Point) -> None:
        cells, count = self.position.cells, len(self.chains)
        stones, liberties, index = [start], set(), 0
        self.number[start] = count
        while index < len(stones):
            for near in self.neighbours[stones[index]]:
                if not cells[near]:
                    liberties.add(near)
                elif cells[near] == cells[start] and self.number[near] < 0:
                    self.number[near] = count
                    stones.append(near)
            index += 1
        self.chains.append(tuple(stones))
        self.liberties.append(frozenset(liberties))

    def _is_barred(self, point: Point, colour: Colour) -> bool:
        """Return whether an enemy stone put at a vacant point would be in atari at once."""
        free = set[Point]()
        for near in self.neighbours[point]:
            if self.number[near] < 0:
                free.add(near)
            elif self.position.colour_at(near) != colour:
                free |= self.liberties[self.number[near]] - {point}
        return len(free) < 2


@lru_cache(maxsize=64)
def unconditionally_alive_stones(position: Position) -> frozenset[Point]:
    """Return the stones of chains that live even if their owner never answers (Benson)."""
    from irgo_app.kernels.benson import new_life_scratch, new_rooms, unconditionally_alive
    from irgo_app.kernels.grid import neighbour_table, stones_view

    stones = stones_view(position.cells)
    rooms, scratch = new_rooms(stones.size), new_life_scratch(stones.size)
    found = np.zeros(stones.size, np.bool_)
    alive = np.empty(stones.size, np.bool_)
    for colour in (BLACK, WHITE):
        unconditionally_alive(
            stones, neighbour_table(position.columns, position.rows), colour, rooms, scratch,
            alive)
        found |= alive
    return frozenset(np.flatnonzero(found & (stones != 0)).tolist())


SMALL_REGION: Final = 16
"""A region with at most so many vacant points can nearly always be solved."""

PATIENCE: Final = 8
"""Where what is likely is in doubt, and for ko threats, so many times the positions are looked at.
"""


class Limits(Struct, frozen=True):
    """What one answer may cost.

    nodes -- positions the solver looks at for each of its passes, see PATIENCE
    closed_nodes -- the same in a small region, where patience pays
    playouts -- playouts where the solver gave up
    visits -- positions looked at by the search that the reader leads, where the solver gave up
    most_visits -- the same where that search and the playouts do not surely agree
    network -- the file of KataGo's network that is asked then, "" for irgo's own alone
    """

    nodes: int = 8_000
    closed_nodes: int = 300_000
    playouts: int = 15_000
    visits: int = 20
    most_visits: int = 240
    network: str = ""


class Question:
    """A group, the region around it, and the board its kernels work on.

    Raises ValueError if there is no stone of one colour at the points given.
    """

    def __init__(
        self, position: Position, stones: Iterable[Point], region: SearchRegion | None = None
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
        for chain in near - self.region.chains - self.region.safe:
            if self.chain_map.chains[chain][0] in alive:
                continue
            outside = len(self.chain_map.liberties[chain] - self.region.vacant)
            if outside and (outside < 3 or self.chain_map.colour(chain) == self.colour):
                return False
        return True


def flag_array(cancel: CancelFlag | None) -> npt.NDArray[np.int8]:
    """Return the int8 array that a kernel looks at to see whether it should stop."""
    return np.zeros(1, np.int8) if cancel is None else cancel.array
