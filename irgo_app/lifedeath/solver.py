"""The embedded solver: depth-first proof-number search over the region of a question.

Ko is decided by asking twice: first without threats elsewhere, then with some for the side that
lost. If the result stays, it is final; if it turns, the group hangs on a ko.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.lifedeath.question import PATIENCE, Limits, Question, flag_array
from irgo_app.lifedeath.region import signs_of_places
from irgo_app.lifedeath.verdict import Answer, Outcome

THREATS: Final = 4
"""How many ko threats count as many."""
LONGEST_LINE: Final = 30
_TABLE_SIZE: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class Pass:
    """What one search found: 1 the side to move wins, -1 it loses, 0 unknown.

    too_deep -- the group was only held to live because the search went no deeper
    """

    result: int
    move: Point
    nodes: int
    too_deep: bool


class Solver:
    """Answers questions about one group; what it learns for one it keeps for the next.

    question -- the group; cancel -- read while it works
    """

    def __init__(self, question: Question, cancel: CancelFlag | None = None) -> None:
        self._question = question
        self._cancel = flag_array(cancel)
        from irgo_app.kernels.proof_table import new_table
        from irgo_app.kernels.search_stack import new_stack

        local = question.local
        self.table: npt.NDArray[np.int64] = new_table(
            _TABLE_SIZE, local.board.shape[1])
        self._stack = new_stack(local.board, local.places.size + 1)
        self._is_enclosed = question.is_enclosed

    def answer(
        self, first: Colour, limits: Limits, *, is_patient: bool = False
    ) -> Answer | None:
        """Return what becomes of the group if `first` moves first, None if it is too hard."""
        started, nodes = time.perf_counter(), self._question.nodes_of(limits)
        patient = max(nodes, PATIENCE * limits.nodes)
        if is_patient:
            nodes = patient
        plain = self.search(first, nodes, (0, 0))
        if plain.result == 0:
            return None
        loser = -first if plain.result > 0 else first
        threatened = self.search(first, patient, threats_for(loser))
        is_ko = threatened.result not in (0, plain.result)
        wins = first if plain.result > 0 else -first
        move = self._ko_move(first, loser, plain, threatened, patient) if is_ko else plain.move
        if is_ko:
            outcome = Outcome.KO
        elif wins == self._question.attacker:
            outcome = Outcome.DIES
        else:
            outcome = Outcome.LIVES
        if plain.result > 0 and threatened.result > 0:
            move = threatened.move
        is_exact = self._is_enclosed and threatened.result != 0 and not (
            plain.too_deep or threatened.too_deep)
        kill = 1.0 if wins == self._question.attacker else 0.0
        return Answer(
            first, outcome, move, self.line(first, move, limits), "solver", is_exact, kill,
            loser if is_ko else None, plain.nodes + threatened.nodes,
            time.perf_counter() - started)

    def _ko_move(
        self, first: Colour, loser: Colour, plain: Pass, threatened: Pass, nodes: int
    ) -> Point:
        """Return the best first move in a ko.

        It is the one with which `first` wins though the other side has most threats, or with the
        fewest of his own.

        loser -- who needs threats
        """
        passes = (self.search(first, nodes, threats_for(loser, count))
                  for count in range(1, THREATS))
        if loser == first:
            return next((found.move for found in passes if found.result > 0), threatened.move)
        *_, last = plain, *takewhile(lambda found: found.result > 0, passes)
        return last.move

    def search(self, first: Colour, nodes: int, threats: tuple[int, int]) -> Pass:
        """Search with ko threats for White and Black."""
        board = self._question.board_for(first, threats)
        return self.solve(board, first, self._question.local.key, nodes)

    def solve(
        self, board: npt.NDArray[np.int32], first: Colour, key: int, nodes: int,
        cancel: npt.NDArray[np.int8] | None = None,
    ) -> Pass:
        """Search from a board of the question; key -- of its stones.

        cancel -- what to look at in place of the solver's own flag
        """
        from irgo_app.kernels.search import MOVE, NODES, TOO_DEEP, solve

        local, out = self._question.local, np.zeros(3, np.int64)
        result = solve(board, local.around, local.places, first, self._question.attacker, key,
                       signs_of_places(), self.table, self._stack, nodes,
                       self._cancel if cancel is None else cancel, out)
        move = local.points[out[MOVE]] if out[MOVE] else PASS
        return Pass(int(result), move, int(out[NODES]), bool(out[TOO_DEEP]))

    def wins_by(self, first: Colour, move: Point, limits: Limits) -> bool:
        """Return whether `first` is proved to win with a move, whoever has ko threats."""
        from irgo_app.kernels.chains import play

        local = self._question.local
        place = local.points.index(move)
        for threats in ((0, 0), threats_for(-first)):
            board = self._question.board_for(first, threats)
            key = local.key ^ int(play(board, local.around, place, first, signs_of_places()))
            found = self.solve(board, -first, key, limits.nodes)
            if found.result >= 0 or found.too_deep:
                return False
        return True

    def line(
        self, first: Colour, move: Point, limits: Limits
    ) -> tuple[tuple[Colour, Point], ...]:
        """Return a line of best play that begins with a move; searches with what is in the table.

        The side that loses plays the move that was hardest to refute.
        """
        from irgo_app.kernels.chains import KO, META, QUORUM, SAVED, TARGETS, play

        local, board = self._question.local, self._question.board_for(first, (0, 0))
        place_of = {point: place for place, point in enumerate(local.points)}
        key, colour, line = local.key, first, list[tuple[Colour, Point]]()
        while len(line) < LONGEST_LINE:
            line.append((colour, move))
            if move == PASS:
                board[META, KO] = 0
            else:
                key ^= int(play(board, local.around, place_of[move], colour, signs_of_places()))
            meta = board[META]
            if meta[TARGETS] < meta[QUORUM] or meta[SAVED] >= meta[QUORUM] or (
                    len(line) > 1 and line[-1][1] == line[-2][1] == PASS):
                break
            colour = -colour
            found = self.solve(board, colour, key, limits.nodes // 4)
            if found.result == 0 or self._cancel[0]:
                break
            move = found.move
            if move == PASS and found.result < 0:
                break
        while line and line[-1][1] == PASS and len(line) > 1:
            line.pop()
        return tuple(line)


def threats_for(colour: Colour, count: int = THREATS) -> tuple[int, int]:
    """Return the ko threats of White and Black if only one side has them."""
    return (0, count) if colour == BLACK else (count, 0)
