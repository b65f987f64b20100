"""Label positions of games by one look each of a network of KataGo's: to train irgo's own with.

    python docs/reader/label.py NETWORK.bin.gz GAMES_FOLDER OUT_FOLDER [--minutes 60]

Games are records in a folder and the folders in it, handicaps, sizes and rules as they have them.
One file is written for so many games, whole or not at all; whoever starts again goes on behind
those that are there. It works at the lowest priority, on one core; several may share the games
(`--part 0/2`, `--part 1/2`). The folder has to lie outside the working copy.

A file `labels_00012.npz` has, per game: `name`, `columns`, `rows`, `komi` (White's, with the points
for a handicap), `rules`, `length` (positions). Per position of all games in a row: `cells` (int8,
+1 Black, 361 or fewer a position, one behind the other), `to_play`, `move` (the next in the record;
-1 a pass, -2 none), `lead` and `spread` (points), `win` (Black's chance), `ownership` (int8, 127
Black's, as `cells`). The policy is the likeliest moves (`policy_count`, `policy_point`, the number
of points being the pass, `policy_weight` of 65535) or, with --whole-policy, float16 `policy`
(points + 1 a position).
"""

from __future__ import annotations

import argparse
import io
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from irgo_app.errors import IrgoError
from irgo_app.go.position import Position
from irgo_app.go.rules import Ruleset
from irgo_app.networks import can_judge
from irgo_app.networks.katago_network import KataGoNetwork
from irgo_app.networks.network import Opinion
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from irgo_app.whole_file import write_whole

NO_MOVE = -2
WEIGHT_UNIT = 65535
LEAST_SHARE = 0.001
"""Moves that are less likely are left out of a policy, but for the likeliest."""
Game = tuple[str, float, Ruleset, list[Position], list[int]]


def main() -> None:
    """Label what is not labelled yet, until all is or the time is up."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("network", type=Path)
    parser.add_argument("games", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--chunk", type=int, default=8, help="games a file")
    parser.add_argument("--every", type=int, default=1,
                        help="label one position of so many; choose an odd number, so that both "
                             "sides are to move")
    parser.add_argument("--first", type=int, default=0, help="moves before the first of them")
    parser.add_argument("--most-games", type=int, default=100_000)
    parser.add_argument("--most-moves", type=int, default=400, help="positions of one game")
    parser.add_argument("--minutes", type=float, default=24 * 60.0)
    parser.add_argument("--part", default="0/1", help="this share of the files: 0/2, 1/2")
    parser.add_argument("--whole-policy", action="store_true")
    arguments = parser.parse_args()
    out: Path = arguments.out.resolve()
    if out.is_relative_to(Path(__file__).resolve().parents[2]):
        raise SystemExit("Choose a folder outside the working copy.")
    os.nice(19)
    out.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + 60 * arguments.minutes
    paths = sorted(arguments.games.rglob("*.sgf"))[:arguments.most_games]
    chunks = [paths[at:at + arguments.chunk] for at in range(0, len(paths), arguments.chunk)]
    own, of = map(int, arguments.part.split("/"))
    network = KataGoNetwork(arguments.network)
    for number, chunk in enumerate(chunks):
        target = out / f"labels_{number:05}.npz"
        if number % of != own or target.exists():
            continue
        labelled = []
        for game in games_of(
                chunk, arguments.every, arguments.most_moves, arguments.first):
            opinions = []
            for position in game[3]:
                if time.monotonic() > deadline:
                    return
                opinions += network.evaluate([position], game[1], game[2])
            labelled.append((game, opinions))
        packed = io.BytesIO()
        np.savez_compressed(packed, **columns_of(labelled, is_whole=arguments.whole_policy))
        write_whole(target, packed.getvalue())
        print(f"{target.name}: {sum(len(found) for _, found in labelled)} positions", flush=True)


def games_of(
    paths: list[Path], every: int, most_moves: int, first: int = 0
) -> Iterator[Game]:
    """Yield the games of some files that a network can judge; what cannot be read is told."""
    for path in paths:
        try:
            tree = load_file(path).games[0]
        except IrgoError as error:
            print(error, flush=True)
            continue
        replay, told = Replay(tree), game_rules(tree)
        nodes = tree.main_line()[:most_moves]
        positions, moves = list[Position](), list[int]()
        for node, following in list(zip(nodes, [*nodes[1:], None], strict=True))[
                first::every]:
            move = following.move if following else None
            positions.append(replay.position_at(node))
            moves.append(NO_MOVE if move is None else move[1])
        if positions and can_judge(positions[0]):
            yield path.name, told.judged_komi, told.rules, positions, moves


def columns_of(
    labelled: list[tuple[Game, list[Opinion]]], *, is_whole: bool
) -> dict[str, Any]:
    """Return the arrays of one file."""
    games = [game for game, _ in labelled]
    opinions = [opinion for _, found in labelled for opinion in found]
    positions = [position for game in games for position in game[3]]
    found = {
        "name": np.array([game[0] for game in games]),
        "columns": np.array([game[3][0].columns for game in games], np.uint8),
        "rows": np.array([game[3][0].rows for game in games], np.uint8),
        "komi": np.array([game[1] for game in games], np.float32),
        "rules": np.array([game[2].engine_name for game in games]),
        "length": np.array([len(game[3]) for game in games], np.int32),
        "cells": np.frombuffer(b"".join(position.cells for position in positions), np.int8),
        "to_play": np.array([position.to_play for position in positions], np.int8),
        "move": np.array([move for game in games for move in game[4]], np.int16),
        "lead": np.array([opinion.lead for opinion in opinions], np.float32),
        "spread": np.array([opinion.spread for opinion in opinions], np.float16),
        "win": np.array([opinion.black_wins for opinion in opinions], np.float32),
        "ownership": joined([np.rint(127 * opinion.ownership) for opinion in opinions], np.int8)}
    if is_whole:
        return found | {"policy": joined([opinion.policy for opinion in opinions], np.float16)}
    points = [likeliest(opinion) for opinion in opinions]
    return found | {
        "policy_count": np.array([len(part) for part in points], np.int16),
        "policy_point": joined(points, np.int16),
        "policy_weight": joined(
            [np.rint(WEIGHT_UNIT * opinion.policy[part])
             for opinion, part in zip(opinions, points, strict=True)], np.uint16)}


def likeliest(opinion: Opinion) -> np.ndarray:
    """Return the moves of a policy that are kept, the likeliest first."""
    order = np.argsort(-opinion.policy, kind="stable")
    return order[:max(1, int((opinion.policy >= LEAST_SHARE).sum()))]


def joined(parts: list[np.ndarray], kind: type) -> np.ndarray:
    """Return arrays one behind the other."""
    return np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)


if __name__ == "__main__":
    main()
