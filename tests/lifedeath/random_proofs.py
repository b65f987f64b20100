"""Proofs in random positions, each tried against everything the loser can play.

`python -m tests.lifedeath.random_proofs POSITIONS [FIRST_SEED]` goes through random 9x9 positions,
asks every enclosed dragon both ways, tries each proof (`tests/oracles/tried_proof.py`), and tells
what GNU Go says otherwise, where it is installed. The test suite tries those of a few positions.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, NAME_OF_COLOUR, WHITE, Colour, Point, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal
from irgo_app.lifedeath import groups
from irgo_app.lifedeath.question import Question
from irgo_app.lifedeath.solver import Solver, threats_for
from irgo_app.lifedeath.verdict import Answer
from tests.go.gnugo import PROGRAM, GnuGo
from tests.oracles.brute_life import TooManyStatesError
from tests.oracles.tried_proof import TriedProof

SIZE = 9


def random_position(seed: int) -> Position:
    """Return a 9x9 position after random moves that fill no own eye."""
    rng, position = random.Random(seed), Position.empty(SIZE)
    near = topology(SIZE, SIZE).neighbours
    for _ in range(90):
        colour = position.to_play
        points = [
            point for point in range(SIZE * SIZE)
            if not position.cells[point] and why_illegal(position, colour, point) is None
            and any(position.colour_at(other) != colour for other in near[point])]
        if not points:
            break
        position = play(position, colour, rng.choice(points))
    return position


@dataclass(frozen=True)
class Proved:
    """A dragon's answer that was searched and proved."""

    question: Question
    answer: Answer

    @property
    def code(self) -> int:
        """Return the answer as GNU Go numbers it."""
        return groups.gnugo_code(self.answer, self.answer.first, self.question.colour)

    def holds(self, most_states: int) -> bool:
        """Return whether the loser finds no way out: in a ko, neither side without its threats."""
        first, loser = self.answer.first, self.answer.needs_threat
        is_right = True
        for threats in [(0, 0)] + ([threats_for(loser)] if loser else []):
            proof = TriedProof(self.question, first, threats, most_states)
            if loser:
                is_right &= (proof.winner == loser) == any(threats)
            is_right &= proof.holds()
        return is_right


def proofs_in(position: Position) -> Iterator[Proved]:
    """Yield what is searched and proved of the dragons of a position, either side first."""
    seen = set[Point]()
    for stone in range(len(position.cells)):
        if not position.cells[stone] or stone in seen:
            continue
        question = Question.of_dragon(position, stone)
        seen.update(question.stones)
        solver = Solver(question)
        for first in (BLACK, WHITE) if question.is_enclosed else ():
            found = groups.answer(question, first, solver=solver)
            if found.exact and found.method == "solver":
                yield Proved(question, found)


class Told:
    """What GNU Go says of a position; it may break off at a question, and is started again."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def owl(self, stone: Point, asker: Colour) -> tuple[int, bool]:
        """Return GNU Go's code, -1 if it broke off; and whether its dragon is of those stones."""
        position, name = self._position, vertex(stone, SIZE, SIZE)
        command = "owl_defend" if asker == position.colour_at(stone) else "owl_attack"
        with GnuGo() as gnugo:
            gnugo.ask(f"boardsize {SIZE}")
            for point, cell in enumerate(position.cells):
                if cell:
                    gnugo.ask(f"play {NAME_OF_COLOUR[position.colour_at(point)]} "
                              f"{vertex(point, SIZE, SIZE)}")
            try:
                code = int(gnugo.ask(f"{command} {name}").split()[0])
                stones = gnugo.ask(f"dragon_stones {name}").split()
            except AssertionError:
                return -1, False
        own = Question.of_dragon(position, stone).stones
        return code, set(stones) == {vertex(point, SIZE, SIZE) for point in own}


def main(positions: int, first_seed: int, most_states: int = 300_000) -> None:
    """Go through random positions and tell what is found."""
    counts = Counter[str]()
    for seed in range(first_seed, first_seed + positions):
        position, is_any = random_position(seed), False
        for proved in proofs_in(position):
            is_any, stone, first = True, proved.question.stones[0], proved.answer.first
            name = (f"seed {seed} {vertex(stone, SIZE, SIZE)} {NAME_OF_COLOUR[first]} first: "
                    f"{proved.answer.outcome.value}")
            counts["proofs"] += 1
            try:
                counts["tried"] += 1
                if not proved.holds(most_states):
                    counts["WRONG"] += 1
                    print(name, "IS WRONG", flush=True)
            except TooManyStatesError:
                counts["too large to be tried"] += 1
                print(name, "is too large to be tried", flush=True)
            if PROGRAM is None:
                continue
            code, is_same = Told(position).owl(stone, first)
            counts["GNU Go broke off"] += code < 0
            if code >= 0 and (code > 0) != (proved.code > 0):
                kind = "of the same stones" if is_same else "of other stones"
                counts[f"GNU Go says otherwise, {kind}"] += 1
                print(name, f"code {proved.code}, GNU Go {code} {kind}", flush=True)
        counts["positions"] += is_any
    print(dict(counts))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
