"""What the protocol's process and its worker say to each other."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from irgo_app.engines.profile import EngineProfile


class Permits(Struct, frozen=True):
    """What the owner allows.

    root -- the folder whose files may be read, without links in its own path
    write -- where files may be made, None for nowhere; engine -- who judges, None for irgo itself
    """

    root: Path
    write: Path | None = None
    engine: EngineProfile | None = None


class Call(Struct, frozen=True):
    """A tool is called; arguments -- checked, by name."""

    number: int
    tool: str
    arguments: dict[str, object]


class CallOff(Struct, frozen=True):
    """A call is no longer wanted."""

    number: int


class Progress(Struct, frozen=True):
    """How far a call is: so many of so many."""

    number: int
    done: int
    total: int


class Answered(Struct, frozen=True):
    """The answer to a call; document -- JSON; pictures -- PNG files."""

    number: int
    document: dict[str, object]
    pictures: tuple[bytes, ...] = ()


class Refused(Struct, frozen=True):
    """No answer to a call, and why, in a sentence."""

    number: int
    sentence: str


News: TypeAlias = Progress | Answered | Refused
