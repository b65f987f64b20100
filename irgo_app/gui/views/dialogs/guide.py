"""The user guide in the window: its pages with their pictures, links between them, and a search."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextDocument
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from irgo_app.gui.views.icons import icon
from irgo_app.gui.views.style import SPACE

_WIDEST = 460
"""Pixels of a picture."""


class Guide(QWidget):
    """Shows Markdown files from a folder.

    start -- the first page
    """

    def __init__(self, start: Path) -> None:
        super().__init__()
        self._start = start
        self.browser = _Browser()
        self.search = QLineEdit(placeholderText=self.tr("Search this page"),
                                clearButtonEnabled=True)
        self.search.addAction(icon("find"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(lambda _text: self._find(from_start=True))
        self.search.returnPressed.connect(lambda: self._find(from_start=False))
        back = QToolButton(autoRaise=True)
        back.setIcon(icon("undo"))
        back.setToolTip(self.tr("Back to the page before"))
        back.setAccessibleName(back.toolTip())
        back.clicked.connect(self.browser.backward)
        self.browser.backwardAvailable.connect(back.setEnabled)
        back.setEnabled(False)
        row = QHBoxLayout()
        row.addWidget(self.search, 1)
        row.addWidget(back)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.browser, 1)

    def open(self) -> None:
        """Read the first page, if nothing was read yet."""
        if self.browser.source().isEmpty():
            self.browser.setSource(
                QUrl.fromLocalFile(str(self._start)), QTextDocument.ResourceType.MarkdownResource)

    def _find(self, *, from_start: bool) -> None:
        """Go to the words searched for, from the top of the page or on; round at its end."""
        browser = self.browser
        if from_start:
            browser.moveCursor(browser.textCursor().MoveOperation.Start)
        if self.search.text() and not browser.find(self.search.text()):
            browser.moveCursor(browser.textCursor().MoveOperation.Start)
            browser.find(self.search.text())


class _Browser(QTextBrowser):
    """Follows links to other pages here, and to the world outside."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.document().setDocumentMargin(2 * SPACE)
        self.anchorClicked.connect(self._follow)

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
        elif Path(target.toLocalFile()).exists():
            self.setSource(target, QTextDocument.ResourceType.MarkdownResource)
