"""How an engine is started: as the user put it into the settings, or as irgo found it.

A command line is only ever run because it stands in the settings or the user names it; never
because a file says so. The window puts one together from files that the user points at: program,
network, configuration.

irgo finds engines on the PATH, in the usual places, with other Go programs. What those say in their
settings is only read for the files it names. A folder or file that cannot be read is passed over.
irgo itself is one of them: a process of its own, so that the window never loads the network.
"""

import gzip
import json
import math
import os
import re
import shlex
import shutil
import stat
import sysconfig
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from irgo_app.errors import EngineError, ResourceError
from irgo_app.own_program import own_command
from irgo_app.resource_files import resource_path
from irgo_app.settings import ParamValue, load_settings
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


def lacks_network(command: str) -> bool:
    """Return whether a command line starts a KataGo without telling it a network.

    One that lies beside the program under KataGo's own name is found by KataGo.
    """
    words = _words(command)
    if kind_of_command(words) not in ("katago", KATAGO_JSON):
        return False
    names = _ALIASES.get(_NETWORK["katago"], (_NETWORK["katago"],))
    is_told = any(word.split("=")[0] in (*names, "-model", "--model") for word in words[1:])
    folder = Path(words[0]).expanduser().parent
    return not is_told and not any(
        (folder / f"default_model{ending}").exists() for ending in (".bin.gz", ".txt.gz"))


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
    if len(words) == 1:
        # The program alone starts nothing that irgo can talk to.
        words += shlex.split(_BARE.get(kind_of_command(words), ""))
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


_USUAL_FOLDERS: Final = ("/usr/games", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin")
_ENGINE_FOLDERS: Final = (
    "~/.local/share/leela-zero", "~/.katago", "~/katago", "~/KataGo", "~/leela-zero",
    # KaTrain keeps what it fetches in the first; Sabaki and Lizzie are unpacked by their users.
    "~/.katrain", "~/Sabaki", "~/sabaki", "~/Lizzie", "~/lizzie", "~/LizzieYzy", "~/lizzieyzy",
    "~/Applications/Lizzie", "C:/Lizzie", "C:/LizzieYzy", "C:/Program Files/KaTrain",
    # Packages of KataGo, Homebrew's among them.
    "/usr/share/katago", "/usr/local/share/katago", "/opt/homebrew/share/katago")
_PYTHON_FOLDERS: Final = (
    "~/.local/lib", "~/.local/share/pipx/venvs/katrain", "~/.local/pipx/venvs/katrain",
    "~/.local/share/uv/tools/katrain", "~/AppData/Roaming/Python",
    "/Applications/KaTrain.app/Contents")
"""Where Python packages lie; KaTrain is one, and carries its networks."""
_KATRAIN_NETWORKS: Final = (
    "katrain/models", "*/katrain/models", "site-packages/katrain/models",
    "*/site-packages/katrain/models", "lib/*/site-packages/katrain/models",
    "Lib/site-packages/katrain/models")
_OTHERS_SETTINGS: Final = (
    "~/.katrain/config.json", "~/.config/Sabaki/settings.json",
    "~/Library/Application Support/Sabaki/settings.json", "~/AppData/Roaming/Sabaki/settings.json",
    *(f"{folder}/config.txt" for folder in _ENGINE_FOLDERS if "izzie" in folder))
_Q5GO: Final = ("~/.config/q5go/q5gorc", "~/.q5gorc")
"""Lines such as `ENGINE1b [/usr/bin/katago]`."""
_BRACKETS: Final = re.compile(rb"\[([^\[\]\r\n]++)\]")
_DEPTH: Final = 2
_MOST_FILES: Final = 2000
_LARGEST_SETTINGS: Final = 1_000_000
_HEAD_BYTES: Final = 4096
_PROGRAM: Final = re.compile(r"(gnugo|leelaz|katago)([-_.\d].*)?", re.IGNORECASE)
_NO_PROGRAM: Final = frozenset(
    (".gz", ".txt", ".bin", ".cfg", ".json", ".log", ".zip", ".md", ".dll", ".so", ".py"))
_NETWORK_ENDINGS: Final = (".gz", ".txt", ".bin")
OWN_LEELA_NETWORK: Final = "leela.txt.gz"
"""The resource that makes a Leela Zero without a network one with which groups can be judged."""
_TITLES: Final = {"gnugo": "GNU Go", "leelaz": "Leela Zero", "katago": "KataGo"}


class _Find(Struct, frozen=True):
    """The programs of each name, best first, and the networks of each, newest first."""

    programs: dict[str, list[Path]]
    networks: dict[str, list[Path]]


def engine_named(name: str) -> EngineProfile:
    """Return the engine of a name, of the settings or of this machine; raises EngineError.

    KataGo's analysis engine is among them.
    """
    own = profiles_of_settings(load_settings().engines)
    return profile_named(name, [*own, *without_known(found_engines(), own)])


def found_engines() -> list[EngineProfile]:
    """Return profiles of the known engines on this machine; those that need a network with one.

    A KataGo comes twice: for the board, and for whole games (its analysis engine).
    """
    found = _look()
    profiles: list[EngineProfile] = []
    for name, title in _TITLES.items():
        for number, program in enumerate(found.programs[name]):
            shown = title if number == 0 else f"{title} in {program.parent.name}"
            known = {profile.name for profile in profiles}
            if shown not in known:
                profiles += _profiles_of(name, shown, program, found)
    return profiles


def found_networks() -> list[Path]:
    """Return KataGo's networks that other programs on this machine keep, the newest first."""
    return _look().networks["katago"]


def profile_of_program(program: Path) -> EngineProfile:
    """Return how a program that a user points at is started, as far as its name tells.

    A KataGo or Leela Zero gets the network beside it, else the newest on this machine.
    """
    name = _program_name(program)
    if name is not None:
        found = _look()
        networks = [file for file in _files_in(program.parent, 0)
                    if file.suffix.lower() in _NETWORK_ENDINGS and network_kind(file) == name]
        found.networks[name][:0] = sorted(networks, key=_time_of, reverse=True)
        for profile in _profiles_of(name, _TITLES[name], program, found):
            return profile
    title = _TITLES.get(name or "", program.stem)
    command = with_program("", program)
    return EngineProfile(title, command, kind=kind_of(command))


def _profiles_of(name: str, title: str, program: Path, found: _Find) -> Iterator[EngineProfile]:
    """Generate the ways to use a program; none if it needs a network that is not there."""
    words = shlex.quote(str(program))
    if name == "gnugo":
        yield EngineProfile(title, f"{words} --mode gtp --quiet --level 10", kind="gnugo")
        return
    beside = [path for path in found.networks[name] if path.parent == program.parent]
    network = next(iter([*beside, *found.networks[name]]), None)
    if network is None:
        if name == "leelaz":
            yield from _with_own_network(title, words)
        return
    weights = shlex.quote(str(network))
    if name == "leelaz":
        yield EngineProfile(title, f"{words} --gtp --noponder -w {weights}", kind="leela-zero")
        return
    yield EngineProfile(title, f"{words} gtp -model {weights}", kind="katago")
    yield EngineProfile(f"{title} analysis", f"{words} analysis -model {weights}",
                        kind="katago-json")


def _with_own_network(title: str, words: str) -> Iterator[EngineProfile]:
    """Generate a Leela Zero with the network that comes with irgo; it needs no graphics card.

    The network is not read here: finding is part of every start, and Leela Zero refuses a damaged
    one by itself.
    """
    try:
        weights = shlex.quote(str(resource_path(OWN_LEELA_NETWORK)))
    except ResourceError:
        return
    yield EngineProfile(title, f"{words} --gtp --noponder --cpu-only -w {weights}",
                        kind="leela-zero")


def network_kind(path: Path) -> str | None:
    """Return the program that reads a network ("katago", "leelaz"), by its content; else None.

    Leela Zero's are text: a line with the format's number, then lines of weights. KataGo's begin
    with a name, then a line with the format's number, whatever follows.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return None
        return _kind_of_head(str(path), found.st_mtime_ns, found.st_size)
    except (OSError, EOFError, zlib.error):
        return None


@cache
def _kind_of_head(name: str, _time: int, _size: int) -> str | None:
    """Return what the first bytes of a file say; raises OSError, EOFError, zlib.error."""
    with open(name, "rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    opened = gzip.open(name, "rb") if is_packed else open(name, "rb")  # noqa: SIM115
    with opened as file:
        lines = file.read(_HEAD_BYTES).split(b"\n")
    if len(lines) < 2:
        return None
    first, second = lines[0].strip(), lines[1].strip()
    if first.isdigit() and len(first) <= 2:
        return "leelaz" if _is_number(second.split(b" ")[0]) else None
    is_named = 0 < len(first) < 200 and all(32 < letter < 127 for letter in first)
    return "katago" if is_named and second.isdigit() and len(second) <= 3 else None


def _is_number(word: bytes) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _look() -> _Find:
    programs: dict[str, list[Path]] = {name: [] for name in _TITLES}
    networks: dict[str, list[Path]] = {name: [] for name in _TITLES}
    path = os.pathsep.join((os.environ.get("PATH", ""), *_USUAL_FOLDERS))
    for name in _TITLES:
        place = shutil.which(name, path=path)
        if place:
            programs[name].append(Path(place))
    beside = [place.resolve().parent for name in ("katago", "leelaz") for place in programs[name]]
    files = [*_mentioned(),
             *(file for folder in _homes(_ENGINE_FOLDERS) for file in _files_in(folder, _DEPTH)),
             *(file for folder in _katrain_folders() for file in _files_in(folder, 0)),
             *(file for folder in beside for file in _files_in(folder, 0))]
    for file in files:
        program = _program_name(file)
        if program is not None and os.access(file, os.X_OK):
            programs[program].append(file)
        elif file.suffix.lower() in _NETWORK_ENDINGS:
            kind = network_kind(file)
            if kind is not None:
                networks[kind].append(file)
    return _Find({name: _distinct(found) for name, found in programs.items()},
                 {name: sorted(_distinct(found), key=_time_of, reverse=True)
                  for name, found in networks.items()})


def _program_name(file: Path) -> str | None:
    """Return which engine a file is by its name, such as `katago-v1.16.exe`; None if none."""
    match = _PROGRAM.fullmatch(file.name.removesuffix(".exe"))
    if match is None or file.suffix.lower() in _NO_PROGRAM:
        return None
    return match[1].lower()


def _mentioned() -> Iterator[Path]:
    for place in _homes((*_OTHERS_SETTINGS, *_Q5GO)):
        try:
            if not place.is_file() or place.stat().st_size > _LARGEST_SETTINGS:
                continue
            content = place.read_bytes()
            document: object = [value.decode() for value in _BRACKETS.findall(content)] \
                if place.name.endswith("q5gorc") else json.loads(content)
        except (OSError, ValueError, RecursionError):
            continue
        for text in _texts(document):
            for word in (text, *(_words(text) if " " in text else ())):
                file = place.parent / os.path.expanduser(word)
                if _is_file(file):
                    yield file


def _katrain_folders() -> Iterator[Path]:
    for folder in (Path(sysconfig.get_path("purelib")), *_homes(_PYTHON_FOLDERS)):
        for pattern in _KATRAIN_NETWORKS:
            try:
                yield from folder.glob(pattern)
            except OSError:
                continue


def _texts(document: object) -> Iterator[str]:
    waiting = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if 0 < len(value) < _HEAD_BYTES:
                yield value
        elif isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value


def _homes(names: Iterable[str]) -> Iterator[Path]:
    """Generate the absolute paths of names below the user's home; without a home, the others."""
    for name in names:
        place = Path(os.path.expanduser(name))
        if place.is_absolute():
            yield place


def _files_in(folder: Path, depth: int) -> Iterator[Path]:
    """Generate the files of a folder and of those in it, `depth` levels down."""
    waiting, count = [(folder, depth)], 0
    while waiting:
        place, levels = waiting.pop()
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    count += 1
                    if count > _MOST_FILES:
                        return
                    if entry.is_dir():
                        waiting += [(Path(entry), levels - 1)] if levels > 0 else []
                    elif _is_file(Path(entry)):
                        yield Path(entry)
        except OSError:
            continue


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _distinct(files: Iterable[Path]) -> list[Path]:
    return list({os.path.realpath(file): file for file in reversed(list(files))}.values())[::-1]


def _time_of(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


NAME: Final = "irgo"


def itself(level: str) -> EngineProfile:
    """Return the profile of irgo's own reader, playing at a level of `irgo gtp --level`."""
    words = [*own_command(), "gtp", "--level", level]
    return EngineProfile(NAME, shlex.join(words), kind=NAME)
