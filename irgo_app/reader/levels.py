"""Which boards irgo's reader can judge, and how strongly it plays; known without loading it.

Levels are named by what they do, not by a rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.words import noted

SMALLEST: Final = 7
LARGEST: Final = 19


def can_judge(position: Position) -> bool:
    """Return whether the network was made for boards of this size."""
    return all(SMALLEST <= side <= LARGEST for side in (position.columns, position.rows))


@dataclass(frozen=True, slots=True)
class Level:
    """A way of playing.

    visits -- positions looked at for a move; 1: the network's first thought, no reading at all
    temperature -- 0: the best move; above: by chance, 1 as often as it is visited (with one visit:
    as likely as the network holds it), higher still more evenly
    opening -- the temperature of the first moves of a game, for variety
    sight -- 0: the whole board is seen; above: what lies so many lines from the last stones is
    overlooked half of the time, twice as far a quarter
    """

    name: str
    title: str
    visits: int
    temperature: float = 0.0
    opening: float = 0.0
    sight: float = 0.0


DEFAULT_LEVEL: Final = Level("normal", noted("Reads 200 positions a move"), 200, 0.0, 0.2)
LEVELS: Final = (
    Level("loose", noted("No reading, often not the first thought"), 1, 1.5, 1.5),
    Level("casual", noted("No reading, sometimes not the first thought"), 1, 0.7, 1.0),
    Level("intuition", noted("No reading: the first thought"), 1, 0.0, 0.5),
    Level("glance", noted("Reads 16 positions a move"), 16, 0.0, 0.3),
    Level("short", noted("Reads 60 positions a move"), 60, 0.0, 0.2),
    DEFAULT_LEVEL,
    Level("long", noted("Reads 1000 positions a move"), 1000, 0.0, 0.2),
)
"""From the weakest to the strongest."""


def level_named(name: str) -> Level:
    """Return a level; raises UsageError if there is none of this name."""
    for level in LEVELS:
        if level.name == name.lower():
            return level
    raise UsageError("There is no level {name!r}; there are {names}.", name=name,
                     names=", ".join(level.name for level in LEVELS))
