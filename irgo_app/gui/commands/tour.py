"""Taking the tour: on the first start without a game, and whenever the user wants it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QMainWindow, QWidget

from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file import is_example, open_example
from irgo_app.gui.models.tour import EXAMPLE, Tour, TourStep
from irgo_app.gui.models.window import TOUR
from irgo_app.gui.views.layers.panel import QuickBar
from irgo_app.gui.views.tour import TourCard
from irgo_app.gui.views.window.body import COLUMN_SIDE, PALETTE_SIDE
from irgo_app.gui.views.window.header import Header

QUIET_VARIABLE: Final = "IRGO_MEASURE"
"""Where it is set irgo measures itself, and nobody is to be shown anything."""


def take_tour(context: Context) -> None:
    """Begin the tour, from its first card."""
    leave_tour(context)
    tour = Tour(context.models, lambda: open_example(context, EXAMPLE))
    TourCard(tour, lambda step: _reveal(context, step), lambda name: part(context, name),
             context.window)


def leave_tour(context: Context) -> bool:
    """Leave the tour; return whether there was one to leave."""
    cards = [card for card in context.window.findChildren(TourCard) if not card.is_closed]
    for card in cards:
        card.tour.leave()
    return bool(cards)


def greet(context: Context) -> None:
    """Begin the tour if it was never shown, and nobody has come with a game of their own.

    Without a settings file nothing can be remembered, and nothing is shown.
    """
    models, path = context.models, context.models.review.file.path
    is_new = models.preferences.settings.path is not None and TOUR not in models.layout.texts
    # The first start of a fresh checkout opens one of irgo's own games.
    is_own = path is not None and not is_example(path)
    if is_new and not is_own and QUIET_VARIABLE not in os.environ:
        take_tour(context)


def part(context: Context, name: str) -> QRect:
    """Return where a part of the window lies, in the window's own pixels; empty for none."""
    window = context.window
    if name == "help":
        return _help_menu(window)
    if name == "modes":
        return _modes(window)
    found = PARTS[name](context) if name in PARTS else None
    if found is None or not found.isVisible():
        return QRect()
    return QRect(found.mapTo(window, QPoint(0, 0)), found.size())


def _reveal(context: Context, step: TourStep) -> None:
    """Open what a step points at; keys that are held are the board's."""
    if step.target == "board":
        context.board.setFocus()
    if step.target in ("palette", "quick views"):
        context.body.open_side(PALETTE_SIDE)
    elif step.target in ("explain", "study"):
        context.show_panel(step.target)
    elif context.body.are_drawers:
        # They would lie over what the step is about.
        for side in (PALETTE_SIDE, COLUMN_SIDE):
            context.body.open_side(side, is_open=False)


def _help_menu(window: QWidget) -> QRect:
    """Return the title of the last menu; a system may have taken the menus out of the window."""
    assert isinstance(window, QMainWindow)
    bar = window.menuBar()
    if not bar.isVisible() or not bar.actions():
        return QRect()
    place = bar.actionGeometry(bar.actions()[-1])
    return QRect(bar.mapTo(window, place.topLeft()), place.size())


def _modes(window: QWidget) -> QRect:
    """Return the place of the buttons of the modes, all together."""
    header, found = window.findChild(Header), QRect()
    for button in header.modes.values() if header is not None else ():
        found = found.united(QRect(button.mapTo(window, QPoint(0, 0)), button.size()))
    return found


PARTS: Final[Mapping[str, Callable[[Context], QWidget | None]]] = {
    "strip": lambda context: context.body.strip,
    "timeline": lambda context: context.body.timeline_place,
    "board": lambda context: context.board,
    "twins": lambda context: context.body.centre,
    "quick views": lambda context: context.window.findChild(QuickBar),
    "palette": lambda context: context.body.palette_side,
    "explain": lambda context: context.body.column_side,
    "study": lambda context: context.body.column_side,
}
"""The parts that steps point at, beside the Help menu and the modes."""
