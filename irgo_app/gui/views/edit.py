"""Writing in the record: comment and signs of a node, game info, tools; and finding."""

import re
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import (QAction, QActionGroup, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent,
                           QTextCursor)
from PySide6.QtWidgets import (QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit,
                               QListWidget, QMenu, QPlainTextEdit, QScrollArea, QSizePolicy,
                               QTextEdit, QToolButton, QVBoxLayout, QWidget)

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import PASS, Point
from irgo_app.gui.models.board import Viewpoint
from irgo_app.gui.models.edit import TOOLS, Finding, ToolInHand
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Notices
from irgo_app.gui.views.style import SPACE, icon
from irgo_app.gui.views.widgets import ElidedBox, NarrowColumn, in_scrolled, laid_out, tip_with_key
from irgo_app.sgf.comment_links import CommentLink, links_in
from irgo_app.sgf.edits import (MOVE_ANNOTATIONS, POSITION_ANNOTATIONS, Annotation, Change,
                                ChangeKind, Edit, annotate, annotation_of, is_bookmarked,
                                set_comment, set_name, toggle_bookmark)
from irgo_app.sgf.game_info import GameInfo, game_info, info_remarks, set_game_info, why_no_number
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.values import text_of
from irgo_app.words import noted, translated, translated_in

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
        self.setPlaceholderText(translated("A comment on this move"))
        self.setAccessibleName(translated("Comment"))
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.viewport().setMouseTracking(True)
        self.textChanged.connect(self._commit_timer.start)
        self._commit_timer.timeout.connect(self._underline_links)
        self.cursorPositionChanged.connect(self._light_cursor)
        review.node_left.connect(self.commit)
        review.node_changed.connect(self._show_node)
        review.game_changed.connect(self._show_node)
        review.tree_changed.connect(self._on_tree_changed)
        self._show_node()

    def commit(self) -> None:
        self._commit_timer.stop()
        if not self._is_whole:
            return
        node = self._node
        text = self.toPlainText()
        if node.tree is self._review.game and text != node.comment:
            self._review.apply(set_comment(node, text), initiator=self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.commit()
        self._viewpoint.highlight(PASS)
        super().focusOutEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the program: what is typed here is an edit like any other."""
        if _asks_undo(event):
            self.commit()
            event.ignore()
            return False
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.cursorForPosition(event.position().toPoint()).position()
        self._viewpoint.highlight(self.point_named_at(place))
        self.viewport().setToolTip("" if self.link_at(place) is None else translated(
            "Ctrl and a click go there"))
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the move or variation that is named where Ctrl and the mouse are pressed."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            link = self.link_at(self.cursorForPosition(event.position().toPoint()).position())
            if link is not None:
                self._review.go_to(link.node)
                return
        super().mousePressEvent(event)

    def link_at(self, place: int) -> CommentLink | None:
        """Return the link that stands at a place of the text, None if there is none."""
        return next((link for link in links_in(self.toPlainText(), self._node)
                     if link.start <= place <= link.end), None)

    def _underline_links(self) -> None:
        found = []
        for link in links_in(self.toPlainText(), self._node):
            part = QTextEdit.ExtraSelection()
            part.cursor = QTextCursor(self.document())
            part.cursor.setPosition(link.start)
            part.cursor.setPosition(link.end, QTextCursor.MoveMode.KeepAnchor)
            part.format.setFontUnderline(True)
            found.append(part)
        self.setExtraSelections(found)

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
            with QSignalBlocker(self):
                self.setPlainText(text)
        self._underline_links()

    def _beginning(self, length: int) -> str:
        raw = self._node.properties["C"][0][:_LONGEST].rstrip("\\")
        return text_of(raw) + "\n\n" + translated(
            "… The comment has {0} characters. Only its beginning is shown; "
            "it cannot be changed here.").format(length)


def _asks_undo(event: QEvent) -> bool:
    """Return whether a field is offered the keys for undo or redo, which it may take for itself."""
    keys = QKeySequence.StandardKey
    return event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and (
        event.matches(keys.Undo) or event.matches(keys.Redo))


class NotesPanel(QWidget):
    """Follows the current node; every change is an edit."""

    def __init__(self, review: Review, viewpoint: Viewpoint) -> None:
        super().__init__()
        self._review = review
        self.editor = CommentPanel(review, viewpoint)
        self.name = QLineEdit(placeholderText=translated("Name of this position"))
        self.name.setAccessibleName(translated("Name of this position"))
        self.name.editingFinished.connect(self._commit_name)
        self.move_sign = self._signs(translated("Move"), MOVE_ANNOTATIONS)
        self.position_sign = self._signs(translated("Position"), POSITION_ANNOTATIONS)
        self.bookmark = QCheckBox(translated("Bookmark"), toolTip=translated(
            "F2 goes to the next bookmark, Shift+F2 to the last one"))
        self.bookmark.clicked.connect(lambda: self._apply(toggle_bookmark))
        names = laid_out(QHBoxLayout(), (self.name, 1), self.bookmark)
        signs = laid_out(QHBoxLayout(), (self.move_sign, 1), (self.position_sign, 1))
        laid_out(QVBoxLayout(self), names, signs, (self.editor, 1), margins=4, spacing=4)
        self.setFocusProxy(self.editor)
        review.node_left.connect(self._commit_name)
        for signal in (review.node_changed, review.game_changed, review.tree_changed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
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
        box = in_scrolled(ElidedBox())
        box.setAccessibleName(title)
        box.currentTextChanged.connect(
            lambda text: box.setToolTip(text if box.currentIndex() <= 0 else f"{title}: {text}"))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(5)
        box.addItem(f"{title}: –")
        for annotation in group:
            box.addItem(f"{annotation.sign}  {translated(annotation.title)}")
        box.activated.connect(lambda index: self._apply(
            lambda node: annotate(node, group, group[index - 1] if index else None)))
        return box

    def _apply(self, edit: Callable[[Node], Edit]) -> None:
        self._commit_name()
        self._review.apply(edit(self._review.node))

    def _commit_name(self) -> None:
        if self._node.tree is self._review.game:
            self._review.apply(set_name(self._node, self.name.text().strip()))


_TITLES = {
    "black": noted("Black"),
    "white": noted("White"),
    "black_rank": noted("Black's rank"),
    "white_rank": noted("White's rank"),
    "komi": noted("Komi"),
    "handicap": noted("Handicap"),
    "result": noted("Result"),
    "rules": noted("Rules"),
    "date": noted("Date"),
    "event": noted("Event"),
    "round": noted("Round"),
    "place": noted("Place"),
    "game_name": noted("Name"),
    "comment": noted("About the game"),
}


class _InfoLine(QLineEdit):
    """A line of the game info; what it keeps for itself is what is typed in it."""

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the program where nothing is typed that is no edit yet."""
        if _asks_undo(event) and not self.isModified():
            event.ignore()
            return False
        return super().event(event)


class InfoPanel(QScrollArea):
    """A line a property; a changed line is one edit when it is left."""

    def __init__(self, review: Review, notices: Notices) -> None:
        super().__init__()
        self._review, self._notices = review, notices
        self.editors: dict[str, QLineEdit] = {}
        page = QWidget()
        form = QFormLayout(page)
        for name in _TITLES:
            title = translated(_TITLES[name])
            editor = _InfoLine(accessibleName=title,
                               editingFinished=lambda name=name: self._commit(name))
            self.editors[name] = editor
            form.addRow(title, editor)
        self.setWidget(page)
        self.setWidgetResizable(True)
        # Its lines have the focus, not the page.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        review.node_left.connect(self._commit_typed)
        review.node_changed.connect(self._on_node_changed)
        review.game_changed.connect(self.refresh)
        review.tree_changed.connect(self._on_tree_changed)
        self.refresh()

    def refresh(self) -> None:
        info = self._info
        for name, editor in self.editors.items():
            editor.setText(getattr(info, name))
            editor.setCursorPosition(0)

    @property
    def _info(self) -> GameInfo:
        return game_info(self._review.game, self._review.node)

    def _on_node_changed(self) -> None:
        if len(self._review.game.info_nodes.all()) > 1:
            self.refresh()

    def _commit_typed(self) -> None:
        """Write down what was typed in a line that was not left yet."""
        for name, editor in self.editors.items():
            if editor.isModified():
                self._commit(name)

    def _commit(self, name: str) -> None:
        """Write a line into the record, and say what of it nobody will be able to read.

        What has to be a number and is none stands as it stood before.
        """
        game, text = self._review.game, self.editors[name].text().strip()
        reason = None if text == getattr(self._info, name) else why_no_number(name, text)
        if reason is not None:
            self.refresh()
            self._notices.tell(str(reason))
            return
        self.editors[name].setModified(False)
        before = _remarks(game)
        self._review.apply(set_game_info(game, replace(self._info, **{name: text}),
                                         self._review.node), initiator=self)
        for remark in _remarks(game):
            if remark not in before:
                self._notices.tell(remark)

    def _on_tree_changed(self, change: Change) -> None:
        if change.initiator is not self and ChangeKind.INFO in change.kinds:
            self.refresh()


def _remarks(game: GameTree) -> list[str]:
    return [str(remark) for _, remark in info_remarks(game)]


class FindPanel(QWidget):
    """A line to type in, and what was found."""

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self._finding = finding
        self.line = QLineEdit(placeholderText=translated("Text, name, label or point, such as Q16"),
                              clearButtonEnabled=True, accessibleName=translated("Find"))
        self.results = QListWidget()
        self.results.setUniformItemSizes(True)
        self.results.setAccessibleName(translated("Found"))
        self._count = QLabel()
        laid_out(QVBoxLayout(self), self.line, (self.results, 1), self._count, margins=4)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(finding.search)
        self.line.returnPressed.connect(lambda: finding.step(1))
        self.results.itemActivated.connect(self._go)
        self.results.itemClicked.connect(self._go)
        finding.asked.connect(self._on_asked)
        finding.begun.connect(self.results.clear)
        finding.found.connect(self._on_found)
        finding.chosen.connect(self.results.setCurrentRow)

    def _on_asked(self) -> None:
        self.line.setFocus()
        self.line.selectAll()

    def _on_found(self, first: int) -> None:
        self.results.addItems([hit.text for hit in self._finding.hits[first:]])
        count = str(len(self._finding.hits)) + ("+" if self._finding.is_cut_off else "")
        self._count.setText(translated("{0} found").format(count) if self._finding.words else "")

    def _go(self) -> None:
        self._finding.choose(self.results.currentRow())


_SPACE_AFTER: Final = ("play", "erase", "label", "line", "sl")


class ToolBar(NarrowColumn):
    """One button a tool, with its name; exactly one is down."""

    def __init__(self, hand: ToolInHand, changed_keys: dict[str, str]) -> None:
        super().__init__(translated("Tools"), spacing=1)
        self._hand = hand
        self._group = QActionGroup(self)
        self._actions: dict[str, QAction] = {}
        self.column.addSpacing(SPACE // 2)
        for tool in TOOLS:
            title = translated_in("Tools", tool.title)
            action = QAction(icon(tool.icon), title, self, checkable=True)
            action.triggered.connect(lambda _checked=False, tool=tool: hand.take(tool))
            self._group.addAction(action)
            self._actions[tool.id] = action
            button = QToolButton(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setObjectName("tool")
            button.setDefaultAction(action)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.column.addWidget(button)
            if tool.id in _SPACE_AFTER:
                self.column.addSpacing(SPACE)
        self.column.addStretch(1)
        hand.changed.connect(self._refresh)
        self.use_keys(changed_keys)
        self._refresh()

    def use_keys(self, changed_keys: dict[str, str]) -> None:
        """Use the keys of the table, with those the user changed."""
        for tool in TOOLS:
            action = self._actions[tool.id]
            action.setShortcut(QKeySequence(changed_keys.get(tool.id, tool.key)))
            action.setToolTip(tip_with_key(action.text(), action.shortcut()))

    def fill_menu(self, menu: QMenu) -> None:
        """Put the tools into a menu, whose keys work whether the bar is shown or not."""
        for tool_id, action in self._actions.items():
            menu.addAction(action)
            if tool_id in _SPACE_AFTER:
                menu.addSeparator()

    def _refresh(self) -> None:
        self._actions[self._hand.tool.id].setChecked(True)
