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

from collections.abc import Callable, Container, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import why_illegal
from irgo_app.judging.judgement import Judge, Judgement, Tell, all_asked, positions_for
from irgo_app.meaning.reasons import Future, futures, loss_of
from irgo_app.meaning.why import Why, explained, may_replace, why
from irgo_app.review.game_line import GameLine

VISITS: Final = 180
"""How far both futures of a told mistake are searched; of a small one further tells no more."""
_BY_NO_POLICY: Final = 120
"""How far they are where no policy speaks against the move: it is its loss that tells."""
_FROM: Final = 15.0
"""Of losses from so many points on short searches tell a third too much or too little:"""
_FAR: Final = 240
"""both futures are searched so far,"""
_FARTHEST: Final = 720
"""and so far where the loss shrinks,"""
_STILL: Final = 0.5
"""of which then so much has to be left."""
_AT_FIRST: Final = 60
"""How far a move that may be a mistake and the futures of it are searched first,"""
_AT_A_GLANCE: Final = 15
"""after so short a search, which tells most moves that are none."""
_STAYS: Final = 0.9
"""What shrinks below this part of itself thereby may shrink further, and is not told."""
_SURE: Final = 0.9
"""Nor is a loss that is not so large a part of what leads are off by."""
LEAST: Final = 2.0
"""A move that seems to lose fewer points is not looked at again. Points are of 19 lines: on a
smaller board fewer count as many."""
_MOST: Final = 48
"""So many moves are looked at again, those that seem to have lost most."""
_FIRST: Final = 8
"""So many of them make a first list."""
_TIMES_AT_A_LOOK: Final = 4.0
"""A move is no mistake if at one look no other one is held for so many times as likely."""
_TIMES: Final = 10.0
"""A mistake is told where the policy holds another move for so many times as likely,"""
_PREFERRED: Final = 0.7
"""which is also first in searches that spend so much of themselves on it,"""
_PREFERRED_AT_A_GLANCE: Final = 0.5
"""and so much where they are short;"""
_BY_SIZE: Final = 2.0
"""or where the loss is so many times what leads are off by,"""
_LARGE: Final = 4.0
"""and so many points, which it also seemed to be; a short search then is as sure as a long one;"""
_KNOWN: Final = 8.0
"""but where leads are off by more than this nobody knows yet what is at stake;"""
_BY_FAR: Final = 3.0
"""there a loss that its size alone tells is so many times that."""
_NEARLY: Final = 0.7
"""At a glance it has to be so large a part of all this."""
_ALIKE: Final = 1.5
"""Moves that a search holds for as good as its first, within so many points, count with it."""
_AFTER: Final = 4
"""A loss shows in so many positions after the move,"""
_LASTS: Final = 0.2
"""by so much of it;"""
_FALLS: Final = 0.5
"""or by so much of it in the next one, where both searches are so sure of the other move:"""
_SURELY: Final = 0.8
_FALL: Final = 7.0
"""Of a move after which the lead falls by fewer points that is not asked."""
_WON: Final = 8.0
"""A move may be told by size alone if its answer wins so many points, and it loses as many,"""
_FALLEN: Final = 10.0
"""or if the lead falls by so many with it;"""
_RIVALS: Final = 2
"""so many moves that a search likes are held against it, beside the answer's point."""


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
        cancel: CancelFlag | None = None,
    ) -> None:
        self._line, self._judged, self._judge, self._cancel = line, judged, judge, cancel
        self._least, self._large, self._fall, self._won, self._fallen, self._from, self._alike = (
            line.stakes * points
            for points in (LEAST, _LARGE, _FALL, _WON, _FALLEN, _FROM, _ALIKE))

    def seeming(self, among: Container[int] | None = None) -> list[SuspectMove]:
        """Return the moves to look at again, those that seem to have lost most first.

        among -- the indices of the moves that are asked about, None for all
        """
        line = self._line
        largest = sorted(
            ((lost, index) for index in range(len(line.moves)) if (among is None or index in among)
             and (lost := self._seems_lost(index)) >= self._least and self._may_be_judged(index)),
            reverse=True)
        pool = ThreadPoolExecutor(self._judge.at_once)
        try:
            found = pool.map(lambda each: self._seeming(*each), largest)
            return list(islice(filter(None, found), _MOST))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _seeming(self, lost: float, index: int) -> SuspectMove | None:
        """Return a move if the policy speaks against it, or it seems to have lost much."""
        played, instead = self._line.moves[index][1], None
        # The first look is known from the search of the game, and enough for most moves.
        for times, is_quick in ((_TIMES_AT_A_LOOK, True), (_TIMES, False)):
            likely = self._judge.policy(self._line.positions[index], is_quick=is_quick)
            if not likely:
                return SuspectMove(index, played, None, by_policy=False)
            instead = _likeliest(likely)
            if instead == PASS or likely[instead] < times * likely[played]:
                return SuspectMove(index, played, None) if lost >= self._large else None
        return SuspectMove(index, played, instead)

    def told(self, seeming: SuspectMove) -> Why | None:
        """Return why a move lost points if that holds when it is searched again."""
        judge, index, cancel = self._judge, seeming.index, self._cancel
        position = self._line.positions[index]
        # Than a pass in the middle of a game many a move is better: none need be preferred.
        if not seeming.by_policy or seeming.played == PASS:
            found = why(position, seeming.played, judge,
                        visits=positions_for(judge, _BY_NO_POLICY), cancel=cancel)
            return found if self._lasts(index, found.loss) else None
        return self._told_of_best(seeming) or self._told_by_size(seeming)

    def _told_of_best(self, seeming: SuspectMove) -> Why | None:
        """Return why a move lost points against the one that searches surely find best."""
        judge, index, cancel = self._judge, seeming.index, self._cancel
        position = self._line.positions[index]
        glance = self._preferred(seeming, _AT_A_GLANCE, _PREFERRED_AT_A_GLANCE)
        first = self._preferred(seeming, _AT_FIRST, _PREFERRED) if glance is not None else None
        if glance is None or first is None or first.point not in glance.alike:
            return None
        instead, share = first.point, min(first.share, glance.share)
        ahead = futures(position, (seeming.played, instead), judge,
                        positions_for(judge, _AT_FIRST), cancel)
        at_first = loss_of(position, *ahead)
        lasts = self._lasts(index, at_first)
        by_size = not lasts or instead != seeming.instead
        sure, least = (_BY_SIZE, self._large) if by_size else (_SURE, self._least)
        # What would not be told of a loss a little smaller need not be searched on.
        part, margin = _STILL if at_first >= self._from else _STAYS, _margin(*ahead)
        if at_first < max(least, sure * margin) or (by_size and margin > _KNOWN) \
                or not self._shows(index, part * at_first, share):
            return None
        visits = positions_for(
            judge, _FAR if at_first >= self._from else _BY_NO_POLICY if by_size else VISITS)
        move, better = self._futures(seeming, instead, visits, at_first)
        loss, margin = loss_of(position, move, better), _margin(move, better)
        if loss < max(least, part * at_first, sure * margin) or (
                by_size and margin > _KNOWN) or not self._shows(index, loss, share):
            return None
        return explained(position, move, better, judge.name, move.visits + better.visits, cancel)

    def _futures(
        self, seeming: SuspectMove, instead: Point, visits: int, at_first: float
    ) -> tuple[Future, Future]:
        """Return what follows a move and the other one; farther where a large loss shrinks."""
        position, both = self._line.positions[seeming.index], (seeming.played, instead)
        move, better = futures(position, both, self._judge, visits, self._cancel)
        if at_first >= self._from and loss_of(position, move, better) < _STAYS * at_first:
            farthest = positions_for(self._judge, _FARTHEST)
            move, better = futures(position, both, self._judge, farthest, self._cancel)
        return move, better

    def _told_by_size(self, seeming: SuspectMove) -> Why | None:
        """Return why a move lost much, by the game, though searches prefer no one other move.

        Two moves that a search likes are held against it, and the other side's best answer: where
        that wins much the point is often one's own best, too, and no search from here sees it.
        """
        judge, index, cancel = self._judge, seeming.index, self._cancel
        position, answer = self._line.positions[index], self._winning_answer(index)
        if answer is None and self._fell(index) < self._fallen:
            return None
        answer = self._expected_answer(index) if answer is None else answer
        tried = judge.search(position, position.to_play, None,
                             positions_for(judge, _AT_FIRST), cancel).moves
        liked = [move.point for move in tried if move.point not in (PASS, seeming.played)]
        rivals = dict.fromkeys(([] if answer is None else [answer]) + liked[:_RIVALS])
        if not rivals:
            return None
        for visits, part in ((_AT_A_GLANCE, _NEARLY), (_AT_FIRST, 1.0)):
            move, *others = futures(position, (seeming.played, *rivals), judge,
                                    positions_for(judge, visits), cancel)
            better = max(others, key=lambda future: position.to_play * future.lead)
            if not self._is_large(position, move, better, part):
                return None
        move, better = futures(position, (seeming.played, better.move), judge,
                               positions_for(judge, _FAR), cancel)
        return explained(position, move, better, judge.name, move.visits + better.visits, cancel) \
            if self._is_large(position, move, better) else None

    def _winning_answer(self, index: int) -> Point | None:
        """Return where the other side won much with its next move, if that could be played at once.
        """
        position, played = self._line.positions[index], self._line.moves[index][1]
        answers = self._line.moves[index + 1:index + 2]
        if not answers or answers[0][0] == position.to_play:
            return None
        (other, answer), after = answers[0], self._judged[index + 1:index + 3]
        won = min(other * (after[1].lead - after[0].lead), self._lasting(index))
        return answer if won >= self._won and may_replace(position, played, answer) else None

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
        margin = _margin(move, better)
        return loss_of(position, move, better) >= part * max(
            self._won, (_BY_SIZE if margin <= _KNOWN else _BY_FAR) * margin)

    def _preferred(
        self, seeming: SuspectMove, visits: int, share: float
    ) -> _Preferred | None:
        """Return another move that a search surely finds better than the one played.

        share -- of itself that it spends on the move that the policy prefers; any other needs more
        """
        position = self._line.positions[seeming.index]
        tried = self._judge.search(position, position.to_play, None,
                                   positions_for(self._judge, visits), self._cancel).moves
        if not tried or tried[0].point in (PASS, seeming.played):
            return None
        first = tried[0]
        alike = [move for move in tried if move.point not in (PASS, seeming.played)
                 and position.to_play * (first.lead - move.lead) <= self._alike]
        found = sum(move.visits for move in alike) / max(1, sum(move.visits for move in tried))
        needed = share if first.point == seeming.instead else _PREFERRED
        return _Preferred(first.point, frozenset(move.point for move in alike), found) \
            if found >= needed else None

    def _seems_lost(self, index: int) -> float:
        """Return what a move seems to have lost: for good, or until the other side's next move."""
        fell = self._fell(index)
        return max(self._lasting(index), fell if fell >= self._fall else 0.0)

    def _fell(self, index: int) -> float:
        before, after = self._judged[index:index + 2]
        return self._line.moves[index][0] * (before.lead - after.lead)

    def _shows(self, index: int, loss: float, share: float) -> bool:
        """Return whether the game shows a loss: for some moves, or in the next position alone.

        share -- that searches spend on the other move: so much has to make up for what did not last
        """
        return self._lasts(index, loss) or (
            share >= _SURELY and self._fell(index) >= max(
                self._fall, _FALLS * loss))

    def _lasts(self, index: int, loss: float) -> bool:
        """Return whether a loss is one worth telling that the game shows afterwards."""
        return loss >= self._least and self._lasting(index) >= _LASTS * loss

    def _lasting(self, index: int) -> float:
        """Return what a move lost as the stretch of the game round it says."""
        judged = self._judged
        before = [judged[at].lead for at in range(max(0, index - 1), index + 1)]
        last = min(index + _AFTER, len(judged) - 1)
        after = [judged[at].lead for at in range(index + 1, last + 1)]
        return self._line.moves[index][0] * (sum(before) / len(before) - sum(after) / len(after))

    def _may_be_judged(self, index: int) -> bool:
        """Return whether a move may be a mistake.

        Nobody can judge one against the rules, which records hold; and who passes before his first
        stone gives a handicap.
        """
        colour, point = self._line.moves[index]
        if point == PASS:
            return colour in map(self._line.positions[index].colour_at, range(
                self._line.columns * self._line.rows))
        return why_illegal(self._line.positions[index], colour, point) is None


def verified(
    line: GameLine, judged: Sequence[Judgement], judge: Judge, tell: Tell | None = None,
    cancel: CancelFlag | None = None, look: Callable[[dict[int, Why]], None] | None = None,
) -> dict[int, Why]:
    """Return the moves of a game that surely lost points, by their numbers from 1.

    look -- told once what holds of the first few, while the others are still searched
    Raises EngineError and CalledOffError.
    """
    losses = Losses(line, judged, judge, cancel)
    wanted = losses.seeming()

    def held(found: Mapping[SuspectMove, Why | None]) -> dict[int, Why]:
        return {each.index + 1: said for each, said in found.items() if said is not None}

    def told(found: Mapping[SuspectMove, Why | None]) -> None:
        if look is not None and len(found) == min(_FIRST, len(wanted)):
            look(held(found))

    return held(all_asked(wanted, losses.told, judge.at_once, tell, told))


def _margin(move: Future, instead: Future) -> float:
    """Return what the leads that a loss is the difference of may be off by, in points."""
    return (move.margin + instead.margin) / 2


def _likeliest(policy: Sequence[float]) -> Point:
    found = max(range(len(policy)), key=policy.__getitem__)
    return PASS if found == len(policy) - 1 else found
