"""Parts of dialogs: pages with their names, a small board, and having a file made by a process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QCheckBox, QDialog, QDialogButtonBox, QFileDialog, QFormLayout, QFrame, QHBoxLayout, QLabel,
    QLineEdit, QListWidget, QListWidgetItem, QProgressBar, QPushButton, QScrollArea, QStackedWidget,
    QVBoxLayout, QWidget
)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.errors import IrgoError
from irgo_app.go.position import Position
from irgo_app.gui.models.service_bridge import Making
from irgo_app.gui.views.board_picture import BoardPicture
from irgo_app.gui.views.style import SPACE, icon
from irgo_app.gui.views.widgets import fit_screen, laid_out, lay_out_dialog
from irgo_app.report.report_process import Done, Failed, Make, Progress
from irgo_app.words import translated


class BoardPreview(QWidget):
    """Shows a diagram, as the board in the window would."""

    def __init__(self, look: Look, side: int) -> None:
        super().__init__()
        self._picture = BoardPicture(look)
        self.diagram = Diagram(Position.empty())
        self.setFixedSize(side, side)
        self.setAccessibleName(translated("Preview"))

    def show_diagram(self, diagram: Diagram, look: Look | None = None) -> None:
        """Show another diagram, in another look if one is given."""
        self.diagram = diagram
        if look is not None:
            self._picture.set_look(look)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        pixmap = self._picture.pixmap(self.diagram, QSize(
            round(self.width() * ratio), round(self.height() * ratio)))
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, pixmap)
        painter.end()


_USUAL = QSize(760, 600)
_LIST_WIDTH = 150


class PagesDialog(QDialog):
    """Never larger than the screen; what does not fit a page scrolls.

    list -- the names of the pages, to choose from
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.list = QListWidget()
        self.list.setObjectName("pages")
        self.list.setIconSize(QSize(18, 18))
        self.list.setAccessibleName(title)
        self.pages = QStackedWidget()
        self.list.currentRowChanged.connect(self.pages.setCurrentIndex)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, rejected=self.reject)
        # Enter belongs to the field one types into, such as a search.
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        both = laid_out(QHBoxLayout(spacing=2 * SPACE), self.list, (self.pages, 1))
        laid_out(QVBoxLayout(self), (both, 1), buttons, margins=2 * SPACE, spacing=2 * SPACE)
        fit_screen(self, _USUAL)

    def add_page(self, title: str, icon_name: str, page: QWidget, *, scrolls: bool = True) -> None:
        """Add a page behind the others; the first one is shown."""
        if scrolls:
            area = QScrollArea(widgetResizable=True)
            area.setFrameShape(QFrame.Shape.NoFrame)
            area.setWidget(page)
            page = area
        self.pages.addWidget(page)
        self.list.addItem(QListWidgetItem(icon(icon_name, QPalette.ColorRole.Highlight), title))
        self.list.setFixedWidth(max(
            _LIST_WIDTH, self.list.sizeHintForColumn(0) + 2 * self.list.frameWidth()))
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)


_MAKING_WIDTH: Final = 460
Work = tuple[object, Make | None]
"""A task, and what carries it out; None for what makes reports."""


class MakingDialog(QDialog):
    """Stays open while the file is made; the window can be used meanwhile.

    Subclasses put their rows into `form`, and end with `finish_form`.
    path -- the line with the file to write; make -- the button that begins
    """

    told = Signal(str)
    """A sentence for the user: the file is there."""

    def __init__(
        self, title: str, make: str, suggested: Path, endings: str, row: str,
        parent: QWidget | None = None,
    ) -> None:
        """Ask for a file at first.

        make -- the words of the button that begins; row -- of the row for the file
        endings -- of the files that can be made, each with its point
        """
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(_MAKING_WIDTH)
        self._endings = endings
        self._making = Making(self)
        self._making.told.connect(self._on_told)
        self.path = QLineEdit(str(suggested), textChanged=self._refresh)
        # Enter begins, also while the cursor is in the line beside it.
        browse = QPushButton(translated("Choose …"), autoDefault=False, clicked=self._choose_path)
        place = laid_out(QHBoxLayout(), (self.path, 1), browse)
        self.opens = QCheckBox(translated("Open it when it is done"), checked=True)
        self.bar = QProgressBar(maximum=100)
        self.state = QLabel(wordWrap=True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.make = self._buttons.addButton(make, QDialogButtonBox.ButtonRole.ActionRole)
        self.make.clicked.connect(self._begin)
        self._buttons.rejected.connect(self.reject)
        self._body, self._questions = QWidget(), QWidget()
        self.form = QFormLayout(self._questions)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.addRow(row, place)

    def finish_form(self, work: Callable[[], Work]) -> None:
        """Put what all dialogs have below what one of them asks.

        work -- returns what is to be made; raises UsageError for what there is not
        """
        self._work = work
        self.form.addRow("", self.opens)
        whole = QFormLayout(self._body)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addRow(self._questions)
        whole.addRow(self.bar)
        whole.addRow(self.state)
        lay_out_dialog(self, self._body, self._buttons)
        # A button is the dialog's default once it lies in it.
        self.make.setDefault(True)
        self._refresh()

    def words_of(self, news: Done) -> str:
        """Return what is told when the file is there."""
        return translated("{file} was written.").format(file=self.target())

    @property
    def is_at_work(self) -> bool:
        return self._making.is_at_work

    def target(self) -> Path:
        return Path(self.path.text().strip()).expanduser()

    def reject(self) -> None:
        """Stop what is being made; without that, close."""
        if not self.is_at_work:
            super().reject()
            return
        self._tell(translated("Stopping …"))
        self._making.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the process with the dialog, also when the whole window is closed."""
        self._making.close()
        super().closeEvent(event)

    def _begin(self) -> None:
        try:
            task, make = self._work()
        except IrgoError as error:
            self._tell(str(error))
            return
        self._making.begin(task, make)
        self.bar.setValue(0)
        self._tell("")
        self._refresh()

    def _on_told(self, news: object) -> None:
        if isinstance(news, Progress):
            self.bar.setValue(news.percent)
            return
        self._refresh()
        if isinstance(news, Done):
            self._finish(news)
        elif isinstance(news, Failed):
            # It stays open with the reason, so that it can be tried again.
            self._tell(translated("Stopped; nothing was written.") if news.reason is None
                       else str(news.reason))

    def _finish(self, news: Done) -> None:
        self.told.emit(self.words_of(news))
        if self.opens.isChecked():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.target().resolve())))
        self.accept()

    def _tell(self, text: str) -> None:
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def _refresh(self) -> None:
        """Show what can be done now."""
        self._questions.setEnabled(not self.is_at_work)
        self.make.setEnabled(not self.is_at_work and bool(self.path.text().strip()))
        self.bar.setVisible(self.is_at_work)
        self.state.setVisible(bool(self.state.text()))

    def _choose_path(self) -> None:
        endings = " ".join(f"*{ending}" for ending in self._endings.split())
        name, _ = QFileDialog.getSaveFileName(
            self, self.windowTitle(), self.path.text(), f"{self.windowTitle()} ({endings})")
        if name:
            self.path.setText(name)
