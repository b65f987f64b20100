"""What engines differ in: how they are asked to analyse, and how they answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from irgo_app.engines.evaluation import (
    AnalysisForm,
    EngineEvaluation,
    evaluation_of_line,
    evaluation_of_values,
)
from irgo_app.engines.katago_setup import with_configuration
from irgo_app.engines.profile import KATAGO_JSON
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, Colour

_KATAGO_VIEW: Final = "reportAnalysisWinratesAs=BLACK"


@dataclass(frozen=True, slots=True)
class Dialect:
    """One family of engines.

    names -- how such engines call themselves over GTP, in lower case
    command -- the command that makes it analyse; it must be in its `list_commands`
    form -- how it writes its analysis; None: once, as moves and what they are worth
    analyze -- colour and interval in hundredths of a second -> the whole command line
    can_restrict -- whether `allow` and `avoid` may follow that line
    extra_words -- put behind the user's command line unless one of them is there already
    """

    kind: str
    names: tuple[str, ...]
    command: str
    form: AnalysisForm | None
    analyze: Callable[[Colour, int], str]
    can_restrict: bool = False
    extra_words: tuple[str, ...] = ()

    def read(self, line: str, colour: Colour, columns: int, rows: int) -> EngineEvaluation | None:
        """Return what a line of the analysis says, None if it says nothing usable."""
        if self.form is None:
            return evaluation_of_values(line, columns, rows)
        return evaluation_of_line(line, colour, columns, rows, self.form)


def _kata_analyze(colour: Colour, interval: int) -> str:
    return f"kata-analyze {LETTER_OF_COLOUR[colour]} {interval} ownership true"


KATAGO: Final = Dialect(
    "katago", ("katago",), "kata-analyze", AnalysisForm(1.0, True),
    _kata_analyze,
    True, ("-override-config", _KATAGO_VIEW))
LEELA_ZERO: Final = Dialect(
    "leela-zero", ("leela zero",), "lz-analyze", AnalysisForm(10_000.0, False),
    lambda colour, interval: f"lz-analyze {LETTER_OF_COLOUR[colour]} {interval}",
    True)
GNU_GO: Final = Dialect(
    "gnugo", ("gnu go",), "top_moves_black", None,
    lambda colour, interval: "top_moves_black" if colour == BLACK else "top_moves_white")
IRGO: Final = Dialect(
    "irgo", ("irgo",), "kata-analyze", AnalysisForm(1.0, False),
    _kata_analyze,
    True)
PLAIN: Final = Dialect("gtp", (), "", None, lambda colour, interval: "")
DIALECTS: Final = (KATAGO, LEELA_ZERO, GNU_GO, IRGO)


def dialect_of(kind: str, name: str, commands: frozenset[str]) -> Dialect:
    """Return the dialect of an engine by its profile, its name, or the commands it knows."""
    for dialect in DIALECTS:
        if kind == dialect.kind or (kind == "auto" and name.lower() in dialect.names):
            return dialect
    # An unknown engine that can analyse does so in Leela Zero's way or, if it can, in KataGo's.
    for dialect in DIALECTS:
        if dialect.command in commands:
            return dialect
    return PLAIN


def full_command(words: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return a command line with what irgo must add to it.

    A KataGo without a configuration gets one; raises EngineError if that cannot be written.
    """
    if kind == KATAGO_JSON:
        return with_configuration(words)
    is_katago = kind == KATAGO.kind or (
        kind == "auto" and "gtp" in words
        and any(Path(word).stem.lower() == KATAGO.kind for word in words))
    if not is_katago:
        return words
    words = with_configuration(words)
    is_told = any("reportAnalysisWinratesAs" in word for word in words)
    return words if is_told else (*words, *KATAGO.extra_words)
