"""What dialogs have in common that have a file made in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox, QDialog, QDialogButtonBox, QFileDialog, QFormLayout, QHBoxLayout, QLabel, QLineEdit,
    QProgressBar, QPushButton, QWidget
)

from irgo_app.errors import IrgoError
from irgo_app.gui.models.service_bridge import Making
from irgo_app.gui.views.widgets import lay_out_dialog
from irgo_app.report.report_process import Done, Failed, Make, Progress
from irgo_app.words import translated

_WIDTH: Final = 460
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
        self.setMinimumWidth(_WIDTH)
        self._endings = endings
        self._making = Making(self)
        self._making.told.connect(self._on_told)
        self.path = QLineEdit(str(suggested))
        self.path.textChanged.connect(self._refresh)
        browse = QPushButton(translated("Choose …"))
        browse.clicked.connect(self._choose_path)
        place = QHBoxLayout()
        place.addWidget(self.path, 1)
        place.addWidget(browse)
        self.opens = QCheckBox(translated("Open it when it is done"), checked=True)
        self.bar = QProgressBar(maximum=100)
        self.state = QLabel(wordWrap=True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.make = self._buttons.addButton(make, QDialogButtonBox.ButtonRole.ActionRole)
        self.make.setDefault(True)
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
        self._refresh()

    def words_of(self, news: Done) -> str:
        """Return what is told when the file is there."""
        return translated("{file} was written.").format(file=self.target())

    @property
    def is_at_work(self) -> bool:
        """Return whether the file is being made."""
        return self._making.is_at_work

    def target(self) -> Path:
        """Return the file to write."""
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
