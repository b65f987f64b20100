"""The table of games: a line for each, what it says in its columns, what is searched as one types.
"""

from collections.abc import Callable, Collection, Sequence
from enum import IntEnum
from typing import Final

from msgspec import Struct

from irgo_app.games.index import GameRow
from irgo_app.games.positions import winner_of
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, Colour
from irgo_app.words import message, noted, numeral, translated, visible


class GameColumn(IntEnum):
    """A column of the table, from the left."""

    DATE = 0
    OPPONENT = 1
    COLOUR = 2
    SIZE = 3
    HANDICAP = 4
    RESULT = 5
    LOSS = 6
    DECIDED = 7


TITLES: Final = (noted("Date"), noted("Opponent"), noted("Colour"), noted("Size"),
                 noted("Handicap"), noted("Result"), noted("Largest loss"),
                 noted("Where it was decided"))
_WON: Final = noted("won")
_LOST: Final = noted("lost")


class TableLine(Struct, frozen=True):
    """A game as its player sees it.

    colour -- the player's, None where it is somebody else's game, or nobody's name is known
    searched -- all its texts in small letters
    """

    row: GameRow
    colour: Colour | None
    searched: str

    @property
    def opponent(self) -> str:
        """Return the opponent with rank, or both players of another's game."""
        row = self.row
        black = f"{row.black or '?'} {row.black_rank}".strip()
        white = f"{row.white or '?'} {row.white_rank}".strip()
        return visible(f"{black} – {white}" if self.colour is None else
                       white if self.colour == BLACK else black)

    @property
    def outcome(self) -> str:
        """Return "won" or "lost" by the player, "" where that is not known."""
        winner = winner_of(self.row.result)
        if winner is None or self.colour is None:
            return ""
        return _WON if winner == self.colour else _LOST

    def text(self, column: GameColumn) -> str:
        """Return what stands in a column, safe to show."""
        row = self.row
        if column is GameColumn.DATE:
            return visible(row.date)
        if column is GameColumn.OPPONENT:
            return self.opponent
        if column is GameColumn.COLOUR:
            return "" if self.colour is None else translated(NAME_OF_COLOUR[self.colour])
        if column is GameColumn.SIZE:
            return row.size
        if column is GameColumn.HANDICAP:
            return "" if row.handicap in ("", "0") else visible(row.handicap)
        if column is GameColumn.RESULT:
            return visible(" ".join(filter(None, (
                self.outcome and translated(self.outcome), row.result))))
        if not row.summary.judge:
            return translated("not read") if column is GameColumn.DECIDED else ""
        if column is GameColumn.LOSS:
            points, move = row.largest_loss(self.colour)
            return str(message("{points} (move {number})", points=numeral(points, ".0f"),
                               number=move)) if move else "–"
        return row.summary.sentence()

    def order(self, column: GameColumn) -> tuple[object, ...]:
        """Return what lines are sorted by in a column."""
        row = self.row
        if column is GameColumn.SIZE:
            return row.columns * row.rows, row.date
        if column is GameColumn.HANDICAP:
            return row.handicap.zfill(3), row.date
        if column is GameColumn.LOSS:
            return row.largest_loss(self.colour)[0], row.date
        if column is GameColumn.DECIDED:
            return bool(row.summary.judge), row.summary.decided, row.date
        if column is GameColumn.DATE:
            return row.date, row.id
        return (self.outcome if column is GameColumn.RESULT else "",
                self.text(column).casefold(), row.date)


def lines_of(rows: Sequence[GameRow], names: Collection[str]) -> list[TableLine]:
    """Return the lines of the table; names -- as `GamesIndex.own_names` has them."""
    return [_line(row, row.colour_of(names)) for row in rows]


def _line(row: GameRow, colour: Colour | None) -> TableLine:
    line = TableLine(row, colour, "")
    return TableLine(row, colour, " ".join((
        row.black, row.black_rank, row.white, row.white_rank, row.date, row.result, row.event,
        row.size, line.outcome and translated(line.outcome),
        "" if colour is None else translated(NAME_OF_COLOUR[colour]))).casefold())


def matching(lines: Sequence[TableLine], text: str) -> list[int]:
    """Return the places of lines that have every word of a text."""
    words = text.casefold().split()
    return [at for at, line in enumerate(lines) if all(word in line.searched for word in words)]


def sorted_by(
    lines: Sequence[TableLine], places: Sequence[int], column: GameColumn, *, is_falling: bool
) -> list[int]:
    """Return places of lines in the order of a column."""
    key: Callable[[int], tuple[object, ...]] = lambda at: lines[at].order(column)  # noqa: E731
    return sorted(places, key=key, reverse=is_falling)
