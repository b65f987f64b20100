"""What the two tables of a batch hold: one row a game, and one row a move; column by column."""

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final, TypeAlias

from msgspec import Struct

from irgo_app.review.game_review import Phase
from irgo_app.words import noted

Cell: TypeAlias = str | int | float | bool | Sequence[object] | None
Row: TypeAlias = dict[str, Cell]
SIDES: Final = ("black", "white")


class ColumnType(Enum):
    """What a column holds; every column may hold nothing (null)."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    TRUTH = "true or false"
    TURNS = "turning points"
    EVENTS = "events of groups"
    RECORDS = "SGF records"


class Column(Struct, frozen=True):
    """A column with what it means."""

    name: str
    kind: ColumnType
    meaning: str


def _both(name: str, kind: ColumnType, meaning: str) -> tuple[Column, ...]:
    return tuple(Column(f"{side}_{name}", kind, meaning) for side in SIDES)


def _sides(name: str, kind: ColumnType, meaning: str) -> tuple[Column, ...]:
    return tuple(Column(f"{name}_{side}", kind, meaning) for side in SIDES)


PHASES: Final = {Phase.OPENING: "opening", Phase.MIDDLE: "middle", Phase.ENDGAME: "endgame"}
"""The phases of a game as columns name them."""

_MAPS: Final = (
    *_sides("territory", ColumnType.WHOLE, noted("points secured")),
    *_sides("moyo", ColumnType.WHOLE, noted("points inside moyos")),
    *_sides("influence", ColumnType.NUMBER, noted("shadow on vacant points, each counted up to 1")),
)
_GAME: Final = (
    Column("id", ColumnType.TEXT, noted("the file's hash and the game's number in it; the key")),
    Column("file", ColumnType.TEXT, noted("where it was found; archive.zip!/file in an archive")),
    Column("game", ColumnType.WHOLE, noted("its number in the file, from 0")),
    Column("games_in_file", ColumnType.WHOLE, noted("how many the file holds")),
    Column("file_hash", ColumnType.TEXT, noted("SHA-256 of the file")),
    Column("warnings", ColumnType.WHOLE, noted("how much was repaired in the file")),
    Column("columns", ColumnType.WHOLE, noted("of the board")),
    Column("rows", ColumnType.WHOLE, noted("of the board")),
    *_both("name", ColumnType.TEXT, noted("the player, as the record says")),
    *_both("rank", ColumnType.TEXT, noted("as the record says")),
    Column("handicap", ColumnType.TEXT, noted("as the record says")),
    Column("komi", ColumnType.NUMBER, noted("points for White, as counted here")),
    Column("rules", ColumnType.TEXT, noted("as counted here, by KataGo's names")),
    Column("result", ColumnType.TEXT, noted("as the record says")),
    Column("winner", ColumnType.TEXT, noted("B, W, or nothing where the result names none")),
    Column("date", ColumnType.TEXT, noted("as the record says")),
    Column("event", ColumnType.TEXT, noted("as the record says")),
    Column("round", ColumnType.TEXT, noted("as the record says")),
    Column("place", ColumnType.TEXT, noted("as the record says")),
    Column("moves", ColumnType.WHOLE, noted("of the main line, passes counted")),
    Column("judge", ColumnType.TEXT, noted("who judged the positions")),
    Column("visits", ColumnType.WHOLE, noted("how many positions it read for each")),
    Column("lead", ColumnType.NUMBER, noted("Black's lead after the last move, komi counted")),
    Column("lead_visits", ColumnType.WHOLE, noted("how many positions it read for that")),
    *_both("fell", ColumnType.NUMBER, noted("the sum of `fell` of all moves, passes too")),
    *_both("lost", ColumnType.NUMBER, noted("the sum of `loss` of all moves, passes too")),
    *_both("mistakes", ColumnType.WHOLE,
           noted("moves that lost 3 points or more (2 on 13 lines, 1.5 on 9)")),
    *_both("worst", ColumnType.WHOLE, noted("number of the mistake that lost most, 0 for none")),
    *_both("sente", ColumnType.WHOLE, noted("how often a move kept sente")),
    *_both("moyo_built", ColumnType.WHOLE, noted("points that came to lie in moyos")),
    *_both("moyo_kept", ColumnType.WHOLE, noted("those of them that were territory in the end")),
    *(column for phase in PHASES.values()
      for column in _both(f"lost_{phase}", ColumnType.NUMBER,
                          noted("the sum of `loss` in that phase"))),
    *(Column(f"mean_{column.name}", ColumnType.NUMBER, column.meaning) for column in _MAPS),
    *(Column(f"last_{column.name}", column.kind, column.meaning) for column in _MAPS),
    Column("events", ColumnType.EVENTS, noted("groups that died, or lived after danger")),
    Column("turning_points", ColumnType.TURNS, noted("only with --studies")),
    Column("problems", ColumnType.RECORDS, noted("only with --problems")),
    Column("seconds", ColumnType.NUMBER, noted("what the game cost, in seconds of a processor")),
    Column("version", ColumnType.TEXT, noted("of irgo")),
)
_MOVE: Final = (
    Column("id", ColumnType.TEXT, noted("of the game")),
    Column("move", ColumnType.WHOLE, noted("its number, from 1")),
    Column("colour", ColumnType.TEXT, noted("B or W")),
    Column("vertex", ColumnType.TEXT, noted("such as Q16, or pass")),
    Column("row", ColumnType.WHOLE, noted("from the top, from 0; nothing for a pass")),
    Column("column", ColumnType.WHOLE, noted("from the left, from 0; nothing for a pass")),
    Column("phase", ColumnType.TEXT, noted("opening, middle or endgame")),
    Column("lead", ColumnType.NUMBER, noted("Black's lead after it, komi counted")),
    Column("margin", ColumnType.NUMBER, noted("how far off that is at most, in four out of five "
                                        "positions")),
    Column("judge", ColumnType.TEXT, noted("who says so")),
    Column("visits", ColumnType.WHOLE, noted("how many positions it read for that")),
    Column("fell", ColumnType.NUMBER,
           noted("how far its player's lead fell from the position before, 0 or more: by looks, "
                 "which differ by chance too")),
    Column("loss", ColumnType.NUMBER,
           noted("points it cost its player, 0 or more: as `fell`; with --studies searched again, "
                 "nothing where it was not")),
    Column("best", ColumnType.TEXT, noted("the best move instead; only with --studies")),
    Column("is_answered", ColumnType.TRUTH, noted("the other side played near it next")),
    Column("keeps_sente", ColumnType.TRUTH, noted("and its player then played elsewhere")),
    *_sides("captures", ColumnType.WHOLE, noted("stones taken so far")),
    *_MAPS,
)
_MOVE_NAMES: Final = {column.name for column in _MOVE}


def column_of(text: str) -> str:
    """Return the name of a layer's columns: `influence_paths` of `influence.paths`.

    A layer called as columns that every table has is `layer_territory`.
    """
    name = re.sub(r"\W+", "_", text).strip("_")
    return f"layer_{name}" if f"{name}_{SIDES[0]}" in _MOVE_NAMES else name


def game_columns(layers: Sequence[str] = ()) -> tuple[Column, ...]:
    """Return the columns of the table of games; chosen layers give means and last values."""
    chosen = _layer_columns(layers)
    return (*_GAME, *(Column(f"{when}_{column.name}", ColumnType.NUMBER, column.meaning)
                      for when in ("mean", "last") for column in chosen))


def move_columns(layers: Sequence[str] = ()) -> tuple[Column, ...]:
    """Return the columns of the table of moves, those of chosen layers last."""
    return (*_MOVE, *_layer_columns(layers))


def map_names(layers: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of moves that tables of games have means and last values of."""
    return tuple(column.name for column in (*_MAPS, *_layer_columns(layers)))


def _layer_columns(layers: Sequence[str]) -> tuple[Column, ...]:
    return tuple(
        column for text in layers
        for column in _sides(column_of(text), ColumnType.NUMBER, noted("what the layer counts")))
