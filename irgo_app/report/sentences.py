"""What a review found, in sentences a player understands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.place import NEAR, steps_between
from irgo_app.judging.study import Study
from irgo_app.judging.study_words import NOTHING, counted_words, group_status, why_urgent
from irgo_app.lifedeath.verdict import Outcome
from irgo_app.report.game_report import Studied
from irgo_app.report.group_ends import GroupEnd
from irgo_app.review.game_line import GameLine, Move
from irgo_app.review.game_review import Fate, GameReview, GroupEvent, Phase
from irgo_app.review.turning_points import LEAST, Turn
from irgo_app.words import Message, counted, listed, message

EVEN: Final = 0.5
"""A lead of less is none."""
_WHERE: Final = (
    (message("in the upper left corner"), message("at the top"),
     message("in the upper right corner")),
    (message("on the left"), message("in the centre"), message("on the right")),
    (message("in the lower left corner"), message("at the bottom"),
     message("in the lower right corner")),
)
"""Where stones lie, by thirds of the board from the top left."""


def name_of_colour(colour: Colour) -> Message:
    """Return Black or White."""
    return message(NAME_OF_COLOUR[colour])


def move_words(move: Move, position: Position) -> Message:
    """Return a move as "Black R4" or "White passes"."""
    colour, point = move
    if point == PASS:
        return message("{colour} passes", colour=name_of_colour(colour))
    return message("{colour} {point}", colour=name_of_colour(colour),
                   point=vertex(point, position.columns, position.rows))


def where_words(stones: Sequence[Point], position: Position) -> Message:
    """Return where stones lie: in a corner, at a side, in the centre."""
    row = sum(stone // position.columns for stone in stones) / len(stones)
    column = sum(stone % position.columns for stone in stones) / len(stones)
    down = min(2, int(3 * (row + 0.5) / position.rows))
    across = min(2, int(3 * (column + 0.5) / position.columns))
    return _WHERE[down][across]


def lead_words(lead: float) -> Message:
    """Return who leads by how much."""
    if abs(lead) < EVEN:
        return message("the game is even")
    return message("{colour} leads by {points:.1f}", points=abs(lead),
                   colour=name_of_colour(BLACK if lead > 0 else WHITE))


def turn_sentences(turn: Studied, review: GameReview) -> tuple[Message, ...]:
    """Return what happened at a turning point, the most important first."""
    found = {Turn.LOSS: _loss, Turn.LEFT: _left, Turn.FATE: _fate}[turn.point.turn](turn, review)
    before, after = review.leads_round(turn.point.number)
    if turn.point.turn is not Turn.LEFT:
        found.append(message("Before the move {before}; after it {after}.",
                             before=lead_words(before), after=lead_words(after)))
    return tuple(found)


def study_sentences(study: Study) -> tuple[Message, ...]:
    """Return what moving first was worth, and what becomes of the group if there is one."""
    if study.swing < NOTHING:
        return (why_urgent(study),)
    return (message("A move here counts: {counted}.", counted=counted_words(study)),
            why_urgent(study))


def line_sentence(study: Study, first: Colour, position: Position) -> Message:
    """Return the line if a colour plays first, with who leads after it."""
    played = study.if_first(first)
    if not played.moves:
        return message("{colour} first: nothing to gain here; {lead}.",
                       colour=name_of_colour(first), lead=lead_words(study.final_lead(first)))
    moves = listed(vertex(point, position.columns, position.rows) for _, point in played.moves)
    fate = {Outcome.LIVES: message("the group lives"), Outcome.DIES: message("the group dies")}
    what = lead_words(study.final_lead(first))
    if played.outcome in fate:
        what = message("{fate}, and {lead}", fate=fate[played.outcome], lead=what)
    return message("{colour} first: {moves}. After that {what}.", colour=name_of_colour(first),
                   moves=moves, what=what)


def group_history(group: GroupEnd, line: GameLine) -> Message:
    """Return what befell a group along the game, "" if it was never in danger."""
    parts = []
    for event in group.events:
        move = move_words(line.moves[event.number - 1], line.positions[0])
        parts.append(
            counted("one stone dead after {move} ({number})",
                    "{count} stones dead after {move} ({number})", len(event.stones), move=move,
                    number=event.number)
            if event.fate is Fate.DIED else
            counted("one stone safe after {move} ({number})",
                    "{count} stones safe after {move} ({number})", len(event.stones), move=move,
                    number=event.number))
    return message("{parts}", parts=listed(parts)) if parts else message("never in danger")


def overview(review: GameReview) -> tuple[Message, ...]:
    """Return the game in a few sentences: who led when, who lost how much, and where."""
    found = [_course(review)]
    for colour in (BLACK, WHITE):
        figures = review.figures_of(colour)
        worst = review.moves[figures.worst - 1] if figures.worst else None
        if worst is None or worst.loss < LEAST:
            continue
        found.append(counted(
            "{colour} made one mistake; the most expensive move was {number}, {point}, which "
            "lost {loss:.0f} points.",
            "{colour} made {count} mistakes; the most expensive move was {number}, {point}, which "
            "lost {loss:.0f} points.",
            figures.mistakes, colour=name_of_colour(colour), number=worst.number,
            loss=worst.loss, point=vertex(worst.point, review.line.columns, review.line.rows)))
    dead = [event for event in review.events if event.fate is Fate.DIED]
    if dead:
        largest = max(dead, key=lambda event: len(event.stones))
        found.append(event_sentence(largest, review.line))
    return tuple(found)


def _course(review: GameReview) -> Message:
    """Return who led at the end of each phase."""
    parts = []
    for phase, (_, last) in review.phases.items():
        lead = lead_words(review.judged[last].lead)
        if last == len(review.moves):
            parts.append(message("at the end {lead}", lead=lead))
        elif phase is Phase.OPENING:
            parts.append(message("after the opening {lead}", lead=lead))
        else:
            parts.append(message("after the middle game {lead}", lead=lead))
    return message("The course of the game: {parts}.", parts=listed(parts))


def _loss(turn: Studied, review: GameReview) -> list[Message]:
    """Return what a move lost, what was better, and whose life it decided."""
    point, position, move = turn.point, turn.position, turn.point.move
    colour = name_of_colour(move.colour)
    best = None if move.best is None or move.best == PASS else move.best
    if best is None or best == move.point:
        first = message("{colour} lost {loss:.0f} points at move {number}.", colour=colour,
                        loss=point.points, number=point.number)
    else:
        name = vertex(best, position.columns, position.rows)
        is_near = move.point != PASS and steps_between(
            best, move.point, position.columns) <= NEAR
        first = message("{colour} lost {loss:.0f} points at move {number}: {best} was better.",
                        colour=colour, loss=point.points, number=point.number, best=name) \
            if is_near else message(
                "{colour} lost {loss:.0f} points at move {number}: {best} was bigger.",
                colour=colour, loss=point.points, number=point.number, best=name)
    return [first, *(event_sentence(event, review.line) for event in point.events)]


def _left(turn: Studied, review: GameReview) -> list[Message]:
    """Return which place both sides left, and what that cost."""
    point, position = turn.point, turn.position
    assert point.move.best is not None
    name = vertex(point.move.best, position.columns, position.rows)
    worst = max(review.moves[point.number - 1:point.until], key=lambda move: move.loss)
    found = [message("From move {first} to move {last} neither side played at {point}, where both "
                     "were best off.", first=point.number, last=point.until, point=name)]
    if turn.study is not None and turn.study.swing >= NOTHING:
        found.append(message("Whoever had gone there first would have been {swing:.0f} points "
                             "better off.", swing=turn.study.swing))
    found.append(message("It cost most at move {number}, where {colour} lost {loss:.0f} points.",
                         number=worst.number, colour=name_of_colour(worst.colour),
                         loss=worst.loss))
    return found


def _fate(turn: Studied, review: GameReview) -> list[Message]:
    """Return whose life a move decided, and how it hung before."""
    event = turn.point.events[0]
    found = [event_sentence(event, review.line),
             counted("One stone was at stake.", "{count} stones were at stake.",
                     len(event.stones))]
    if turn.study is not None and group_status(turn.study).value == "unsettled":
        found.append(message("Until then it lived or died by who moved first."))
    return found


def event_sentence(event: GroupEvent, line: GameLine) -> Message:
    """Return that a group is dead, or lives, after a move: "After White Q3 ..."."""
    move = move_words(line.moves[event.number - 1], line.positions[0])
    colour = name_of_colour(event.colour)
    where = where_words(event.stones, line.positions[0])
    if event.fate is Fate.DIED:
        return message("After {move} {colour}'s group {where} is dead.", move=move, colour=colour,
                       where=where)
    return message("After {move} {colour}'s group {where} lives.", move=move, colour=colour,
                   where=where)
