"""The Comment itself: plain text; a point named in it lights up on the board."""

from __future__ import annotations

import re

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QPlainTextEdit

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.review import Review
from irgo_app.gui.models.viewpoint import Viewpoint
from irgo_app.sgf.edit_actions import set_comment
from irgo_app.sgf.edits import Change, ChangeKind
from irgo_app.sgf.values import text_of

_VERTEX = re.compile(r"\b[A-HJ-Z][A-HJ-Z]?[0-9]{1,2}\b")
_COMMIT_MS = 1200
_LONGEST = 100_000
"""A comment of more characters would hold the window; Qt takes a second for two million."""


class CommentPanel(QPlainTextEdit):
    """Edits the current node's comment; a burst of typing is one step of undo."""

    def __init__(self, review: Review, viewpoint: Viewpoint) -> None:
        super().__init__()
        self._review, self._viewpoint = review, viewpoint
        self._node = review.node
        self._is_whole = True
        self._commit_timer = QTimer(self, singleShot=True, interval=_COMMIT_MS)
        self._commit_timer.timeout.connect(self.commit)
        self.setPlaceholderText(self.tr("A comment on this move"))
        self.setAccessibleName(self.tr("Comment"))
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.viewport().setMouseTracking(True)
        self.textChanged.connect(self._commit_timer.start)
        self.cursorPositionChanged.connect(self._light_cursor)
        review.node_left.connect(self.commit)
        review.node_changed.connect(self._show_node)
        review.game_changed.connect(self._show_node)
        review.tree_changed.connect(self._on_tree_changed)
        self._show_node()

    def commit(self) -> None:
        """Write what was typed into the record."""
        self._commit_timer.stop()
        if not self._is_whole:
            return
        node = self._node
        text = self.toPlainText()
        if node.tree is self._review.game and text != node.comment:
            self._review.apply(set_comment(node, text), initiator=self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Commit when the user turns to something else."""
        self.commit()
        self._viewpoint.highlight(PASS)
        super().focusOutEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the point under the mouse."""
        place = self.cursorForPosition(event.position().toPoint()).position()
        self._viewpoint.highlight(self.point_named_at(place))
        super().mouseMoveEvent(event)

    def point_named_at(self, place: int) -> Point:
        """Return the point whose name stands at a place of the text, PASS if there is none."""
        position = self._review.position
        for match in _VERTEX.finditer(self.toPlainText()):
            if match.start() <= place <= match.end():
                try:
                    return point_of_vertex(match.group(), position.columns, position.rows)
                except ValueError:
                    return PASS
        return PASS

    def _light_cursor(self) -> None:
        if self.hasFocus():
            self._viewpoint.highlight(self.point_named_at(self.textCursor().position()))

    def _on_tree_changed(self, change: Change) -> None:
        if change.initiator is not self and ChangeKind.COMMENT in change.kinds:
            self._show_node()

    def _show_node(self) -> None:
        self._node = self._review.node
        self._commit_timer.stop()
        length = sum(map(len, self._node.properties.get("C", ())))
        self._is_whole = length <= _LONGEST
        self.setReadOnly(not self._is_whole)
        text = self._node.comment if self._is_whole else self._beginning(length)
        if text != self.toPlainText():
            self.blockSignals(True)
            self.setPlainText(text)
            self.blockSignals(False)

    def _beginning(self, length: int) -> str:
        """Return the beginning of a long comment, and that it goes on."""
        raw = self._node.properties["C"][0][:_LONGEST].rstrip("\\")
        return text_of(raw) + "\n\n" + self.tr(
            "… The comment has {0} characters. Only its beginning is shown; "
            "it cannot be changed here.").format(length)
