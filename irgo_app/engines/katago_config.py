"""A configuration for a KataGo that has none: KataGo does not start without.

The keys are KataGo's own (cpp/configs/gtp_example.cfg, analysis_example.cfg). What irgo wrote is
the user's from then on: it is written once and never over.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from irgo_app.errors import EngineError
from irgo_app.settings.store import default_path

_OPTION: Final = "-config"
_DEFAULT_NAME: Final = "default_gtp.cfg"
_MOST_THREADS: Final = 16
_HEAD: Final = """\
# Written by irgo for a KataGo without a configuration. Change what you like: irgo never writes it
# again. All keys are explained in KataGo's own examples.
logToStderr = false
"""
_GTP: Final = """\
logAllGTPCommunication = false
logSearchInfo = false
rules = japanese
allowResignation = true
resignThreshold = -0.95
resignConsecTurns = 5
ponderingEnabled = false
# How long KataGo thinks of a move it plays; an analysis goes on until it is stopped.
maxVisits = 1000
maxTime = 10
"""
_ANALYSIS: Final = """\
logAllRequests = false
logAllResponses = false
maxVisits = 200
numSearchThreadsPerAnalysisThread = 1
"""


def with_configuration(words: Sequence[str]) -> tuple[str, ...]:
    """Return KataGo's command line, with a configuration irgo wrote if there is no other.

    Raises EngineError if it cannot be written.
    """
    mode = next((word for word in words if word in ("gtp", "analysis")), None)
    is_named = any(word.startswith((_OPTION, f"-{_OPTION}")) for word in words)
    if mode is None or is_named or (mode == "gtp" and _has_default(words[0])):
        return tuple(words)
    return (*words, _OPTION, str(_written(mode)))


def _has_default(program: str) -> bool:
    """Return whether KataGo finds a configuration by itself: beside it, or at the user's home."""
    place = os.path.realpath(shutil.which(program) or program)
    folders = (os.path.dirname(place), os.path.expanduser("~/.katago"))
    return any(os.path.isfile(os.path.join(folder, _DEFAULT_NAME)) for folder in folders)


def _written(mode: str) -> Path:
    """Return irgo's configuration for a mode, written if it is not there; raises EngineError."""
    path = default_path().parent / f"katago-{mode}.cfg"
    if not path.is_absolute():
        raise EngineError("KataGo needs a configuration file, and there is no home folder to write "
                          "one in; name one with -config in its command line.")
    threads = min(_MOST_THREADS, os.cpu_count() or 1)
    if mode == "gtp":
        text = f"{_HEAD}{_GTP}numSearchThreads = {threads}\n"
    else:
        text = f"{_HEAD}{_ANALYSIS}numAnalysisThreads = {2 * threads}\nnnMaxBatchSize = 16\n"
    if path.is_file():
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise EngineError(
            "KataGo needs a configuration file, and irgo could not write {path} ({reason}); name "
            "one with -config in its command line.", path=path, reason=error.strerror) from None
    return path
