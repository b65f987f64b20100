"""What stands beside the board while one practises, as sentences."""

from __future__ import annotations

from typing import Final

from irgo_app.gui.models.practice import Practice, Stage
from irgo_app.meaning.words import name_of
from irgo_app.practice.card import JudgedMove, Mark
from irgo_app.practice.card_words import (
    best_words, origin_words, played_words, question_words, reasons_words, telling, themes_words,
    verdict_words
)
from irgo_app.visible_text import visible
from irgo_app.words import Message, counted, message

MOST_CHIPS: Final = 5
"""So many moves can be looked at."""
_HOUR, _DAY = 1 / 24, 1.0
_MONTH = 30.4


def place_words(practice: Practice) -> Message | str:
    """Return how many cards are left, or which move of a game is guessed."""
    if practice.asked is None:
        return ""
    if practice.guess is not None:
        return message("Guess the move: move {number}, {left} to go",
                       number=practice.guess.number + 1, left=practice.left)
    return counted("Practice: one more card after this one",
                   "Practice: {count} more cards after this one", practice.left) \
        if practice.left else message("Practice: the last card for now")


def question_line(practice: Practice) -> Message | str:
    """Return the question, or why there is none."""
    if practice.asked is None:
        return practice.words
    if practice.stage is Stage.FIGHTING:
        return message("Fight on: you play both first moves and answers, irgo replies.") \
            if practice.position is None else message("Fight on against irgo.")
    if practice.asked.moves and practice.stage is Stage.ASKING:
        return message("That works so far. Go on.")
    words = question_words(practice.asked.card)
    return words if isinstance(words, Message) else visible(words)


def answer_words(practice: Practice) -> tuple[Message | str, Mark | None]:
    """Return what is said of the move that is looked at, and what it is worth."""
    asked, move = practice.asked, practice.looked_at
    if practice.stage is Stage.JUDGING:
        return message("Your move is being judged …"), None
    if asked is None or move is None or practice.stage is not Stage.JUDGED:
        return "", None
    return verdict_words(asked.card, move), asked.card.mark(move)


def story_words(practice: Practice, *, origin: bool = False) -> list[str]:
    """Return the reasons of the move that is looked at; or where the card comes from."""
    asked, move = practice.asked, practice.looked_at
    if asked is None or move is None:
        return []
    card = asked.card
    if origin:
        themes = str(themes_words(card))
        return [visible(str(text)) for text in (
            played_words(card), origin_words(card), themes) if text]
    found = [str(reason) for reason in reasons_words(card, telling(card, move))]
    if move.note:
        found.append(visible(move.note))
    if move.point != card.best.point and card.mark(move) is not Mark.BEST:
        found.append(str(best_words(card)))
    return found


def chips_of(practice: Practice) -> list[tuple[Message, JudgedMove]]:
    """Return the moves that can be looked at, with what each is: yours, the best, the game's."""
    asked = practice.asked
    if asked is None or practice.stage is not Stage.JUDGED:
        return []
    card, found = asked.card, list[tuple[Message, JudgedMove]]()
    own = asked.said
    if own is not None and card.known(own.point) is not None:
        found.append((message("Your move {move}", move=name_of(own.point, card.position)), own))
    for move in card.judged:
        if any(move.point == known.point for _, known in found):
            continue
        name = name_of(move.point, card.position)
        if move.point == card.played:
            found.append((message("The game's move {move}", move=name), move))
        elif card.mark(move) is Mark.BEST:
            found.append((message("Best: {move}", move=name), move))
    return found[:MOST_CHIPS]


def days_words(days: float) -> Message:
    """Return in how long a card comes back."""
    if days < _HOUR:
        return message("{minutes} min", minutes=max(1, round(days * 1440)))
    if days < _DAY:
        return message("{hours} h", hours=round(days * 24))
    if days < 2 * _MONTH:
        return counted("1 day", "{count} days", round(days))
    return message("{months} months", months=round(days / _MONTH))
