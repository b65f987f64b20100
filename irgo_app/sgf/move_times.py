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
    info = line[0].tree.info_nodes.properties_at(line[0])
    main = number_of(info["TM"][0]) if "TM" in info and line[0].parent is None else None
    periods = _PERIODS.search(text_of(info["OT"][0])) if "OT" in info else None
    period = float(periods[2]) if periods else None
    clocks = {colour: _Clock(main) for colour in (BLACK, WHITE)}
    found = list[MoveTime | None]()
    for node in line:
        seconds = _seconds_of(node, clocks, period)
        clock = None if node.move is None else clocks[node.move[0]]
        found.append(None if clock is None or clock.left is None
                     else MoveTime(seconds, _is_short(clock, period)))
    return found


def _is_short(clock: _Clock, period: float | None) -> bool:
    assert clock.left is not None
    if clock.periods is None:
        return clock.left < _SHORT_SECONDS
    if period is not None or clock.periods <= 1:
        return clock.periods <= 1
    return clock.left < _SHORT_SECONDS_A_STONE * clock.periods


def _seconds_of(
    node: Node, clocks: dict[Colour, _Clock], period: float | None
) -> float | None:
    if node.move is None:
        return None
    before = clocks[node.move[0]]
    left_name, stones_name = _CLOCKS[node.move[0]]
    left, stones = (_number(node, name) for name in (left_name, stones_name))
    now = clocks[node.move[0]] = _Clock(left, None if stones is None else int(stones))
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
