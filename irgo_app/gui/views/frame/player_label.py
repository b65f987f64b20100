"""One player in the header: a stone, the name with the rank, and small print below."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from irgo_app.draw.palette import BLACK_STONE, WHITE_STONE
from irgo_app.go.point import BLACK, Colour
from irgo_app.gui.views.access.spoken import let_speak, tell_change
from irgo_app.gui.views.plain_tip import plain_tip
from irgo_app.gui.views.style import bold_font, colours_of, small_font

_STONE = 18
_LEFT = 28
_MOST_WIDTH = 190


class PlayerLabel(QWidget):
    """Paints its texts itself, shortened where there is no room: a step changes no layout."""

    def __init__(self, colour: Colour) -> None:
        super().__init__()
        self._colour = colour
        self.name = self.detail = ""
        self.is_to_play = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        let_speak(self, QAccessible.Role.StaticText, lambda: self.detail)
        self.setMinimumWidth(_LEFT + 40)

    def show_player(self, name: str, detail: str, *, is_to_play: bool) -> None:
        """Show other texts; whoever is to play has a ring round the stone."""
        if (name, detail, is_to_play) == (self.name, self.detail, self.is_to_play):
            return
        if name != self.name or len(detail) != len(self.detail):
            self.updateGeometry()
        self.name, self.detail, self.is_to_play = name, detail, is_to_play
        self.setAccessibleName(name)
        tell_change(self)
        self.setToolTip(plain_tip(f"{name}\n{detail}"))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for both lines, up to a width."""
        width = max(QFontMetrics(bold_font(self)).horizontalAdvance(self.name),
                    QFontMetrics(small_font(self)).horizontalAdvance(self.detail))
        return QSize(min(_LEFT + width + 4, _MOST_WIDTH), 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the stone and both lines."""
        colours = colours_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        stone = QRectF(3, middle - _STONE / 2, _STONE, _STONE)
        if self.is_to_play:
            painter.setPen(QPen(QColor(colours.accent), 2.0))
            painter.drawEllipse(stone.adjusted(-2, -2, 2, 2))
        fill = BLACK_STONE if self._colour == BLACK else WHITE_STONE
        painter.setPen(QPen(QColor(colours.faint), 1.0))
        painter.setBrush(QColor(*fill))
        painter.drawEllipse(stone.adjusted(1, 1, -1, -1))
        for text, font, colour, top in (
            (self.name, bold_font(self), colours.text, 0.0),
            (self.detail, small_font(self), colours.faint, middle),
        ):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            room = QRectF(_LEFT, top + 1, self.width() - _LEFT, middle - 1)
            shown = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, int(room.width()))
            flag = Qt.AlignmentFlag.AlignBottom if not top else Qt.AlignmentFlag.AlignTop
            painter.drawText(room, flag | Qt.AlignmentFlag.AlignLeft, shown)
        painter.end()
