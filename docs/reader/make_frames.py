"""Make framed positions for the network of Leela Zero: groups whose life decides the game.

    python docs/reader/make_frames.py proved OUT.npz --count 3000
    python docs/reader/make_frames.py taught OUT.npz --games GAMES... --count 3000 \
        --katago "katago analysis -model NETWORK -config CONFIGURATION"

`proved` makes up closed groups, and irgo's solver says who wins and by which moves; `taught` takes
groups of all kinds from games, and KataGo gives its opinion. Either way the group is framed as for
a callout (`irgo_app/lifedeath/callout.py`) and some moves are played on, good ones and bad ones. No
game that is kept apart is used. docs/reader/train_leela.py learns from the files.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from teacher import Teacher

from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import transformed_point, vertex
from irgo_app.go.point import BLACK, EMPTY, LETTER_OF_COLOUR, PASS, WHITE, Colour, Point, topology
from irgo_app.go.position import BLACK_CELL, WHITE_CELL, Position
from irgo_app.go.rules import play
from irgo_app.lifedeath.callout import KOMI, Frame, counting_moves, framed
from irgo_app.lifedeath.question import Question, unconditionally_alive_stones
from irgo_app.lifedeath.solver import Solver
from tests.bench.taught_games import TaughtGame, positions_of, read_games

SIZE, POINTS = 19, 361
NEAR = topology(SIZE, SIZE).neighbours
HISTORY = 7
"""Boards before a line: an engine is given the stones one by one, and looks back so far."""
NODES = 60_000
SURE = 0.9
"""The value of what is proved."""
SHAPE = (2, 13)
"""Vacant points of a made-up group, before stones are put in."""
PASSING = 0.25
"""Who has lost passes so often, beside any of his moves."""
DULL = 0.3
"""Of the groups that live or die whoever begins, so many are kept."""
LONGEST = {"proved": 7, "taught": 5}
AT_ONCE = 32
VISITS = 3


@dataclass
class Line:
    """A framed position and some moves on; the last boards have an answer.

    boards -- int8 (POINTS) each: +1 Black, -1 White; the first HISTORY are how it was set up
    movers, policies, values -- for each board after those; a policy is {point or PASS: share}
    """

    boards: list[np.ndarray]
    movers: list[Colour] = field(default_factory=list)
    policies: list[dict[Point, float]] = field(default_factory=list)
    values: list[float] = field(default_factory=list)


def main() -> None:
    """Make as many framed positions as asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", choices=["proved", "taught"])
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="groups")
    parser.add_argument("--games", type=Path, nargs="*", default=[])
    parser.add_argument("--katago")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    if options.kind == "proved":
        found = proved(random)
    else:
        games = [game for path in options.games for game in read_games(path)
                 if game.size == SIZE and not game.is_apart and len(game.moves) > HISTORY]
        found = taught(games, options.katago, random)
    lines = list[Line]()
    for line in found:
        lines.append(line)
        if len(lines) % 200 == 0 or len(lines) >= options.count:
            write(options.out, lines)
        if len(lines) >= options.count:
            break


def proved(random: np.random.Generator) -> Iterator[Line]:
    """Yield lines about made-up groups, with the solver's answers."""
    while True:
        position, stone = made_up(random)
        if stone is None:
            continue
        question = Question.of_dragon(position, stone)
        if not question.is_enclosed or len(question.stones) < 3:
            continue
        frame = framed(question)
        proof = Proof(Question(frame.position, question.stones))
        results = [proof.result(frame.position.with_to_play(first)) for first in (BLACK, WHITE)]
        if 0 in results or (results[0] == -results[1] and random.random() > DULL):
            continue
        for first in (BLACK, WHITE):
            line = _proved_line(proof, frame, first, random)
            if line.values:
                yield line


class Proof:
    """What the solver says of a group, now and some moves on; there are no ko threats."""

    def __init__(self, question: Question) -> None:
        self.question, self._solver = question, Solver(question)
        self.points = frozenset(question.playable)

    def is_taken(self, position: Position) -> bool:
        """Return whether most of the group is gone."""
        standing = sum(position.colour_at(stone) == self.question.colour
                       for stone in self.question.stones)
        return 2 * standing <= len(self.question.stones)

    def result(self, position: Position) -> int:
        """Return who wins: 1 the side to move, -1 the other, 0 unknown."""
        mover = position.to_play
        if self.is_taken(position):
            return 1 if mover == self.question.attacker else -1
        alive = unconditionally_alive_stones(position)
        if 2 * sum(stone in alive for stone in self.question.stones) > len(self.question.stones):
            return 1 if mover == self.question.colour else -1
        board, key = self.question.local.later(position)
        found = self._solver.solve(board, mover, key, NODES)
        return 0 if found.too_deep else found.result


def made_up(random: np.random.Generator) -> tuple[Position, Point | None]:
    """Return a closed group somewhere on a board and one of its stones; None if it fails."""
    own: Colour = random.choice([BLACK, WHITE])
    place = [(0, 0), (0, int(random.integers(3, 13))),
             (int(random.integers(3, 13)), int(random.integers(3, 13)))][random.integers(3)]
    wanted, room = int(random.integers(*SHAPE)), {place}
    while len(room) < wanted:
        row, column = list(room)[random.integers(len(room))]
        down, right = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.integers(4)]
        if 0 <= row + down < SIZE - 3 and 0 <= column + right < SIZE - 3:
            room.add((row + down, column + right))
    ring = _around(room, diagonals=True)
    wall = _around(room | ring, diagonals=True)
    far = _around(room | ring | wall, diagonals=True)
    stones = dict.fromkeys(ring, own) | dict.fromkeys(wall, -own)
    for spot in ring - _around(room, diagonals=False):
        if random.random() < 0.25:  # A corner of the group, perhaps the enemy's: a false eye.
            stones[spot] = random.choice([EMPTY, own, -own])
    for spot in sorted(ring):
        if random.random() < 0.06:
            stones[spot] = random.choice([EMPTY, -own])
    for spot in sorted(wall):
        if random.random() < 0.12:  # A liberty outside, behind which the wall goes on.
            stones[spot] = EMPTY
            stones |= dict.fromkeys(_around({spot}, diagonals=True) & far, -own)
    share = random.choice([0.0, 0.15, 0.35, 0.6])
    for spot in sorted(room):
        if random.random() < share:
            stones[spot] = random.choice([own, -own, -own])
    cells = {row * SIZE + column: colour for (row, column), colour in stones.items()}
    symmetry = int(random.integers(8))
    cells = {transformed_point(point, SIZE, SIZE, symmetry): colour
             for point, colour in cells.items()}
    position = Position.empty(SIZE).with_stones(cells)
    for point, cell in enumerate(position.cells):
        if cell and not position.liberties(point):
            return position, None
    chains = {position.chain(point) for point, cell in enumerate(position.cells)
              if cell and position.colour_at(point) == own}
    if not chains:
        return position, None
    return position, min(max(chains, key=lambda chain: (len(chain), min(chain))))


def _around(spots: set[tuple[int, int]], *, diagonals: bool) -> set[tuple[int, int]]:
    """Return the spots beside some others, on the board."""
    return {(row + down, column + right) for row, column in spots
            for down in (-1, 0, 1) for right in (-1, 0, 1)
            if (diagonals or not (down and right))
            and 0 <= row + down < SIZE and 0 <= column + right < SIZE} - spots


def _proved_line(
    proof: Proof, frame: Frame, first: Colour, random: np.random.Generator
) -> Line:
    """Return a line from a frame on: winners play to win, losers whatever counts."""
    now = frame.position.with_to_play(first)
    line = Line(set_up(now))
    while len(line.values) < LONGEST["proved"] and not proof.is_taken(now):
        mover, result = now.to_play, proof.result(now)
        moves = [point for point in counting_moves(now, frame) if point in proof.points]
        if result > 0:
            winning = [point for point in moves if proof.result(play(now, mover, point)) < 0]
            policy = dict.fromkeys(winning, 1.0)
            # What lives is left alone; what is dead must still be taken, by area.
            if mover == proof.question.colour and proof.result(play(now, mover, PASS)) < 0:
                policy = {point: 0.5 / len(winning) for point in winning} | {PASS: 0.5}
        elif result < 0:
            policy = dict.fromkeys(moves, 1.0) | {PASS: PASSING * (len(moves) or 1)}
        if not result or not policy:
            break
        total = sum(policy.values())
        line.boards.append(board_of(now))
        line.movers.append(mover)
        line.policies.append({point: share / total for point, share in policy.items()})
        line.values.append(SURE * result)
        choices = [point for point in policy if point != PASS] or [PASS]
        now = play(now, mover, choices[random.integers(len(choices))])
    return line


def set_up(position: Position) -> list[np.ndarray]:
    """Return the boards while the last stones are given to an engine: White's, row by row."""
    cells = board_of(position)
    order = [*np.flatnonzero(cells == BLACK), *np.flatnonzero(cells == WHITE)][-HISTORY:]
    boards = []
    for at in range(len(order)):
        board = cells.copy()
        board[order[at:]] = 0
        boards.append(board)
    return [np.zeros(POINTS, np.int8)] * (HISTORY - len(boards)) + boards


def board_of(position: Position) -> np.ndarray:
    """Return stones as int8 (POINTS): +1 Black, -1 White."""
    cells = np.frombuffer(position.cells, np.uint8)
    return (cells == BLACK_CELL).astype(np.int8) - (cells == WHITE_CELL)


def taught(
    games: list[TaughtGame], katago: str, random: np.random.Generator
) -> Iterator[Line]:
    """Yield lines about groups from games, with KataGo's opinion."""
    teacher = Teacher(katago)
    waiting = _from_games(games, random)
    under_way: dict[int, _Taught] = {}
    number = 0
    try:
        while True:
            while len(under_way) < AT_ONCE:
                under_way[number] = next(waiting)
                teacher.ask(under_way[number].question(number))
                number += 1
            this, answer = teacher.answer()
            if under_way[this].learn_and_move(answer, random):
                teacher.ask(under_way[this].question(this))
            else:
                line = under_way.pop(this).line
                if line.values:
                    yield line
    finally:
        teacher.close()


def _from_games(games: list[TaughtGame], random: np.random.Generator) -> Iterator[_Taught]:
    """Yield framed groups of random positions, either side first."""
    while True:
        game = games[random.integers(len(games))]
        position = positions_of(game)[random.integers(20, max(21, len(game.moves)))
                                      if len(game.moves) > 20 else -1]
        stones = [point for point, cell in enumerate(position.cells) if cell]
        for stone in random.choice(stones, min(4, len(stones)), replace=False):
            question = Question.of_dragon(position, int(stone))
            if len(question.stones) < 2:
                continue
            frame = framed(question)
            first = int(random.choice([BLACK, WHITE]))
            now = frame.position.with_to_play(first)
            if frame.position != position and counting_moves(now, frame):
                yield _Taught(frame, question.stones, now, Line(set_up(now)),
                              _stones_of(frame.position))


@dataclass
class _Taught:
    """A line under way; `spelled` are its moves, `stones` those of the group."""

    frame: Frame
    stones: tuple[Point, ...]
    now: Position
    line: Line
    initial: list[list[str]]
    spelled: list[list[str]] = field(default_factory=list)
    first: Colour = EMPTY

    def __post_init__(self) -> None:
        self.first = self.now.to_play

    def question(self, number: int) -> str:
        """Return the line that asks for KataGo's opinion."""
        return json.dumps({
            "id": str(number), "rules": "tromp-taylor", "komi": KOMI, "boardXSize": SIZE,
            "boardYSize": SIZE, "initialStones": self.initial,
            "initialPlayer": LETTER_OF_COLOUR[self.first], "moves": self.spelled,
            "maxVisits": VISITS, "includePolicy": True,
            "overrideSettings": {"reportAnalysisWinratesAs": "SIDETOMOVE"}}) + "\n"

    def learn_and_move(self, answer: dict, random: np.random.Generator) -> bool:
        """Keep what KataGo said and play on; False where the line ends."""
        moves = [*counting_moves(self.now, self.frame), PASS]
        said = np.array(answer["policy"], np.float64)
        shares = np.array([max(said[POINTS if point == PASS else point], 0) for point in moves])
        if len(moves) == 1 or shares.sum() < 0.05:
            return False
        shares /= shares.sum()
        mover = self.now.to_play
        self.line.boards.append(board_of(self.now))
        self.line.movers.append(mover)
        self.line.policies.append(dict(zip(moves, shares.tolist(), strict=True)))
        self.line.values.append(2 * float(answer["rootInfo"]["winrate"]) - 1)
        if len(self.line.values) >= LONGEST["taught"]:
            return False
        # A user's line is not the best one: sometimes any move that counts.
        wanted = shares ** 0.7 if random.random() < 0.8 else np.ones(len(moves))
        wanted[-1] *= 0.2
        point = moves[random.choice(len(moves), p=wanted / wanted.sum())]
        try:
            self.now = play(self.now, mover, point)
        except IllegalMoveError:
            return False
        self.spelled.append([LETTER_OF_COLOUR[mover], _name(point)])
        standing = sum(self.now.cells[stone] != 0 for stone in self.stones)
        return 2 * standing > len(self.stones)


def _stones_of(position: Position) -> list[list[str]]:
    return [[LETTER_OF_COLOUR[position.colour_at(point)], _name(point)]
            for point, cell in enumerate(position.cells) if cell]


def _name(point: Point) -> str:
    return "pass" if point == PASS else vertex(point, SIZE, SIZE)


def write(path: Path, lines: list[Line]) -> None:
    """Write the lines, one board after the other; those of a set-up have no answer."""
    boards, start, mover, value, count, index, share = [], [], [], [], [], [], []
    for line in lines:
        begin = len(boards)
        boards += line.boards
        start += [begin] * len(line.boards)
        unanswered = len(line.boards) - len(line.values)
        mover += [0] * unanswered + line.movers
        value += [0.0] * unanswered + line.values
        count += [0] * unanswered + [len(policy) for policy in line.policies]
        for policy in line.policies:
            index += [POINTS if point == PASS else point for point in policy]
            share += policy.values()
    new = path.with_suffix(".new.npz")
    np.savez_compressed(
        new, stones=np.array(boards, np.int8), start=np.array(start, np.int32),
        mover=np.array(mover, np.int8), value=np.array(value, np.float32),
        policy_count=np.array(count, np.int16), policy_index=np.array(index, np.int16),
        policy_share=np.array(share, np.float16))
    new.replace(path)
    print(f"{len(lines)} lines, {sum(map(bool, count))} positions", flush=True)


if __name__ == "__main__":
    main()
