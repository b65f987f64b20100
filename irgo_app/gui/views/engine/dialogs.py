"""Dialogs about engines: those of the settings, and how far a game is analysed."""

from __future__ import annotations

from PySide6.QtCore import Qt, QThread
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from irgo_app.engines.profile import (
    KINDS,
    MOST_VISITS,
    EngineProfile,
    profiles_of_settings,
    without_known,
)
from irgo_app.engines.trial import EngineReport, EngineTrial
from irgo_app.gui.views.widgets import DecimalBox, lay_out_dialog
from irgo_app.settings.store import Settings
from irgo_app.words import numeral, translated


class EnginesDialog(QDialog):
    """A list of engines and a form for the one chosen; accepted, it writes the settings."""

    def __init__(
        self, settings: Settings, found: list[EngineProfile], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._profiles = profiles_of_settings(settings.engines)
        self._found = without_known(found, self._profiles)
        self._testing: _TestThread | None = None
        self.setWindowTitle(translated("Engines"))
        self.resize(760, 480)
        self.names = QListWidget()
        self.names.setAccessibleName(translated("Engines"))
        self.name, self.command, self.folder = QLineEdit(), QLineEdit(), QLineEdit()
        self.kind = QComboBox()
        self.kind.addItems(list(KINDS))
        self.visits = QSpinBox(minimum=0, maximum=MOST_VISITS, singleStep=100)
        self.visits.setSpecialValueText(translated("no limit"))
        self.report_text = QPlainTextEdit(readOnly=True)
        self.report_text.setPlaceholderText(translated("What a test found is shown here."))
        form = QFormLayout()
        for title, editor in (
            (translated("Name"), self.name), (translated("Command line"), self.command),
            (translated("Folder"), self.folder), (translated("Kind"), self.kind),
            (translated("Visits a position"), self.visits),
        ):
            form.addRow(title, editor)
        self.test = QPushButton(translated("Test"))
        self.test.clicked.connect(self.run_test)
        form.addRow(self.test)
        buttons = QHBoxLayout()
        for title, act in ((translated("Add"), self.add), (translated("Remove"), self.remove),
                           (translated("Up"), self.move_up)):
            button = QPushButton(title)
            button.clicked.connect(lambda _checked=False, act=act: act())
            buttons.addWidget(button)
        left = QVBoxLayout()
        left.addWidget(self.names, 1)
        left.addLayout(buttons)
        right = QVBoxLayout()
        right.addLayout(form)
        right.addWidget(self.report_text, 1)
        both = QHBoxLayout()
        both.addLayout(left, 1)
        both.addLayout(right, 2)
        ends = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        ends.accepted.connect(self.accept)
        ends.rejected.connect(self.reject)
        body = QWidget()
        body.setLayout(both)
        both.setContentsMargins(0, 0, 0, 0)
        lay_out_dialog(self, body, ends)
        for editor in (self.name, self.command, self.folder):
            editor.textEdited.connect(lambda _text: self._keep())
        self.kind.activated.connect(lambda _index: self._keep())
        self.visits.valueChanged.connect(lambda _value: self._keep())
        self.names.currentRowChanged.connect(self._show)
        self._fill(0)

    def add(self) -> None:
        """Add an engine: one found on this machine that is not yet there, else an empty one."""
        profile = self._found.pop(0) if self._found else EngineProfile(
            translated("New engine"), "")
        self._profiles.append(profile)
        self._fill(len(self._profiles) - 1)

    def remove(self) -> None:
        """Remove the engine that is chosen."""
        row = self.names.currentRow()
        if 0 <= row < len(self._profiles):
            del self._profiles[row]
            self._fill(max(0, row - 1))

    def move_up(self) -> None:
        """Move the engine that is chosen one place up."""
        row = self.names.currentRow()
        if row > 0:
            self._profiles.insert(row - 1, self._profiles.pop(row))
            self._fill(row - 1)

    def run_test(self) -> None:
        """Start the engine that is chosen, in the background, and show how that went.

        While a test runs, stop it.
        """
        if self._testing is not None:
            self._testing.trial.stop()
            return
        row = self.names.currentRow()
        if not 0 <= row < len(self._profiles):
            return
        self.report_text.setPlainText(translated("Starting …"))
        self.test.setText(translated("Stop the test"))
        self._testing = _TestThread(self._profiles[row], self)
        self._testing.finished.connect(self._on_tested)
        self._testing.start()

    def accept(self) -> None:
        self._settings.engines = [profile.as_settings() for profile in self._profiles
                                  if profile.name and profile.command]
        super().accept()

    def done(self, code: int) -> None:
        if self._testing is not None:
            self._testing.finished.disconnect(self._on_tested)
            self._testing.trial.stop()
            self._testing.wait()
        super().done(code)

    def _on_tested(self) -> None:
        assert self._testing is not None
        report, self._testing = self._testing.report, None
        self.test.setText(translated("Test"))
        assert report is not None
        lines = [" ".join(report.command)]
        if report.first_answer_s is not None:
            lines.append(translated("First answer after {0} s").format(
                numeral(report.first_answer_s, ".2f")))
        if report.name:
            lines.append(translated("{0} {1}, {2} commands").format(
                report.name, report.version, len(report.commands)))
        lines += report.errors
        lines.append(report.failure or translated("The engine works."))
        self.report_text.setPlainText("\n".join(lines))

    def _fill(self, row: int) -> None:
        self.names.blockSignals(True)
        self.names.clear()
        self.names.addItems([profile.name for profile in self._profiles])
        self.names.blockSignals(False)
        self.names.setCurrentRow(min(row, len(self._profiles) - 1))
        self._show(self.names.currentRow())

    def _show(self, row: int) -> None:
        profile = self._profiles[row] if 0 <= row < len(self._profiles) else EngineProfile("", "")
        for editor, text in ((self.name, profile.name), (self.command, profile.command),
                             (self.folder, profile.folder)):
            editor.setText(text)
            editor.setEnabled(bool(self._profiles))
        self.kind.setCurrentText(profile.kind)
        self.visits.blockSignals(True)
        self.visits.setValue(profile.visits)
        self.visits.blockSignals(False)

    def _keep(self) -> None:
        """Take over what stands in the form."""
        row = self.names.currentRow()
        if not 0 <= row < len(self._profiles):
            return
        old = self._profiles[row]
        self._profiles[row] = EngineProfile(
            self.name.text().strip(), self.command.text().strip(), self.folder.text().strip(),
            self.kind.currentText(), self.visits.value(), old.start_s, old.answer_s)
        item = self.names.item(row)
        if item is not None:
            item.setData(Qt.ItemDataRole.DisplayRole, self.name.text().strip())


class _TestThread(QThread):
    """Tests an engine; the report is there when it has finished."""

    def __init__(self, profile: EngineProfile, parent: QWidget) -> None:
        super().__init__(parent)
        self.trial = EngineTrial(profile)
        self.report: EngineReport | None = None

    def run(self) -> None:
        self.report = self.trial.run()


_VISITS = 200
_MOST_VISITS = 1_000_000
_MOST_SECONDS = 3600.0


class AnalyzeGameDialog(QDialog):
    """`visits` and `seconds` a move, 0 without limit; one of them is always given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Analyse the whole game"))
        self._visits = QSpinBox(minimum=0, maximum=_MOST_VISITS, singleStep=100, value=_VISITS)
        self._seconds = DecimalBox(
            minimum=0.0, maximum=_MOST_SECONDS, singleStep=0.5, decimals=1)
        for editor in (self._visits, self._seconds):
            editor.setSpecialValueText(translated("no limit"))
            editor.valueChanged.connect(self._refresh)
        body = QWidget()
        form = QFormLayout(body)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(translated("Visits a move"), self._visits)
        form.addRow(translated("Seconds a move"), self._seconds)
        self._ends = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._ends.accepted.connect(self.accept)
        self._ends.rejected.connect(self.reject)
        lay_out_dialog(self, body, self._ends)
        self._visits.selectAll()

    @property
    def visits(self) -> int:
        """Return how many visits end the search of a move, 0 without limit."""
        return self._visits.value()

    @property
    def seconds(self) -> float:
        """Return how many seconds end the search of a move, 0 without limit."""
        return self._seconds.value()

    def _refresh(self) -> None:
        self._ends.button(QDialogButtonBox.StandardButton.Ok).setEnabled(
            bool(self.visits or self.seconds))
