"""The way of the focus through the window: part after part, in each as the eye goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QScrollArea, QWidget


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
    return not isinstance(widget, QScrollArea) or _is_longer(widget)


def _is_longer(area: QAbstractScrollArea) -> bool:
    return area.verticalScrollBar().maximum() > 0 or area.horizontalScrollBar().maximum() > 0


class FocusWalk:
    """Moves the focus of a window with keys.

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

    def _give(self, widget: QWidget, *, forward: bool) -> None:
        widget.setFocus(Qt.FocusReason.TabFocusReason if forward
                        else Qt.FocusReason.BacktabFocusReason)
        above = widget.parentWidget()
        while above is not None:
            if isinstance(above, QScrollArea):
                above.ensureWidgetVisible(widget)
            above = above.parentWidget()
