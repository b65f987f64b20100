"""Help in one window: the keys, the manual and games to try; and what a report of a bug needs."""

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import (QDesktopServices, QFontDatabase, QGuiApplication, QImage, QKeySequence,
                           QTextCursor, QTextDocument)
from PySide6.QtWidgets import (QDialog, QDialogButtonBox, QFrame, QHBoxLayout, QHeaderView, QLabel,
                               QLineEdit, QListWidget, QListWidgetItem, QPlainTextEdit, QPushButton,
                               QSplitter, QStackedWidget, QTextBrowser, QTreeWidget,
                               QTreeWidgetItem, QVBoxLayout, QWidget)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.gui.models.help import Manual, ManualPage, slug
from irgo_app.gui.models.service_bridge import ServiceBridge
from irgo_app.gui.views.style import SPACE, bold_font, icon, no_icon
from irgo_app.gui.views.widgets import (BoardPreview, PagesDialog, fit_screen, laid_out, paragraph,
                                        tool_button)
from irgo_app.service.processes import KernelRequest
from irgo_app.service.request import AnyRequest, KernelState, Urgency
from irgo_app.words import translated

_ID = Qt.ItemDataRole.UserRole


class KeyRow(Struct, frozen=True):
    """An action or tool with its keys.

    id -- its name in the settings; group -- its menu; keys -- now, the first can be changed;
    usual -- the first one before anybody changed it
    """

    id: str
    title: str
    keys: tuple[str, ...]
    group: str = ""
    usual: str = ""
    icon: str = ""


class KeyList(QWidget):
    """A tree of groups with a line to search in, by words or by keys.

    rows -- by their ids
    chosen -- another row is the current one, by its id; "" for none
    """

    chosen = Signal(str)

    def __init__(self, rows: Sequence[KeyRow]) -> None:
        super().__init__()
        self.rows: dict[str, KeyRow] = {}
        self._items: dict[str, QTreeWidgetItem] = {}
        self.search = _search_line(translated("Search for an action or a key"), self._filter)
        self.tree = QTreeWidget(columnCount=2)
        self.tree.setObjectName("keys")
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setAccessibleName(translated("Keys"))
        self.tree.setIndentation(SPACE)
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        self.tree.currentItemChanged.connect(lambda item, _before: self.chosen.emit(
            str(item.data(0, _ID) or "") if item is not None else ""))
        laid_out(QVBoxLayout(self), self.search, (self.tree, 1), margins=0)
        for group in dict.fromkeys(row.group for row in rows):
            self._add_group(group, [row for row in rows if row.group == group])
        self.tree.expandAll()

    @property
    def found(self) -> list[str]:
        """Return the titles that the search leaves."""
        return [self.rows[row_id].title for row_id, item in self._items.items()
                if not item.isHidden()]

    def show_row(self, row: KeyRow) -> None:
        self.rows[row.id] = row
        self._items[row.id].setText(1, _native(row.keys))

    def _add_group(self, title: str, rows: Sequence[KeyRow]) -> None:
        head = QTreeWidgetItem(self.tree, [title.replace("&", "")])
        head.setFont(0, bold_font(self))
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        nothing = no_icon()
        for row in rows:
            item = QTreeWidgetItem(head, [row.title.removesuffix(" …"), _native(row.keys)])
            item.setData(0, _ID, row.id)
            item.setIcon(0, icon(row.icon) if row.icon else nothing)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.rows[row.id], self._items[row.id] = row, item

    def _filter(self, text: str) -> None:
        """Leave the rows that hold every word, in their titles, keys or menus."""
        words = text.lower().split()
        shown = set()
        for row_id, item in self._items.items():
            row = self.rows[row_id]
            group = row.group.replace("&", "")
            held = f"{row.title} {_native(row.keys)} {group}".lower()
            fits = all(word in held for word in words)
            item.setHidden(not fits)
            if fits:
                shown.add(group)
        for place in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(place)
            if head is not None:
                head.setHidden(head.text(0) not in shown)


def _search_line(words: str, search: Callable[[str], None]) -> QLineEdit:
    """Return a line to search in; `search` is called with what stands there."""
    line = QLineEdit(placeholderText=words, clearButtonEnabled=True, textChanged=search)
    line.addAction(icon("find"), QLineEdit.ActionPosition.LeadingPosition)
    return line


def _native(keys: Sequence[str]) -> str:
    return "   ".join(
        QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys if key)


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
        self.search = _search_line(translated("Search the manual"), self._search)
        self.search.returnPressed.connect(lambda: self._mark(from_start=False))
        self.contents = QTreeWidget(columnCount=1)
        self.contents.setHeaderHidden(True)
        self.contents.setRootIsDecorated(False)
        self.contents.setIndentation(SPACE)
        self.contents.setAccessibleName(translated("Contents of the manual"))
        self.contents.currentItemChanged.connect(self._open_item)
        self.hits = QListWidget()
        self.hits.setWordWrap(True)
        self.hits.setAccessibleName(translated("Pages that were found"))
        self.hits.currentItemChanged.connect(self._open_hit)
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
        laid_out(QVBoxLayout(self), self._row(), (both, 1), margins=0)

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
        first = tool_button("guide", translated("To the first page"),
                            lambda: self.browser.show_page(self._manual.start))
        back = tool_button("undo", translated("Back to the page before"), self.browser.backward)
        back.setEnabled(False)
        self.browser.backwardAvailable.connect(back.setEnabled)
        return laid_out(QHBoxLayout(), (self.search, 1), back, first)

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

    def _open_item(self, item: QTreeWidgetItem | None) -> None:
        page = item and item.data(0, _PATH)
        if isinstance(page, ManualPage):
            self.browser.show_page(page.path)

    def _open_hit(self, item: QListWidgetItem | None) -> None:
        page = item and item.data(_PATH)
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
        for number, part in ((KEYS, self.keys), (GUIDE, self.guide)):
            if page == number:
                part.search.setFocus()

    def _examples_page(
        self, examples: Sequence[Example], look: Look, open_example: Callable[[str], None]
    ) -> QWidget:
        page = QWidget()
        layout = laid_out(QVBoxLayout(page), margins=0, spacing=SPACE)
        for example in examples:
            card = QFrame()
            card.setObjectName("card")
            board = BoardPreview(look, _PREVIEW)
            board.show_diagram(example.diagram)
            title = QLabel(example.title, textFormat=Qt.TextFormat.PlainText, font=bold_font(self))
            button = QPushButton(
                translated("Open"), autoDefault=False,
                accessibleName=translated("Open {0}").format(example.title),
                clicked=lambda _checked=False, name=example.name: open_example(name))
            texts = laid_out(QVBoxLayout(), 1, title, paragraph(example.words), 1)
            laid_out(QHBoxLayout(card, spacing=2 * SPACE), board, (texts, 1), button)
            self.examples[example.name] = button
            layout.addWidget(card)
        layout.addStretch(1)
        return page

    def _on_page(self, page: int) -> None:
        if page == GUIDE:
            self.guide.open()


_REPORT_SIZE = QSize(680, 620)
_numbers = count(1)


class BugReport(QDialog):
    """Shows the diagnosis, at once without the kernels, and with them when a worker has answered.

    diagnosis -- returns the text for what is known of the kernels, None for nothing yet
    show_page -- opens the manual's page about reports
    """

    def __init__(
        self, service: ServiceBridge, diagnosis: Callable[[KernelState | None], str],
        show_page: Callable[[], None], parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Report a bug"))
        self.setModal(False)
        self._service, self._diagnosis = service, diagnosis
        self._request = KernelRequest(next(_numbers))
        words = paragraph(translated(
            "Write what you did, what you expected, and what you saw instead; add the game if it "
            "needs one. Put the text below under it: it says what irgo runs on. It holds no names, "
            "no paths and nothing from your games, and irgo sends nothing by itself."))
        self.text = QPlainTextEdit(
            readOnly=True, lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap,
            accessibleName=translated("What irgo says about this machine"))
        even = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        even.setPointSizeF(self.font().pointSizeF())
        self.text.setFont(even)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(translated("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._copy)
        more = buttons.addButton(translated("What to write"), QDialogButtonBox.ButtonRole.HelpRole)
        more.clicked.connect(show_page)
        buttons.rejected.connect(self.reject)
        laid_out(QVBoxLayout(self), words, (self.text, 1), buttons, margins=2 * SPACE,
                 spacing=2 * SPACE)
        fit_screen(self, _REPORT_SIZE)
        self.text.setPlainText(diagnosis(None))
        service.ready.connect(self._on_ready)
        service.want([self._request], Urgency.VISIBLE)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(translated("Copied"))

    def _on_ready(self, requests: frozenset[AnyRequest]) -> None:
        if self._request in requests:
            self.text.setPlainText(self._diagnosis(self._service.cached(self._request)))
