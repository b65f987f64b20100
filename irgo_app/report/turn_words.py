"""Turning points, mistakes and fates in a teacher's words.

Of a mistake is told what could be done before it, what was played instead and what came of that,
what it cost, and who leads if that changed. Of a drift is told who gained, what changed hands, and
which move it most likely was.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from irgo_app.go.coordinates import where_on_board
from irgo_app.go.point import BLACK, EMPTY, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement_words import is_even, lead_words
from irgo_app.judging.study import NEAR, steps_between
from irgo_app.meaning.chance_words import further_chances, is_surely_so, main_words, stones_words
from irgo_app.meaning.chances import ChanceKind, Chances, chances_of
from irgo_app.meaning.reasons import Comparison, ReasonKind, State
from irgo_app.meaning.words import name_of, name_of_colour
from irgo_app.review.aftermath import Aftermath, aftermath_of
from irgo_app.review.game_line import GameLine, Move
from irgo_app.review.game_review import EventFate, GameReview, GroupEvent
from irgo_app.review.lessons import Lesson
from irgo_app.review.turning_points import LEAST_DRIFT_POINTS, Drift, TurningPoint, decided_by
from irgo_app.words import Message, counted, message, noted

_SMALL_LEAD_POINTS: Final = 10.0
_SHRUNK_PART: Final = 0.5
"""A lead that shrank below that is told where this part of it is left at most."""
_COST_MORE: Final = 1.3
"""A later miss of a lesson that cost so many times as much as the one it is told of is told too."""
_MOST_CHANGES: Final = 2
_MOST_STEPS: Final = 2
"""So many other mistakes of a fight are told with it, those that cost most."""
_CHANGE_PART: Final = 0.2
_LIKELIEST_PART: Final = 0.4
_ONE_PLACE_STEPS: Final = 8
"""Moves at most so far from each other are in one place."""
_LEAST_BLAME: Final = 0.15
"""Most of a drift went with a move if the lead fell by this part of it there; where it fell by less
than the second no move is named."""


def move_words(move: Move, position: Position) -> Message:
    """Return a move as "Black R4" or "White passes"."""
    colour, point = move
    if point == PASS:
        return message("{colour} passes", colour=name_of_colour(colour))
    return message("{colour} {point}", colour=name_of_colour(colour),
                   point=position.vertex(point))


def turn_title(point: TurningPoint, line: GameLine) -> Message:
    """Return a turning point's title: its move, or its moves."""
    if point.drift:
        return message("Moves {first} to {last}", first=line.printed(point.first),
                       last=line.printed(point.until))
    return message("Move {number}: {move}", number=line.printed(point.number), move=move_words(
        line.moves[point.number - 1], line.positions[0]))


def turn_sentences(point: TurningPoint, review: GameReview) -> tuple[Message, ...]:
    """Return what happened at a turning point, the most important first."""
    if point.drift:
        return tuple(_drift(point.drift, review))
    lesson = point.lesson
    if lesson is None:
        return tuple(event_sentence(event, review.line) for event in point.events)
    told = lesson_sentences(lesson, review)
    steps = sorted((other for other in point.lessons if other is not lesson),
                   key=lambda other: -other.worth)[:_MOST_STEPS]
    for step in sorted(steps, key=lambda step: step.number):
        told.append(message(
            "Move {number}, {move}, belongs to the same fight. {sentence}",
            number=review.line.printed(step.number),
            move=move_words(review.line.moves[step.number - 1], review.line.positions[0]),
            sentence=_chance(step, review)))
    told += _lead_change(point, review)
    return tuple(told)


def move_and_number(number: int, line: GameLine) -> Message:
    """Return a move with its number: "White K5 (213)"."""
    return message("{move} ({number})", number=line.printed(number),
                   move=move_words(line.moves[number - 1], line.positions[0]))


def _lead_change(point: TurningPoint, review: GameReview) -> Iterator[Message]:
    """Yield who led before and after, where that changed or a large lead shrank."""
    before, after = review.curve[point.first - 1], review.curve[point.until]
    is_turned = before * after < 0 and not (is_even(before) and is_even(after))
    is_small_now = abs(before) >= _SMALL_LEAD_POINTS > abs(after)
    if not is_turned and not (is_small_now and abs(after) <= _SHRUNK_PART * abs(before)):
        return
    if point.first < point.until:
        yield message("Before move {first} {before}; after move {last} {after}.",
                      first=review.line.printed(point.first), before=lead_words(before),
                      last=review.line.printed(point.until), after=lead_words(after))
    else:
        yield message("Before it {before}; after it {after}.",
                      before=lead_words(before), after=lead_words(after))


def lesson_sentences(
    lesson: Lesson, review: GameReview, *, is_full: bool = False
) -> list[Message]:
    """Return what a lesson says: the chance, what was played, what came of it, and what it cost.

    is_full -- else less is told once the game was decided: what the move lost and what was taken
    """
    found = review.whys.get(lesson.number)
    if found is None:
        taker = review.line.moves[lesson.taken - 1][0] if lesson.taken else EMPTY
        return [_by_leads(lesson, review),
                *(_left_open(lesson, taker, review.line) if lesson.stood_open else ()),
                *_of_others(lesson, review.line)]
    chances = chances_of(found, tells_frameworks=review.level.tells_frameworks)
    first = _chance(lesson, review)
    came = aftermath_of(lesson, review, _at_stake(chances))
    told = [first, _played(lesson, found)]
    decided = decided_by(review, review.level.decided)
    if decided is not None and lesson.number > decided and not is_full:
        return [*told, *_taken(lesson, came, review.line)]
    # Who missed it when, and who got it, is told with the stretch.
    told += [*_left_open(lesson, came.taker, review.line), *_of_others(lesson, review.line)] \
        if lesson.stood_open else _came(lesson, came, review)
    return [*told, *further_chances(found, chances)]


def _chance(lesson: Lesson, review: GameReview) -> Message:
    """Return what could be done in place of a lesson's move."""
    found = review.whys.get(lesson.number)
    if found is None:
        return _by_leads(lesson, review)
    chances = chances_of(found, tells_frameworks=review.level.tells_frameworks)
    is_sure = chances.main is None or is_surely_so(chances.main)
    said = main_words(found, chances)
    return said if lesson.is_sure or not is_sure else message(
        "Probably: {sentence}", sentence=said)


def _at_stake(chances: Chances) -> tuple[Point, ...]:
    """Return the stones that the first chance is about: of a race the mover's own."""
    main = chances.main
    if main is None or main.kind in (ChanceKind.POINTS, ChanceKind.FRAMEWORK):
        return ()
    return main.others if main.kind is ChanceKind.RACE else main.points


def _by_leads(lesson: Lesson, review: GameReview) -> Message:
    """Return what a move lost that was not held against a better one."""
    told, best = lesson.told, lesson.told.better
    said = {"colour": name_of_colour(told.colour), "loss": told.points,
            "number": review.line.printed(told.number)}
    if best is None or best in (PASS, review.line.moves[told.number - 1][1]):
        return message("{colour} lost {loss:.0f} points at move {number}.", **said)
    return message("{colour} lost {loss:.0f} points at move {number}: {best} was better.", **said,
                   best=review.line.vertex(best))


def _played(lesson: Lesson, found: Comparison) -> Message:
    """Return what was played instead, and what it lost."""
    named = {"colour": name_of_colour(found.mover),
             "move": name_of(found.move.move, found.position)}
    points = max(1, round(lesson.told.points))
    if not lesson.is_sure:
        return counted("{colour} played {move} and probably lost about one point.",
                       "{colour} played {move} and probably lost about {count} points.", points,
                       **named)
    return counted("{colour} played {move} and lost about one point.",
                   "{colour} played {move} and lost about {count} points.", points, **named)


def _came(lesson: Lesson, came: Aftermath, review: GameReview) -> Iterator[Message]:
    """Yield what came of a mistake: who took the point, what was captured."""
    line, told = review.line, lesson.told
    other = name_of_colour(-told.colour)
    if came.is_taken_at_once and told.better is not None:
        at = line.vertex(told.better)
        yield message("{other} took {better} at once, and the stones came off at move {captured}.",
                      other=other, better=at, captured=line.printed(came.captured)) \
            if came.captured else message("{other} took {better} at once.", other=other, better=at)
        if came.fell:
            yield from _taken(lesson, came, line)
    elif came.is_unpunished:
        yield message("{other} did not see it either.", other=other)
        yield from _of_others(lesson, line)
        if came.captured:
            yield from _taken(lesson, came, line)
        elif came.taken:
            yield message("{taker} played there at move {taken}.",
                          taker=name_of_colour(came.taker), taken=line.printed(came.taken))
        else:
            yield message("Nobody ever played there.")
        return
    else:
        yield from _taken(lesson, came, line)
    yield from _of_others(lesson, line)


def _taken(lesson: Lesson, came: Aftermath, line: GameLine) -> Iterator[Message]:
    """Yield which stones came off the board after a mistake."""
    if came.captured:
        yield message("{captor} captured the stones at move {captured}.",
                      captor=name_of_colour(came.captor), captured=line.printed(came.captured))
    elif came.fell:
        colour = lesson.told.colour
        yield message("{other} took {stones} at move {number}.", other=name_of_colour(-colour),
                      number=line.printed(came.fell_at), stones=stones_words(
                          came.fell, colour, line.positions[came.fell_at - 1]))


def _of_others(lesson: Lesson, line: GameLine) -> Iterator[Message]:
    """Yield what the same point cost the other side, where both could have had it."""
    others = lesson.others
    if others is not None:
        yield counted("At move {number} it cost {colour} about one point, too.",
                      "At move {number} it cost {colour} about {count} points, too.",
                      max(1, round(others.points)), number=line.printed(others.number),
                      colour=name_of_colour(others.colour))


def others_sentence(lesson: Lesson, line: GameLine) -> Iterator[Message]:
    """Yield what the other side's move that missed the same says of itself."""
    others = lesson.others
    if others is not None:
        yield counted("{colour} missed the same point as at move {number}, and lost about one "
                      "point.", "{colour} missed the same point as at move {number}, and lost "
                      "about {count} points.", max(1, round(others.points)),
                      number=line.printed(lesson.number), colour=name_of_colour(others.colour))


def _left_open(lesson: Lesson, taker: Colour, line: GameLine) -> Iterator[Message]:
    """Yield from when to when a point stood open, who got it, and what it cost at most."""
    colours = {miss.colour for miss in lesson.misses}
    said: dict[str, object] = {"first": line.printed(lesson.first),
                               "last": line.printed(lesson.last), "count": len(lesson.misses),
                               "taken": line.printed(lesson.taken),
                               "taker": name_of_colour(taker or BLACK),
                               "colour": name_of_colour(lesson.misses[0].colour)}
    if len(colours) > 1 and lesson.taken:
        yield message("It stood open from move {first} to move {last}: both sides passed it by, "
                      "{count} times in all, until {taker} played there at move {taken}.", **said)
    elif len(colours) > 1:
        yield message("It stood open from move {first} to move {last}: both sides passed it by, "
                      "{count} times in all, and nobody ever played there.", **said)
    elif lesson.taken:
        yield message("It stood open from move {first} to move {last}: {colour} passed it by, "
                      "{count} times in all, until {taker} played there at move {taken}.", **said)
    else:
        yield message("It stood open from move {first} to move {last}: {colour} passed it by, "
                      "{count} times in all, and nobody ever played there.", **said)
    worst = lesson.worst
    if lesson.worth >= _COST_MORE * lesson.told.points and worst != lesson.others:
        yield message("It cost most at move {number}, where {colour} lost about {points}.",
                      number=line.printed(worst.number), colour=name_of_colour(worst.colour),
                      points=round(worst.points))


def names_likeliest(drift: Drift, review: GameReview) -> bool:
    """Return whether most of a stretch is told to have gone with one move, probably."""
    return _blame(drift, review) >= _LIKELIEST_PART


def _blame(drift: Drift, review: GameReview) -> float:
    """Return which part of a stretch went with its likeliest move; 0 where no move is named.

    None is where a mistake lies within the stretch, or the move lies far from what was gained.
    """
    number, line = drift.likeliest, review.line
    point = line.moves[number - 1][1]
    is_there = point == PASS or not drift.area or any(
        steps_between(point, other, line.columns) <= NEAR for other in drift.area)
    if not is_there or any(
            drift.first <= lesson.number <= drift.last for lesson in review.lessons):
        return 0.0
    fell = -drift.gainer * (review.judged[number - 1].lead - review.judged[number].lead)
    return fell / abs(drift.points)


def _drift(drift: Drift, review: GameReview) -> Iterator[Message]:
    """Yield who gained how much in a stretch, which move it was, and what changed hands."""
    line, number = review.line, drift.likeliest
    said = {"first": line.printed(drift.first), "last": line.printed(drift.last),
            "colour": name_of_colour(drift.gainer), "points": abs(drift.points),
            "move": move_and_number(number, line)}
    if abs(drift.points) < LEAST_DRIFT_POINTS:
        yield message("The lead changed hands for the last time at about move {last}; until then "
                      "the game was close.", **said)
        return
    place = drift.area or _one_place(drift, line)
    if place:
        said["where"] = where_on_board(place, line.columns, line.rows)
    if drift.area:
        yield message("From move {first} to move {last} {colour} probably gained about "
                      "{points:.0f} points, most of them {where}.", **said)
    elif place:
        yield message("From move {first} to move {last} {colour} probably gained about "
                      "{points:.0f} points in the fight {where}.", **said)
    else:
        yield message("From move {first} to move {last} {colour} probably gained about "
                      "{points:.0f} points in several places.", **said)
    if names_likeliest(drift, review):
        yield message("Most of it probably went with {move}.", **said)
    elif _blame(drift, review) >= _LEAST_BLAME:
        yield message("No move is surely to blame; the likeliest is {move}.", **said)
    yield from _changed(drift, review)


def _one_place(drift: Drift, line: GameLine) -> Sequence[Point]:
    """Return the points where a stretch was played if they are one place, else none."""
    played = [point for _, point in line.moves[drift.first - 1:drift.last] if point != PASS]
    is_one_place = all(steps_between(one, other, line.columns) <= _ONE_PLACE_STEPS
                       for one, other in combinations(played, 2))
    return played if is_one_place else ()


def _changed(drift: Drift, review: GameReview) -> Iterator[Message]:
    """Yield the groups whose fate changed in a stretch, the largest first."""
    position = review.line.positions[drift.first - 1]
    groups = [reason for reason in drift.changes.reasons
              if reason.kind is ReasonKind.GROUP and reason.move is not reason.instead
              and reason.share >= _CHANGE_PART * abs(drift.points)]
    for reason in sorted(groups, key=lambda reason: -reason.share)[:_MOST_CHANGES]:
        stones = stones_words(reason.points, reason.colour, position)
        if reason.colour == drift.gainer:
            yield message("{stones} became safe.", stones=stones) if reason.move is State.LIVES \
                else message("{stones} can be saved now.", stones=stones)
        else:
            yield message("{stones} died.", stones=stones) if reason.move is State.DIES \
                else message("{stones} came into danger.", stones=stones)


def is_told_by_reasons(event: GroupEvent, found: Comparison) -> bool:
    """Return whether the chances of a mistake say already what befell a group."""
    return any(set(event.stones) <= {*chance.points, *chance.others}
               for chance in chances_of(found).gains)


def event_sentence(event: GroupEvent, line: GameLine) -> Message:
    """Return that a group is dead, or lives, after a move, with its stones by their places."""
    mover, point = line.moves[event.number - 1]
    has_died, board = event.fate is EventFate.DIED, line.positions[event.number - 1]
    stones = stones_words(event.stones, event.colour, board, None if point == PASS else point)
    is_taken = all(line.positions[event.number].colour_at(stone) != event.colour
                   for stone in event.stones)
    if is_taken and mover != event.colour:
        told = noted("{move} takes {stones}.")
    elif event.is_left and point != PASS:
        told = noted("{move} leaves {stones} alone: they can be killed.") if has_died else noted(
            "{move} leaves {stones} alone: they can live.")
    elif (event.is_caused or event.is_left) and has_died == (mover == event.colour):
        # It is the other side's turn: what it does not do may yet be turned.
        if point == PASS:
            told = noted("After {move} {stones} can be killed.") if has_died else noted(
                "After {move} {stones} can live.")
        else:
            told = noted("{move} does not save {stones}: they can be killed.") if has_died \
                else noted("{move} does not kill {stones}: they can live.")
    elif event.is_caused:
        told = noted("{move} kills {stones}.") if has_died else noted("{move} saves {stones}.")
    else:
        told = noted("By move {number} {stones} are dead.") if has_died else noted(
            "By move {number} {stones} are safe.")
    return message(told, move=move_words((mover, point), line.positions[0]),
                   number=line.printed(event.number),
                   stones=stones)

