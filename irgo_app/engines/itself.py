"""irgo as its own engine: a process of its own, so that the window never loads the network."""

from __future__ import annotations

import shlex
import sys
from typing import Final

from irgo_app.engines.profile import EngineProfile

NAME: Final = "irgo"


def itself(level: str) -> EngineProfile:
    """Return the profile of irgo's own reader, playing at a level of `irgo gtp --level`."""
    is_frozen = getattr(sys, "frozen", False)
    words = [sys.executable, *([] if is_frozen else ["-m", "irgo_app"]), "gtp", "--level", level]
    return EngineProfile(NAME, shlex.join(words), kind=NAME)
