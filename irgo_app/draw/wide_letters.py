"""Fonts for Chinese, Japanese and Korean letters, which the shipped font does not have.

The same Han letter looks different in each language, so each asks for fonts of its own first.
"""

import logging
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from irgo_app.errors import NOTICE_LOGGER
from irgo_app.words import Message, language, message

FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "ja": ("Noto Sans CJK JP", "Source Han Sans JP", "Noto Sans JP", "Yu Gothic UI", "Meiryo",
           "Hiragino Sans", "IPAexGothic", "TakaoGothic"),
    "ko": ("Noto Sans CJK KR", "Source Han Sans KR", "Noto Sans KR", "Malgun Gothic",
           "Apple SD Gothic Neo", "NanumGothic"),
    "zh_CN": ("Noto Sans CJK SC", "Source Han Sans SC", "Noto Sans SC", "Microsoft YaHei UI",
              "PingFang SC", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"),
    "zh_TW": ("Noto Sans CJK TC", "Source Han Sans TC", "Noto Sans TC", "Microsoft JhengHei UI",
              "PingFang TC", "WenQuanYi Micro Hei"),
}
"""The names of fonts by language, the wanted one first."""
_FILES: Final[Mapping[str, tuple[tuple[str, int], ...]]] = {
    "ja": (("NotoSansCJK-Regular.ttc", 0), ("YuGothR.ttc", 0), ("meiryo.ttc", 0),
           ("ヒラギノ角ゴシック W3.ttc", 0), ("ipaexg.ttf", 0), ("ipag.ttf", 0)),
    "ko": (("NotoSansCJK-Regular.ttc", 1), ("malgun.ttf", 0), ("AppleSDGothicNeo.ttc", 0),
           ("NanumGothic.ttf", 0)),
    "zh_CN": (("NotoSansCJK-Regular.ttc", 2), ("msyh.ttc", 0), ("Hiragino Sans GB.ttc", 0),
              ("STHeiti Light.ttc", 0), ("wqy-microhei.ttc", 0), ("wqy-zenhei.ttc", 0)),
    "zh_TW": (("NotoSansCJK-Regular.ttc", 3), ("msjh.ttc", 0), ("STHeiti Light.ttc", 0),
              ("wqy-microhei.ttc", 0)),
}
"""Files of fonts by language, and the number of the font in its file."""
_USUAL: Final = "ja"
"""Whose letters are taken where irgo speaks a language without such letters: records hold any."""
_FIRST_WIDE: Final = 0x2e80
"""From here on Unicode has the letters of East Asia (CJK Radicals Supplement and what follows)."""


class FontFile(Struct, frozen=True):
    """A font on this machine: its file, and its number in it."""

    path: Path
    number: int


def is_wide(letter: str) -> bool:
    """Return whether a letter is one of East Asia, as wide as it is high."""
    return ord(letter) >= _FIRST_WIDE and not 0xd800 <= ord(letter) <= 0xf8ff \
        and not 0xfff0 <= ord(letter) <= 0xffff


def has_wide(text: str) -> bool:
    """Return whether a text has letters of East Asia."""
    return not text.isascii() and any(map(is_wide, text))


def wanted_families() -> tuple[str, ...]:
    """Return the names of fonts with wide letters as this process's language has them."""
    return FAMILIES.get(language(), FAMILIES[_USUAL])


def font_file() -> FontFile | None:
    """Return a font of this machine with wide letters; without any, None, and the user is told."""
    found = _found(language() if language() in _FILES else _USUAL)
    if found is None:
        _tell_once()
    return found


def speaks_readably() -> bool:
    """Return whether this machine has a font for the language that is spoken, if it needs one."""
    return language() not in FAMILIES or _found(language()) is not None


def no_font_words() -> Message:
    """Return the sentence for who has no font with the letters of the language."""
    return message("No font was found for Chinese, Japanese and Korean letters; install Noto Sans "
                   "CJK (on Debian and Ubuntu the package fonts-noto-cjk).")


@cache
def _found(code: str) -> FontFile | None:
    there = {path.name: path for folder in _folders() if folder.is_dir()
             for path in folder.rglob("*.[to]t[cf]")}
    own = _FILES[code]
    others = [file for other, files in _FILES.items() if other != code for file in files]
    return next((FontFile(there[name], number) for name, number in (*own, *others)
                 if name in there), None)


@cache
def _tell_once() -> None:
    logging.getLogger(NOTICE_LOGGER).warning("%s", no_font_words())


def _folders() -> tuple[Path, ...]:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        return Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts", \
            home / "AppData/Local/Microsoft/Windows/Fonts"
    if sys.platform == "darwin":
        return Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"
    return Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), \
        home / ".local/share/fonts", home / ".fonts"
