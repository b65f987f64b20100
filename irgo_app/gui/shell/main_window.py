"""The main window: the board in its frame and the first paint; menus and panels come after it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QMainWindow, QStyle, QVBoxLayout, QWidget

from irgo_app.errors import NOTICE_LOGGER, SettingsError
from irgo_app.go.coordinates import label_of_point
from irgo_app.go.point import Point
from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.views.bars import LineBar
from irgo_app.gui.views.board import BoardWidget
from irgo_app.gui.views.widgets import laid_out
from irgo_app.gui.views.window.body import WindowBody
from irgo_app.gui.views.window.header import Header
from irgo_app.gui.views.window.messages import MessageBar, StatusLine
from irgo_app.words import translated, visible

if TYPE_CHECKING:
    from irgo_app.gui.views.focus import FocusWalk

_USUAL_SIZE = QSize(1280, 900)
_LEAST_SIZE = QSize(640, 440)
_BAR_PADDING = 8


class MainWindow(QMainWindow):
    """Holds the board, the header and the body round it.

    Everything that takes room is there, empty, at the first paint: the board stays where it is.

    may_close -- asked before the window closes
    closing -- the window closes: what runs in the background must end. Each step of closing is a
    connection of its own, so that an error in one keeps no other from being done
    """

    closing = Signal()

    def __init__(self, models: FirstModels) -> None:
        super().__init__()
        self._review, self._viewpoint = models.review, models.viewpoint
        self._preferences, self._layout = models.preferences, models.layout
        self._line, self._file = models.line, models.review.file
        self.may_close: Callable[[], bool] = lambda: True
        self._is_cut_short = False
        self.board = BoardWidget(models.review.why_not, self._hover_text)
        self.messages = MessageBar()
        self.line_bar = LineBar(models.line)
        self.status = StatusLine()
        self.header = Header(models.review, models.layout)
        self.body = WindowBody(models.layout, self.board)
        self.body.strip.addWidget(self.line_bar)
        self.body.float_over(self.messages)
        self._build()
        # Keys step through the game from the start; buttons would take the arrows for themselves.
        self.board.setFocus()
        self.board.stepped.connect(models.line.step_by)
        models.scene.changed.connect(self.board.show_diagram)
        models.notices.told.connect(self.messages.show_text)
        models.notices.withdrawn.connect(self.messages.withdraw)
        self.messages.set_aside.connect(self.status.show_question)
        self.status.question.clicked.connect(self.messages.show_question)
        models.viewpoint.highlighted.connect(self.board.highlight)
        models.preferences.changed.connect(self._apply_look)
        models.line.changed.connect(self._show_line)
        models.review.game_changed.connect(self._on_game)
        for signal in (models.review.game_changed, models.review.file_saved):
            signal.connect(self._refresh_title)
        models.review.tree_changed.connect(self._refresh_title)
        self.closing.connect(self._save_settings)
        self.closing.connect(self._close_file)
        self._show_line()
        self._apply_look()
        self.board.show_diagram(models.scene.diagram())
        self._refresh_title()

    @cached_property
    def focus_walk(self) -> FocusWalk:
        """Return what moves the focus with keys; it knows many of Qt's classes, so not at once."""
        from irgo_app.gui.views.focus import FocusWalk

        return FocusWalk(self, self._parts)

    @property
    def panels(self) -> dict[str, QWidget]:
        return self.body.panels

    def show_panel(self, name: str) -> None:
        self.body.show_panel(name)

    def show_hint(self) -> None:
        """Tell a newcomer how to begin."""
        self.messages.show_text(translated(
            "Ctrl+O opens a game, or drop one here; a click plays a stone. Dark is Black's, light "
            "is White's."))

    def keep_geometry(self) -> None:
        self._layout.texts["geometry"] = bytes(self.saveGeometry().toHex().data()).decode()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work, remember the layout, stop the analysis before Qt goes."""
        if not self.may_close():
            event.ignore()
            return
        event.accept()
        self.closing.emit()

    def end_at_once(self) -> None:
        """Close without a question, as the system asks; the next start offers what is not saved."""
        self._is_cut_short = True
        self.may_close = lambda: True
        self.close()

    def event(self, event: QEvent) -> bool:
        """Leave the keys that the widget with the focus needs to it: they are no shortcuts then.

        Hold Z: the board without overlays for as long as the key is down. A key that no text takes
        for itself comes by here before a list can search for its letter.
        """
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if self.focus_walk.needs_key(event):
                event.accept()
                return True
            if _is_z(event) and not event.modifiers():
                self._viewpoint.show_raw(is_raw=True)
        return super().event(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Show the overlays again when Z goes up."""
        if _is_z(event):
            self._viewpoint.show_raw(is_raw=False)
        super().keyReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus, as the space bar does."""
        button = self.focus_walk.pressed(event)
        if button is not None:
            button.click()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Give the focus to what the eye finds next."""
        had = self.focusWidget()
        if had is not None and not had.isVisibleTo(self):
            # What had the focus is being closed; the board takes it, or whatever comes instead.
            if self.board.isVisibleTo(self):
                self.board.setFocus()
            else:
                had.clearFocus()
            return self.board.hasFocus()
        return self.focus_walk.step(forward=forward)

    def _parts(self) -> list[QWidget]:
        """Return the parts of the window in the order in which the eye goes through them."""
        body = self.body
        return [self.header, body.head, body.palette_side, body.layers_row, body.centre, body.strip,
                self.messages, body.timeline_place, body.column_side, self.status]

    def _save_settings(self) -> None:
        """Write the settings with the layout; a window that closes can only log a failure."""
        self.keep_geometry()
        try:
            self._preferences.settings.save()
        except SettingsError as error:
            logging.getLogger(NOTICE_LOGGER).warning("irgo: %s", error)

    def _close_file(self) -> None:
        if self._is_cut_short:
            self._review.file.leave()
        else:
            self._review.file.close()

    def _build(self) -> None:
        """Put the parts together, with the bars as high as they will be when they are filled."""
        middle = QWidget()
        laid_out(QVBoxLayout(middle), self.header, (self.body, 1), margins=0, spacing=0)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)
        self.status.setSizeGripEnabled(False)
        self._follow_font()
        self.setMinimumSize(_LEAST_SIZE)
        # A frame is known only once there is one; the title bar must not push the rest off.
        screen = self.screen().availableGeometry().size() - QSize(
            0, self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight))
        self.resize(_USUAL_SIZE.boundedTo(screen))
        kept = self._layout.texts.get("geometry", "")
        if kept:
            self.restoreGeometry(QByteArray.fromHex(kept.encode("ascii", "replace")))

    def changeEvent(self, event: QEvent) -> None:
        """Make the bars as high as letters of another size need; hear no key of other windows."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self._viewpoint.show_raw(is_raw=False)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "status"):
            self._follow_font()

    def _follow_font(self) -> None:
        for bar in (self.menuBar(), self.status):
            bar.setFixedHeight(self.fontMetrics().height() + _BAR_PADDING)

    def _apply_look(self) -> None:
        look = self._preferences.look
        if look != self.board.picture.look:
            self.board.set_look(look)

    def _show_line(self) -> None:
        self.body.strip.show_bar(self.line_bar, is_shown=self._line.line is not None)

    def _on_game(self) -> None:
        """Forget what was said about a file that is closed; another game of it changes nothing."""
        if self._review.file is not self._file:
            self._file = self._review.file
            self.messages.forget()

    def _refresh_title(self) -> None:
        file = self._review.file
        name = visible(file.path.name) if file.path else translated("New game")
        self.setWindowTitle(f"{name}[*] – irgo")
        self.setWindowModified(file.is_modified)

    def _hover_text(self, point: Point) -> str:
        """Return why a point may not be played; where it is the status line says."""
        position = self._review.position
        reason = None if position.cells[point] else self._review.why_not(point)
        if not reason:
            return ""
        return translated("{0}: {1}").format(label_of_point(
            point, self._preferences.coordinates, position.columns, position.rows), reason)


def _is_z(event: QKeyEvent) -> bool:
    """Return whether Z went down or up; a key that is held repeats itself."""
    return event.key() == Qt.Key.Key_Z and not event.isAutoRepeat()
