"""irgo as its own engine: a process of its own, so that the window never loads the network."""

from __future__ import annotations

import shlex
from typing import Final

from irgo_app.engines.profile import EngineProfile
from irgo_app.own_program import own_command

NAME: Final = "irgo"


def itself(level: str) -> EngineProfile:
    """Return the profile of irgo's own reader, playing at a level of `irgo gtp --level`."""
    words = [*own_command(), "gtp", "--level", level]
    return EngineProfile(NAME, shlex.join(words), kind=NAME)
