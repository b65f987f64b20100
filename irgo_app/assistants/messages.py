"""What the protocol's process and its worker say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from irgo_app.engines.profile import EngineProfile


@dataclass(frozen=True, slots=True)
class Permits:
    """What the owner allows.

    root -- the folder whose files may be read, without links in its own path
    write -- where files may be made, None for nowhere; engine -- who judges, None for irgo itself
    """

    root: Path
    write: Path | None = None
    engine: EngineProfile | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A tool is called; arguments -- checked, by name."""

    number: int
    tool: str
    arguments: dict[str, object]


@dataclass(frozen=True, slots=True)
class CallOff:
    """A call is no longer wanted."""

    number: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call is: so many of so many."""

    number: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a call; document -- JSON; pictures -- PNG files."""

    number: int
    document: dict[str, object]
    pictures: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """No answer to a call, and why, in a sentence."""

    number: int
    sentence: str


News: TypeAlias = Progress | Answered | Refused
