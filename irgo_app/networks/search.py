"""PUCT over the reader: the one search of irgo, for playing and for studies.

The choice within the tree is AlphaGo Zero's (Silver et al., 2017) with KataGo's first-play urgency:
a move not yet tried is held to be a little worse than its node. Evaluations are asked in batches,
with virtual losses (Chaslot et al., 2008) so that the paths of a batch differ. No chance is in
it: the same question has the same answer, and colours can be exchanged exactly.

Equal positions share a node. A node's numbers are the mean of its own evaluation and of its
children's numbers, weighted by how often each *edge* was taken; what another parent does to a
shared child changes its value but not the weights. So visits are counted rightly though the tree is
a graph. Source: D. J. Wu, "Monte-Carlo Graph Search from First Principles" (KataGo documentation).

A plain mean counts every reply that was tried and proved bad, and so holds each move for better
than it is: half a point with sixty positions. Losses compare moves of one side, where that cancels
out; what the first moves of both sides in a place are worth adds it up. So the search of a place
looks back: a visit counts only as long as the search would make it again, as KataGo prunes what its
policy learns (D. J. Wu, "Accelerating Self-Play Learning in Go", 2019, section 3.2). Nothing else
gains by it, see docs/reader.md: who plays so loses.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from irgo_app.errors import IllegalMoveError
from irgo_app.go.point import EMPTY, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import CHINESE, Ko, Ruleset, play
from irgo_app.networks.ending import chance_of, lead_after_passes
from irgo_app.networks.network import Opinion, Utility

Floats = npt.NDArray[np.float32]
Sums = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Key = tuple[bytes, Colour, Point, int]

LEAVING: Final = 0.05
"""The least prior of a pass where moves are restricted, or where a pass ends the game."""


class Edge:
    """A move of one node, and how often it was taken.

    visits -- finished; pending -- under way, their evaluation awaited
    """

    __slots__ = ("child", "pending", "point", "prior", "visits")

    def __init__(self, point: Point, prior: float, child: SearchNode) -> None:
        self.point, self.prior, self.child = point, prior, child
        self.visits = self.pending = 0


class SearchNode:
    """A position with a side to move, and so many passes just before it.

    next_prior -- the prior of the likeliest move not yet tried, -1 if there is none
    Every number is Black's. `worth` is what the search maximises, `square` the mean of its square;
    `black_wins` is the probability that Black wins.
    """

    __slots__ = ("_next", "_offered", "_own", "_priors", "awaited", "black_wins", "edges",
                 "is_final", "is_open", "lead", "next_prior", "ownership", "passes", "position",
                 "seen_prior", "spread", "square", "visits", "worth")

    def __init__(self, position: Position, passes: int) -> None:
        self.position, self.passes = position, passes
        self.is_final = passes >= 2
        self.is_open = self.awaited = False
        self.edges: list[Edge] = []
        self.visits = 0
        self.seen_prior = 0.0
        self.worth = self.square = self.lead = self.black_wins = self.spread = 0.0

    @property
    def key(self) -> Key:
        """Return what equal nodes share."""
        position = self.position
        return position.cells, position.to_play, position.ko_point, self.passes

    def evaluated(
        self, lead: float, spread: float, black_wins: float, ownership: Floats, worth: Utility
    ) -> None:
        """Take an evaluation: the node's first visit."""
        value = worth.of(lead, spread, black_wins)
        self._own = (value, value * value, lead, black_wins, spread)
        self.worth, self.square, self.lead, self.black_wins, self.spread = self._own
        self.ownership = ownership
        self.visits = 1
        self.is_open, self.awaited = True, False

    def offer(self, policy: Floats, allowed: Mask | None, temperature: float = 1.0) -> None:
        """Take the moves to be tried, the likeliest first; a pass is always one of them.

        policy -- float32 (points + 1), the pass last; allowed -- bool alike, None for all
        temperature -- above 1 flattens the policy
        """
        # Where the pass stands nothing lies.
        vacant = np.frombuffer(self.position.cells + bytes(1), np.uint8) == 0
        points = np.flatnonzero(vacant if allowed is None else vacant & allowed)
        chosen = policy[points].astype(np.float64)
        points[-1] = PASS
        if temperature != 1.0:
            chosen **= 1.0 / temperature
        total = chosen.sum()
        chosen = chosen / total if total > 0 else np.full(len(chosen), 1 / len(chosen))
        if (allowed is not None or self.passes) and chosen[-1] < LEAVING:
            chosen[:-1] *= (1 - LEAVING) / max(1 - chosen[-1], 1e-12)
            chosen[-1] = LEAVING
        order = np.argsort(-chosen, kind="stable")
        # Small arrays: most nodes of a large tree never try more than their first few moves.
        self._offered = points[order].astype(np.int16)
        self._priors = chosen[order].astype(np.float32)
        self._next, self.next_prior = 0, float(self._priors[0])

    @property
    def offered(self) -> list[tuple[Point, float]]:
        """Return points with their priors, the likeliest first; not all of them are legal."""
        return list(zip(self._offered.tolist(), self._priors.tolist(), strict=True))

    def grow(
        self, nodes: dict[Key, SearchNode], retaker: Colour = EMPTY, rules: Ruleset = CHINESE
    ) -> None:
        """Make an edge of the likeliest move not yet tried; illegal ones are dropped.

        retaker -- who may retake a ko at once, having threats enough
        """
        point, prior = int(self._offered[self._next]), self.next_prior
        self._next += 1
        more = self._next < len(self._priors)
        self.next_prior = float(self._priors[self._next]) if more else -1.0
        before = self.position
        if point == before.ko_point and before.to_play == retaker:
            before = replace(before, ko_point=PASS)
        try:
            after = play(before, before.to_play, point, rules)
        except IllegalMoveError:
            return
        child = SearchNode(after, self.passes + 1 if point == PASS else 0)
        self.edges.append(Edge(point, prior, nodes.setdefault(child.key, child)))
        self.seen_prior += prior

    def inherit(self, found: SearchNode, worth: Utility) -> None:
        """Take the evaluation that another search made of this position, and its moves to try."""
        _, _, lead, black_wins, spread = found._own
        self.evaluated(lead, spread, black_wins, found.ownership, worth)
        if not self.is_final:
            self._offered, self._priors = found._offered, found._priors
            self._next, self.next_prior = found._next, found.next_prior
            self.seen_prior = found.seen_prior

    def count(self, exploration: float | None = None) -> None:
        """Work the mean out again from the own evaluation and the children's.

        exploration -- of a search in hindsight: a visit counts only as long as PUCT would ask for
        it again, knowing what is known by now; None counts every visit
        """
        worth, square, lead, black_wins, spread = self._own
        visits, weight = 1, 1.0
        counted: Sequence[float] = ([edge.visits for edge in self.edges] if exploration is None
                                    else self._asked_again(exploration))
        for edge, times in zip(self.edges, counted, strict=True):
            visits += edge.visits
            if times:
                child = edge.child
                weight += times
                worth += times * child.worth
                square += times * child.square
                lead += times * child.lead
                black_wins += times * child.black_wins
                spread += times * child.spread
        self.visits = visits
        self.worth, self.square, self.lead = worth / weight, square / weight, lead / weight
        self.black_wins, self.spread = black_wins / weight, spread / weight

    def _asked_again(self, exploration: float) -> list[float]:
        if not self.edges:
            return []
        mover = self.position.to_play
        drive = exploration * math.sqrt(sum(edge.visits for edge in self.edges))
        most = max(self.edges, key=lambda edge: (edge.visits, mover * edge.child.worth))
        goal = mover * most.child.worth + drive * most.prior / (1 + most.visits)

        def times(edge: Edge) -> float:
            short = goal - mover * edge.child.worth
            if edge is most or short <= 0:
                return edge.visits
            return max(0.0, min(edge.visits, drive * edge.prior / short - 1))

        return [times(edge) for edge in self.edges]


class MoveFinding(Struct, frozen=True, eq=False):
    """One move at the root; PASS is a move.

    visits -- how often the search went there
    prior -- how likely the network held it, among the moves that were allowed, 0..1
    lead -- Black's lead after it in points, komi counted, averaged over the tree
    spread -- the mean absolute error expected of such a lead, in points
    black_wins -- the probability that Black wins, averaged over the tree
    value -- what the search maximises, for the mover; bound -- its lower confidence bound
    line -- the moves expected, this one first
    ownership -- float32 (points): the mean over the tree after this move, +1 Black's
    """

    point: Point
    visits: int
    prior: float
    lead: float
    spread: float
    black_wins: float
    value: float
    bound: float
    line: tuple[Point, ...]
    ownership: Floats


class Findings(Struct, frozen=True, eq=False):
    """A searched position.

    position -- with the side that was to move first
    moves -- those that were visited, best first: by visits, then by value
    visits -- of the position itself: those of all moves, and one
    lead, spread, black_wins, ownership -- as of a move, averaged over the whole tree
    """

    position: Position
    moves: tuple[MoveFinding, ...]
    visits: int
    lead: float
    spread: float
    black_wins: float
    ownership: Floats

    def at(self, point: Point) -> MoveFinding | None:
        """Return what was found of one move, None if it was not visited."""
        return next((move for move in self.moves if move.point == point), None)


BATCH: Final = 8
_VISITS_OF_A_BATCH_MORE: Final = 16
"""With few visits every one should know the ones before: a batch grows with the tree."""
_VIRTUAL_LOSS: Final = 1.0
BOUND_ERRORS: Final = 2.0
"""The lower bound of a move's value lies so many standard errors below it."""
_LOOKED_AT: Final = 0.2
"""A first move is led by others until it has had so much of the visits that most went to."""
_LONGEST_LINE: Final = 40
_Path = list[tuple[SearchNode, Edge]]
_Board = tuple[bytes, Colour]


class Evaluator(Protocol):
    """What the search asks: the network, or in tests something that stands in for it."""

    def evaluate(self, positions: Sequence[Position], komi: float = 0.0) -> list[Opinion]:
        """Return an opinion of each position."""

    def evaluate_evenly(self, position: Position, komi: float = 0.0) -> Opinion:
        """Return the opinion of the board averaged over its symmetries."""


class Knobs(Struct, frozen=True):
    """What a search can be tuned in.

    exploration -- the weight of the policy against the values found
    urgency_cut -- how much worse than its node a move not yet tried is held to be, at most
    root_temperature -- flattens the policy at the root where it is above 1
    by_score -- the lead alone is maximised, as studies want it; else winning and points together
    evenly -- the root is averaged over the board's symmetries, which costs eight evaluations
    in_hindsight -- visits of moves that proved worse do not count in what a node is worth
    """

    exploration: float = 1.1
    urgency_cut: float = 0.2
    root_temperature: float = 1.1
    by_score: bool = False
    evenly: bool = True
    in_hindsight: bool = False


class Search:
    """One position searched; it can be carried on for as long as somebody wants to know more."""

    def __init__(
        self, evaluator: Evaluator, position: Position, komi: float, *,
        history: Collection[Position] = (), passes: int = 0, first: Colour | None = None,
        region: Collection[Point] | None = None, first_moves: Collection[Point] | None = None,
        knobs: Knobs | None = None, retaker: Colour = EMPTY, rules: Ruleset = CHINESE,
        known: Search | None = None,
    ) -> None:
        """Ask the network about the root; raises ReaderError for a board it cannot judge.

        komi -- White's points besides the board
        history -- the game's earlier positions; which of them may not come back the rules say.
        Where they say nothing (simple ko) none comes back more than twice: a game has to end
        passes -- 1 if the last move of the game was a pass, so that another one ends it
        first -- who moves first, where that is not the side to play
        region -- where both may play, all moves long; a search in a region ends when both pass,
        and the network values what then lies there. Without one, two passes end the game: the
        area counts, dead stones by the network's ownership
        first_moves -- where the first move may be; passing is always allowed
        retaker -- who may retake a ko at once, having threats enough elsewhere
        rules -- ko, suicide, and how the board is counted after two passes
        known -- a search of an earlier position of the game by the same evaluator: what it found
        below this position, if it came by, is taken over with its visits. It is itself left as it
        is
        """
        self._retaker, self._rules = retaker, rules
        self._evaluator, self._komi = evaluator, komi
        self._knobs = knobs or Knobs()
        self._pruned = self._knobs.exploration if self._knobs.in_hindsight else None
        if first is not None:
            position = position.with_to_play(first)
        self._region = None if region is None else _mask(position, region)
        least = 2 if rules.ko is Ko.SIMPLE else 1
        came = Counter(map(self._board, history))
        self._earlier = {board for board, times in came.items() if times >= least}
        self._nodes: dict[Key, SearchNode] = {}
        self._owned: dict[Point, Sums] = {}
        self._root = SearchNode(position, min(passes, 1))
        self._nodes[self._root.key] = self._root
        opinion = (evaluator.evaluate_evenly(position, komi) if self._knobs.evenly
                   else evaluator.evaluate([position], komi)[0])
        self._worth = Utility.around(opinion, by_score=self._knobs.by_score)
        allowed = self._region
        if first_moves is not None:
            only = _mask(position, first_moves)
            allowed = only if allowed is None else only & allowed
        self._take(self._root, opinion, allowed, self._knobs.root_temperature)
        if known is not None and allowed is None:
            self._take_over(known)

    @property
    def visits(self) -> int:
        """Return the visits so far, the root's own included."""
        return self._root.visits

    def run(self, visits: int, cancel: object = None, deadline: float = math.inf) -> None:
        """Search until the root has so many visits, time is up, or `cancel` is raised.

        cancel -- true once the search is to stop, such as a CancelFlag; looked at every batch
        deadline -- on the clock of time.perf_counter
        """
        root = self._root
        while root.visits < visits and not cancel and time.perf_counter() < deadline:
            size = min(BATCH, 1 + root.visits // _VISITS_OF_A_BATCH_MORE, visits - root.visits)
            self._run_batch(size)

    def likeliest(self) -> Iterator[tuple[Point, float]]:
        """Yield the legal moves at the root with their priors, the likeliest first: no reading."""
        root = self._root
        for point, prior in root.offered:
            try:
                after = play(root.position, root.position.to_play, point, self._rules)
            except IllegalMoveError:
                continue
            if point == PASS or self._board(after) not in self._earlier:
                yield point, prior

    def met_ko(self, colour: Colour) -> bool:
        """Return whether this colour was kept from retaking a ko anywhere in the search."""
        return any(node.is_open and node.position.to_play == colour
                   and node.position.ko_point != PASS for node in self._nodes.values())

    def findings(self) -> Findings:
        """Return what is known so far."""
        root = self._root
        mover = root.position.to_play
        moves = [self._finding(edge, mover) for edge in root.edges if edge.visits]
        moves.sort(key=lambda move: (-move.visits, -move.value, -move.prior, move.point))
        owned = sum(self._owned.values(), start=root.ownership.astype(np.float64))
        return Findings(
            root.position, tuple(moves), root.visits, root.lead, root.spread,
            root.black_wins, frozen(owned / root.visits))

    def _finding(self, edge: Edge, mover: Colour) -> MoveFinding:
        child = edge.child
        # One visit has no variance of its own: what is added keeps a move that was hardly looked
        # at from seeming certain.
        variance = max(child.square - child.worth * child.worth, 0.0) + 1 / edge.visits
        value = mover * child.worth
        return MoveFinding(
            edge.point, edge.visits, edge.prior, child.lead, child.spread,
            child.black_wins, value,
            value - BOUND_ERRORS * math.sqrt(variance / edge.visits), _line(edge),
            frozen(self._owned[edge.point] / edge.visits))

    def _board(self, position: Position) -> _Board:
        """Return what must not come back: the stones, with the side to move where it matters."""
        is_positional = self._rules.ko is Ko.POSITIONAL
        return position.cells, EMPTY if is_positional else position.to_play

    def _take_over(self, known: Search) -> None:
        root, old = self._root, known._nodes.get(self._root.key)
        # Who searches counts too: after two passes it is held to be wrong where it is in doubt.
        is_alike = (known._root.position.to_play, known._komi, known._rules) == (
            root.position.to_play, self._komi, self._rules)
        if old is None or old is known._root or not (old.is_open and is_alike):
            return
        owned = dict[SearchNode, Sums]()
        for found in _children_first(old):
            visits = {edge.point: edge.visits for edge in found.edges if edge.visits}
            if found is old:
                node = root
                while not visits.keys() <= {edge.point for edge in root.edges}:
                    root.grow(self._nodes, self._retaker, self._rules)
            else:
                node = self._node(found)
                node.inherit(found, self._worth)
                node.edges = [Edge(edge.point, edge.prior, self._node(edge.child))
                              for edge in found.edges]
            for edge in node.edges:
                edge.visits = visits.get(edge.point, 0)
            node.count(self._pruned)
            below = {edge.point: edge.visits * np.asarray(
                owned.get(edge.child, edge.child.ownership), np.float64)
                for edge in found.edges if edge.visits}
            own = found.ownership.astype(np.float64)
            owned[found] = sum(below.values(), start=own) / found.visits
        self._owned = below

    def _node(self, found: SearchNode) -> SearchNode:
        """Return the node of the position that a node of another search stands for."""
        return self._nodes.setdefault(found.key, SearchNode(found.position, found.passes))

    def _run_batch(self, size: int) -> None:
        """Add up to `size` visits, their evaluations asked together."""
        awaited: list[_Path] = []
        for _ in range(size):
            path = self._descend()
            leaf = path[-1][1].child
            # Final, or known by another order of moves: it counts once more, and nobody is asked.
            if leaf.is_open:
                self._back_up(path)
            elif leaf.awaited:
                # Another path of this batch leads there; its answer has to come first.
                for _, edge in path:
                    edge.pending -= 1
                break
            else:
                leaf.awaited = True
                awaited.append(path)
        leaves = [path[-1][1].child for path in awaited]
        opinions = self._evaluator.evaluate([leaf.position for leaf in leaves], self._komi)
        for path, leaf, opinion in zip(awaited, leaves, opinions, strict=True):
            if leaf.is_final and self._region is None:
                self._end(path, opinion)
            else:
                self._take(leaf, opinion, self._region, 1.0)
            self._back_up(path)

    def _take(
        self, node: SearchNode, opinion: Opinion, allowed: Mask | None, temperature: float
    ) -> None:
        node.evaluated(
            opinion.lead, opinion.spread, opinion.black_wins, opinion.ownership, self._worth)
        if not node.is_final:
            node.offer(opinion.policy, allowed, temperature)

    def _end(self, path: _Path, opinion: Opinion) -> None:
        before, edge = path[-1]
        lead = lead_after_passes(
            before.position, (before.ownership, opinion.ownership), self._root.position.to_play,
            self._rules, self._komi)
        edge.child.evaluated(lead, 0.0, chance_of(lead, 0.0), opinion.ownership, self._worth)

    def _descend(self) -> _Path:
        """Return the way from the root to a node that is new, final, or better known elsewhere."""
        node, path = self._root, []
        seen = {self._board(node.position)}
        while True:
            edge = self._choose(node, seen)
            edge.pending += 1
            path.append((node, edge))
            child = edge.child
            # Reached by another order of moves, a child knows more than this edge: a visit that
            # shares it costs no evaluation.
            if not child.is_open or child.is_final or edge.visits < child.visits:
                return path
            node = child
            seen.add(self._board(node.position))

    def _choose(self, node: SearchNode, seen: set[_Board]) -> Edge:
        """Return the move to look at next; one that repeats the board is forbidden on this way."""
        barred: set[Point] = set()
        while True:
            edge = self._best(node, barred)
            if edge is None:
                # The likeliest move not yet tried gets an edge; then all are compared again.
                node.grow(self._nodes, self._retaker, self._rules)
                continue
            board = self._board(edge.child.position)
            if edge.point in (PASS, node.position.ko_point) or (
                    board not in seen and board not in self._earlier):
                return edge
            barred.add(edge.point)

    def _best(self, node: SearchNode, barred: set[Point]) -> Edge | None:
        """Return the edge PUCT prefers, or None if it is the likeliest move not yet tried."""
        mover = node.position.to_play
        mine = mover * node.worth
        cut = self._knobs.urgency_cut * math.sqrt(min(node.seen_prior, 1.0))
        taken = sum(edge.visits + edge.pending for edge in node.edges)
        # The hundredth lets the policy decide where nothing was tried yet.
        drive = self._knobs.exploration * math.sqrt(taken + 0.01)
        best, best_score = None, -math.inf
        for edge in node.edges:
            if edge.point in barred:
                continue
            visits, pending = edge.visits, edge.pending
            value = mover * edge.child.worth if visits else mine - cut
            times = visits + pending
            if pending:
                # What this batch waits for counts as lost, so that its next path goes elsewhere.
                value = (visits * value + pending * (mine - _VIRTUAL_LOSS)) / times
            score = value + drive * edge.prior / (1 + times)
            if score > best_score:
                best, best_score = edge, score
        if node.next_prior >= 0 and mine - cut + drive * node.next_prior > best_score:
            return None
        return best

    def _back_up(self, path: _Path) -> None:
        for node, edge in reversed(path):
            edge.pending -= 1
            edge.visits += 1
            node.count(self._pruned)
        point, owned = path[0][1].point, path[-1][1].child.ownership
        if point in self._owned:
            self._owned[point] += owned
        else:
            self._owned[point] = owned.astype(np.float64)


def surest_first(moves: Iterable[MoveFinding]) -> list[MoveFinding]:
    """Return moves by what they are good for at least, those hardly looked at behind the others.

    Such a move only seems to be good, and where few ways to turn the board looked at it they do
    not disagree either.
    """
    found = list(moves)
    least = _LOOKED_AT * max((move.visits for move in found), default=0)
    return sorted(found, key=lambda move: (move.visits < least, -move.bound))


def _children_first(root: SearchNode) -> list[SearchNode]:
    """Return the evaluated nodes from one on, each behind those that its moves lead to."""
    found, seen = list[SearchNode](), {root}
    way = [(root, iter(root.edges))]
    while way:
        node, edges = way[-1]
        edge = next(edges, None)
        if edge is None:
            found.append(node)
            way.pop()
        elif edge.child.is_open and edge.child not in seen:
            seen.add(edge.child)
            way.append((edge.child, iter(edge.child.edges)))
    return found


def _line(edge: Edge) -> tuple[Point, ...]:
    line = [edge.point]
    while len(line) < _LONGEST_LINE:
        tried = [next_edge for next_edge in edge.child.edges if next_edge.visits]
        if not tried:
            break
        edge = max(tried, key=lambda found: (found.visits, found.prior))
        line.append(edge.point)
    return tuple(line)


def _mask(position: Position, points: Collection[Point]) -> Mask:
    """Return bool (points + 1): True where a move may be, and for the pass, which is last."""
    mask = np.zeros(len(position.cells) + 1, np.bool_)
    mask[[PASS, *(point for point in points if point != PASS)]] = True
    return mask


def frozen(values: Sums) -> Floats:
    """Return values as float32 that nobody writes to."""
    copied = values.astype(np.float32)
    copied.flags.writeable = False
    return copied
