"""What the Study menu does: explain, read life and death, rank, study, compare."""

from collections.abc import Callable

from irgo_app.go.point import PASS
from irgo_app.gui.commands.context import Context
from irgo_app.gui.models.edit import BOX, PLAY
from irgo_app.words import translated


def explain_cursor(context: Context) -> None:
    """Have the point under the mouse or the keyboard's cursor explained."""
    context.models.selection.ask(context.board.pointed)
    context.show_panel("explain")


def ask_groups(context: Context) -> None:
    """Search the life of all groups of the position, or stop that."""
    _ask_or_stop(context, context.models.life.ask_groups)


def rank_groups(context: Context) -> None:
    """Rank all groups and big points by what moving first is worth there, or stop that."""
    _ask_or_stop(context, context.models.life.ask_ranking)


def _ask_or_stop(context: Context, ask: Callable[[], None]) -> None:
    """Ask, or stop what the user asked for; what runs by itself makes way."""
    life = context.models.life
    context.show_panel("study")
    context.models.selection.wanted.emit()
    life.stop() if life.is_working and not life.is_by_itself else ask()


def what_if(context: Context) -> None:
    """Study the group or vacant point under the cursor; without one the card chosen."""
    models, point = context.models, context.board.pointed
    place = models.selection.place if point == PASS else models.life.group_at(point)
    if place is not None:
        models.selection.show(place)
    elif point != PASS:
        models.selection.show_point(point)
    else:
        models.notices.tell(translated(
            "Point at a group or a vacant point, or choose a card of the Study "
            "column, then ask what if."))


def why_move(context: Context) -> None:
    """Ask why the move under the cursor would be good or bad; without one, the last move."""
    models, point = context.models, context.board.pointed
    is_vacant = point != PASS and not models.review.position.cells[point]
    if is_vacant and models.review.why_not(point) is None:
        models.reasons.ask_why(point)
    elif not models.reasons.ask_why():
        models.notices.tell(translated("Point at a vacant point, or go to a move, then ask why."))
        return
    context.show_panel("study")


def why_turn(context: Context) -> None:
    """Show both futures of the turning point side by side, with every reason."""
    models = context.models
    point = models.turns.current
    if point is None or point.move[1] == PASS:
        models.notices.tell(translated("Go to a turning point first: J goes to the next one."))
        return
    models.turns.go_to(point)
    models.reasons.ask_why(point.move[1])
    context.show_panel("study")


def draw_box(context: Context) -> None:
    """Take the tool that draws a box to be studied, or put it down."""
    hand = context.models.hand
    context.show_panel("study")
    hand.take(PLAY if hand.tool is BOX else BOX)


def keep_studies(context: Context) -> None:
    """Write the studies of the position into the record, or say that there are none."""
    models = context.models
    models.notices.tell(translated(
        "The studies of this position are in the record now; Ctrl+S saves it.")
        if models.life.keep() else translated(
            "Nothing was studied here yet; Shift+L ranks all groups."))


def pin(context: Context) -> None:
    """Hold the position shown to compare others with it, or end the comparison."""
    comparing, review = context.models.comparing, context.models.review
    comparing.pin()
    if comparing.pinned is not None:
        context.messages.show_hint(translated(
            "Move {0} is held: go to another move to see both side by side; K or "
            "Esc ends that.").format(review.game.move_number(comparing.pinned)))
