"""The main window: the board in the middle and the first paint; menus and docks come after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QVBoxLayout, QWidget

from irgo_app.draw.board_painter import Look
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.errors import SettingsError
from irgo_app.go.coordinates import CoordinateStyle, label_of_point
from irgo_app.go.point import PASS, Point
from irgo_app.gui.commands.board_hand import BoardHand
from irgo_app.gui.commands.file_guard import FileGuard
from irgo_app.gui.models.overlays import point_values
from irgo_app.gui.models.session import ReviewSession
from irgo_app.gui.views.board.board_widget import BoardWidget
from irgo_app.gui.views.line_bar import LineBar
from irgo_app.gui.views.message_bar import MessageBar
from irgo_app.gui.views.status_line import StatusLine

if TYPE_CHECKING:
    from irgo_app.gui.commands.commands import Commands

_DOCK_WIDTH = 360
_FLOATING_AT = QPoint(60, 90)
"""Where a dock that is a window of its own opens first, from the corner of the window."""


class MainWindow(QMainWindow):
    """Shows what the session says; what the user can do is in `commands`, once they are there."""

    def __init__(self, session: ReviewSession) -> None:
        super().__init__()
        self.session = session
        self.board = BoardWidget()
        self.messages = MessageBar()
        self.line_bar = LineBar(session)
        self.status = StatusLine(session)
        self.hand = BoardHand(self)
        self.guard = FileGuard(self)
        self.commands: Commands | None = None
        self.docks: dict[str, QDockWidget] = {}
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.messages)
        layout.addWidget(self.line_bar)
        layout.addWidget(self.board, 1)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)
        self.resize(1280, 900)
        self._connect()
        self.apply_look()
        self.refresh_title()

    def add_docks(self, docks: tuple[QDockWidget, ...]) -> None:
        """Put the docks on the right, or where the user left them."""
        for dock in docks:
            self.docks[dock.objectName()] = dock
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        for dock in docks:
            front = self.docks.get(str(dock.property("behind")))
            if front is not None:
                self.tabifyDockWidget(front, dock)
                front.raise_()
            if dock.property("floats"):
                dock.setFloating(True)
                dock.move(self.geometry().topLeft() + _FLOATING_AT)
                dock.hide()
        self.resizeDocks(list(docks), [_DOCK_WIDTH] * len(docks), Qt.Orientation.Horizontal)
        layout = self.session.settings.layout
        if "geometry" in layout and "state" in layout:
            self.restoreGeometry(QByteArray.fromHex(layout["geometry"].encode()))
            self.restoreState(QByteArray.fromHex(layout["state"].encode()))

    def apply_look(self) -> None:
        """Use the board and the colours of the settings."""
        settings = self.session.settings
        themes = {theme.name: theme for theme in BOARD_THEMES}
        palettes = {palette.name: palette for palette in TINT_PALETTES}
        self.board.set_look(Look(themes[str(settings["theme"])],
                                 palettes[str(settings["palette"])]))
        self.refresh_board()

    def refresh_board(self) -> None:
        """Show the current node with the layers that are there."""
        self.board.show_diagram(self.session.diagram())

    def refresh_title(self) -> None:
        """Show the file's name and whether there is something to save."""
        name = self.session.file.path.name if self.session.file.path else self.tr("New game")
        self.setWindowTitle(f"{name}[*] – irgo")
        self.setWindowModified(self.session.file.is_modified)

    def show_dock(self, name: str) -> None:
        """Bring a dock to the front, if it is there yet."""
        if name in self.docks:
            self.docks[name].show()
            self.docks[name].raise_()

    def show_message(self, text: str) -> None:
        """Show a sentence over the board."""
        self.messages.show_text(text)

    def show_hint(self) -> None:
        """Tell a newcomer how to begin."""
        self.messages.show_text(self.tr(
            "Ctrl+O opens a game, drop one here, or start placing stones; "
            "press 1 to see influence."))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work, remember the layout, stop the analysis before Qt goes."""
        if self.commands and not self.commands.files.may_leave():
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
        if self.commands:
            self.commands.files.stop_reading()
        if self.session.desk:
            self.session.desk.stop()
        if self.session.bridge:
            self.session.bridge.close()
        self.session.file.close()
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hold Z: the board without overlays for as long as the key is down."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Z and (
            watched is self.board and not event.isAutoRepeat() and not event.modifiers()
        ):
            self.session.set_view(is_raw=event.type() == QEvent.Type.KeyPress)
        return super().eventFilter(watched, event)

    def _connect(self) -> None:
        session, board = self.session, self.board
        board.why_not = self.hand.why_no_ghost
        board.hover_text = self._hover_text
        board.point_hovered.connect(self._on_point_hovered)
        board.stepped.connect(self._on_wheel)
        board.file_dropped.connect(self._on_file_dropped)
        board.installEventFilter(self)
        for signal in (session.node_changed, session.layers_changed, session.results_arrived,
                       session.view_changed, session.inquiry.changed, session.line.changed):
            signal.connect(self.refresh_board)
        session.tree_changed.connect(lambda change: self.refresh_board())
        for signal in (session.game_changed, session.view_changed):
            signal.connect(self.refresh_title)
        session.tree_changed.connect(lambda change: self.refresh_title())
        session.message_shown.connect(self.show_message)
        session.point_highlighted.connect(board.highlight)

    def _hover_text(self, point: Point) -> str:
        position = self.session.position
        style = CoordinateStyle(str(self.session.settings["coordinates"]))
        name = label_of_point(point, style, position.columns, position.rows)
        if position.cells[point]:
            return name
        reason = self.session.why_not(point)
        return f"{name}: {reason}" if reason else name

    def _on_point_hovered(self, point: Point) -> None:
        if self.session.desk:
            self.session.desk.view.look_at(point)
        self.status.show_hover("" if point == PASS else point_values(self.session, point))

    def _on_wheel(self, steps: int) -> None:
        self.session.line.step_by(steps)

    def _on_file_dropped(self, name: str) -> None:
        if self.commands:
            self.commands.files.open_path(name)
