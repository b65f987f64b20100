"""Verdicts and studies in words: what the cards, the line bar and kept comments say of them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.verdict import Answer, Outcome, Verdict
from irgo_app.words import listed, message

translate = QCoreApplication.translate

_OUTCOMES: Final = {
    Outcome.LIVES: ("✓", QT_TRANSLATE_NOOP("Life", "lives")),
    Outcome.DIES: ("✗", QT_TRANSLATE_NOOP("Life", "dies")),
    Outcome.SEKI: ("=", QT_TRANSLATE_NOOP("Life", "seki")),
    Outcome.KO: ("↻", QT_TRANSLATE_NOOP("Life", "ko")),
    Outcome.UNKNOWN: ("?", QT_TRANSLATE_NOOP("Life", "unknown")),
}
_FATES: Final = {
    BLACK: {
        Outcome.LIVES: QT_TRANSLATE_NOOP("Life", "Black first: the group lives."),
        Outcome.DIES: QT_TRANSLATE_NOOP("Life", "Black first: the group dies."),
        Outcome.SEKI: QT_TRANSLATE_NOOP("Life", "Black first: seki."),
        Outcome.KO: QT_TRANSLATE_NOOP("Life", "Black first: ko."),
        Outcome.UNKNOWN: QT_TRANSLATE_NOOP("Life", "Black first: unknown."),
    },
    WHITE: {
        Outcome.LIVES: QT_TRANSLATE_NOOP("Life", "White first: the group lives."),
        Outcome.DIES: QT_TRANSLATE_NOOP("Life", "White first: the group dies."),
        Outcome.SEKI: QT_TRANSLATE_NOOP("Life", "White first: seki."),
        Outcome.KO: QT_TRANSLATE_NOOP("Life", "White first: ko."),
        Outcome.UNKNOWN: QT_TRANSLATE_NOOP("Life", "White first: unknown."),
    },
}
_METHODS: Final = {
    "static": QT_TRANSLATE_NOOP("Life", "unconditional life, seen without search"),
    "solver": QT_TRANSLATE_NOOP("Life", "solver"),
    "playouts": QT_TRANSLATE_NOOP("Life", "local playouts"),
}


def place_name(point: Point, position: Position) -> str:
    """Return a point's name, or `pass`."""
    if point == PASS:
        return translate("Life", "pass")
    return vertex(point, position.columns, position.rows)


def answer_text(answer: Answer, position: Position) -> str:
    """Return an answer as a cell of a table shows it: `✗ dies C3`, `✓ likely lives`."""
    sign, word = _OUTCOMES[answer.outcome]
    words = [sign]
    if not answer.exact and answer.outcome is not Outcome.UNKNOWN:
        words.append(translate("Life", "likely"))
    words.append(translate("Life", str(word)))
    if answer.move is not None and answer.move != PASS:
        words.append(vertex(answer.move, position.columns, position.rows))
    return " ".join(words)


def method_words(method: str) -> str:
    """Return how something was found; an engine is called by its name."""
    if method in _METHODS:
        return translate("Life", str(_METHODS[method]))
    return method.removeprefix("engine:")


def answer_details(answer: Answer) -> str:
    """Return how an answer was found, and how sure it is."""
    lines = [translate("Life", "Found by: {0}").format(method_words(answer.method))]
    if answer.exact:
        lines.append(translate(
            "Life",
            "Proved, if the surrounding stones stay and nobody has ko threats elsewhere"))
    elif answer.outcome is not Outcome.UNKNOWN:
        lines.append(translate("Life", "Not proved"))
        if 0 < answer.kill < 1:
            lines.append(translate(
                "Life", "The group dies in {0:.0%} of the playouts").format(answer.kill))
    if answer.needs_threat is not None:
        lines.append(translate("Life", "In the ko Black must find the first threat")
                     if answer.needs_threat == BLACK
                     else translate("Life", "In the ko White must find the first threat"))
    if answer.move == PASS:
        lines.append(translate("Life", "No move is needed, or none helps"))
    if answer.nodes:
        lines.append(translate("Life", "{0:,} positions or playouts in {1:.1f} s").format(
            answer.nodes, answer.seconds))
    return "\n".join(lines)


def contradiction(verdict: Verdict) -> str:
    """Return what other methods say, if they say otherwise; else nothing."""
    if not verdict.contradicted:
        return ""
    others = listed(
        message("{method}: {status}", method=method_words(other.method),
                status=message(other.status.value)) for other in verdict.others)
    return translate("Life", "Another method disagrees ({0})").format(others)


def line_title(name: str, answer: Answer, position: Position) -> str:
    """Return a sentence about a line: whose group, who moves first, what becomes of it."""
    sure = translate("Life", "proved") if answer.exact else translate("Life", "not proved")
    sentence = (translate("Life", "{0}, Black first: {1} ({2}, {3})") if answer.first == BLACK
                else translate("Life", "{0}, White first: {1} ({2}, {3})"))
    return sentence.format(name, answer_text(answer, position),
                           method_words(answer.method), sure)


def first_words(first: Colour) -> str:
    """Return `Black first` or `White first`."""
    return translate("Life", "Black first") if first == BLACK else translate("Life", "White first")


def fate_words(first: Colour, outcome: Outcome) -> str:
    """Return a sentence: who moves first, and what becomes of the group."""
    return translate("Life", str(_FATES[first][outcome]))
