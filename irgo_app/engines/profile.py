"""How an engine is started: as the user put it into the settings, or as irgo found it.

A command line is only ever run because it stands in the settings or the user names it; never
because a file says so. The window puts one together from files that the user
points at: program, network, configuration.
"""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from irgo_app.errors import EngineError
from irgo_app.settings import ParamValue
from irgo_app.words import listed, visible

KATAGO_JSON: Final = "katago-json"
"""The kind of KataGo's analysis engine, which speaks no GTP."""
AUTO: Final = "auto"
"""The kind of an engine that was not asked yet."""
KINDS: Final = (AUTO, "leela-zero", "katago", KATAGO_JSON, "gnugo", "gtp")
MOST_VISITS: Final = 10_000_000
_PROGRAMS: Final = {"katago": "katago", "leelaz": "leela-zero", "gnugo": "gnugo"}
_SHORTEST_S: Final = 0.1
_LONGEST_S: Final = 86_400.0
_LONGEST_NAME: Final = 60


class EngineProfile(Struct, frozen=True):
    """One engine as the user wants it.

    command -- a command line; folder -- where it runs, "" for here
    kind -- one of KINDS; "auto" asks the engine for its name; "katago-json" is KataGo's analysis
    engine, which irgo uses for whole games
    visits -- how far one position is searched, 0 without limit
    start_s, answer_s -- how long the start and an answer may take, in seconds
    """

    name: str
    command: str
    folder: str = ""
    kind: str = "auto"
    visits: int = 0
    start_s: float = 300.0
    answer_s: float = 30.0

    @property
    def working_folder(self) -> Path | None:
        """Return where the engine runs, None for here."""
        return Path(os.path.expanduser(self.folder)) if self.folder else None

    @property
    def words(self) -> tuple[str, ...]:
        """Return the command line as words; raises EngineError if a quote is left open."""
        try:
            words = shlex.split(self.command, posix=os.name == "posix")
        except ValueError:
            raise EngineError(
                "The command line of {name} leaves a quote open; mend it in the engine's "
                "profile.", name=self.name) from None
        return tuple(os.path.expanduser(word) for word in words)

    def as_settings(self) -> dict[str, ParamValue]:
        """Return the profile as the settings keep it."""
        return asdict(self)


def profiles_of_settings(rows: Iterable[Mapping[str, ParamValue]]) -> list[EngineProfile]:
    """Return the profiles of the settings; rows without name or command are left out.

    A number that is none takes its default, one out of range the nearest within.
    """
    found = []
    known = EngineProfile.__struct_fields__
    for row in rows:
        values = {key: value for key, value in row.items() if key in known}
        if not values.get("name") or not values.get("command"):
            continue
        found.append(EngineProfile(
            str(values["name"]), str(values["command"]), str(values.get("folder", "")),
            str(values.get("kind", "auto")), int(_number(values.get("visits"), 0, MOST_VISITS, 0)),
            _number(values.get("start_s"), _SHORTEST_S, _LONGEST_S, 300.0),
            _number(values.get("answer_s"), _SHORTEST_S, _LONGEST_S, 30.0)))
    return found


def without_known(
    found: Iterable[EngineProfile], own: Iterable[EngineProfile]
) -> list[EngineProfile]:
    """Return the profiles that were found and whose names are not among the user's own."""
    names = {profile.name for profile in own}
    return [profile for profile in found if profile.name not in names]


def profile_named(name: str, profiles: Iterable[EngineProfile]) -> EngineProfile:
    """Return the profile of a title, else of a kind or a program's name, in any case.

    Raises EngineError that lists what there is.
    """
    known, wanted = list(profiles), name.lower()
    for name_of in (lambda profile: profile.name, lambda profile: profile.kind, _program_of):
        for profile in known:
            if name_of(profile).lower() == wanted:
                return profile
    if not known:
        raise EngineError("There is no engine {name!r}; there are none yet.", name=name)
    raise EngineError("There is no engine {name!r}; there are: {names}.", name=name, names=listed(
        visible(profile.name, _LONGEST_NAME) for profile in known))


def kind_of_command(words: Sequence[str]) -> str:
    """Return the kind of engine a command line starts, by its program's name; else "auto"."""
    program = _stem(words[0]) if words else ""
    if program.startswith("katago"):
        return KATAGO_JSON if "analysis" in words else "katago"
    return _PROGRAMS.get(program, AUTO)


def kind_of_words(words: Sequence[str]) -> str:
    """Return the kind of the first engine named in a command line, which may start another program.

    AUTO where there is none that irgo knows by its name.
    """
    at = next((at for at, word in enumerate(words) if _stem(word) in _PROGRAMS), 0)
    return kind_of_command(words[at:])


def _program_of(profile: EngineProfile) -> str:
    """Return the name of a profile's program without folder and ending, "" if it has none."""
    try:
        return _stem(profile.words[0]) if profile.words else ""
    except EngineError:
        return ""


def _stem(word: str) -> str:
    return PurePath(word.replace("\\", "/")).name.lower().removesuffix(".exe")


def _number(value: ParamValue | None, low: float, high: float, default: float) -> float:
    """Return a number of the settings within its limits; what is none takes the default."""
    try:
        found = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return default
    return min(high, max(low, found)) if math.isfinite(found) else default


_NETWORK: Final = {"katago": "-model", "katago-json": "-model", "leela-zero": "-w"}
_CONFIGURATION: Final = {"katago": "-config", "katago-json": "-config"}
_ALIASES: Final = {"-w": ("-w", "--weights")}
_BARE: Final = {"katago": "gtp", "leela-zero": "--gtp --noponder",
                "gnugo": "--mode gtp --quiet --level 10"}
"""What follows a program that was named alone."""


def with_program(command: str, program: Path) -> str:
    """Return a command line that starts another program.

    What follows stays where the programs are of one kind; else it is what such a program needs.
    """
    words = _words(command)
    kind = kind_of_command([str(program)])
    old = kind_of_command(words[:1])
    rest = shlex.join(words[1:]) if words and old == kind else _BARE.get(kind, "")
    return f"{shlex.quote(str(program))} {rest}".strip()


def with_network(command: str, network: Path) -> str:
    """Return a command line with another network, as it is where its program takes none."""
    return _with_option(command, _NETWORK, network)


def with_configuration(command: str, configuration: Path) -> str:
    """Return a command line with another configuration, as it is where its program takes none."""
    return _with_option(command, _CONFIGURATION, configuration)


def takes_network(command: str) -> bool:
    """Return whether irgo knows how a command line's program is told its network."""
    return kind_of_command(_words(command)) in _NETWORK


def takes_configuration(command: str) -> bool:
    """Return whether irgo knows how a command line's program is told its configuration."""
    return kind_of_command(_words(command)) in _CONFIGURATION


def kind_of(command: str) -> str:
    """Return the kind of engine that a command line starts, as far as its words tell."""
    return kind_of_words(_words(command))


def _with_option(command: str, options: dict[str, str], value: Path) -> str:
    words = _words(command)
    option = options.get(kind_of_command(words))
    if option is None:
        return command
    names = _ALIASES.get(option, (option, f"-{option}"))
    at = next((place for place, word in enumerate(words[:-1]) if word in names), None)
    if at is None:
        words += [option, str(value)]
    else:
        words[at + 1] = str(value)
    return shlex.join(words)


def _words(command: str) -> list[str]:
    """Return the words of a command line, none where a quote is left open."""
    try:
        return shlex.split(command, posix=os.name == "posix")
    except ValueError:
        return []
