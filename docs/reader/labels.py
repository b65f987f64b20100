"""Positions of people's games with what a strong network says of them: files of `label.py`.

The records are replayed, so that each position has its ko and its last moves as when irgo asks its
own network. Some games are never learnt from: `Part` says which.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from pathlib import Path

import numpy as np
from games import Samples
from label import games_of

from irgo_app.go.position import Position
from irgo_app.go.rules import Ruleset
from irgo_app.kernels.reader_planes import PLANES
from irgo_app.networks.ending import beyond_turns
from irgo_app.networks.network import KOMI_UNIT, fill_planes_of

OWNERSHIP_UNIT = 127
MEASURED = frozenset({"kyu009", "kyu011", "kyu013", "kyu014", "kyu015", "kyu017", "kyu021",
                      "kyu023", "kyu026"})
"""Games that other measurements hold irgo against."""
PARTS = 20


class Part(Enum):
    """What a game is for, by a hash of its name: a tenth is measured, a twentieth chooses."""

    LEARNT = "learnt"
    CHOOSES = "chooses"
    MEASURED = "measured"

    @classmethod
    def of(cls, name: str) -> Part:
        """Return the part of a game by its file's name."""
        stem = name.removesuffix(".sgf")
        digest = int.from_bytes(blake2b(stem.encode(), digest_size=8).digest(), "little") % PARTS
        if stem in MEASURED or digest < 2:
            return cls.MEASURED
        return cls.CHOOSES if digest == 2 else cls.LEARNT


@dataclass
class Label:
    """What is said of a position; `lead` and `ownership` Black's.

    turn -- moves played before; policy -- float32 (points + 1), the pass last
    lead -- in points, komi counted, as irgo's network tells it: without `beyond_turns`
    ownership -- int8 (points), 127 Black's
    """

    turn: int
    position: Position
    komi: float
    policy: np.ndarray
    lead: float
    ownership: np.ndarray


def labels_of(files: list[Path], records: Path, part: Part) -> Iterator[Label]:
    """Yield the labelled positions of the games of one part."""
    paths = {path.name: path for path in records.rglob("*.sgf")}
    for file in sorted(files):
        with np.load(file) as archive:
            data = {name: archive[name] for name in archive.files}
        points = np.repeat(data["columns"].astype(int) * data["rows"], data["length"])
        ends, policy_ends = points.cumsum(), data["policy_count"].astype(int).cumsum()
        at = 0
        for name, length in zip(data["name"].tolist(), data["length"].tolist(), strict=True):
            begin, at = at, at + length
            if Part.of(name) is not part:
                continue
            [(_, komi, rules, positions, _)] = games_of([paths[name]], 1, len(points))
            turns = enumerate(positions)
            for row in range(begin, at):
                board = slice(ends[row] - points[row], ends[row])
                cells, mover = data["cells"][board].tobytes(), data["to_play"][row]
                turn, position = next(
                    (turn, position) for turn, position in turns
                    if position.cells == cells and position.to_play == mover)
                moves = slice(policy_ends[row] - data["policy_count"][row], policy_ends[row])
                policy = np.zeros(points[row] + 1, np.float32)
                policy[data["policy_point"][moves]] = data["policy_weight"][moves]
                yield Label(turn, position, komi, policy / policy.sum(),
                            lead_of_turns(float(data["lead"][row]), position, rules),
                            data["ownership"][board])


def lead_of_turns(lead: float, position: Position, rules: Ruleset) -> float:
    """Return a lead as irgo's network tells it, which sees no prisoners."""
    return lead - beyond_turns(position, counts_area=rules.counts_area)


def samples_of(labels: list[Label]) -> Samples:
    """Return labels of square boards of one size as samples."""
    size = labels[0].position.columns
    planes = np.empty((PLANES, size * size), np.uint8)
    packed = []
    for label in labels:
        fill_planes_of(label.position, planes)
        packed.append(np.packbits(planes))
    mover = np.array([label.position.to_play for label in labels], np.int8)
    return Samples(
        size, np.stack(packed),
        (-mover * np.array([label.komi for label in labels]) / KOMI_UNIT).astype(np.float32),
        np.stack([label.policy for label in labels]).astype(np.float16),
        mover * np.array([label.lead for label in labels], np.float32),
        mover[:, None] * np.stack([label.ownership for label in labels]),
        np.array([label.turn for label in labels], np.int32), OWNERSHIP_UNIT)
