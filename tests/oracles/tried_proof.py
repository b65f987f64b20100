"""A proof of the solver, tried: its winner plays what it says, the loser whatever the region holds.

The rules and the moves of the loser are those of `brute_life.py`, which knows no kernel; only the
winner's moves are the solver's. The group is saved if no position that can arise so has it dead:
that holds whatever the solver thinks. It is lost if the loser runs out of ways in finitely many
moves. So far larger questions can be decided than by exhausting both sides.
"""

import numpy as np
import numpy.typing as npt

from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.kernels.chains import KO, META, THREATS, play
from irgo_app.lifedeath.question import Question, signs_of_places, unconditionally_alive_stones
from irgo_app.lifedeath.solver import Pass, Solver
from tests.oracles.brute_life import BruteLife, State, TooManyStatesError

_NODES = 600_000
_NODES_OF_ANOTHER = 5_000
_Board = tuple[npt.NDArray[np.int32], int]
"""A board of the solver, and the key of its stones."""


class TriedProof:
    """What the solver says of a question, with ko threats for White and Black.

    most_states -- after so many positions TooManyStatesError is raised
    """

    def __init__(
        self, question: Question, first: Colour, threats: tuple[int, int] = (0, 0),
        most_states: int = 100_000,
    ) -> None:
        local, position = question.local, question.position
        self._question, self._solver = question, Solver(question)
        self._place_of = {point: place for place, point in enumerate(local.points)}
        self._empty = Position.empty(position.columns, position.rows)
        self._most_states = most_states
        self._quorum = len(question.stones) // 2 + 1
        self._brute = BruteLife(
            position, question.stones, [local.points[place] for place in local.places], threats)
        board = question.board_for(first, threats)
        ko = local.points[board[META, KO]] if board[META, KO] else PASS
        self._root = self._brute.root(first, ko)
        self._board: _Board = board, local.key
        told = self._solver.search(first, _NODES, threats)
        self.winner: Colour = told.result * first
        """The side the solver says wins, 0 if it does not know."""

    def holds(self) -> bool:
        """Return whether the loser finds no way out; the solver must know.

        The solver's move may lead an attack round in a circle, since it knows that a position is
        won and not how far it is from the end: there it is asked for another.
        """
        assert self.winner
        is_saved = self.winner == self._question.colour
        ways, todo = dict[State, dict[Point, State]](), [(self._root, self._board)]
        turns = list[tuple[State, _Board]]()
        while todo:
            while todo:
                state, board = todo.pop()
                if state in ways:
                    continue
                if len(ways) >= self._most_states:
                    raise TooManyStatesError
                ways[state] = {}
                if state.targets.bit_count() < self._quorum:
                    if is_saved:
                        return False
                    continue
                if is_saved and self._lives(state):
                    continue
                if state.colour == self.winner:
                    turns.append((state, board))
                    ways[state] = self._chosen(state, board)
                    if not ways[state]:
                        return False
                else:
                    ways[state] = dict(self._brute.moves(state))
                todo += [(after, self._played(state, board, point))
                         for point, after in ways[state].items()]
            if is_saved:
                return True
            dead = self._dead(ways)
            if self._root in dead:
                return True
            for state, board in turns:
                if state not in dead:
                    todo += self._another(state, board, ways)
        return False

    def _dead(self, ways: dict[State, dict[Point, State]]) -> set[State]:
        """Return the positions from which every way ends with the group dead."""
        before, left = dict[State, list[State]](), dict[State, int]()
        for state, moves in ways.items():
            left[state] = 1 if state.colour == self.winner else len(moves)
            for after in moves.values():
                before.setdefault(after, []).append(state)
        lost = [state for state in ways if state.targets.bit_count() < self._quorum]
        found = set(lost)
        while lost:
            for state in before.get(lost.pop(), ()):
                left[state] -= 1
                if left[state] == 0 and state not in found:
                    found.add(state)
                    lost.append(state)
        return found

    def _chosen(self, state: State, board: _Board) -> dict[Point, State]:
        """Return the solver's move alone; nothing if it does not win with it after all."""
        found = self._told(board, state.colour, _NODES)
        moves = dict(self._brute.moves(state))
        return {found.move: moves[found.move]} if found.result > 0 else {}

    def _another(
        self, state: State, board: _Board, ways: dict[State, dict[Point, State]]
    ) -> list[tuple[State, _Board]]:
        """Add one more move that the solver says wins, if there is one, to the ways of a state."""
        for point, after in self._brute.moves(state):
            if point in ways[state]:
                continue
            played = self._played(state, board, point)
            if self._told(played, after.colour, _NODES_OF_ANOTHER).result < 0:
                ways[state][point] = after
                return [(after, played)]
        return []

    def _told(self, board: _Board, colour: Colour, nodes: int) -> Pass:
        return self._solver.solve(board[0], colour, board[1], nodes)

    def _played(self, state: State, board: _Board, point: Point) -> _Board:
        after, key = board[0].copy(), board[1]
        if point == PASS:
            after[META, KO] = 0
            return after, key
        if point == state.ko:
            after[META, THREATS + (state.colour > 0)] -= 1
        key ^= int(play(after, self._question.local.around, self._place_of[point], state.colour,
                        signs_of_places()))
        return after, key

    def _lives(self, state: State) -> bool:
        """Return whether most of the group lives though its owner passes for ever."""
        stones = {point: colour for colour, mask in ((1, state.black), (-1, state.white))
                  for point in range(len(self._empty.cells)) if mask >> point & 1}
        alive = unconditionally_alive_stones(self._empty.with_stones(stones))
        return sum(1 << point for point in alive & stones.keys()
                   if state.targets >> point & 1).bit_count() >= self._quorum
