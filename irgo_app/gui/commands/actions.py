"""Everything a user can do from menu or keyboard: one row an action.

The menus, the key help and the preferences are built from this list. Keys follow what most Go
programs agree on; letters alone never change the record (Del excepted, which can be undone).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from irgo_app.gui.commands import edit, engine, file, help, layers, play, study, tour, window
from irgo_app.gui.commands.context import ActionRow, Context
from irgo_app.gui.models.layers.shown import QUICK_VIEWS, QuickView, is_shown, layer_key
from irgo_app.gui.views.board.picture import STEP
from irgo_app.gui.views.window.body import COLUMN_SIDE, PALETTE_SIDE
from irgo_app.layers import COMPUTED
from irgo_app.layers.layer import Layer
from irgo_app.sgf import navigation
from irgo_app.sgf.annotations import toggle_bookmark
from irgo_app.sgf.edits import Edit, clear_markup, demote, make_main_line, promote
from irgo_app.sgf.game_tree import Node

FILE: Final = str(QT_TRANSLATE_NOOP("Menus", "&File"))
EDIT: Final = str(QT_TRANSLATE_NOOP("Menus", "&Edit"))
TOOLS_MENU: Final = str(QT_TRANSLATE_NOOP("Menus", "&Tools"))
MOVE: Final = str(QT_TRANSLATE_NOOP("Menus", "&Move"))
VIEW: Final = str(QT_TRANSLATE_NOOP("Menus", "&View"))
LAYERS: Final = str(QT_TRANSLATE_NOOP("Menus", "&Layers"))
STUDY: Final = str(QT_TRANSLATE_NOOP("Menus", "&Study"))
ENGINE: Final = str(QT_TRANSLATE_NOOP("Menus", "E&ngine"))
HELP: Final = str(QT_TRANSLATE_NOOP("Menus", "&Help"))
MENUS: Final = (FILE, EDIT, TOOLS_MENU, MOVE, VIEW, LAYERS, STUDY, ENGINE, HELP)


def _row(
    action_id: str, title: object, keys: str, menu: str, run: Callable[[Context], object],
) -> ActionRow:
    return ActionRow(action_id, str(title), tuple(keys.split()), menu, run)


def _switch(
    action_id: str, title: object, keys: str, menu: str, *, setting: str = "",
    run: Callable[[Context], object] | None = None,
) -> ActionRow:
    """Return an action that switches a setting; its own name is the setting's unless given."""
    key = setting or action_id
    return ActionRow(
        action_id, str(title), tuple(keys.split()), menu,
        run or (lambda context: context.models.preferences.flip(key)), key,
        lambda context: bool(context.models.preferences[key]))


def _tick(
    action_id: str, title: object, keys: str, menu: str, run: Callable[[Context], object],
    is_on: Callable[[Context], bool],
) -> ActionRow:
    """Return an action that begins and ends something, with a tick while it goes on."""
    return ActionRow(action_id, str(title), tuple(keys.split()), menu, run, is_on=is_on)


def _layer(index: int, layer: Layer) -> ActionRow:
    """Return the action that switches a computed layer, by its number in the table of layers."""
    return ActionRow(
        f"layer_{index + 1}", layer.title, tuple(layer_key(index).split()), LAYERS,
        lambda context: layers.toggle_layer(context, index),
        is_on=lambda context: context.models.shown.layers[index].is_on)


def _quick_view(view: QuickView) -> ActionRow:
    return ActionRow(
        f"view_{view.id}", view.title, (view.key,), VIEW,
        lambda context: layers.show_quick_view(context, view),
        is_on=lambda context: is_shown(context.models.shown, view))


def _side(action_id: str, title: object, keys: str, side: str) -> ActionRow:
    """Return the action that opens and closes a side of the window."""
    return ActionRow(
        action_id, str(title), tuple(keys.split()), VIEW,
        lambda context: window.flip_side(context, side),
        is_on=lambda context: context.body.is_side_open(side))


def _go(target: Callable[[Node], Node]) -> Callable[[Context], None]:
    return lambda context: context.models.review.go_to(target(context.models.review.node))


def _edit(edit: Callable[[Node], Edit | None]) -> Callable[[Context], None]:
    return lambda context: context.models.review.apply(edit(context.models.review.node))


def _turn(symmetry: int) -> Callable[[Context], None]:
    return lambda context: context.models.viewpoint.turn(
        context.models.viewpoint.symmetry ^ symmetry)


ACTIONS: Final[tuple[ActionRow, ...]] = (
    _row("new", QT_TRANSLATE_NOOP("Actions", "New game …"), "Ctrl+N", FILE, play.new_game),
    _row("open", QT_TRANSLATE_NOOP("Actions", "Open …"), "Ctrl+O", FILE, file.open_file),
    _row("save", QT_TRANSLATE_NOOP("Actions", "Save"), "Ctrl+S", FILE, file.save),
    _row("save_as", QT_TRANSLATE_NOOP("Actions", "Save as …"), "Ctrl+Shift+S", FILE,
         file.save_as),
    _row("choose_game", QT_TRANSLATE_NOOP("Actions", "Choose game of the file …"),
         "Ctrl+Shift+O", FILE, file.choose_game),
    _row("game_back", QT_TRANSLATE_NOOP("Actions", "Previous game of the file"), "Ctrl+PgUp",
         FILE, lambda context: play.show_game_beside(context, -1)),
    _row("game_forward", QT_TRANSLATE_NOOP("Actions", "Next game of the file"), "Ctrl+PgDown",
         FILE, lambda context: play.show_game_beside(context, 1)),
    _row("export", QT_TRANSLATE_NOOP("Actions", "Export picture …"), "Ctrl+E", FILE,
         file.export),
    _row("report", QT_TRANSLATE_NOOP("Actions", "Review report …"), "Ctrl+Shift+E", FILE,
         file.report),
    _row("reload", QT_TRANSLATE_NOOP("Actions", "Read the file again"), "F5", FILE,
         file.reload),
    _row("preferences", QT_TRANSLATE_NOOP("Actions", "Preferences …"), "Ctrl+,", FILE,
         window.show_preferences),
    _row("quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "Ctrl+Q", FILE,
         lambda context: context.window.close()),
    _row("undo", QT_TRANSLATE_NOOP("Actions", "Undo"), "Ctrl+Z", EDIT,
         lambda context: context.models.review.undo()),
    _row("redo", QT_TRANSLATE_NOOP("Actions", "Redo"), "Ctrl+Y Ctrl+Shift+Z", EDIT,
         lambda context: context.models.review.redo()),
    _row("copy", QT_TRANSLATE_NOOP("Actions", "Copy game as SGF"), "Ctrl+C", EDIT,
         edit.copy_sgf),
    _row("paste", QT_TRANSLATE_NOOP("Actions", "Paste game"), "Ctrl+V", EDIT, edit.paste_sgf),
    _row("copy_picture", QT_TRANSLATE_NOOP("Actions", "Copy board as picture"),
         "Ctrl+Shift+C", EDIT, edit.copy_picture),
    _row("copy_text", QT_TRANSLATE_NOOP("Actions", "Copy board as text"), "Ctrl+Alt+T", EDIT,
         edit.copy_text),
    _row("cut_branch", QT_TRANSLATE_NOOP("Actions", "Cut branch"), "Ctrl+X", EDIT,
         edit.cut_branch),
    _row("copy_branch", QT_TRANSLATE_NOOP("Actions", "Copy branch"), "Ctrl+Alt+C", EDIT,
         edit.copy_branch),
    _row("paste_branch", QT_TRANSLATE_NOOP("Actions", "Paste branch here"), "Ctrl+Alt+V", EDIT,
         edit.paste_branch),
    _row("find", QT_TRANSLATE_NOOP("Actions", "Find …"), "Ctrl+F", EDIT, edit.find),
    _row("find_next", QT_TRANSLATE_NOOP("Actions", "Find next"), "F3", EDIT,
         lambda context: context.models.finding.step(1)),
    _row("find_back", QT_TRANSLATE_NOOP("Actions", "Find previous"), "Shift+F3", EDIT,
         lambda context: context.models.finding.step(-1)),
    _row("bookmark", QT_TRANSLATE_NOOP("Actions", "Bookmark"), "Ctrl+B", EDIT,
         _edit(toggle_bookmark)),
    _row("delete", QT_TRANSLATE_NOOP("Actions", "Delete node and what follows"),
         "Del Shift+Del", EDIT, edit.delete),
    _row("promote", QT_TRANSLATE_NOOP("Actions", "Move variation up"), "Ctrl+Up", EDIT,
         _edit(promote)),
    _row("demote", QT_TRANSLATE_NOOP("Actions", "Move variation down"), "Ctrl+Down", EDIT,
         _edit(demote)),
    _row("main_line", QT_TRANSLATE_NOOP("Actions", "Make main line"), "Ctrl+M", EDIT,
         _edit(make_main_line)),
    _row("side", QT_TRANSLATE_NOOP("Actions", "Change side to move"), "Ctrl+Alt+P", EDIT,
         edit.change_side),
    _row("clear_markup", QT_TRANSLATE_NOOP("Actions", "Clear markup"), "Ctrl+Alt+M", EDIT,
         _edit(clear_markup)),
    _row("info", QT_TRANSLATE_NOOP("Actions", "Game info"), "Ctrl+I I", EDIT,
         lambda context: context.show_panel("info")),
    _row("back", QT_TRANSLATE_NOOP("Actions", "Previous move"), "Left", MOVE,
         lambda context: context.models.line.step_by(-1)),
    _row("forward", QT_TRANSLATE_NOOP("Actions", "Next move"), "Right", MOVE,
         lambda context: context.models.line.step_by(1)),
    _row("back_10", QT_TRANSLATE_NOOP("Actions", "10 moves back"), "PgUp Shift+Left", MOVE,
         _go(lambda node: navigation.step(node, -10))),
    _row("forward_10", QT_TRANSLATE_NOOP("Actions", "10 moves forward"), "PgDown Shift+Right", MOVE,
         _go(lambda node: navigation.step(node, 10))),
    _row("first", QT_TRANSLATE_NOOP("Actions", "First position"), "Home", MOVE,
         _go(lambda node: node.tree.root)),
    _row("last", QT_TRANSLATE_NOOP("Actions", "Last position"), "End", MOVE, _go(navigation.last)),
    _row("variation_up", QT_TRANSLATE_NOOP("Actions", "Previous variation"), "Up", MOVE,
         _go(lambda node: navigation.sibling(node, -1))),
    _row("variation_down", QT_TRANSLATE_NOOP("Actions", "Next variation"), "Down", MOVE,
         _go(lambda node: navigation.sibling(node, 1))),
    _row("fork_back", QT_TRANSLATE_NOOP("Actions", "Previous fork"), "Ctrl+Left B", MOVE,
         _go(lambda node: navigation.fork(node, -1))),
    _row("fork_forward", QT_TRANSLATE_NOOP("Actions", "Next fork"), "Ctrl+Right", MOVE,
         _go(lambda node: navigation.fork(node, 1))),
    _row("to_main_line", QT_TRANSLATE_NOOP("Actions", "Back to the main line"), "Shift+B", MOVE,
         _go(navigation.main_line)),
    _row("comment_back", QT_TRANSLATE_NOOP("Actions", "Previous comment"), "Ctrl+Shift+Up", MOVE,
         _go(lambda node: navigation.commented(node, -1))),
    _row("comment_forward", QT_TRANSLATE_NOOP("Actions", "Next comment"), "Ctrl+Shift+Down", MOVE,
         _go(lambda node: navigation.commented(node, 1))),
    _row("bookmark_forward", QT_TRANSLATE_NOOP("Actions", "Next bookmark"), "F2", MOVE,
         _go(lambda node: navigation.bookmarked(node, 1))),
    _row("bookmark_back", QT_TRANSLATE_NOOP("Actions", "Previous bookmark"), "Shift+F2", MOVE,
         _go(lambda node: navigation.bookmarked(node, -1))),
    _row("next_end", QT_TRANSLATE_NOOP("Actions", "End of the next variation"), "Space", MOVE,
         _go(navigation.next_end)),
    _row("go_to_move", QT_TRANSLATE_NOOP("Actions", "Go to move …"), "Ctrl+G", MOVE,
         window.ask_move),
    _row("mistake_forward", QT_TRANSLATE_NOOP("Actions", "Next move that lost points"), "N", MOVE,
         lambda context: play.step_to_mistake(context, 1)),
    _row("mistake_back", QT_TRANSLATE_NOOP("Actions", "Previous move that lost points"),
         "Shift+N", MOVE, lambda context: play.step_to_mistake(context, -1)),
    _row("losses", QT_TRANSLATE_NOOP("Actions", "Moves that lost most"), "Ctrl+Shift+N", MOVE,
         lambda context: context.show_panel("losses")),
    _tick("autoplay", QT_TRANSLATE_NOOP("Actions", "Moves go by themselves"), "Shift+Space", MOVE,
          lambda context: context.models.autoplay.toggle(),
          lambda context: context.models.autoplay.is_on),
    _row("pass", QT_TRANSLATE_NOOP("Actions", "Pass"), "P", MOVE, play.pass_turn),
    _row("resign", QT_TRANSLATE_NOOP("Actions", "Resign"), "", MOVE, play.resign),
    _tick("try", QT_TRANSLATE_NOOP("Actions", "Try moves"), "V", MOVE,
          lambda context: context.models.trial.toggle(),
          lambda context: context.models.trial.is_on),
    _tick("count", QT_TRANSLATE_NOOP("Actions", "Count"), "Ctrl+Shift+R", MOVE,
          lambda context: context.models.counting.toggle(),
          lambda context: context.models.counting.is_on),
    _row("coordinates", QT_TRANSLATE_NOOP("Actions", "Coordinates"), "C", VIEW,
         window.cycle_coordinates),
    _switch("move_numbers", QT_TRANSLATE_NOOP("Actions", "Move numbers"), "M", VIEW),
    _switch("next_moves", QT_TRANSLATE_NOOP("Actions", "Next moves"), "F", VIEW),
    _row("mirror", QT_TRANSLATE_NOOP("Actions", "Mirror left and right"),
         "Ctrl+Alt+Left Ctrl+Alt+Right", VIEW, _turn(1)),
    _row("flip", QT_TRANSLATE_NOOP("Actions", "Mirror top and bottom"), "Ctrl+Alt+Up", VIEW,
         _turn(2)),
    _row("rotate", QT_TRANSLATE_NOOP("Actions", "Turn by a diagonal"), "Ctrl+Alt+Down", VIEW,
         _turn(4)),
    _row("cursor_up", QT_TRANSLATE_NOOP("Actions", "Board cursor up"), "Alt+Up", VIEW,
         lambda context: context.board.move_cursor(0, -1)),
    _row("cursor_down", QT_TRANSLATE_NOOP("Actions", "Board cursor down"), "Alt+Down", VIEW,
         lambda context: context.board.move_cursor(0, 1)),
    _row("cursor_left", QT_TRANSLATE_NOOP("Actions", "Board cursor left"), "Alt+Left", VIEW,
         lambda context: context.board.move_cursor(-1, 0)),
    _row("cursor_right", QT_TRANSLATE_NOOP("Actions", "Board cursor right"), "Alt+Right", VIEW,
         lambda context: context.board.move_cursor(1, 0)),
    _row("cursor_play", QT_TRANSLATE_NOOP("Actions", "Play at the board cursor"),
         "Return Alt+Return", VIEW, window.play_cursor),
    _row("part_forward", QT_TRANSLATE_NOOP("Actions", "Focus to the next part of the window"),
         "F6", VIEW, lambda context: context.focus_walk.step_part(forward=True)),
    _row("part_back", QT_TRANSLATE_NOOP("Actions", "Focus to the part before"), "Shift+F6", VIEW,
         lambda context: context.focus_walk.step_part(forward=False)),
    _side("palette", QT_TRANSLATE_NOOP("Actions", "Palette of layers"), "F4", PALETTE_SIDE),
    _side("column", QT_TRANSLATE_NOOP("Actions", "Column at the right"), "Shift+F4", COLUMN_SIDE),
    _row("reset_layout", QT_TRANSLATE_NOOP("Actions", "Reset layout"), "", VIEW,
         lambda context: context.models.layout.reset()),
    _row("zoom_in", QT_TRANSLATE_NOOP("Actions", "Zoom in"), "Ctrl++ Ctrl+=", VIEW,
         lambda context: context.zoom.zoom_by(STEP)),
    _row("zoom_out", QT_TRANSLATE_NOOP("Actions", "Zoom out"), "Ctrl+-", VIEW,
         lambda context: context.zoom.zoom_by(1 / STEP)),
    _row("zoom_reset", QT_TRANSLATE_NOOP("Actions", "Whole board"), "Ctrl+0", VIEW,
         lambda context: context.zoom.show_whole()),
    _row("full_screen", QT_TRANSLATE_NOOP("Actions", "Full screen"), "F11", VIEW,
         window.flip_full_screen),
    *(_layer(index, layer) for index, layer in enumerate(COMPUTED)),
    *(_quick_view(view) for view in QUICK_VIEWS),
    _row("explain", QT_TRANSLATE_NOOP("Actions", "Explain the point at the cursor"), "E", STUDY,
         study.explain_cursor),
    _row("pin", QT_TRANSLATE_NOOP("Actions", "Compare with this position"), "K", STUDY,
         study.pin),
    _row("swap", QT_TRANSLATE_NOOP("Actions", "Go to the compared position and back"),
         "Shift+K", STUDY, lambda context: context.models.comparing.swap()),
    _row("life", QT_TRANSLATE_NOOP("Actions", "Life and death of all groups"), "L", STUDY,
         study.ask_groups),
    _row("what_if", QT_TRANSLATE_NOOP("Actions", "What if: both first moves at the cursor"),
         "Shift+W", STUDY, study.what_if),
    _row("urgency", QT_TRANSLATE_NOOP("Actions", "Where it matters: groups and big points"),
         "Shift+L", STUDY, study.rank_groups),
    _row("study_box", QT_TRANSLATE_NOOP("Actions", "Draw a box to study"), "Alt+B", STUDY,
         study.draw_box),
    _row("keep_studies", QT_TRANSLATE_NOOP("Actions", "Keep studies in the record"), "", STUDY,
         study.keep_studies),
    _switch("dead_off", QT_TRANSLATE_NOOP("Actions", "Dead groups off the maps"), "", STUDY,
            setting="life_dead_off"),
    _switch("life_auto", QT_TRANSLATE_NOOP("Actions", "Life and death by itself"), "", STUDY),
    _row("stop", QT_TRANSLATE_NOOP("Actions", "Stop the analysis"), "Escape", STUDY,
         window.leave),
    _row("analyze", QT_TRANSLATE_NOOP("Actions", "Analyse with the engine"), "Insert", ENGINE,
         engine.toggle),
    _row("analyze_game", QT_TRANSLATE_NOOP("Actions", "Analyse the whole game …"),
         "Ctrl+Shift+A", ENGINE, engine.analyze_game),
    _row("play_irgo", QT_TRANSLATE_NOOP("Actions", "Play against irgo …"), "Shift+F10", ENGINE,
         play.play_irgo),
    _tick("opponent", QT_TRANSLATE_NOOP("Actions", "Play against the engine"), "", ENGINE,
          engine.flip_opponent, lambda context: context.models.desk.is_opponent),
    _row("engine_move", QT_TRANSLATE_NOOP("Actions", "Engine plays a move"), "F10", ENGINE,
         lambda context: context.models.desk.play_move()),
    _row("engine_dock", QT_TRANSLATE_NOOP("Actions", "Engine and console"), "F9", ENGINE,
         lambda context: context.show_panel("engine")),
    _switch("engine_candidates", QT_TRANSLATE_NOOP("Actions", "Engine's candidates"), "", ENGINE),
    _switch("reader_candidates", QT_TRANSLATE_NOOP("Actions", "irgo's own candidates"), "",
            ENGINE),
    _switch("candidate_digits", QT_TRANSLATE_NOOP("Actions", "Digits on candidates"), "", ENGINE),
    _switch("chord", QT_TRANSLATE_NOOP("Actions", "Chord of a move"), "", ENGINE,
            run=engine.flip_chord),
    _switch("engine_ownership", QT_TRANSLATE_NOOP("Actions", "Engine's territory"), "", ENGINE),
    _switch("engine_selected", QT_TRANSLATE_NOOP("Actions", "Only the selected points"), "", ENGINE,
            run=engine.flip_selected),
    _row("engines", QT_TRANSLATE_NOOP("Actions", "Engines …"), "", ENGINE,
         engine.show_engines),
    _row("keys", QT_TRANSLATE_NOOP("Actions", "Keys"), "F1 X", HELP, help.show_keys),
    _row("guide", QT_TRANSLATE_NOOP("Actions", "Manual"), "Shift+F1", HELP, help.show_guide),
    _row("examples", QT_TRANSLATE_NOOP("Actions", "Examples"), "", HELP,
         help.show_examples),
    _row("tour", QT_TRANSLATE_NOOP("Actions", "Take the tour"), "", HELP, tour.take_tour),
    _row("report_bug", QT_TRANSLATE_NOOP("Actions", "Report a bug …"), "", HELP,
         help.report_bug),
    _row("about", QT_TRANSLATE_NOOP("Actions", "About irgo"), "", HELP,
         help.show_about),
)
