"""Which language irgo speaks: the one asked for, else the setting, else the system's."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from irgo_app import words
from irgo_app.errors import ResourceError, WrongUsageError
from irgo_app.resource_files import resources_root
from irgo_app.words import ENGLISH, languages_in, listed

LANGUAGES: Final[Mapping[str, str]] = {
    ENGLISH: "English", "de": "Deutsch", "es": "Español", "fr": "Français", "ja": "日本語",
    "ko": "한국어", "ru": "Русский", "zh_CN": "简体中文", "zh_TW": "繁體中文",
}
"""The languages by their codes, each with its own name for itself."""
SYSTEM: Final = "system"
"""The setting that leaves the language to the system."""
OPTION: Final = "--language"
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_TRADITIONAL: Final = frozenset({"hant", "tw", "hk", "mo"})


def available() -> tuple[str, ...]:
    """Return the codes of the languages that irgo has: English, and those with a catalogue."""
    return (ENGLISH, *languages_in(catalogues()))


def catalogues() -> Path:
    """Return the folder of the catalogues; raises ResourceError if irgo's files are missing."""
    return resources_root() / "words"


def checked(code: str) -> str:
    """Return which of irgo's languages a code such as `de`, `de_AT` or `zh-Hant` names.

    Raises WrongUsageError for a language that irgo does not have.
    """
    found, known = fitting(code), available()
    if found not in known:
        raise WrongUsageError(
            "irgo has no catalogue for the language {language!r}; it has {known}.", language=code,
            known=listed(known))
    return found


def fitting(code: str) -> str:
    """Return irgo's code for a system's name of a language, or "" if irgo does not know it.

    The name may be one of POSIX (`de_AT.UTF-8`, `C`) or of BCP 47 (`zh-Hant-HK`).
    """
    parts = code.partition(".")[0].partition("@")[0].replace("-", "_").lower().split("_")
    if parts[0] == "zh":
        return "zh_TW" if _TRADITIONAL.intersection(parts) else "zh_CN"
    if parts[0] in ("c", "posix"):
        return ENGLISH
    return parts[0] if parts[0] in LANGUAGES else ""


def asked_language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the language that a command line asks for, or "", and what else stands on it.

    It may be asked for before a command or after it, and must be known before the first sentence.
    """
    code, rest, left = "", list[str](), list(arguments)
    while left:
        argument = left.pop(0)
        if argument == "--":
            return code, [*rest, argument, *left]
        if argument == OPTION and left:
            code = left.pop(0)
        elif argument.startswith(OPTION + "="):
            code = argument.removeprefix(OPTION + "=")
        else:
            rest.append(argument)
    return code, rest


def system_languages() -> list[str]:
    """Return the names of the system's languages, the wanted one first, as the shell has them."""
    named = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), "")
    if named or sys.platform != "win32":
        return named.split(":") if named else []
    import ctypes
    from locale import windows_locale

    found = windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    return [found] if found else []


def wanted_language(setting: str, system: Iterable[str]) -> str:
    """Return the code of the language to speak, of those that irgo has.

    setting -- what the settings say: a code, or SYSTEM
    system -- the system's languages, the wanted one first
    """
    names = system if setting == SYSTEM else [setting]
    try:
        known = available()
    except ResourceError:  # Whoever needs the missing files says so.
        known = (ENGLISH,)
    return next((code for name in names if (code := fitting(name)) in known), ENGLISH)


def speak(code: str) -> None:
    """Say everything in a language from now on; one of `available`."""
    words.speak(Path() if code == ENGLISH else catalogues(), code)
