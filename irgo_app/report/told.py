"""The story of a game, told from its review: one value for every report and for the window."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from irgo_app.go.point import PASS
from irgo_app.report.document import name_of_colour, overview, turn_sentences, turn_title
from irgo_app.report.game_report import Studied
from irgo_app.review.game_review import MISTAKE, GameReview, MoveReview
from irgo_app.review.game_story import GameStory, StoryLine, StoryLoss, StoryPoint
from irgo_app.words import message


def mistakes_of(review: GameReview) -> tuple[MoveReview, ...]:
    """Return the moves that are told as mistakes: as many as the overview counts."""
    return tuple(move for move in review.moves if move.loss >= MISTAKE and move.point != PASS)


def story_of(
    review: GameReview, turns: Sequence[Studied], *, is_whole: bool = True
) -> GameStory:
    """Return what is told of a game.

    turns -- its turning points; is_whole -- else it is a first list
    """
    return GameStory(
        review.judge, tuple(replace(said, ownership=(), moves=()) for said in review.judged),
        review.line.moves,
        overview(review), tuple(_point(turn, review) for turn in turns),
        tuple(StoryLoss(move.number, move.colour, move.point, move.loss)
              for move in mistakes_of(review)), is_whole)


def _lines(turn: Studied, review: GameReview) -> tuple[StoryLine, ...]:
    """Return both futures of a turning point: those of its move, else those of its study.

    A drift has its moves alone, as they were played.
    """
    drift, line = turn.point.drift, review.line
    if drift is not None:
        return (StoryLine(message("As it was played"), line.moves[drift.first - 1:drift.last],
                          line.positions[drift.last], review.judged[drift.last].lead),)
    found = review.whys.get(turn.point.number)
    if found is not None:
        return tuple(StoryLine(title, future.moves, future.end, future.lead) for title, future in (
            (message("As it was played"), found.move), (message("What was better"), found.instead)))
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
                      tuple(sorted(stones)))
