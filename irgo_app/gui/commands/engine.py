"""What the Engine menu does."""

from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file import save_settings
from irgo_app.gui.models.play import can_play_sounds
from irgo_app.gui.views.engine import AnalyzeGameDialog, EnginesDialog
from irgo_app.gui.views.widgets import passing
from irgo_app.words import translated


def toggle(context: Context) -> None:
    """Begin or end the engine's analysis."""
    context.show_panel("engine")
    context.models.desk.toggle()


def analyze_game(context: Context) -> None:
    """Ask how far, and analyse the current line; stop if that is going on."""
    walk = context.models.walk
    if walk.is_running:
        context.show_panel("engine")
        walk.stop()
        return
    desk = context.models.desk
    if desk.ready is not None and desk.ready.lacks.game and desk.batch_profile() is None:
        context.models.notices.tell(desk.ready.lacks.game)
        return
    reader = desk.batch_profile() or desk.chosen_profile()
    with passing(AnalyzeGameDialog(
            reader.name if reader else "", walk.visits, walk.seconds, context.window)) as dialog:
        if dialog.exec():
            context.show_panel("engine")
            walk.start(dialog.visits.value(), dialog.seconds.value())


def flip_opponent(context: Context) -> None:
    """Let the engine answer the user's moves, or no longer."""
    opponent = context.models.opponent
    if opponent.is_on:
        opponent.end()
    else:
        opponent.begin(None, context.models.review.position.to_play)
        if not opponent.is_on:
            return
    context.models.notices.tell(
        translated("The engine answers your moves.") if opponent.is_on
        else translated("The engine no longer answers your moves."))


def flip_chord(context: Context) -> None:
    """Let moves sound, or no longer; say so where they cannot."""
    preferences = context.models.preferences
    if not preferences["chord"] and not can_play_sounds():
        preferences.changed.emit()  # The tick goes off again.
        context.models.notices.tell(translated(
            "Sounds need Qt Multimedia; install PySide6-Addons (on Linux also libpulse)."))
        return
    preferences.flip("chord")


def flip_selected(context: Context) -> None:
    """Keep the engine to the selected points, or no longer; an analysis begins anew."""
    preferences = context.models.preferences
    preferences.flip("engine_selected")
    desk = context.models.desk
    if preferences["engine_selected"] and desk.ready is not None and desk.ready.lacks.points:
        context.models.notices.tell(desk.ready.lacks.points)
    if desk.is_analyzing:
        desk.toggle()
        desk.toggle()


def show_engines(context: Context) -> None:
    desk = context.models.desk
    with passing(EnginesDialog(
            context.models.preferences.settings, desk.profiles(), context.window)) as dialog:
        if dialog.exec():
            save_settings(context)
            desk.choose(dialog.chosen or str(context.models.preferences["engine"]))
            desk.engines_changed.emit()
