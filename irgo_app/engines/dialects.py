"""What engines differ in: how they are asked to analyse, how they answer, how KataGo is started.

KataGo ends at once without a configuration file. Where there is none, irgo writes a small one for
each of its two programs into its own folder; a file that is there already is the user's and is
never written over. Source of the keys: KataGo, cpp/configs/gtp_example.cfg and
analysis_example.cfg.
"""

import os
import shlex
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.engines.evaluation import (AnalysisForm, EngineEvaluation, evaluation_of_line,
                                         evaluation_of_values)
from irgo_app.engines.profile import AUTO, KATAGO_JSON, EngineProfile, kind_of_words
from irgo_app.errors import EngineError, UsageError
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, Colour
from irgo_app.settings import default_path
from irgo_app.whole_file import write_whole

_GTP: Final = "gtp"
_ANALYSIS: Final = "analysis"
_AT_ONCE: Final = 16
_COMMON: Final = """\
# Written by irgo, since KataGo was found without a configuration file. Change it as you like.
nnMaxBatchSize = {batch}
nnCacheSizePowerOfTwo = 18
nnMutexPoolSizePowerOfTwo = 14
"""
_FILES: Final = {
    _GTP: _COMMON + """\
logAllGTPCommunication = false
logSearchInfo = false
logToStderr = false
rules = japanese
allowResignation = true
resignThreshold = -0.95
resignConsecTurns = 5
maxVisits = 500
maxTime = 10
ponderingEnabled = false
numSearchThreads = {threads}
""",
    _ANALYSIS: _COMMON + """\
logAllRequests = false
logAllResponses = false
numAnalysisThreads = {at_once}
numSearchThreadsPerAnalysisThread = 1
maxVisits = 100
reportAnalysisWinratesAs = BLACK
""",
}


def written_config(program: str, folder: Path | None = None) -> Path:
    """Return irgo's configuration file for a program, `gtp` or `analysis`, written if missing.

    Raises EngineError if it cannot be written.
    """
    path = (folder or default_path().parent) / f"katago-{program}.cfg"
    if not path.is_absolute():
        raise EngineError("KataGo needs a configuration file, and there is no home folder to write "
                          "one in; name one with -config in its command line.")
    if not path.is_file():
        threads = max(1, os.cpu_count() or 1)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, _FILES[program].format(
                batch=max(8, _AT_ONCE), threads=threads, at_once=_AT_ONCE).encode())
        except OSError as error:
            raise EngineError(
                "A configuration for KataGo cannot be written to {path} ({reason}); write one "
                "and name one with -config.", path=path, reason=error.strerror) from None
    return path


def with_configuration(words: Sequence[str]) -> tuple[str, ...]:
    """Return KataGo's command line, with irgo's configuration if it has and finds no other.

    Raises EngineError if that cannot be written.
    """
    program = next((word for word in words if word in _FILES), None)
    is_named = any(word.startswith(("-config", "--config")) for word in words)
    if program is None or is_named or (program == _GTP and _has_default(words[0])):
        return tuple(words)
    return (*words, "-config", str(written_config(program)))


def _has_default(command: str) -> bool:
    """Return whether KataGo finds a configuration by itself: beside it, or at the user's home."""
    place = os.path.realpath(shutil.which(command) or command)
    folders = (os.path.dirname(place), os.path.expanduser("~/.katago"))
    return any(os.path.isfile(os.path.join(folder, "default_gtp.cfg")) for folder in folders)


def analysis_profile(profile: EngineProfile) -> EngineProfile | None:
    """Return how KataGo's analysis engine is started with a profile's network; None if it cannot.

    A profile of the analysis engine is that already. One for GTP gets the other program's name,
    and irgo's configuration in place of one for GTP. Raises EngineError if that cannot be written.
    """
    if profile.kind == KATAGO_JSON:
        return profile
    words = list(profile.words)
    is_katago = profile.kind == KATAGO.kind or "katago" in profile.command.lower()
    if _GTP not in words or "-model" not in words or not is_katago:
        return None
    at = words.index(_GTP)
    if at != 1:
        # Started through another program (ssh, a wrapper): its disk may be another's.
        return None
    words[at] = _ANALYSIS
    for option in ("-config", "-override-config"):
        while option in words:
            start = words.index(option)
            del words[start:start + 2]
    words += ["-config", str(written_config(_ANALYSIS))]
    return replace(profile, command=shlex.join(words), kind=KATAGO_JSON)


def check_tells_points(profile: EngineProfile) -> None:
    """Raise UsageError for an engine that irgo cannot ask for points."""
    if analysis_profile(profile) is not None:
        return
    if profile.kind == KATAGO.kind:
        raise UsageError(
            "{name} is a KataGo whose analysis engine irgo cannot start; add it with "
            "`katago analysis` or `katago gtp -model FILE` in its command line.",
            name=profile.name)
    raise UsageError("{name} gives no score; name a KataGo, or leave --engine out.",
                     name=profile.name)


_KATAGO_VIEW: Final = "reportAnalysisWinratesAs=BLACK"


class Dialect(Struct, frozen=True):
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
    "katago", ("katago",), "kata-analyze", AnalysisForm(1.0, True), _kata_analyze, True,
    ("-override-config", _KATAGO_VIEW))
LEELA_ZERO: Final = Dialect(
    "leela-zero", ("leela zero",), "lz-analyze", AnalysisForm(10_000.0, False),
    lambda colour, interval: f"lz-analyze {LETTER_OF_COLOUR[colour]} {interval}", True)
GNU_GO: Final = Dialect(
    "gnugo", ("gnu go",), "top_moves_black", None,
    lambda colour, interval: "top_moves_black" if colour == BLACK else "top_moves_white")
IRGO: Final = Dialect(
    "irgo", ("irgo",), "kata-analyze", AnalysisForm(1.0, False), _kata_analyze, True)
PLAIN: Final = Dialect("gtp", (), "", None, lambda colour, interval: "")
DIALECTS: Final = (KATAGO, LEELA_ZERO, GNU_GO, IRGO)


def dialect_of(kind: str, name: str, commands: frozenset[str]) -> Dialect:
    """Return the dialect of an engine by its name, its profile, or the commands it knows.

    What an engine calls itself counts more than what a profile says of it.
    """
    for dialect in DIALECTS:
        if name.lower() in dialect.names:
            return dialect
    for dialect in DIALECTS:
        if kind == dialect.kind:
            return dialect
    # An unknown engine that can analyse does so in Leela Zero's way or, if it can, in KataGo's.
    for dialect in DIALECTS:
        if dialect.command in commands:
            return dialect
    return PLAIN


def full_command(words: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return a command line with what irgo must add to it.

    A program that irgo knows by its name is started as what it is, whatever kind a profile says. A
    KataGo without a configuration gets one; raises EngineError if that cannot be written.
    """
    known = kind_of_words(words)
    kind = kind if known == AUTO else known
    if kind == KATAGO_JSON:
        return with_configuration(words)
    if kind != KATAGO.kind:
        return words
    words = with_configuration(words)
    is_told = any("reportAnalysisWinratesAs" in word for word in words)
    return words if is_told else (*words, *KATAGO.extra_words)
