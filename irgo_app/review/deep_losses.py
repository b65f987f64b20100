"""Losses as a deep network sees them: one look at each position, and a short search where it turns.

Two looks of such a network differ by a point, so a loss of a few points is seen at once. A short
search of the board names the better move, and both futures, searched equally far, say what it was
worth. None of the bounds that keep the noise of a quick network out gains anything here.
"""

from collections.abc import Container, Sequence
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Point
from irgo_app.judging.future import futures, loss_of
from irgo_app.judging.judgement import Judge, Judgement
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.why import explained, may_replace
from irgo_app.review.game_line import GameLine
from irgo_app.review.lessons import GAP_MOVES, is_near
from irgo_app.review.losses import SuspectMove, may_be_judged


class DeepThresholds(Struct, frozen=True):
    """When a loss is told that a deep network sees; points are of 19 lines, visits positions read.

    suspect_points -- a move that seems to lose fewer between two looks is not read again
    least_points -- nor is one told that loses fewer between its two futures
    most_suspects -- moves read again, those that seem to have lost most
    first_suspects -- how many of them make a first list
    board_visits -- of the search that names the better move
    future_visits -- of each of the futures that are compared
    rivals -- moves that the search likes best and that are compared with the one played
    """

    suspect_points: float = 2.5
    least_points: float = 2.0
    most_suspects: int = 24
    first_suspects: int = 6
    board_visits: int = 16
    future_visits: int = 12
    rivals: int = 1


DEEP_NETWORK: Final = DeepThresholds()


class DeepLosses:
    """The moves of a game that may have lost points, read again by a deep network.

    As `Losses`; all methods raise EngineError and CalledOffError.
    """

    def __init__(
        self, line: GameLine, judged: Sequence[Judgement], judge: Judge,
        cancel: CancelFlag | None = None, limits: DeepThresholds = DEEP_NETWORK,
    ) -> None:
        self._line, self._judged, self._judge, self._cancel = line, judged, judge, cancel
        self._limits = limits

    def seeming(self, among: Container[int] | None = None) -> list[SuspectMove]:
        """Return the moves to read again, those that seem to have lost most first.

        Of moves that leave the same point one after the other the one that lost most is read.
        among -- the indices of the moves that are asked about, None for all
        """
        line, limits = self._line, self._limits
        fell = {index: lost for index in range(len(line.moves))
                if (among is None or index in among)
                and (lost := self.fell(index)) >= limits.suspect_points * line.stakes
                and may_be_judged(line, index)}
        found = list[SuspectMove]()
        for index in sorted(fell, key=lambda index: (-fell[index], index)):
            if len(found) == limits.most_suspects:
                break
            best = self.likeliest(index)
            if not any(is_near(best, other.instead, line) and self._is_one_stretch(
                    index, other.index, best) for other in found):
                found.append(SuspectMove(index, line.moves[index][1], best))
        return found

    def told(self, seeming: SuspectMove) -> Comparison | None:
        """Return why a move lost points if it does when both futures are read."""
        judge, limits, cancel = self._judge, self._limits, self._cancel
        position = self._line.positions[seeming.index]
        tried = judge.search(position, position.to_play, None, limits.board_visits, cancel).moves
        rivals = [move.point for move in tried
                  if move.point not in (PASS, seeming.played)][:limits.rivals]
        following = self._line.moves[seeming.index + 1:seeming.index + 2]
        # The point of the answer is often one's own best.
        rivals += [point for colour, point in following if colour != position.to_play
                   and may_replace(position, seeming.played, point)]
        if not rivals:
            return None
        move, *others = futures(position, (seeming.played, *dict.fromkeys(rivals)), judge,
                                limits.future_visits, cancel)
        better = max(others, key=lambda future: position.to_play * future.lead)
        if loss_of(position, move, better) < limits.least_points * self._line.stakes:
            return None
        return explained(position, move, better, judge.name, move.visits + better.visits, cancel)

    def repeated(self, whys: dict[int, Comparison]) -> dict[int, Point]:
        """Return moves that left a point which a told one left, too, with that point.

        whys -- the moves that are told, by their numbers, as the keys of what is returned are
        """
        line, found = self._line, dict[int, Point]()
        for number in range(1, len(line.moves) + 1):
            if number in whys or self.fell(number - 1) < self._limits.suspect_points * line.stakes:
                continue
            best = self.likeliest(number - 1)
            if best is not None and best != line.moves[number - 1][1] and any(
                    is_near(best, why.instead.move, line)
                    and self._is_one_stretch(number - 1, other - 1, why.instead.move)
                    for other, why in whys.items()):
                found[number] = best
        return found

    def fell(self, index: int) -> float:
        """Return what a move seems to have lost: two looks, before and after it."""
        before, after = self._judged[index:index + 2]
        return self._line.moves[index][0] * (before.lead - after.lead)

    def likeliest(self, index: int) -> Point | None:
        """Return the likeliest move on the board before a move; None for a pass."""
        likely = self._judge.policy(self._line.positions[index], is_quick=True)
        best = max(range(len(likely)), key=likely.__getitem__, default=len(likely) - 1)
        return None if best == len(likely) - 1 else best

    def _is_one_stretch(self, one: int, other: int, point: Point | None) -> bool:
        """Return whether nobody plays at a point between two moves, for as long as that may be.

        Longer than between two misses of a lesson: what lies between them may be misses, too.
        """
        first, last = sorted((one, other))
        return last - first <= 4 * GAP_MOVES * self._line.stakes and not any(
            at == point for _, at in self._line.moves[first:last])
