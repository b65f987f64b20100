"""Settings on disk: one TOML file, read with patience and written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from irgo_app.errors import SettingsError
from irgo_app.settings.param import Param, ParamValue
from irgo_app.settings.schema import SETTINGS

FOLDER_VARIABLE = "IRGO_CONFIG_FOLDER"
"""Names another folder for the settings file, for tests and portable installations."""


class Settings:
    """The values of SETTINGS, recent files, changed keys, the window's layout, and engines.

    warnings -- sentences about what could not be used when the file was read
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.warnings: list[str] = []
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

        document: dict[str, Any] = {
            "settings": dict(self._values), "recent_files": self.recent_files,
            "layout": self.layout, "keys": self.keys, "engines": self.engines,
        }
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.path.parent, prefix=".settings.")
            with os.fdopen(handle, "wb") as file:
                tomli_w.dump(document, file)
            os.replace(temporary, self.path)
        except OSError as error:
            raise SettingsError(
                "The settings could not be saved in {path} ({reason}).",
                path=self.path, reason=error.strerror) from None


def row_of(key: str) -> Param:
    """Return the row of a setting; raises KeyError."""
    for row in SETTINGS:
        if row.key == key:
            return row
    raise KeyError(key)


def default_path() -> Path:
    """Return where the settings file belongs on this system."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        import platformdirs

        folder = platformdirs.user_config_dir("irgo", appauthor=False)
    return Path(folder) / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """Return the settings of a file; what is missing or wrong takes its default, with a warning."""
    settings = Settings(path or default_path())
    assert settings.path is not None
    if not settings.path.exists():
        return settings
    import tomllib

    try:
        document = tomllib.loads(settings.path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        settings.warnings.append(f"The settings in {settings.path} cannot be read ({error}); "
                                 "the defaults are used.")
        return settings
    for key, value in _table(document, "settings").items():
        try:
            settings.set(key, value)
        except KeyError:
            settings.warnings.append(f"There is no setting {key!r}; it was left out.")
        except SettingsError as error:
            settings.warnings.append(f"{error} The default is used.")
    recent = document.get("recent_files", [])
    settings.recent_files = [str(name) for name in recent] if isinstance(recent, list) else []
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
