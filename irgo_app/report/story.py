"""The story of a game, told from its review: one value for reports and the window, JSON, a record.

JSON is that of `irgo report --json`, `irgo-report/1`; what a record with the story says is told
move by move (`game_story.story_record` writes it).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from irgo_app.go.point import LETTER_OF_COLOUR, Point
from irgo_app.go.rules import boards_of
from irgo_app.judging.result_json import Json
from irgo_app.meaning.meaning_json import line_as_json, names_of_groups, reasons_as_json
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.why import NameOf
from irgo_app.report.course_words import judged_sentence, listed_sentences, overview
from irgo_app.report.game_report import End, GameReport, Studied
from irgo_app.report.turn_words import (event_sentence, is_told_by_reasons, lesson_sentences,
                                        others_sentence, turn_sentences, turn_title)
from irgo_app.review.game_line import Move
from irgo_app.review.game_review import EventFate, GameReview, GroupEvent
from irgo_app.review.game_story import Story, StoryLine, StoryLoss, StoryNote, StoryPoint
from irgo_app.review.lessons import Lesson
from irgo_app.review.turning_points import TurningPoint, decided_by, every_turning_point, loser_of
from irgo_app.words import Message, message


def story_of(review: GameReview, turns: Sequence[Studied], *, is_whole: bool = True) -> Story:
    """Return what is told of a game.

    turns -- its turning points; is_whole -- else it is a first list
    """
    return Story(
        review.judge, judged_sentence(review),
        tuple(replace(said, ownership=(), moves=()) for said in review.told),
        review.line.moves,
        overview(review), tuple(_point(turn, review) for turn in turns),
        tuple(_losses(review)),
        dict(review.whys), is_whole,
        _notes(review, turns) if is_whole else (), review.curve,
        decided_by(review, review.level.decided))


def _losses(review: GameReview) -> Iterator[StoryLoss]:
    """Yield the mistakes of the list: what both sides missed is one of each."""
    of = {miss.number: (miss, lesson) for lesson in review.lessons
          for miss in (lesson.told, lesson.others) if miss is not None}
    for move in review.mistakes:
        miss, lesson = of[move.number]
        yield StoryLoss(miss.number, miss.colour, move.point, miss.points, miss.better,
                        lesson.numbers, lesson.is_sure)


def _lines(point: TurningPoint, review: GameReview) -> tuple[StoryLine, ...]:
    """Return both futures of a turning point's move; others have their moves as they were played.
    """
    line = review.line
    found = review.whys.get(point.number) if point.lessons else None
    if found is None:
        return (StoryLine(message("As it was played"), line.moves[point.number - 1:point.until],
                          line.positions[point.until], review.told[point.until].lead),)
    # Of two mistakes in a row the second says what the board between them is worth.
    leads = reversed(review.leads_round(point.number))
    return tuple(StoryLine(title, future.moves, future.end, lead)
                 for (title, future), lead in zip((
                     (message("The move played"), found.move),
                     (message("What was better"), found.instead)), leads, strict=True))


def _point(turn: Studied, review: GameReview) -> StoryPoint:
    point, lesson = turn.point, turn.point.lesson
    stones = {stone for event in point.events for stone in event.stones}
    misses = sorted({number for one in point.lessons for number in one.numbers})
    return StoryPoint(
        point.number, review.line.moves[point.number - 1], turn_title(point, review.line),
        turn_sentences(point, review), _lines(point, review), tuple(sorted(stones)),
        lesson is not None, None if lesson is None else lesson.told.better, point.points,
        loser_of(point), point.first, point.until, tuple(misses),
        point.drift is None and (lesson is None or lesson.is_sure))


_FATES = {EventFate.DIED: "dies", EventFate.LIVED: "lives"}
_ENDS = {End.ALIVE: "alive", End.DEAD: "dead", End.SEKI: "seki", End.OPEN: "open",
         End.TAKEN: "dead"}


def report_as_json(
    report: GameReport, file: str, remark: Message | None = None, warnings: Sequence[str] = ()
) -> dict[str, Json]:
    """Return what a report tells: the curve, mistakes, fates and groups of one judge.

    remark -- what its reader should know of it, as a JudgedReport has it
    warnings -- what was repaired in the file
    """
    review = report.review
    name_of = names_of_groups([(group.name, group.stones) for group in report.groups])
    mistakes = {lesson.number: _mistake(lesson, review, name_of) for lesson in review.lessons}
    fates = {event: _fate(event, review) for event in review.events}
    turning: list[Json] = []
    for turn in report.turns:
        turning += [mistakes[lesson.number] for lesson in turn.point.lessons]
        turning += [fates[event] for event in turn.point.events if event in fates]
    every = every_turning_point(review)
    return {
        "format": "irgo-report/1", "file": file, "warnings": list(warnings),
        "result": review.line.info.result,
        "judge": review.judge, "remark": None if remark is None else str(remark),
        "visits": review.visits, "mistake_points": review.least,
        "level": review.level.name,
        "side": None if review.side is None else LETTER_OF_COLOUR[review.side],
        "lead": [round(said.lead, 1) for said in review.told],
        "curve": [round(lead, 1) for lead in review.curve],
        "lead_visits": [said.visits for said in review.told],
        "decided": decided_by(review, review.level.decided),
        "story": [_turn(turn.point, review) for turn in report.turns],
        "turning_points": sorted(turning, key=_number), "mistakes": list(mistakes.values()),
        "fates": list(fates.values()),
        "drifts": [_drift(point, review) for point in every if point.drift],
        "left": [_left(lesson, review) for lesson in review.lessons if lesson.stood_open],
        "groups": [{"name": group.name, "colour": LETTER_OF_COLOUR[group.colour],
                    "stones": _names(group.stones, review), "end": _ENDS[group.end]}
                   for group in report.groups if group.end is not End.TAKEN],
        "text": listed_sentences(overview(review))}


def _number(row: Json) -> int:
    assert isinstance(row, dict)
    return int(str(row["move_number"]))


def _turn(point: TurningPoint, review: GameReview) -> dict[str, Json]:
    """Return a turning point as the story tells it."""
    loser = loser_of(point)
    return {
        "kind": point.turn.value, "move_number": point.number,
        "label": review.line.printed(point.number), "from": point.first,
        "to": point.until, "colour": None if loser is None else LETTER_OF_COLOUR[loser],
        "points": round(point.points, 1),
        "moves": sorted({number for lesson in point.lessons for number in lesson.numbers}),
        "sentences": list(map(str, turn_sentences(point, review)))}


def _mistake(lesson: Lesson, review: GameReview, name_of: NameOf) -> dict[str, Json]:
    """Return a mistake: a lesson, at the move it is told of, with all moves that missed it."""
    number = lesson.number
    move, found = review.moves[number - 1], review.whys.get(number)
    time = review.line.times[number - 1] if review.line.times else None
    said: dict[str, Json] = {
        "move_number": number, "label": review.line.printed(number),
        "colour": LETTER_OF_COLOUR[move.colour], "move": review.line.vertex(move.point),
        "loss": round(move.loss, 1),
        "moves": list(lesson.numbers), "from": lesson.first,
        "to": max(lesson.last, lesson.taken) if lesson.stood_open else lesson.last,
        "worth": round(lesson.worth, 1), "sure": lesson.is_sure,
        "seconds": None if time is None else time.seconds,
        "other_side": _of_others(lesson, review)}
    if found is None:
        # By the maps, which know no moves.
        return said
    return {
        **said, "visits": found.move.visits, "better": found.position.vertex(found.instead.move),
        "lines": {"move": line_as_json(found.move, found.position),
                  "better": line_as_json(found.instead, found.position)},
        **reasons_as_json(found, name_of),
        "text": listed_sentences(lesson_sentences(lesson, review))}


def _of_others(lesson: Lesson, review: GameReview) -> Json:
    """Return the move by which the other side missed the same, None where it did not."""
    others = lesson.others
    if others is None or review.side is not None:
        return None
    move = review.moves[others.number - 1]
    return {"move_number": move.number, "label": review.line.printed(move.number),
            "colour": LETTER_OF_COLOUR[move.colour], "move": review.line.vertex(move.point),
            "loss": round(move.loss, 1)}


def _drift(point: TurningPoint, review: GameReview) -> dict[str, Json]:
    drift = point.drift
    assert drift is not None
    return {
        "colour": LETTER_OF_COLOUR[drift.gainer], "from": drift.first, "to": drift.last,
        "points": round(abs(drift.points), 1), "points_at": _names(drift.area, review),
        "likeliest": drift.likeliest,
        "text": listed_sentences(turn_sentences(point, review))}


def _left(lesson: Lesson, review: GameReview) -> dict[str, Json]:
    """Return a point that was passed by more than once, and what that cost at most."""
    assert lesson.told.better is not None
    return {
        "colour": LETTER_OF_COLOUR[lesson.misses[0].colour], "from": lesson.first,
        "to": lesson.last,
        "moves": [[LETTER_OF_COLOUR[miss.colour], review.line.vertex(
            review.line.moves[miss.number - 1][1])] for miss in lesson.misses],
        "move_numbers": list(lesson.numbers),
        "at": review.line.vertex(lesson.told.better),
        "points": round(lesson.worth, 1), "costs_at": lesson.worst.number,
        "taken": lesson.taken or None,
        "text": listed_sentences(lesson_sentences(lesson, review, is_full=True))}


def _fate(event: GroupEvent, review: GameReview) -> dict[str, Json]:
    return {
        "colour": LETTER_OF_COLOUR[event.colour], "stones": _names(event.stones, review),
        "fate": _FATES[event.fate], "move_number": event.number,
        "label": review.line.printed(event.number), "caused": event.is_caused,
        "left": event.is_left,
        "text": str(event_sentence(event, review.line))}


def _names(points: Sequence[Point], review: GameReview) -> list[str]:
    return [review.line.vertex(point) for point in points]


_VERY_BAD: Final = 10.0
"""A move that loses so many points is BM[2], very bad; a smaller mistake is BM[1]."""


def _notes(review: GameReview, turns: Sequence[Studied]) -> tuple[StoryNote, ...]:
    names = {turn.point.number: message("Turning point {number}", number=number)
             for number, turn in enumerate(turns, start=1)}
    lessons = {lesson.number: lesson for lesson in review.lessons}
    others = {} if review.side is not None else {
        lesson.others.number: lesson for lesson in review.lessons if lesson.others is not None}
    found = list[StoryNote]()
    for number in range(1, len(review.moves) + 1):
        lesson, missed, why = lessons.get(number), others.get(number), review.whys.get(number)
        mistake = why if lesson is not None or missed is not None else None
        events = [event for event in review.events if event.number == number]
        untold = [event for event in events
                  if mistake is None or not is_told_by_reasons(event, mistake)]
        drifts = [sentence for turn in turns
                  if turn.point.number == number and turn.point.drift is not None
                  for sentence in turn_sentences(turn.point, review)]
        said = [*([] if lesson is None else lesson_sentences(lesson, review)),
            *([] if missed is None else others_sentence(missed, review.line)),
            *(event_sentence(event, review.line) for event in untold), *drifts]
        if said or number in names:
            note = StoryNote(
                number, tuple(said),
                tuple(sorted({stone for event in events for stone in event.stones})),
                name=names.get(number))
            found.append(note if mistake is None else replace(
                note, bad="2" if review.moves[number - 1].loss >= _VERY_BAD else "1",
                better=_allowed(mistake),
                beside=message("Better, as {judge} reads it.", judge=message(mistake.judge))))
    return tuple(found)


def _allowed(found: Comparison) -> tuple[Move, ...]:
    """Return the line that was better, as far as the rules allow it."""
    moves = found.instead.moves
    return moves[:len(boards_of(found.position, moves))]
