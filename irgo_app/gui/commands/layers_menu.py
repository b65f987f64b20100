"""What the Layers menu does: layers, explanations, life and death; and stopping all that."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from irgo_app.go.point import PASS
from irgo_app.gui.commands.context import Context
from irgo_app.gui.models.quick_views import QuickView, is_shown, show_view
from irgo_app.gui.models.tools import PLAY
from irgo_app.layers import ISHIDA


def toggle_layer(context: Context, index: int) -> None:
    """Switch a computed layer by its number."""
    shown = context.models.shown
    shown.switch(index, is_on=not shown.layers[index].is_on)


def show_quick_view(context: Context, view: QuickView) -> None:
    """Show one of the quick views; Ishida's once more goes back to its first layer alone."""
    shown = context.models.shown
    if view.id == "ishida" and is_shown(shown, view):
        shown.show_only({ISHIDA[0][0]: {}})
    else:
        show_view(shown, view)


def explain_cursor(context: Context) -> None:
    """Have the point under the mouse or the keyboard's cursor explained."""
    context.models.inquiry.ask(context.board.pointed)
    context.show_panel("explain")


def ask_groups(context: Context) -> None:
    """Search the life of all groups of the position, or stop that."""
    life = context.models.life
    context.show_panel("groups")
    life.stop() if life.is_working else life.ask_groups()


def rank_groups(context: Context) -> None:
    """Rank all groups by what moving first is worth there, or stop that."""
    life = context.models.life
    context.show_panel("urgency")
    life.stop() if life.is_working else life.ask_ranking()


def what_if(context: Context) -> None:
    """Study the group or vacant point under the cursor; without one the group chosen."""
    inquiry, life, point = context.models.inquiry, context.models.life, context.board.pointed
    if point != PASS:
        inquiry.ask(point)
    if inquiry.group >= 0:
        life.show_study(inquiry.group)
    elif point != PASS:
        life.show_study(point, is_point=True)
    else:
        context.models.notices.tell(QCoreApplication.translate(
            "LayersMenu", "Point at a group or a vacant point, or choose a row of the Groups "
            "dock, then ask what if."))


def leave(context: Context) -> None:
    """End the innermost thing: the line that is shown, the count, the trial, or the analysis."""
    models = context.models
    models.autoplay.stop()
    if models.line.line is not None:
        models.line.close()
    elif models.counting.is_on:
        models.counting.end()
    elif models.trial.is_on:
        models.trial.throw_away()
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
    models.walk.stop()
    models.service.stop()
