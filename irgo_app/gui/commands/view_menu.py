"""What the Go and View menus do beside one-line rows: move number, coordinates, cursor."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QInputDialog

from irgo_app.go.point import PASS
from irgo_app.gui.commands.context import Context
from irgo_app.settings.store import row_of


def ask_move(context: Context) -> None:
    """Ask for a move number and go there on the line shown."""
    review = context.models.review
    game = review.game
    line = game.current_line(review.node)
    number, is_given = QInputDialog.getInt(
        context.window, QCoreApplication.translate("ViewMenu", "Go to move"),
        QCoreApplication.translate("ViewMenu", "Move number"),
        game.move_number(review.node), 0, game.move_number(line[-1]))
    if is_given:
        review.go_to(next(node for node in line if game.move_number(node) >= number))


def cycle_coordinates(context: Context) -> None:
    """Show the next kind of coordinates."""
    preferences = context.models.preferences
    choices = row_of("coordinates").choices
    now = choices.index(str(preferences["coordinates"]))
    preferences.set("coordinates", choices[(now + 1) % len(choices)])


def play_cursor(context: Context) -> None:
    """Do at the keyboard's cursor what a click does; without one keep the moves that are tried."""
    if context.board.cursor_point != PASS:
        context.board.cursor_pressed.emit(context.board.cursor_point)
    else:
        context.models.trial.keep()


def flip_side(context: Context, name: str) -> None:
    """Open or close the palette's or the column's side of the window."""
    context.body.open_side(name, is_open=not context.body.is_side_open(name))


def flip_full_screen(context: Context) -> None:
    """Switch full screen."""
    if context.window.isFullScreen():
        context.window.showNormal()
    else:
        context.window.showFullScreen()
