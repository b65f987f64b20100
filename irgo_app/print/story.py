"""Where a game turned, for figures that end there: the moves and the sentences of its report."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from irgo_app.cancel_flag import CancelFlag
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.document import turn_sentences
from irgo_app.report.report_file import judged_report
from irgo_app.review.game_line import ComputeLayer, Tell, game_line
from irgo_app.sgf.game_tree import GameTree
from irgo_app.words import Message


class Story(Struct, frozen=True):
    """What is told of a game.

    turns -- the sentences of each turning point, by the number of its move
    remark -- what a reader should know of whoever judged, None for nothing
    """

    turns: Mapping[int, tuple[Message, ...]] = field(default_factory=dict)
    remark: Message | None = None


def story_of(
    tree: GameTree, compute: ComputeLayer, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> Story:
    """Return the story that `irgo report` finds; raises EngineError and CalledOffError.

    compute -- works layers out; tell -- told (hundredths done, 100)
    """
    judged = judged_report(
        game_line(tree), None, compute, ReportOptions(has_diagrams=False), tell, cancel)
    turns = dict[int, tuple[Message, ...]]()
    for turn in judged.report.turns:
        number = turn.point.number
        turns[number] = turns.get(number, ()) + turn_sentences(turn, judged.report.review)
    return Story(turns, judged.remark)
