"""What the Help menu does: keys, manual and examples, what irgo is, reporting a bug."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from irgo_app.diagnosis import Facts, as_text, diagnosis
from irgo_app.draw.drawables import Diagram
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.gui.commands.action_looks import key_rows
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file import open_example
from irgo_app.gui.models.help import Manual
from irgo_app.gui.views.help.bug_report import BugReport
from irgo_app.gui.views.help.guide import EXAMPLES, GUIDE, KEYS, Example, HelpWindow
from irgo_app.resource_files import document_path, resource_path
from irgo_app.service.request import KernelState
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from irgo_app.version import __version__
from irgo_app.words import language, noted, translated

_EXAMPLE_WORDS = (
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


def show_keys(context: Context) -> None:
    _help_window(context).show_page(KEYS)


def show_guide(context: Context) -> None:
    _help_window(context).show_page(GUIDE)


def show_page(context: Context, page: Path) -> None:
    """Show one page of the manual."""
    found = _help_window(context)
    found.show_page(GUIDE)
    found.guide.show_page(page)


def show_examples(context: Context) -> None:
    """Show the games that ship with irgo."""
    _help_window(context).show_page(EXAMPLES)


def show_about(context: Context) -> None:
    """Say what this program is."""
    QMessageBox.about(
        context.window, translated("About irgo"),
        translated(
            "irgo {0}: influence, territory and moyo on the board, for every move of a game. "
            "Free software under the GNU GPL, version 3 or later.").format(__version__))


def _help_window(context: Context) -> HelpWindow:
    """Return the window of help with the keys of the moment; there is at most one."""
    for old in context.window.findChildren(HelpWindow):
        old.close()
        old.deleteLater()
    models = context.models

    def open_it(name: str) -> None:
        # It lies over the window whatever is activated, and so over the example.
        found.close()
        open_example(context, name)

    found = HelpWindow(
        key_rows(context.actions, models.preferences.settings), Manual(language()),
        [_example(*row) for row in _EXAMPLE_WORDS], models.preferences.look, open_it,
        context.window)
    return found


def _example(name: str, title: str, words: str) -> Example:
    tree = load_file(resource_path("examples", name)).games[0]
    position = Replay(tree).position_at(tree.main_line()[-1])
    return Example(name, translated(title),
                   translated(words),
                   Diagram(position, coordinates=CoordinateStyle.NONE))


_PAGE = "reporting_bugs.md"


def report_bug(context: Context) -> None:
    """Show what a report needs; there is at most one such dialog."""
    for old in context.window.findChildren(BugReport):
        old.close()
        old.deleteLater()
    settings = context.models.preferences.settings

    def told(kernels: KernelState | None) -> str:
        return as_text(diagnosis(settings, kernels, screens()))

    BugReport(context.models.service, told,
              lambda: show_page(context, document_path(_PAGE)), context.window).show()


def screens() -> Facts:
    """Return what Qt says of the display."""
    return {"Qt": qVersion(), "platform": QGuiApplication.platformName(),
            "screens": [
                f"{found.size().width()}x{found.size().height()}, scale "
                f"{found.devicePixelRatio():g}, {found.logicalDotsPerInch():.0f} dpi"
                for found in QGuiApplication.screens()]}
