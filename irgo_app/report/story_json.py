"""The story of a game as JSON: `irgo report --json`, `irgo-report/1`."""

from __future__ import annotations

from collections.abc import Sequence

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR, Point
from irgo_app.judging.result_json import Json
from irgo_app.meaning.meaning_json import line_as_json, names_of_groups, reasons_as_json
from irgo_app.meaning.why import NameOf
from irgo_app.meaning.words import why_words
from irgo_app.report.document import event_sentence, listed_sentences, overview, turn_sentences
from irgo_app.report.game_report import End, GameReport, Studied
from irgo_app.report.told import mistakes_of
from irgo_app.review.game_review import Fate, GameReview, GroupEvent
from irgo_app.review.losses import VISITS

_FATES = {Fate.DIED: "dies", Fate.LIVED: "lives"}
_ENDS = {End.ALIVE: "alive", End.DEAD: "dead", End.OPEN: "open", End.TAKEN: "dead"}


def report_as_json(report: GameReport, file: str) -> dict[str, Json]:
    """Return what a report tells: the curve, mistakes, fates and groups of one judge."""
    review = report.review
    named = names_of_groups([(group.name, group.stones) for group in report.groups])
    mistakes = {move.number: _mistake(review, move.number, named)
                for move in mistakes_of(review)}
    fates = {event: _fate(event, review) for event in review.events}
    turning: list[Json] = []
    for turn in report.turns:
        if turn.point.costs_at in mistakes:
            turning.append(mistakes[turn.point.costs_at])
        turning += [fates[event] for event in turn.point.events if event in fates]
    return {
        "format": "irgo-report/1", "file": file, "result": review.line.info.result,
        "judge": review.judge, "visits": _read(report),
        "lead": [round(said.lead, 1) for said in review.judged],
        "turning_points": turning, "mistakes": list(mistakes.values()),
        "fates": list(fates.values()),
        "drifts": [_drift(turn, review) for turn in report.turns if turn.point.drift],
        "groups": [{"name": group.name, "colour": LETTER_OF_COLOUR[group.colour],
                    "stones": _names(group.stones, review), "end": _ENDS[group.end]}
                   for group in report.groups if group.end is not End.TAKEN],
        "text": listed_sentences(overview(review))}


def _read(report: GameReport) -> int:
    """Return how many positions a future was searched for of what is told; 0 by the maps."""
    searched = [found.move.visits for found in report.review.whys.values()]
    return max(searched, default=VISITS) if report.knows_moves else 0


def _mistake(review: GameReview, number: int, named: NameOf) -> dict[str, Json]:
    move, found = review.moves[number - 1], review.whys.get(number)
    said: dict[str, Json] = {
        "move_number": number, "colour": LETTER_OF_COLOUR[move.colour],
        "move": _name(move.point, review), "loss": round(move.loss, 1)}
    if found is None:
        # By the maps, which know no moves.
        return said
    return {
        **said, "better": _name(found.instead.move, review),
        "lines": {"move": line_as_json(found.move, found.position),
                  "better": line_as_json(found.instead, found.position)},
        "reasons": reasons_as_json(found, named),
        "text": str(why_words(found))}


def _drift(turn: Studied, review: GameReview) -> dict[str, Json]:
    drift = turn.point.drift
    assert drift is not None
    return {
        "colour": LETTER_OF_COLOUR[drift.gainer], "from": drift.first, "to": drift.last,
        "points": round(abs(drift.points), 1), "points_at": _names(drift.area, review),
        "text": listed_sentences(turn_sentences(turn, review))}


def _fate(event: GroupEvent, review: GameReview) -> dict[str, Json]:
    return {
        "colour": LETTER_OF_COLOUR[event.colour], "stones": _names(event.stones, review),
        "fate": _FATES[event.fate], "move_number": event.number, "caused": event.is_caused,
        "text": str(event_sentence(event, review.line))}


def _names(points: Sequence[Point], review: GameReview) -> list[str]:
    return [_name(point, review) for point in points]


def _name(point: Point, review: GameReview) -> str:
    return vertex(point, review.line.columns, review.line.rows)
