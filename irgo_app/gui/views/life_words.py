"""Verdicts and studies in words: what the docks, the line bar and kept comments say of them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import NAME_OF_COLOUR, PASS, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict

_OUTCOMES: Final = {
    Outcome.LIVES: ("✓", QT_TRANSLATE_NOOP("Life", "lives")),
    Outcome.DIES: ("✗", QT_TRANSLATE_NOOP("Life", "dies")),
    Outcome.SEKI: ("=", QT_TRANSLATE_NOOP("Life", "seki")),
    Outcome.KO: ("↻", QT_TRANSLATE_NOOP("Life", "ko")),
    Outcome.UNKNOWN: ("?", QT_TRANSLATE_NOOP("Life", "unknown")),
}
_METHODS: Final = {
    "static": QT_TRANSLATE_NOOP("Life", "unconditional life, seen without search"),
    "solver": QT_TRANSLATE_NOOP("Life", "solver"),
    "playouts": QT_TRANSLATE_NOOP("Life", "local playouts"),
}


def tr(text: str) -> str:
    """Return a text of this subject in the user's language."""
    return QCoreApplication.translate("Life", text)


def place_name(point: Point, position: Position) -> str:
    """Return a point's name, or `pass`."""
    return tr("pass") if point == PASS else vertex(point, position.columns, position.rows)


def answer_text(answer: Answer, position: Position) -> str:
    """Return an answer as a cell of a table shows it: `✗ dies C3`, `✓ likely lives`."""
    sign, word = _OUTCOMES[answer.outcome]
    words = [sign]
    if not answer.exact and answer.outcome is not Outcome.UNKNOWN:
        words.append(tr("likely"))
    words.append(tr(str(word)))
    if answer.move is not None and answer.move != PASS:
        words.append(vertex(answer.move, position.columns, position.rows))
    return " ".join(words)


def answer_details(answer: Answer) -> str:
    """Return how an answer was found, and how sure it is."""
    method = answer.method.removeprefix("engine:")
    lines = [tr("Found by: {0}").format(tr(str(_METHODS.get(answer.method, method))))]
    if answer.exact:
        lines.append(tr("Proved, if the surrounding stones stay and nobody has ko threats "
                        "elsewhere"))
    elif answer.outcome is not Outcome.UNKNOWN:
        lines.append(tr("Not proved"))
        if 0 < answer.kill < 1:
            lines.append(tr("The group dies in {0:.0%} of the playouts").format(answer.kill))
    if answer.needs_threat is not None:
        lines.append(tr("In the ko {0} must find the first threat").format(
            NAME_OF_COLOUR[answer.needs_threat]))
    if answer.move == PASS:
        lines.append(tr("No move is needed, or none helps"))
    if answer.nodes:
        lines.append(tr("{0:,} positions or playouts in {1:.1f} s").format(
            answer.nodes, answer.seconds))
    return "\n".join(lines)


def contradiction(verdict: Verdict) -> str:
    """Return what other methods say, if they say otherwise; else nothing."""
    if not verdict.contradicted:
        return ""
    others = ", ".join(f"{other.method}: {other.status.value}" for other in verdict.others)
    return tr("Another method disagrees ({0})").format(others)


def line_title(name: str, answer: Answer, position: Position) -> str:
    """Return a sentence about a line: whose group, who moves first, what becomes of it."""
    sure = tr("proved") if answer.exact else tr("not proved")
    return tr("{0}, {1} first: {2} ({3}, {4})").format(
        name, NAME_OF_COLOUR[answer.first], answer_text(answer, position),
        tr(str(_METHODS.get(answer.method, answer.method))), sure)


def first_words(first: Colour) -> str:
    """Return `Black first` or `White first`."""
    return tr("{0} first").format(NAME_OF_COLOUR[first])
