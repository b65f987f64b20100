"""What the mouse does on the board: plays, explains, or uses the tool in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.tools import PLAY, Tool
from irgo_app.sgf.edit_actions import toggle_letter, toggle_mark

if TYPE_CHECKING:
    from irgo_app.gui.shell.main_window import MainWindow


class BoardHand(QObject):
    """Turns clicks and drags into edits; `tool_changed` when another tool is taken."""

    tool_changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self.tool: Tool = PLAY
        self._takes_off = False
        window.board.point_clicked.connect(self._on_clicked)
        window.board.point_dragged.connect(self._on_dragged)
        window.board.line_dragged.connect(self._on_line)

    def take(self, tool: Tool) -> None:
        """Use another tool from now on."""
        if tool is not self.tool:
            self.tool = tool
            self.tool_changed.emit()

    def why_no_ghost(self, point: Point) -> str | None:
        """Return why no stone would be played on a point: the rules, or another tool in hand."""
        return self._session.why_not(point) if self.tool is PLAY else self.tool.title

    def _on_clicked(
        self, point: Point, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier
    ) -> None:
        """A click uses the tool; on a stone or with the right button it asks for an explanation.

        While a line is shown a click steps through it, with the right button back.
        With Ctrl the left button draws a triangle and the right one a letter, whatever the tool.
        """
        window, session = self._window, self._session
        window.board.setFocus()
        is_left = button == Qt.MouseButton.LeftButton
        if session.line.line is not None:
            session.line.step_by(1 if is_left else -1)
            return
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            session.apply(toggle_mark(session.node, "TR", point) if is_left
                          else toggle_letter(session.node, point))
        elif is_left and self.tool.draw is not None:
            return
        elif is_left and self.tool.touch is not None:
            self._takes_off = bool(self.tool.is_set and self.tool.is_set(session, point))
            session.apply(self.tool.touch(session, point))
        elif is_left and self.tool is PLAY and not session.position.cells[point]:
            session.play(point)
        else:
            session.inquiry.ask(PASS if point == session.inquiry.point else point)
            window.show_dock("explain")

    def _on_dragged(self, point: Point) -> None:
        """Give the point what the first point of the drag was given."""
        tool, session = self.tool, self._session
        if tool.touch is None or (tool.is_set is None and tool.id != "erase"):
            return
        is_set = bool(tool.is_set and tool.is_set(session, point))
        if is_set == self._takes_off:
            session.apply(tool.touch(session, point))

    def _on_line(self, start: Point, end: Point) -> None:
        if self.tool.draw is not None:
            self._session.apply(self.tool.draw(self._session, start, end))
