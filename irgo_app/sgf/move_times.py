"""How long moves took, from the clocks that a record holds (BL WL OB OW TM OT)."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.values import number_of, text_of
from irgo_app.words import message

_CLOCKS: Final[dict[Colour, tuple[str, str]]] = {BLACK: ("BL", "OB"), WHITE: ("WL", "OW")}
_MINUTE: Final = 60
_PERIODS: Final = re.compile(r"(\d{1,3}) ?[x×] ?(\d{1,5})", re.IGNORECASE)
"""Japanese byo-yomi, such as `5x30 byo-yomi`: so many periods of so many seconds."""


_SHORT_SECONDS: Final = 30.0
_SHORT_SECONDS_A_STONE: Final = 10.0


class MoveTime(Struct, frozen=True):
    """How long a move took.

    seconds -- None where the clock before it is not known
    is_short -- whether its side was short of time after it: in its last period, with less than
    half a minute, or with less than ten seconds for each stone of a Canadian period
    """

    seconds: float | None
    is_short: bool


class _Clock(Struct):
    """A side's clock: seconds left, and the periods or stones left in overtime."""

    left: float | None
    periods: int | None = None


def time_words(seconds: float) -> str:
    """Return a time in seconds, or in minutes and seconds."""
    whole = round(seconds)
    if whole < _MINUTE:
        return str(message("took {seconds} s", seconds=whole))
    return str(message("took {minutes} min {seconds} s", minutes=whole // _MINUTE,
                       seconds=whole % _MINUTE))


def clock_words(seconds: float) -> str:
    """Return a time in seconds as a column of a table shows it, in any language."""
    minutes, left = divmod(round(seconds), _MINUTE)
    return f"{minutes}:{left:02}"


def seconds_of_moves(line: Sequence[Node]) -> list[float | None]:
    """Return how many seconds the move of each node took, None where the record does not tell."""
    return [None if time is None else time.seconds for time in times_of_moves(line)]


def times_of_moves(line: Sequence[Node]) -> list[MoveTime | None]:
    """Return how long the move of each node took, None where the record says nothing of its clock.

    line -- nodes that follow each other; from the root on where main time (TM) is to count
    What a clock lost since its side's last move counts. Where it was set anew meanwhile, the time
    is known only for byo-yomi periods that are named (OT).
    """
    if not line:
        return []
    main, period = _settings_of(line[0])
    before = dict.fromkeys((BLACK, WHITE), _Clock(main if line[0].parent is None else None))
    found = list[MoveTime | None]()
    for node in line:
        clock = _clock_of(node)
        found.append(None if clock is None or clock.left is None or node.move is None else MoveTime(
            _used(clock, before[node.move[0]], period), _is_short(clock, period)))
        if node.move is not None and clock is not None:
            before[node.move[0]] = clock
    return found


def seconds_of_move(node: Node) -> float | None:
    """Return how many seconds the move of a node took; see `times_of_moves`."""
    clock = _clock_of(node)
    if clock is None or clock.left is None or node.move is None:
        return None
    main, period = _settings_of(node.tree.root)
    before, step = _Clock(main), node.parent
    while step is not None:
        if step.move is not None and step.move[0] == node.move[0]:
            before = _clock_of(step) or before
            break
        step = step.parent
    return _used(clock, before, period)


def _settings_of(node: Node) -> tuple[float | None, float | None]:
    """Return main time (TM) and the length of a byo-yomi period (OT) in seconds."""
    info = node.tree.info_nodes.properties_at(node)
    periods = _PERIODS.search(text_of(info["OT"][0])) if "OT" in info else None
    return (number_of(info["TM"][0]) if "TM" in info else None,
            float(periods[2]) if periods else None)


def _clock_of(node: Node) -> _Clock | None:
    """Return the clock of who moved, None where nobody did."""
    if node.move is None:
        return None
    left, stones = (_number(node, name) for name in _CLOCKS[node.move[0]])
    return _Clock(left, None if stones is None else int(stones))


def _is_short(clock: _Clock, period: float | None) -> bool:
    assert clock.left is not None
    if clock.periods is None:
        return clock.left < _SHORT_SECONDS
    if period is not None or clock.periods <= 1:
        return clock.periods <= 1
    return clock.left < _SHORT_SECONDS_A_STONE * clock.periods


def _used(now: _Clock, before: _Clock, period: float | None) -> float | None:
    """Return what a side's clock lost between two of its moves, None where that is not known."""
    left = now.left
    if left is None:
        return None
    if now.periods is not None and period is not None and left <= period:
        was_main = before.left if before.periods is None and before.left is not None else 0.0
        used = was_main + period - left
        # A period that was used up is not given back.
        return used + period * max(0, (before.periods or now.periods) - now.periods)
    # Stones of a Canadian period grow fewer with each move.
    is_same_period = before.periods == now.periods or (
        before.periods is not None and now.periods == before.periods - 1)
    if before.left is None or left > before.left or not is_same_period:
        return None
    return before.left - left


def _number(node: Node, name: str) -> float | None:
    return number_of(node.properties[name][0]) if node.says(name) and \
        node.properties.get(name) else None
