"""What the Practice menu does: practise, gather cards, guess moves, choose, carry decks about."""

import time
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QInputDialog

from irgo_app.file_names import text_of_path
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, WHITE, Colour
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file import may_leave
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.file_dialogs import file_to_open, file_to_save
from irgo_app.gui.views.practice import ChoicesDialog
from irgo_app.gui.views.widgets import passing
from irgo_app.practice.card import Origin
from irgo_app.practice.card_words import damaged_words
from irgo_app.practice.deck import Choices
from irgo_app.practice.exports import export, game_of
from irgo_app.practice.making import card_of_mistake, player_of, sides_of
from irgo_app.review.game_line import GameLine, fitting, game_line
from irgo_app.sgf.archives import PACKED_ENDINGS
from irgo_app.sgf.game_info import game_info, game_rules
from irgo_app.sgf.parser import RECORD_ENDINGS, GameFile
from irgo_app.words import counted, translated, visible

BOTH: Final = (BLACK, WHITE)


def practise(context: Context) -> None:
    """Go into the mode, or back to the game."""
    layout = context.models.layout
    layout.set_mode(Mode.REVIEW if layout.mode is Mode.PRACTICE else Mode.PRACTICE)


def add_mistakes(context: Context) -> None:
    """Search the game that is open for one's own mistakes."""
    models = context.models
    with models.notices.telling():
        line, cut = fitting(game_line(models.review.game))
        if cut is not None:
            models.notices.tell(cut)
        sides = _own_sides(context, line)
        if sides:
            models.collecting.add_mistakes(line, sides, _source(context))


def add_position(context: Context) -> None:
    """Make a card of the position that is shown."""
    models = context.models
    review, rules = models.review, game_rules(models.review.game, models.review.node)
    info = game_info(review.game, review.node)
    models.collecting.add_position(
        review.position, rules.judged_komi, rules.rules.engine_name,
        Origin(info.black, info.white, info.date, info.game_name or info.event,
               review.game.move_number(review.node), source=_source(context)))


def ask_again(context: Context) -> None:
    """Make a card of the turning point that is shown."""
    models = context.models
    point = models.turns.current
    if point is None:
        models.notices.tell(translated("Go to a turning point first: J goes to the next one."))
        return
    why = None if models.teller.story is None else models.teller.story.whys.get(point.number)
    if why is None:
        models.turns.go_to(point)
        add_position(context)
        return
    with models.notices.telling():
        line, _ = fitting(game_line(models.review.game))
        models.collecting.add_card(card_of_mistake(line, point.number, why, _source(context)))


def guess(context: Context) -> None:
    """Replay the game that is open, one side's moves to be guessed."""
    models = context.models
    with models.notices.telling():
        line, _ = fitting(game_line(models.review.game))
        side = _asked_side(context, line, translated("Whose moves do you want to guess?"),
                           has_both=False)
        if side:
            models.practice.guess_moves(line, side[0], _source(context))
            models.layout.set_mode(Mode.PRACTICE)


def choose(context: Context) -> None:
    """Let one choose how much a day brings, and what."""
    practice = context.models.practice
    with context.models.notices.telling(), passing(
            ChoicesDialog(practice.deck.choices(), context.window)) as dialog:
        if dialog.exec():
            practice.deck.choose(dialog.answer())
            practice.look_for_more()


def leave_out(context: Context) -> None:
    """Let the card that is asked never come again; the one on the screen is meant."""
    if context.models.layout.mode is Mode.PRACTICE:
        context.models.practice.leave_out()
    else:
        context.models.notices.tell(translated("There is no card to leave out."))


def open_card(context: Context) -> None:
    """Open the card's game, up to its position and with what is known of it, in Review."""
    asked = context.models.practice.asked
    if asked is None or context.models.layout.mode is not Mode.PRACTICE:
        context.models.notices.tell(translated("There is no card to open."))
    elif may_leave(context):
        tree, node = game_of(asked.card)
        context.models.review.open_games(GameFile([tree]), None)
        context.models.review.go_to(node)
        context.models.layout.set_mode(Mode.REVIEW)


def write_deck(context: Context) -> None:
    """Write the deck for another program, onto paper, or as one file."""
    models = context.models
    path = file_to_save(
        context.window, translated("Export the deck"), Path("practice.apkg"), translated(
            "Anki (*.apkg);;Problems (*.sgf);;A sheet with solutions (*.pdf);;An irgo deck "
            "(*.deck)"), models.layout.texts)
    if path is None:
        return
    with models.notices.telling():
        deck = models.practice.deck
        count = export(deck, path, time.time())
        _tell_damaged(context, len(deck.damaged))
        models.notices.tell(counted("One card is in {file}.", "{count} cards are in {file}.",
                                    count, file=visible(path.name)))


def take_in(context: Context) -> None:
    """Take in the cards of another deck, or problems of a record."""
    models = context.models
    path = file_to_open(
        context.window, translated("Import a deck"),
        translated("Decks and problems (*.deck *.sgf);;All files (*)"), models.layout.texts)
    if path is None:
        return
    if path.name.lower().endswith((*RECORD_ENDINGS, *PACKED_ENDINGS)):
        models.collecting.add_problems(path)
        return
    with models.notices.telling():
        added = models.practice.deck.take_in(path, time.time())
        if added.left_out:
            models.notices.tell(added.left_out.words(path))
        models.notices.tell(counted("One card is new in your deck.",
                                    "{count} cards are new in your deck.", added.new))
        models.practice.look_for_more()


def _tell_damaged(context: Context, count: int) -> None:
    if count:
        context.models.notices.tell(damaged_words(count))


def _own_sides(context: Context, line: GameLine) -> tuple[Colour, ...]:
    """Return one's own sides of a game, asked for where no name that is known played it."""
    deck = context.models.practice.deck
    chosen: Choices = deck.choices()
    sides = sides_of(line.info, chosen.players)
    if sides:
        return sides
    sides = _asked_side(context, line, translated("Which side did you play?"), has_both=True)
    if len(sides) == 1:
        # The name is kept, so that the next game needs no question.
        name = player_of(line.info, sides[0])
        if name:
            deck.choose(chosen.with_players((*chosen.players, name), chosen.least))
    return sides


def _asked_side(
    context: Context, line: GameLine, question: str, *, has_both: bool
) -> tuple[Colour, ...]:
    """Ask for a side of a game; return none where that was called off."""
    titles: dict[str, tuple[Colour, ...]] = {}
    for colour in BOTH:
        side = translated(NAME_OF_COLOUR[colour])
        name = visible(player_of(line.info, colour))
        titles[f"{side} – {name}" if name else side] = (colour,)
    if has_both:
        titles[translated("Both sides")] = BOTH
    chosen, is_given = QInputDialog.getItem(
        context.window, translated("Practice"), question, list(titles), editable=False)
    return titles[chosen] if is_given else ()


def _source(context: Context) -> str:
    path = context.models.review.file.path
    return visible(text_of_path(path.name)) if path is not None else ""
