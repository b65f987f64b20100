"""Groups in hollows of three to nine points, solved by irgo and by a second solver.

`python -m tests.lifedeath.hollows POSITIONS [FIRST_SEED]` makes so many positions, of one chain and
of several, asks irgo who wins with either side first, and tells each exact answer that
`tests/oracles/plain_life.py` contradicts. The test suite does that with a few.
"""

import random
import sys
from collections import Counter

from irgo_app.go.point import BLACK, WHITE, Point, topology
from irgo_app.go.position import Position
from irgo_app.lifedeath.question import Limits, Question
from irgo_app.lifedeath.solver import Solver, threats_for
from irgo_app.lifedeath.verdict import Outcome
from tests.oracles.plain_life import TooLargeError, attacker_wins

COLUMNS, ROWS = 8, 7
LIMITS = Limits(nodes=100_000, closed_nodes=300_000)
LEAST, MOST = 3, 9


def hollow(seed: int) -> tuple[Question, tuple[Point, ...]] | None:
    """Return a random group with where one may play, None if the seed gives no closed question."""
    rng, near = random.Random(seed), topology(COLUMNS, ROWS).neighbours
    inside = [rng.choice([0, COLUMNS // 2, rng.randrange(COLUMNS * ROWS)])]
    room = rng.randint(6, 14)
    for _ in range(60):
        point = rng.choice(near[rng.choice(inside)])
        if point not in inside and len(inside) < room:
            inside.append(point)
    stones = {point: WHITE for start in inside for point in near[start] if point not in inside}
    mixed = rng.sample(inside, len(inside))
    if seed % 2:
        # Stones along the walls, and room in the middle: groups that may live.
        mixed.sort(key=lambda point: -sum(near_one in inside for near_one in near[point]))
    for point in mixed[rng.randint(LEAST, MOST):]:
        stones[point] = BLACK if rng.random() < 0.85 else WHITE
    position = Position.empty(COLUMNS, ROWS).with_stones(stones)
    for point in stones:
        outside = position.liberties(point) - set(inside)
        is_wall = not position.chain(point) <= set(inside)
        # A wall that could be taken would be a part of the question.
        if not position.liberties(point) or (is_wall and len(outside) < 4):
            return None
    group = [point for point in inside if stones.get(point) == BLACK]
    if len(group) < 2:
        return None
    question = Question(position, group)
    vacant = {point for point in inside if not position.cells[point]}
    if not question.is_enclosed or question.region.vacant != vacant:
        return None
    return question, tuple(inside)


def compared(seed: int, most_states: int = 1500) -> Counter[str]:
    """Return how many exact answers a position has, of what kind, and how many are wrong."""
    counts, found = Counter[str](), hollow(seed)
    if found is None:
        return counts
    question, inside = found
    solver, position = Solver(question), question.position
    for first in (BLACK, WHITE):
        answer = solver.answer(first, LIMITS)
        if answer is None or not answer.exact:
            counts["not exact"] += 1
            continue
        try:
            dies = attacker_wins(position, question.stones, inside, first, (0, 0), most_states)
            loser = question.colour if dies else question.attacker
            turned = attacker_wins(position, question.stones, inside, first, threats_for(loser),
                                   most_states)
        except TooLargeError:
            counts["too large"] += 1
            continue
        expected = Outcome.KO if turned != dies else Outcome.DIES if dies else Outcome.LIVES
        counts["answers"] += 1
        counts[answer.outcome.value] += 1
        chains = len({frozenset(position.chain(stone)) for stone in question.stones})
        counts["of several chains"] += chains > 1
        if answer.outcome is not expected:
            counts["wrong"] += 1
            print(f"seed {seed}, {first} first: {answer.outcome} is {expected}",
                  *position.diagram(), sep="\n")
    counts["positions"] += counts["answers"] > 0
    return counts


def main(positions: int, seed: int = 0) -> None:
    """Compare so many positions and tell what came of them."""
    counts = Counter[str]()
    while counts["positions"] < positions:
        counts += compared(seed)
        seed += 1
    print(dict(counts), "last seed", seed - 1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
