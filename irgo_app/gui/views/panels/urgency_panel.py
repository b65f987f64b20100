"""The Urgency dock: all groups ranked by what moving first is worth there."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from irgo_app.gui.models.inquiry import Inquiry
from irgo_app.gui.models.life_desk import LifeDesk
from irgo_app.gui.models.review import Review
from irgo_app.gui.views.life_words import answer_details, answer_text
from irgo_app.gui.views.panels.groups_panel import ROW_MARGIN, LifeButton, LifeProgress
from irgo_app.gui.views.plain_tip import plain_tip
from irgo_app.words import translated

_COLUMNS = (
    "",
    str(QT_TRANSLATE_NOOP("UrgencyPanel", "Group")),
    str(QT_TRANSLATE_NOOP("UrgencyPanel", "Swing")),
    str(QT_TRANSLATE_NOOP("UrgencyPanel", "Life")),
    str(QT_TRANSLATE_NOOP("UrgencyPanel", "Black first")),
    str(QT_TRANSLATE_NOOP("UrgencyPanel", "White first")),
)
_SWING = 2


class UrgencyPanel(QWidget):
    """A row a group, the largest swing first; a row leads to its group and its study."""

    def __init__(self, review: Review, inquiry: Inquiry, life: LifeDesk) -> None:
        super().__init__()
        self._review, self._inquiry, self._life = review, inquiry, life
        self._ranking: list[int] = []
        self._texts: list[tuple[str, ...]] = []
        self.table = QTableWidget(0, len(_COLUMNS))
        self.table.setHorizontalHeaderLabels([
            QCoreApplication.translate("UrgencyPanel", title) if title else ""
            for title in _COLUMNS])
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(
            self.fontMetrics().height() + ROW_MARGIN)
        self.table.horizontalHeader().setSectionResizeMode(
            QHeaderView.ResizeMode.ResizeToContents)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setAccessibleName(self.tr("Urgency"))
        self.table.itemSelectionChanged.connect(self._on_selection)
        self.table.cellDoubleClicked.connect(lambda row, column: self.show_study())
        self.hint = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.hint.setMargin(6)
        self.study = QPushButton(self.tr("What if"))
        self.study.setToolTip(self.tr("Both first moves side by side, with what lies between"))
        self.study.clicked.connect(self.show_study)
        buttons = QHBoxLayout()
        self.ask = LifeButton(life, ranks=True)
        buttons.addWidget(self.ask)
        buttons.addWidget(self.study)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.hint)
        layout.addWidget(self.table, 1)
        layout.addWidget(LifeProgress(life))
        layout.addLayout(buttons)
        for signal in (review.node_changed, inquiry.changed, life.changed):
            signal.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Catch up with what happened while the dock was hidden."""
        self.refresh()

    def refresh(self) -> None:
        """Show the studies of the current node that are there."""
        if not self.isVisible():
            return
        self._ranking = self._life.ranking()
        texts = [self._row(place, group) for place, group in enumerate(self._ranking, start=1)]
        chosen = self._inquiry.group
        self.table.blockSignals(True)
        if texts != self._texts:
            self._texts = texts
            self._fill(texts)
        if chosen in self._ranking:
            self.table.selectRow(self._ranking.index(chosen))
        else:
            self.table.clearSelection()
        self.table.blockSignals(False)
        self.study.setEnabled(chosen in self._ranking)
        self.hint.setText("" if texts else self.tr(
            "What is moving first worth at each group? Rank all groups plays both first moves out "
            "at every one; that takes some seconds."))
        self.hint.setVisible(not texts)

    def show_study(self) -> None:
        """Show the study of the group chosen."""
        self._life.show_study(self._inquiry.group)

    def _row(self, place: int, group: int) -> tuple[str, ...]:
        names = self._inquiry.group_names()
        study, verdict = self._life.study(group), self._life.verdict(group)
        return (str(place), names[group] if names and group < len(names) else "…",
                f"{study.swing:.1f}" if study else "",
                translated(verdict.status.value) if verdict else "",
                *(answer_text(answer, self._review.position) for answer in (
                    (verdict.black_first, verdict.white_first) if verdict else ())))

    def _fill(self, texts: list[tuple[str, ...]]) -> None:
        self.table.setRowCount(len(texts))
        for row, cells in enumerate(texts):
            verdict = self._life.verdict(self._ranking[row])
            tips = {4: verdict.black_first, 5: verdict.white_first} if verdict else {}
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column in tips:
                    item.setToolTip(plain_tip(answer_details(tips[column])))
                if column in (0, _SWING):
                    item.setTextAlignment(
                        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)

    def _on_selection(self) -> None:
        chosen = self.table.selectionModel().selectedRows()
        if chosen:
            self._inquiry.choose_group(self._ranking[chosen[0].row()])
