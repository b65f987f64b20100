"""Losses that a review may tell of and make cards of: those that hold when they are searched again.

A mistake found as the difference of two looks is mostly the noise of two looks. Of many that seem
to be some, those few are told that three independent things say:

- the policy: a strong player plays another move many times as often; or the loss is twice what
  leads are off by,
- a search of the board, and both futures searched equally far: the other move is better, by more
  than the error expected of a lead, and the loss does not shrink as they are read further (of
  several moves that are as good all count for the one that is named),
- the game: a part of what was lost is still lost in the positions that came of it; or it was lost
  in the very next one, and won back since the other side did not see it either.

What the game says was lost at once, or won by the answer to it, is held against more moves: against
two that a search likes, and the answer's own point. There the size of the loss alone tells.

The policy sorts small losses best: the network has learnt which moves are played far better than
what groups are worth. But where a large fight is decided it often knows no better than the players
did, and a search does. Figures are in docs/reader.md.
"""

from collections.abc import Container, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.judging.future import Future, futures, loss_of
from irgo_app.judging.judgement import Judge, Judgement
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.why import explained, may_replace, why
from irgo_app.review.game_line import GameLine

LEAST: Final = 2.0
"""A move that seems to lose fewer points is not looked at again. Points are of 19 lines: on a
smaller board fewer count as many."""


class LossThresholds(Struct, frozen=True):
    """When a loss is told that a quick judge sees; points are of 19 lines, visits positions read.

    The defaults were measured for irgo's own network, whose looks differ by several points.

    most_suspects -- moves looked at again, those that seem to have lost most
    first_suspects -- how many of them make a first list
    """

    least_points: float = LEAST
    most_suspects: int = 48
    first_suspects: int = 8

    # A move that may be a mistake is searched three times, each time further.
    glance_visits: int = 15
    first_visits: int = 60
    told_visits: int = 180
    visits_without_policy: int = 120

    # Losses of 15 points or more are off by a third after short searches: they are read on with
    # 240 visits, and with 720 where they shrink; half of what they seemed then has to remain.
    large_loss_points: float = 15.0
    large_loss_visits: int = 240
    shrinking_visits: int = 720
    shrinking_part: float = 0.5

    # A smaller loss that shrinks below this part of itself may shrink further.
    lasting_search_part: float = 0.9
    # A loss is at least this part of what leads are off by.
    sure_part: float = 0.9

    # The policy holds another move for so many times as likely: at one look, and evenly.
    policy_ratio_at_a_look: float = 4.0
    policy_ratio: float = 10.0
    # The other move is first in searches that spend this share on it, and on moves as good.
    search_share: float = 0.7
    glance_share: float = 0.5
    alike_points: float = 1.5

    # Without the policy the size tells: so many times what leads are off by, and so many points.
    size_ratio: float = 2.0
    size_points: float = 4.0
    # Where leads are off by more points nobody knows yet what is at stake: the ratio is larger.
    open_margin_points: float = 8.0
    open_size_ratio: float = 3.0
    # At a glance this part of it is enough.
    glance_part: float = 0.7

    # A loss shows in so many positions after the move, by this part of it,
    after_positions: int = 4
    lasting_part: float = 0.2
    # or in the next one alone, by this part, where searches spend this share on the other move.
    fall_part: float = 0.5
    fall_share: float = 0.8
    fall_points: float = 7.0

    # A move may be told by size alone if its answer wins so many points, or the lead falls by so
    # many; so many moves that a search likes are held against it then.
    answer_points: float = 8.0
    fallen_points: float = 10.0
    rivals: int = 2

    def on_board(self, stakes: float) -> "LossThresholds":
        """Return the same with all points as they count on a board; stakes -- see `stakes_on`."""
        return replace(self, **{
            name: stakes * getattr(self, name) for name in (
                "least_points", "large_loss_points", "alike_points", "size_points", "fall_points",
                "answer_points", "fallen_points")})


OWN_NETWORK: Final = LossThresholds()


class SuspectMove(Struct, frozen=True):
    """A move that seems to have lost points.

    index -- of the move, from 0
    instead -- the move that a strong player is so much likelier to play there; None if there is
    none, or the judge knows no policy
    by_policy -- whether it knows one
    """

    index: int
    played: Point
    instead: Point | None
    by_policy: bool = True

    @property
    def place(self) -> Point:
        """Return where there was something to play."""
        return self.played if self.instead is None else self.instead


class _Preferred(Struct, frozen=True):
    """A move that a search prefers, all that are as good, and which share of itself it spends on
    them."""

    point: Point
    alike: frozenset[Point]
    share: float


class Losses:
    """The moves of a game that may have lost points, looked at again by a judge.

    Each is held against the move that a strong player plays there, or a search finds, both futures
    searched equally far. All methods raise EngineError and CalledOffError.
    """

    def __init__(
        self, line: GameLine, judged: Sequence[Judgement], judge: Judge,
        cancel: CancelFlag | None = None, limits: LossThresholds = OWN_NETWORK,
    ) -> None:
        self._line, self._judged, self._judge, self._cancel = line, judged, judge, cancel
        self._limits = limits.on_board(line.stakes)

    def seeming(self, among: Container[int] | None = None) -> list[SuspectMove]:
        """Return the moves to look at again, those that seem to have lost most first.

        among -- the indices of the moves that are asked about, None for all
        """
        limits, line = self._limits, self._line
        largest = sorted(
            ((lost, index) for index in range(len(line.moves)) if (among is None or index in among)
             and (lost := self._seems_lost(index)) >= limits.least_points
             and may_be_judged(line, index)),
            reverse=True)
        pool = ThreadPoolExecutor(self._judge.at_once)
        try:
            found = pool.map(lambda each: self._seeming(*each), largest)
            return list(islice(filter(None, found), limits.most_suspects))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _seeming(self, lost: float, index: int) -> SuspectMove | None:
        """Return a move if the policy speaks against it, or it seems to have lost much."""
        limits = self._limits
        played, instead = self._line.moves[index][1], None
        # The first look is known from the search of the game, and enough for most moves.
        for times, is_quick in (
                (limits.policy_ratio_at_a_look, True), (limits.policy_ratio, False)):
            likely = self._judge.policy(self._line.positions[index], is_quick=is_quick)
            if not likely:
                return SuspectMove(index, played, None, by_policy=False)
            instead = _likeliest(likely)
            if instead == PASS or likely[instead] < times * likely[played]:
                return SuspectMove(index, played, None) if lost >= limits.size_points else None
        return SuspectMove(index, played, instead)

    def told(self, seeming: SuspectMove) -> Comparison | None:
        """Return why a move lost points if that holds when it is searched again."""
        limits = self._limits
        judge, index, cancel = self._judge, seeming.index, self._cancel
        position = self._line.positions[index]
        # Than a pass in the middle of a game many a move is better: none need be preferred.
        if not seeming.by_policy or seeming.played == PASS:
            found = why(position, seeming.played, judge, visits=limits.visits_without_policy,
                        cancel=cancel)
            return found if self._lasts(index, found.loss) else None
        return self._told_of_best(seeming) or self._told_by_size(seeming)

    def _told_of_best(self, seeming: SuspectMove) -> Comparison | None:
        """Return why a move lost points against the one that searches surely find best."""
        limits = self._limits
        judge, index, cancel = self._judge, seeming.index, self._cancel
        position = self._line.positions[index]
        glance = self._preferred(seeming, limits.glance_visits, limits.glance_share)
        first = None if glance is None else self._preferred(
            seeming, limits.first_visits, limits.search_share)
        if glance is None or first is None or first.point not in glance.alike:
            return None
        instead, share = first.point, min(first.share, glance.share)
        ahead = futures(position, (seeming.played, instead), judge, limits.first_visits, cancel)
        at_first = loss_of(position, *ahead)
        lasts = self._lasts(index, at_first)
        by_size = not lasts or instead != seeming.instead
        sure, least = (limits.size_ratio, limits.size_points) if by_size else (
            limits.sure_part, limits.least_points)
        # What would not be told of a loss a little smaller need not be searched on.
        is_large, margin = at_first >= limits.large_loss_points, _margin(*ahead)
        part = limits.shrinking_part if is_large else limits.lasting_search_part
        if at_first < max(least, sure * margin) or (
                by_size and margin > limits.open_margin_points) \
                or not self._shows(index, part * at_first, share):
            return None
        visits = limits.large_loss_visits if is_large else (
            limits.visits_without_policy if by_size else limits.told_visits)
        move, better = self._futures(seeming, instead, visits, at_first)
        loss, margin = loss_of(position, move, better), _margin(move, better)
        if loss < max(least, part * at_first, sure * margin) or (
                by_size and margin > limits.open_margin_points) \
                or not self._shows(index, loss, share):
            return None
        return explained(position, move, better, judge.name, move.visits + better.visits, cancel)

    def _futures(
        self, seeming: SuspectMove, instead: Point, visits: int, at_first: float
    ) -> tuple[Future, Future]:
        """Return what follows a move and the other one; farther where a large loss shrinks."""
        limits = self._limits
        position, both = self._line.positions[seeming.index], (seeming.played, instead)
        move, better = futures(position, both, self._judge, visits, self._cancel)
        shrinks = loss_of(position, move, better) < limits.lasting_search_part * at_first
        if visits == limits.large_loss_visits and shrinks:
            move, better = futures(
                position, both, self._judge, limits.shrinking_visits, self._cancel)
        return move, better

    def _told_by_size(self, seeming: SuspectMove) -> Comparison | None:
        """Return why a move lost much, by the game, though searches prefer no one other move.

        Two moves that a search likes are held against it, and the other side's best answer: where
        that wins much the point is often one's own best, too, and no search from here sees it.
        """
        limits = self._limits
        judge, index, cancel = self._judge, seeming.index, self._cancel
        position, answer = self._line.positions[index], self._winning_answer(index)
        if answer is None and self._fell(index) < limits.fallen_points:
            return None
        answer = self._expected_answer(index) if answer is None else answer
        tried = judge.search(position, position.to_play, None, limits.first_visits, cancel).moves
        liked = [move.point for move in tried if move.point not in (PASS, seeming.played)]
        rivals = dict.fromkeys(([] if answer is None else [answer]) + liked[:limits.rivals])
        if not rivals:
            return None
        for visits, part in (
                (limits.glance_visits, limits.glance_part), (limits.first_visits, 1.0)):
            move, *others = futures(position, (seeming.played, *rivals), judge, visits, cancel)
            better = max(others, key=lambda future: position.to_play * future.lead)
            if not self._is_large(position, move, better, part):
                return None
        move, better = futures(
            position, (seeming.played, better.move), judge, limits.large_loss_visits, cancel)
        return explained(position, move, better, judge.name, move.visits + better.visits, cancel) \
            if self._is_large(position, move, better) else None

    def _winning_answer(self, index: int) -> Point | None:
        """Return where the other side won much with its next move, if that could be played at once.
        """
        limits = self._limits
        position, played = self._line.positions[index], self._line.moves[index][1]
        answers = self._line.moves[index + 1:index + 2]
        if not answers or answers[0][0] == position.to_play:
            return None
        (other, answer), after = answers[0], self._judged[index + 1:index + 3]
        won = min(other * (after[1].lead - after[0].lead), self._lasting(index))
        is_large = won >= limits.answer_points
        return answer if is_large and may_replace(position, played, answer) else None

    def _expected_answer(self, index: int) -> Point | None:
        """Return where the other side is expected to answer, if that could be played at once."""
        position, played = self._line.positions[index], self._line.moves[index][1]
        answer = self._judged[index + 1].best
        return answer if answer is not None and may_replace(position, played, answer) else None

    def _is_large(
        self, position: Position, move: Future, better: Future, part: float = 1.0
    ) -> bool:
        """Return whether a move loses so much that its size alone tells, or such a part of that.

        Where nobody knows yet what is at stake it has to be more times what leads are off by.
        """
        limits = self._limits
        margin = _margin(move, better)
        return loss_of(position, move, better) >= part * max(
            limits.answer_points, margin * (
                limits.size_ratio if margin <= limits.open_margin_points
                else limits.open_size_ratio))

    def _preferred(
        self, seeming: SuspectMove, visits: int, share: float
    ) -> _Preferred | None:
        """Return another move that a search surely finds better than the one played.

        share -- of itself that it spends on the move that the policy prefers; any other needs more
        """
        limits = self._limits
        position = self._line.positions[seeming.index]
        tried = self._judge.search(position, position.to_play, None,
                                   visits, self._cancel).moves
        if not tried or tried[0].point in (PASS, seeming.played):
            return None
        first = tried[0]
        alike = [move for move in tried if move.point not in (PASS, seeming.played)
                 and position.to_play * (first.lead - move.lead) <= limits.alike_points]
        found = sum(move.visits for move in alike) / max(1, sum(move.visits for move in tried))
        needed = share if first.point == seeming.instead else limits.search_share
        return _Preferred(first.point, frozenset(move.point for move in alike), found) \
            if found >= needed else None

    def _seems_lost(self, index: int) -> float:
        """Return what a move seems to have lost: for good, or until the other side's next move."""
        limits = self._limits
        fell = self._fell(index)
        return max(self._lasting(index), fell if fell >= limits.fall_points else 0.0)

    def _fell(self, index: int) -> float:
        before, after = self._judged[index:index + 2]
        return self._line.moves[index][0] * (before.lead - after.lead)

    def _shows(self, index: int, loss: float, share: float) -> bool:
        """Return whether the game shows a loss: for some moves, or in the next position alone.

        share -- that searches spend on the other move: so much has to make up for what did not last
        """
        limits = self._limits
        return self._lasts(index, loss) or (
            share >= limits.fall_share and self._fell(index) >= max(
                limits.fall_points, limits.fall_part * loss))

    def _lasts(self, index: int, loss: float) -> bool:
        """Return whether a loss is one worth telling that the game shows afterwards."""
        limits = self._limits
        return loss >= limits.least_points and self._lasting(index) >= limits.lasting_part * loss

    def _lasting(self, index: int) -> float:
        """Return what a move lost as the stretch of the game round it says."""
        limits = self._limits
        judged = self._judged
        before = [judged[at].lead for at in range(max(0, index - 1), index + 1)]
        last = min(index + limits.after_positions, len(judged) - 1)
        after = [judged[at].lead for at in range(index + 1, last + 1)]
        return self._line.moves[index][0] * (sum(before) / len(before) - sum(after) / len(after))


def may_be_judged(line: GameLine, index: int) -> bool:
    """Return whether a move may be a mistake; index -- from 0.

    Nobody can judge one against the rules, which records hold; and who passes before his first
    stone gives a handicap.
    """
    colour, point = line.moves[index]
    if point == PASS:
        return colour in map(line.positions[index].colour_at, range(line.columns * line.rows))
    return why_illegal(line.positions[index], colour, point) is None


def _margin(move: Future, instead: Future) -> float:
    """Return what the leads that a loss is the difference of may be off by, in points."""
    return (move.margin + instead.margin) / 2


def _likeliest(policy: Sequence[float]) -> Point:
    found = max(range(len(policy)), key=policy.__getitem__)
    return PASS if found == len(policy) - 1 else found
