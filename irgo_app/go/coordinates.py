"""The only place that knows how a point is called: GTP vertices, SGF letters, 1-1, board parts.

GTP: `A1` is the lower left, the letter I is skipped, columns past Z go AA, AB ... (GTP 2 draft,
section 2.11, carried on as KataGo and GoGui do). SGF: `aa` is the upper left, a-z then A-Z (FF[4]).
View transforms turn and mirror what is shown; they never touch the record.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.go.point import PASS, Point, middle_of
from irgo_app.words import Message, message

_GTP_LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_SGF_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class CoordinateStyle(Enum):
    """How the rim of the board is lettered."""

    GTP = "A1"
    NUMBERS = "1-1"
    SGF = "SGF"
    NONE = "none"


def column_name(column: int) -> str:
    """Return the GTP letters of a column counted from 0 at the left."""
    if column < len(_GTP_LETTERS):
        return _GTP_LETTERS[column]
    first, second = divmod(column - len(_GTP_LETTERS), len(_GTP_LETTERS))
    return _GTP_LETTERS[first] + _GTP_LETTERS[second]


def vertex(point: Point, columns: int, rows: int) -> str:
    """Return a point as a GTP vertex such as `Q16`; PASS is `pass`."""
    return "pass" if point == PASS else _vertices(columns, rows)[point]


@lru_cache(maxsize=8)
def _vertices(columns: int, rows: int) -> tuple[str, ...]:
    names = [column_name(column) for column in range(columns)]
    return tuple(f"{name}{rows - row}" for row in range(rows) for name in names)


def point_of_vertex(text: str, columns: int, rows: int) -> Point:
    """Return the point of a GTP vertex, in either case; raises ValueError if it is none."""
    word = text.strip().upper()
    if word == "PASS":
        return PASS
    letters = word.rstrip("0123456789")
    digits = word[len(letters):]
    names = {column_name(column): column for column in range(columns)}
    if letters not in names or not digits or not 1 <= int(digits) <= rows:
        raise ValueError(f"{text!r} is no point of a {columns}x{rows} board")
    return (rows - int(digits)) * columns + names[letters]


def point_named(text: str, columns: int, rows: int) -> Point:
    """Return the point of the board that a user names such as "D4"; raises UsageError."""
    try:
        point = point_of_vertex(text, columns, rows)
    except ValueError:
        point = PASS
    if point == PASS:
        raise UsageError(
            "{text!r} is no point of a {columns}x{rows} board; write one such as \"D4\".",
            text=text, columns=columns, rows=rows)
    return point


def vertex_order(columns: int) -> Callable[[Point], tuple[int, int]]:
    """Return the sort key of the JSON contract: by column, then by row from the bottom."""
    return lambda point: (point % columns, -(point // columns))


def sgf_letters(point: Point, columns: int) -> str:
    """Return a point as SGF letters such as `pd` (column, then row from the top)."""
    row, column = divmod(point, columns)
    return _SGF_LETTERS[column] + _SGF_LETTERS[row]


def point_of_sgf_letters(text: str, columns: int, rows: int) -> Point:
    """Return the point of two SGF letters; raises ValueError if they are not on the board."""
    if len(text) != 2:
        raise ValueError(f"{text!r} is not a pair of SGF letters")
    column, row = _SGF_LETTERS.find(text[0]), _SGF_LETTERS.find(text[1])
    if not (0 <= column < columns and 0 <= row < rows):
        raise ValueError(f"{text!r} is no point of a {columns}x{rows} board")
    return row * columns + column


def rim_labels(style: CoordinateStyle, columns: int, rows: int) -> tuple[list[str], list[str]]:
    """Return the labels along the top (left to right) and the side (top to bottom)."""
    if style is CoordinateStyle.GTP:
        return ([column_name(c) for c in range(columns)], [str(rows - r) for r in range(rows)])
    if style is CoordinateStyle.NUMBERS:
        return ([str(c + 1) for c in range(columns)], [str(r + 1) for r in range(rows)])
    if style is CoordinateStyle.SGF:
        return (list(_SGF_LETTERS[:columns]), list(_SGF_LETTERS[:rows]))
    return ([""] * columns, [""] * rows)


def label_of_point(point: Point, style: CoordinateStyle, columns: int, rows: int) -> str:
    """Return a point as the rim would name it (`D4`, `4-16`, `dp`); GTP where the rim is bare."""
    row, column = divmod(point, columns)
    if style is CoordinateStyle.NUMBERS:
        return f"{column + 1}-{row + 1}"
    if style is CoordinateStyle.SGF:
        return sgf_letters(point, columns)
    return vertex(point, columns, rows)


SYMMETRIES: Final = range(8)
"""View transforms: bit 0 mirrors left-right, bit 1 mirrors top-bottom, bit 2 then transposes."""


def transformed_size(columns: int, rows: int, symmetry: int) -> tuple[int, int]:
    """Return (columns, rows) of the board as seen through a view transform."""
    return (rows, columns) if symmetry & 4 else (columns, rows)


def transformed_point(point: Point, columns: int, rows: int, symmetry: int) -> Point:
    """Return where a point of the record is seen through a view transform (0 to 7)."""
    row, column = divmod(point, columns)
    if symmetry & 1:
        column = columns - 1 - column
    if symmetry & 2:
        row = rows - 1 - row
    return column * rows + row if symmetry & 4 else row * columns + column


_PARTS: Final = (
    (message("upper left"), message("upper side"), message("upper right")),
    (message("left side"), message("centre"), message("right side")),
    (message("lower left"), message("lower side"), message("lower right")),
)
_WHERE: Final = (
    (message("in the upper left corner"), message("at the top"),
     message("in the upper right corner")),
    (message("on the left"), message("in the centre"), message("on the right")),
    (message("in the lower left corner"), message("at the bottom"),
     message("in the lower right corner")),
)


def part_of_board(points: Sequence[Point], columns: int, rows: int) -> Message:
    """Return the ninth of the board in which the middle of some points lies: "left side"."""
    down, across = _ninth(points, columns, rows)
    return _PARTS[down][across]


def where_on_board(points: Sequence[Point], columns: int, rows: int) -> Message:
    """Return the same as it is said in a sentence: "on the left"."""
    down, across = _ninth(points, columns, rows)
    return _WHERE[down][across]


def _ninth(points: Sequence[Point], columns: int, rows: int) -> tuple[int, int]:
    row, column = middle_of(points, columns)
    return min(2, int(3 * (row + 0.5) / rows)), min(2, int(3 * (column + 0.5) / columns))
