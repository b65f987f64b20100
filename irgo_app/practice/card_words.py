"""What a card asks, hints and answers, as sentences."""

from typing import Final

from irgo_app.go.point import NAME_OF_COLOUR, PASS, Point
from irgo_app.meaning.reasons import Reason
from irgo_app.meaning.words import name_of, reason_words, told_first, where_words
from irgo_app.practice.card import AnswerMark, Card, CardKind, JudgedMove, Theme
from irgo_app.practice.life import is_to_live
from irgo_app.words import Message, capitalised, counted, listed, message

_TOLD: Final = 2
"""So many reasons are told of a move."""
_SURE: Final = 0.5

_HINTS: Final = {
    Theme.OPENING: message("The opening is not over there."),
    Theme.ATTACK: message("There is something to attack there."),
    Theme.DEFENCE: message("There is something to defend there."),
    Theme.LIFE: message("A group's life depends on it."),
    Theme.CONNECTION: message("There is something to connect or to cut there."),
    Theme.ENDGAME: message("There are points to be had there."),
    Theme.DIRECTION: message("There is something big there."),
}


def question_words(card: Card) -> Message | str:
    """Return what a card asks, in one line."""
    if card.question:
        return card.question
    colour = message(NAME_OF_COLOUR[card.position.to_play])
    if card.kind is CardKind.MOVE or not card.stones:
        return message("{colour} to play.", colour=colour)
    if is_to_live(card):
        return message("{colour} to live.", colour=colour)
    return message("{colour} to kill.", colour=colour)


def hint_words(card: Card) -> Message:
    """Return where to look and for what."""
    point = card.best.point
    if point == PASS:
        return message("There is nothing left to play.")
    where = where_words((point,), card.position)
    if card.kind is CardKind.LINES and not card.stones:
        # What a record's problem is about is not known where no group's life was proved to be.
        return message("Look {where}.", where=where)
    what = _HINTS[card.themes[0]] if card.themes else _HINTS[Theme.DIRECTION]
    return message("Look {where}. {what}", where=where, what=what)


def verdict_words(card: Card, move: JudgedMove, failed: Point | None = None) -> Message:
    """Return what an answer is worth, in one sentence.

    failed -- the later move of its line with which it failed, None where it was the first one
    """
    name, mark = capitalised(name_of(move.point, card.position)), card.mark(move)
    known = card.known(move.point)
    if failed is not None and move.works is False and known is not None and known.works:
        return message("{move} works, but {later} after it fails.", move=name,
                       later=name_of(failed, card.position))
    if move.works is not None:
        return message("{move} works.", move=name) if move.works else message(
            "{move}: not yet, it fails.", move=name)
    if mark is AnswerMark.BEST:
        if move.point == card.best.point:
            return message("{move} is the best move known.", move=name)
        return message("{move} is as good as the best.", move=name)
    points = max(1, round(move.loss))
    if mark is AnswerMark.FINE:
        return counted("{move} is fine: it loses one point.",
                       "{move} is fine: it loses {count} points.", points, move=name)
    return counted("{move}: not yet, it loses one point.",
                   "{move}: not yet, it loses {count} points.", points, move=name)


def told_reasons(card: Card, move: JudgedMove) -> list[Reason]:
    """Return why a move is worth less than the best, what counts most first; none if it is not."""
    if card.mark(move) is AnswerMark.BEST:
        return []
    return [reason for reason in told_first(move.reasons, move.loss)
            if reason.share > 0 and (reason.sure >= _SURE or reason.proved)][:_TOLD]


def reasons_words(card: Card, move: JudgedMove) -> list[Message]:
    """Return the same in words."""
    found = card.why(move)
    return [reason_words(reason, found) for reason in told_reasons(card, move)]


def telling(card: Card, move: JudgedMove) -> JudgedMove:
    """Return the move whose reasons tell of a move: of the best one what the game's move lost."""
    return card.mistake if card.mistake is not None and card.mark(move) is AnswerMark.BEST else move


def best_words(card: Card) -> Message:
    """Return the best moves of a card."""
    best = [move for move in card.judged if card.mark(move) is AnswerMark.BEST]
    names = listed(name_of(move.point, card.position) for move in best)
    return counted("The best move is {moves}.", "The best moves are {moves}.", len(best),
                   moves=names)


def origin_words(card: Card) -> Message | str:
    """Return where a card comes from, "" if nobody knows."""
    origin = card.origin
    if origin.black or origin.white:
        players = message("{black} – {white}", black=origin.black or message("Black"),
                          white=origin.white or message("White"))
    elif origin.name or origin.source:
        players = message("{name}", name=origin.name or origin.source)
    else:
        return ""
    if origin.date and origin.number:
        return message("{game}, {date}, after move {number}", game=players, date=origin.date,
                       number=origin.number)
    if origin.number:
        return message("{game}, after move {number}", game=players, number=origin.number)
    return players


def played_words(card: Card) -> Message | str:
    """Return what was played in the game, and what that lost, "" where there is none."""
    mistake = card.mistake
    if card.played is None or card.played == card.best.point:
        return ""
    name = name_of(card.played, card.position)
    if mistake is None or mistake.works is not None:
        return message("In the game {move} was played.", move=name)
    if card.mark(mistake) is AnswerMark.BEST:
        return message("In the game {move} was played, which is as good as the best.", move=name)
    return counted("In the game {move} was played, which loses one point.",
                   "In the game {move} was played, which loses {count} points.",
                   max(1, round(mistake.loss)), move=name)


def damaged_words(count: int) -> Message:
    """Return that so many cards could not be read."""
    return counted("One card of the deck is damaged and was passed over.",
                   "{count} cards of the deck are damaged and were passed over.", count)


def themes_words(card: Card) -> object:
    """Return what a card is about."""
    return listed(message(theme.value) for theme in card.themes)
