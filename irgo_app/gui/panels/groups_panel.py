"""The Groups dock: a row a group; a row shows its group on the board, a stone chooses its row."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from irgo_app.gui.inquiry import follow
from irgo_app.gui.session import ReviewSession

_COLUMNS = ("Group", "Life", "Stones", "Liberties", "Eyes", "Territory")


class GroupsPanel(QTableWidget):
    """The groups of the current node with their name, life, stones, liberties, eyes, territory."""

    def __init__(self, session: ReviewSession) -> None:
        super().__init__(0, len(_COLUMNS))
        self._session = session
        self._rows: list[tuple[str, ...]] = []
        self.setHorizontalHeaderLabels([self.tr(title) for title in _COLUMNS])
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(self.tr("Groups"))
        self.itemSelectionChanged.connect(self._on_selection)
        follow(session, self.refresh)
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Catch up with what happened while the dock was hidden."""
        self.refresh()

    def refresh(self) -> None:
        """Show the groups of the current node as far as they are known."""
        if not self.isVisible():
            return
        inquiry = self._session.inquiry
        rows = self._texts()
        self.blockSignals(True)
        if rows != self._rows:
            self._rows = rows
            self.setRowCount(len(rows))
            for row, texts in enumerate(rows):
                for column, text in enumerate(texts):
                    item = QTableWidgetItem(text)
                    if column > 1:
                        item.setTextAlignment(Qt.AlignmentFlag.AlignRight)
                    self.setItem(row, column, item)
        if 0 <= inquiry.group < len(rows):
            self.selectRow(inquiry.group)
        else:
            self.clearSelection()
        self.blockSignals(False)

    def _texts(self) -> list[tuple[str, ...]]:
        groups = self._session.inquiry.groups()
        if groups is None:
            return []
        names = self._session.inquiry.group_names() or ("…",) * len(groups.regions)
        return [
            (name, str(region.extra["status"]), str(len(region.extra["stones"])),
             str(region.extra["liberties"]), str(len(region.extra["eyes"])),
             str(region.extra["territory"]))
            for name, region in zip(names, groups.regions, strict=True)]

    def _on_selection(self) -> None:
        chosen = self.selectionModel().selectedRows()
        self._session.inquiry.choose_group(chosen[0].row() if chosen else -1)
