"""Make games with a teacher's opinion at every move, by KataGo's network playing itself.

    python docs/reader/make_games.py OUT.npz.xz --games 200 --size 19 \
        --katago "katago analysis -model NETWORK -config CONFIGURATION"
    python docs/reader/make_games.py OUT.npz.xz --records *.sgf --katago "..."    games of others

Users are amateurs, so the players are noisy: every game has a temperature of its own, and some
moves are picked at random from the policy's first forty (`--temperatures 0.5 1.3 --random 0.35
--among 60` makes games in which many groups die). Each position is evaluated once, without search.
The file is written anew every hundred games; `tests/bench/taught_games.py` reads it.
"""

from __future__ import annotations

import argparse
import io
import json
import lzma
from dataclasses import dataclass, field
from itertools import islice, takewhile
from pathlib import Path

import numpy as np
from teacher import Teacher

from irgo_app.errors import IllegalMoveError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.parser import load_file
from tests.bench.taught_games import OWNERSHIP_UNIT, WEIGHT_UNIT

AT_ONCE = 32
"""Games played side by side: the network is asked in batches."""
KOMI = (0.0, 0.5, 3.5, 5.5, 6.5, 6.5, 7.0, 7.5, 7.5)
TEMPERATURES = (0.4, 0.9)
FIRST_MOVES, FIRST_TEMPERATURE = 12, 1.2
MOST_RANDOM, RANDOM_FROM = 0.15, 40
LEAST_SHARE = 1 / 400
"""Of the policy, what is below is left out of the file."""


@dataclass
class Playing:
    """A game under way, and what the teacher said of each position.

    mistakes -- the share of moves picked at random; among -- so many first moves of the policy
    """

    komi: float
    temperature: float
    mistakes: float
    position: Position
    among: int = RANDOM_FROM
    moves: list[int] = field(default_factory=list)
    spelled: list[list[str]] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    policies: list[np.ndarray] = field(default_factory=list)
    ownership: list[np.ndarray] = field(default_factory=list)
    record: tuple[Point, ...] | None = None
    """The moves of a game that others played; None: moves of the noisy player."""

    def is_over(self) -> bool:
        """Return whether both passed, or nobody ever will, or the record ends."""
        if self.record is not None:
            return len(self.moves) == len(self.record)
        points = len(self.position.cells)
        return self.moves[-2:] == [points, points] or len(self.moves) >= 2 * points


def main() -> None:
    """Play as many games as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--records", type=Path, nargs="+",
                        help="only judge these games, as far as sides alternate from Black on")
    parser.add_argument("--temperatures", type=float, nargs=2, default=TEMPERATURES,
                        metavar=("LOW", "HIGH"), help="of the players, one for each game")
    parser.add_argument("--random", type=float, default=MOST_RANDOM,
                        help="the largest share of moves in a game that are picked at random")
    parser.add_argument("--among", type=int, default=RANDOM_FROM,
                        help="from so many first moves of the policy")
    parser.add_argument("--katago", required=True)
    parser.add_argument("--seed", type=int, default=None)
    arguments = parser.parse_args()
    random = np.random.default_rng(arguments.seed)
    teacher = Teacher(arguments.katago)
    done: list[Playing] = []
    waiting = iter([recorded(path) for path in arguments.records] if arguments.records else
                   [begin(arguments, random) for _ in range(arguments.games)])
    playing = dict(enumerate(islice(waiting, AT_ONCE)))
    begun = len(playing)
    for number, game in playing.items():
        teacher.ask(question(number, game))
    while playing:
        number, answer = teacher.answer()
        game = playing[number]
        learn_and_move(game, answer, random)
        if game.is_over():
            done.append(game)
            del playing[number]
            if len(done) % 100 == 0:
                write(arguments.out, done)
            if (following := next(waiting, None)) is None:
                continue
            number, begun, game = begun, begun + 1, following
            playing[number] = game
        teacher.ask(question(number, game))
    teacher.close()
    write(arguments.out, done)


def begin(arguments: argparse.Namespace, random: np.random.Generator) -> Playing:
    """Return a new game between players of some strength."""
    return Playing(float(random.choice(KOMI)), random.uniform(*arguments.temperatures),
                   random.uniform(0, arguments.random), Position.empty(arguments.size),
                   arguments.among)


def recorded(path: Path) -> Playing:
    """Return the main line of a game that others played, from the empty board."""
    tree = load_file(path).games[0]
    moves = [node.move for node in tree.main_line() if node.move]
    colours = [BLACK if number % 2 == 0 else WHITE for number in range(len(moves))]
    alternating = takewhile(lambda pair: pair[0][0] == pair[1], zip(moves, colours, strict=True))
    return Playing(game_info(tree).komi_points or 0.0, 0.0, 0.0, Position.empty(tree.columns),
                   record=tuple(move[1] for move, _ in alternating))


def question(number: int, game: Playing) -> str:
    """Return the line that asks for the network's opinion."""
    size = game.position.columns
    return json.dumps({
        "id": str(number), "rules": "japanese", "komi": game.komi, "boardXSize": size,
        "boardYSize": size, "moves": game.spelled, "maxVisits": 1, "includePolicy": True,
        "includeOwnership": True,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"}}) + "\n"


def learn_and_move(game: Playing, answer: dict, random: np.random.Generator) -> None:
    """Keep what the teacher said, and play a move of the noisy player."""
    position = game.position
    policy = np.maximum(np.array(answer["policy"], np.float64), 0)
    policy /= policy.sum()
    game.scores.append(float(answer["rootInfo"]["scoreLead"]))
    game.policies.append(policy)
    game.ownership.append(np.rint(np.array(answer["ownership"]) * OWNERSHIP_UNIT).astype(np.int8))
    if game.record is not None:
        play_move(game, game.record[len(game.moves)])
        return
    temperature = FIRST_TEMPERATURE if len(game.moves) < FIRST_MOVES else game.temperature
    wanted = policy ** (1 / temperature)
    if random.random() < game.mistakes:
        wanted = np.zeros_like(policy)
        wanted[np.argsort(-policy)[:game.among]] = 1
        wanted[policy <= 0] = 0
    while True:
        move = int(random.choice(len(policy), p=wanted / wanted.sum()))
        point = PASS if move == len(position.cells) else move
        try:
            play_move(game, point)
        except IllegalMoveError:
            wanted[move] = 0
            continue
        return


def play_move(game: Playing, point: Point) -> None:
    """Play a move of the side to move; raises IllegalMoveError."""
    position = game.position
    game.position = play(position, position.to_play, point)
    game.moves.append(len(position.cells) if point == PASS else point)
    game.spelled.append([LETTER_OF_COLOUR[position.to_play],
                         vertex(point, position.columns, position.rows)])


def write(path: Path, games: list[Playing]) -> None:
    """Write the finished games, in the form that `games.read_games` reads."""
    index, weight, count, deltas = [], [], [], []
    for game in games:
        for policy in game.policies:
            kept = np.flatnonzero(policy >= LEAST_SHARE)
            index.append(kept.astype(np.int16))
            weight.append(np.maximum(1, np.rint(policy[kept] * WEIGHT_UNIT)).astype(np.uint8))
            count.append(len(kept))
        owned = np.stack(game.ownership)
        deltas.append(np.diff(owned, axis=0, prepend=np.zeros_like(owned[:1])).reshape(-1))
    packed = io.BytesIO()
    np.savez(
        packed, size=np.array([game.position.columns for game in games], np.uint8),
        komi=np.array([game.komi for game in games], np.float32),
        length=np.array([len(game.moves) for game in games], np.int32),
        moves=np.concatenate([np.array(game.moves, np.int16) for game in games]),
        score=np.concatenate([np.array(game.scores, np.float32) for game in games]),
        policy_count=np.array(count, np.int32), policy_index=np.concatenate(index),
        policy_weight=np.concatenate(weight), ownership_delta=np.concatenate(deltas))
    new = path.with_suffix(".new")
    new.write_bytes(lzma.compress(packed.getvalue(), preset=6))
    new.replace(path)
    positions = sum(len(game.moves) for game in games)
    print(f"{len(games)} games, {positions} positions", flush=True)


if __name__ == "__main__":
    main()
