"""What is played: a new game, a move, pass, resign; and walking to the moves that lost most."""

from collections.abc import Sequence

from irgo_app.engines.katago_json import KIND
from irgo_app.engines.profile import itself
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file import may_leave, save_settings
from irgo_app.gui.models.window import COLOUR, OPPONENT, Mode
from irgo_app.gui.views.play import NewGame, NewGameDialog, OpponentChoice
from irgo_app.gui.views.widgets import passing
from irgo_app.networks import LEVELS, can_judge, not_judged
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.navigation import is_over, main_line
from irgo_app.words import translated


def opponents(context: Context) -> list[OpponentChoice]:
    """Return whom the user can play against: nobody, irgo at its levels, the engines known."""
    found = [OpponentChoice(translated("Nobody: you play both colours"))]
    found += [OpponentChoice(
        translated("irgo, {0}").format(translated(level.title)), f"irgo ({level.name})",
        itself(level.name)) for level in LEVELS]
    found += [OpponentChoice(profile.name, profile.name, profile)
              for profile in context.models.desk.profiles() if profile.kind != KIND]
    return found


def begin(context: Context, wanted: NewGame) -> None:
    """Start a game as it was asked for; unsaved work has been asked about."""
    models = context.models
    models.trial.throw_away()
    models.teacher.end()
    models.opponent.end()
    if wanted.properties is not None:
        models.review.new_game(wanted.columns, wanted.rows, wanted.properties)
        models.preferences.set("player", wanted.player)
    profile = wanted.opponent.profile
    if profile is not None:
        level = next((level.name for level in LEVELS if profile == itself(level.name)), None)
        if level is not None:
            models.preferences.set("irgo_level", level)
        models.layout.set_mode(Mode.PLAY)
        if models.preferences["teaching_game"]:
            models.teacher.begin(level or "")
        models.opponent.begin(profile, wanted.colour)
        context.show_panel("play")
        models.notices.tell(translated(
            "{0} answers your moves; Engine → Play against the engine ends that."
        ).format(wanted.opponent.name))
    elif wanted.properties is None:
        # Nothing on the board says so.
        models.layout.set_mode(Mode.PLAY)
        models.notices.tell(translated("The game on the board goes on."))
    save_settings(context)


def new_game(context: Context, *, goes_on: bool = False) -> None:
    """Ask about a new game and start it.

    goes_on -- against somebody, and from the position shown where that is of the user's own game; a
    record that was opened is there to be looked at
    """
    models = context.models
    offered = opponents(context)
    kept = models.layout.texts
    # On an empty board there is nothing to go on from, but size, rules and komi to choose.
    is_begun = bool(models.review.game.root.children) or any(models.review.position.cells)
    is_against_somebody = goes_on
    is_own = models.layout.mode is Mode.PLAY or models.review.file.path is None
    goes_on = goes_on and is_begun and is_own and not _is_finished(context)
    with passing(NewGameDialog(
            models.preferences.look, offered,
            chosen=_proposed(context, offered, is_against_somebody=is_against_somebody),
            colour={"-1": WHITE, "0": 0}.get(kept.get(COLOUR, ""), BLACK),
            player=str(models.preferences["player"]), shown=models.review.position,
            goes_on=goes_on, parent=context.window)) as dialog:
        if not dialog.exec():
            return
        wanted = dialog.answer()
        if wanted.properties is None or may_leave(context):
            profile = wanted.opponent.profile
            kept[OPPONENT] = "" if profile is None else profile.name
            if profile is not None:
                kept[COLOUR] = str(dialog.chosen_colour)
            begin(context, wanted)


def play_now(context: Context) -> None:
    """Begin a game against irgo at once: an empty board, the level and the colour used last."""
    models = context.models
    if not may_leave(context):
        return
    wanted = itself(str(models.preferences["irgo_level"]))
    offered = opponents(context)
    chosen = next(place for place, other in enumerate(offered) if other.profile == wanted)
    dialog = NewGameDialog(
        models.preferences.look, offered, chosen=chosen, player=str(models.preferences["player"]),
        colour={"-1": WHITE, "0": 0}.get(models.layout.texts.get(COLOUR, ""), BLACK),
        shown=_board_to_play_on(context), parent=context.window)
    begin(context, dialog.answer())
    dialog.deleteLater()


def _board_to_play_on(context: Context) -> Position:
    """Return an empty board as large as the one that is shown, where irgo plays on such a one."""
    shown = context.models.review.position
    empty = Position.empty(shown.columns, shown.rows)
    return empty if can_judge(empty) else Position.empty()


def _proposed(
    context: Context, offered: Sequence[OpponentChoice], *, is_against_somebody: bool
) -> int:
    """Return the number of the opponent chosen last; of irgo's levels the one of the settings."""
    models = context.models
    last = models.layout.texts.get(OPPONENT)
    is_nobody = last == "" or (last is None and models.layout.mode is not Mode.PLAY)
    if is_nobody and not is_against_somebody:
        return 0
    mine = itself(str(models.preferences["irgo_level"]))
    found = (place for wanted in (last, mine.name) for place, other in enumerate(offered)
             if other.profile is not None and other.profile.name == wanted
             and (wanted != mine.name or other.profile == mine))
    return next(found, 0)


def _is_finished(context: Context) -> bool:
    """Return whether the position shown is the end of a game: passes, a resignation, a result."""
    review = context.models.review
    if is_over(review.node):
        return True
    return not review.node.children and (context.models.opponent.is_over or (
        main_line(review.node) is review.node and bool(game_info(review.game).result)))


def step_to_mistake(context: Context, direction: int) -> None:
    """Go to the next (+1) or previous (-1) of the moves that lost most."""
    models = context.models
    node = models.losses.beside(direction)
    if node is not None:
        models.review.go_to(node)
    elif not models.losses.is_judged:
        models.notices.tell(not_judged(models.review.position))
    elif models.teller.story is not None:
        models.notices.tell(translated("No move after this one surely lost much.")
            if direction > 0 else translated("No move before this one surely lost much."))
    elif models.losses.moves:
        models.notices.tell(translated("No move after this one lost much.") if direction > 0
            else translated("No move before this one lost much."))
    elif models.losses.is_firm:
        models.notices.tell(translated("No move of this line lost much, as far as irgo can tell."))
    else:
        models.losses.go_when_known(direction)
        models.notices.tell(translated(
            "The moves are still being judged; irgo goes there when that is done."))


def show_game_beside(context: Context, offset: int) -> None:
    """Show the next (+1) or previous (-1) game of the file."""
    review = context.models.review
    games = review.file.games
    place = games.index(review.game) + offset
    if 0 <= place < len(games):
        review.show_file(review.file, place)
        context.models.notices.tell(translated("Game {0} of {1}.").format(place + 1, len(games)))
    else:
        context.models.notices.tell(
            translated("This file holds one game.") if len(games) == 1
            else translated("This is the last game of the file.") if offset > 0
            else translated("This is the first game of the file."))


def show_story(context: Context) -> None:
    """Show where the game was decided, and the board where most was lost."""
    context.show_panel("story")
    if context.models.turns.current is None:
        context.models.turns.go_first()


def step_to_turn(context: Context, direction: int) -> None:
    """Go to the next or previous turning point, or say why there is none."""
    models = context.models
    if models.turns.step(direction):
        return
    if models.turns.points:
        models.notices.tell(translated("There is no further turning point.") if direction > 0
                            else translated("There is no turning point before this one."))
    elif models.teller.is_awaited:
        models.notices.tell(translated("irgo is still reading the game."))
    else:
        context.show_panel("story")


def play_line(context: Context, index: int) -> None:
    """Play a line of the turning point on the board, or say that this is none."""
    turns = context.models.turns
    if turns.current is None:
        context.models.notices.tell(translated(
            "Go to a turning point first: J goes to the next one."))
    turns.play(index)
