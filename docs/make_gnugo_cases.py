"""Let GNU Go play against itself and write cases for `tests.bench truth`, judged by its last word.

    python docs/make_gnugo_cases.py CASES.jsonl.gz [--games 24] [--level 1] [--first-seed 1]

Each line is a position with what became of the board: {"game", "move", "to_play", "rows",
"ownership", "black_lead"}, Black positive, rows from the top. The ownership is that of the end of
the game: GNU Go's dead stones are taken off, then stones and what they alone surround are owned;
every position of a game carries it. The same seeds and level give the same games. GNU Go plays by
area rules without resigning; komi 7 is in the lead.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import sys
from typing import Any

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, topology
from irgo_app.go.position import Position
from irgo_app.go.rules import record
from irgo_app.gtp.client import GtpClient

KOMI = 7
MOST_MOVES = 400
FIRST_MOVE, LAST_MOVE, EVERY = 16, 219, 8


def main() -> None:
    """Play the games and write their positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=1)
    arguments = parser.parse_args()
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if program is None:
        sys.exit("GNU Go is not installed; install the package gnugo.")
    with gzip.open(arguments.target, "wt", encoding="utf-8") as target:
        for seed in range(arguments.first_seed, arguments.first_seed + arguments.games):
            cases = played_game(program, arguments.level, seed)
            for case in cases:
                target.write(json.dumps(case) + "\n")
            target.flush()
            print(f"seed {seed}: {len(cases)} positions, lead {cases[-1]['black_lead']}",
                  flush=True)


def played_game(program: str, level: int, seed: int) -> list[dict[str, Any]]:
    """Return the cases of one game."""
    client = GtpClient([program, "--mode", "gtp", "--quiet", "--level", str(level), "--seed",
                        str(seed), "--chinese-rules", "--never-resign"])
    try:
        client.ask(f"komi {KOMI}")
        position, colour, passes = Position.empty(), BLACK, 0
        positions = [position]
        while passes < 2 and len(positions) < MOST_MOVES:
            answer = client.ask(f"genmove {LETTER_OF_COLOUR[colour]}", 120.0)
            point = point_of_vertex(answer, 19, 19)
            passes = passes + 1 if point == PASS else 0
            position = record(position, colour, point)[0]
            positions.append(position)
            colour = -colour
        dead = client.ask("final_status_list dead", 120.0).split()
    finally:
        client.close()
    last = position.with_stones({point_of_vertex(name, 19, 19): 0 for name in dead})
    owners = owners_of(last)
    ownership = [owners[start:start + 19] for start in range(0, 361, 19)]
    return [
        {"game": f"gnugo level {level} seed {seed}", "move": move,
         "to_play": LETTER_OF_COLOUR[positions[move].to_play], "rows": positions[move].diagram(),
         "ownership": ownership, "black_lead": sum(owners) - KOMI}
        for move in range(FIRST_MOVE, min(LAST_MOVE + 1, len(positions)), EVERY)]


def owners_of(position: Position) -> list[int]:
    """Return the owner of every point: a stone's colour, of a region the one colour around it."""
    neighbours = topology(position.columns, position.rows).neighbours
    owners = [position.colour_at(point) for point in range(len(position.cells))]
    seen: set[int] = set()
    for start, stone in enumerate(position.cells):
        if stone or start in seen:
            continue
        region, around = [start], set()
        seen.add(start)
        for point in region:
            for near in neighbours[point]:
                if position.cells[near]:
                    around.add(position.colour_at(near))
                elif near not in seen:
                    seen.add(near)
                    region.append(near)
        if len(around) == 1:
            owner = around.pop()
            for point in region:
                owners[point] = owner
    return owners


if __name__ == "__main__":
    main()
