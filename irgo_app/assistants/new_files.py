"""The folder in which an assistant may have new files made, and none of them over another.

It is opened once, and files are made at that handle: whatever takes the folder's name later, and
whatever link is put there, is never written to. A file gets its name when it lies whole on the
disk, unless the name is taken by then: the check and the use are one act of the system.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from irgo_app.errors import UsageError
from irgo_app.own_names import new_name, remove_torn
from irgo_app.whole_file import check_ending, why_unwritten
from irgo_app.words import visible

_SHOWN: Final = 200
_LONGEST_NAME: Final = 120
_NOT_IN_NAMES: Final = frozenset('/\\:*?"<>|')
_NEW: Final = (os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
               | getattr(os, "O_NOFOLLOW", 0))
_NO_SECOND_NAMES: Final = frozenset(
    number for name in ("EPERM", "EOPNOTSUPP", "ENOTSUP", "ENOSYS", "EMLINK")
    if (number := getattr(errno, name, None)) is not None)
"""What a disk says that gives no file a second name."""


class NewFiles:
    """New files in one folder."""

    def __init__(self, folder: Path) -> None:
        """Open a folder that is no link itself; raises OSError."""
        self._folder = folder
        self._handle: int | None = None
        if os.open in os.supports_dir_fd and os.link in os.supports_dir_fd:
            self._handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY
                                   | getattr(os, "O_NOFOLLOW", 0))
        remove_torn(folder)

    def close(self) -> None:
        """Let go of the folder."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def check(self, name: str, endings: tuple[str, ...]) -> None:
        """Raise UsageError for a name that no new file may have, before work is done for it.

        name -- without folders; a name that is taken meanwhile is refused by `write`
        """
        is_plain = 0 < len(name) <= _LONGEST_NAME and not name.startswith(".") and not (
            _NOT_IN_NAMES & set(name)) and name == visible(name) and name == name.strip()
        if not is_plain or not name.isprintable():
            raise UsageError("{file} is no plain name of a file; choose one without folders.",
                             file=visible(name, _SHOWN))
        check_ending(Path(name), endings)
        try:
            os.stat(self._place(name), dir_fd=self._handle, follow_symlinks=False)
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._unwritten(name, error) from None
        raise _taken(name)

    def write(self, name: str, data: bytes) -> None:
        """Make a file; raises UsageError where something has its name or it cannot be written."""
        try:
            self._made(name, data)
        except FileExistsError:
            raise _taken(name) from None
        except OSError as error:
            raise self._unwritten(name, error) from None

    def _made(self, name: str, data: bytes) -> None:
        fresh = new_name()
        try:
            self._write(fresh, data)
            try:
                self._give_name(fresh, name)
            except OSError as error:
                if error.errno not in _NO_SECOND_NAMES:
                    raise
                self._write(name, data)
        finally:
            self._remove(fresh)

    def _give_name(self, fresh: str, name: str) -> None:
        """Give a file its name, unless something has that."""
        if self._handle is None:
            os.link(self._folder / fresh, self._folder / name)
        else:
            os.link(fresh, name, src_dir_fd=self._handle, dst_dir_fd=self._handle,
                    follow_symlinks=False)

    def _write(self, name: str, data: bytes) -> None:
        """Write a file that is not there yet; what could not be written is not there either."""
        handle = os.open(self._place(name), _NEW, 0o666, dir_fd=self._handle)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            self._remove(name)
            raise

    def _place(self, name: str) -> str | Path:
        return self._folder / name if self._handle is None else name

    def _remove(self, name: str) -> None:
        """Remove a file that was just made here."""
        with suppress(OSError):
            os.unlink(self._place(name), dir_fd=self._handle)

    def _unwritten(self, name: str, error: OSError) -> UsageError:
        return UsageError(why_unwritten(self._folder / name, error))


def _taken(name: str) -> UsageError:
    return UsageError("{file} is there already; choose another name.", file=name)
