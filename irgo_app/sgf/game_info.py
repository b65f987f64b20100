"""Who played whom, when, and how it ended: the game info properties of the root as one value."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from irgo_app.sgf.edit_actions import set_properties
from irgo_app.sgf.edits import ChangeKind, Edit
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.values import number_of, raw_of_text, simple_text_of

_IDENTIFIERS: Final = {
    "black": "PB", "white": "PW", "black_rank": "BR", "white_rank": "WR", "komi": "KM",
    "handicap": "HA", "result": "RE", "rules": "RU", "date": "DT", "event": "EV", "round": "RO",
    "place": "PC", "game_name": "GN", "comment": "GC",
}


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The texts as they stand in the record, cleaned of escapes; "" where there is none."""

    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    komi: str = ""
    handicap: str = ""
    result: str = ""
    rules: str = ""
    date: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    game_name: str = ""
    comment: str = ""

    @property
    def komi_points(self) -> float | None:
        """Return komi in points; 375 and 650, as Fox writes them, are 7.5 and 6.5."""
        points = number_of(self.komi)
        if points is None:
            return None
        if points in (375.0, 325.0, 275.0):
            return points / 50  # Fox counts half of the area difference, in hundredths.
        return points / 100 if abs(points) >= 100 else points


def game_info(tree: GameTree) -> GameInfo:
    """Return the game info of a tree."""
    properties = tree.root.properties
    return GameInfo(**{
        name: simple_text_of(properties[identifier][0]).strip() if properties.get(identifier)
        else ""
        for name, identifier in _IDENTIFIERS.items()
    })


def set_game_info(tree: GameTree, info: GameInfo) -> Edit | None:
    """Return the edit that writes what differs into the root, None if nothing does."""
    before = game_info(tree)
    changed: dict[str, list[str] | None] = {}
    for field in fields(info):
        text = getattr(info, field.name)
        if text != getattr(before, field.name):
            changed[_IDENTIFIERS[field.name]] = [raw_of_text(text)] if text else None
    if not changed:
        return None
    return set_properties(tree.root, changed, "edit game info", ChangeKind.INFO)
