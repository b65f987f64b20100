"""What a command may reach, and what an action is: what it does, its keys, how it looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from irgo_app.gui.models.edit import TOOLS
from irgo_app.gui.models.models import Models
from irgo_app.gui.views.board import BoardWidget, ZoomHand
from irgo_app.gui.views.focus import FocusWalk
from irgo_app.gui.views.help import KeyRow
from irgo_app.gui.views.window.body import WindowBody
from irgo_app.gui.views.window.messages import MessageBar
from irgo_app.settings import Settings
from irgo_app.words import translated, translated_in


class Context(Struct, frozen=True):
    """Handed to every command.

    window -- the parent of dialogs
    body -- what lies where
    zoom -- looks at the board from nearer
    show_panel -- brings a panel to the front by its name, if there is such a panel
    actions -- the table of actions, for who lists them
    """

    models: Models
    window: QWidget
    board: BoardWidget
    zoom: ZoomHand
    messages: MessageBar
    body: WindowBody
    focus_walk: FocusWalk
    show_panel: Callable[[str], None]
    actions: Sequence[ActionRow]


class ActionRow(Struct, frozen=True):
    """One action.

    keys -- shortcuts; the first is shown in the menu and can be changed by the user
    is_on -- for an action with a tick: whether it has it now
    """

    id: str
    title: str
    keys: tuple[str, ...]
    menu: str
    run: Callable[[Context], object]
    is_on: Callable[[Context], bool] | None = None

    def keys_now(self, changed: dict[str, str], *, is_vertical: bool) -> list[str]:
        """Return the shortcuts with the user's changes."""
        keys = list(self.keys)
        if is_vertical and self.id in SWAPPED_BY_VERTICAL_ARROWS:
            keys[0] = SWAPPED_BY_VERTICAL_ARROWS[self.id]
        if self.id in changed:
            keys = [changed[self.id], *keys[1:]] if changed[self.id] else []
        return keys


SWAPPED_BY_VERTICAL_ARROWS = {
    "back": "Up", "forward": "Down", "variation_up": "Left", "variation_down": "Right",
}


ICONS: Final = {
    "new": "new", "open": "open", "from_picture": "open", "open_link": "open",
    "games": "games", "find_in_games": "find",
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
    "analyze": "analyze", "analyze_game": "analyze_game", "play_now": "opponent",
    "play_irgo": "opponent",
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
    "mirror", "cursor_up", "zoom_in", "palette", "view_ishida", "several_layers", "back",
    "pin", "life", "dead_off", "stop",
    "open_card", "practice_choices", "write_deck",
    "games_read_idle", "play_now", "engine_dock", "engine_candidates", "engines", "report_bug",
    "about",
})
"""The ids of the actions before which a menu draws a line."""


def key_rows(actions: Sequence[ActionRow], settings: Settings) -> list[KeyRow]:
    """Return a row for each action and tool, in the order of the menus."""
    is_vertical = bool(settings["vertical_arrows"])
    rows = [KeyRow(
        row.id, translated(row.title), tuple(row.keys_now(settings.keys, is_vertical=is_vertical)),
        translated(row.menu),
        next(iter(row.keys_now({}, is_vertical=is_vertical)), ""), ICONS.get(row.id, ""),
    ) for row in actions]
    rows += [KeyRow(
        tool.id, translated_in("Tools", tool.title),
        tuple(filter(None, [settings.keys.get(tool.id, tool.key)])),
        translated("&Tools"), tool.key, tool.icon,
    ) for tool in TOOLS]
    return rows
