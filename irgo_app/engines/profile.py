"""How an engine is started: what the user put into the settings, and what lies on this machine.

A command line is only ever run because it stands in the settings or the user names it; never
because a file says so.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from irgo_app.errors import EngineError
from irgo_app.settings.param import ParamValue

KATAGO_JSON: Final = "katago-json"
KINDS: Final = ("auto", "leela-zero", "katago", KATAGO_JSON, "gnugo", "gtp")
_USUAL_FOLDERS: Final = ("/usr/games", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin")
_NETWORK_FOLDERS: Final = ("~/.local/share/leela-zero", "~/.katago", "~/katago", "~/leela-zero")


@dataclass(frozen=True, slots=True)
class EngineProfile:
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
        return Path(self.folder).expanduser() if self.folder else None

    @property
    def words(self) -> tuple[str, ...]:
        """Return the command line as words; raises EngineError if a quote is left open."""
        try:
            words = shlex.split(self.command, posix=os.name == "posix")
        except ValueError:
            raise EngineError(f"The command line of {self.name} leaves a quote open; "
                              "mend it in the engine's profile.") from None
        return tuple(os.path.expanduser(word) for word in words)

    def as_settings(self) -> dict[str, ParamValue]:
        """Return the profile as the settings keep it."""
        return asdict(self)


def profiles_of_settings(rows: Iterable[Mapping[str, ParamValue]]) -> list[EngineProfile]:
    """Return the profiles of the settings; rows without name or command are left out."""
    found = []
    known = {row.name: row.type for row in fields(EngineProfile)}
    for row in rows:
        values = {key: value for key, value in row.items() if key in known}
        if not values.get("name") or not values.get("command"):
            continue
        try:
            found.append(EngineProfile(
                str(values["name"]), str(values["command"]), str(values.get("folder", "")),
                str(values.get("kind", "auto")), int(values.get("visits", 0)),
                float(values.get("start_s", 300.0)), float(values.get("answer_s", 30.0))))
        except ValueError:
            continue
    return found


def found_engines() -> list[EngineProfile]:
    """Return profiles of known engines on the PATH and in the usual places."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *_USUAL_FOLDERS))
    found = []
    gnugo = shutil.which("gnugo", path=path)
    if gnugo:
        found.append(EngineProfile(
            "GNU Go", f"{shlex.quote(gnugo)} --mode gtp --quiet --level 10", kind="gnugo"))
    leelaz, network = shutil.which("leelaz", path=path), _network((".gz", ".txt", ".bin"))
    if leelaz and network:
        found.append(EngineProfile(
            "Leela Zero", f"{shlex.quote(leelaz)} --gtp --noponder -w {shlex.quote(network)}",
            kind="leela-zero"))
    katago, network = shutil.which("katago", path=path), _network((".bin.gz", ".txt.gz"))
    if katago and network:
        found.append(EngineProfile(
            "KataGo", f"{shlex.quote(katago)} gtp -model {shlex.quote(network)}", kind="katago"))
    return found


def without_known(
    found: Iterable[EngineProfile], own: Iterable[EngineProfile]
) -> list[EngineProfile]:
    """Return the profiles that were found and whose names are not among the user's own."""
    names = {profile.name for profile in own}
    return [profile for profile in found if profile.name not in names]


def profile_named(name: str, profiles: Iterable[EngineProfile]) -> EngineProfile:
    """Return the profile of a name, in any case; raises EngineError that lists what there is."""
    known = list(profiles)
    for profile in known:
        if profile.name.lower() == name.lower():
            return profile
    names = ", ".join(profile.name for profile in known) or "none yet"
    raise EngineError(f"There is no engine {name!r}; there are: {names}.")


def _network(endings: tuple[str, ...]) -> str | None:
    """Return the newest network file in the usual folders."""
    files = [path for folder in _NETWORK_FOLDERS
             for path in Path(folder).expanduser().glob("*") if path.name.endswith(endings)]
    return str(max(files, key=lambda path: path.stat().st_mtime)) if files else None
