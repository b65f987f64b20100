"""The teaching game: a move that loses much is stopped before it is answered, a good one is told.

The board is searched while the user thinks. A move that this search knows to be good is answered at
once; of any other both futures are searched, and where it loses more than the bound it waits: with
its reason and both futures, to be taken back or played all the same.
"""

from enum import Enum
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.gui.models.file import Review
from irgo_app.gui.models.play import Opponent
from irgo_app.gui.models.service_bridge import OneSearch, ServiceBridge
from irgo_app.gui.models.story import GameTeller
from irgo_app.gui.models.study.desk import StudyJudges
from irgo_app.gui.models.study.selection import Reasons
from irgo_app.judging.judgement import Judgement
from irgo_app.judging.requests import JudgementRequest
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.requests import WhyRequest
from irgo_app.meaning.words import why_words
from irgo_app.networks import can_judge
from irgo_app.review.game_line import stakes_on
from irgo_app.service.request import Failure, Outcome
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.navigation import is_over
from irgo_app.words import Message, counted, message

BOUND_POINTS: Final = {"beginner": 12.0, "casual": 8.0, "intuition": 5.0, "glance": 4.0,
                       "short": 3.0, "normal": 2.5, "long": 2.0}
"""What a move may lose, in points, before it is stopped: by the level of irgo that is played, which
is about the user's own."""
USUAL_BOUND_POINTS: Final = 5.0
_VISITS: Final = 160
"""How far the board is searched while the user thinks."""
_LEAST_SHARE: Final = 0.05
"""What a search says of a move is believed if so much of it went there, and twice at least."""
_LEAST_MOVES_TOLD: Final = 20
"""The story of a shorter game is not told by itself."""


class TeachingStage(Enum):
    """What the teacher does with the last move: THINKING is the user's own turn."""

    THINKING = "thinking"
    JUDGING = "judging"
    STOPPED = "stopped"
    ANSWERING = "answering"
    ENDED = "ended"


class TeachingLesson(Struct, frozen=True, eq=False):
    """What was said of a move of the user's.

    words -- the reason, or the praise; is_good -- it was well found; why -- both futures of one
    that was stopped
    """

    move: Point
    words: Message
    is_good: bool = False
    why: Comparison | None = None


class Teacher(QObject):
    """Follows the game against an opponent while it is a teaching game.

    lesson -- what was said last, None for nothing
    stopped, praised -- how many moves were stopped, and well found, in this game
    changed -- it says or does something else
    wanted -- a move was stopped: whoever shows that is to be seen
    """

    changed = Signal()
    wanted = Signal()

    def __init__(
        self, review: Review, opponent: Opponent, readers: StudyJudges, reasons: Reasons,
        teller: GameTeller, service: ServiceBridge,
    ) -> None:
        super().__init__()
        self._review, self._opponent, self._readers = review, opponent, readers
        self._reasons, self._teller, self._service = reasons, teller, service
        self._bound: float | None = None
        self._approved = set[int]()
        self._checked: Node | None = None
        """The node whose move is judged or stopped."""
        self.lesson: TeachingLesson | None = None
        self.stopped = self.praised = 0
        self._has_ended = False
        self._search = OneSearch(service)
        self._search.answered.connect(self._on_answer)
        opponent.holds = self.holds
        for signal in (review.node_changed, opponent.changed):
            signal.connect(self._follow)
        review.tree_changed.connect(lambda change: self._follow())

    @property
    def is_on(self) -> bool:
        return self._bound is not None and self._opponent.is_on

    @property
    def bound(self) -> float:
        """Return what a move may lose before it is stopped, in points."""
        return on_board(USUAL_BOUND_POINTS if self._bound is None else self._bound,
                        self._review.position)

    @property
    def stage(self) -> TeachingStage:
        if self._opponent.is_over:
            return TeachingStage.ENDED
        if self._checked is not None:
            stopped = self.lesson is not None and self.lesson.why is not None
            return TeachingStage.STOPPED if stopped else TeachingStage.JUDGING
        is_own_turn = self._review.position.to_play == self._opponent.colour
        return TeachingStage.THINKING if is_own_turn else TeachingStage.ANSWERING

    def begin(self, level: str) -> None:
        """Teach in the game that begins; level -- of irgo, "" for another engine.

        To be called before the opponent begins: its first question is whether it may move.
        """
        self._bound = BOUND_POINTS.get(level, USUAL_BOUND_POINTS)
        self._approved.clear()
        self._forget()
        self.stopped = self.praised = 0
        self._has_ended = False

    def end(self) -> None:
        """Teach no more; a move that waits is answered."""
        self._bound = None
        self._search.stop()
        self._forget()
        self._opponent.consider()
        self.changed.emit()

    def holds(self, node: Node) -> bool:
        """Return whether a node's move waits for the teacher."""
        if not self.is_on or node.parent is None or node.move is None:
            return False
        colour, point = node.move
        return colour == self._opponent.colour and point != PASS \
            and node.id not in self._approved and can_judge(self._review.replay.position_at(node))

    def take_back(self) -> None:
        """Take the move back that was stopped: it is the user's turn again."""
        if self.stage is TeachingStage.STOPPED:
            self._reasons.close()
            self._opponent.take_back()

    def play_on(self) -> None:
        """Play the move that was stopped all the same."""
        if self.stage is TeachingStage.STOPPED and self._checked is not None:
            self._reasons.close()
            self._approve(self._checked)

    def show_futures(self) -> None:
        """Show both futures of the move that was stopped on two boards."""
        if self.lesson is not None and self.lesson.why is not None:
            self._reasons.show(self.lesson.why)

    # Inside

    def _follow(self) -> None:
        """Judge the user's last move where it waits; else search the board he thinks about."""
        if not self._opponent.is_on:
            self._bound = None
        if not self.is_on:
            self._search.stop()
            self._forget()
            return
        node = self._review.node
        if self._opponent.is_over:
            self._on_end()
        elif self._opponent.is_playing and self.holds(node):
            if self._checked is not node:
                self._forget()
                self._checked = node
                self._judge(node)
        else:
            was_checked, self._checked = self._checked is not None, None
            if was_checked and self.lesson is not None and self.lesson.why is not None:
                self.lesson = None
            request = self._request(node)
            is_own_turn = self._review.position.to_play == self._opponent.colour
            if not is_own_turn or is_over(node) or not can_judge(self._review.position):
                self._search.stop()
            elif self._search.request != request and self._service.cached(request) is None:
                self._search.ask(request)
        self.changed.emit()

    def _request(self, node: Node) -> JudgementRequest:
        game = self._readers.game()
        return JudgementRequest.of(self._review.replay.position_at(node), game.at(_VISITS))

    def _judge(self, node: Node) -> None:
        """Judge a move by what is known of the board before it; ask for what is not."""
        assert node.parent is not None and node.move is not None
        request = self._request(node.parent)
        known = self._service.cached(request)
        if known is not None:
            self._weigh(node, known)
        elif self._search.request != request:
            self._search.ask(request)

    def _weigh(self, node: Node, known: Judgement) -> None:
        """Let a move pass that the search knows to be good; have any other one explained."""
        assert node.parent is not None and node.move is not None
        colour, point = node.move
        least = max(2.0, _LEAST_SHARE * known.visits)
        losses = {move.point: loss for move, (_, loss) in zip(
            known.moves, known.losses(colour), strict=True) if move.visits >= least}
        position = self._review.replay.position_at(node.parent).with_to_play(colour)
        if point not in losses or losses[point] >= self.bound:
            self._search.ask(WhyRequest(
                position, point, None, self._readers.game(), position.order))
            return
        others = [loss for other, loss in losses.items() if other != point]
        if others and losses[point] < 0.5 and min(others) >= self.bound:
            self._praise(position, point, min(others))
        self._approve(node)

    def _praise(self, position: Position, point: Point, others_lose: float) -> None:
        self.praised += 1
        self.lesson = TeachingLesson(point, counted(
            "Well found: {move}. Every other move loses one point or more.",
            "Well found: {move}. Every other move loses {count} points or more.",
            round(others_lose), move=position.vertex(point)), is_good=True)

    def _approve(self, node: Node) -> None:
        """Let the opponent answer a move."""
        self._approved.add(node.id)
        self._checked = None
        if self.lesson is not None and not self.lesson.is_good:
            self.lesson = None
        self._opponent.consider()
        self.changed.emit()

    def _on_answer(self, outcome: Outcome) -> None:
        node = self._checked
        if node is None:
            return  # The board was searched that the user thinks about.
        if isinstance(outcome, Judgement):
            self._weigh(node, outcome)
        elif isinstance(outcome, Comparison) and outcome.loss >= self.bound:
            self.stopped += 1
            self.lesson = TeachingLesson(outcome.move.move, why_words(outcome), why=outcome)
            self.changed.emit()
            self.wanted.emit()
        elif isinstance(outcome, Comparison | Failure):
            # A failure was told; the game goes on without a word.
            self._approve(node)

    def _on_end(self) -> None:
        """Tell the game's story, once."""
        self._search.stop()
        self._checked = None
        if not self._has_ended:
            self._has_ended, self.lesson = True, None
            if self._review.game.move_number(self._review.node) >= _LEAST_MOVES_TOLD:
                self._teller.begin()

    def _forget(self) -> None:
        self._checked = self.lesson = None


def on_board(bound: float, position: Position) -> float:
    """Return a bound for 19 lines as it is on another board, where less is at stake."""
    return bound * stakes_on(position.columns, position.rows)


def bound_words(bound: float) -> Message:
    """Return from which loss on a move is stopped, in words."""
    return message("A move that loses {points:g} points or more is stopped, with the reason; you "
                   "take it back or play it all the same.", points=bound)

