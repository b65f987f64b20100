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


class Kind(Enum):
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
    kind: Kind
    meaning: str


def _both(name: str, kind: Kind, meaning: str) -> tuple[Column, ...]:
    """Return the columns of Black and of White."""
    return tuple(Column(f"{side}_{name}", kind, meaning) for side in SIDES)


def _sides(name: str, kind: Kind, meaning: str) -> tuple[Column, ...]:
    """Return what a map counts for Black and for White."""
    return tuple(Column(f"{name}_{side}", kind, meaning) for side in SIDES)


PHASES: Final = {Phase.OPENING: "opening", Phase.MIDDLE: "middle", Phase.ENDGAME: "endgame"}
"""The phases of a game as columns name them."""

_MAPS: Final = (
    *_sides("territory", Kind.WHOLE, noted("points secured")),
    *_sides("moyo", Kind.WHOLE, noted("points inside moyos")),
    *_sides("influence", Kind.NUMBER, noted("shadow on vacant points, each counted up to 1")),
)
_GAME: Final = (
    Column("id", Kind.TEXT, noted("the file's hash and the game's number in it; the key")),
    Column("file", Kind.TEXT, noted("where it was found; archive.zip!/file in an archive")),
    Column("game", Kind.WHOLE, noted("its number in the file, from 0")),
    Column("games_in_file", Kind.WHOLE, noted("how many the file holds")),
    Column("file_hash", Kind.TEXT, noted("SHA-256 of the file")),
    Column("warnings", Kind.WHOLE, noted("how much was repaired in the file")),
    Column("columns", Kind.WHOLE, noted("of the board")),
    Column("rows", Kind.WHOLE, noted("of the board")),
    *_both("name", Kind.TEXT, noted("the player, as the record says")),
    *_both("rank", Kind.TEXT, noted("as the record says")),
    Column("handicap", Kind.TEXT, noted("as the record says")),
    Column("komi", Kind.NUMBER, noted("points for White, as counted here")),
    Column("rules", Kind.TEXT, noted("as counted here, by KataGo's names")),
    Column("result", Kind.TEXT, noted("as the record says")),
    Column("winner", Kind.TEXT, noted("B, W, or nothing where the result names none")),
    Column("date", Kind.TEXT, noted("as the record says")),
    Column("event", Kind.TEXT, noted("as the record says")),
    Column("round", Kind.TEXT, noted("as the record says")),
    Column("place", Kind.TEXT, noted("as the record says")),
    Column("moves", Kind.WHOLE, noted("of the main line, passes counted")),
    Column("judge", Kind.TEXT, noted("who judged the positions")),
    Column("visits", Kind.WHOLE, noted("how many positions it read for each")),
    Column("lead", Kind.NUMBER, noted("Black's lead after the last move, komi counted")),
    Column("lead_visits", Kind.WHOLE, noted("how many positions it read for that")),
    *_both("lost", Kind.NUMBER, noted("points lost by all moves")),
    *_both("mistakes", Kind.WHOLE,
           noted("moves that lost 3 points or more (2 on 13 lines, 1.5 on 9)")),
    *_both("worst", Kind.WHOLE, noted("number of the mistake that lost most, 0 for none")),
    *_both("sente", Kind.WHOLE, noted("how often a move kept sente")),
    *_both("moyo_built", Kind.WHOLE, noted("points that came to lie in moyos")),
    *_both("moyo_kept", Kind.WHOLE, noted("those of them that were territory in the end")),
    *(column for phase in PHASES.values()
      for column in _both(f"lost_{phase}", Kind.NUMBER, noted("points lost in that phase"))),
    *(Column(f"mean_{column.name}", Kind.NUMBER, column.meaning) for column in _MAPS),
    *(Column(f"last_{column.name}", column.kind, column.meaning) for column in _MAPS),
    Column("events", Kind.EVENTS, noted("groups that died, or lived after danger")),
    Column("turning_points", Kind.TURNS, noted("only with --studies")),
    Column("problems", Kind.RECORDS, noted("only with --problems")),
    Column("seconds", Kind.NUMBER, noted("what the game cost, in seconds of a processor")),
    Column("version", Kind.TEXT, noted("of irgo")),
)
_MOVE: Final = (
    Column("id", Kind.TEXT, noted("of the game")),
    Column("move", Kind.WHOLE, noted("its number, from 1")),
    Column("colour", Kind.TEXT, noted("B or W")),
    Column("vertex", Kind.TEXT, noted("such as Q16, or pass")),
    Column("row", Kind.WHOLE, noted("from the top, from 0; nothing for a pass")),
    Column("column", Kind.WHOLE, noted("from the left, from 0; nothing for a pass")),
    Column("phase", Kind.TEXT, noted("opening, middle or endgame")),
    Column("lead", Kind.NUMBER, noted("Black's lead after it, komi counted")),
    Column("margin", Kind.NUMBER, noted("how far off that is at most, in four out of five "
                                        "positions")),
    Column("judge", Kind.TEXT, noted("who says so")),
    Column("visits", Kind.WHOLE, noted("how many positions it read for that")),
    Column("loss", Kind.NUMBER, noted("points it cost its player, 0 or more")),
    Column("best", Kind.TEXT, noted("what was better; only with --studies")),
    Column("is_answered", Kind.TRUTH, noted("the other side played near it next")),
    Column("keeps_sente", Kind.TRUTH, noted("and its player then played elsewhere")),
    *_sides("captures", Kind.WHOLE, noted("stones taken so far")),
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
    return (*_GAME, *(Column(f"{when}_{column.name}", Kind.NUMBER, column.meaning)
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
        for column in _sides(column_of(text), Kind.NUMBER, noted("what the layer counts")))
