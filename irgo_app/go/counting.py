"""Counting a finished game: territory and prisoners, or area, with the dead stones off."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from irgo_app.go.point import BLACK, EMPTY, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import Ruleset, vacant_regions
from irgo_app.go.topology import topology


@dataclass(frozen=True, slots=True)
class Count:
    """What both sides have.

    territory -- for Black and White the vacant points that are theirs, dead stones' points among
    them
    stones -- living stones on the board; they count by area
    prisoners -- stones taken and dead stones of the other side; they count by territory
    """

    territory: tuple[tuple[Point, ...], tuple[Point, ...]]
    stones: tuple[int, int]
    prisoners: tuple[int, int]
    komi: float
    counts_area: bool

    @property
    def points(self) -> tuple[float, float]:
        """Return Black's and White's points, with komi."""
        other = self.stones if self.counts_area else self.prisoners
        black, white = (len(found) + more for found, more in
                        zip(self.territory, other, strict=True))
        return float(black), white + self.komi

    @property
    def lead(self) -> float:
        """Return how far Black is ahead."""
        black, white = self.points
        return black - white

    @property
    def result(self) -> str:
        """Return the result as SGF has it: `B+3.5`, `W+12`, `0` for a draw."""
        return f"{'B' if self.lead > 0 else 'W'}+{abs(self.lead):g}" if self.lead else "0"


def counted(position: Position, dead: Collection[Point], rules: Ruleset, komi: float) -> Count:
    """Return the count of a position; vacant regions that touch both colours are nobody's."""
    cleared = position.with_stones(dict.fromkeys(dead, EMPTY))
    mine: dict[int, list[Point]] = {BLACK: [], WHITE: []}
    for region, touched in vacant_regions(cleared):
        if len(touched) == 1:
            mine[next(iter(touched))] += region
    living = [cleared.colour_at(point) for point in range(len(cleared.cells))]
    taken = [position.colour_at(point) for point in dead]
    by_black, by_white = position.captures
    return Count(
        (tuple(sorted(mine[BLACK])), tuple(sorted(mine[WHITE]))),
        (living.count(BLACK), living.count(WHITE)),
        (by_black + taken.count(WHITE), by_white + taken.count(BLACK)),
        komi, rules.counts_area)


def stones_together(position: Position, start: Point) -> frozenset[Point]:
    """Return the stones that live or die with the one at `start`.

    These are all of its colour that are reached from it over its own colour and vacant points.
    """
    colour = position.colour_at(start)
    neighbours = topology(position.columns, position.rows).neighbours
    seen = {start}
    queue = [start]
    for point in queue:
        for near in neighbours[point]:
            if near not in seen and position.colour_at(near) in (colour, EMPTY):
                seen.add(near)
                queue.append(near)
    return frozenset(point for point in seen if position.cells[point])


def chains(position: Position) -> Iterable[frozenset[Point]]:
    """Yield the chains of a position."""
    seen: set[Point] = set()
    for point, cell in enumerate(position.cells):
        if cell and point not in seen:
            chain = position.chain(point)
            seen |= chain
            yield chain


def without_dead(position: Position, dead: Iterable[Point]) -> Position:
    """Return a position with some stones taken prisoner; vacant points among them stay so."""
    stones = [point for point in dead if position.cells[point]]
    if not stones:
        return position
    by_black, by_white = position.captures
    white_stones = sum(position.colour_at(point) == WHITE for point in stones)
    return replace(
        position.with_stones(dict.fromkeys(stones, EMPTY)),
        captures=(by_black + white_stones, by_white + len(stones) - white_stones))
