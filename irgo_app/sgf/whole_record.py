"""Edits of a whole record: turned, mirrored, with colours exchanged; a position as its own game."""

from collections.abc import Callable
from enum import Enum
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_of_sgf_letters, sgf_letters
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, Point
from irgo_app.go.position import BLACK_CELL, Position
from irgo_app.sgf.edits import (ChangeKind, Edit, EditSequence, ReplaceProperties, new_game,
                                set_properties)
from irgo_app.sgf.game_info import handicap_edit
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import Properties, number_of, split_compose
from irgo_app.words import listed, noted

_POINTS: Final = frozenset({
    "B", "W", "AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW", "L", "M"})
_PAIRS: Final = frozenset({"AR", "LN"})
_LABELS: Final = "LB"
_ANALYSES: Final = frozenset({"IRE", "LZ", "LZ2", "KT", "LZOP", "LZOP2", "SBKV", "SBKS", "OGSC"})
"""What programs said of the board as it lay before."""
_SWAPPED: Final = {
    one: other for pair in (
        ("B", "W"), ("AB", "AW"), ("TB", "TW"), ("BL", "WL"), ("OB", "OW"), ("PB", "PW"),
        ("BR", "WR"), ("BT", "WT"), ("GB", "GW"), ("BS", "WS"))
    for one, other in (pair, pair[::-1])}
_KINDS: Final = frozenset({ChangeKind.STONES, ChangeKind.MARKUP})


class Turning(Enum):
    """How a record may be turned; the value is the edit's title."""

    RIGHT = noted("turn record right")
    LEFT = noted("turn record left")
    HALF = noted("turn record by half")
    MIRRORED = noted("mirror record left to right")
    FLIPPED = noted("mirror record top to bottom")

    @classmethod
    def named(cls, name: str) -> "Turning":
        """Return a turning by its name in small letters; raises UsageError."""
        if name.upper() not in cls.__members__:
            raise UsageError("A record cannot be turned {name!r}; there are {names}.", name=name,
                             names=listed(TURNINGS))
        return cls[name.upper()]

    def fits(self, tree: GameTree) -> bool:
        """Return whether a record's board has the same form afterwards."""
        return self not in (Turning.RIGHT, Turning.LEFT) or tree.columns == tree.rows


TURNINGS: Final = tuple(turning.name.lower() for turning in Turning)
"""What turnings are called on the command line and in the library."""


def change_record(
    tree: GameTree, turning: str = "", *, swaps_colours: bool = False, sets_handicap: bool = False
) -> None:
    """Turn a record, exchange its colours, set up its missing handicap stones, without undo.

    turning -- one of TURNINGS, "" for none. Raises UsageError for what is not possible
    """
    if sets_handicap:
        _apply(handicap_edit(tree), tree, UsageError(
            "No handicap stones are missing in this record, or its moves do not leave the usual "
            "points free."))
    if turning:
        _apply(turned(tree.root, Turning.named(turning)), tree,
               UsageError("Only a square board can be turned to the side."))
    if swaps_colours:
        colours_swapped(tree.root).apply(tree)


def _apply(edit: Edit | None, tree: GameTree, error: UsageError) -> None:
    if edit is None:
        raise error
    edit.apply(tree)


def turned(node: Node, turning: Turning) -> Edit | None:
    """Return the edit that turns or mirrors a whole record; None where its board does not allow it.

    node -- the one that is shown, before and after
    """
    tree = node.tree
    if not turning.fits(tree):
        return None
    columns, rows = tree.columns, tree.rows

    def to(point: Point) -> Point:
        row, column = divmod(point, columns)
        row, column = {
            Turning.RIGHT: (column, rows - 1 - row), Turning.LEFT: (columns - 1 - column, row),
            Turning.HALF: (rows - 1 - row, columns - 1 - column),
            Turning.MIRRORED: (row, columns - 1 - column),
            Turning.FLIPPED: (rows - 1 - row, column)}[turning]
        return row * columns + column

    def changed(properties: Properties) -> Properties:
        return {name: _turned_values(name, raws, tree, to)
                for name, raws in properties.items() if name not in _ANALYSES}

    return _of_every_node(node, turning.value, changed, _KINDS)


def colours_swapped(node: Node) -> Edit:
    """Return the edit that exchanges Black and White in a whole record.

    Komi changes its sign, and a handicap goes: the stones are White's then.
    node -- the one that is shown, before and after
    """
    def changed(properties: Properties) -> Properties:
        found: Properties = {}
        for name, raws in properties.items():
            if name in _ANALYSES or name == "HA":
                continue
            found[_SWAPPED.get(name, name)] = (
                list(map(_swapped_letter, raws)) if name in ("PL", "RE") else
                list(map(_negated, raws)) if name == "KM" else raws)
        return found

    return _of_every_node(node, noted("exchange colours of the record"), changed,
                          _KINDS | {ChangeKind.INFO})


def position_as_game(tree: GameTree, position: Position) -> GameTree:
    """Return a game that begins with a position: its stones, whose turn it is, the game's info."""
    info = tree.info_nodes.properties_at(tree.root)
    game = new_game(tree.columns, tree.rows, {
        name: list(info[name]) for name in ("PB", "PW", "BR", "WR", "KM", "RU", "EV", "DT")
        if name in info})
    stones: dict[str, list[str] | None] = {"PL": [LETTER_OF_COLOUR[position.to_play]]}
    for point, cell in enumerate(position.cells):
        if cell:
            raws = stones.setdefault("AB" if cell == BLACK_CELL else "AW", [])
            assert raws is not None
            raws.append(sgf_letters(point, tree.columns))
    set_properties(game.root, stones, "set up position", ChangeKind.STONES).apply(game)
    return game


def _of_every_node(
    node: Node, title: str, changed: Callable[[Properties], Properties],
    kinds: frozenset[ChangeKind],
) -> Edit:
    # The node that is shown comes first and last: done and undone, the last one is shown.
    nodes = [node, *(other for other in node.tree.nodes() if other is not node), node]
    return EditSequence(title, tuple(
        ReplaceProperties(title, other.id, changed(other.properties), kinds) for other in nodes))


def _turned_values(
    name: str, raws: list[str], tree: GameTree, to: Callable[[Point], Point]
) -> list[str]:
    if name in _POINTS:
        return [_turned_list(raw, tree, to) for raw in raws]
    if name in _PAIRS:
        return [":".join(_turned_point(part, tree, to) for part in raw.split(":")) for raw in raws]
    if name == _LABELS:
        found = list[str]()
        for raw in raws:
            place, text = split_compose(raw)
            found.append(raw if text is None else
                         f"{_turned_point(place, tree, to)}:{text}")
        return found
    return raws


def _turned_list(raw: str, tree: GameTree, to: Callable[[Point], Point]) -> str:
    """Return a point or a rectangle turned; a rectangle goes from its upper left corner again."""
    first, colon, last = raw.partition(":")
    if not colon:
        return _turned_point(raw, tree, to)
    corners = [_point_of(part, tree) for part in (first, last)]
    if None in corners:
        return raw
    (row, column), (other_row, other_column) = (
        divmod(to(corner or 0), tree.columns) for corner in corners)
    return ":".join(sgf_letters(line * tree.columns + place, tree.columns) for line, place in (
        (min(row, other_row), min(column, other_column)),
        (max(row, other_row), max(column, other_column))))


def _turned_point(raw: str, tree: GameTree, to: Callable[[Point], Point]) -> str:
    point = _point_of(raw, tree)
    return raw if point is None else sgf_letters(to(point), tree.columns)


def _point_of(raw: str, tree: GameTree) -> Point | None:
    try:
        return point_of_sgf_letters(raw.strip(), tree.columns, tree.rows)
    except ValueError:
        return None


def _swapped_letter(raw: str) -> str:
    first = raw.strip()[:1].upper()
    if first not in ("B", "W"):
        return raw
    rest = raw.strip()[1:]
    other = "W" if first == LETTER_OF_COLOUR[BLACK] else "B"
    return other + rest if not rest or rest[0] == "+" else {"B": "Black", "W": "White"}[other] + \
        rest.lstrip("lackhiteLACKHITE")


def _negated(raw: str) -> str:
    number = number_of(raw)
    return raw if number is None else f"{-number or 0.0:g}"
