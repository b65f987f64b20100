"""Local Monte-Carlo search, where the solver gives up and the reader cannot lead: never exact."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.lifedeath.question import Limits, Question, flag_array
from irgo_app.lifedeath.region import signs_of_places
from irgo_app.lifedeath.solver import Solver, threats_for
from irgo_app.lifedeath.verdict import Answer, Outcome

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


@dataclass(frozen=True, slots=True)
class ShortSearch:
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
    from irgo_app.kernels.playout_search import new_descent, search_playouts
    from irgo_app.kernels.playout_tree import COUNT, DONE, FIRST, MOVE, VISITS

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


@dataclass(frozen=True, slots=True)
class _Search:
    """What one search found: the best line, how often the group dies in it, and its playouts."""

    line: tuple[tuple[Colour, Point], ...]
    kill: float
    done: int


def _search(
    question: Question, first: Colour, playouts: int, threats: tuple[int, int], solver: Solver,
    cancel: CancelFlag | None,
) -> _Search:
    """Search with ko threats for White and Black."""
    from irgo_app.kernels.playout_search import new_descent, search_playouts
    from irgo_app.kernels.playout_tree import BOARD_KEY, COLOUR, DEPTH, DONE, PROVED

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
    from irgo_app.kernels.playout_tree import COUNT, FIRST, KILLS, MOVE, PROVED, VISITS

    node, colour, line, kill = 0, first, list[tuple[Colour, Point]](), 0.0
    while tree[COUNT, node] and len(line) < _LONGEST_LINE:
        children = range(tree[FIRST, node], tree[FIRST, node] + tree[COUNT, node])
        win = 1 if colour == question.attacker else -1
        best = max(children, key=lambda child: (
            tree[PROVED, child] * win, tree[VISITS, child]))
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
