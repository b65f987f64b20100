"""What the menus and keys do to the window; built after the first paint, from ACTIONS."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMenu, QMessageBox

from irgo_app import __version__
from irgo_app.errors import SettingsError
from irgo_app.go.point import PASS
from irgo_app.gui.commands.actions import ACTIONS, FILE, HELP, MENUS, TOOLS_MENU, VIEW, keys_of
from irgo_app.gui.commands.engine_commands import EngineCommands
from irgo_app.gui.commands.file_actions import FileActions
from irgo_app.gui.commands.life_commands import LifeCommands
from irgo_app.gui.models.session import ReviewSession
from irgo_app.gui.models.tools import PLAY
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.dialogs.preferences import PreferencesDialog
from irgo_app.gui.views.panels.find_panel import FindPanel
from irgo_app.gui.views.tool_bar import ToolBar
from irgo_app.resource_files import resource_path
from irgo_app.settings.store import row_of
from irgo_app.sgf.encoding import READABLE
from irgo_app.words import translated


class Commands(QObject):
    """Menus and shortcuts of a window, and the commands that concern the window itself."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window: MainWindow = window
        self.session: ReviewSession = window.session
        self.files: FileActions = FileActions(window, self)
        self.engine: EngineCommands = EngineCommands(self)
        self.life: LifeCommands = LifeCommands(self)
        self._menus: dict[str, QMenu] = {}
        self.actions: dict[str, QAction] = {}
        self._recent = QMenu(self.tr("Recent files"), window)
        self._build_menus()
        self.apply_settings()
        self.refresh_recent()
        self.refresh_undo()
        self.session.tree_changed.connect(lambda change: self.refresh_undo())
        self.session.game_changed.connect(self.refresh_undo)
        self.session.layers_changed.connect(self.refresh_switches)
        window.status.stop_wanted.connect(self.stop_analysis)

    def _build_menus(self) -> None:
        for title in MENUS:
            self._menus[title] = self.window.menuBar().addMenu(self.tr(title))
        for row in ACTIONS:
            action = QAction(self.tr(row.title), self.window, checkable=bool(row.setting))
            action.triggered.connect(lambda _checked=False, row=row: row.run(self))
            self._menus[row.menu].addAction(action)
            self.actions[row.id] = action
        self._menus[FILE].insertMenu(self.actions["save"], self._recent)
        charsets = QMenu(self.tr("Read again in charset"), self.window)
        for name in READABLE:
            charsets.addAction(name, lambda name=name: self.files.reopen(name))
        self._menus[FILE].insertMenu(self.actions["preferences"], charsets)
        self.tools = ToolBar(self.window.hand, self.session.settings.keys)
        self.tools.fill_menu(self._menus[TOOLS_MENU])
        self.window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.tools)
        examples = self._menus[HELP].addMenu(self.tr("Examples"))
        for path in sorted(resource_path("examples").glob("*.sgf")):
            examples.addAction(path.stem, lambda name=path.name: self.files.open_example(name))

    def add_panel_switches(self) -> None:
        """Put a switch for each dock into the View menu."""
        panels = self._menus[VIEW].addMenu(self.tr("Panels"))
        panels.addAction(self.tools.toggleViewAction())
        for dock in self.window.docks.values():
            panels.addAction(dock.toggleViewAction())

    def apply_settings(self) -> None:
        """Let every setting and changed key take effect."""
        settings = self.session.settings
        is_vertical = bool(settings["vertical_arrows"])
        for row in ACTIONS:
            keys = keys_of(row, settings.keys, is_vertical=is_vertical)
            self.actions[row.id].setShortcuts([QKeySequence(key) for key in keys])
        self.session.follow_settings()
        self.refresh_switches()
        self.window.apply_look()

    def refresh_switches(self) -> None:
        """Check the actions whose settings are on."""
        for row in ACTIONS:
            if row.setting:
                self.actions[row.id].setChecked(bool(self.session.settings[row.setting]))

    def refresh_undo(self) -> None:
        """Name what can be undone and redone."""
        stack = self.session.undo_stack
        for action_id, text, title in (("undo", self.tr("Undo {0}"), stack.undo_title),
                                       ("redo", self.tr("Redo {0}"), stack.redo_title)):
            self.actions[action_id].setText(text.format(translated(title)).rstrip())
            self.actions[action_id].setEnabled(bool(title))

    def refresh_recent(self) -> None:
        """Fill the menu of recent files."""
        self._recent.clear()
        for name in self.session.settings.recent_files:
            self._recent.addAction(name.replace("&", "&&"),
                                   lambda name=name: self.files.open_path(name))

    def toggle_layer(self, index: int) -> None:
        """Switch the layer of a number key."""
        if index < len(self.session.shown):
            self.session.change_layer(index, is_on=not self.session.shown[index].is_on)
        else:
            self.window.show_message(self.tr("There is no layer {0}.").format(index + 1))

    def flip_setting(self, key: str) -> None:
        """Switch a setting that is on or off."""
        self.session.settings.set(key, not self.session.settings[key])
        self.apply_settings()

    def cycle_coordinates(self) -> None:
        """Show the next kind of coordinates."""
        choices = row_of("coordinates").choices
        now = choices.index(str(self.session.settings["coordinates"]))
        self.session.settings.set("coordinates", choices[(now + 1) % len(choices)])
        self.apply_settings()

    def ask_move(self) -> None:
        """Ask for a move number and go there on the line shown."""
        game = self.session.game
        line = game.current_line(self.session.node)
        number, is_given = QInputDialog.getInt(
            self.window, self.tr("Go to move"), self.tr("Move number"),
            game.move_number(self.session.node), 0, game.move_number(line[-1]))
        if is_given:
            self.session.go_to(next(node for node in line if game.move_number(node) >= number))

    def find(self) -> None:
        """Show the Find dock, ready to type."""
        self.window.show_dock("find")
        panel = self._find_panel()
        panel.line.setFocus()
        panel.line.selectAll()

    def find_step(self, offset: int) -> None:
        """Go to the next or the last node found."""
        self._find_panel().step(offset)

    def _find_panel(self) -> FindPanel:
        panel = self.window.docks["find"].widget()
        assert isinstance(panel, FindPanel)
        return panel

    def move_cursor(self, across: int, down: int) -> None:
        """Move the keyboard's cursor on the board."""
        self.window.board.move_cursor(across, down)

    def play_cursor(self) -> None:
        """Play where the keyboard's cursor is."""
        if self.window.board.cursor_point != PASS:
            self.session.play(self.window.board.cursor_point)

    def flip_ishida(self) -> None:
        """Show the board in Ishida's way, all its layers and no others; again: the first alone."""
        from irgo_app.layers import ISHIDA

        wanted = dict(ISHIDA)
        shown = self.session.shown
        has_all = [layer.is_on for layer in shown] == [
            layer.layer.name in wanted for layer in shown]
        for index, layer in enumerate(shown):
            name = layer.layer.name
            is_on = name == ISHIDA[0][0] if has_all else name in wanted
            params = layer.layer.full_params({} if has_all else wanted.get(name, layer.params))
            self.session.change_layer(index, is_on=is_on, params=params)

    def explain_cursor(self) -> None:
        """Have the point under the mouse or the keyboard's cursor explained."""
        self.session.inquiry.ask(self.window.board.pointed)
        self.window.show_dock("explain")

    def leave(self) -> None:
        """Close the line that is shown; without one stop the analysis."""
        if self.session.line.line is not None:
            self.session.line.close()
        else:
            self.stop_analysis()

    def stop_analysis(self) -> None:
        """Leave full screen and the cursor; stop the background work."""
        if self.window.isFullScreen():
            self.window.showNormal()
        self.window.board.hide_cursor()
        self.window.hand.take(PLAY)
        self.files.stop_reading()
        if self.session.life:
            self.session.life.stop()
        if self.session.desk:
            self.session.desk.walk.stop()
        if self.session.bridge:
            self.session.bridge.stop()

    def flip_full_screen(self) -> None:
        """Switch full screen."""
        if self.window.isFullScreen():
            self.window.showNormal()
        else:
            self.window.showFullScreen()

    def show_preferences(self) -> None:
        """Open the preferences."""
        PreferencesDialog(self.session.settings, self.save_settings, self.window).exec()

    def show_keys(self) -> None:
        """List all keys."""
        lines = [f"{', '.join(row.keys)}\t{row.title}" for row in ACTIONS if row.keys]
        box = QMessageBox(QMessageBox.Icon.NoIcon, self.tr("Keys"), "\n".join(lines),
                          parent=self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.exec()

    def show_about(self) -> None:
        """Say what this program is."""
        QMessageBox.about(self.window, self.tr("About irgo"), self.tr(
            "irgo {0}: influence, territory and moyo on the board, for every move of a game. "
            "Free software under the GNU GPL, version 3 or later.").format(__version__))

    def save_settings(self) -> None:
        """Let changed settings take effect and write them down."""
        self.apply_settings()
        try:
            self.session.settings.save()
        except SettingsError as error:
            self.window.show_message(str(error))
