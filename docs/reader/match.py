"""How strong irgo is: a match of `irgo gtp` against GNU Go, colours in turn, counted by GNU Go.

    python docs/reader/match.py GAMES.jsonl --games 60 --size 19 --visits 200
    python docs/reader/match.py GAMES.jsonl --games 60 --size 9 --visits 1      the policy alone
    python docs/reader/match.py GAMES.jsonl --games 20 --as-given \
        --irgo "leelaz --gtp --noponder --cpu-only -v 200 -w resources/leela.txt.gz"
    python docs/reader/match.py GAMES.jsonl --games 40 --size 9 --openings TAUGHT.npz.xz \
        --gnugo "irgo gtp --no-resign"     the openings of other games, each from both sides
    python docs/reader/match.py GAMES.jsonl                                     only count

Every game is a line of the file with its moves, and a game that is there is not played again: a
match can be broken off and carried on. Games are told apart by size, visits, level and number; the
number is the seed of both players. Area scoring; the referee is a GNU Go of its own.
"""

from __future__ import annotations

import argparse
import json
import math
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import PASS
from irgo_app.gtp.client import GtpClient
from tests.bench.taught_games import read_games

GNU_GO = "gnugo --mode gtp --quiet --level 10 --chinese-rules"
IRGO = f"{shlex.quote(sys.executable)} -m irgo_app gtp --no-resign"
KOMI = 7.5
PATIENCE_S = 600.0
OPENING = 2 / 3
"""Of an opening so many moves a line of the board are played."""
CERTAINTY = 1.96
"""Standard errors on each side of a share: a range of 95 %."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="one JSON line a game; made, or carried on")
    parser.add_argument("--games", type=int, default=0, help="how many there shall be in all")
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--visits", type=int, default=200)
    parser.add_argument("--level", default="normal", help="of irgo gtp")
    parser.add_argument("--irgo", default=IRGO, help="command line")
    parser.add_argument("--as-given", action="store_true",
                        help="--irgo is another player, which knows no --level, --visits, --seed")
    parser.add_argument("--gnugo", default=GNU_GO, help="command line of the other player")
    parser.add_argument("--openings", type=Path, nargs="+", default=(),
                        help="files of games with a teacher's opinion, see tests/bench")
    options = parser.parse_args()
    begun = openings(options.openings, options.size) if options.openings else [[]]
    played = read(options.file)
    done = {key_of(game) for game in played}
    for number in range(options.games):
        match = {"size": options.size, "visits": options.visits, "level": options.level,
                 "number": number}
        if key_of(match) in done:
            continue
        game = {**match, **play_game(options, number, begun[number // 2 % len(begun)])}
        with options.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(game) + "\n")
        played.append(game)
        print(f"game {number}: irgo is {game['irgo']}, {game['result']}, {len(game['moves'])} "
              f"moves, {game['seconds_a_move']:.2f} s a move of irgo's", flush=True)
    for line in table(played):
        print(line)


def read(path: Path) -> list[dict[str, Any]]:
    """Return the games of a file; a last line that was torn off is left out."""
    if not path.exists():
        return []
    games = []
    for line in path.read_text("utf-8").splitlines():
        try:
            games.append(json.loads(line))
        except ValueError:
            print(f"{path}: a line is not whole and is left out", file=sys.stderr)
    return games


def openings(files: list[Path], size: int) -> list[list[str]]:
    """Return the first moves of the games of one size."""
    count = round(OPENING * size)
    return [[vertex(PASS if move == size * size else int(move), size, size).lower()
             for move in game.moves[:count]]
            for path in files for game in read_games(path) if game.size == size]


def key_of(game: dict[str, Any]) -> tuple[object, ...]:
    """Return what tells games apart."""
    return game["size"], game["visits"], game["level"], game["number"]


def play_game(
    options: argparse.Namespace, number: int, opening: Sequence[str]
) -> dict[str, Any]:
    """Play one game on from an opening; irgo is Black in the even ones."""
    komi = KOMI
    own_options = [] if options.as_given else [
        "--level", options.level, "--visits", str(options.visits), "--seed", str(1000 * number)]
    irgo = GtpClient([*shlex.split(options.irgo), *own_options])
    other = GtpClient([*shlex.split(options.gnugo), "--seed", str(number + 1)])
    colour = "BW"[number % 2]
    moves = list(opening)
    seconds, own = 0.0, 0
    result = ""
    try:
        for player in (irgo, other):
            for command in (f"boardsize {options.size}", f"komi {komi}", "clear_board"):
                player.ask(command, PATIENCE_S)
            for at, move in enumerate(moves):
                player.ask(f"play {'BW'[at % 2]} {move}", PATIENCE_S)
        while len(moves) < 3 * options.size ** 2 and moves[-2:] != ["pass", "pass"]:
            turn = "BW"[len(moves) % 2]
            mover, waiter = (irgo, other) if turn == colour else (other, irgo)
            start = time.monotonic()
            move = mover.ask(f"genmove {turn}", PATIENCE_S).strip().lower()
            if mover is irgo:
                seconds, own = seconds + time.monotonic() - start, own + 1
            if move == "resign":
                result = f"{'W' if turn == 'B' else 'B'}+R"
                break
            waiter.ask(f"play {turn} {move}", PATIENCE_S)
            moves.append(move)
        result = result or score_of(moves, options, komi)
    finally:
        irgo.close()
        other.close()
    return {"irgo": colour, "result": result, "komi": komi, "moves": moves,
            "seconds_a_move": seconds / max(own, 1)}


def score_of(moves: list[str], options: argparse.Namespace, komi: float) -> str:
    """Return the result by a GNU Go that takes the dead stones off and counts the area."""
    referee = GtpClient(shlex.split(GNU_GO))
    try:
        for command in (f"boardsize {options.size}", f"komi {komi}", "clear_board"):
            referee.ask(command, PATIENCE_S)
        for at, move in enumerate(moves):
            referee.ask(f"play {'BW'[at % 2]} {move}", PATIENCE_S)
        return referee.ask("final_score", PATIENCE_S).strip()
    finally:
        referee.close()


def table(games: list[dict[str, Any]]) -> list[str]:
    """Return a line for every match in the file: wins, draws, the share and its range."""
    lines = []
    for match in sorted({key_of(game)[:3] for game in games}, key=str):
        these = [game for game in games if key_of(game)[:3] == match]
        wins = sum(game["result"].startswith(game["irgo"]) for game in these)
        draws = sum(game["result"] == "0" for game in these)
        share = (wins + draws / 2) / len(these)
        low, high = wilson(share, len(these))
        size, visits, level = match
        lines.append(f"{size}x{size}, {visits} visits, {level}: {wins} of {len(these)} won"
                     + (f", {draws} drawn" if draws else "")
                     + f"; {100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f} %)")
    return lines


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return the range of 95 % of a share (E. B. Wilson, 1927)."""
    square = CERTAINTY ** 2
    middle = (share + square / (2 * count)) / (1 + square / count)
    width = CERTAINTY / (1 + square / count) * math.sqrt(
        share * (1 - share) / count + square / (4 * count ** 2))
    return middle - width, middle + width


if __name__ == "__main__":
    main()
