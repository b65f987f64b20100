r"""File names as text that any file, database or stream can hold, and back without loss.

A POSIX file name is bytes. Python decodes it as UTF-8 and keeps other bytes as lone surrogates,
which no JSON, Parquet, SQLite or terminal accepts. Such bytes are written `\xHH`, as Python's own
`backslashreplace` does; in a name that could be misread so, backslashes are doubled. A name in
UTF-8 stays as it is.
"""

import os
import re
from pathlib import Path
from typing import Final

_ESCAPED: Final = re.compile(r"\\x[89a-f][0-9a-f]")
_ESCAPE: Final = re.compile(r"\\\\|\\x([89a-f][0-9a-f])")
_LONE: Final = re.compile("[\ud800-\udfff]")
_FIRST_BYTE: Final = 0xDC00
"""Python decodes the byte 0xB2, where it is no UTF-8, as the surrogate U+DCB2."""
_HAS_BYTES: Final = os.name == "posix"


def text_of_path(path: str | os.PathLike[str]) -> str:
    """Return a path as text without lone surrogates; `path_of_text` reads it back."""
    name = os.fspath(path)
    if name.isascii() and "\\" not in name:
        return name
    if not _LONE.search(name) and not (_HAS_BYTES and _ESCAPED.search(name)):
        return name
    return _LONE.sub(_escape, name.replace("\\", "\\\\") if _HAS_BYTES else name)


def path_of_text(text: str) -> Path:
    """Return the path that `text_of_path` wrote."""
    if not (_HAS_BYTES and _ESCAPED.search(text)):
        return Path(text)
    return Path(_ESCAPE.sub(
        lambda found: chr(_FIRST_BYTE + int(found[1], 16)) if found[1] else "\\", text))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    is_byte = _FIRST_BYTE + 0x80 <= code <= _FIRST_BYTE + 0xFF
    return f"\\x{code - _FIRST_BYTE:02x}" if is_byte else f"\\u{code:04x}"
