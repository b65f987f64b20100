"""Which curves the timeline can draw, from layers and engines, and how they are made readable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from irgo_app.draw.palette import Rgb
from irgo_app.service.figures import Figures
from irgo_app.words import noted

Run = list[tuple[float, float]]


class CurveRow(Struct, frozen=True):
    """One curve and its chip.

    layer -- whose numbers it is drawn from, whatever lies on the board; "" for what a judge says
    value_of -- what is drawn of a layer's numbers: points
    colour -- to be seen on light and on dark ground
    """

    id: str
    title: str
    layer: str
    value_of: Callable[[Figures], float | None] | None
    colour: Rgb
    help: str


LEAD: Final = CurveRow(
    "lead", noted("Lead"), "", None, (120, 100, 140), noted(
        "Who leads and by how much, by one judge for the whole game; pale: where the lead lies in "
        "four out of five positions; blue: what another judge says"))
WINRATE: Final = CurveRow(
    "winrate", noted("Win rate"), "", None, (40, 140, 75), noted(
        "How likely Black wins, by who judges the lead; dashed: what another judge says"))
CURVES: Final = (
    LEAD,
    CurveRow("influence", noted("Influence"), "influence.shadow",
             lambda found: found.value, (70, 120, 200), noted(
                 "Black's influence minus White's, summed over the board")),
    CurveRow("territory", noted("Territory"), "territory",
             lambda found: found.value, (190, 105, 40), noted(
                 "Points that are secured already, Black's minus White's: not a score, as most of "
                 "a game is decided on the others")),
    CurveRow("moyo", noted("Moyo"), "moyo",
             lambda found: found.value, (0, 145, 140), noted(
                 "Black's frameworks minus White's, in the points they are worth")),
    WINRATE,
)
OTHER_LEAD, OTHER_WINRATE = "other_lead", "other_winrate"
"""What another judge says is drawn with the lead and with the win rate."""


def smoothed(values: Sequence[float | None]) -> list[float | None]:
    """Return each value averaged with the one before: a pair of moves.

    A map swings a little with the turn; over a pair both sides have moved once. Where one of
    the two is missing the other stands for both, and a missing value stays missing.
    """
    found: list[float | None] = []
    before: float | None = None
    for value in values:
        found.append(value if value is None or before is None else (before + value) / 2)
        before = value
    return found


def runs(values: Sequence[float | None], first: int = 0) -> list[Run]:
    """Return the stretches of (move, value) between which values are missing.

    first -- the number of the first value's move
    """
    found: list[Run] = []
    is_open = False
    for number, value in enumerate(values, first):
        if value is None:
            is_open = False
            continue
        if not is_open:
            found.append([])
        found[-1].append((float(number), value))
        is_open = True
    return found


def one_side(run: Run, colour: int) -> Run:
    """Return the part of a run on one side of zero, +1 above, and zero elsewhere.

    Where the run crosses zero a place is put in, so that the area ends there.
    """
    found: Run = []
    for place, (x, y) in enumerate(run):
        if place:
            x0, y0 = run[place - 1]
            if y0 * y < 0:
                found.append((x0 + (x - x0) * y0 / (y0 - y), 0.0))
        found.append((x, y if y * colour > 0 else 0.0))
    return found


def stretches(is_missing: Sequence[bool], first: int = 0) -> list[tuple[int, int]]:
    """Return (first move, last move) of each stretch that is missing."""
    found: list[tuple[int, int]] = []
    for number, missing in enumerate(is_missing, first):
        if missing and found and found[-1][1] == number - 1:
            found[-1] = found[-1][0], number
        elif missing:
            found.append((number, number))
    return found
