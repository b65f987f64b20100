"""What concerns the window itself: preferences, move number, coordinates, and what Esc ends."""

from typing import Final

from PySide6.QtWidgets import QInputDialog, QLineEdit, QPlainTextEdit

from irgo_app.engines.katago_json import KIND
from irgo_app.go.point import PASS
from irgo_app.gui.commands.context import Context, key_rows
from irgo_app.gui.commands.engine import show_engines
from irgo_app.gui.commands.file import save_settings
from irgo_app.gui.commands.help import leave_tour
from irgo_app.gui.models.edit import BOX, PLAY
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.widgets import passing
from irgo_app.gui.views.window.preferences import PreferencesDialog
from irgo_app.settings import row_of
from irgo_app.words import translated

_HIGHEST: Final = 999_999
"""What may be typed: a field that takes no further digit makes 99 of 999."""


def ask_move(context: Context) -> None:
    """Ask for a move number and go there on the line shown, at most to its end."""
    review = context.models.review
    game = review.game
    line = game.current_line(review.node)
    number, is_given = QInputDialog.getInt(
        context.window, translated("Go to move"), translated("Move number"),
        game.printed_number(review.node), 0, _HIGHEST)
    if is_given:
        review.go_to(next((node for node in line if game.printed_number(node) >= number), line[-1]))


def cycle_coordinates(context: Context) -> None:
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


def flip_full_screen(context: Context) -> None:
    if context.window.isFullScreen():
        context.window.showNormal()
    else:
        context.window.showFullScreen()


def show_preferences(context: Context) -> None:
    settings = context.models.preferences.settings
    with passing(PreferencesDialog(
        settings, key_rows(context.actions, settings), lambda: save_settings(context),
        context.window,
        engines=[profile.name for profile in context.models.desk.profiles()
                 if profile.kind != KIND],
        edit_engines=lambda: show_engines(context),
        networks=context.models.networks)) as dialog:
        dialog.exec()


def leave(context: Context) -> None:
    """End the innermost thing: line, count, trial, box, study, comparison, tool, Edit; or stop.

    The tour, while it is there, is left before anything else, then a field that one types into.
    """
    if leave_tour(context):
        return
    field = context.window.focusWidget()
    if isinstance(field, QLineEdit | QPlainTextEdit) and field.hasFocus():
        context.board.setFocus()
        return
    models = context.models
    models.autoplay.stop()
    if models.line.line is not None:
        models.line.close()
    elif models.counting.is_on:
        models.counting.end()
    elif models.hand.tool is BOX:
        models.hand.take(PLAY)
    elif models.twins.is_study:
        models.twins.end()
    elif models.trial.is_on:
        models.trial.throw_away()
    elif models.comparing.pinned is not None:
        models.twins.end()
    elif models.hand.tool is not PLAY:
        models.hand.take(PLAY)
    elif models.selection.point != PASS:
        models.selection.ask(PASS)
    elif models.collecting.is_working:
        models.collecting.stop()
    elif models.layout.mode in (Mode.EDIT, Mode.PRACTICE):
        models.layout.set_mode(Mode.REVIEW)
    else:
        stop_analysis(context)


def stop_analysis(context: Context) -> None:
    """Leave full screen and the cursor; stop the background work."""
    models = context.models
    if context.window.isFullScreen():
        context.window.showNormal()
    context.board.hide_cursor()
    models.hand.take(PLAY)
    models.opening.stop()
    models.life.stop()
    models.playout.stop()
    models.walk.stop()
    models.teller.stop()
    models.service.stop()
