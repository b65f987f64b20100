"""A network of KataGo's in irgo against the same network in KataGo, position by position.

    python -m tests.bench.katago_networks NETWORK "katago gtp -model NETWORK -config CFG" GAME...

Prints how far leads, chances, ownership and policies are apart (`kata-raw-nn 0 0`), how long a look
takes, KataGo's in the same minute, and what whole numbers of eight bits change. Positions are those
of the games, one in so many, under their own rules and komi. KataGo should have one thread
(`-override-config numSearchThreads=1,numEigenThreadsPerModel=1`).
"""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
from msgspec import Struct

from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.go.position import Position
from irgo_app.go.rules import Ruleset
from irgo_app.gtp.client import GtpClient
from irgo_app.networks.katago_network import KataGoAnswer, KataGoNetwork
from irgo_app.sgf.game_info import game_rules
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay

_WAIT_S = 300.0


class Case(Struct, frozen=True):
    """A position of a game; commands -- what brings it onto KataGo's board."""

    position: Position
    komi: float
    rules: Ruleset
    commands: tuple[str, ...]


def cases_of(path: Path, every: int) -> Iterator[Case]:
    """Yield one in so many positions of a game's main line."""
    tree = load_file(path).games[0]
    replay, told = Replay(tree), game_rules(tree)
    nodes = tree.main_line()
    start = replay.position_at(nodes[0])
    columns, rows = start.columns, start.rows
    size = (f"boardsize {columns}" if columns == rows
            else f"rectangular_boardsize {columns} {rows}")
    stones = " ".join(f"{LETTER_OF_COLOUR[start.colour_at(point)]} {start.vertex(point)}"
                      for point, cell in enumerate(start.cells) if cell)
    commands = [size, "clear_board", f"kata-set-rules {told.rules.engine_name}",
                "kata-set-rule whiteHandicapBonus 0", f"komi {told.judged_komi:g}",
                *([f"set_position {stones}"] if stones else [])]
    before = start
    for at, node in enumerate(nodes[1:], 1):
        position = replay.position_at(node)
        if node.move is None or not position.past:
            return
        colour = before.to_play if position.to_play != before.to_play else position.to_play
        commands.append(f"play {LETTER_OF_COLOUR[colour]} {position.vertex(position.past[0][0])}")
        if at % every == 0:
            yield Case(position, told.judged_komi, told.rules, tuple(commands))
        before = position


def katago_answer(text: str, rows: int) -> dict[str, np.ndarray]:
    """Return the numbers of a `kata-raw-nn`, by KataGo's own names."""
    found, name = dict[str, list[float]](), ""
    for line in text.splitlines():
        words = line.split()
        if words and words[0][0].isalpha() and words[0] != "NAN":
            name, words = words[0], words[1:]
        found.setdefault(name, []).extend(float(word) for word in words)
    return {name: np.array(values) for name, values in found.items()}


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("network", type=Path)
    parser.add_argument("katago")
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=25)
    parser.add_argument("--most", type=int, default=200)
    arguments = parser.parse_args()
    exact = KataGoNetwork(arguments.network, in_whole_numbers=False)
    whole = KataGoNetwork(arguments.network, in_whole_numbers=True)
    client = GtpClient(shlex.split(arguments.katago))
    cases = [case for path in arguments.games for case in cases_of(path, arguments.every)]
    rows = [_row(client, exact, whole, case) for case in cases[:arguments.most]]
    client.close()
    print(f"{len(rows)} positions")
    for name in rows[0]:
        values = [row[name] for row in rows if row[name] is not None]
        if values:
            print(f"{name:28} mean {np.mean(values):10.6f}  most {np.max(values):10.6f}")
    for name in ("exact", "whole"):
        ratio = (np.median([row[f"{name} ms"] for row in rows])
                 / np.median([row["KataGo ms"] for row in rows]))
        print(f"{name} in KataGo's time: {ratio:.2f}")


def _row(
    client: GtpClient, exact: KataGoNetwork, whole: KataGoNetwork, case: Case
) -> dict[str, float]:
    for command in case.commands:
        client.ask(command, _WAIT_S)
    process = psutil.Process(client.process.process_id)
    begin = sum(process.cpu_times()[:2])
    said = katago_answer(client.ask("kata-raw-nn 0 0", _WAIT_S), case.position.rows)
    row = {"KataGo ms": 1e3 * (sum(process.cpu_times()[:2]) - begin)}
    answers = dict[str, KataGoAnswer]()
    for name, network in (("exact", exact), ("whole", whole)):
        # The first look at a board of some size makes its session.
        network.answers([case.position], case.komi, case.rules)
        start = time.process_time()
        answers[name], = network.answers([case.position], case.komi, case.rules)
        row[f"{name} ms"] = 1e3 * (time.process_time() - start)
    answer, rounded = answers["exact"], answers["whole"]
    policy = np.nan_to_num(np.append(said["policy"], said["policyPass"]))
    return row | {
        "lead off by": abs(answer.lead + said["whiteLead"][0]),
        "chance off by": abs(answer.loss - said["whiteWin"][0]),
        "ownership off by": np.abs(answer.ownership + said["whiteOwnership"]).max(),
        "policy off by": np.abs(answer.policy - policy).max(),
        "first move the same": float(answer.policy.argmax() == policy.argmax()),
        "rounded lead off by": abs(rounded.lead - answer.lead),
        "rounded chance off by": abs(rounded.win - answer.win),
        "rounded ownership off by": np.abs(rounded.ownership - answer.ownership).mean(),
        "rounded first move the same": float(
            rounded.policy.argmax() == answer.policy.argmax())}


if __name__ == "__main__":
    main()
