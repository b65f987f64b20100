"""Everything a user can do from menu or keyboard: one row an action.

The menus, the key help and the preferences are built from this list. Keys follow what most Go
programs agree on; letters alone never change the record (Del excepted, which can be undone).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from irgo_app.go.point import PASS
from irgo_app.sgf import navigation
from irgo_app.sgf.annotations import toggle_bookmark
from irgo_app.sgf.edit_actions import (
    clear_markup,
    delete_branch,
    demote,
    make_main_line,
    promote,
    set_side_to_move,
)
from irgo_app.sgf.game_tree import Node

if TYPE_CHECKING:
    from irgo_app.gui.commands.commands import Commands

FILE, EDIT, TOOLS_MENU, GO = "&File", "&Edit", "&Tools", "&Go"
VIEW, LAYERS, ENGINE, HELP = "&View", "&Layers", "E&ngine", "&Help"
MENUS: Final = (FILE, EDIT, TOOLS_MENU, GO, VIEW, LAYERS, ENGINE, HELP)


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action.

    keys -- shortcuts; the first is shown in the menu and can be changed by the user
    setting -- the bool setting a checkable action switches, or ""
    """

    id: str
    title: str
    keys: tuple[str, ...]
    menu: str
    run: Callable[[Commands], object]
    setting: str = ""


def _row(
    action_id: str, title: str, keys: str, menu: str, run: Callable[[Commands], object],
    setting: str = "",
) -> ActionRow:
    translatable = str(QT_TRANSLATE_NOOP("Actions", title))
    return ActionRow(action_id, translatable, tuple(keys.split()), menu, run, setting)


def _go(target: Callable[[Node], Node]) -> Callable[[Commands], None]:
    return lambda commands: commands.session.go_to(target(commands.session.node))


def _delete(commands: Commands) -> None:
    node = commands.session.node
    if node.parent is None:
        commands.window.show_message(commands.tr("The root of a game cannot be deleted."))
        return
    commands.session.apply(delete_branch(node))


def _turn(symmetry: int) -> Callable[[Commands], None]:
    return lambda commands: commands.session.set_view(
        symmetry=commands.session.symmetry ^ symmetry)


LAYER_KEYS: Final = "1234567890."
"""The keys of the layers in their order; the full stop is where other programs estimate."""


def _layer(index: int) -> ActionRow:
    return _row(f"layer_{index + 1}", f"Layer {index + 1}", LAYER_KEYS[index], LAYERS,
                lambda commands: commands.toggle_layer(index))


ACTIONS: Final[tuple[ActionRow, ...]] = (
    _row("new", "New game …", "Ctrl+N", FILE, lambda commands: commands.files.new_game()),
    _row("open", "Open …", "Ctrl+O", FILE, lambda commands: commands.files.open()),
    _row("save", "Save", "Ctrl+S", FILE, lambda commands: commands.files.save()),
    _row("save_as", "Save as …", "Ctrl+Shift+S", FILE, lambda commands: commands.files.save_as()),
    _row("choose_game", "Choose game of the file …", "Ctrl+Shift+O", FILE,
         lambda commands: commands.files.choose_game()),
    _row("export", "Export picture …", "Ctrl+E", FILE, lambda commands: commands.files.export()),
    _row("reload", "Read the file again", "F5", FILE, lambda commands: commands.files.reload()),
    _row("preferences", "Preferences …", "Ctrl+,", FILE,
         lambda commands: commands.show_preferences()),
    _row("quit", "Quit", "Ctrl+Q", FILE, lambda commands: commands.window.close()),
    _row("undo", "Undo", "Ctrl+Z", EDIT, lambda commands: commands.session.undo()),
    _row("redo", "Redo", "Ctrl+Y Ctrl+Shift+Z", EDIT, lambda commands: commands.session.redo()),
    _row("copy", "Copy game as SGF", "Ctrl+C", EDIT, lambda commands: commands.files.copy_sgf()),
    _row("paste", "Paste game", "Ctrl+V", EDIT, lambda commands: commands.files.paste_sgf()),
    _row("copy_picture", "Copy board as picture", "Ctrl+Shift+C", EDIT,
         lambda commands: commands.files.copy_picture()),
    _row("copy_text", "Copy board as text", "Ctrl+Alt+T", EDIT,
         lambda commands: commands.files.copy_text()),
    _row("cut_branch", "Cut branch", "Ctrl+X", EDIT, lambda commands: commands.files.cut_branch()),
    _row("copy_branch", "Copy branch", "Ctrl+Alt+C", EDIT,
         lambda commands: commands.files.copy_branch()),
    _row("paste_branch", "Paste branch here", "Ctrl+Alt+V", EDIT,
         lambda commands: commands.files.paste_branch()),
    _row("find", "Find …", "Ctrl+F", EDIT, lambda commands: commands.find()),
    _row("find_next", "Find next", "F3", EDIT, lambda commands: commands.find_step(1)),
    _row("find_back", "Find previous", "Shift+F3", EDIT, lambda commands: commands.find_step(-1)),
    _row("bookmark", "Bookmark", "Ctrl+B", EDIT, lambda commands: commands.session.apply(
        toggle_bookmark(commands.session.node))),
    _row("pass", "Pass", "P", EDIT, lambda commands: commands.session.play(PASS)),
    _row("delete", "Delete node and what follows", "Del Shift+Del", EDIT, _delete),
    _row("promote", "Move variation up", "Ctrl+Up", EDIT,
         lambda commands: commands.session.apply(promote(commands.session.node))),
    _row("demote", "Move variation down", "Ctrl+Down", EDIT,
         lambda commands: commands.session.apply(demote(commands.session.node))),
    _row("main_line", "Make main line", "Ctrl+M", EDIT,
         lambda commands: commands.session.apply(make_main_line(commands.session.node))),
    _row("side", "Change side to move", "Ctrl+Alt+P", EDIT,
         lambda commands: commands.session.apply(set_side_to_move(
             commands.session.node, -commands.session.position.to_play))),
    _row("clear_markup", "Clear markup", "Ctrl+Alt+M", EDIT,
         lambda commands: commands.session.apply(clear_markup(commands.session.node))),
    _row("info", "Game info", "Ctrl+I I", EDIT, lambda commands: commands.window.show_dock("info")),
    _row("back", "Previous move", "Left", GO, lambda commands: commands.session.line.step_by(-1)),
    _row("forward", "Next move", "Right", GO, lambda commands: commands.session.line.step_by(1)),
    _row("back_10", "10 moves back", "PgUp Shift+Left", GO,
         _go(lambda node: navigation.step(node, -10))),
    _row("forward_10", "10 moves forward", "PgDown Shift+Right", GO,
         _go(lambda node: navigation.step(node, 10))),
    _row("first", "First position", "Home", GO, _go(lambda node: node.tree.root)),
    _row("last", "Last position", "End", GO, _go(navigation.last)),
    _row("variation_up", "Previous variation", "Up", GO,
         _go(lambda node: navigation.sibling(node, -1))),
    _row("variation_down", "Next variation", "Down", GO,
         _go(lambda node: navigation.sibling(node, 1))),
    _row("fork_back", "Previous fork", "Ctrl+Left B", GO,
         _go(lambda node: navigation.fork(node, -1))),
    _row("fork_forward", "Next fork", "Ctrl+Right", GO,
         _go(lambda node: navigation.fork(node, 1))),
    _row("to_main_line", "Back to the main line", "Shift+B", GO, _go(navigation.main_line)),
    _row("comment_back", "Previous comment", "Ctrl+Shift+Up", GO,
         _go(lambda node: navigation.commented(node, -1))),
    _row("comment_forward", "Next comment", "Ctrl+Shift+Down", GO,
         _go(lambda node: navigation.commented(node, 1))),
    _row("bookmark_forward", "Next bookmark", "F2", GO,
         _go(lambda node: navigation.bookmarked(node, 1))),
    _row("bookmark_back", "Previous bookmark", "Shift+F2", GO,
         _go(lambda node: navigation.bookmarked(node, -1))),
    _row("next_end", "End of the next variation", "Space", GO, _go(navigation.next_end)),
    _row("go_to_move", "Go to move …", "Ctrl+G", GO, lambda commands: commands.ask_move()),
    _row("coordinates", "Coordinates", "C", VIEW, lambda commands: commands.cycle_coordinates()),
    _row("move_numbers", "Move numbers", "M", VIEW,
         lambda commands: commands.flip_setting("move_numbers"), "move_numbers"),
    _row("next_moves", "Next moves", "F", VIEW,
         lambda commands: commands.flip_setting("next_moves"), "next_moves"),
    _row("mirror", "Mirror left and right", "Ctrl+Alt+Left Ctrl+Alt+Right", VIEW, _turn(1)),
    _row("flip", "Mirror top and bottom", "Ctrl+Alt+Up", VIEW, _turn(2)),
    _row("rotate", "Turn by a diagonal", "Ctrl+Alt+Down", VIEW, _turn(4)),
    _row("cursor_up", "Board cursor up", "Alt+Up", VIEW,
         lambda commands: commands.move_cursor(0, -1)),
    _row("cursor_down", "Board cursor down", "Alt+Down", VIEW,
         lambda commands: commands.move_cursor(0, 1)),
    _row("cursor_left", "Board cursor left", "Alt+Left", VIEW,
         lambda commands: commands.move_cursor(-1, 0)),
    _row("cursor_right", "Board cursor right", "Alt+Right", VIEW,
         lambda commands: commands.move_cursor(1, 0)),
    _row("cursor_play", "Play at the board cursor", "Return Alt+Return", VIEW,
         lambda commands: commands.play_cursor()),
    _row("full_screen", "Full screen", "F11", VIEW, lambda commands: commands.flip_full_screen()),
    _row("stop", "Stop the analysis", "Escape", LAYERS, lambda commands: commands.leave()),
    *(_layer(index) for index in range(len(LAYER_KEYS))),
    _row("ishida", "Ishida view", "G", LAYERS, lambda commands: commands.flip_ishida()),
    _row("explain", "Explain the point at the cursor", "E", LAYERS,
         lambda commands: commands.explain_cursor()),
    _row("pin", "Compare with this position", "K", LAYERS,
         lambda commands: commands.session.inquiry.pin()),
    _row("swap", "Go to the compared position and back", "Shift+K", LAYERS,
         lambda commands: commands.session.inquiry.swap()),
    _row("life", "Life and death of all groups", "L", LAYERS,
         lambda commands: commands.life.ask_groups()),
    _row("what_if", "What if: both first moves at the cursor", "Shift+W", LAYERS,
         lambda commands: commands.life.what_if()),
    _row("urgency", "Urgency of all groups", "Shift+L", LAYERS,
         lambda commands: commands.life.rank()),
    _row("dead_off", "Dead groups off the maps", "", LAYERS,
         lambda commands: commands.flip_setting("life_dead_off"), "life_dead_off"),
    _row("life_auto", "Life and death by itself", "", LAYERS,
         lambda commands: commands.flip_setting("life_auto"), "life_auto"),
    _row("analyze", "Analyse with the engine", "Insert", ENGINE,
         lambda commands: commands.engine.toggle()),
    _row("analyze_game", "Analyse the whole game …", "Ctrl+Shift+A", ENGINE,
         lambda commands: commands.engine.analyze_game()),
    _row("opponent", "Play against the engine", "", ENGINE,
         lambda commands: commands.engine.flip_opponent()),
    _row("engine_move", "Engine plays a move", "F10", ENGINE,
         lambda commands: commands.engine.play_move()),
    _row("engine_dock", "Engine and console", "F9", ENGINE,
         lambda commands: commands.window.show_dock("engine")),
    _row("engine_candidates", "Engine's candidates", "", ENGINE,
         lambda commands: commands.flip_setting("engine_candidates"), "engine_candidates"),
    _row("candidate_digits", "Digits on candidates", "", ENGINE,
         lambda commands: commands.flip_setting("candidate_digits"), "candidate_digits"),
    _row("chord", "Chord of a move", "", ENGINE, lambda commands: commands.engine.flip_chord(),
         "chord"),
    _row("engine_ownership", "Engine's territory", "", ENGINE,
         lambda commands: commands.flip_setting("engine_ownership"), "engine_ownership"),
    _row("engine_selected", "Only the selected points", "", ENGINE,
         lambda commands: commands.engine.flip_selected(), "engine_selected"),
    _row("engines", "Engines …", "", ENGINE, lambda commands: commands.engine.show_engines()),
    _row("keys", "Keys", "F1 X", HELP, lambda commands: commands.show_keys()),
    _row("about", "About irgo", "", HELP, lambda commands: commands.show_about()),
)

SWAPPED_BY_VERTICAL_ARROWS: Final = {
    "back": "Up", "forward": "Down", "variation_up": "Left", "variation_down": "Right",
}


def keys_of(row: ActionRow, changed: dict[str, str], *, is_vertical: bool) -> list[str]:
    """Return the shortcuts of an action with the user's changes."""
    keys = list(row.keys)
    if is_vertical and row.id in SWAPPED_BY_VERTICAL_ARROWS:
        keys[0] = SWAPPED_BY_VERTICAL_ARROWS[row.id]
    if row.id in changed:
        keys = [changed[row.id], *keys[1:]] if changed[row.id] else []
    return keys
