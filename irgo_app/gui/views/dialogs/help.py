"""Help in one window: the keys, the manual, and games to try things on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.gui.models.manual import Manual
from irgo_app.gui.views.dialogs.board_preview import BoardPreview
from irgo_app.gui.views.dialogs.guide import Guide
from irgo_app.gui.views.dialogs.key_list import KeyList, KeyRow
from irgo_app.gui.views.dialogs.pages import PagesDialog
from irgo_app.gui.views.scroll_body import fit_screen
from irgo_app.gui.views.style import SPACE, bold_font

KEYS, GUIDE, EXAMPLES = range(3)
"""The pages in their order."""
_PREVIEW = 110
_USUAL = QSize(1000, 700)


@dataclass(frozen=True, slots=True)
class Example:
    """A game that ships with irgo: its file, what it is called, what it is good for, its end."""

    name: str
    title: str
    words: str
    diagram: Diagram


class HelpWindow(PagesDialog):
    """Stays open beside the board; `open_example` is called with a file's name."""

    def __init__(
        self, rows: Sequence[KeyRow], manual: Manual, examples: Sequence[Example], look: Look,
        open_example: Callable[[str], None], parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Help"), parent)
        self.setModal(False)
        self.keys = KeyList([row for row in rows if row.keys])
        self.keys.search.setFocus()
        self.guide = Guide(manual)
        self.add_page(self.tr("Keys"), "keys", self.keys, scrolls=False)
        self.add_page(self.tr("Manual"), "guide", self.guide, scrolls=False)
        self.examples: dict[str, QPushButton] = {}
        self.add_page(self.tr("Examples"), "examples",
                      self._examples_page(examples, look, open_example))
        self.list.currentRowChanged.connect(self._on_page)
        fit_screen(self, _USUAL)

    def show_page(self, page: int) -> None:
        """Show the window with one of its pages in front."""
        self.list.setCurrentRow(page)
        self.show()
        self.raise_()
        self.activateWindow()
        if page == KEYS:
            self.keys.search.setFocus()

    def _examples_page(
        self, examples: Sequence[Example], look: Look, open_example: Callable[[str], None]
    ) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        for example in examples:
            card = QFrame()
            card.setObjectName("card")
            row = QHBoxLayout(card)
            row.setSpacing(2 * SPACE)
            board = BoardPreview(look, _PREVIEW)
            board.show_diagram(example.diagram)
            row.addWidget(board)
            title = QLabel(example.title, textFormat=Qt.TextFormat.PlainText)
            title.setFont(bold_font(title))
            words = QLabel(example.words, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
            texts = QVBoxLayout()
            texts.addStretch(1)
            texts.addWidget(title)
            texts.addWidget(words)
            texts.addStretch(1)
            row.addLayout(texts, 1)
            button = QPushButton(self.tr("Open"), autoDefault=False)
            button.setAccessibleName(self.tr("Open {0}").format(example.title))
            button.clicked.connect(
                lambda _checked=False, name=example.name: open_example(name))
            row.addWidget(button)
            self.examples[example.name] = button
            layout.addWidget(card)
        layout.addStretch(1)
        return page

    def _on_page(self, page: int) -> None:
        """Read the manual when it is looked at for the first time."""
        if page == GUIDE:
            self.guide.open()
