"""`irgo desktop-entry`: irgo among the desktop's programs, its icon, "open with" for records."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import resvg_py

from irgo_app.cli.terminal import warn
from irgo_app.errors import UsageError
from irgo_app.own_program import own_command
from irgo_app.resource_files import digest_of, resource_path
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.whole_file import write_whole
from irgo_app.words import message, translated

ICON_SIZES: Final = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Pixels; larger ones are drawn from the SVG."""
_FOLDER: Final = "desktop"
_ENTRY: Final = Path("applications", "irgo.desktop")
_KINDS_OF_FILES: Final = Path("mime", "packages", "irgo.xml")
_ICONS: Final = Path("icons", "hicolor")
_NOTE: Final = Path("irgo", "desktop-entry.json")
"""What irgo wrote there: digests, by place. Only that is written over or removed."""
_TO_BE_QUOTED: Final = '"`$\\'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", metavar="ACTION", choices=("install", "remove"),
                        help=translated("install or remove, for this user alone"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Write or remove the user's entry; raises UsageError where the system has none."""
    if sys.platform in ("win32", "darwin"):
        raise UsageError("Desktop entries are for Linux and its kin; here, have a file opened "
                         "with irgo once and choose it for all.")
    folder = _user_data_folder()
    try:
        if arguments.action == "install":
            _install(folder, dict(desktop_files(own_command())))
            told = message("irgo is among your programs now, and opens SGF, GIB, NGF and UGF files "
                           "({folder}).", folder=str(folder))
        else:
            for left in _remove(folder):
                warn(str(message("{file} was left there: it is not as irgo wrote it.", file=left)))
            told = message("irgo is no longer among your programs ({folder}).", folder=str(folder))
    except OSError as error:
        raise UsageError("{folder} cannot be changed ({reason}); mend that, or name another folder "
                         "in XDG_DATA_HOME.", folder=str(folder),
                         reason=error.strerror or str(error)) from None
    _tell_desktop(folder)
    print(told)
    return 0


def _install(folder: Path, files: Mapping[Path, bytes]) -> None:
    """Write files, and note what was written; raises UsageError where others have written them."""
    noted = _noted(folder)
    for path, content in files.items():
        if os.path.lexists(folder / path) and not _is_own(folder / path, content, noted):
            raise UsageError("{file} was not written by irgo, or was changed since; move it away, "
                             "then install again.", file=folder / path)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, content)
        noted[path.as_posix()] = digest_of(content)
    (folder / _NOTE).parent.mkdir(parents=True, exist_ok=True)
    write_whole(folder / _NOTE, json.dumps(noted, indent=1).encode())


def _remove(folder: Path) -> list[Path]:
    """Remove what irgo wrote; return what lies there and is something else by now."""
    noted, left = _noted(folder), list[Path]()
    for path, content in desktop_files(own_command()):
        place = folder / path
        if not os.path.lexists(place):
            continue
        if _is_own(place, content, noted):
            place.unlink()
        else:
            left.append(place)
    (folder / _NOTE).unlink(missing_ok=True)
    return left


def _is_own(place: Path, content: bytes, noted: Mapping[str, str]) -> bool:
    """Return whether a file is as irgo wrote it, or would write it now; a link never is."""
    if place.is_symlink() or not place.is_file():
        return False
    found = place.read_bytes()
    return found == content or digest_of(found) in noted.values()


def _noted(folder: Path) -> dict[str, str]:
    """Return the digests of what irgo wrote, by place; nothing where that was not noted."""
    try:
        return msgspec.json.decode((folder / _NOTE).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def desktop_files(command: Sequence[str]) -> Iterator[tuple[Path, bytes]]:
    """Generate what tells a desktop of irgo, as places below a data folder and what lies there.

    command -- the words that start irgo
    Source: freedesktop.org, Desktop Entry Specification 1.5 (Exec), Icon Theme Specification.
    """
    entry = resource_path(_FOLDER, "irgo.desktop").read_text("utf-8")
    line = "Exec=" + " ".join([*map(_quoted, command), "%f"])
    yield _ENTRY, entry.replace("Exec=irgo %f", line).encode()
    yield _KINDS_OF_FILES, resource_path(_FOLDER, "irgo.xml").read_bytes()
    drawing = resource_path(_FOLDER, "irgo.svg").read_text("utf-8")
    yield _icon_path("scalable"), drawing.encode()
    for side in ICON_SIZES:
        yield _icon_path(f"{side}x{side}"), bytes(
            resvg_py.svg_to_bytes(svg_string=drawing, width=side, height=side))


def _icon_path(size: str) -> Path:
    suffix = "svg" if size == "scalable" else "png"
    return _ICONS / size / "apps" / f"irgo.{suffix}"


def _quoted(word: str) -> str:
    """Return a word as the key Exec wants it.

    Within quotes four signs have a backslash before them, which the file doubles once more; the
    percent sign is doubled everywhere.
    """
    word = word.replace("%", "%%")
    if word.replace("/", "").replace("-", "").replace("_", "").replace(".", "").isalnum():
        return word
    escaped = "".join(f"\\{sign}" if sign in _TO_BE_QUOTED else sign for sign in word)
    return '"' + escaped.replace("\\", "\\\\") + '"'


def _user_data_folder() -> Path:
    named = os.environ.get("XDG_DATA_HOME", "")
    if Path(named).is_absolute():
        return Path(named)
    try:
        return Path.home() / ".local" / "share"
    except RuntimeError:
        raise UsageError("There is no home folder to keep a desktop entry in; name a folder in "
                         "XDG_DATA_HOME.") from None


def _tell_desktop(folder: Path) -> None:
    """Have the desktop's lists made anew; where a program for it is missing, they will be later."""
    for name, place in (("update-mime-database", folder / "mime"),
                        ("update-desktop-database", folder / "applications")):
        program = shutil.which(name)
        if program is not None and place.is_dir():
            subprocess.run([program, str(place)], capture_output=True, check=False)
