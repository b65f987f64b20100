"""Engines: the panel with candidate moves and a console, the list of engines, analysing a game."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, count
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QSignalBlocker, QSize, Qt, QThread, QTimer
from PySide6.QtWidgets import (QAbstractItemView, QComboBox, QCompleter, QDialog, QDialogButtonBox,
                               QFileDialog, QFormLayout, QHBoxLayout, QHeaderView, QLabel,
                               QLineEdit, QListWidget, QMenu, QPlainTextEdit, QProgressBar,
                               QPushButton, QSpinBox, QTableWidget, QTableWidgetItem, QVBoxLayout,
                               QWidget)

from irgo_app.engines.evaluation import Candidate
from irgo_app.engines.katago_json import KIND
from irgo_app.engines.profile import (KATAGO_JSON, KINDS, MOST_VISITS, EngineProfile, kind_of,
                                      lacks_network, profile_of_program, profiles_of_settings,
                                      takes_configuration, takes_network, with_configuration,
                                      with_network, with_program, without_known)
from irgo_app.engines.trial import KIND_TITLES, PATIENCE_S, EngineReport, EngineTrial
from irgo_app.errors import EngineError
from irgo_app.go.point import BLACK, PASS
from irgo_app.gui.models.engine import EngineDesk, GameAnalysis
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.overlays import CandidateOverlay
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.file_dialogs import file_to_open, last_folder, note_folder
from irgo_app.gui.views.widgets import (DecimalBox, chooser, ends_of, fit_screen, in_scrolled,
                                        laid_out, lay_out_dialog, paragraph, plain_tip)
from irgo_app.layers.candidates import value_of
from irgo_app.settings import Settings
from irgo_app.words import listed, message, noted, numeral, translated, visible

_COLUMNS = (noted("Move"), noted("Win %"), noted("Points"), noted("Visits"), noted("Line"))
_LINE_MOVES = 6
_LOG_LINES = 2000
_ROW_MARGIN = 6


class EnginePanel(QWidget):
    """Follows the engine's desk; a row shows its line on the board while it is chosen."""

    def __init__(
        self, review: Review, desk: EngineDesk, walk: GameAnalysis, candidates: CandidateOverlay,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        self._review, self._desk, self._candidates = review, desk, candidates
        self._walk, self._preferences = walk, preferences
        self._commands: list[str] = []
        self.choice = in_scrolled(QComboBox())
        self.choice.setAccessibleName(translated("Engine"))
        self.choice.setToolTip(translated("Engine"))
        self.choice.activated.connect(self._on_choice)
        self.switch = QPushButton(translated("Analyse"), checkable=True, clicked=self._switch)
        self.state = paragraph()
        self.own = paragraph(translated(
            "These moves are irgo's own."), "small")
        self.table = QTableWidget(
            0, len(_COLUMNS), accessibleName=translated("Candidate moves"), tabKeyNavigation=False,
            selectionBehavior=QAbstractItemView.SelectionBehavior.SelectRows,
            editTriggers=QAbstractItemView.EditTrigger.NoEditTriggers,
            cellClicked=self._on_row, cellActivated=self._on_row)
        self.table.setHorizontalHeaderLabels([translated(title) for title in _COLUMNS])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.log = QPlainTextEdit(readOnly=True, maximumBlockCount=_LOG_LINES,
                                  accessibleName=translated("Console"), tabChangesFocus=True)
        self.line = QLineEdit(placeholderText=translated("GTP command, such as name"),
                              accessibleName=translated("GTP command"), returnPressed=self._send)
        self.progress = QProgressBar(format=translated("%v of %m moves"))
        self.progress.hide()
        self.table.verticalHeader().setDefaultSectionSize(
            self.table.fontMetrics().height() + _ROW_MARGIN)
        head = laid_out(QHBoxLayout(), (self.choice, 1), self.switch)
        laid_out(QVBoxLayout(self), head, self.state, self.progress, self.own, (self.table, 3),
                 (self.log, 1), self.line, margins=4)
        desk.state_changed.connect(self.refresh_state)
        desk.engines_changed.connect(self.refresh_engines)
        candidates.changed.connect(self.refresh)
        desk.answered.connect(self.log.appendPlainText)
        walk.progress.connect(self._on_walk)
        review.node_changed.connect(self.refresh)
        review.tree_changed.connect(self.refresh)
        self.refresh_engines()
        self.refresh_state()

    def refresh_engines(self) -> None:
        self.choice.clear()
        self.choice.addItems(
            [profile.name for profile in self._desk.profiles() if profile.kind != KIND])
        self._known = self.choice.count()
        self._show_choice()

    def _show_choice(self) -> None:
        """Show the engine of the settings; without it the first, which is then used.

        While another answers the user it is that one, behind all others.
        """
        guest = self._desk.guest
        self.choice.removeItem(self._known)
        if guest is not None:
            self.choice.addItem(guest.name)
        self.choice.setCurrentIndex(self._known if guest is not None else max(
            0, self.choice.findText(str(self._preferences["engine"]))))

    def _on_choice(self, place: int) -> None:
        if place < self._known:
            self._desk.choose(self.choice.currentText())

    def refresh_state(self) -> None:
        self._show_choice()
        ready = self._desk.ready
        is_on = self._desk.is_analyzing or self._walk.is_running
        lack = "" if ready is None or is_on else ready.lacks.moves
        self.switch.setEnabled(not lack)
        self.switch.setToolTip(plain_tip(lack))
        self.switch.setChecked(is_on)
        self.switch.setText(translated("Stop") if is_on else translated("Analyse"))
        # A game is read by an engine of its own, of which the bar below tells.
        is_read = ready is None and not self.progress.isHidden()
        self.state.setText(lack or ("" if is_read else str(self._desk.text)))
        self.own.setVisible(self._candidates.are_own)
        commands = sorted(ready.commands) if ready is not None else []
        if commands != self._commands:
            self._commands = commands
            self.line.setCompleter(QCompleter(self._commands, self.line))

    def refresh(self) -> None:
        candidates = self._candidates.candidates()
        self.own.setVisible(self._candidates.are_own)
        self.table.setRowCount(len(candidates))
        for row, candidate in enumerate(candidates):
            for column, text in enumerate(self._texts(candidate)):
                item = QTableWidgetItem(text)
                if 0 < column < 4:
                    item.setTextAlignment(
                        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)

    def _texts(self, candidate: Candidate) -> tuple[str, ...]:
        """Return a row; values are those of the side to move."""
        position = self._review.position
        colour = position.to_play
        lead, value = candidate.score_lead, value_of(candidate, colour)
        if lead is None:
            # What GNU Go tells: the points a move is worth.
            lead_text = "" if candidate.value is None else numeral(candidate.value, ".1f")
        else:
            lead_text = numeral(lead if colour == BLACK else -lead, "+.1f")
        line = " ".join(position.vertex(point)
                        for point in candidate.line[:_LINE_MOVES])
        return (position.vertex(candidate.point),
                "" if value is None else numeral(100 * value, ".1f"), lead_text,
                str(candidate.visits or ""), line)

    def _switch(self) -> None:
        """Stop what is being analysed, the position or the game; else begin with the position."""
        if self._walk.is_running:
            self._walk.stop()
        else:
            self._desk.toggle()

    def _on_walk(self, done: int, total: int) -> None:
        self.progress.setRange(0, max(1, total))
        self.progress.setValue(done)
        self.progress.setVisible(done < total)
        self.refresh_state()

    def _on_row(self, row: int, _column: int) -> None:
        candidates = self._candidates.candidates()
        self._candidates.look_at(candidates[row].point if row < len(candidates) else PASS)

    def _send(self) -> None:
        command = self.line.text().strip()
        self.line.clear()
        if command:
            self._desk.ask(command)


_USUAL = QSize(860, 520)
_LOOK_MS = 250
"""How often a test is looked at."""


class EnginesDialog(QDialog):
    """A list of engines and a form for the one chosen; accepted, it writes the settings.

    chosen -- after it was accepted: the engine to be used, "" for that of before
    """

    def __init__(
        self, settings: Settings, found: list[EngineProfile], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._pick = partial(_picked, self, settings)
        self._profiles = profiles_of_settings(settings.engines)
        self._before = list(self._profiles)
        self._found = without_known(found, self._profiles)
        self._testing: _TestThread | None = None
        self._clock = QTimer(self, interval=_LOOK_MS)
        self._clock.timeout.connect(self._show_test)
        self.chosen = ""
        self.setWindowTitle(translated("Engines"))
        self._make_editors()
        self.report_text = QPlainTextEdit(readOnly=True, accessibleName=translated("Test"))
        self.report_text.setPlaceholderText(translated(
            "A test shows here what the program writes, what it is, and what irgo can use it for."))
        self.report_text.setMinimumHeight(7 * self.report_text.fontMetrics().height())
        self.said = paragraph()
        self.test = QPushButton(translated("Test"), clicked=self.run_test)
        tests = laid_out(QHBoxLayout(), self.test, (self.said, 1))
        right = laid_out(QVBoxLayout(), self._form, tests, (self.report_text, 1))
        body = QWidget()
        laid_out(QHBoxLayout(body), (self._list_of_engines(), 1), (right, 2), margins=0)
        ends = ends_of(self, QDialogButtonBox.StandardButton.Save)
        lay_out_dialog(self, body, ends)
        fit_screen(self, self.sizeHint().expandedTo(_USUAL))
        self._fill(0)

    def _make_editors(self) -> None:
        self.name, self.command, self.folder = QLineEdit(), QLineEdit(), QLineEdit()
        self.kind = chooser((kind, str(KIND_TITLES[kind])) for kind in KINDS)
        self.visits = QSpinBox(minimum=0, maximum=MOST_VISITS, singleStep=100)
        self.visits.setSpecialValueText(translated("no limit"))
        self.program = QPushButton(translated("Program …"), clicked=self.pick_program)
        self.network = QPushButton(translated("Network …"), clicked=self.pick_network)
        self.configuration = QPushButton(
            translated("Configuration …"), clicked=self.pick_configuration)
        files = laid_out(QHBoxLayout(), self.program, self.network, self.configuration, 1)
        pick_folder = QPushButton(translated("Choose …"), clicked=self.pick_folder,
                                  accessibleName=translated("Choose the folder …"))
        folders = laid_out(QHBoxLayout(), (self.folder, 1), pick_folder)
        self._form = QWidget()
        form = QFormLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(translated("Name"), self.name)
        form.addRow(translated("Command line"), self.command)
        form.addRow("", files)
        form.addRow(translated("Folder"), folders)
        form.addRow(translated("Kind"), self.kind)
        form.addRow(translated("Visits a position"), self.visits)
        self.folder.setAccessibleName(translated("Folder"))
        for changed in (self.name.textEdited, self.folder.textEdited, self.kind.activated,
                        self.visits.valueChanged):
            changed.connect(self._keep)
        self.command.textEdited.connect(self._on_command)

    def _list_of_engines(self) -> QVBoxLayout:
        self.names = QListWidget()
        self.names.setAccessibleName(translated("Engines"))
        self.names.currentRowChanged.connect(self._show)
        self._offers = QMenu(self, aboutToShow=self._fill_offers)
        add = QPushButton(translated("Add"))
        add.setMenu(self._offers)
        self._of_one = [QPushButton(translated("Remove"), clicked=self.remove),
                        QPushButton(translated("Up"), clicked=self.move_up)]
        buttons = laid_out(QHBoxLayout(), add, *self._of_one)
        return laid_out(QVBoxLayout(), (self.names, 1), buttons)

    def _fill_offers(self) -> None:
        """Offer what was found on this machine, then a file, then an empty form."""
        self._offers.clear()
        for profile in self._found:
            action = self._offers.addAction(profile.name.replace("&", "&&"))
            action.setToolTip(plain_tip(profile.command))
            action.triggered.connect(lambda _checked=False, profile=profile: self.add(profile))
        self._offers.setToolTipsVisible(True)
        if self._found:
            self._offers.addSeparator()
        self._offers.addAction(translated("A program on this machine …"), self.add_program)
        self._offers.addAction(translated("Another: write its command line"), self.add)

    def add(self, profile: EngineProfile | None = None) -> None:
        """Add an engine, one with an empty command line if none is given."""
        if profile is None:
            profile = EngineProfile(translated("New engine"), "")
        self._found = [found for found in self._found if found != profile]
        self._profiles.append(replace(profile, name=free_name(profile.name, self._profiles)))
        self._fill(len(self._profiles) - 1)
        if not profile.command:
            self.command.setFocus()

    def add_program(self) -> None:
        """Add an engine whose program the user points at."""
        file = self._pick(translated("The engine's program"), "")
        if file is not None:
            self.add(profile_of_program(file))
            self._has_network()

    def pick_program(self) -> None:
        """Have the user point at the program of the engine that is chosen."""
        file = self._pick(translated("The engine's program"), "")
        if file is not None:
            if kind_of(with_program("", file)) != kind_of(self.command.text()):
                self.name.setText(profile_of_program(file).name)
            self._set_command(with_program, file)

    def pick_network(self) -> None:
        self._set_command(with_network, self._pick(
            translated("The engine's network"),
            translated("Networks (*.gz *.bin *.txt);;All files (*)")))

    def pick_configuration(self) -> None:
        self._set_command(with_configuration, self._pick(
            translated("The engine's configuration"),
            translated("Configurations (*.cfg);;All files (*)")))

    def pick_folder(self) -> None:
        """Have the user point at the folder where the engine runs."""
        name = QFileDialog.getExistingDirectory(
            self, translated("The engine's folder"),
            self.folder.text() or str(last_folder(self._settings.layout)))
        if name:
            note_folder(self._settings.layout, Path(name) / "engine")
            self.folder.setText(name)
            self._keep()

    def remove(self) -> None:
        row = self.names.currentRow()
        if 0 <= row < len(self._profiles):
            del self._profiles[row]
            self._fill(max(0, row - 1))

    def move_up(self) -> None:
        row = self.names.currentRow()
        if row > 0:
            self._profiles.insert(row - 1, self._profiles.pop(row))
            self._fill(row - 1)

    def run_test(self) -> None:
        """Start the engine that is chosen, in the background, and show how that goes.

        While a test runs, stop it.
        """
        if self._testing is not None:
            self._testing.trial.stop()
            return
        row = self.names.currentRow()
        if not 0 <= row < len(self._profiles) or not self._has_network():
            return
        self.report_text.clear()
        self.said.setText(translated("Starting …"))
        self.test.setText(translated("Stop"))
        self._testing = _TestThread(self._profiles[row], self)
        self._testing.finished.connect(self._on_tested)
        self._testing.start()
        self._clock.start()

    def accept(self) -> None:
        for row, profile in enumerate(self._profiles):
            if not profile.name or not profile.command:
                self.names.setCurrentRow(row)
                self.said.setText(translated(
                    "This engine has no command line yet; choose its program, or remove it.")
                    if profile.name else translated("This engine has no name yet; give it one."))
                (self.command if profile.name else self.name).setFocus()
                return
            if lacks_network(profile.command):
                self.names.setCurrentRow(row)
                if not self._has_network():
                    return
                profile = self._profiles[row]
            try:
                _ = profile.words
            except EngineError as error:
                self.names.setCurrentRow(row)
                self.said.setText(str(error))
                self.command.setFocus()
                return
        self._settings.engines = [profile.as_settings() for profile in self._profiles]
        row = self.names.currentRow()
        if row >= 0 and self._profiles[row] not in self._before \
                and self._profiles[row].kind != KATAGO_JSON:
            self.chosen = self._profiles[row].name
        super().accept()

    def done(self, code: int) -> None:
        self._forget_test()
        for testing in self.findChildren(_TestThread):
            testing.wait()
        super().done(code)

    def _forget_test(self) -> None:
        """Stop a test that is running; what it finds is no longer shown."""
        self._clock.stop()
        if self._testing is not None:
            testing, self._testing = self._testing, None
            testing.finished.disconnect(self._on_tested)
            testing.finished.connect(testing.deleteLater)
            # Qt ends the program where a thread is deleted that still runs, as with the dialog.
            testing.setParent(QCoreApplication.instance())
            testing.trial.stop()
            self.test.setText(translated("Test"))

    def _has_network(self) -> bool:
        """Return whether the engine chosen has its network; ask for one where it has none."""
        if lacks_network(self.command.text()):
            self.said.setText(translated("This engine plays with a network: choose one."))
            self.pick_network()
        return not lacks_network(self.command.text())

    def _set_command(self, change: Callable[[str, Path], str], file: Path | None) -> None:
        """Have a file in the command line, unless none was picked."""
        if file is not None:
            self.command.setText(change(self.command.text(), file))
            self.command.setCursorPosition(0)
            self._on_command()

    def _on_command(self) -> None:
        """Take over another command line; what it starts is known by the program's name or asked.

        What was said of the engine before is no longer true.
        """
        self.kind.setCurrentIndex(self.kind.findData(kind_of(self.command.text())))
        self._keep()
        self._show_pickers()
        if self._testing is None:
            self.report_text.clear()
            self.said.clear()

    def _show_pickers(self) -> None:
        command = self.command.text()
        self.network.setEnabled(takes_network(command))
        self.configuration.setEnabled(takes_configuration(command))

    def _show_test(self) -> None:
        """Show what the program under test writes, and say so when it answers nothing."""
        if self._testing is None:
            return
        trial = self._testing.trial
        text = "\n".join(trial.heard)
        if text != self.report_text.toPlainText():
            self.report_text.setPlainText(text)
            bar = self.report_text.verticalScrollBar()
            bar.setValue(bar.maximum())
        if trial.silent_s >= PATIENCE_S:
            self.said.setText(trial.silence)

    def _on_tested(self) -> None:
        assert self._testing is not None
        self._clock.stop()
        profile, report = self._testing.trial.profile, self._testing.report
        self._testing = None
        self.test.setText(translated("Test"))
        assert report is not None
        self.said.setText(report.failure or translated("The engine works."))
        self.report_text.setPlainText("\n".join(_lines_of(report)))
        if report.kind in KINDS and profile in self._profiles:
            row = self._profiles.index(profile)
            name = profile.name
            if name == translated("New engine") and report.name:
                name = free_name(report.name, self._profiles)
            self._profiles[row] = replace(profile, kind=report.kind, name=name)
            self.names.item(row).setText(name)
            if row == self.names.currentRow():
                self.kind.setCurrentIndex(self.kind.findData(report.kind))
                self.name.setText(name)

    def _fill(self, row: int) -> None:
        with QSignalBlocker(self.names):
            self.names.clear()
            self.names.addItems([profile.name for profile in self._profiles])
        self.names.setCurrentRow(min(row, len(self._profiles) - 1))
        self._show(self.names.currentRow())

    def _show(self, row: int) -> None:
        profile = self._profiles[row] if 0 <= row < len(self._profiles) else EngineProfile("", "")
        for part in (self._form, self.test, *self._of_one):
            part.setEnabled(bool(self._profiles))
        for editor, text in ((self.name, profile.name), (self.command, profile.command),
                             (self.folder, profile.folder)):
            editor.setText(text)
        self.command.setCursorPosition(0)
        self.kind.setCurrentIndex(self.kind.findData(profile.kind))
        with QSignalBlocker(self.visits):
            self.visits.setValue(profile.visits)
        self._show_pickers()
        if self._testing is not None and self._testing.trial.profile is not profile:
            self._forget_test()
        if self._testing is None:
            self.report_text.clear()
            self.said.setText("" if self._profiles else translated(
                "There is no engine yet: Add offers those found on this machine."))

    def _keep(self) -> None:
        row = self.names.currentRow()
        if not 0 <= row < len(self._profiles):
            return
        old = self._profiles[row]
        self._profiles[row] = EngineProfile(
            self.name.text().strip(), self.command.text().strip(), self.folder.text().strip(),
            str(self.kind.currentData()), self.visits.value(), old.start_s, old.answer_s)
        item = self.names.item(row)
        if item is not None:
            item.setData(Qt.ItemDataRole.DisplayRole, self.name.text().strip())


def _picked(parent: QWidget, settings: Settings, title: str, filters: str) -> Path | None:
    """Return the file that the user points at, None for none."""
    return file_to_open(parent, title, filters, settings.layout)


def free_name(name: str, profiles: Iterable[EngineProfile]) -> str:
    """Return a name, with a number where an engine has it already."""
    taken = {profile.name for profile in profiles}
    return next(found for found in chain([name], (f"{name} {number}" for number in count(2)))
                if found not in taken)


def _lines_of(report: EngineReport) -> list[str]:
    lines = []
    if report.name:
        lines.append(f"{report.name} {report.version} · {KIND_TITLES[report.kind]}")
    if report.can:
        lines.append(str(message("irgo can use it for: {what}.", what=listed(report.can))))
    if report.cannot:
        lines.append(str(message("Not for: {what}.", what=listed(report.cannot))))
    if report.first_answer_s is not None:
        lines.append(str(message("First answer after {seconds:.1f} s.",
                                 seconds=report.first_answer_s)))
    lines.append(" ".join(report.command))
    return [*lines, *report.errors]


class _TestThread(QThread):
    """Tests an engine; the report is there when it has finished."""

    def __init__(self, profile: EngineProfile, parent: QWidget) -> None:
        super().__init__(parent)
        self.trial = EngineTrial(profile)
        self.report: EngineReport | None = None

    def run(self) -> None:
        self.report = self.trial.run()


_MOST_VISITS = 1_000_000
_MOST_SECONDS = 3600.0


class AnalyzeGameDialog(QDialog):
    """Asks how far each move is read; there is always a limit.

    engine -- who reads the game
    visits, seconds -- what ends the search of a move, 0 without limit; what is offered first
    """

    def __init__(
        self, engine: str, visits: int, seconds: float, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Analyse the whole game"))
        # The title is wider than the form.
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance(self.windowTitle()) * 2)
        self.visits = QSpinBox(minimum=0, maximum=_MOST_VISITS, singleStep=100, value=visits)
        self.seconds = DecimalBox(minimum=0.0, maximum=_MOST_SECONDS, singleStep=0.5, decimals=1,
                                   value=seconds)
        for editor in (self.visits, self.seconds):
            editor.setSpecialValueText(translated("no limit"))
            editor.valueChanged.connect(self._refresh)
        body = QWidget()
        form = QFormLayout(body)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(translated("Engine"),
                    QLabel(visible(engine), textFormat=Qt.TextFormat.PlainText))
        form.addRow(translated("Visits a move"), self.visits)
        form.addRow(translated("Seconds a move"), self.seconds)
        self._ends = ends_of(self)
        lay_out_dialog(self, body, self._ends)
        self.visits.selectAll()

    def _refresh(self) -> None:
        self._ends.button(QDialogButtonBox.StandardButton.Ok).setEnabled(
            bool(self.visits.value() or self.seconds.value()))
