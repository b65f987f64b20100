"""The main window: the board in the middle, docks around it, menus from the list of actions."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDockWidget,
    QInputDialog,
    QMainWindow,
    QMenu,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from irgo_app import __version__
from irgo_app.draw.board_painter import Look
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.errors import IrgoError, SettingsError
from irgo_app.go.coordinates import CoordinateStyle, label_of_point
from irgo_app.go.point import PASS, Point
from irgo_app.gui.actions import ACTIONS, FILE, HELP, MENUS, VIEW, keys_of
from irgo_app.gui.board.board_widget import BoardWidget
from irgo_app.gui.dialogs.preferences import PreferencesDialog
from irgo_app.gui.file_actions import FileActions
from irgo_app.gui.message_bar import MessageBar
from irgo_app.gui.session import ReviewSession
from irgo_app.gui.status_line import StatusLine
from irgo_app.resource_files import resource_path
from irgo_app.settings.store import row_of
from irgo_app.sgf import navigation

_DOCK_WIDTH = 360
_HINT = ("Ctrl+O opens a game, drop one here, or start placing stones; press 1 to see influence.")


class MainWindow(QMainWindow):
    """Builds menus and docks from their lists; what they do is the session's business."""

    def __init__(self, session: ReviewSession) -> None:
        super().__init__()
        self.session = session
        self.board = BoardWidget()
        self.messages = MessageBar()
        self.files = FileActions(self)
        self.docks: dict[str, QDockWidget] = {}
        self._menus: dict[str, QMenu] = {}
        self._actions: dict[str, QAction] = {}
        self._recent: QMenu | None = None
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.messages)
        layout.addWidget(self.board, 1)
        self.setCentralWidget(middle)
        self.status = StatusLine(session)
        self.setStatusBar(self.status)
        self.resize(1280, 900)
        self._connect()
        self.apply_settings()
        self.refresh_board()
        self.refresh_title()

    def build_rest(self, panels: tuple[QDockWidget, ...]) -> None:
        """Build what the first paint does not need: menus and docks."""
        for title in MENUS:
            self._menus[title] = self.menuBar().addMenu(self.tr(title))
        for row in ACTIONS:
            action = QAction(self.tr(row.title), self, checkable=bool(row.setting))
            action.triggered.connect(lambda _checked=False, row=row: row.run(self))
            self._menus[row.menu].addAction(action)
            self._actions[row.id] = action
        self._recent = QMenu(self.tr("Recent files"), self)
        self._menus[FILE].insertMenu(self._actions["save"], self._recent)
        examples = self._menus[HELP].addMenu(self.tr("Examples"))
        for path in sorted(resource_path("examples").glob("*.sgf")):
            examples.addAction(path.stem, lambda name=path.name: self.files.open_example(name))
        view = self._menus[VIEW].addMenu(self.tr("Panels"))
        for dock in panels:
            self.docks[dock.objectName()] = dock
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
            view.addAction(dock.toggleViewAction())
        self.resizeDocks(list(panels), [_DOCK_WIDTH] * len(panels), Qt.Orientation.Horizontal)
        self._restore_layout()
        self.apply_settings()
        self.remember_recent()
        self.refresh_actions()

    def apply_settings(self) -> None:
        """Let every setting take effect."""
        settings = self.session.settings
        themes = {theme.name: theme for theme in BOARD_THEMES}
        palettes = {palette.name: palette for palette in TINT_PALETTES}
        self.board.set_look(Look(themes[str(settings["theme"])],
                                 palettes[str(settings["palette"])]))
        is_vertical = bool(settings["vertical_arrows"])
        for row in ACTIONS:
            if row.id in self._actions:
                keys = keys_of(row, settings.keys, is_vertical=is_vertical)
                self._actions[row.id].setShortcuts([QKeySequence(key) for key in keys])
                if row.setting:
                    self._actions[row.id].setChecked(bool(settings[row.setting]))
        self.refresh_board()

    def refresh_board(self) -> None:
        """Show the current node with the layers that are there."""
        self.board.show_diagram(self.session.diagram())

    def refresh_title(self) -> None:
        """Show the file's name and whether there is something to save."""
        name = self.session.path.name if self.session.path else self.tr("New game")
        self.setWindowTitle(f"{name}[*] – irgo")
        self.setWindowModified(self.session.is_modified)

    def refresh_actions(self) -> None:
        """Name what can be undone and redone."""
        stack = self.session.undo_stack
        for action_id, word, title in (("undo", self.tr("Undo"), stack.undo_title),
                                       ("redo", self.tr("Redo"), stack.redo_title)):
            if action_id in self._actions:
                self._actions[action_id].setText(f"{word} {title}".rstrip())
                self._actions[action_id].setEnabled(bool(title))

    def show_message(self, text: str) -> None:
        """Show a sentence over the board."""
        self.messages.show_text(text)

    def show_hint(self) -> None:
        """Tell a newcomer how to begin."""
        self.messages.show_text(self.tr(_HINT))

    def toggle_layer(self, index: int) -> None:
        """Switch the layer of a number key."""
        if index < len(self.session.shown):
            self.session.change_layer(index, is_on=not self.session.shown[index].is_on)
        else:
            self.show_message(self.tr("There is no layer {0} yet.").format(index + 1))

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
        line = self.session.game.current_line(self.session.node)
        last = self.session.game.move_number(line[-1])
        now = self.session.game.move_number(self.session.node)
        number, is_given = QInputDialog.getInt(
            self, self.tr("Go to move"), self.tr("Move number"), now, 0, last)
        if is_given:
            self.session.go_to(next(node for node in line
                                    if self.session.game.move_number(node) >= number))

    def move_cursor(self, across: int, down: int) -> None:
        """Move the keyboard's cursor on the board."""
        self.board.move_cursor(across, down)

    def play_cursor(self) -> None:
        """Play where the keyboard's cursor is."""
        if self.board.cursor_point != PASS:
            self.session.play(self.board.cursor_point)

    def stop_analysis(self) -> None:
        """Leave full screen and the cursor; stop the background work."""
        if self.isFullScreen():
            self.showNormal()
        self.board.hide_cursor()
        if self.session.bridge:
            self.session.bridge.stop()

    def flip_full_screen(self) -> None:
        """Switch full screen."""
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front."""
        dock = self.docks.get(name)
        if dock:
            dock.show()
            dock.raise_()

    def show_preferences(self) -> None:
        """Open the preferences."""
        PreferencesDialog(self.session.settings, self._on_settings_changed, self).exec()

    def show_keys(self) -> None:
        """List all keys."""
        lines = [f"{', '.join(row.keys)}\t{row.title}" for row in ACTIONS if row.keys]
        box = QMessageBox(QMessageBox.Icon.NoIcon, self.tr("Keys"), "\n".join(lines), parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.exec()

    def show_about(self) -> None:
        """Say what this program is."""
        QMessageBox.about(self, self.tr("About irgo"), self.tr(
            "irgo {0}: influence, territory and moyo on the board, for every move of a game. "
            "Free software under the GNU GPL, version 3 or later.").format(__version__))

    def remember_recent(self) -> None:
        """Fill the menu of recent files."""
        if self._recent is None:
            return
        self._recent.clear()
        for name in self.session.settings.recent_files:
            self._recent.addAction(name.replace("&", "&&"),
                                   lambda name=name: self.files.open_path(name))

    def leave(self) -> None:
        """Close the window, after asking about unsaved work."""
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work, remember the layout, stop the analysis before Qt goes."""
        if not self.files.may_leave():
            event.ignore()
            return
        settings = self.session.settings
        if self.docks:
            settings.layout = {"geometry": bytes(self.saveGeometry().toHex().data()).decode(),
                               "state": bytes(self.saveState().toHex().data()).decode()}
        try:
            settings.save()
        except SettingsError as error:
            self.show_message(str(error))
        if self.session.bridge:
            self.session.bridge.close()
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hold Z: the board without overlays for as long as the key is down."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Z and (
            watched is self.board and not event.isAutoRepeat() and not event.modifiers()
        ):
            self.session.raw_board(event.type() == QEvent.Type.KeyPress)
        return super().eventFilter(watched, event)

    def _connect(self) -> None:
        session, board = self.session, self.board
        board.why_not = session.why_not
        board.hover_text = self._hover_text
        board.point_clicked.connect(self._on_point_clicked)
        board.point_hovered.connect(self._on_point_hovered)
        board.stepped.connect(self._on_wheel)
        board.file_dropped.connect(self.files.open_path)
        board.installEventFilter(self)
        for signal in (session.node_changed, session.layers_changed, session.results_arrived,
                       session.view_changed):
            signal.connect(self.refresh_board)
        session.tree_changed.connect(lambda change: self.refresh_board())
        for signal in (session.game_changed, session.view_changed):
            signal.connect(self.refresh_title)
        session.tree_changed.connect(lambda change: self.refresh_title())
        session.tree_changed.connect(lambda change: self.refresh_actions())
        session.game_changed.connect(self.refresh_actions)
        session.message_shown.connect(self.show_message)
        session.point_highlighted.connect(board.highlight)
        self.status.stop_wanted.connect(self.stop_analysis)

    def _hover_text(self, point: Point) -> str:
        position = self.session.position
        style = CoordinateStyle(str(self.session.settings["coordinates"]))
        name = label_of_point(point, style, position.columns, position.rows)
        if position.cells[point]:
            return name
        reason = self.session.why_not(point)
        return f"{name}: {reason}" if reason else name

    def _on_point_clicked(self, point: Point, button: Qt.MouseButton, _modifiers: object) -> None:
        self.board.setFocus()
        if button == Qt.MouseButton.LeftButton:
            self.session.play(point)

    def _on_point_hovered(self, point: Point) -> None:
        self.status.show_hover("" if point == PASS else self.session.point_values(point))

    def _on_wheel(self, steps: int) -> None:
        self.session.go_to(navigation.step(self.session.node, steps))

    def _on_settings_changed(self) -> None:
        self.apply_settings()
        try:
            self.session.settings.save()
        except IrgoError as error:
            self.show_message(str(error))

    def _restore_layout(self) -> None:
        layout = self.session.settings.layout
        if "geometry" in layout and "state" in layout:
            self.restoreGeometry(QByteArray.fromHex(layout["geometry"].encode()))
            self.restoreState(QByteArray.fromHex(layout["state"].encode()))
