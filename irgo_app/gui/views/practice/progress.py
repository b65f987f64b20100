"""What was learnt, as a picture: themes as bars, days as columns, mistakes a game over time."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from irgo_app.gui.views.access import let_speak, tell_change
from irgo_app.gui.views.style import SPACE, colours_of, small_font
from irgo_app.practice.progress import Progress
from irgo_app.words import message, translated

_BAR: Final = 12
_COLUMNS: Final = 56
_GAMES: Final = 24
"""So many games are shown, the last ones."""


class ProgressPicture(QWidget):
    """Three pictures one below the other; nothing is drawn of what nothing is known of."""

    def __init__(self) -> None:
        super().__init__()
        self._told: Progress | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        let_speak(self, QAccessible.Role.Graphic, self.spoken)
        self.setAccessibleName(translated("What was learnt"))

    def show_progress(self, told: Progress | None) -> None:
        """Show other figures."""
        self._told = told
        self.updateGeometry()
        self.update()
        tell_change(self)

    def spoken(self) -> str:
        """Return the pictures in words."""
        told = self._told
        if told is None:
            return ""
        return " · ".join(str(message(
            "{theme}: {learnt} of {cards} learnt", theme=message(theme.theme.value),
            learnt=theme.learnt, cards=theme.cards)) for theme in told.themes)

    def sizeHint(self) -> QSize:
        told, line = self._told, self.fontMetrics().height()
        if told is None:
            return QSize(200, 0)
        rows = len(told.themes) * (line + _BAR + 6) + line + SPACE
        charts = 1 + bool(told.games)
        return QSize(200, rows + charts * (_COLUMNS + 2 * line + SPACE))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        told = self._told
        if told is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(small_font(self))
        y = self._themes(painter, told, 0.0)
        y = self._columns(painter, translated("Answers in the last 30 days"), [
            (day.right, day.answers - day.right) for day in told.days], y)
        if told.games:
            counts = [sum(game.mistakes.values()) for game in told.games][-_GAMES:]
            self._columns(painter, translated("Mistakes a game, the latest game on the right"),
                          [(0, count) for count in counts], y)
        painter.end()

    def _themes(self, painter: QPainter, told: Progress, y: float) -> float:
        """Draw a bar for each theme: what is learnt, what was seen, what is new."""
        colours, line = colours_of(self), painter.fontMetrics().height()
        most = max((theme.cards for theme in told.themes), default=1)
        painter.setPen(QColor(colours.faint))
        painter.drawText(QRectF(0, y, self.width(), line), Qt.AlignmentFlag.AlignLeft,
                         translated("Learnt · seen · new"))
        y += line + SPACE / 2
        for theme in told.themes:
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, y, self.width(), line), Qt.AlignmentFlag.AlignLeft, str(
                message("{theme}: {learnt} of {cards} learnt", theme=message(theme.theme.value),
                        learnt=theme.learnt, cards=theme.cards)))
            y += line
            painter.setPen(Qt.PenStyle.NoPen)
            unit = self.width() / most
            for count, colour in ((theme.cards, colours.well), (theme.seen, colours.warn),
                                  (theme.learnt, colours.good)):
                painter.setBrush(QColor(colour))
                painter.drawRoundedRect(QRectF(0, y, unit * count, _BAR), 3, 3)
            y += _BAR + 6
        return y + SPACE / 2

    def _columns(
        self, painter: QPainter, title: str, counts: list[tuple[int, int]], y: float
    ) -> float:
        """Draw a column for each pair: what was right below, what was wrong on top of it."""
        colours, line = colours_of(self), painter.fontMetrics().height()
        painter.setPen(QColor(colours.faint))
        painter.drawText(QRectF(0, y, self.width(), line), Qt.AlignmentFlag.AlignLeft,
                         painter.fontMetrics().elidedText(
                             title, Qt.TextElideMode.ElideRight, self.width()))
        y += line + 2
        most = max([1, *(right + wrong for right, wrong in counts)])
        width = self.width() / max(12, len(counts))
        painter.setPen(Qt.PenStyle.NoPen)
        for index, (right, wrong) in enumerate(counts):
            low = y + _COLUMNS
            for count, colour in ((right, colours.good), (wrong, colours.bad)):
                height = _COLUMNS * count / most
                painter.setBrush(QColor(colour))
                painter.drawRect(QRectF(index * width + 1, low - height, width - 2, height))
                low -= height
        painter.setBrush(QColor(colours.line))
        painter.drawRect(QRectF(0, y + _COLUMNS, self.width(), 1))
        return y + _COLUMNS + line
