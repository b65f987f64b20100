"""The built-in answer where the solver gives up: a local Monte-Carlo search, never exact."""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.lifedeath.question import CancelFlag, Limits, Question, flag_array
from irgo_app.lifedeath.region import signs_of_places
from irgo_app.lifedeath.solver import Solver
from irgo_app.lifedeath.verdict import Answer, Outcome

SEED: Final = 1
TREE_SIZE: Final = 300_000
PROOF_VISITS: Final = 40
"""A node visited so often is given to the solver."""
PROOF_NODES: Final = 1_000
DOUBT: Final = 0.0
"""A chance so near to one half is no answer."""
_LONGEST_LINE: Final = 12


def playout_answer(
    question: Question, first: Colour, limits: Limits, solver: Solver,
    cancel: CancelFlag | None = None,
) -> Answer:
    """Return what most playouts say becomes of the group if `first` moves first.

    solver -- its table is used to prove parts of the tree
    """
    from irgo_app.kernels.playouts import NODE_ROWS, search_playouts

    started = time.perf_counter()
    local = question.local
    tree, out = np.zeros((NODE_ROWS, TREE_SIZE), np.int32), np.zeros(2, np.int64)
    done = search_playouts(
        local.board, local.around, local.places, first, question.attacker, signs_of_places(),
        limits.playouts, SEED, local.key, solver.table, solver.boards, PROOF_VISITS, PROOF_NODES,
        flag_array(cancel), tree, out)
    line, kill = _best_line(question, tree, first)
    if abs(kill - 0.5) < DOUBT or not line:
        outcome = Outcome.UNKNOWN
    else:
        outcome = Outcome.DIES if kill > 0.5 else Outcome.LIVES
    return Answer(first, outcome, line[0][1] if line else PASS, line, "playouts", False, kill,
                  None, int(done), time.perf_counter() - started)


def _best_line(
    question: Question, tree: Any, first: Colour
) -> tuple[tuple[tuple[Colour, Point], ...], float]:
    """Return the moves most looked at, and how often the group dies after the first of them."""
    from irgo_app.kernels.playouts import COUNT, FIRST, KILLS, MOVE, PROVED, VISITS

    node, colour, line, kill = 0, first, list[tuple[Colour, Point]](), 0.0
    while tree[COUNT, node] and len(line) < _LONGEST_LINE:
        children = range(tree[FIRST, node], tree[FIRST, node] + tree[COUNT, node])
        win = 1 if colour == question.attacker else -1
        best = max(children, key=lambda child: (
            tree[PROVED, child] * win, tree[VISITS, child]))
        if not line:
            proved = tree[PROVED, best]
            kill = (tree[KILLS, best] / max(1, tree[VISITS, best]) if proved == 0
                    else float(proved > 0))
        if line and tree[VISITS, best] < 20 and tree[PROVED, best] == 0:
            break
        place = int(tree[MOVE, best])
        line.append((colour, question.local.points[place] if place else PASS))
        node, colour = best, -colour
    return tuple(line), float(kill)
