"""The Engine panel: which engine, what it does, its candidate moves, and a console."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView, QComboBox, QCompleter, QHBoxLayout, QHeaderView, QLabel, QLineEdit,
    QPlainTextEdit, QProgressBar, QPushButton, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget
)

from irgo_app.engines.evaluation import Candidate
from irgo_app.engines.katago_json import KIND
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, PASS
from irgo_app.gui.models.engine.candidates import Candidates
from irgo_app.gui.models.engine.desk import EngineDesk
from irgo_app.gui.models.engine.game_analysis import GameAnalysis
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.window import Preferences
from irgo_app.gui.views.widgets import plain_tip
from irgo_app.layers.candidates import value_of
from irgo_app.words import noted, numeral, translated

_COLUMNS = (
    noted("Move"),
    noted("Win %"),
    noted("Points"),
    noted("Visits"),
    noted("Line"),
)
_LINE_MOVES = 6
_LOG_LINES = 2000
_ROW_MARGIN = 6


class EnginePanel(QWidget):
    """Follows the engine's desk; a row shows its line on the board while it is chosen."""

    def __init__(
        self, review: Review, desk: EngineDesk, walk: GameAnalysis, candidates: Candidates,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        self._review, self._desk, self._candidates = review, desk, candidates
        self._preferences = preferences
        self._commands: list[str] = []
        self.choice = QComboBox()
        self.choice.setAccessibleName(translated("Engine"))
        self.choice.setToolTip(translated("Engine"))
        self.choice.activated.connect(lambda _index: desk.choose(self.choice.currentText()))
        self.switch = QPushButton(translated("Analyse"))
        self.switch.setCheckable(True)
        self.switch.clicked.connect(lambda _checked: desk.toggle())
        self.state = QLabel()
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setWordWrap(True)
        self.own = QLabel(translated("These moves are irgo's own."))
        self.own.setTextFormat(Qt.TextFormat.PlainText)
        self.own.setObjectName("small")
        self.table = QTableWidget(0, len(_COLUMNS))
        self.table.setHorizontalHeaderLabels([
            translated(title) if title else ""
            for title in _COLUMNS])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(
            QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setAccessibleName(translated("Candidate moves"))
        self.table.setTabKeyNavigation(False)
        self.table.cellClicked.connect(self._on_row)
        self.table.cellActivated.connect(self._on_row)
        self.log = QPlainTextEdit(readOnly=True, maximumBlockCount=_LOG_LINES)
        self.log.setAccessibleName(translated("Console"))
        self.log.setTabChangesFocus(True)
        self.line = QLineEdit(placeholderText=translated("GTP command, such as name"))
        self.line.setAccessibleName(translated("GTP command"))
        self.line.returnPressed.connect(self._send)
        self.progress = QProgressBar()
        self.progress.setFormat(translated("%v of %m moves"))
        self.progress.hide()
        self.table.verticalHeader().setDefaultSectionSize(
            self.table.fontMetrics().height() + _ROW_MARGIN)
        head = QHBoxLayout()
        head.addWidget(self.choice, 1)
        head.addWidget(self.switch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(head)
        layout.addWidget(self.state)
        layout.addWidget(self.progress)
        layout.addWidget(self.own)
        layout.addWidget(self.table, 3)
        layout.addWidget(self.log, 1)
        layout.addWidget(self.line)
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
        """Show which engines there are, and which is in use."""
        self.choice.clear()
        self.choice.addItems(
            [profile.name for profile in self._desk.profiles() if profile.kind != KIND])
        self._show_choice()

    def _show_choice(self) -> None:
        """Show the engine of the settings; without it the first, which is then used."""
        self.choice.setCurrentIndex(max(0, self.choice.findText(
            str(self._preferences["engine"]))))

    def refresh_state(self) -> None:
        """Show what the engine in use does."""
        self._show_choice()
        ready = self._desk.ready
        lack = "" if ready is None or self._desk.is_analyzing else ready.lacks.moves
        self.switch.setEnabled(not lack)
        self.switch.setToolTip(plain_tip(lack))
        self.switch.setChecked(self._desk.is_analyzing)
        self.switch.setText(translated("Stop") if self._desk.is_analyzing else translated(
            "Analyse"))
        # A game is read by an engine of its own, of which the bar below tells.
        is_read = ready is None and not self.progress.isHidden()
        self.state.setText(lack or ("" if is_read else str(self._desk.text)))
        self.own.setVisible(self._candidates.are_own)
        commands = sorted(ready.commands) if ready is not None else []
        if commands != self._commands:
            self._commands = commands
            self.line.setCompleter(QCompleter(self._commands, self.line))

    def refresh(self) -> None:
        """Show the candidates of the current node, and who names them."""
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
        line = " ".join(vertex(point, position.columns, position.rows)
                        for point in candidate.line[:_LINE_MOVES])
        return (vertex(candidate.point, position.columns, position.rows),
                "" if value is None else numeral(100 * value, ".1f"), lead_text,
                str(candidate.visits or ""), line)

    def _on_walk(self, done: int, total: int) -> None:
        """Show how far the analysis of the game is."""
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
