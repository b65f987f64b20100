"""Asks what a review report shall hold, and has it made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from irgo_app.draw.board_painter import Look
from irgo_app.engines.profile import EngineProfile
from irgo_app.gui.views.dialogs import MakingDialog, Work
from irgo_app.language import LANGUAGES, available
from irgo_app.report.blocks import MOST_TURNING_POINTS, PALETTES, THEMES, ReportOptions
from irgo_app.report.report_process import Done, ReportTask
from irgo_app.words import translated


class ReportDialog(MakingDialog):
    """Asks for a report.

    record -- the game as SGF; suggested -- where the report is written unless the user says else
    look -- the colours of the window, to begin with; engines -- who may judge besides irgo
    """

    def __init__(
        self, record: bytes, suggested: Path, look: Look, engines: Sequence[EngineProfile],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            translated("Review report"), translated("Make the report"), suggested,
            ".html .pdf .sgf", translated("File (.html, .pdf or .sgf)"), parent)
        self._record, self._engines = record, tuple(engines)
        self._judge = QComboBox()
        self._judge.addItems(
            [translated("irgo's reader"), *(engine.name for engine in self._engines)])
        self._count = QSpinBox(
            minimum=0, maximum=MOST_TURNING_POINTS, value=ReportOptions().turning_points)
        self._diagrams = QCheckBox(translated("Boards and maps"), checked=True)
        self._problems = QCheckBox(translated("The game's life-and-death problems too, as SGF"))
        self._theme = _choice(THEMES, look.theme.name)
        self._palette = _choice(PALETTES, look.palette.name)
        self._language = QComboBox()
        self._language.addItem(translated("as irgo speaks"), "")
        for language in available():
            self._language.addItem(LANGUAGES.get(language, language), language)
        self.form.addRow(translated("Judged by"), self._judge)
        self.form.addRow(translated("Turning points"), self._count)
        self.form.addRow(translated("Board"), self._theme)
        self.form.addRow(translated("Colours of maps"), self._palette)
        self.form.addRow(translated("Language"), self._language)
        for box in (self._diagrams, self._problems):
            self.form.addRow("", box)
        self.finish_form(self._task)

    def _task(self) -> Work:
        path, index = self.target(), self._judge.currentIndex()
        problems = path.with_name(f"{path.stem}-problems.sgf")
        return ReportTask(
            self._record, path, self._options(),
            problems if self._problems.isChecked() else None,
            self._engines[index - 1] if index > 0 else None), None

    def words_of(self, news: Done) -> str:
        """Return where the report is, and how many problems there are if they were asked for."""
        sentence = translated("The report is in {0}.").format(self.target())
        if news.problems is None:
            return sentence
        return f"{sentence} {translated('Problems found: {0}.').format(news.problems)}"

    def _options(self) -> ReportOptions:
        return ReportOptions(
            self._count.value(), self._diagrams.isChecked(), self._theme.currentData(),
            self._palette.currentData(), self._language.currentData())


def _choice(names: Sequence[str], current: str) -> QComboBox:
    box = QComboBox()
    for name in names:
        box.addItem(translated(name), name)
    box.setCurrentIndex(max(0, box.findData(current)))
    return box
