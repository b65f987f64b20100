"""Values that a program passes to the library, looked at: each check raises UsageError."""

from __future__ import annotations

import os
from collections.abc import Iterable
from numbers import Integral
from pathlib import Path
from reprlib import repr as short

from irgo_app.errors import UsageError


def checked_text(value: str, example: str) -> str:
    """Return what has to be a text; example -- one that would do."""
    if not isinstance(value, str):
        raise UsageError("A text such as {example} is wanted here, not {value}.", example=example,
                         value=short(value))
    return value


def checked_names(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the name of a layer or several; the letters of a text are no names."""
    several = names if isinstance(names, Iterable) and not isinstance(names, str) else (names,)
    return tuple(checked_text(name, "moyo") for name in several)


def checked_whole(value: int) -> int:
    """Return what has to be a whole number, of Python or of numpy."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise UsageError("A whole number is wanted here, not {value}.", value=short(value))
    return value


def checked_path(path: str | Path) -> Path:
    """Return what has to be the path of a file or a folder."""
    if not isinstance(path, str | os.PathLike):
        raise UsageError("A path is wanted here, a text or a pathlib.Path, not {value}.",
                         value=short(path))
    return Path(path)


def checked_paths(paths: str | Path | Iterable[str | Path]) -> list[Path]:
    """Return one path or several; the letters of a text are no paths."""
    if isinstance(paths, Iterable) and not isinstance(paths, str):
        return [checked_path(path) for path in paths]
    return [checked_path(paths)]
