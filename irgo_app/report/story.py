"""The story of a game, told from its review: one value for reports and the window, JSON, a record.

JSON is that of `irgo report --json`, `irgo-report/1`; what a record with the story says is told
move by move (`game_story.story_record` writes it).
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from irgo_app.go.point import LETTER_OF_COLOUR, Point
from irgo_app.go.rules import boards_of
from irgo_app.judging.result_json import Json
from irgo_app.meaning.meaning_json import line_as_json, names_of_groups, reasons_as_json
from irgo_app.meaning.why import NameOf, Why
from irgo_app.meaning.words import name_of_colour, why_words
from irgo_app.report.document import (event_sentence, is_told_by_reasons, judged_sentence,
                                      listed_sentences, overview, turn_sentences, turn_title)
from irgo_app.report.game_report import End, GameReport, Studied
from irgo_app.review.game_line import Move
from irgo_app.review.game_review import EventFate, GameReview, GroupEvent
from irgo_app.review.game_story import Story, StoryLine, StoryLoss, StoryNote, StoryPoint
from irgo_app.review.turning_points import Turn
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
        tuple(StoryLoss(move.number, move.colour, move.point, move.loss)
              for move in review.mistakes),
        dict(review.whys), is_whole,
        _notes(review, turns) if is_whole else ())


def _lines(turn: Studied, review: GameReview) -> tuple[StoryLine, ...]:
    """Return both futures of a turning point: those of its move, else those of its study.

    A drift has its moves alone, as they were played.
    """
    drift, line = turn.point.drift, review.line
    if drift is not None:
        return (StoryLine(message("As it was played"), line.moves[drift.first - 1:drift.last],
                          line.positions[drift.last], review.told[drift.last].lead),)
    found = review.whys.get(turn.point.number)
    if found is not None:
        # Of two mistakes in a row the second says what the board between them is worth.
        leads = reversed(review.leads_round(turn.point.number))
        return tuple(StoryLine(title, future.moves, future.end, lead)
                     for (title, future), lead in zip((
                         (message("The move played"), found.move),
                         (message("What was better"), found.instead)), leads, strict=True))
    study = turn.study
    if study is None:
        return ()
    return tuple(StoryLine(
        message("{colour} first", colour=name_of_colour(colour)), study.if_first(colour).moves,
        study.if_first(colour).position, study.final_lead(colour))
        for colour in (turn.point.move.colour, -turn.point.move.colour))


def _point(turn: Studied, review: GameReview) -> StoryPoint:
    number = turn.point.number
    stones = {stone for event in turn.point.events for stone in event.stones}
    return StoryPoint(number, review.line.moves[number - 1], turn_title(turn),
                      turn_sentences(turn, review), _lines(turn, review),
                      tuple(sorted(stones)), turn.point.costs_at == number)


_FATES = {EventFate.DIED: "dies", EventFate.LIVED: "lives"}
_ENDS = {End.ALIVE: "alive", End.DEAD: "dead", End.SEKI: "seki", End.OPEN: "open",
         End.TAKEN: "dead"}


def report_as_json(
    report: GameReport, file: str, remark: Message | None = None
) -> dict[str, Json]:
    """Return what a report tells: the curve, mistakes, fates and groups of one judge.

    remark -- what its reader should know of it, as a JudgedReport has it
    """
    review = report.review
    name_of = names_of_groups([(group.name, group.stones) for group in report.groups])
    mistakes = {move.number: _mistake(review, move.number, name_of) for move in review.mistakes}
    fates = {event: _fate(event, review) for event in review.events}
    turning: list[Json] = []
    for turn in report.turns:
        # What leaving a place cost is told with the place, at the move that the report names.
        if turn.point.turn is Turn.LOSS and turn.point.number in mistakes:
            turning.append(mistakes[turn.point.number])
        turning += [fates[event] for event in turn.point.events if event in fates]
    return {
        "format": "irgo-report/1", "file": file, "result": review.line.info.result,
        "judge": review.judge, "remark": None if remark is None else str(remark),
        "visits": review.visits, "mistake_points": review.line.mistake,
        "lead": [round(said.lead, 1) for said in review.told],
        "lead_visits": [said.visits for said in review.told],
        "turning_points": turning, "mistakes": list(mistakes.values()),
        "fates": list(fates.values()),
        "drifts": [_drift(turn, review) for turn in report.turns if turn.point.drift],
        "left": [_left(turn, review) for turn in report.turns if turn.point.turn is Turn.LEFT],
        "groups": [{"name": group.name, "colour": LETTER_OF_COLOUR[group.colour],
                    "stones": _names(group.stones, review), "end": _ENDS[group.end]}
                   for group in report.groups if group.end is not End.TAKEN],
        "text": listed_sentences(overview(review))}


def _mistake(review: GameReview, number: int, name_of: NameOf) -> dict[str, Json]:
    move, found = review.moves[number - 1], review.whys.get(number)
    said: dict[str, Json] = {
        "move_number": number, "colour": LETTER_OF_COLOUR[move.colour],
        "move": review.line.vertex(move.point), "loss": round(move.loss, 1)}
    if found is None:
        # By the maps, which know no moves.
        return said
    return {
        **said, "visits": found.move.visits, "better": found.position.vertex(found.instead.move),
        "lines": {"move": line_as_json(found.move, found.position),
                  "better": line_as_json(found.instead, found.position)},
        **reasons_as_json(found, name_of), "text": str(why_words(found))}


def _drift(turn: Studied, review: GameReview) -> dict[str, Json]:
    drift = turn.point.drift
    assert drift is not None
    return {
        "colour": LETTER_OF_COLOUR[drift.gainer], "from": drift.first, "to": drift.last,
        "points": round(abs(drift.points), 1), "points_at": _names(drift.area, review),
        "text": listed_sentences(turn_sentences(turn, review))}


def _left(turn: Studied, review: GameReview) -> dict[str, Json]:
    """Return a place that both sides left, from the move on whose title the report has."""
    point = turn.point
    assert point.move.best is not None
    return {
        "colour": LETTER_OF_COLOUR[point.move.colour], "from": point.number, "to": point.until,
        "moves": [[LETTER_OF_COLOUR[colour], review.line.vertex(at)]
                  for colour, at in review.line.moves[point.number - 1:point.until]],
        "at": review.line.vertex(point.move.best),
        "points": round(point.points, 1), "costs_at": point.costs_at,
        "swing": None if turn.study is None else round(turn.study.swing, 1),
        "text": listed_sentences(turn_sentences(turn, review))}


def _fate(event: GroupEvent, review: GameReview) -> dict[str, Json]:
    return {
        "colour": LETTER_OF_COLOUR[event.colour], "stones": _names(event.stones, review),
        "fate": _FATES[event.fate], "move_number": event.number, "caused": event.is_caused,
        "left": event.is_left,
        "text": str(event_sentence(event, review.line))}


def _names(points: Sequence[Point], review: GameReview) -> list[str]:
    return [review.line.vertex(point) for point in points]


_VERY_BAD: Final = 10.0
"""A move that loses so many points is BM[2], very bad; a smaller mistake is BM[1]."""


def _notes(review: GameReview, turns: Sequence[Studied]) -> tuple[StoryNote, ...]:
    names = {turn.point.number: message("Turning point {number}", number=number)
             for number, turn in enumerate(turns, start=1)}
    found, lost = list[StoryNote](), {move.number: move.loss for move in review.mistakes}
    for number in range(1, len(review.moves) + 1):
        mistake = review.whys.get(number) if number in lost else None
        events = [event for event in review.events if event.number == number]
        untold = [event for event in events
                  if mistake is None or not is_told_by_reasons(event, mistake)]
        # A mistake and a fate are told where they stand.
        others = [sentence for turn in turns if turn.point.number == number and (
            turn.point.drift is not None or turn.point.turn is Turn.LEFT)
            for sentence in turn_sentences(turn, review)]
        said = [*([] if mistake is None else [why_words(mistake)]),
                *(event_sentence(event, review.line) for event in untold), *others]
        if said or number in names:
            note = StoryNote(
                number, tuple(said),
                tuple(sorted({stone for event in events for stone in event.stones})),
                name=names.get(number))
            found.append(note if mistake is None else replace(
                note, bad="2" if lost[number] >= _VERY_BAD else "1", better=_allowed(mistake),
                beside=message("Better, as {judge} reads it.", judge=message(mistake.judge))))
    return tuple(found)


def _allowed(found: Why) -> tuple[Move, ...]:
    """Return the line that was better, as far as the rules allow it."""
    moves = found.instead.moves
    return moves[:len(boards_of(found.position, moves))]
