"""Where irgo's own files lie: in a checkout, in an installed wheel, in a frozen build."""

import json
import sys
from functools import cache
from pathlib import Path
from typing import Final

from irgo_app.errors import ResourceError

DIGESTS: Final = "digests.json"
"""The SHA-256 of each file that irgo computes with, by its name; packaging/digests.py writes it."""


def resources_root() -> Path:
    """Return the folder of irgo's resources.

    A checkout has `resources` beside the package, a wheel carries it as `irgo_app/_resources`,
    a frozen build (PyInstaller) unpacks it below `sys._MEIPASS`. Raises ResourceError if there
    is none.
    """
    return _root(__file__, getattr(sys, "_MEIPASS", None))


@cache
def _root(module: str, frozen: str | None) -> Path:
    # A window asks 140 times, for its icons, and each would follow the links of all folders.
    package = Path(module).resolve().parent
    candidates = [Path(frozen) / "resources"] if frozen else []
    candidates += [package / "_resources", package.parent / "resources"]
    for folder in candidates:
        if (folder / "examples").is_dir():
            return folder
    raise ResourceError("irgo's own files are missing; install irgo again.")


def resource_path(*parts: str) -> Path:
    """Return the path of one resource, such as ("examples", "case_study.sgf")."""
    path = resources_root().joinpath(*parts)
    if not path.exists():
        raise ResourceError(
            "irgo's file {file} is missing; install irgo again.", file="/".join(parts))
    return path


def is_example(path: Path) -> bool:
    """Return whether a file is one of irgo's own examples, which are opened as copies."""
    return path.resolve().parent == resource_path("examples").resolve()


def computed_with(name: str) -> bytes:
    """Return what is in a file that irgo computes with: a network, a table.

    Raises ResourceError unless it is what came with irgo, to the last bit: from a disk or a copy
    that lost one, irgo would go on answering, a little differently.
    """
    data = resource_path(name).read_bytes()
    if digest_of(data) != _digests().get(name):
        raise ResourceError("irgo's file {file} is damaged; install irgo again.", file=name)
    return data


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of data, hexadecimal."""
    # Brings 4 MB of OpenSSL, which a window that only shows a game does without.
    import hashlib

    return hashlib.sha256(data).hexdigest()


@cache
def _digests() -> dict[str, str]:
    try:
        found: dict[str, str] = json.loads(resource_path(DIGESTS).read_text("utf-8"))
    except ValueError:
        raise ResourceError("irgo's file {file} is damaged; install irgo again.",
                            file=DIGESTS) from None
    return found


def document_path(name: str) -> Path:
    """Return the path of a page for users: a resource, in a checkout beside the package.

    Raises ResourceError.
    """
    beside = resources_root().parent / "docs" / name
    carried = resources_root() / "docs" / name
    return beside if not carried.exists() and beside.exists() else resource_path("docs", name)
