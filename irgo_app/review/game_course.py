"""How a game went, in one sentence of its story: who led, and which move turned it."""

from collections.abc import Sequence
from typing import Final

from irgo_app.go.coordinates import where_on_board
from irgo_app.go.point import BLACK, PASS, WHITE, Colour
from irgo_app.judging.judgement_words import is_even
from irgo_app.review.game_story import Story, StoryPoint
from irgo_app.words import Message, message

_LED: Final = 8.0
"""Points: a smaller lead of whoever lost is not worth telling."""


def winner_of(story: Story, result: str) -> Colour:
    """Return who won by a record's result, else who leads at the end of the story."""
    if result[:1] in ("B", "W"):
        return BLACK if result[0] == "B" else WHITE
    return BLACK if story.judged[-1].lead > 0 else WHITE


def end_words(story: Story) -> Message:
    """Return who leads at the end, for a record that has no result."""
    lead = story.judged[-1].lead
    if is_even(lead):
        return message("At the end the game is even.")
    points = f"{abs(lead):.1f}"
    return message("At the end Black leads by {points}.", points=points) if lead > 0 \
        else message("At the end White leads by {points}.", points=points)


def course_words(story: Story, points: Sequence[StoryPoint], result: str = "") -> Message:
    """Return who led and which move turned the game.

    points -- the turning points, the one that cost most first; result -- of the record, "" for none
    """
    winner = winner_of(story, result)
    leads = [winner * said.lead for said in story.judged]
    worst = min(range(len(leads)), key=leads.__getitem__)
    turned = next((point for point in points if point.number > worst and (
        point.loser or point.move[0]) == -winner), None)
    if leads[worst] <= -_LED:
        led = round(-leads[worst])
        if turned is None:
            return message("Black led by {points} after move {move}.", points=led, move=worst) \
                if winner == WHITE else message(
                    "White led by {points} after move {move}.", points=led, move=worst)
        return message("Black led by {points} after move {move}; move {turn} {where} turned it.",
                       points=led, move=worst, turn=turned.number, where=_where(turned)) \
            if winner == WHITE else message(
                "White led by {points} after move {move}; move {turn} {where} turned it.",
                points=led, move=worst, turn=turned.number, where=_where(turned))
    last = max((number for number, lead in enumerate(leads) if lead <= 0), default=0)
    if not points:
        return message("Black led from move {move} on.", move=last + 1) if winner == BLACK \
            else message("White led from move {move} on.", move=last + 1)
    return message("Black led from move {move} on; move {turn} {where} cost most.",
                   move=last + 1, turn=points[0].number, where=_where(points[0])) \
        if winner == BLACK else message(
            "White led from move {move} on; move {turn} {where} cost most.",
            move=last + 1, turn=points[0].number, where=_where(points[0]))


def _where(point: StoryPoint) -> Message:
    """Return where on the board a turning point was, as it is said in a sentence."""
    about = point.move[1] if point.better in (None, PASS) else point.better
    if about in (None, PASS) or not point.lines:
        return message("")
    end = point.lines[0].end
    return where_on_board([about], end.columns, end.rows)
