"""Settings on disk: one TOML file, read with patience and written whole or not at all.

irgo speaks as the command line asks, else as the settings say, else as the system does.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal

from irgo_app.errors import SettingsError
from irgo_app.language import checked, speak, system_languages, wanted_language
from irgo_app.settings.schema import SETTINGS, Param, ParamValue
from irgo_app.whole_file import write_whole
from irgo_app.words import Message, message

_BYTES_PREFIX: Final = "bytes:"
"""Before a file's name that is no Unicode: its bytes follow, two letters each."""
FOLDER_VARIABLE = "IRGO_CONFIG_FOLDER"
"""Names another folder for the settings file, for tests and portable installations."""


class Settings:
    """The values of SETTINGS, recent files, changed keys, the window's layout, and engines.

    warnings -- sentences about what could not be used when the file was read
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.warnings: list[Message] = []
        self.recent_files: list[str] = []
        self.layout: dict[str, str] = {}
        self.keys: dict[str, str] = {}
        self.engines: list[dict[str, ParamValue]] = []
        self._values: dict[str, ParamValue] = {row.key: row.default for row in SETTINGS}

    def __getitem__(self, key: str) -> ParamValue:
        return self._values[key]

    def set(self, key: str, value: ParamValue) -> None:
        """Set a value; raises SettingsError if it does not fit, KeyError for an unknown key."""
        self._values[key] = row_of(key).checked(value)

    def remember_file(self, path: str) -> None:
        """Put a file in front of the recent files."""
        kept = [path, *(known for known in self.recent_files if known != path)]
        self.recent_files = kept[: int(self["recent_count"])]

    def save(self) -> None:
        """Write the file; raises SettingsError with one sentence if it cannot."""
        if self.path is None:
            return
        # Reading and writing TOML is loaded only when it is needed: the window starts without.
        import tomli_w

        document = _storable({
            "settings": dict(self._values),
            "recent_files": [_written_name(name) for name in self.recent_files],
            "layout": self.layout, "keys": self.keys, "engines": self.engines,
        })
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, tomli_w.dumps(document).encode(), is_private=True)
        except OSError as error:
            raise SettingsError(
                "The settings could not be saved in {path} ({reason}); make room there, or name "
                "another folder in {variable}.", path=self.path, reason=error.strerror,
                variable=FOLDER_VARIABLE) from None


def row_of(key: str) -> Param:
    """Return the row of a setting; raises KeyError."""
    for row in SETTINGS:
        if row.key == key:
            return row
    raise KeyError(key)


def own_path(kind: Literal["config", "data", "state"], name: str) -> Path | None:
    """Return where a file of the user's irgo belongs on this system, None without a home."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named).absolute() / name
    import platformdirs

    folders = {"config": platformdirs.user_config_dir, "data": platformdirs.user_data_dir,
               "state": platformdirs.user_state_dir}
    try:
        path = Path(folders[kind]("irgo", appauthor=False)) / name
    except RuntimeError:
        # Nobody with this number is known to the system.
        return None
    return path if path.is_absolute() else None


def default_path() -> Path:
    """Return where the settings file belongs; a relative path where there is no such place."""
    return own_path("config", "settings.toml") or Path("settings.toml")


def load_settings(path: Path | None = None) -> Settings:
    """Return the settings of a file; what is missing or wrong takes its default, with a warning.

    A file that is no settings file is kept under another name before it is written over.
    """
    path = path or default_path()
    if not path.is_absolute():
        settings = Settings()
        settings.warnings.append(message(
            "There is no home folder to keep the settings in; name a folder in {variable} to keep "
            "them.", variable=FOLDER_VARIABLE))
        return settings
    settings = Settings(path)
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return settings
    except OSError as error:
        settings.warnings.append(message(
            "The settings in {path} cannot be read ({reason}); the defaults are used.",
            path=path, reason=error.strerror))
        return settings
    import tomllib

    try:
        document = tomllib.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        kept = path.with_name(f"{path.name}.broken")
        with suppress(OSError):
            write_whole(kept, text, is_private=True)
        settings.warnings.append(message(
            "The settings in {path} cannot be read ({error}); the defaults are used, and the file "
            "is kept as {name}.", path=path, error=str(error), name=kept.name))
        return settings
    for key, value in _table(document, "settings").items():
        try:
            settings.set(key, value)
        except KeyError:
            settings.warnings.append(message(
                "There is no setting {key!r}; it was left out.", key=key))
        except SettingsError as error:
            settings.warnings.append(message("{error} The default is used.", error=error.message))
    recent = document.get("recent_files", [])
    settings.recent_files = [_read_name(str(name)) for name in recent] \
        if isinstance(recent, list) else []
    settings.layout = {key: str(value) for key, value in _table(document, "layout").items()}
    engines = document.get("engines", [])
    settings.engines = [
        {str(key): value for key, value in row.items() if isinstance(value, str | int | float)}
        for row in (engines if isinstance(engines, list) else []) if isinstance(row, dict)]
    settings.keys = {key: str(value) for key, value in _table(document, "keys").items()}
    return settings


def _table(document: dict[str, Any], name: str) -> dict[str, Any]:
    table = document.get(name, {})
    return table if isinstance(table, dict) else {}


def _written_name(name: str) -> str:
    """Return a file's name as TOML can hold it; names of POSIX may be any bytes."""
    if _is_unicode(name) and not name.startswith(_BYTES_PREFIX):
        return name
    return _BYTES_PREFIX + os.fsencode(name).hex()


def _read_name(text: str) -> str:
    """Return the name that `_written_name` wrote."""
    if not text.startswith(_BYTES_PREFIX):
        return text
    try:
        return os.fsdecode(bytes.fromhex(text.removeprefix(_BYTES_PREFIX)))
    except ValueError:
        return text


def _storable(value: Any) -> Any:
    """Return a value with what is no Unicode in its texts replaced: TOML is UTF-8."""
    if isinstance(value, str):
        return value if _is_unicode(value) else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_storable(key): _storable(part) for key, part in value.items()}
    return [_storable(part) for part in value] if isinstance(value, list) else value


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def speak_as_set(asked: str = "") -> None:
    """Say everything in the language wanted from now on.

    asked -- the language that the command line names, or "". Raises UsageError where irgo has it
    not; a language of the settings or the system that irgo does not have is English.
    """
    speak(checked(asked) if asked else
          wanted_language(str(load_settings()["language"]), system_languages()))
