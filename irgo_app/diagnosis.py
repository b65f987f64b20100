"""All that is told of a machine: gathered, freed of what is private, as JSON and as text.

The facts name neither person nor place.
"""

import os
import platform
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from irgo_app.engines.profile import (KINDS, EngineProfile, found_engines, kind_of_command,
                                      profiles_of_settings)
from irgo_app.errors import EngineError
from irgo_app.language import LANGUAGES, SYSTEM
from irgo_app.layers import LAYERS
from irgo_app.networks import LEVELS
from irgo_app.networks.known import in_use, known_networks
from irgo_app.networks.published import RECOMMENDED
from irgo_app.own_program import __version__, is_frozen
from irgo_app.service.request import KernelState
from irgo_app.settings import SETTINGS, Param, ParamValue, Settings
from irgo_app.settings.log_file import last_lines, log_path
from irgo_app.words import language

Facts: TypeAlias = dict[str, object]
"""Texts, numbers, lists and further facts by their names, as JSON has them."""
LIBRARIES: Final = (
    "PySide6-Essentials", "PySide6-Addons", "numpy", "numba", "llvmlite", "onnxruntime", "sgfmill",
    "msgspec", "platformdirs", "tomli-w", "resvg-py", "fpdf2", "jinja2", "psutil",
    "distributed", "pyarrow")
"""What irgo uses, as it is called where it is installed from."""
_MIB: Final = 1024 * 1024
_DISPLAYS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION")
"""Variables of which it counts only whether they are set."""
_CHOICES: Final = {
    "XDG_SESSION_TYPE": ("x11", "wayland", "tty", "mir"),
    "QT_QPA_PLATFORM": ("xcb", "wayland", "offscreen", "minimal", "windows", "cocoa", "vnc",
                        "eglfs", "linuxfb"),
    "QT_STYLE_OVERRIDE": ("fusion", "windows", "breeze", "kvantum", "adwaita"),
}
"""Variables whose value is told if it is one of these."""
_FIGURES: Final = ("QT_SCALE_FACTOR", "QT_FONT_DPI", "QT_AUTO_SCREEN_SCALE_FACTOR",
                   "OPENBLAS_NUM_THREADS", "NUMBA_DISABLE_JIT")
"""Variables whose value is told if it is a number."""


def versions() -> Facts:
    """Return the versions of irgo, of Python and of the libraries; "-" for one that is missing."""
    # Brings half of the mail library; a window that nobody asks for this starts without.
    from importlib.metadata import PackageNotFoundError, version

    libraries: Facts = {}
    for name in LIBRARIES:
        try:
            libraries[name] = version(name)
        except PackageNotFoundError:
            libraries[name] = "-"
    return {"irgo": __version__, "installed as": _kind_of_installation(),
            "Python": f"{platform.python_version()} ({platform.python_implementation()})",
            **libraries}


def system() -> Facts:
    """Return the system, its processors and memory, and the language irgo speaks."""
    try:
        distribution = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        distribution = ""
    found: Facts = {
        "system": f"{platform.system()} {platform.release()}", "distribution": distribution or "-",
        "machine": platform.machine(), "processors": os.cpu_count() or 0,
        "memory in MB": _memory_mb(), "names of files": sys.getfilesystemencoding(),
        "language": language()}
    return found


def display() -> Facts:
    """Return what the environment says of the display; the window knows more (its log tells)."""
    found: Facts = {name: "set" for name in _DISPLAYS if os.environ.get(name)}
    for name, known in _CHOICES.items():
        value = os.environ.get(name, "")
        if value:
            found[name] = value if value in known else "(something else)"
    for name in _FIGURES:
        value = os.environ.get(name, "")
        if value:
            is_number = value.replace(".", "", 1).isdecimal()
            found[name] = value if is_number else "(something else)"
    return found


def _kind_of_installation() -> str:
    if is_frozen():
        return "a program of its own"
    root = Path(__file__).resolve().parents[1]
    return "a checkout" if (root / "pyproject.toml").exists() else "a package"


def _memory_mb() -> int:
    """Return the machine's memory, 0 where the system does not tell it so."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // _MIB
    except (AttributeError, ValueError, OSError):
        return 0


FORMAT: Final = "irgo-diagnose/1"
_LOG_LINES: Final = 60
_MB: Final = 1_000_000
_NOT_TOLD: Final = "(not told)"
_KNOWN: Final = frozenset(
    {layer.name for layer in LAYERS} | {level.name for level in LEVELS} | {SYSTEM, ""}
    | set(LANGUAGES))
"""Texts of settings that are irgo's own names, and nobody's."""
_PATH: Final = re.compile(r"(?<![\w.])(?:~|[A-Za-z]:)?(?:[/\\][\w.@+ -]+){2,}[/\\]?")
_SHORTEST_NAME: Final = 3
_EVERYBODYS: Final = frozenset({"irgo", "root", "user", "admin", "home", "local", "localhost"})


def diagnosis(
    settings: Settings, kernels: KernelState | None, screens: Facts | None = None
) -> Facts:
    """Return everything, with nothing private in it.

    kernels -- None where nobody can tell
    screens -- what the window knows of its display, None on the command line
    """
    path = log_path()
    found: Facts = {
        "format": FORMAT,
        "versions": versions(),
        "system": system(),
        "display": {**display(), **(screens or {})},
        "settings": settings_told(settings),
        "engines": engines_told(settings),
        "networks": networks_told(settings),
        "kernels": _kernels(kernels),
        "log": {"kept": bool(path and path.exists()), "last lines": last_lines(_LOG_LINES)},
    }
    return {key: _freed(value, _private_words()) for key, value in found.items()}


def settings_told(settings: Settings) -> Facts:
    """Return the settings that are not the usual ones; of free texts only that there is one."""
    changed: Facts = {row.key: _value_told(row, settings[row.key])
                      for row in SETTINGS if settings[row.key] != row.default}
    return {"changed": changed, "keys changed": len(settings.keys),
            "recent files": len(settings.recent_files),
            "warnings": [warning.text for warning in settings.warnings]}


def engines_told(settings: Settings) -> Facts:
    """Return the kinds of the engines that are set up and of those that are found."""
    own = profiles_of_settings(settings.engines)
    return {"set up": [_engine_told(profile) for profile in own],
            "found": [f"{kind} ({count})" for kind, count in sorted(
                Counter(_kind(profile) for profile in found_engines()).items())]}


def networks_told(settings: Settings) -> Facts:
    """Return the network that irgo reads with, and how many there are of each origin."""
    used = in_use(settings)
    name = used.name if used.name == RECOMMENDED.name else "another"
    counts = Counter(network.origin.value for network in known_networks(settings))
    return {"in use": "irgo's own" if used.path is None else
            f"{name}, format {used.version}, {used.blocks} blocks of {used.channels} channels",
            "known": [f"{origin} ({count})" for origin, count in sorted(counts.items())]}


def as_text(found: Mapping[str, object]) -> str:
    """Return the facts as lines that can be pasted anywhere."""
    return "\n".join(_lines(found, 0)) + "\n"


def _lines(found: Mapping[str, object], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for key, value in found.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:" + ("" if value else " -")
            yield from _lines(value, depth + 1)
        elif isinstance(value, list):
            yield f"{indent}{key}:" + ("" if value else " -")
            yield from (f"{indent}  {part}" for part in value)
        else:
            yield f"{indent}{key}: {value}"


def _value_told(row: Param, value: ParamValue) -> ParamValue:
    is_safe = row.kind is not str or bool(row.choices) or value in _KNOWN
    return value if is_safe else _NOT_TOLD


def _engine_told(profile: EngineProfile) -> str:
    visits = f", {profile.visits} visits" if profile.visits else ""
    folder = ", in a folder" if profile.folder else ""
    return f"{_kind(profile)}{visits}{folder}"


def _kind(profile: EngineProfile) -> str:
    """Return the kind of an engine: as it was set, else by its program, which is not named."""
    if profile.kind != "auto":
        # The settings are a file that anybody may have written into.
        return profile.kind if profile.kind in KINDS else "other"
    try:
        found = kind_of_command(profile.words)
    except EngineError:
        return "a command line with an open quote"
    return "other" if found == "auto" else found


def _kernels(state: KernelState | None) -> Facts:
    if state is None:
        return {"state": _NOT_TOLD}
    return {"of maps": f"{state.maps_ready} of {state.maps} ready",
            "of searches": f"{state.searches_ready} of {state.searches} ready",
            "kept": {"usual": "in the usual folder", "named": "in a folder named by a variable",
                     "private": "in a private folder: the usual one cannot be written",
                     "nowhere": "nowhere: no folder can be written",
                     "brought": "in the program's own folder"}[state.place],
            "files": state.entries, "size in MB": round(state.size / _MB, 1)}


def _private_words() -> list[str]:
    """Return the words that are this person's or this machine's: the last net under all else."""
    import getpass

    try:
        home = Path.home()
        names = [getpass.getuser(), home.name, platform.node().partition(".")[0]]
    except (OSError, KeyError, RuntimeError, ImportError):
        return []
    return [str(home), *(name for name in names if len(name) >= _SHORTEST_NAME
                         and name.lower() not in _EVERYBODYS)]


def _freed(value: object, private: Iterable[str]) -> object:
    if isinstance(value, str):
        for word in private:
            value = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", _NOT_TOLD, value)
        return _PATH.sub("(a path)", value)
    if isinstance(value, Mapping):
        return {str(key): _freed(part, private) for key, part in value.items()}
    return [_freed(part, private) for part in value] if isinstance(value, list) else value
