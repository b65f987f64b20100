"""Dialogs that ask for a file: they begin in the folder that was used last, and remember it."""

from collections.abc import MutableMapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from irgo_app.gui.models.window import FOLDER
from irgo_app.resource_files import is_example

Kept = MutableMapping[str, str]
"""What is kept of the window from one start to the next; the folder lies among it."""


def last_folder(kept: Kept) -> Path:
    """Return the folder used last; the user's own at first, or where that one is gone."""
    folder = kept.get(FOLDER, "")
    return Path(folder) if folder and Path(folder).is_dir() else Path.home()


def note_folder(kept: Kept, file: Path) -> None:
    """Begin in a file's folder from now on; never among irgo's examples, which stay as they are."""
    if not is_example(file):
        kept[FOLDER] = str(file.absolute().parent)


def file_to_open(parent: QWidget, title: str, filters: str, kept: Kept) -> Path | None:
    """Ask for a file that there is; return None for none."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(last_folder(kept)), filters)
    return _noted(name, kept)


def files_to_open(parent: QWidget, title: str, filters: str, kept: Kept) -> list[Path]:
    """Ask for one or more files that there are."""
    names, _ = QFileDialog.getOpenFileNames(parent, title, str(last_folder(kept)), filters)
    return [path for name in names if (path := _noted(name, kept)) is not None]


def file_to_save(
    parent: QWidget, title: str, suggested: Path, filters: str, kept: Kept
) -> Path | None:
    """Ask for a file to be written; return None for none.

    suggested -- a whole path, or a name in the folder used last
    """
    name, _ = QFileDialog.getSaveFileName(
        parent, title, str(last_folder(kept) / suggested), filters)
    return _noted(name, kept)


def _noted(name: str, kept: Kept) -> Path | None:
    if not name:
        return None
    note_folder(kept, Path(name))
    return Path(name)
