"""Everything a user can do from menu or keyboard, one row an action; and the menus made of them.

The menus, the key help and the preferences are built from this list. Keys follow what most Go
programs agree on; letters alone never change the record (Del excepted, which can be undone).
"""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from irgo_app.go.point import PASS
from irgo_app.gui.commands import edit, engine, file, games, help, play, practice, study, window
from irgo_app.gui.commands.context import ICONS, LINES_BEFORE, ActionRow, Context
from irgo_app.gui.models.layers import BARE, QUICK_VIEWS, QuickView, is_shown, layer_key, show_view
from irgo_app.gui.models.turns import BETTER, PLAYED
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.board_picture import STEP
from irgo_app.gui.views.edit import ToolBar
from irgo_app.gui.views.help import EXAMPLES, GUIDE, KEYS
from irgo_app.gui.views.style import icon
from irgo_app.gui.views.widgets import tip_with_key
from irgo_app.gui.views.window.body import COLUMN_SIDE, PALETTE_SIDE
from irgo_app.layers import COMPUTED
from irgo_app.layers.layer import Layer
from irgo_app.sgf import navigation
from irgo_app.sgf.charsets import READABLE
from irgo_app.sgf.edits import Edit, clear_markup, demote, make_main_line, promote, toggle_bookmark
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.whole_record import Turning, colours_swapped
from irgo_app.words import noted, translated, visible

FILE: Final = noted("&File")
EDIT: Final = noted("&Edit")
TOOLS_MENU: Final = noted("&Tools")
MOVE: Final = noted("&Move")
VIEW: Final = noted("&View")
LAYERS: Final = noted("&Layers")
STUDY: Final = noted("&Study")
ENGINE: Final = noted("E&ngine")
PRACTICE: Final = noted("&Practice")
GAMES: Final = noted("&Games")
HELP: Final = noted("&Help")
MENUS: Final = (FILE, EDIT, TOOLS_MENU, MOVE, VIEW, LAYERS, STUDY, ENGINE, PRACTICE, GAMES,
                HELP)


def _row(
    action_id: str, title: str, keys: str, menu: str, run: Callable[[Context], object],
    is_on: Callable[[Context], bool] | None = None,
) -> ActionRow:
    """Return an action; is_on -- of one that begins and ends something, with a tick meanwhile."""
    return ActionRow(action_id, title, tuple(keys.split()), menu, run, is_on)


def _switch(
    action_id: str, title: str, keys: str, menu: str, *, setting: str = "",
    run: Callable[[Context], object] | None = None,
) -> ActionRow:
    """Return an action that switches a setting; its own name is the setting's unless given."""
    key = setting or action_id
    return _row(action_id, title, keys, menu,
                run or (lambda context: context.models.preferences.flip(key)),
                lambda context: bool(context.models.preferences[key]))


def _layer(index: int, layer: Layer) -> ActionRow:
    """Return the action that shows a computed layer, by its number in the table of layers."""
    def flip(context: Context) -> None:
        context.models.shown.choose(context.models.shown.layers[index])

    return _row(f"layer_{index + 1}", layer.title, layer_key(index), LAYERS, flip,
                lambda context: context.models.shown.layers[index].is_on)


def _quick_view(view: QuickView) -> ActionRow:
    """Return the action that shows a view; Ishida's once more shows the bare board."""
    def show(context: Context) -> None:
        shown = context.models.shown
        is_bare = view.is_ishida and is_shown(shown, view)
        show_view(shown, BARE if is_bare else view)

    return _row(f"view_{view.id}", view.title, view.key, VIEW, show,
                lambda context: is_shown(context.models.shown, view))


def _side(action_id: str, title: str, keys: str, side: str) -> ActionRow:
    return _row(
        action_id, title, keys, VIEW, lambda context: context.body.open_side(
            side, is_open=not context.body.is_side_open(side)),
        lambda context: context.body.is_side_open(side))


def _go(target: Callable[..., Node], *offset: int) -> Callable[[Context], None]:
    return lambda context: context.models.review.go_to(
        target(context.models.review.node, *offset))


def _to_main_line(context: Context) -> None:
    """Go to where this variation left the main line, which is the way forward from there on."""
    review = context.models.review
    node = navigation.main_line(review.node)
    review.game.visited.forget_from(node)
    if node is review.node:
        review.node_changed.emit()
    else:
        review.go_to(node)


def _edit(edit: Callable[[Node], Edit | None]) -> Callable[[Context], None]:
    return lambda context: context.models.review.apply(edit(context.models.review.node))


def _turn(symmetry: int) -> Callable[[Context], None]:
    return lambda context: context.models.viewpoint.turn(
        context.models.viewpoint.symmetry ^ symmetry)


ACTIONS: Final[tuple[ActionRow, ...]] = (
    _row("new", noted("New game …"), "Ctrl+N", FILE, play.new_game),
    _row("open", noted("Open …"), "Ctrl+O", FILE, file.open_file),
    _row("open_link", noted("Open link …"), "Ctrl+Alt+O", FILE, games.open_link),
    _row("from_picture", noted("From a picture …"), "", FILE, file.from_picture),
    _row("save", noted("Save"), "Ctrl+S", FILE, file.save),
    _row("save_as", noted("Save as …"), "Ctrl+Shift+S", FILE, file.save_as),
    _row("choose_game", noted("Choose a game in the file …"),
         "Ctrl+Shift+O", FILE, file.choose_game),
    _row("game_back", noted("Previous game in the file"), "Ctrl+PgUp",
         FILE, lambda context: play.show_game_beside(context, -1)),
    _row("game_forward", noted("Next game in the file"), "Ctrl+PgDown",
         FILE, lambda context: play.show_game_beside(context, 1)),
    _row("export", noted("Picture …"), "Ctrl+E", FILE, file.export),
    _row("print", noted("Print …"), "Ctrl+P", FILE, file.print_pages),
    _row("animate", noted("Animation …"), "", FILE, file.animate),
    _row("report", noted("Review report …"), "Ctrl+Shift+E", FILE, file.report),
    _row("save_story", noted("Save the story as …"), "", FILE, file.save_story),
    _row("story", noted("Where the game was decided"), "", MOVE, play.show_story),
    _row("turn_forward", noted("Next turning point"), "J", MOVE,
         lambda context: play.step_to_turn(context, 1)),
    _row("turn_back", noted("Previous turning point"), "Shift+J", MOVE,
         lambda context: play.step_to_turn(context, -1)),
    _row("play_better", noted("Play what was better"), "A", MOVE,
         lambda context: play.play_line(context, BETTER)),
    _row("play_played", noted("Play what was played"), "S", MOVE,
         lambda context: play.play_line(context, PLAYED)),
    _row("reload", noted("Read the file again"), "F5", FILE, file.reload),
    _row("preferences", noted("Preferences …"), "Ctrl+,", FILE, window.show_preferences),
    _row("quit", noted("Quit"), "Ctrl+Q", FILE, lambda context: context.window.close()),
    _row("undo", noted("Undo"), "Ctrl+Z", EDIT,
         lambda context: context.models.opponent.take_back()),
    _row("redo", noted("Redo"), "Ctrl+Y Ctrl+Shift+Z", EDIT,
         lambda context: context.models.opponent.redo()),
    _row("copy", noted("Copy game as SGF"), "Ctrl+C", EDIT, edit.copy_sgf),
    _row("paste", noted("Paste game"), "Ctrl+V", EDIT, edit.paste_sgf),
    _row("copy_picture", noted("Copy board as picture"), "Ctrl+Shift+C", EDIT, edit.copy_picture),
    _row("copy_text", noted("Copy board as text"), "Ctrl+Alt+T", EDIT, edit.copy_text),
    _row("copy_sensei", noted("Copy board for Sensei's Library"), "", EDIT,
         lambda context: edit.copy_diagram(context, "sensei")),
    _row("copy_framed", noted("Copy board for rec.games.go"), "", EDIT,
         lambda context: edit.copy_diagram(context, "rec.games.go")),
    _row("copy_sgfmill", noted("Copy board for sgfmill"), "", EDIT,
         lambda context: edit.copy_diagram(context, "sgfmill")),
    _row("copy_unicode", noted("Copy board with Unicode lines"), "", EDIT,
         lambda context: edit.copy_diagram(context, "unicode")),
    _row("cut_branch", noted("Cut branch"), "Ctrl+X", EDIT, edit.cut_branch),
    _row("copy_branch", noted("Copy branch"), "Ctrl+Alt+C", EDIT, edit.copy_branch),
    _row("paste_branch", noted("Paste branch here"), "Ctrl+Alt+V", EDIT, edit.paste_branch),
    _row("find", noted("Find …"), "Ctrl+F", EDIT, edit.find),
    _row("find_next", noted("Find next"), "F3", EDIT,
         lambda context: context.models.finding.step(1)),
    _row("find_back", noted("Find previous"), "Shift+F3", EDIT,
         lambda context: context.models.finding.step(-1)),
    _row("bookmark", noted("Bookmark"), "Ctrl+B", EDIT, _edit(toggle_bookmark)),
    _row("delete", noted("Delete node and what follows"), "Del Shift+Del", EDIT, edit.delete),
    _row("promote", noted("Move variation up"), "Ctrl+Up", EDIT, _edit(promote)),
    _row("demote", noted("Move variation down"), "Ctrl+Down", EDIT, _edit(demote)),
    _row("main_line", noted("Make main line"), "Ctrl+M", EDIT, _edit(make_main_line)),
    _row("side", noted("Change side to move"), "Ctrl+Alt+P", EDIT, edit.change_side),
    _row("turn_record_right", noted("Turn the record to the right"), "", EDIT,
         lambda context: edit.turn_record(context, Turning.RIGHT)),
    _row("turn_record_left", noted("Turn the record to the left"), "", EDIT,
         lambda context: edit.turn_record(context, Turning.LEFT)),
    _row("mirror_record", noted("Mirror the record"), "", EDIT,
         lambda context: edit.turn_record(context, Turning.MIRRORED)),
    _row("swap_colours", noted("Exchange Black and White in the record"), "", EDIT,
         _edit(colours_swapped)),
    _row("position_as_game", noted("This position as its own game"), "", EDIT,
         edit.position_as_own_game),
    _row("merge_games", noted("Merge the games of the file into one tree"), "", EDIT,
         edit.merge_games),
    _row("set_up_handicap", noted("Set up the handicap stones"), "", EDIT, edit.set_up_handicap),
    _row("clear_markup", noted("Clear markup"), "Ctrl+Alt+M", EDIT, _edit(clear_markup)),
    _row("info", noted("Game info"), "Ctrl+I I", EDIT, lambda context: context.show_panel("info")),
    _row("back", noted("Previous move"), "Left", MOVE,
         lambda context: context.models.line.step_by(-1)),
    _row("forward", noted("Next move"), "Right", MOVE,
         lambda context: context.models.line.step_by(1)),
    _row("back_10", noted("10 moves back"), "PgUp Shift+Left", MOVE, _go(navigation.step, -10)),
    _row("forward_10", noted("10 moves forward"), "PgDown Shift+Right", MOVE,
         _go(navigation.step, 10)),
    _row("first", noted("First position"), "Home", MOVE, _go(lambda node: node.tree.root)),
    _row("last", noted("Last position"), "End", MOVE, _go(navigation.last)),
    _row("variation_up", noted("Previous variation"), "Up", MOVE, _go(navigation.sibling, -1)),
    _row("variation_down", noted("Next variation"), "Down", MOVE, _go(navigation.sibling, 1)),
    _row("fork_back", noted("Previous fork"), "Ctrl+Left B", MOVE, _go(navigation.fork, -1)),
    _row("fork_forward", noted("Next fork"), "Ctrl+Right", MOVE, _go(navigation.fork, 1)),
    _row("to_main_line", noted("Back to the main line"), "Shift+B", MOVE, _to_main_line),
    _row("comment_back", noted("Previous comment"), "Ctrl+Shift+Up", MOVE,
         _go(navigation.commented, -1)),
    _row("comment_forward", noted("Next comment"), "Ctrl+Shift+Down", MOVE,
         _go(navigation.commented, 1)),
    _row("bookmark_forward", noted("Next bookmark"), "F2", MOVE, _go(navigation.bookmarked, 1)),
    _row("bookmark_back", noted("Previous bookmark"), "Shift+F2", MOVE,
         _go(navigation.bookmarked, -1)),
    _row("next_end", noted("End of the next variation"), "Space", MOVE, _go(navigation.next_end)),
    _row("go_to_move", noted("Go to move …"), "Ctrl+G", MOVE, window.ask_move),
    _row("mistake_forward", noted("Next move that lost points"), "N", MOVE,
         lambda context: play.step_to_mistake(context, 1)),
    _row("mistake_back", noted("Previous move that lost points"),
         "Shift+N", MOVE, lambda context: play.step_to_mistake(context, -1)),
    _row("losses", noted("Moves that lost most"), "Ctrl+Shift+N", MOVE,
         lambda context: context.show_panel("losses")),
    _row("autoplay", noted("Play through automatically"), "Shift+Space", MOVE,
         lambda context: context.models.autoplay.toggle(),
         lambda context: context.models.autoplay.is_on),
    _row("pass", noted("Pass"), "P", MOVE, lambda context: context.models.opponent.play(PASS)),
    _row("resign", noted("Resign"), "", MOVE, lambda context: context.models.opponent.resign()),
    _row("try", noted("Try moves"), "V", MOVE,
         lambda context: context.models.trial.toggle(),
         lambda context: context.models.trial.is_on),
    _row("count", noted("Count"), "Ctrl+Shift+R", MOVE,
         lambda context: context.models.counting.toggle(),
         lambda context: context.models.counting.is_on),
    _row("coordinates", noted("Coordinates"), "C", VIEW, window.cycle_coordinates),
    _switch("move_numbers", noted("Move numbers"), "M", VIEW),
    _switch("next_moves", noted("Next moves"), "F", VIEW),
    _row("mirror", noted("Mirror left and right"), "Ctrl+Alt+Left Ctrl+Alt+Right", VIEW, _turn(1)),
    _row("flip", noted("Mirror top and bottom"), "Ctrl+Alt+Up", VIEW, _turn(2)),
    _row("rotate", noted("Mirror along the diagonal"), "Ctrl+Alt+Down", VIEW, _turn(4)),
    _row("cursor_up", noted("Board cursor up"), "Alt+Up", VIEW,
         lambda context: context.board.move_cursor(0, -1)),
    _row("cursor_down", noted("Board cursor down"), "Alt+Down", VIEW,
         lambda context: context.board.move_cursor(0, 1)),
    _row("cursor_left", noted("Board cursor left"), "Alt+Left", VIEW,
         lambda context: context.board.move_cursor(-1, 0)),
    _row("cursor_right", noted("Board cursor right"), "Alt+Right", VIEW,
         lambda context: context.board.move_cursor(1, 0)),
    _row("cursor_play", noted("Play at the board cursor"),
         "Return Alt+Return", VIEW, window.play_cursor),
    _row("part_forward", noted("Go to the next part of the window"),
         "F6", VIEW, lambda context: context.focus_walk.step_part(forward=True)),
    _row("part_back", noted("Go to the previous part of the window"), "Shift+F6", VIEW,
         lambda context: context.focus_walk.step_part(forward=False)),
    _side("palette", noted("Layers palette"), "F4", PALETTE_SIDE),
    _side("column", noted("Right column"), "Shift+F4", COLUMN_SIDE),
    _row("reset_layout", noted("Reset layout"), "", VIEW,
         lambda context: context.models.layout.reset()),
    _row("zoom_in", noted("Zoom in"), "Ctrl++ Ctrl+=", VIEW,
         lambda context: context.zoom.zoom_by(STEP)),
    _row("zoom_out", noted("Zoom out"), "Ctrl+-", VIEW,
         lambda context: context.zoom.zoom_by(1 / STEP)),
    _row("zoom_reset", noted("Whole board"), "Ctrl+0", VIEW,
         lambda context: context.zoom.show_whole()),
    _row("full_screen", noted("Full screen"), "F11", VIEW, window.flip_full_screen),
    *(_layer(index, layer) for index, layer in enumerate(COMPUTED)),
    _switch("several_layers", noted("Several layers at once"), "", LAYERS),
    *(_quick_view(view) for view in QUICK_VIEWS),
    _row("explain", noted("Explain the point at the cursor"), "E", STUDY, study.explain_cursor),
    _row("pin", noted("Compare with this position"), "K", STUDY, study.pin),
    _row("swap", noted("Go to the compared position and back"),
         "Shift+K", STUDY, lambda context: context.models.comparing.swap()),
    _row("life", noted("Life and death of all groups"), "L", STUDY, study.ask_groups),
    _row("what_if", noted("What if: both first moves at the cursor"),
         "Shift+W", STUDY, study.what_if),
    _row("why_move", noted("Why this move?"), "W", STUDY, study.why_move),
    _row("why_turn", noted("Why did the game turn here?"), "", STUDY, study.why_turn),
    _row("urgency", noted("Rank all: groups and big points"), "Shift+L", STUDY, study.rank_groups),
    _row("study_box", noted("Draw a box to study"), "Alt+B", STUDY, study.draw_box),
    _row("keep_studies", noted("Keep studies in the record"), "", STUDY, study.keep_studies),
    _switch("dead_off", noted("Leave dead groups off the maps"), "", STUDY,
            setting="life_dead_off"),
    _switch("analyse_auto", noted("Analyse automatically"), "", STUDY),
    _row("stop", noted("Stop the analysis"), "Escape", STUDY, window.leave),
    _row("analyze", noted("Analyse with the engine"), "Insert", ENGINE, engine.toggle),
    _row("analyze_game", noted("Analyse the whole game …"),
         "Ctrl+Shift+A", ENGINE, engine.analyze_game),
    _row("play_now", noted("Play irgo"), "", ENGINE, play.play_now),
    _switch("teaching_game", noted("Teaching game"), "", ENGINE),
    _row("play_irgo", noted("Play against irgo …"), "Shift+F10", ENGINE,
         lambda context: play.new_game(context, goes_on=True)),
    _row("opponent", noted("Play against the engine"), "", ENGINE,
         engine.flip_opponent, lambda context: context.models.opponent.is_on),
    _row("engine_move", noted("Engine plays a move"), "F10", ENGINE,
         lambda context: context.models.desk.play_move()),
    _row("engine_dock", noted("Engine and console"), "F9", ENGINE,
         lambda context: context.show_panel("engine")),
    _switch("engine_candidates", noted("Candidate moves"), "", ENGINE),
    _switch("candidate_digits", noted("Winning chances on candidates"), "", ENGINE),
    _switch("chord", noted("Sound of a move"), "", ENGINE, run=engine.flip_chord),
    _switch("engine_ownership", noted("Engine's territory"), "", ENGINE),
    _switch("engine_selected", noted("Only the selected points"), "", ENGINE,
            run=engine.flip_selected),
    _row("engines", noted("Engines …"), "", ENGINE, engine.show_engines),
    _row("practise", noted("Practise"), "Ctrl+Alt+E", PRACTICE, practice.practise,
         lambda context: context.models.layout.mode is Mode.PRACTICE),
    _row("add_mistakes", noted("Add my mistakes"), "Ctrl+Alt+A", PRACTICE, practice.add_mistakes),
    _row("ask_again", noted("Ask me this turning point again"), "", PRACTICE,
         practice.ask_again),
    _row("add_position", noted("Add this position"), "", PRACTICE, practice.add_position),
    _row("guess", noted("Guess the moves of this game …"), "", PRACTICE, practice.guess),
    _row("open_card", noted("Open the card's game"), "", PRACTICE, practice.open_card),
    _row("leave_out", noted("Leave this card out"), "", PRACTICE, practice.leave_out),
    _row("practice_choices", noted("Settings …"), "", PRACTICE, practice.choose),
    _row("write_deck", noted("Export the deck …"), "", PRACTICE, practice.write_deck),
    _row("take_deck", noted("Import a deck …"), "", PRACTICE, practice.take_in),
    _row("games", noted("My games"), "Ctrl+Alt+G", GAMES, games.show_games),
    _row("find_in_games", noted("Find in my games"), "Ctrl+Alt+F", GAMES, games.find_in_games),
    _row("read_games", noted("Read all my games"), "", GAMES, games.toggle_reading,
         lambda context: context.models.games.is_reading),
    _switch("games_read_idle", noted("Read my games while I am away"), "", GAMES),
    _switch("games_fetch_daily", noted("Fetch my games daily"), "", GAMES),
    _row("keys", noted("Keys"), "F1 X", HELP, lambda context: help.show(context, KEYS)),
    _row("guide", noted("Manual"), "Shift+F1", HELP, lambda context: help.show(context, GUIDE)),
    _row("examples", noted("Examples"), "", HELP, lambda context: help.show(context, EXAMPLES)),
    _row("tour", noted("Take the tour"), "", HELP, help.take_tour),
    _row("report_bug", noted("Report a bug …"), "", HELP, help.report_bug),
    _row("about", noted("About irgo"), "", HELP, help.show_about),
)


class Menus(QObject):
    """The menu bar of a window; `actions` are its actions by their ids."""

    def __init__(self, window: QMainWindow, context: Context, tools: ToolBar) -> None:
        super().__init__(window)
        self._window, self._context, self._tools = window, context, tools
        self._menus: dict[str, QMenu] = {}
        self.actions: dict[str, QAction] = {}
        self._recent = QMenu(translated("Recent files"), window)
        self._recent.setIcon(icon("recent"))
        self._recent.aboutToShow.connect(self._fill_recent)
        self._build()
        models = context.models
        models.preferences.changed.connect(self.refresh)
        for signal in (models.shown.changed, models.autoplay.changed, models.trial.changed,
                       models.counting.changed, models.desk.state_changed, models.opponent.changed):
            signal.connect(self._refresh_ticks)
        models.layout.mode_changed.connect(self._follow_mode)
        models.review.tree_changed.connect(self._refresh_undo)
        models.review.game_changed.connect(self._refresh_undo)
        self.refresh()
        self._follow_mode()

    def refresh(self) -> None:
        """Use the keys of the settings, and show what is on."""
        settings = self._context.models.preferences.settings
        is_vertical = bool(settings["vertical_arrows"])
        self._tools.use_keys(settings.keys)
        for row in self._context.actions:
            keys = row.keys_now(settings.keys, is_vertical=is_vertical)
            action = self.actions[row.id]
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.setToolTip(tip_with_key(translated(row.title), action.shortcut()))
        self._refresh_ticks()

    def add_panel_switches(self, switches: Sequence[QAction]) -> None:
        """Put the switches of the panels into the View menu."""
        panels = self._menus[VIEW].addMenu(translated("Panels"))
        panels.addActions(list(switches))

    def _build(self) -> None:
        context, window = self._context, self._window
        for title in MENUS:
            menu = window.menuBar().addMenu(translated(title))
            # Ticks of what no signal tells of.
            menu.aboutToShow.connect(self._refresh_ticks)
            self._menus[title] = menu
        for row in context.actions:
            action = QAction(translated(row.title), window, checkable=row.is_on is not None)
            action.triggered.connect(lambda _checked=False, row=row: row.run(context))
            if row.id in ICONS:
                action.setIcon(icon(ICONS[row.id]))
                action.setIconVisibleInMenu(row.is_on is None)
            if row.id in LINES_BEFORE and self._menus[row.menu].actions():
                self._menus[row.menu].addSeparator()
            self._menus[row.menu].addAction(action)
            self.actions[row.id] = action
        self._menus[FILE].insertMenu(self.actions["save"], self._recent)
        charsets = QMenu(translated("Read again in charset"), window)
        for name in READABLE:
            charsets.addAction(name, lambda name=name: file.reopen(context, name))
        self._menus[FILE].insertMenu(self.actions["reload"], charsets)
        self._tools.fill_menu(self._menus[TOOLS_MENU])

    def _refresh_ticks(self) -> None:
        for row in self._context.actions:
            if row.is_on is not None:
                self.actions[row.id].setChecked(row.is_on(self._context))

    def _follow_mode(self) -> None:
        """Let no key change a game that is not seen, while one practises."""
        is_practice = self._context.models.layout.mode is Mode.PRACTICE
        for row in self._context.actions:
            hidden = row.menu in (EDIT, MOVE, LAYERS, STUDY, ENGINE) or row.id == "cursor_play"
            if hidden and row.id != "stop":
                self.actions[row.id].setEnabled(not is_practice)
        self._menus[TOOLS_MENU].setEnabled(not is_practice)
        self._refresh_ticks()
        if not is_practice:
            self._refresh_undo()

    def _refresh_undo(self) -> None:
        stack = self._context.models.review.undo_stack
        for action_id, plain, words, title in (
            ("undo", noted("Undo"), translated("Undo {0}"), stack.undo_title),
            ("redo", noted("Redo"), translated("Redo {0}"), stack.redo_title),
        ):
            self.actions[action_id].setText(
                words.format(translated(title)) if title else translated(plain))
            self.actions[action_id].setEnabled(bool(title))

    def _fill_recent(self) -> None:
        self._recent.clear()
        for name in self._context.models.preferences.settings.recent_files:
            self._recent.addAction(visible(name).replace("&", "&&"),
                                   lambda name=name: file.open_path(self._context, name))
