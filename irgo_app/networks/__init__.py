"""Networks: irgo's own, which says what becomes of every point and what to play, and KataGo's.

irgo's own is called the reader; its weights are made by the scripts in docs/reader. Networks are
loaded in worker processes only. Here stands what is known without loading one: which boards irgo
can judge, and how strongly it plays. A level is told as a rank that players know, after games
against GNU Go on 9x9 with docs/reader/match.py (colours in turn, komi 7.5, by area): the first
loses to its level 1 in 34 of 40, the second beats that in 13 of 20, the next two beat its level 10
in 19 and 20 of 20.
"""

from typing import Final

from msgspec import Struct

from irgo_app.errors import ReaderError, WrongUsageError
from irgo_app.go.position import Position
from irgo_app.words import Message, message, noted

FILE: Final = "reader.onnx"
"""The network among the resources."""
SMALLEST: Final = 7
LARGEST: Final = 19
MOST_VISITS: Final = 40_000
"""More would fill the memory: a visited position takes some six kilobytes."""


def can_judge(position: Position) -> bool:
    """Return whether the network was made for boards of this size."""
    return all(SMALLEST <= side <= LARGEST for side in (position.columns, position.rows))


def not_judged(position: Position) -> Message:
    """Return in one sentence why a board is not judged, where `can_judge` says so."""
    return message("irgo judges boards of {smallest} to {largest} lines; this one is "
                   "{columns}x{rows}.", smallest=SMALLEST, largest=LARGEST,
                   columns=position.columns, rows=position.rows)


def check_size(position: Position) -> None:
    """Raise ReaderError if the network cannot judge boards of this size."""
    if not can_judge(position):
        raise ReaderError(not_judged(position))


class Level(Struct, frozen=True):
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


DEFAULT_LEVEL: Final = Level("normal", noted("about 1 dan"), 200, 0.0, 0.2)
LEVELS: Final = (
    Level("beginner", noted("about 20 kyu"), 1, 2.5, 2.5, 3.0),
    Level("casual", noted("about 12 kyu"), 1, 0.9, 1.0),
    Level("intuition", noted("about 5 kyu"), 1, 0.0, 0.5),
    Level("glance", noted("about 3 kyu"), 16, 0.0, 0.3),
    Level("short", noted("about 1 kyu"), 60, 0.0, 0.2),
    DEFAULT_LEVEL,
    Level("long", noted("about 2 dan"), 1000, 0.0, 0.2),
)
"""From the weakest to the strongest."""
_FORMER_NAMES: Final = {"loose": "beginner"}


def level_named(name: str) -> Level:
    """Return a level; raises UsageError if there is none of this name."""
    known = {level.name: level for level in LEVELS}
    wanted = _FORMER_NAMES.get(name.lower(), name.lower())
    if wanted not in known:
        raise WrongUsageError("There is no level {name!r}; there are {names}.", name=name,
                              names=", ".join(known))
    return known[wanted]
