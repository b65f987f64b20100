"""What an engine says of a position, in Black's view, and how it is read from its lines."""

import math
from typing import Any, Final

from msgspec import Struct

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, Colour, Point

_MOST_CANDIDATES: Final = 400
_MOST_LINE_MOVES: Final = 200
_LONGEST_LINE: Final = 400_000
_NUMBERS: Final = frozenset({"visits", "winrate", "prior", "order", "scoreLead", "scoreMean"})


class Candidate(Struct, frozen=True):
    """A move an engine considers.

    winrate -- 0 to 1, score_lead -- points, both Black's; prior -- 0 to 1
    value -- the points a move is worth to the side that plays it, from engines without a win rate
    line -- the moves it expects, this one first
    """

    point: Point
    visits: int
    winrate: float | None
    score_lead: float | None = None
    prior: float | None = None
    line: tuple[Point, ...] = ()
    value: float | None = None


class EngineEvaluation(Struct, frozen=True):
    """A position as an engine sees it.

    candidates -- best first, as the engine orders them
    ownership -- for every point -1 (White's) to 1 (Black's), None if the engine does not tell
    """

    candidates: tuple[Candidate, ...]
    visits: int
    winrate: float | None
    score_lead: float | None = None
    ownership: tuple[float, ...] | None = None


class AnalysisForm(Struct, frozen=True):
    """How a dialect writes its analysis.

    winrate_scale -- what 100 % is written as
    is_black_view -- whether values are Black's; else those of the side to move
    """

    winrate_scale: float
    is_black_view: bool


def evaluation_of_line(
    line: str, colour: Colour, columns: int, rows: int, form: AnalysisForm
) -> EngineEvaluation | None:
    """Return what a line of `lz-analyze` or `kata-analyze` says, None if it says nothing usable.

    colour -- the side to move. Values that are no numbers are left out; a move that is not on the
    board makes its candidate worthless, and it is left out too.
    """
    head, _, owned = line[:_LONGEST_LINE].partition(" ownership ")
    candidates = []
    for part in head.split("info ")[1:_MOST_CANDIDATES + 1]:
        candidate = _candidate(part.split(), colour, columns, rows, form)
        if candidate is not None:
            candidates.append(candidate)
    if not candidates:
        return None
    ordered = tuple(candidate for _, candidate in sorted(candidates, key=lambda row: row[0]))
    ownership = _ownership(owned.split(), colour, columns * rows, form) if owned else None
    best = ordered[0]
    return EngineEvaluation(ordered, sum(candidate.visits for candidate in ordered),
                            best.winrate, best.score_lead, ownership)


def evaluation_of_values(line: str, columns: int, rows: int) -> EngineEvaluation | None:
    """Return what GNU Go's `top_moves_black` says, `D4 12.5 Q16 9.1 ...`; None if nothing usable.

    A move of no worth is no candidate.
    """
    words = line[:_LONGEST_LINE].split()
    candidates = []
    for name, text in zip(words[:2 * _MOST_CANDIDATES:2], words[1::2], strict=False):
        points, value = _points([name], columns, rows), _number(text)
        if points and value is not None and value > 0:
            candidates.append(Candidate(points[0], 0, None, value=value, line=tuple(points)))
    return EngineEvaluation(tuple(candidates), 0, None) if candidates else None


def winrate_of(value: Any) -> float:
    """Return a win rate that came from outside; raises ValueError or TypeError if it is none."""
    share = float(value)
    if not 0.0 <= share <= 1.0:
        raise ValueError(value)
    return share


def _candidate(
    words: list[str], colour: Colour, columns: int, rows: int, form: AnalysisForm
) -> tuple[int, Candidate] | None:
    """Return the order and the candidate of the words between two `info`."""
    values: dict[str, float] = {}
    line: list[Point] = []
    move = ""
    index = 0
    while index < len(words):
        word = words[index]
        if word == "move" and index + 1 < len(words):
            move = words[index + 1]
        elif word in _NUMBERS and index + 1 < len(words):
            number = _number(words[index + 1])
            if number is not None:
                values[word] = number
        elif word == "pv":
            line = _points(words[index + 1:index + 1 + _MOST_LINE_MOVES], columns, rows)
            break
        else:
            index -= 1
        index += 2
    points = _points([move], columns, rows)
    if not points or "winrate" not in values:
        return None
    winrate = min(1.0, max(0.0, values["winrate"] / form.winrate_scale))
    lead = values.get("scoreLead", values.get("scoreMean"))
    if not form.is_black_view and colour != BLACK:
        winrate, lead = 1.0 - winrate, None if lead is None else -lead
    prior = values.get("prior")
    return int(values.get("order", 0)), Candidate(
        points[0], int(values.get("visits", 0)), winrate, lead,
        None if prior is None else prior / form.winrate_scale, tuple(line))


def _points(words: list[str], columns: int, rows: int) -> list[Point]:
    """Return the points of vertices up to the first word that is none."""
    points = []
    for word in words:
        try:
            points.append(point_of_vertex(word, columns, rows))
        except ValueError:
            break
    return points


def _ownership(
    words: list[str], colour: Colour, count: int, form: AnalysisForm
) -> tuple[float, ...] | None:
    values = [_number(word) for word in words[:count]]
    if len(values) < count or None in values:
        return None
    sign = -1.0 if not form.is_black_view and colour != BLACK else 1.0
    return tuple(sign * min(1.0, max(-1.0, value)) for value in values if value is not None)


def _number(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) and abs(number) < 1e12 else None
