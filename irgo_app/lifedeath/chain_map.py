"""The chains of a position with their liberties, and which chains are safely connected."""

from __future__ import annotations

from collections.abc import Iterable

from irgo_app.go.point import Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.topology import topology


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
        """Number the chain at a point."""
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
