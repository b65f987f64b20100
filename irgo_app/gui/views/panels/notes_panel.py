"""The Comment: what is said about a node: its name, its signs, a bookmark, and the comment."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from irgo_app.gui.models.review import Review
from irgo_app.gui.models.viewpoint import Viewpoint
from irgo_app.gui.views.panels.comment_panel import CommentPanel
from irgo_app.sgf.annotations import (
    MOVE_ANNOTATIONS,
    POSITION_ANNOTATIONS,
    Annotation,
    annotate,
    annotation_of,
    is_bookmarked,
    set_name,
    toggle_bookmark,
)
from irgo_app.sgf.edits import Change, Edit
from irgo_app.sgf.game_tree import Node
from irgo_app.words import translated


class NotesPanel(QWidget):
    """Follows the current node; every change is an edit."""

    def __init__(self, review: Review, viewpoint: Viewpoint) -> None:
        super().__init__()
        self._review = review
        self.editor = CommentPanel(review, viewpoint)
        self.name = QLineEdit(placeholderText=self.tr("Name of this position"))
        self.name.setAccessibleName(self.tr("Name of this position"))
        self.name.editingFinished.connect(self._commit_name)
        self.move_sign = self._signs(self.tr("Move"), MOVE_ANNOTATIONS)
        self.position_sign = self._signs(self.tr("Position"), POSITION_ANNOTATIONS)
        self.bookmark = QCheckBox(self.tr("Bookmark"))
        self.bookmark.setToolTip(self.tr("F2 goes to the next bookmark, Shift+F2 to the last one"))
        self.bookmark.clicked.connect(lambda: self._apply(toggle_bookmark))
        signs = QHBoxLayout()
        signs.addWidget(self.move_sign, 1)
        signs.addWidget(self.position_sign, 1)
        signs.addWidget(self.bookmark)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.name)
        layout.addLayout(signs)
        layout.addWidget(self.editor, 1)
        self.setFocusProxy(self.editor)
        review.node_left.connect(self._commit_name)
        review.node_changed.connect(self.refresh)
        review.game_changed.connect(self.refresh)
        review.tree_changed.connect(self._on_tree_changed)
        self.refresh()

    def refresh(self) -> None:
        """Show what is said about the current node."""
        node = self._review.node
        self._node = node
        if self.name.text() != node.name:
            self.name.setText(node.name)
        for box, group in ((self.move_sign, MOVE_ANNOTATIONS),
                           (self.position_sign, POSITION_ANNOTATIONS)):
            found = annotation_of(node, group)
            box.setCurrentIndex(0 if found is None else group.index(found) + 1)
        self.bookmark.setChecked(is_bookmarked(node))

    def _signs(self, title: str, group: tuple[Annotation, ...]) -> QComboBox:
        """Return a choice of the signs of a group, none first."""
        box = QComboBox()
        box.setAccessibleName(title)
        box.setToolTip(title)
        box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        box.addItem(f"{title}: –")
        for annotation in group:
            box.addItem(f"{annotation.sign}  {translated(annotation.title)}")
        box.activated.connect(lambda index: self._apply(
            lambda node: annotate(node, group, group[index - 1] if index else None)))
        return box

    def _apply(self, edit: Callable[[Node], Edit]) -> None:
        """Do an edit after what was typed before it."""
        self._commit_name()
        self._review.apply(edit(self._review.node))

    def _commit_name(self) -> None:
        if self._node.tree is self._review.game:
            self._review.apply(set_name(self._node, self.name.text().strip()))

    def _on_tree_changed(self, _change: Change) -> None:
        self.refresh()
