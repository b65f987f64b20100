"""The embedded solver: depth-first proof-number search over the region of a question; and playouts.

Ko is decided by asking twice: first without threats elsewhere, then with some for the side that
lost. If the result stays, it is final; if it turns, the group hangs on a ko. Playouts, a local
Monte-Carlo search, stand in where the solver gives up and the reader cannot lead: never exact.
"""

import time
from itertools import takewhile
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.question import (PATIENCE, Limits, Question, flag_array, signs_of_places,
                                         unconditionally_alive_stones)
from irgo_app.lifedeath.verdict import Answer, Outcome

THREATS: Final = 4
"""How many ko threats count as many."""
LONGEST_LINE: Final = 30
_TABLE_SIZE: Final = 1 << 18


class Pass(Struct, frozen=True):
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
        from irgo_app.kernels.search_state import new_stack, new_table

        local = question.local
        self.table: npt.NDArray[np.int64] = new_table(_TABLE_SIZE, local.board.shape[1])
        self._stack = new_stack(local.board, local.places.size + 1)
        self._is_enclosed = question.is_enclosed

    def answer(self, first: Colour, limits: Limits, *, is_patient: bool = False) -> Answer | None:
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

    def line(self, first: Colour, move: Point, limits: Limits) -> tuple[tuple[Colour, Point], ...]:
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


SEED: Final = 1
TREE_SIZE: Final = 300_000
_SHORT_TREE_SIZE: Final = 20_000
PROOF_VISITS: Final = 400
"""A node visited so often is given to the solver."""
PROOF_NODES: Final = 3_000
FEWEST_PLAYOUTS: Final = 3_000
KO_MARGIN: Final = 0.25
"""Ko threats that change the chances by more than this show that the group hangs on a ko."""
_LONGEST_LINE: Final = 12


def playout_answer(
    question: Question, first: Colour, limits: Limits, solver: Solver,
    cancel: CancelFlag | None = None,
) -> Answer:
    """Return what most playouts say becomes of the group if `first` moves first.

    A second search gives the side that lost ko threats elsewhere; if that turns the result by a
    wide margin, the group hangs on a ko.
    solver -- its table is used to prove parts of the tree
    """
    started = time.perf_counter()
    plain = _search(question, first, limits.playouts, (0, 0), solver, cancel)
    dies = plain.kill > 0.5
    loser = question.colour if dies else question.attacker
    other = _search(question, first, limits.playouts // 3, threats_for(loser), solver, cancel)
    is_ko = (other.kill > 0.5) != dies and abs(other.kill - plain.kill) > KO_MARGIN
    line = other.line if is_ko and loser == first else plain.line
    outcome = Outcome.KO if is_ko else Outcome.DIES if dies else Outcome.LIVES
    return Answer(first, outcome, line[0][1] if line else PASS, line, "playouts", False,
                  plain.kill, loser if is_ko else None, plain.done + other.done,
                  time.perf_counter() - started)


class ShortSearch(Struct, frozen=True):
    """What a few playouts say: how often the group dies, 0..1, and how often a move was tried.

    done -- playouts, at least 1
    """

    kill: float
    visits: dict[Point, int]
    done: int


def short_search(
    question: Question, board: npt.NDArray[np.int32], first: Colour, key: int, playouts: int,
    flag: npt.NDArray[np.int8],
) -> ShortSearch:
    """Search from a board of the question without asking the solver.

    key -- of its stones; flag -- int8 (1), not 0: stop
    """
    from irgo_app.kernels.playouts import (COUNT, DONE, FIRST, MOVE, VISITS, new_descent,
                                           search_playouts)

    descent = new_descent(board, _SHORT_TREE_SIZE, SEED)
    tree = descent.tree
    search_playouts(
        board, question.local.around, question.local.places, first, question.attacker, key,
        signs_of_places(), playouts, playouts, playouts + 1, flag, descent)
    children = range(tree[FIRST, 0], tree[FIRST, 0] + tree[COUNT, 0])
    moves = [abs(int(tree[MOVE, child])) for child in children]
    visits = {question.local.points[move] if move else PASS: int(tree[VISITS, child])
              for move, child in zip(moves, children, strict=True) if tree[VISITS, child]}
    return ShortSearch(_best_line(question, tree, first)[1], visits, max(1, int(descent.at[DONE])))


class _Search(Struct, frozen=True):
    """What one search found: the best line, how often the group dies in it, and its playouts."""

    line: tuple[tuple[Colour, Point], ...]
    kill: float
    done: int


def _search(
    question: Question, first: Colour, playouts: int, threats: tuple[int, int], solver: Solver,
    cancel: CancelFlag | None,
) -> _Search:
    from irgo_app.kernels.playouts import (BOARD_KEY, COLOUR, DEPTH, DONE, PROVED, new_descent,
                                           search_playouts)

    local, board, flag = question.local, question.board_for(first, threats), flag_array(cancel)
    descent = new_descent(board, TREE_SIZE, SEED)
    at, tree = descent.at, descent.tree
    while not search_playouts(
            board, local.around, local.places, first, question.attacker, local.key,
            signs_of_places(), min(FEWEST_PLAYOUTS, playouts), playouts, PROOF_VISITS, flag,
            descent):
        colour = int(at[COLOUR])
        found = solver.solve(descent.board, colour, int(at[BOARD_KEY]), PROOF_NODES, flag).result
        attackers = found if colour == question.attacker else -found
        tree[PROVED, descent.path[at[DEPTH]]] = attackers
    line, kill = _best_line(question, tree, first)
    return _Search(line, kill, int(at[DONE]))


def _best_line(
    question: Question, tree: npt.NDArray[np.int32], first: Colour
) -> tuple[tuple[tuple[Colour, Point], ...], float]:
    """Return the moves most looked at, and how often the group dies after the first of them."""
    from irgo_app.kernels.playouts import COUNT, FIRST, KILLS, MOVE, PROVED, VISITS

    node, colour, line, kill = 0, first, list[tuple[Colour, Point]](), 0.0
    while tree[COUNT, node] and len(line) < _LONGEST_LINE:
        children = range(tree[FIRST, node], tree[FIRST, node] + tree[COUNT, node])
        win = 1 if colour == question.attacker else -1
        best = max(children, key=lambda child: (tree[PROVED, child] * win, tree[VISITS, child]))
        if not line:
            proved = tree[PROVED, best]
            # By Laplace's rule: only a proof gives 0 or 1.
            kill = ((tree[KILLS, best] + 1) / (tree[VISITS, best] + 2) if proved == 0
                    else float(proved > 0))
        if line and tree[VISITS, best] < 20 and tree[PROVED, best] == 0:
            break
        place = abs(int(tree[MOVE, best]))
        line.append((colour, question.local.points[place] if place else PASS))
        node, colour = best, -colour
    return tuple(line), float(kill)


def warm_up_lifedeath() -> None:
    """Ask one small question, which the solver answers with a line of play, by every method."""
    position = Position.from_diagram(["OX...XO", "OXXXXXO", "OOOOOOO", "......."])
    unconditionally_alive_stones(position)
    question = Question(position, [1])
    solver = Solver(question)
    limits = Limits(1000, 1000, 10)
    solver.answer(BLACK, limits)
    playout_answer(question, BLACK, limits, solver)
