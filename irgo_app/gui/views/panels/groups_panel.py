"""The Groups dock: a row a group, its life both ways; its lines and studies are played from it."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.gui.models.inquiry import Inquiry
from irgo_app.gui.models.life_desk import LifeDesk
from irgo_app.gui.models.line import ShownLine
from irgo_app.gui.models.review import Review
from irgo_app.gui.views.life_words import answer_details, answer_text, contradiction, line_title
from irgo_app.gui.views.plain_tip import plain_tip
from irgo_app.words import translated

_COLUMNS = (
    str(QT_TRANSLATE_NOOP("GroupsPanel", "Group")),
    str(QT_TRANSLATE_NOOP("GroupsPanel", "Life")),
    str(QT_TRANSLATE_NOOP("GroupsPanel", "Black first")),
    str(QT_TRANSLATE_NOOP("GroupsPanel", "White first")),
    str(QT_TRANSLATE_NOOP("GroupsPanel", "Value")),
    str(QT_TRANSLATE_NOOP("GroupsPanel", "Stones")),
    str(QT_TRANSLATE_NOOP("GroupsPanel", "Liberties")),
    str(QT_TRANSLATE_NOOP("GroupsPanel", "Eyes")),
    str(QT_TRANSLATE_NOOP("GroupsPanel", "Territory")),
)
_FIRST_NUMBER = 4
ROW_MARGIN = 6
_SIDES = {2: BLACK, 3: WHITE}

Cell = tuple[str, str]
"""A text and its tooltip."""


class GroupsPanel(QWidget):
    """The groups of the current node: name, life, both first moves, value, stones and the rest.

    A row shows its group on the board, a stone on the board chooses its row.
    """

    def __init__(
        self, review: Review, inquiry: Inquiry, life: LifeDesk, line: ShownLine
    ) -> None:
        super().__init__()
        self._review, self._inquiry, self._life, self._line = review, inquiry, life, line
        self._rows: list[tuple[Cell, ...]] = []
        self.table = QTableWidget(0, len(_COLUMNS))
        self.table.setHorizontalHeaderLabels([
            QCoreApplication.translate("GroupsPanel", title) if title else ""
            for title in _COLUMNS])
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(
            self.fontMetrics().height() + ROW_MARGIN)
        self.table.horizontalHeader().setSectionResizeMode(
            QHeaderView.ResizeMode.ResizeToContents)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setAccessibleName(self.tr("Groups"))
        self.table.itemSelectionChanged.connect(self._on_selection)
        self.table.cellDoubleClicked.connect(self._on_double_click)
        self.ask = LifeButton(life, ranks=False)
        self.lines = {colour: QPushButton(title) for colour, title in (
            (BLACK, self.tr("Line: Black first")), (WHITE, self.tr("Line: White first")))}
        for colour, button in self.lines.items():
            button.clicked.connect(lambda _checked=False, colour=colour: self.show_line(colour))
            button.setToolTip(self.tr("Play the line on the board, step by step"))
        self.what_if = QPushButton(self.tr("What if"))
        self.what_if.setToolTip(self.tr("Both first moves side by side, with what lies between"))
        self.what_if.clicked.connect(self._on_what_if)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for pressed in (*self.lines.values(), self.what_if):
            action = QAction(pressed.text(), self.table)
            action.triggered.connect(pressed.click)
            self.table.addAction(action)
        self._bar = LifeProgress(life)
        buttons = QHBoxLayout()
        for button in (self.ask, *self.lines.values(), self.what_if):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._bar)
        layout.addLayout(buttons)
        for signal in (review.node_changed, inquiry.changed, life.changed):
            signal.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Catch up with what happened while the dock was hidden."""
        self.refresh()

    def refresh(self) -> None:
        """Show the groups of the current node as far as they are known."""
        if not self.isVisible():
            return
        inquiry = self._inquiry
        rows = self._texts()
        self.table.blockSignals(True)
        if rows != self._rows:
            self._rows = rows
            self._fill(rows)
        if 0 <= inquiry.group < len(rows):
            self.table.selectRow(inquiry.group)
        else:
            self.table.clearSelection()
        self.table.blockSignals(False)
        for colour, button in self.lines.items():
            button.setEnabled(self._has_line(inquiry.group, colour))
        self.what_if.setEnabled(0 <= inquiry.group < len(rows))

    def show_line(self, first: Colour) -> None:
        """Play the line of the group chosen, one side first, on the board."""
        group, names = self._inquiry.group, self._inquiry.group_names()
        verdict = self._life.verdict(group)
        if verdict is not None:
            name = names[group] if names else "?"
            answer = verdict.if_first(first)
            self._line.show(line_title(name, answer, self._review.position), answer.line)

    def _has_line(self, group: int, first: Colour) -> bool:
        verdict = self._life.verdict(group)
        return verdict is not None and any(
            point != PASS for _, point in verdict.if_first(first).line)

    def _fill(self, rows: list[tuple[Cell, ...]]) -> None:
        self.table.setRowCount(len(rows))
        for row, cells in enumerate(rows):
            for column, (text, tip) in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_tip(tip))
                if column >= _FIRST_NUMBER:
                    item.setTextAlignment(
                        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)

    def _texts(self) -> list[tuple[Cell, ...]]:
        groups = self._inquiry.groups()
        if groups is None:
            return []
        names = self._inquiry.group_names() or ("…",) * len(groups.regions)
        found = []
        for index, (name, region) in enumerate(zip(names, groups.regions, strict=True)):
            numbers = (len(region.stones), region.liberties, len(region.eyes), region.territory)
            found.append(((name, ""), *self._life_cells(index, translated(region.status.value)),
                          *((str(number), "") for number in numbers)))
        return found

    def _life_cells(self, group: int, by_reading: str) -> tuple[Cell, ...]:
        """Return life, Black first, White first and value of a group."""
        verdict = self._life.verdict(group)
        if verdict is None:
            tip = self.tr("By the maps alone; L searches the life of all groups")
            return (by_reading, tip), ("", ""), ("", ""), ("", "")
        answers = (verdict.black_first, verdict.white_first)
        study = self._life.study(group)
        return (
            (translated(verdict.status.value), contradiction(verdict)),
            *((answer_text(answer, self._review.position), answer_details(answer))
              for answer in answers),
            (f"{study.swing:.1f}" if study else "",
             self.tr("What moving first is worth, in points") if study else ""))

    def _on_selection(self) -> None:
        chosen = self.table.selectionModel().selectedRows()
        self._inquiry.choose_group(chosen[0].row() if chosen else -1)

    def _on_double_click(self, row: int, column: int) -> None:
        if column in _SIDES and self._has_line(row, _SIDES[column]):
            self.show_line(_SIDES[column])

    def _on_what_if(self) -> None:
        self._life.show_study(self._inquiry.group)


class LifeButton(QPushButton):
    """Asks for the life of all groups, or ranks them; while that goes on it stops it."""

    def __init__(self, life: LifeDesk, *, ranks: bool) -> None:
        super().__init__()
        self._life, self._ranks = life, ranks
        self.clicked.connect(self._on_clicked)
        life.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what a click does now."""
        self.setText(self.tr("Stop") if self._life.is_working else self.tr("Rank all groups")
                     if self._ranks else self.tr("Life and death"))
        self.setToolTip("" if self._ranks else self.tr(
            "The life of all groups, whoever moves first; once more: a longer look at those whose "
            "life is not proved"))

    def _on_clicked(self) -> None:
        if self._life.is_working:
            self._life.stop()
        elif self._ranks:
            self._life.ask_ranking()
        else:
            self._life.ask_groups()


class LifeProgress(QProgressBar):
    """How many answers of life and death are there; hidden at rest."""

    def __init__(self, life: LifeDesk) -> None:
        super().__init__(textVisible=True)
        self._life = life
        self.setAccessibleName(self.tr("Life and death"))
        self.setFormat(self.tr("%v of %m; the maps are provisional"))
        life.changed.connect(self.refresh)
        self.hide()

    def refresh(self) -> None:
        """Show the progress as it is now."""
        done, total = self._life.progress
        self.setVisible(total > 0)
        if total:
            self.setRange(0, total)
            self.setValue(done)
