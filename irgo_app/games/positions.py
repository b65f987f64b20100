"""Searches games for a box of the board: a corner, a side, or all of it, turned, mirrored, and with
colours exchanged.

Every stone of every place has a random number. The numbers of the stones in a box are added up as
they come and go through all games at once, and where the sum is the wanted one the boards are
compared by another set of numbers. In the first set, places that a turn of the box exchanges share
a number, so that one sum serves all turns that keep a box where it is, and both colours.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.errors import UsageError
from irgo_app.games.board_events import FIRST_BIT, POINT_MASK, REMOVED_BIT, SETUP_BIT, WHITE_BIT
from irgo_app.games.index import GameRow, GamesIndex
from irgo_app.go.coordinates import SYMMETRIES, transformed_point, transformed_size
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position

Ints = npt.NDArray[np.int64]
_SEED: Final = 361
_STONE_MASK: Final = POINT_MASK | WHITE_BIT | REMOVED_BIT
_CODES: Final = _STONE_MASK + 1
_NOBODY: Final = -1
"""The code of the next move where nobody played in the box any more."""


class BoxPattern(Struct, frozen=True):
    """What is searched: the points of a box, and the stones on them; the others are empty."""

    columns: int
    rows: int
    points: tuple[Point, ...]
    stones: tuple[tuple[Point, Colour], ...]


def pattern_of(position: Position, points: Iterable[Point]) -> BoxPattern:
    """Return the pattern of a box; raises UsageError where no stone is in it."""
    places = tuple(sorted(set(points)))
    stones = tuple((point, colour) for point in places
                   if (colour := position.colour_at(point)))
    if not stones:
        raise UsageError("There is no stone in the box; mark one with stones in it.")
    return BoxPattern(position.columns, position.rows, places, stones)


class PositionMatch(Struct, frozen=True):
    """A game in which the pattern lay on the board.

    game -- its number in the index; move -- the number of the move after which it lay there
    next -- the move that was played next in the box, as it would be on the board that was searched
    from; None where nobody played there any more
    is_swapped -- whether the colours are exchanged in the game
    """

    game: int
    move: int
    next: tuple[Colour, Point] | None
    is_swapped: bool


class Continuation(Struct, frozen=True):
    """A move that followed in the box, how often, and how these games went.

    move -- None where nobody played in the box any more; won, lost -- games that Black won and
    lost, in the colours of the board that was searched from
    """

    move: tuple[Colour, Point] | None
    games: int
    won: int
    lost: int


class _Group(Struct, frozen=True):
    """The turns of a pattern that lie on the same points; places -- where each turn puts a point.
    """

    points: frozenset[Point]
    places: list[dict[Point, Point]]


class BoardsOfSize:
    """The events of all games on boards of one size, one after the other.

    games -- their numbers; starts -- where each begins in `numbers`
    steps, moves -- of each event: its step and how many moves were made by then, in all games
    """

    def __init__(self, games: Sequence[int], events: Sequence[bytes]) -> None:
        self.games = np.array(games, np.int64)
        self.numbers = np.frombuffer(b"".join(events), "<u2")
        lengths = np.fromiter(map(len, events), np.int64, len(events)) // 2
        self.starts = np.concatenate(([0], np.cumsum(lengths)))
        if sys.byteorder == "big":
            self.numbers = self.numbers.astype(np.uint16)
        self.steps = np.cumsum((self.numbers & FIRST_BIT) != 0, dtype=np.int32)
        self.moves = np.cumsum(
            (self.numbers & (FIRST_BIT | SETUP_BIT)) == FIRST_BIT, dtype=np.int32)


class PositionSearch:
    """All games of an index in memory, some 10 MB for 20,000 of them; made anew when it changes."""

    def __init__(self, index: GamesIndex) -> None:
        by_size: dict[tuple[int, int], tuple[list[int], list[bytes]]] = {}
        for game, columns, rows, events in index.boards():
            games, boards = by_size.setdefault((columns, rows), ([], []))
            games.append(game)
            boards.append(events)
        self._sizes = {size: BoardsOfSize(*found) for size, found in by_size.items()}

    def find(self, pattern: BoxPattern) -> list[PositionMatch]:
        """Return the games that had a pattern, each at its first time, in the order of the index.
        """
        boards = self._sizes.get((pattern.columns, pattern.rows))
        if boards is None:
            return []
        found = [part for group in _groups(pattern) for part in _matches(boards, pattern, group)]
        if not found:
            return []
        game, move, following, swap = (
            np.concatenate(values) for values in zip(*found, strict=True))
        order = np.lexsort((move, game))
        firsts = order[np.unique(game[order], return_index=True)[1]]
        return [PositionMatch(number, at, None if code == _NOBODY else (
                    WHITE if code & WHITE_BIT else BLACK, code & POINT_MASK), bool(swapped))
                for number, at, code, swapped in zip(*(
                    values[firsts].tolist() for values in (game, move, following, swap)),
                    strict=True)]


def continuations(
    matches: Sequence[PositionMatch], rows: Mapping[int, GameRow]
) -> list[Continuation]:
    """Return the moves that followed, the most frequent first."""
    counts, won, lost = (Counter[tuple[Colour, Point] | None]() for _ in range(3))
    for match in matches:
        row = rows.get(match.game)
        winner = winner_of(row.result) if row else None
        counts[match.next] += 1
        if winner:
            is_black = (winner == BLACK) != match.is_swapped
            (won if is_black else lost)[match.next] += 1
    return [Continuation(move, count, won[move], lost[move])
            for move, count in counts.most_common()]


def winner_of(result: str) -> Colour | None:
    """Return who won by a result such as `B+R`, None for a draw or for no result."""
    return {"B+": BLACK, "W+": WHITE}.get(result.strip()[:2].upper())


def _groups(pattern: BoxPattern) -> list[_Group]:
    columns, rows = pattern.columns, pattern.rows
    groups: dict[frozenset[Point], _Group] = {}
    for symmetry in SYMMETRIES:
        if transformed_size(columns, rows, symmetry) != (columns, rows):
            continue
        places = {point: transformed_point(point, columns, rows, symmetry)
                  for point in pattern.points}
        region = frozenset(places.values())
        groups.setdefault(region, _Group(region, [])).places.append(places)
    return list(groups.values())


def _matches(
    boards: BoardsOfSize, pattern: BoxPattern, group: _Group
) -> Iterator[tuple[Ints, ...]]:
    """Yield games, move numbers, next moves as codes, and whether colours are exchanged, of the
    matches of each turn of a group; a game may come several times."""
    inside = np.zeros(1 << 16, bool)
    inside[np.isin(np.arange(1 << 16) & POINT_MASK, list(group.points))] = True
    # The events in the box, by their places among all.
    at = np.flatnonzero(inside[boards.numbers])
    events = boards.numbers[at] & _STONE_MASK
    bounds = np.searchsorted(at, boards.starts)
    keys = _keys(_classes(pattern, group))
    sums = np.cumsum(keys[events])
    before = np.concatenate(([0], sums))[bounds[:-1]]
    sums -= np.repeat(before, np.diff(bounds))
    wanted = {_sum_of(pattern, group.places[0], keys, swap) for swap in (0, WHITE_BIT)}
    hit = np.zeros(len(sums), bool)
    for value in wanted:
        hit |= sums == value
    hits = np.flatnonzero(hit)
    if not len(hits):
        return
    game = np.searchsorted(bounds, hits, "right") - 1
    following = np.minimum(hits + 1, len(at) - 1)
    has_next = hits + 1 < bounds[game + 1]
    # Between a stone and the captures that it makes there is no board.
    is_whole = ~has_next | (boards.steps[at[hits]] != boards.steps[at[following]])
    hits, game, following, has_next = (
        values[is_whole] for values in (hits, game, following, has_next))
    if not len(hits):
        return
    exact = _keys({point: point for point in group.points})
    lengths = hits - bounds[game] + 1
    ends = np.cumsum(lengths)
    firsts = ends - lengths
    steps = np.arange(ends[-1]) - np.repeat(firsts - bounds[game], lengths)
    lying = np.add.reduceat(exact[events[steps]], firsts)
    starts = boards.starts[game]
    moves = boards.moves[at[hits]] - np.where(starts > 0, boards.moves[starts - 1], 0)
    coming = boards.numbers[at[following]].astype(np.int64)
    is_move = has_next & (coming & (REMOVED_BIT | SETUP_BIT) == 0)
    for places in group.places:
        back = np.zeros(POINT_MASK + 1, np.int64)
        back[list(places.values())] = list(places)
        for swap in (0, WHITE_BIT):
            same = np.flatnonzero(lying == _sum_of(pattern, places, exact, swap))
            code = back[coming[same] & POINT_MASK] | (coming[same] & WHITE_BIT ^ swap)
            yield (boards.games[game[same]], moves[same],
                   np.where(is_move[same], code, _NOBODY), np.full(len(same), swap))


def _classes(pattern: BoxPattern, group: _Group) -> dict[Point, Point]:
    """Return for each point of a group's box the least of those it is exchanged with."""
    classes = {point: point for point in group.points}

    def least(point: Point) -> Point:
        while classes[point] != point:
            point = classes[point]
        return point

    for point in pattern.points:
        together = [least(places[point]) for places in group.places]
        for place in together:
            classes[place] = min(together)
    return {point: least(point) for point in classes}


def _keys(classes: Mapping[Point, Point]) -> Ints:
    """Return the number of each stone that comes, and its negative where it goes, by its code."""
    numbers = np.random.default_rng(_SEED).integers(
        -(1 << 62), 1 << 62, (2, POINT_MASK + 1), np.int64)
    keys = np.zeros(_CODES, np.int64)
    for point, place in classes.items():
        for white in (0, WHITE_BIT):
            keys[point | white] = numbers[int(bool(white)), place]
            keys[point | white | REMOVED_BIT] = -keys[point | white]
    return keys


def _sum_of(
    pattern: BoxPattern, places: Mapping[Point, Point], keys: Ints, swap: int
) -> int:
    """Return what the numbers of the pattern's stones add up to, its points put in other places."""
    codes = [places[point] | ((WHITE_BIT if colour == WHITE else 0) ^ swap)
             for point, colour in pattern.stones]
    return int(np.add.reduce(keys[codes]))
