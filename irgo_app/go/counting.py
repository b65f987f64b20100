"""What both sides have at the end of a game: the one count of a board, by the game's rules.

Sources: area scoring as in the Tromp-Taylor rules; territory, prisoners and seki as in the Japanese
rules of 1989, where the eyes of stones that share their liberties with the enemy are no territory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.go.point import BLACK, EMPTY, WHITE, Colour, Point, topology
from irgo_app.go.position import BLACK_CELL, WHITE_CELL, Position
from irgo_app.go.rules import Ruleset

Region = tuple[list[Point], frozenset[Colour]]
_ONE_EYE: Final = 2
"""An eye of so many points makes no two."""


class Count(Struct, frozen=True):
    """What both sides have.

    territory -- for Black and White the vacant points that are theirs, dead stones' points among
    them
    stones -- living stones on the board; they count by area
    prisoners -- stones taken and dead stones of the other side; they count by territory
    komi, handicap_points -- what White has besides
    """

    territory: tuple[tuple[Point, ...], tuple[Point, ...]]
    stones: tuple[int, int]
    prisoners: tuple[int, int]
    komi: float
    handicap_points: int
    counts_area: bool

    @property
    def points(self) -> tuple[float, float]:
        """Return Black's and White's points, with komi and what White has for a handicap."""
        other = self.stones if self.counts_area else self.prisoners
        black, white = (len(found) + more for found, more in
                        zip(self.territory, other, strict=True))
        return float(black), white + self.komi + self.handicap_points

    @property
    def lead(self) -> float:
        black, white = self.points
        return black - white

    @property
    def result(self) -> str:
        """Return the result as SGF has it: `B+3.5`, `W+12`, `0` for a draw."""
        return f"{'B' if self.lead > 0 else 'W'}+{abs(self.lead):g}" if self.lead else "0"


def counted(
    position: Position, dead: Collection[Point], rules: Ruleset, komi: float, handicap: int = 0
) -> Count:
    """Return the count of a position.

    dead -- stones to be taken off; handicap -- how many stones Black had for it
    Vacant regions that touch both colours are nobody's.
    """
    cleared = position.with_stones(dict.fromkeys(dead, EMPTY))
    regions = vacant_regions(cleared)
    taxed = _eyes_in_seki(cleared, regions) if rules.taxes_seki else frozenset()
    mine: dict[Colour, list[Point]] = {BLACK: [], WHITE: []}
    for region, touched in regions:
        if len(touched) == 1 and region[0] not in taxed:
            mine[next(iter(touched))] += region
    taken = [position.colour_at(point) for point in dead]
    by_black, by_white = position.captures
    return Count(
        (tuple(sorted(mine[BLACK])), tuple(sorted(mine[WHITE]))),
        (cleared.cells.count(BLACK_CELL), cleared.cells.count(WHITE_CELL)),
        (by_black + taken.count(WHITE), by_white + taken.count(BLACK)),
        komi, rules.points_for_handicap(handicap), rules.counts_area)


def vacant_regions(position: Position) -> list[Region]:
    """Return the regions of vacant points, each with the colours of the stones around it."""
    cells = position.cells
    neighbours = topology(position.columns, position.rows).neighbours
    regions = []
    seen: set[Point] = set()
    for start, cell in enumerate(cells):
        if cell or start in seen:
            continue
        region, touched = [start], set()
        seen.add(start)
        for point in region:
            for near in neighbours[point]:
                if cells[near]:
                    touched.add(position.colour_at(near))
                elif near not in seen:
                    seen.add(near)
                    region.append(near)
        regions.append((region, frozenset(touched)))
    return regions


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


def _eyes_in_seki(position: Position, regions: list[Region]) -> frozenset[Point]:
    """Return the territory that is no point because its owner lives in a seki.

    Stones that touch a neutral region, and cannot have two eyes even with all their friends that
    touch it, live only because nobody wants to play there. A neutral point that was merely left
    over lies beside stones with two eyes, and takes nothing away.
    """
    found = set[Point]()
    for colour in (BLACK, WHITE):
        open_to = [index for index, (_, touched) in enumerate(regions) if colour in touched]
        for joined in _joined(position, colour, [regions[index][0] for index in open_to]):
            those = [regions[open_to[index]] for index in joined]
            eyes = [region for region, touched in those if len(touched) == 1]
            if len(eyes) < len(those) and len(eyes) == 1 and len(eyes[0]) <= _ONE_EYE:
                found.update(eyes[0])
    return frozenset(found)


def _joined(position: Position, colour: Colour, regions: list[list[Point]]) -> list[list[int]]:
    """Return which vacant regions hang together by chains of a colour, as lists of numbers."""
    number = {point: index for index, region in enumerate(regions) for point in region}
    neighbours = topology(position.columns, position.rows).neighbours
    groups: list[list[int]] = []
    seen: set[Point] = set()
    for start in number:
        if start in seen:
            continue
        seen.add(start)
        queue, group = [start], set[int]()
        for point in queue:
            if point in number:
                group.add(number[point])
            for near in neighbours[point]:
                if near not in seen and (near in number or position.colour_at(near) == colour):
                    seen.add(near)
                    queue.append(near)
        groups.append(sorted(group))
    return groups
