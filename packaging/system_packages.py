"""Which shared libraries Qt wants on Linux, and the Debian packages that hold them."""

from __future__ import annotations

import ctypes

OFFSCREEN = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
X11 = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
TEST_PROGRAMS = {"Xvfb": "xvfb", "xdotool": "xdotool", "gnugo": "gnugo",
                 "leelaz": "leela-zero", "desktop-file-validate": "desktop-file-utils",
                 "appstreamcli": "appstream", "update-mime-database": "shared-mime-info"}
"""Programs that some tests need; without them those tests are skipped, with the reason."""


def is_loadable(library: str) -> bool:
    """Return whether the system's loader finds a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_packages(libraries: dict[str, str]) -> list[str]:
    """Return the Debian packages of the libraries that cannot be loaded."""
    return [package for library, package in libraries.items() if not is_loadable(library)]


def install_line(packages: list[str]) -> str:
    """Return the command that installs packages, as a user would type it."""
    return "apt-get install " + " ".join(packages)
