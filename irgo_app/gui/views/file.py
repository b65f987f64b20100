"""The games of a file to choose from, and what was wrong with it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QSize, QSortFilterProxyModel,
    Qt, QTimer
)
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QDialog, QDialogButtonBox, QLineEdit, QListView, QListWidget, QVBoxLayout, QWidget
)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.gui.models.file import Review
from irgo_app.gui.views.board.picture import render_diagram
from irgo_app.gui.views.widgets import fit_screen
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.replay import Replay
from irgo_app.words import translated

_SIDE = 132
_USUAL = QSize(820, 600)
_LINES = 3
"""Of words below a picture."""
_Index = QModelIndex | QPersistentModelIndex


class GameListModel(QAbstractListModel):
    """The games of a file; pictures are drawn when they come into view, one at a time."""

    def __init__(self, games: list[GameTree], look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._games, self._look = games, look
        self._icons: dict[int, QIcon] = {}
        self._wanted: list[int] = []
        blank = QPixmap(_SIDE, _SIDE)
        blank.fill(Qt.GlobalColor.transparent)
        self._blank = QIcon(blank)
        self._drawing = QTimer(self, interval=0)
        self._drawing.timeout.connect(self._draw_next)

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._games)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return title_of(self._games[row], row)
        if role == Qt.ItemDataRole.DecorationRole:
            if row not in self._icons:
                self._wanted.append(row)
                self._drawing.start()
            return self._icons.get(row, self._blank)
        return None

    def picture_count(self) -> int:
        """Return how many pictures were drawn so far."""
        return len(self._icons)

    def _draw_next(self) -> None:
        """Draw the picture asked for last: that is what the user looks at."""
        while self._wanted:
            row = self._wanted.pop()
            if row not in self._icons:
                tree = self._games[row]
                last = tree.main_line()[-1]
                diagram = Diagram(Replay(tree).position_at(last),
                                  coordinates=CoordinateStyle.NONE)
                self._icons[row] = QIcon(render_diagram(diagram, _SIDE, self._look))
                index = self.index(row)
                self.dataChanged.emit(index, index, [Qt.ItemDataRole.DecorationRole])
                return
        self._drawing.stop()


def title_of(tree: GameTree, number: int) -> str:
    """Return the name of a game: its number, the players or its name, result and date."""
    info = game_info(tree)
    players = f"{info.black or '?'} – {info.white or '?'}" if info.black or info.white else ""
    name = players or info.game_name or info.event
    end = ", ".join(text for text in (info.result, info.date) if text)
    lines = (f"{number + 1}", name[:60], end[:40])
    return "\n".join(line for line in lines if line)


class GameChooser(QDialog):
    """The games as a wall of small boards, with a line to filter them by name."""

    def __init__(self, parent: QWidget | None, games: list[GameTree], look: Look) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("Games in this file"))
        fit_screen(self, _USUAL)
        self.model = GameListModel(games, look, self)
        self._filtered = QSortFilterProxyModel(self)
        self._filtered.setSourceModel(self.model)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.line = QLineEdit(placeholderText=translated("Filter by player, result or date"))
        self.line.textChanged.connect(self._filtered.setFilterFixedString)
        self.view = QListView()
        self.view.setModel(self._filtered)
        self.view.setViewMode(QListView.ViewMode.IconMode)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setMovement(QListView.Movement.Static)
        self.view.setUniformItemSizes(True)
        self.view.setLayoutMode(QListView.LayoutMode.Batched)
        self.view.setIconSize(QSize(_SIDE, _SIDE))
        lines = _LINES * self.view.fontMetrics().height()
        self.view.setGridSize(QSize(_SIDE + 40, _SIDE + lines + 14))
        self.view.setWordWrap(True)
        self.view.setAccessibleName(translated("Games in this file"))
        self.view.setCurrentIndex(self._filtered.index(0, 0))
        self.view.activated.connect(self.accept)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.line)
        layout.addWidget(self.view)
        layout.addWidget(buttons)
        self.view.setFocus()

    def chosen(self) -> int | None:
        """Return the index of the game that is chosen now."""
        index = self.view.currentIndex()
        return self._filtered.mapToSource(index).row() if index.isValid() else None


def choose_game(parent: QWidget, games: list[GameTree], look: Look) -> int | None:
    """Return the index of the game the user picked, None if he picked none."""
    dialog = GameChooser(parent, games, look)
    return dialog.chosen() if dialog.exec() == QDialog.DialogCode.Accepted else None


class RepairsPanel(QListWidget):
    """A row for everything the reader had to repair."""

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self._shown: object = None
        self.setUniformItemSizes(True)
        self.setWordWrap(False)
        self.setAccessibleName(translated("Repairs"))
        self.itemClicked.connect(lambda _item: self._go())
        self.itemActivated.connect(lambda _item: self._go())
        review.game_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what was repaired in the file that is open."""
        found = self._review.file.game_file.diagnostics
        if found is self._shown:
            return
        self._shown = found
        self.clear()
        self.addItems([str(diagnostic) for diagnostic in found]
                      or [translated("Nothing had to be repaired.")])

    def _go(self) -> None:
        review = self._review
        found = review.file.game_file.diagnostics
        row = self.currentRow()
        if not 0 <= row < len(found) or found[row].game < 0:
            return
        game = review.file.games[found[row].game]
        if game is not review.game:
            review.show_file(review.file, found[row].game)
        node = game.node_by_id(found[row].node_id)
        if node.parent is not None or node is game.root:
            review.go_to(node)
