"""What the Help menu does: keys, manual and examples, the tour, what irgo is, reporting a bug."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QMainWindow, QMessageBox, QWidget

from irgo_app.diagnosis import Facts, as_text, diagnosis
from irgo_app.draw.drawables import Diagram
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.gui.commands.context import Context, key_rows
from irgo_app.gui.commands.file import open_example
from irgo_app.gui.models.help import Manual
from irgo_app.gui.models.tour import EXAMPLE, Tour, TourStep
from irgo_app.gui.models.window import MEASURE_VARIABLE, TOUR
from irgo_app.gui.views.help import GUIDE, BugReport, Example, HelpWindow
from irgo_app.gui.views.layer_row import LayerRow
from irgo_app.gui.views.tour import TourCard
from irgo_app.gui.views.window.body import COLUMN_SIDE, PALETTE_SIDE
from irgo_app.gui.views.window.header import Header
from irgo_app.own_program import __version__
from irgo_app.resource_files import document_path, is_example, resource_path
from irgo_app.service.request import KernelState
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from irgo_app.words import language, noted, translated

_EXAMPLE_WORDS = (
    ("club_game.sgf", noted("A game of two club players"), noted(
        "Where was it lost? irgo reads it and opens it at the move that decided it.")),
    ("case_study.sgf", noted("Case study"), noted(
        "A whole-board problem, Black to play: the manual reads it layer by layer.")),
    ("colourmap_drawing.sgf", noted("The colour map"), noted(
        "The position of the drawing that the colour map comes from.")),
    ("selfplay01.sgf", noted("A game of two programs, 1"),
     noted("A whole game to step through with maps and timeline.")),
    ("selfplay02.sgf", noted("A game of two programs, 2"),
     noted("Played to the end: count it, and see where it turned.")),
    ("selfplay03.sgf", noted("A game of two programs, 3"),
     noted("Fights all over the board: ask for life and death.")),
)
"""For each game that ships its file, what it is called, and what it is good for."""


def show(context: Context, part: int, page: Path | None = None) -> None:
    """Show a part of help with the keys of the moment; there is at most one such window.

    page -- of the manual
    """
    _close_all(context, HelpWindow)
    models = context.models

    def open_it(name: str) -> None:
        # It lies over the window whatever is activated, and so over the example.
        found.close()
        open_example(context, name)

    found = HelpWindow(
        key_rows(context.actions, models.preferences.settings), Manual(language()),
        [_example(*row) for row in _EXAMPLE_WORDS], models.preferences.look, open_it,
        context.window)
    found.show_page(part)
    if page is not None:
        found.guide.show_page(page)


def show_about(context: Context) -> None:
    QMessageBox.about(
        context.window, translated("About irgo"), translated(
            "irgo {0}: influence, territory and moyo on the board, for every move of a game. "
            "Free software under the GNU GPL, version 3 or later.").format(__version__))


def _close_all(context: Context, kind: type[QDialog]) -> None:
    for old in context.window.findChildren(kind):
        old.close()
        old.deleteLater()


def _example(name: str, title: str, words: str) -> Example:
    tree = load_file(resource_path("examples", name)).games[0]
    position = Replay(tree).position_at(tree.main_line()[-1])
    return Example(name, translated(title),
                   translated(words), Diagram(position, coordinates=CoordinateStyle.NONE))


def report_bug(context: Context) -> None:
    """Show what a report needs; there is at most one such dialog."""
    _close_all(context, BugReport)
    settings = context.models.preferences.settings

    def told(kernels: KernelState | None) -> str:
        return as_text(diagnosis(settings, kernels, screens()))

    BugReport(
        context.models.service, told,
        lambda: show(context, GUIDE, document_path("reporting_bugs.md")), context.window).show()


def screens() -> Facts:
    """Return what Qt says of the display."""
    return {"Qt": qVersion(), "platform": QGuiApplication.platformName(),
            "screens": [
                f"{found.size().width()}x{found.size().height()}, scale "
                f"{found.devicePixelRatio():g}, {found.logicalDotsPerInch():.0f} dpi"
                for found in QGuiApplication.screens()]}


def take_tour(context: Context) -> None:
    _begin_tour(context).go_on.setFocus()


def _begin_tour(context: Context) -> TourCard:
    leave_tour(context)
    tour = Tour(context.models, lambda: open_example(context, EXAMPLE))
    return TourCard(tour, lambda step: _reveal(context, step), lambda name: part(context, name),
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
    if is_new and not is_own and MEASURE_VARIABLE not in os.environ:
        # Nobody asked for it: it takes no key from the window.
        _begin_tour(context)


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
    """Open what a step points at; keys that are asked for are the board's."""
    if step.is_done is not None:
        context.board.setFocus()
    if step.target == "palette":
        context.body.open_side(PALETTE_SIDE)
    elif step.target in ("explain", "study", "story"):
        context.show_panel(step.target)
    elif context.body.do_sides_cover:
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
    header, found = window.findChild(Header), QRect()
    for button in header.modes.values() if header is not None else ():
        found = found.united(QRect(button.mapTo(window, QPoint(0, 0)), button.size()))
    return found


PARTS: Final[Mapping[str, Callable[[Context], QWidget | None]]] = {
    "strip": lambda context: context.body.strip,
    "timeline": lambda context: context.body.timeline_place,
    "board": lambda context: context.board,
    "twins": lambda context: context.body.centre,
    "quick views": lambda context: context.window.findChild(LayerRow),
    "palette": lambda context: context.body.palette_side,
    "explain": lambda context: context.body.column_side,
    "study": lambda context: context.body.column_side,
    "story": lambda context: context.body.column_side,
}
"""The parts that steps point at, beside the Help menu and the modes."""
