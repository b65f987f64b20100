"""The answer to a question of life and death in a few words, as the Study page shows it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import PASS
from irgo_app.go.position import Position
from irgo_app.lifedeath.verdict import Answer, Outcome

translate = QCoreApplication.translate

_OUTCOMES: Final = {
    Outcome.LIVES: ("✓", QT_TRANSLATE_NOOP("Life", "lives")),
    Outcome.DIES: ("✗", QT_TRANSLATE_NOOP("Life", "dies")),
    Outcome.SEKI: ("=", QT_TRANSLATE_NOOP("Life", "seki")),
    Outcome.KO: ("↻", QT_TRANSLATE_NOOP("Life", "ko")),
    Outcome.UNKNOWN: ("?", QT_TRANSLATE_NOOP("Life", "unknown")),
}


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
