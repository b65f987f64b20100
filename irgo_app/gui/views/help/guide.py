"""Help in one window: the keys, the manual with its contents and search, and games to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QFrame, QHBoxLayout, QLabel, QLineEdit, QListWidget, QListWidgetItem, QPushButton, QSplitter,
    QStackedWidget, QTextBrowser, QToolButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget
)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.gui.models.help import Manual, ManualPage, slug
from irgo_app.gui.views.dialogs import BoardPreview, PagesDialog
from irgo_app.gui.views.help.keys import KeyList, KeyRow
from irgo_app.gui.views.icons import icon
from irgo_app.gui.views.style import SPACE, bold_font
from irgo_app.gui.views.widgets import fit_screen
from irgo_app.words import translated

_WIDEST = 520
"""Pixels of a picture."""
_CONTENTS_WIDTH, _PAGE_WIDTH = 250, 570
_PATH = Qt.ItemDataRole.UserRole


class Guide(QWidget):
    """Shows the pages of the manual: their names at the left, one of them at the right.

    While something is searched for, the pages that have it stand in the place of the contents.
    """

    def __init__(self, manual: Manual) -> None:
        super().__init__()
        self._manual = manual
        self._searched = ""
        self._before = Path()
        self.browser = _Browser(manual)
        self.search = QLineEdit(placeholderText=translated("Search the manual"),
                                clearButtonEnabled=True)
        self.search.addAction(icon("find"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(lambda: self._mark(from_start=False))
        self.contents = QTreeWidget(columnCount=1)
        self.contents.setHeaderHidden(True)
        self.contents.setRootIsDecorated(False)
        self.contents.setIndentation(SPACE)
        self.contents.setAccessibleName(translated("Contents of the manual"))
        self.contents.currentItemChanged.connect(
            lambda item, _before: self._open_item(item) if item is not None else None)
        self.hits = QListWidget()
        self.hits.setWordWrap(True)
        self.hits.setAccessibleName(translated("Pages that were found"))
        self.hits.currentItemChanged.connect(
            lambda item, _before: self._open_hit(item) if item is not None else None)
        for part in (self.contents, self.hits, self.browser):
            part.setFrameShape(QFrame.Shape.NoFrame)
        self._left = QStackedWidget()
        self._left.addWidget(self.contents)
        self._left.addWidget(self.hits)
        both = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        both.addWidget(self._left)
        both.addWidget(self.browser)
        both.setStretchFactor(1, 1)
        both.setSizes([_CONTENTS_WIDTH, _PAGE_WIDTH])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self._row())
        layout.addWidget(both, 1)

    def open(self) -> None:
        """Read the contents and the first page, if nothing was read yet."""
        if self.browser.source().isEmpty():
            self._list_pages()
            self.browser.show_page(self._manual.start)

    def show_page(self, page: Path) -> None:
        """Show a page, in the reader's language if it is there."""
        self.open()
        self.browser.show_page(self._manual.page_for(page))

    def _row(self) -> QHBoxLayout:
        """Return the line above: the search, the first page, and the way back."""
        row = QHBoxLayout()
        row.addWidget(self.search, 1)
        for sign, words, act, available in (
            ("undo", translated("Back to the page before"), self.browser.backward,
             self.browser.backwardAvailable),
            ("guide", translated("To the first page"),
             lambda: self.browser.show_page(self._manual.start), None),
        ):
            button = QToolButton(autoRaise=True)
            button.setIcon(icon(sign))
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(act)
            if available is not None:
                available.connect(button.setEnabled)
                button.setEnabled(False)
            row.addWidget(button)
        return row

    def _list_pages(self) -> None:
        for section in self._manual.contents:
            head = QTreeWidgetItem(self.contents, [section.title])
            head.setFont(0, bold_font(self))
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            for page in section.pages:
                item = QTreeWidgetItem(head, [page.title])
                item.setToolTip(0, page.title)
                item.setData(0, _PATH, page)
        self.contents.expandAll()

    def _open_item(self, item: QTreeWidgetItem) -> None:
        page = item.data(0, _PATH)
        if isinstance(page, ManualPage):
            self.browser.show_page(page.path)

    def _open_hit(self, item: QListWidgetItem) -> None:
        page = item.data(_PATH)
        if isinstance(page, ManualPage):
            self.browser.show_page(page.path)
            self._mark(from_start=True)

    def _search(self, words: str) -> None:
        """List the pages that have the words; show the page of before the search, or the first."""
        found = self._manual.find(words)
        self.hits.clear()
        self._left.setCurrentWidget(self.hits if words.strip() else self.contents)
        if not self._searched:
            self._before = self.browser.page
        self._searched = words.strip()
        for hit in found:
            item = QListWidgetItem(f"{hit.page.title}\n{hit.excerpt}", self.hits)
            item.setData(_PATH, hit.page)
        if words.strip() and not found:
            nothing = QListWidgetItem(translated("No page has these words."), self.hits)
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)
        place = next((row for row, hit in enumerate(found) if hit.page.path == self._before), 0)
        if found:
            self.hits.setCurrentRow(place)

    def _mark(self, *, from_start: bool) -> None:
        """Go to the first word searched for, from the top of the page or on; round at its end."""
        browser, words = self.browser, self.search.text().strip()
        # Words that stand together are found together, else the first of them.
        for wanted in (words, *words.split()[:1]):
            if from_start:
                browser.moveCursor(QTextCursor.MoveOperation.Start)
            if browser.find(wanted):
                return
            browser.moveCursor(QTextCursor.MoveOperation.Start)
            if browser.find(wanted):
                return


class _Browser(QTextBrowser):
    """Follows links to other pages here, and to the world outside."""

    def __init__(self, manual: Manual) -> None:
        super().__init__()
        self._manual = manual
        self.setOpenLinks(False)
        self.document().setDocumentMargin(2 * SPACE)
        self.anchorClicked.connect(self._follow)

    @property
    def page(self) -> Path:
        return Path(self.source().toLocalFile())

    def show_page(self, path: Path, heading: str = "") -> None:
        """Show a page, from its top or from the heading with this name in links."""
        if path != self.page:
            self.setSource(
                QUrl.fromLocalFile(str(path)), QTextDocument.ResourceType.MarkdownResource)
        self.verticalScrollBar().setValue(0)
        block = self.document().firstBlock()
        while heading and block.isValid():
            if block.blockFormat().headingLevel() and slug(block.text()) == heading:
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(int(top))
                return
            block = block.next()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a page or a picture; a picture no wider than the page."""
        found = super().loadResource(kind, name)
        if kind == QTextDocument.ResourceType.ImageResource.value:
            image = QImage(self.source().resolved(QUrl(name)).toLocalFile())
            if image.width() > _WIDEST:
                return image.scaledToWidth(_WIDEST, Qt.TransformationMode.SmoothTransformation)
            return image
        return found

    def _follow(self, link: QUrl) -> None:
        target = self.source().resolved(link)
        if not target.isLocalFile():
            QDesktopServices.openUrl(target)
            return
        page = self._manual.page_for(Path(target.toLocalFile()))
        if page.exists():
            self.show_page(page, target.fragment())


KEYS, GUIDE, EXAMPLES = range(3)
"""The pages in their order."""
_PREVIEW = 110
_USUAL = QSize(1000, 700)


class Example(Struct, frozen=True):
    """A game that ships with irgo: its file, what it is called, what it is good for, its end."""

    name: str
    title: str
    words: str
    diagram: Diagram


class HelpWindow(PagesDialog):
    """Stays open beside the board until an example is opened; `open_example` gets a file's name."""

    def __init__(
        self, rows: Sequence[KeyRow], manual: Manual, examples: Sequence[Example], look: Look,
        open_example: Callable[[str], None], parent: QWidget | None = None,
    ) -> None:
        super().__init__(translated("Help"), parent)
        self.setModal(False)
        self.keys = KeyList([row for row in rows if row.keys])
        self.keys.search.setFocus()
        self.guide = Guide(manual)
        self.add_page(translated("Keys"), "keys", self.keys, scrolls=False)
        self.add_page(translated("Manual"), "guide", self.guide, scrolls=False)
        self.examples: dict[str, QPushButton] = {}
        self.add_page(translated("Examples"), "examples",
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
            button = QPushButton(translated("Open"), autoDefault=False)
            button.setAccessibleName(translated("Open {0}").format(example.title))
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
