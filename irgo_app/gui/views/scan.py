"""The picture that a position was read from, beside the board; asks what lies on unsure points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
)

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, EMPTY, PASS, WHITE, Colour, Point
from irgo_app.gui.views.widgets import fit_screen
from irgo_app.words import translated

if TYPE_CHECKING:
    from irgo_app.scan.reading import Reading

_USUAL: Final = QSize(560, 640)
_BESIDE: Final = 0.36
"""Of the window's width: what lies beside the board."""
_RING: Final = QColor(230, 95, 0)


class PictureView(QWidget):
    """The picture, as large as fits, with rings round points."""

    def __init__(self, picture: QImage, reading: Reading) -> None:
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
        return QPointF(sum(share * float(corner[0]) for share, corner in
                           zip(shares, reading.corners, strict=True)),
                       sum(share * float(corner[1]) for share, corner in
                           zip(shares, reading.corners, strict=True)))

    def paintEvent(self, _event: object) -> None:
        """Paint the picture and the rings."""
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

    def __init__(self, picture: QImage, reading: Reading, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(translated("From a picture"))
        self._reading, self._left, self._board_window = reading, list(reading.unsure), parent
        self.view = PictureView(picture, reading)
        self.question = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.question.setWordWrap(True)
        self.buttons: dict[Colour, QPushButton] = {}
        answers = QHBoxLayout()
        for colour, title in ((BLACK, translated("Black")), (WHITE, translated("White")),
                              (EMPTY, translated("Nothing"))):
            button = QPushButton(title)
            button.clicked.connect(lambda _on=False, said=colour: self._answer(said))
            self.buttons[colour] = button
            answers.addWidget(button)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.question)
        layout.addLayout(answers)
        layout.addWidget(box)
        fit_screen(self, _USUAL)
        self.finished.connect(lambda _code: self.asked.emit(PASS))

    def showEvent(self, event: QShowEvent) -> None:
        """Lie at the window's right edge: the board is asked about, and seen beside the picture."""
        super().showEvent(event)
        window = self._board_window.window().geometry()
        self.resize(min(self.width(), round(_BESIDE * window.width())), self.height())
        self.move(window.right() - self.width(), window.center().y() - self.height() // 2)

    def begin(self) -> None:
        """Ask about the first point."""
        self._ask()

    def _answer(self, colour: Colour) -> None:
        point = self._left.pop(0)
        self.answered.emit(point, colour)
        self._ask()

    def _ask(self) -> None:
        point = self._left[0] if self._left else PASS
        for button in self.buttons.values():
            button.setVisible(point != PASS)
        if point == PASS:
            self.question.setText(translated(
                "Compare the board with the picture; what is wrong can be set up with the tools."))
        else:
            position = self._reading.position
            name = vertex(point, position.columns, position.rows)
            self.buttons[position.colour_at(point)].setDefault(True)
            self.buttons[position.colour_at(point)].setFocus()
            self.question.setText(translated(
                "What is on {0}? irgo is not sure; the likeliest is chosen. ({1} left)").format(
                    name, len(self._left)))
        self.view.ask(point)
        self.asked.emit(point)
