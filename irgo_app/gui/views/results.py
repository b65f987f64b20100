"""How a game ended, as a record says it in SGF's letters, in the words of a player."""

from __future__ import annotations

import re
from typing import Final

from irgo_app.words import filled, translated, visible

_RESULT: Final = re.compile(r"([BW])\+([^\s]*+)", re.ASCII)
_NUMBER: Final = re.compile(r"\d++(?:\.\d++)?+", re.ASCII)


def result_words(result: str) -> str:
    """Return a result in words: `Black wins by 3.5`; what is no result of SGF stays as it is."""
    found = _RESULT.fullmatch(result.strip())
    if found is None:
        drawn = result.strip() in ("0", "Draw", "Jigo")
        return translated("a draw") if drawn else visible(result)
    is_black, how = found[1] == "B", found[2]
    if _NUMBER.fullmatch(how):
        return filled(translated("Black wins by {0:g}") if is_black
                      else translated("White wins by {0:g}"), float(how))
    ways = {
        "R": (translated("Black wins by resignation"), translated("White wins by resignation")),
        "T": (translated("Black wins on time"), translated("White wins on time")),
        "F": (translated("Black wins by forfeit"), translated("White wins by forfeit")),
        "": (translated("Black wins"), translated("White wins")),
    }
    words = ways.get({"Resign": "R", "Time": "T", "Forfeit": "F"}.get(how, how))
    return visible(result) if words is None else words[0 if is_black else 1]


def lead_letters(points: float) -> str:
    """Return a lead in the fewest letters, `B+20`; for an axis, and beside a name."""
    text = translated("B+{0:g}") if points > 0 else translated("W+{0:g}")
    return filled(text, abs(points)) if points else "0"


def short_result(result: str) -> str:
    """Return a result in the fewest letters: `B+R`, `W+3.5`, in the letters of the language."""
    found = _RESULT.fullmatch(result.strip())
    if found is None:
        return visible(result)
    if _NUMBER.fullmatch(found[2]) and float(found[2]):
        return lead_letters(float(found[2]) * (1 if found[1] == "B" else -1))
    if found[2] in ("R", "Resign"):
        return translated("B+R") if found[1] == "B" else translated("W+R")
    return visible(result)
