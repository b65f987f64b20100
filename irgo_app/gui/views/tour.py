"""The card of the tour, and the frame round what it points at: over the window, never modal."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from irgo_app.gui.models.tour import STEPS, Tour, TourStep
from irgo_app.gui.views.style import RADIUS, SPACE, bold_font, colours_of, smooth_painter
from irgo_app.gui.views.widgets import laid_out, paragraph, tool_button
from irgo_app.words import translated

_WIDTH: Final = 330
_AWAY: Final = 10
"""Pixels between the card and what it points at, and between the card and the window's edge."""
_FRAME: Final = 3
_FOLLOW_MS: Final = 250
"""How often the card looks where its target lies: panels open, and windows are made smaller."""


class TourCard(QFrame):
    """Shows the steps of a tour one after another; takes no key and no click but its own.

    reveal -- opens what a step points at
    part -- where a named part of the window lies, in the window's pixels; empty where it is not
    """

    def __init__(
        self, tour: Tour, reveal: Callable[[TourStep], None], part: Callable[[str], QRect],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.tour = tour
        self.is_closed = False
        self._reveal, self._part, self._window = reveal, part, window
        tour.setParent(self)
        self.setObjectName("message")
        self.setAccessibleName(translated("Tour"))
        self.ring = _Ring(window)
        plain = Qt.TextFormat.PlainText
        self.title, self.text = QLabel(textFormat=plain, font=bold_font(self)), paragraph()
        self.place = QLabel(textFormat=plain, objectName="small")
        self.done = QLabel(translated("✓ Done"), textFormat=plain, objectName="accent")
        self.go_on, self.close_it = QPushButton(), tool_button(
            "close", translated("Leave the tour (Esc)"), tour.leave)
        self.go_on.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.go_on.setAutoDefault(True)
        self.go_on.clicked.connect(tour.next)
        self.go_back = tool_button("back", translated("The step before"), tour.back)
        head = laid_out(QHBoxLayout(), (self.title, 1), self.close_it)
        foot = laid_out(QHBoxLayout(), self.place, 1, self.done, self.go_back, self.go_on)
        self._rows = laid_out(QVBoxLayout(self), head, self.text, foot,
                              margins=(2 * SPACE, SPACE, SPACE, SPACE))
        self._step: TourStep | None = None
        self._follow = QTimer(self, interval=_FOLLOW_MS)
        self._follow.timeout.connect(self._put)
        self._follow.start()
        window.installEventFilter(self)
        tour.changed.connect(self.refresh)
        tour.ended.connect(self._end)
        self.refresh()

    def refresh(self) -> None:
        step, tour = self.tour.step, self.tour
        if step is not self._step:
            self._step = step
            self._reveal(step)
            self.title.setText(translated(step.title))
            self.text.setText(translated(step.text))
            self.place.setText(translated("{0} of {1}").format(tour.number, len(STEPS) - 1)
                               if tour.number else "")
            self.go_on.setText(translated("Begin") if not tour.number else
                               translated("Finish") if tour.is_last else translated("Next"))
        self.go_back.setVisible(tour.may_go_back)
        self.done.setVisible(tour.is_done)
        self._put()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._put()
        return super().eventFilter(watched, event)

    def _put(self) -> None:
        if self.is_closed or self._step is None:
            return
        room = self._window.rect().adjusted(_AWAY, _AWAY, -_AWAY, -_AWAY)
        target = self._part(self._step.target) if self._step.target else QRect()
        width = min(_WIDTH, room.width())
        size = QSize(width, self._rows.totalHeightForWidth(width))
        place = card_place(room, target, size, self._step.side)
        self.ring.show_round(target)
        if place != self.geometry() or not self.isVisible():
            self.setGeometry(place)
            self.show()
        self.raise_()

    def _end(self) -> None:
        self.is_closed = True
        self._follow.stop()
        self._window.removeEventFilter(self)
        for gone in (self.ring, self):
            gone.hide()
            gone.deleteLater()


def card_place(room: QRect, target: QRect, size: QSize, side: str) -> QRect:
    """Return where a card of this size lies best: beside its target, and wholly in the room.

    side -- "right", "left" or "below" of the target, if there is room; else where the card covers
    least of it. Beside a tall target the card stands low, where a board has no stones to click.
    An empty target leaves the card in the middle.
    """
    if target.isEmpty():
        place = QRect(QPoint(0, 0), size)
        place.moveCenter(room.center())
        return place
    low, middle = target.bottom() - size.height() + 1, target.center().x() - size.width() // 2
    corners = {
        "right": QPoint(target.right() + _AWAY, low),
        "left": QPoint(target.left() - size.width() - _AWAY, low),
        "below": QPoint(middle, target.bottom() + _AWAY),
        "above": QPoint(middle, target.top() - size.height() - _AWAY),
    }
    places = [_within(room, QRect(corners[name], size))
              for name in sorted(corners, key=lambda name: name != side)]
    return min(places, key=lambda place: _area(place.intersected(target)))


def _within(room: QRect, place: QRect) -> QRect:
    left = max(room.left(), min(place.left(), room.right() - place.width() + 1))
    top = max(room.top(), min(place.top(), room.bottom() - place.height() + 1))
    return QRect(QPoint(left, top), place.size())


def _area(place: QRect) -> int:
    return place.width() * place.height() if place.isValid() else 0


class _Ring(QWidget):
    """A frame round a part of the window, through which everything can be clicked."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def show_round(self, target: QRect) -> None:
        """Stand round a rectangle of the window, or go where that is empty."""
        if target.isEmpty():
            self.hide()
            return
        place = target.adjusted(-_FRAME, -_FRAME, _FRAME, _FRAME)
        if place != self.geometry() or not self.isVisible():
            self.setGeometry(place)
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(QPen(QColor(colours_of(self).accent), _FRAME))
        half = _FRAME // 2 + 1
        painter.drawRoundedRect(self.rect().adjusted(half, half, -half, -half), RADIUS, RADIUS)
