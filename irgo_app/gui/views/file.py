"""What was read: games of a file to choose from, repairs, points of a picture that are unsure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex,
                            QPointF, QSize, QSortFilterProxyModel, Qt, QTimer, Signal)
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPen, QPixmap, QShowEvent
from PySide6.QtWidgets import (QDialog, QDialogButtonBox, QHBoxLayout, QLineEdit, QListView,
                               QListWidget, QPushButton, QVBoxLayout, QWidget)

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour, Point
from irgo_app.gui.models.file import Collection, Review
from irgo_app.gui.views.board_picture import render_diagram
from irgo_app.gui.views.style import clear_pixmap
from irgo_app.gui.views.widgets import fit_screen, laid_out, paragraph
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.replay import Replay
from irgo_app.words import translated

if TYPE_CHECKING:
    from irgo_app.scan.reading import PictureReading


_SIDE = 132
_USUAL = QSize(820, 600)
_LINES = 3
"""Of words below a picture."""
_Index = QModelIndex | QPersistentModelIndex


class GameListModel(QAbstractListModel):
    """The games of a file; pictures are drawn when they come into view, one at a time.

    games -- as they are listed; icons -- the pictures that are drawn, by row
    """

    def __init__(self, games: list[GameTree], look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.games, self._look = games, look
        self.icons: dict[int, QIcon] = {}
        self._wanted: list[int] = []
        self._blank = QIcon(clear_pixmap(QSize(_SIDE, _SIDE)))
        self._drawing = QTimer(self, interval=0)
        self._drawing.timeout.connect(self._draw_next)

    def show(self, games: list[GameTree]) -> None:
        """List other games; of those that were listed the pictures are kept."""
        drawn = {id(self.games[row]): icon for row, icon in self.icons.items()}
        self.beginResetModel()
        self.games, self._wanted = games, []
        self.icons = {row: drawn[id(tree)] for row, tree in enumerate(games) if id(tree) in drawn}
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.games)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return title_of(self.games[row], row)
        if role == Qt.ItemDataRole.DecorationRole:
            if row not in self.icons:
                self._wanted.append(row)
                self._drawing.start()
            return self.icons.get(row, self._blank)
        return None

    def _draw_next(self) -> None:
        """Draw the picture asked for last: that is what the user looks at."""
        while self._wanted:
            row = self._wanted.pop()
            if row not in self.icons:
                tree = self.games[row]
                last = tree.main_line()[-1]
                diagram = Diagram(Replay(tree).position_at(last), coordinates=CoordinateStyle.NONE)
                self.icons[row] = QIcon(render_diagram(diagram, _SIDE, self._look))
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
    """The games as a wall of small boards, with a line to filter them by name; they are added,
    taken out and moved here too.

    adding -- the user wants games of other files in this one
    """

    adding = Signal()

    def __init__(
        self, parent: QWidget | None, review: Review, collection: Collection, look: Look
    ) -> None:
        super().__init__(parent)
        self._review, self._collection = review, collection
        self.setWindowTitle(translated("Games in this file"))
        fit_screen(self, _USUAL)
        self.model = GameListModel(review.file.games, look, self)
        self._filtered = QSortFilterProxyModel(self)
        self._filtered.setSourceModel(self.model)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.line = QLineEdit(placeholderText=translated("Filter by player, result or date"))
        self.line.textChanged.connect(self._filtered.setFilterFixedString)
        # Names have more lines than others: the grid alone is uniform.
        self.view = QListView(
            viewMode=QListView.ViewMode.IconMode, resizeMode=QListView.ResizeMode.Adjust,
            movement=QListView.Movement.Static, layoutMode=QListView.LayoutMode.Batched,
            wordWrap=True)
        self.view.setModel(self._filtered)
        self.view.setIconSize(QSize(_SIDE, _SIDE))
        lines = _LINES * self.view.fontMetrics().height()
        self.view.setGridSize(QSize(_SIDE + 40, _SIDE + lines + 14))
        self.view.setAccessibleName(translated("Games in this file"))
        self.view.activated.connect(self.accept)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Close,
            accepted=self.accept, rejected=self.reject)
        self.add = self._button(translated("Add games …"), self.adding.emit, translated(
            "Copies of the games of other files, behind these"))
        self.take_out = self._button(translated("Take out"), self._on_take_out, translated(
            "The file on the disk keeps it until you save"))
        self.earlier = self._button(translated("Earlier"), lambda: self._on_move(-1))
        self.later = self._button(translated("Later"), lambda: self._on_move(1))
        self.back = self._button(translated("Take back"), self._on_back, translated(
            "Take back the last change of which games the file holds"))
        below = laid_out(QHBoxLayout(), self.take_out, self.earlier, self.later, self.back, 1)
        laid_out(QVBoxLayout(self), laid_out(QHBoxLayout(), self.line, self.add), self.view, below,
                 buttons)
        self.view.selectionModel().currentChanged.connect(self._enable)
        self._choose(review.file.games.index(review.game))
        self.view.setFocus()

    def chosen(self) -> int | None:
        """Return the index of the game that is chosen now."""
        index = self.view.currentIndex()
        return self._filtered.mapToSource(index).row() if index.isValid() else None

    def show_added(self) -> None:
        """List the games as they are now, the last one chosen."""
        self._show(len(self._review.file.games) - 1)

    def _button(self, text: str, press: Callable[[], object], tip: str = "") -> QPushButton:
        return QPushButton(text, toolTip=tip, autoDefault=False, clicked=lambda: press())

    def _on_take_out(self) -> None:
        place = self.chosen()
        if place is not None:
            self._collection.take_out(self.model.games[place])
            self._show(place)

    def _on_move(self, steps: int) -> None:
        place = self.chosen()
        if place is not None:
            game = self.model.games[place]
            self._collection.move(game, steps)
            self._show(self._review.file.games.index(game))

    def _on_back(self) -> None:
        self._collection.back()
        self._show(self._review.file.games.index(self._review.game))

    def _show(self, place: int) -> None:
        """List the games as they are now, and choose the one nearest to a place."""
        self.model.show(self._review.file.games)
        self._choose(min(place, len(self.model.games) - 1))

    def _choose(self, place: int) -> None:
        self.view.setCurrentIndex(self._filtered.mapFromSource(self.model.index(place)))
        self._enable()

    def _enable(self) -> None:
        place, last = self.chosen(), len(self.model.games) - 1
        self.take_out.setEnabled(place is not None and last > 0)
        self.earlier.setEnabled(place is not None and place > 0)
        self.later.setEnabled(place is not None and place < last)
        self.back.setEnabled(self._review.file.is_arranged)


class RepairsPanel(QListWidget):
    """A row for everything the reader had to repair."""

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self._shown: object = None
        self.setUniformItemSizes(True)
        self.setWordWrap(False)
        self.setAccessibleName(translated("Repairs"))
        self.itemClicked.connect(self._go)
        self.itemActivated.connect(self._go)
        review.game_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
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
        game = review.file.game_file.games[found[row].game]
        if game not in review.file.games:
            return
        if game is not review.game:
            review.show_file(review.file, review.file.games.index(game))
        node = game.node_by_id(found[row].node_id)
        if node.parent is not None or node is game.root:
            review.go_to(node)


_SCAN_SIZE: Final = QSize(560, 640)
_BESIDE: Final = 0.36
"""Of the window's width: what lies beside the board."""
_RING: Final = QColor(230, 95, 0)


class PictureView(QWidget):
    """The picture, as large as fits, with rings round points."""

    def __init__(self, picture: QImage, reading: PictureReading) -> None:
        super().__init__()
        self._pixmap, self._reading = QPixmap.fromImage(picture), reading
        self._asked: Point = PASS
        self.setMinimumSize(200, 200)

    def ask(self, point: Point) -> None:
        """Ring a point more strongly than the others; PASS for none."""
        self._asked = point
        self.update()

    def place(self, point: Point) -> QPointF:
        """Return where a point lies in the picture, in its pixels."""
        reading = self._reading
        row, column = divmod(point, reading.position.columns)
        left, top, right, bottom = reading.part
        across = (column - left) / max(1, right - left)
        down = (row - top) / max(1, bottom - top)
        shares = ((1 - across) * (1 - down), across * (1 - down), across * down,
                  (1 - across) * down)
        return QPointF(*(sum(share * float(corner[axis]) for share, corner in
                             zip(shares, reading.corners, strict=True)) for axis in (0, 1)))

    def paintEvent(self, _event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing
                               | QPainter.RenderHint.SmoothPixmapTransform)
        size = self._pixmap.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        scale = size.width() / max(1, self._pixmap.width())
        painter.translate((self.width() - size.width()) / 2, (self.height() - size.height()) / 2)
        painter.scale(scale, scale)
        painter.drawPixmap(0, 0, self._pixmap)
        left, _, right, _ = self._reading.part
        corners = self._reading.corners
        cell = abs(float(corners[1][0] - corners[0][0])) / max(1, right - left)
        for point in self._reading.unsure:
            painter.setPen(QPen(_RING, (4.0 if point == self._asked else 1.5) / scale))
            painter.drawEllipse(self.place(point), 0.6 * cell, 0.6 * cell)


class ScanDialog(QDialog):
    """Asks, point by point, what irgo was not sure of.

    asked -- the point that is asked about, PASS when there is none any more
    answered -- a point and what lies there
    """

    asked = Signal(int)
    answered = Signal(int, int)

    def __init__(self, picture: QImage, reading: PictureReading, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("From a picture"))
        self._reading, self._left, self._board_window = reading, list(reading.unsure), parent
        self.view = PictureView(picture, reading)
        self.question = paragraph()
        self.buttons: dict[Colour, QPushButton] = {}
        for colour, title in ((BLACK, translated("Black")), (WHITE, translated("White")),
                              (EMPTY, translated("Nothing"))):
            button = QPushButton(title, clicked=lambda _on=False, said=colour: self._answer(said))
            self.buttons[colour] = button
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, rejected=self.reject)
        answers = laid_out(QHBoxLayout(), *self.buttons.values())
        laid_out(QVBoxLayout(self), (self.view, 1), self.question, answers, box)
        fit_screen(self, _SCAN_SIZE)
        self.finished.connect(lambda _code: self.asked.emit(PASS))

    def showEvent(self, event: QShowEvent) -> None:
        """Lie at the window's right edge: the board is asked about, and seen beside the picture."""
        super().showEvent(event)
        window = self._board_window.window().geometry()
        self.resize(min(self.width(), round(_BESIDE * window.width())), self.height())
        self.move(window.right() - self.width(), window.center().y() - self.height() // 2)

    def begin(self) -> None:
        """Ask about the first point that is left."""
        point = self._left[0] if self._left else PASS
        for button in self.buttons.values():
            button.setVisible(point != PASS)
        if point == PASS:
            self.question.setText(translated(
                "Compare the board with the picture; what is wrong can be set up with the tools."))
        else:
            position = self._reading.position
            name = position.vertex(point)
            self.buttons[position.colour_at(point)].setDefault(True)
            self.buttons[position.colour_at(point)].setFocus()
            self.question.setText(translated(
                "What is on {0}? irgo is not sure; the likeliest is chosen. ({1} left)").format(
                    name, len(self._left)))
        self.view.ask(point)
        self.asked.emit(point)

    def _answer(self, colour: Colour) -> None:
        self.answered.emit(self._left.pop(0), colour)
        self.begin()
