"""What engines differ in: how they are asked to analyse, and how they answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from irgo_app.engines.evaluation import AnalysisForm
from irgo_app.go.point import LETTER_OF_COLOUR, Colour

_KATAGO_VIEW: Final = "reportAnalysisWinratesAs=BLACK"


@dataclass(frozen=True, slots=True)
class Dialect:
    """One family of engines.

    names -- how such engines call themselves over GTP, in lower case
    command -- the command that makes it analyse; it must be in its `list_commands`
    analyze -- colour and interval in hundredths of a second -> the whole command line
    extra_words -- put behind the user's command line unless one of them is there already
    """

    kind: str
    names: tuple[str, ...]
    command: str
    form: AnalysisForm
    analyze: Callable[[Colour, int], str]
    extra_words: tuple[str, ...] = ()


KATAGO: Final = Dialect(
    "katago", ("katago",), "kata-analyze", AnalysisForm(1.0, True),
    lambda colour, interval: f"kata-analyze {LETTER_OF_COLOUR[colour]} {interval} ownership true",
    ("-override-config", _KATAGO_VIEW))
LEELA_ZERO: Final = Dialect(
    "leela-zero", ("leela zero",), "lz-analyze", AnalysisForm(10_000.0, False),
    lambda colour, interval: f"lz-analyze {LETTER_OF_COLOUR[colour]} {interval}")
PLAIN: Final = Dialect("gtp", (), "", AnalysisForm(1.0, True), lambda colour, interval: "")
DIALECTS: Final = (KATAGO, LEELA_ZERO)


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
    """Return a command line with what irgo must add to it."""
    if kind == KATAGO.kind and not any("reportAnalysisWinratesAs" in word for word in words):
        return (*words, *KATAGO.extra_words)
    return words
