"""How well networks judge games that they never learnt from: people's, and those of a teacher.

    python docs/reader/measure_people.py NETWORK.onnx... --labels LABELS... --records GAMES_FOLDER
        [--looks human_labels.json.gz] [--games GAMES...]

One look each, as a search asks, with last moves and komi. LABELS are of `label.py`, the records
those that it read. Figures are to move 50, to move 150 and later.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from label import games_of
from labels import Label, Part, labels_of, lead_of_turns

from irgo_app.networks.network import Network
from tests.bench.taught_games import OWNERSHIP_UNIT, games_kept_apart, positions_of

PHASES = ((0, 50), (50, 150), (150, 1000))
WHOLE = 127
EVERY = 4
"""Of games of a teacher so many positions are one that is measured."""


def main() -> None:
    """Print the figures of each network on each set."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("networks", nargs="+", type=Path)
    parser.add_argument("--labels", nargs="+", type=Path, required=True)
    parser.add_argument("--records", type=Path, required=True)
    parser.add_argument("--looks", type=Path, help="games with a look at every position, in JSON")
    parser.add_argument("--games", nargs="*", type=Path, default=[])
    parser.add_argument("--part", type=Part, default=Part.MEASURED)
    arguments = parser.parse_args()
    sets = {f"people, {arguments.part.value}": list(
        labels_of(arguments.labels, arguments.records, arguments.part))}
    if arguments.looks:
        sets["people, looks"] = list(looks_of(arguments.looks, arguments.records))
    sets |= {path.name: list(taught(path)) for path in arguments.games}
    for path in arguments.networks:
        network = Network(path)
        for name, labels in sets.items():
            print(f"{path.name}  {name}: {figures(network, labels)}", flush=True)


def looks_of(path: Path, records: Path) -> Iterator[Label]:
    """Yield the positions of games with the lead and the ownership of each, no policy."""
    for game in json.loads(gzip.decompress(path.read_bytes())):
        [(_, komi, rules, positions, _)] = games_of(
            [records / game["file"]], 1, len(game["turns"]))
        for turn, (position, said) in enumerate(zip(positions, game["turns"], strict=True)):
            yield Label(turn, position, komi, np.zeros(0), lead_of_turns(
                said["lead"], position, rules), np.array(said["own"]) * WHOLE / 99)


def taught(path: Path) -> Iterator[Label]:
    """Yield positions of a teacher's games that are kept apart, on the largest board."""
    for game in games_kept_apart([path], 19):
        for turn, position in list(enumerate(positions_of(game)))[::EVERY]:
            policy = np.zeros(game.size ** 2 + 1)
            policy[game.policies[turn][0]] = game.policies[turn][1]
            yield Label(turn, position, game.komi, policy, float(game.score[turn]),
                        game.ownership[turn] * (WHOLE / OWNERSHIP_UNIT))


def figures(network: Network, labels: list[Label]) -> str:
    """Return in words how a network agrees: first move, leads off, ownership's R²."""
    said = [network.evaluate([label.position], label.komi)[0] for label in labels]
    first = [opinion.policy.argmax() == label.policy.argmax()
             for opinion, label in zip(said, labels, strict=True) if len(label.policy)]
    error = np.abs([opinion.lead - label.lead
                    for opinion, label in zip(said, labels, strict=True)])
    inside = error <= [opinion.margin for opinion in said]
    owned = np.array([opinion.ownership for opinion in said])
    truth = np.array([label.ownership for label in labels]) / WHOLE
    vacant = np.array([np.frombuffer(label.position.cells, np.int8) for label in labels]) == 0
    turn = np.array([label.turn for label in labels])
    words = [[], [], [], []]
    for begin, end in PHASES:
        here = (turn >= begin) & (turn < end)
        words[0].append(f"{error[here].mean():.2f}")
        words[1].append(f"{inside[here].mean():.2f}")
        for word, which in zip(words[2:], (np.ones_like(vacant), vacant), strict=True):
            seen = which & here[:, None]
            word.append(f"{1 - ((owned - truth)[seen] ** 2).mean() / truth[seen].var():.3f}")
    lead, ranges, whole, empty = (" / ".join(word) for word in words)
    return (f"{len(labels)} positions, first move {np.mean(first or [np.nan]):.3f}, lead off by "
            f"{lead}, in range {ranges}, R² {whole}, of vacant points {empty}")


if __name__ == "__main__":
    main()
