"""The window without a mouse: where the focus goes, what has it, and whose a key is."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import (QAbstractButton, QAbstractItemView, QAbstractScrollArea,
                               QAbstractSlider, QAbstractSpinBox, QApplication, QComboBox,
                               QLineEdit, QMenu, QMenuBar, QPlainTextEdit, QScrollArea, QTabBar,
                               QTableView, QTextEdit, QTreeView, QWidget)

from irgo_app.gui.views.style import RADIUS, colours_of, smooth_painter


def reading_order(places: Sequence[QRect]) -> list[int]:
    """Return the indices of rectangles row by row, from the left in each.

    What begins above the middle of a row's first rectangle stands in that row.
    """
    waiting = sorted(range(len(places)), key=lambda index: (places[index].top(),
                                                            places[index].left()))
    found: list[int] = []
    while waiting:
        first = places[waiting[0]]
        middle = first.top() + first.height() // 2
        row = [index for index in waiting if places[index].top() <= middle]
        found += sorted(row, key=lambda index: places[index].left())
        waiting = [index for index in waiting if index not in row]
    return found


def stops_in(part: QWidget) -> list[QWidget]:
    """Return what can have the focus inside a part of a window now, in reading order.

    What lies in one widget stays together, however far it is scrolled.
    """
    found = [part] if _is_stop(part) else []
    inside = [child for child in part.children()
              if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()]
    for index in reading_order([child.geometry() for child in inside]):
        found += stops_in(inside[index])
    return found


def _is_stop(widget: QWidget) -> bool:
    if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or widget.focusProxy() is not None:
        return False
    if not widget.isVisible() or not widget.isEnabled():
        return False
    # An empty list and a page that need not be scrolled have nothing to stop at.
    if isinstance(widget, QAbstractItemView):
        return widget.model() is not None and widget.model().rowCount() > 0
    return not isinstance(widget, QScrollArea) or widget.verticalScrollBar().maximum() > 0 \
        or widget.horizontalScrollBar().maximum() > 0


class FocusWalk:
    """Moves the focus of a window with keys, and tells whose a key is.

    parts -- asked for the parts of the window in their order; hidden ones are passed over
    """

    def __init__(self, window: QWidget, parts: Callable[[], Sequence[QWidget]]) -> None:
        self._window, self._parts = window, parts

    def step(self, *, forward: bool) -> bool:
        """Give the focus to the next stop, after the last one to the first; False without any."""
        stops = [stop for part in self._parts() for stop in stops_in(part)]
        if not stops:
            return False
        now = self._window.focusWidget()
        index = 0 if forward else -1
        if now in stops:
            index = stops.index(now) + (1 if forward else -1)
        self._give(stops[index % len(stops)], forward=forward)
        return True

    def step_part(self, *, forward: bool) -> None:
        """Give the focus to the first stop of the next part that has any."""
        parts = [(part, stops) for part in self._parts() if (stops := stops_in(part))]
        if not parts:
            return
        now = self._window.focusWidget()
        here = next((index for index, (part, _) in enumerate(parts)
                     if now is not None and (part is now or part.isAncestorOf(now))), None)
        if here is None:
            index = 0 if forward else -1
        else:
            index = (here + (1 if forward else -1)) % len(parts)
        self._give(parts[index][1][0], forward=forward)

    def needs_key(self, event: QKeyEvent) -> bool:
        """Return whether a key is to go to the widget with the focus and not to the menus."""
        widget = self._window.focusWidget()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == Qt.KeyboardModifier.AltModifier:
            return isinstance(widget, QComboBox) and event.key() in _OF_CHOICES
        if modifiers or (isinstance(widget, QScrollArea)
                         and not widget.verticalScrollBar().maximum()):
            # A page that fits has nothing to scroll.
            return False
        own = next((keys for kind, keys in _OWN if isinstance(widget, kind)), frozenset())
        return event.key() in own or (event.key() in _ACROSS and _is_one_of_several(widget))

    def pressed(self, event: QKeyEvent) -> QAbstractButton | None:
        """Return the button with the focus that a key presses as the space bar does."""
        button = self._window.focusWidget()
        if event.key() in _ENTER and isinstance(button, QAbstractButton):
            return button
        return None

    def _give(self, widget: QWidget, *, forward: bool) -> None:
        widget.setFocus(Qt.FocusReason.TabFocusReason if forward
                        else Qt.FocusReason.BacktabFocusReason)
        above = widget.parentWidget()
        while above is not None:
            if isinstance(above, QScrollArea):
                above.ensureWidgetVisible(widget)
            above = above.parentWidget()


WIDTH: Final = 2
"""Pixels of the ring itself; one more on each side sets it off from what it lies on."""
_ROOM: Final = WIDTH + 2
_MOVED = (QEvent.Type.Move, QEvent.Type.Resize)


class FocusRings(QObject):
    """Gives each window a ring round what has the focus, if it was not the mouse that moved it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._application = application
        application.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        if now is None or isinstance(now, QMenuBar | QMenu):
            # A menu or another window has borrowed the focus.
            return
        window = now.window()
        ring = window.findChild(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if ring is not None and ring.target is now:
            return
        # What was closed gives the focus back to where it was; nobody moved it.
        is_by_keys = old is not None and old.window() is window and old.isVisibleTo(window) and (
            self._application.mouseButtons() == Qt.MouseButton.NoButton)
        if is_by_keys:
            (ring or FocusRing(window)).show_at(now)
        elif ring is not None:
            ring.forget()


class FocusRing(QWidget):
    """Lies over a window and follows a widget in it; the mouse does not see it.

    target -- what is ringed, None while nothing is
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.target: QWidget | None = None
        self._watched: list[QWidget] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def show_at(self, target: QWidget) -> None:
        self.forget()
        self.target = target
        step: QWidget | None = target
        while step is not None and step is not self.parentWidget():
            step.installEventFilter(self)
            self._watched.append(step)
            step = step.parentWidget()
        self._place()

    def forget(self) -> None:
        for watched in self._watched:
            watched.removeEventFilter(self)
        self._watched, self.target = [], None
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the widget, or with what it lies in; go when it goes."""
        if event.type() in _MOVED:
            self._place()
        elif event.type() == QEvent.Type.Hide:
            self.forget()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring: the accent between two lines of the window's own colour."""
        colours = colours_of(self)
        painter = smooth_painter(self)
        outline = QRectF(self.rect())
        for colour, width in ((colours.window, WIDTH + 2), (colours.accent, WIDTH)):
            half = (WIDTH + 2) / 2
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRoundedRect(outline.adjusted(half, half, -half, -half), RADIUS, RADIUS)

    def _place(self) -> None:
        window, target = self.parentWidget(), self.target
        if target is None or window is None:
            return
        shown = QRect(target.mapTo(window, QPoint(0, 0)), target.size())
        shown = shown.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM) & window.rect()
        step = target.parentWidget()
        while step is not None and step is not window:
            above = step.parentWidget()
            if isinstance(above, QAbstractScrollArea) and step is above.viewport():
                shown &= QRect(step.mapTo(window, QPoint(0, 0)), step.size())
            step = above
        self.setGeometry(shown)
        self.setVisible(not shown.isEmpty())
        self.raise_()


_Key = Qt.Key
_ENTER: Final = frozenset({_Key.Key_Return, _Key.Key_Enter})
_PRESS: Final = _ENTER | {_Key.Key_Space}
_DOWN: Final = frozenset({
    _Key.Key_Up, _Key.Key_Down, _Key.Key_PageUp, _Key.Key_PageDown, _Key.Key_Home, _Key.Key_End})
_ACROSS: Final = frozenset({_Key.Key_Left, _Key.Key_Right})
_OWN: Final = (
    (QAbstractButton, _PRESS),
    (QAbstractSlider, _DOWN | _ACROSS),
    (QTabBar, _ACROSS | {_Key.Key_Home, _Key.Key_End}),
    (QComboBox, _DOWN | _PRESS),
    (QAbstractSpinBox, _DOWN | _ACROSS | _ENTER),
    (QLineEdit, _ACROSS | _ENTER | {_Key.Key_Up, _Key.Key_Down}),
    (QPlainTextEdit, _DOWN | _ACROSS),
    (QTextEdit, _DOWN | _ACROSS),
    (QTreeView, _DOWN | _ACROSS | _PRESS),
    (QTableView, _DOWN | _ACROSS | _PRESS),
    # In a list of one column left and right go on stepping through the game.
    (QAbstractItemView, _DOWN | _PRESS),
    (QScrollArea, _DOWN),
)
"""The first class that a widget is of says which keys are its own, although menus have them too.

The arrows step through the game and the space bar walks the variations wherever the focus is; but a
list must be walked, a slider moved and a button pressed.
"""
_OF_CHOICES: Final = frozenset({_Key.Key_Up, _Key.Key_Down})
"""With Alt they open a list of choices."""


def _is_one_of_several(widget: QWidget | None) -> bool:
    """Return whether a button is one of a group of which exactly one is down."""
    if not isinstance(widget, QAbstractButton):
        return False
    group = widget.group()
    return group is not None and group.exclusive()
