"""How actions look in menus and lists: icons, dividing lines, keys as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.gui.commands.context import ActionRow
from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.views.help.keys import KeyRow
from irgo_app.settings.store import Settings
from irgo_app.words import translated, translated_in

ICONS: Final = {
    "new": "new", "open": "open", "from_picture": "open",
    "save": "save", "save_as": "save_as", "choose_game": "games",
    "game_back": "game_back", "game_forward": "game_forward",
    "export": "export", "print": "export", "animate": "export", "report": "export",
    "reload": "reload", "preferences": "preferences",
    "quit": "quit",
    "undo": "undo", "redo": "redo", "copy": "copy", "paste": "paste", "copy_picture": "export",
    "cut_branch": "cut", "find": "find", "bookmark": "bookmark", "delete": "delete",
    "promote": "up", "demote": "down", "main_line": "main_line", "side": "side",
    "clear_markup": "clear", "info": "info",
    "first": "first", "back_10": "back_10", "back": "back", "forward": "forward",
    "forward_10": "forward_10", "last": "last", "fork_forward": "fork",
    "comment_forward": "comment", "next_end": "end", "go_to_move": "go_to",
    "mistake_back": "mistake_back", "mistake_forward": "mistake_forward",
    "losses": "mistakes", "autoplay": "autoplay", "pass": "pass",
    "resign": "resign", "try": "try", "count": "count",
    "coordinates": "coordinates", "move_numbers": "numbers", "next_moves": "next_moves",
    "mirror": "mirror", "flip": "flip", "rotate": "rotate", "full_screen": "full_screen",
    "zoom_in": "zoom_in", "zoom_out": "zoom_out", "zoom_reset": "zoom_reset", "palette": "layers",
    "column": "panels", "explain": "explain", "pin": "pin", "swap": "compare", "life": "life",
    "what_if": "what_if", "urgency": "urgency", "study_box": "box", "stop": "stop",
    "analyze": "analyze", "analyze_game": "analyze_game", "play_irgo": "opponent",
    "engine_move": "engine_move", "engine_dock": "engine", "engines": "preferences",
    "chord": "sound", "practise": "review", "add_mistakes": "mistakes", "add_position": "pin",
    "guess": "what_if",
    "open_card": "open", "practice_choices": "preferences", "write_deck": "export",
    "take_deck": "open", "keys": "keys", "guide": "guide", "examples": "examples", "about": "info",
}
"""The icon of an action, by its id: the name of a file in resources/icons.

An action with a tick has no icon in its menu: the tick stands there.
"""

LINES_BEFORE: Final = frozenset({
    "open", "choose_game", "export", "reload", "preferences", "quit",
    "copy", "cut_branch", "find", "bookmark", "promote", "side", "info",
    "variation_up", "comment_back", "next_end", "mistake_forward", "autoplay", "pass",
    "mirror", "cursor_up", "zoom_in", "palette", "view_bare",
    "pin", "life", "dead_off", "stop",
    "open_card", "practice_choices", "write_deck",
    "play_irgo", "engine_dock", "engine_candidates", "engines", "report_bug", "about",
})
"""The ids of the actions before which a menu draws a line."""


_TOOLS_MENU = "&Tools"


def key_rows(actions: Sequence[ActionRow], settings: Settings) -> list[KeyRow]:
    """Return a row for each action and tool, in the order of the menus."""
    is_vertical = bool(settings["vertical_arrows"])
    rows = [KeyRow(
        row.id, translated(row.title),
        tuple(row.keys_now(settings.keys, is_vertical=is_vertical)),
        translated(row.menu),
        next(iter(row.keys_now({}, is_vertical=is_vertical)), ""), ICONS.get(row.id, ""),
    ) for row in actions]
    rows += [KeyRow(
        tool.id, translated_in("Tools", tool.title),
        tuple(filter(None, [settings.keys.get(tool.id, tool.key)])),
        translated(_TOOLS_MENU), tool.key, tool.icon,
    ) for tool in TOOLS]
    return rows
