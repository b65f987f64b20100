"""Asks what a review report shall hold, and shows how far it is while it is made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QWidget,
)

from irgo_app.draw.board_painter import Look
from irgo_app.engines.profile import EngineProfile
from irgo_app.gui.views.widgets import lay_out_dialog
from irgo_app.language import LANGUAGES, available
from irgo_app.report.blocks import MOST_TURNING_POINTS, PALETTES, THEMES, ReportOptions
from irgo_app.report.report_process import Done, Failed, Progress, ReportProcess, ReportTask
from irgo_app.words import translated

_LOOK_MS: Final = 80
_WIDTH: Final = 460


class ReportDialog(QDialog):
    """Stays open while the report is made; the window can be used meanwhile.

    record -- the game as SGF; suggested -- where the report is written unless the user says else
    look -- the colours of the window, to begin with; engines -- who may judge besides irgo
    """

    told = Signal(str)
    """A sentence for the user: the report is there, or why it is not."""

    def __init__(
        self, record: bytes, suggested: Path, look: Look, engines: Sequence[EngineProfile],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Review report"))
        self.setMinimumWidth(_WIDTH)
        self._record, self._engines = record, tuple(engines)
        self._process: ReportProcess | None = None
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._path = QLineEdit(str(suggested))
        self._path.textChanged.connect(self._refresh)
        self._browse = QPushButton(translated("Choose …"))
        self._browse.clicked.connect(self._choose_path)
        self._judge = QComboBox()
        self._judge.addItems(
            [translated("irgo's reader"), *(engine.name for engine in self._engines)])
        self._count = QSpinBox(
            minimum=0, maximum=MOST_TURNING_POINTS, value=ReportOptions().turning_points)
        self._diagrams = QCheckBox(translated("Boards and maps"), checked=True)
        self._problems = QCheckBox(translated("The game's life-and-death problems too, as SGF"))
        self._opens = QCheckBox(translated("Open it when it is there"), checked=True)
        self._theme = _choice(THEMES, look.theme.name)
        self._palette = _choice(PALETTES, look.palette.name)
        self._language = QComboBox()
        self._language.addItem(translated("as irgo speaks"), "")
        for language in available():
            self._language.addItem(LANGUAGES.get(language, language), language)
        self._bar = QProgressBar(maximum=100)
        self._state = QLabel()
        self._state.setWordWrap(True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._make = self._buttons.addButton(
            translated("Make the report"), QDialogButtonBox.ButtonRole.ActionRole)
        self._make.setDefault(True)
        self._make.clicked.connect(self._begin)
        self._buttons.rejected.connect(self.reject)
        self._lay_out()
        self._refresh()

    @property
    def is_at_work(self) -> bool:
        return self._process is not None

    def reject(self) -> None:
        """Stop what is being made; without that, close."""
        if self._process is None:
            super().reject()
            return
        self._state.setText(translated("Stopping …"))
        self._process.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the process with the dialog, also when the whole window is closed."""
        self._timer.stop()
        if self._process is not None:
            self._process.close()
            self._process = None
        super().closeEvent(event)

    def _lay_out(self) -> None:
        place = QHBoxLayout()
        place.addWidget(self._path, 1)
        place.addWidget(self._browse)
        body = QWidget()
        form = QFormLayout(body)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(translated("File (.html, .pdf or .sgf)"), place)
        form.addRow(translated("Judged by"), self._judge)
        form.addRow(translated("Turning points"), self._count)
        form.addRow(translated("Board"), self._theme)
        form.addRow(translated("Colours of maps"), self._palette)
        form.addRow(translated("Language"), self._language)
        for box in (self._diagrams, self._problems, self._opens):
            form.addRow("", box)
        form.addRow(self._bar)
        form.addRow(self._state)
        self._bar.hide()
        self._state.hide()
        lay_out_dialog(self, body, self._buttons)

    def _options(self) -> ReportOptions:
        return ReportOptions(
            self._count.value(), self._diagrams.isChecked(), self._theme.currentData(),
            self._palette.currentData(), self._language.currentData())

    def _begin(self) -> None:
        """Start the process; it says what is wrong with the file's name, if anything is."""
        path = Path(self._path.text().strip())
        index = self._judge.currentIndex()
        problems = path.with_name(f"{path.stem}-problems.sgf")
        self._process = ReportProcess(ReportTask(
            self._record, path, self._options(),
            problems if self._problems.isChecked() else None,
            self._engines[index - 1] if index > 0 else None))
        self._bar.setValue(0)
        self._state.setText("")
        self._timer.start()
        self._refresh()

    def _look(self) -> None:
        """Take up what the process has told since."""
        assert self._process is not None
        for news in self._process.news():
            if isinstance(news, Progress):
                self._bar.setValue(news.percent)
                continue
            self._timer.stop()
            self._process = None
            if isinstance(news, Done):
                self._finish(news)
            else:
                self._fail(news)
            return

    def _finish(self, news: Done) -> None:
        path = Path(self._path.text().strip())
        sentence = translated("The report is in {0}.").format(path)
        if news.problems is not None:
            sentence += " " + translated("Problems found: {0}.").format(news.problems)
        self.told.emit(sentence)
        if self._opens.isChecked():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.resolve())))
        self.accept()

    def _fail(self, news: Failed) -> None:
        """Stay open with the reason, so that it can be tried again."""
        self._refresh()
        self._state.setText(
            translated("Stopped; nothing was written.") if news.reason is None
            else str(news.reason))
        self._state.show()

    def _refresh(self) -> None:
        """Show what can be done now."""
        for widget in (self._path, self._browse, self._judge, self._count, self._theme,
                       self._palette, self._language, self._diagrams, self._problems,
                       self._opens):
            widget.setEnabled(not self.is_at_work)
        self._make.setEnabled(not self.is_at_work and bool(self._path.text().strip()))
        self._bar.setVisible(self.is_at_work)
        self._state.setVisible(self.is_at_work)

    def _choose_path(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, translated("Review report"), self._path.text(),
            translated("Reports (*.html *.pdf *.sgf)"))
        if name:
            self._path.setText(name)


def _choice(names: Sequence[str], current: str) -> QComboBox:
    box = QComboBox()
    for name in names:
        box.addItem(translated(name), name)
    box.setCurrentIndex(max(0, box.findData(current)))
    return box
