"""The course of a game in a few sentences: how it ended, when it was decided, who led when."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.judging.judgement_words import lead_words
from irgo_app.judging.study import LIVES, fate_of_stones
from irgo_app.meaning.reasons import Floats
from irgo_app.meaning.words import name_of_colour
from irgo_app.report.turn_words import event_sentence
from irgo_app.review.game_review import EventFate, GameReview, GroupEvent
from irgo_app.review.turning_points import (LEAST_DRIFT_POINTS, decided_by, evened,
                                            every_turning_point)
from irgo_app.words import Message, counted, listed, message, noted

_LEAD_WORTH_A_WORD: Final = 10.0
"""So many points at the start, which a handicap gives, are worth a word."""
_AGREES_POINTS: Final = 3.0
"""A result in points and irgo's lead on the last board may differ by so much."""
_SHORT_OF_TIME_POINTS: Final = 5.0
"""Fewer points lost short of time, on 19 lines, are not worth a word."""
_MOST_BREAKS: Final = 4
_LEAST_BREAK_POINTS: Final = 5.0
"""Where the curve of the lead turns by fewer points nothing is told."""
_RESULT: Final = re.compile(r"([BW])\+(\d+(?:[.,]\d+)?|R|T|F)?", re.IGNORECASE)

_WITHOUT_POINTS: Final = {
    "R": noted("{colour} won by resignation; on the last board {lead}."),
    "T": noted("{colour} won on time; on the last board {lead}."),
    "F": noted("{colour} won by forfeit; on the last board {lead}."),
    "": noted("{colour} won; on the last board {lead}.")}


def overview(review: GameReview) -> tuple[Message, ...]:
    """Return the game in a few sentences: how it ended, who led when, and who lost how much where.
    """
    found = [*ending_sentences(review), *_decided(review), _course(review)]
    for colour in (BLACK, WHITE):
        figures = review.figures_of(colour)
        worst = review.moves[figures.worst - 1] if figures.worst else None
        if worst is None or not figures.mistakes:
            continue
        found.append(counted(
            "{colour} made one mistake: move {number}, {point}, which lost {loss:.0f} points.",
            "{colour} made {count} mistakes; the most expensive move was {number}, {point}, which "
            "lost {loss:.0f} points.",
            figures.mistakes, colour=name_of_colour(colour), loss=worst.loss,
            number=review.line.printed(worst.number), point=review.line.vertex(worst.point)))
        found += _short_of_time(colour, review)
        found += _lost_more(review, colour, worst.loss)
    dead = [event for event in review.events if _stays_dead(event, review)]
    if dead:
        largest = max(dead, key=lambda event: len(event.stones))
        found.append(event_sentence(largest, review.line))
    return tuple(found)


def ending_sentences(review: GameReview) -> list[Message]:
    """Return the recorded result, what irgo counts where that differs, and what was left to play.

    What the players agreed, what the board counts, and what was still open are three things.
    """
    found = _RESULT.match(review.line.info.result.strip())
    if found is None:
        return []
    winner = BLACK if found[1].upper() == "B" else WHITE
    colour, how = name_of_colour(winner), (found[2] or "").upper()
    lead = review.told[-1].lead
    if how in ("R", "T", "F", ""):
        return [message(_WITHOUT_POINTS[how], colour=colour, lead=lead_words(lead))]
    points = float(how.replace(",", "."))
    won = message("{colour} won by {points:g}.", colour=colour, points=points)
    if abs(winner * points - lead) <= _AGREES_POINTS:
        return [won]
    if review.judged[-1].is_counted:
        return [won, message("That is what the players agreed; by irgo's count of the last board "
                             "{lead}.", lead=lead_words(lead))]
    told = [won, message("That is what the players agreed; if both play on from the last board "
                         "{lead}.", lead=lead_words(lead))]
    best = review.judged[-1].best
    if best is not None and best != PASS:
        told.append(message("It was not finished: {colour} could still play {point}.",
                            colour=name_of_colour(review.line.positions[-1].to_play),
                            point=review.line.vertex(best)))
    return told


def _decided(review: GameReview) -> list[Message]:
    number = decided_by(review, review.level.decided)
    return [] if number is None else [message(
        "The game was decided by about move {number}.", number=review.line.printed(number))]


def judged_words(review: GameReview) -> Message:
    """Return who judged a game, and how far every position was read, and what is told of."""
    judge = message(review.judge)
    further = [review.whys[move.number].move.visits
               for move in review.mistakes if move.number in review.whys]
    if not further:
        return counted("{judge}, {count} position a move", "{judge}, {count} positions a move",
                       review.visits, judge=judge)
    return counted("{judge}, {count} position a move; mistakes {least} and more",
                   "{judge}, {count} positions a move; mistakes {least} and more",
                   review.visits, judge=judge, least=min(further))


def judged_sentence(review: GameReview) -> Message:
    """Return the same as a sentence."""
    return message("Judged by {by}.", by=judged_words(review))


def listed_sentences(sentences: Iterable[Message]) -> str:
    """Return sentences one after the other."""
    return " ".join(map(str, sentences))


def _short_of_time(colour: Colour, review: GameReview) -> list[Message]:
    """Return how much a side lost short of time, where that is half of it or more."""
    times = review.line.times
    if not times:
        return []
    misses = [move for move in review.mistakes if move.colour == colour]
    short = [move for move in misses if (time := times[move.number - 1]) and time.is_short]
    points, whole = (sum(move.loss for move in moves) for moves in (short, misses))
    if points < _SHORT_OF_TIME_POINTS * review.line.stakes or 2 * points < whole:
        return []
    first = next(number for number, (time, move) in enumerate(
        zip(times, review.moves, strict=False), start=1)
        if time and time.is_short and move.colour == colour)
    said = {"colour": name_of_colour(colour), "number": review.line.printed(first),
            "points": points, "whole": whole}
    if len(short) == len(misses):
        return [message("{colour} was short of time from move {number} on: all {points:.0f} points "
                        "lost in mistakes went then.", **said)]
    return [message("{colour} was short of time from move {number} on: {points:.0f} of the "
                    "{whole:.0f} points lost in mistakes went then.", **said)]


def _stays_dead(event: GroupEvent, review: GameReview) -> bool:
    """Return whether a group died and nothing that is told, nor the last board, says otherwise."""
    lives = any(other.number > event.number and other.fate is EventFate.LIVED
                and other.colour == event.colour and set(other.stones) & set(event.stones)
                for other in review.events)
    return event.fate is EventFate.DIED and not lives and fate_of_stones(
        event.stones, event.colour, review.line.positions[-1], review.judged[-1].ownership) < LIVES


def _course(review: GameReview) -> Message:
    """Return who led where the curve of the lead turned, and at the end."""
    curve = (*review.curve[:-1], review.told[-1].lead)
    parts = []
    if abs(curve[0]) >= _LEAD_WORTH_A_WORD:
        parts.append(message("at the start {lead}", lead=lead_words(curve[0])))
    parts += [message("after move {number} {lead}", number=review.line.printed(number),
                      lead=lead_words(curve[number])) for number in breaks_of(evened(curve))]
    parts.append(message("at the end {lead}", lead=lead_words(curve[-1])))
    return message("The course of the game: {parts}.", parts=listed(parts))


def breaks_of(curve: Sequence[float] | Floats) -> tuple[int, ...]:
    """Return the positions between the ends at which a curve turns most, in order."""
    found = [0, len(curve) - 1]
    while len(found) < _MOST_BREAKS + 2:
        away = {index: _deviation(curve, first, index, last)
                for first, last in pairwise(found)
                for index in range(first + 1, last)}
        index = max(away, key=away.__getitem__, default=0)
        if not away or away[index] < _LEAST_BREAK_POINTS:
            break
        found = sorted((*found, index))
    return tuple(found[1:-1])


def _deviation(
    curve: Sequence[float] | Floats, first: int, index: int, last: int
) -> float:
    """Return how far a curve lies off the straight line between two of its positions."""
    straight = curve[first] + (curve[last] - curve[first]) * (index - first) / (last - first)
    return abs(float(curve[index] - straight))


def _lost_more(review: GameReview, colour: Colour, points: float) -> list[Message]:
    """Return the stretch in which a side lost most, if it lost more than its worst move did.

    points -- what that move lost
    """
    stretches = [point.drift for point in every_turning_point(review)
                 if point.drift is not None and point.drift.gainer == -colour]
    largest = max(stretches, key=lambda drift: abs(drift.points), default=None)
    if largest is None or abs(largest.points) <= max(points, LEAST_DRIFT_POINTS):
        return []
    return [message("Probably {colour} lost more from move {first} to move {last}: about "
                    "{points:.0f} points.", colour=name_of_colour(colour),
                    first=review.line.printed(largest.first),
                    last=review.line.printed(largest.last), points=abs(largest.points))]
