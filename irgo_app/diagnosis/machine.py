"""The machine: versions, system and display, in words that name neither person nor place."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Final, TypeAlias

from irgo_app.version import __version__
from irgo_app.words import language

Facts: TypeAlias = dict[str, object]
"""Texts, numbers, lists and further facts by their names, as JSON has them."""
LIBRARIES: Final = (
    "PySide6-Essentials", "PySide6-Addons", "numpy", "numba", "llvmlite", "onnxruntime", "sgfmill",
    "pyqtgraph", "platformdirs", "tomli-w", "resvg-py", "fpdf2", "jinja2", "psutil",
    "distributed", "pyarrow")
"""What irgo uses, as it is called where it is installed from."""
_MB: Final = 1024 * 1024
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
    if getattr(sys, "frozen", False):
        return "a program of its own"
    package = Path(__file__).resolve().parents[1]
    return "a checkout" if (package.parent / "pyproject.toml").exists() else "a package"


def _memory_mb() -> int:
    """Return the machine's memory, 0 where the system does not tell it so."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // _MB
    except (AttributeError, ValueError, OSError):
        return 0
