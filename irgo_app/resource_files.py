"""Where irgo's own files lie: in a checkout, in an installed wheel, in a frozen build."""

from __future__ import annotations

import sys
from pathlib import Path

from irgo_app.errors import ResourceError


def resources_root() -> Path:
    """Return the folder of irgo's resources.

    A checkout has `resources` beside the package, a wheel carries it as `irgo_app/_resources`,
    a frozen build (PyInstaller) unpacks it below `sys._MEIPASS`. Raises ResourceError if there
    is none.
    """
    package = Path(__file__).resolve().parent
    frozen = getattr(sys, "_MEIPASS", None)
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


def document_path(name: str) -> Path:
    """Return the path of a page for users: a resource, in a checkout beside the package.

    Raises ResourceError.
    """
    beside = resources_root().parent / "docs" / name
    carried = resources_root() / "docs" / name
    return beside if not carried.exists() and beside.exists() else resource_path("docs", name)
