"""Settings as plain data: typed, limited values in one list, and the TOML file that they lie in.

The preferences dialog is built from the list; layers have parameters of the same kind. The file is
read with patience and written whole or not at all. irgo speaks as the command line asks, else as
the settings say, else as the system does.
"""

import math
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from irgo_app.errors import SettingsError
from irgo_app.language import LANGUAGES, SYSTEM, checked, speak, system_languages, wanted_language
from irgo_app.whole_file import write_whole
from irgo_app.words import Message, listed, message, noted

ParamValue: TypeAlias = bool | int | float | str
AS_IN_GAME: Final = "game"
"""A value of a layer's parameter: whoever knows the game puts what its record says in its place."""


class Param(Struct, frozen=True):
    """A named value with its limits; used by settings and by layer parameters alike.

    kind -- bool, int, float or str
    low, high -- inclusive limits of a number, or None
    choices -- the allowed texts of a str, or empty for any
    """

    key: str
    kind: type[bool] | type[int] | type[float] | type[str]
    default: ParamValue
    title: str
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    def parse(self, text: str) -> ParamValue:
        """Return the value of a text typed by a user; raises SettingsError if it does not fit."""
        if self.kind is bool:
            word = text.strip().lower()
            if word not in ("true", "false", "yes", "no", "on", "off", "1", "0"):
                raise SettingsError("{key} is on or off, not {text!r}.", key=self.key, text=text)
            return word in ("true", "yes", "on", "1")
        try:
            value: ParamValue = self.kind(text)
        except ValueError:
            raise self._refused(text) from None
        return self.checked(value)

    def checked(self, value: ParamValue) -> ParamValue:
        """Return the value in its kind if it is within the limits; raises SettingsError if not."""
        is_number = _is_finite_number(value)
        fits = is_number if self.kind in (int, float) else isinstance(value, self.kind)
        if fits and is_number:
            fits = (self.low is None or value >= self.low) and (  # type: ignore[operator]
                self.high is None or value <= self.high  # type: ignore[operator]
            )
            fits = fits and (self.kind is float or value == int(value))
        if fits and self.choices:
            fits = value in self.choices
        if not fits:
            raise self._refused(value)
        return self.kind(value)

    def _refused(self, value: object) -> SettingsError:
        if self.choices:
            return SettingsError("{key} takes one of {choices}, not {value!r}.", key=self.key,
                                 choices=listed(self.choices), value=value)
        if self.kind not in (int, float):
            text = noted("{key} takes a text, not {value!r}.") if self.kind is str \
                else noted("{key} is on or off, not {value!r}.")
            return SettingsError(text, key=self.key, value=value)
        if self.low is None or self.high is None:
            text = noted("{key} takes a whole number, not {value!r}.") if self.kind is int \
                else noted("{key} takes a number, not {value!r}.")
            return SettingsError(text, key=self.key, value=value)
        text = noted("{key} takes a whole number from {low:g} to {high:g}, not {value!r}.") \
            if self.kind is int else noted("{key} takes a number from {low:g} to {high:g}, "
                                           "not {value!r}.")
        return SettingsError(text, key=self.key, low=self.low, high=self.high, value=value)


def _is_finite_number(value: ParamValue) -> bool:
    """Return whether a value is a number that can be compared and rounded."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        # A whole number beyond all floats: a file may hold any.
        return False


SETTINGS: Final[tuple[Param, ...]] = (
    Param("theme", str, "wood", "Board", "What the board is made of.",
          choices=("wood", "paper", "dark")),
    Param("palette", str, "ink and sky", "Influence colours",
          "Black's and White's colour of a field; ink and sky is readable to colour-blind eyes.",
          choices=("ink and sky", "ink and milk", "brown and blue", "red and blue")),
    Param("tint_style", str, "contours", "Influence style",
          "How a field is drawn: contours over a light tint, or one of the others.",
          choices=("contours", "smooth", "cells", "sized squares", "lines")),
    Param("coordinates", str, "A1", "Coordinates", "How the edge of the board is labelled.",
          choices=("A1", "1-1", "SGF", "none")),
    Param("language", str, SYSTEM, "Language",
          "What irgo speaks; records stay in the language they are written in.",
          choices=(SYSTEM, *LANGUAGES)),
    Param("interface", str, "system", "Interface",
          "Light or dark, or the same as the system; the board has a theme of its own.",
          choices=("system", "light", "dark")),
    Param("font_size", int, 0, "Font size",
          "Size of the interface's text in points; 0 for the system's.", 0, 24),
    Param("move_numbers", bool, False, "Move numbers", "Write its number on each stone."),
    Param("next_moves", bool, True, "Next moves", "Show the moves that follow as ghosts."),
    Param("vertical_arrows", bool, False, "Up and Down step",
          "Up and Down step through the moves, Left and Right through variations."),
    Param("autoplay_seconds", float, 2.0, "Autoplay",
          "How long each move stays on the board while the game plays through "
          "automatically.", 0.2, 60.0),
    Param("start_layer", str, "ishida", "Layer at the start",
          "The layer that is on at the first start and after Reset layout: ishida for the Ishida "
          "view, empty for none."),
    Param("several_layers", bool, False, "Several layers at once",
          "A layer that is chosen is added to those on the board, in place of replacing them."),
    Param("player", str, "", "Your name", "What is written in the record of a game you start."),
    Param("engine", str, "", "Engine", "The engine that analyses; empty for the first found."),
    Param("irgo_level", str, "normal", "irgo's strength",
          "How strongly irgo itself plays: a level of `irgo gtp --level`."),
    Param("teaching_game", bool, False, "Teaching game",
          "In a game against irgo a move of yours that loses much is stopped, with the reason."),
    Param("engine_candidates", bool, True, "Candidate moves",
          "Show candidate moves on the board: an engine's, and in Review irgo's own where no "
          "engine has said anything."),
    Param("candidate_digits", bool, False, "Winning chances on candidates",
          "Write the winning chance on candidate moves, in place of what they lose."),
    Param("ring_bright", bool, True, "Yellow rings", "Show candidates and changes that shine."),
    Param("ring_good", bool, True, "Green rings", "Show good candidates and changes."),
    Param("ring_dull", bool, True, "Brown rings", "Show dull candidates and changes."),
    Param("ring_danger", bool, True, "Red rings", "Show candidates and changes in danger."),
    Param("chord", bool, False, "Sound of a move",
          "Play two notes with a stone: the bass its value, the treble its change (needs Qt "
          "Multimedia)."),
    Param("engine_ownership", bool, False, "Engine's territory",
          "Tint who the engine expects to own each point, if it says."),
    Param("engine_selected", bool, False, "Engine keeps to selected points",
          "If points are selected on a position, the engine plays only there."),
    Param("life_dead_off", bool, True, "Leave dead groups off the maps",
          "Draw the maps again without the groups that life and death found dead."),
    Param("reading_network", str, "", "Network",
          "Which network irgo reads with. A larger one sees further and takes longer."),
    Param("study_reader", str, "", "Studies are read by",
          "The engine that reads studies and playouts; empty for irgo itself."),
    Param("story_auto", bool, True, "Tell the story automatically",
          "Read every game you open, if it has 20 moves or more, and tell where it turned."),
    Param("story_level", str, "recorded", "Level",
          "For whom a game is told: how small a loss is worth telling, and how much is said; "
          "recorded: by the players' ranks.",
          choices=("recorded", "beginner", "kyu", "dan")),
    Param("open_made", bool, True, "Open what was made",
          "Open a picture, pages or a report in its program when it is written."),
    Param("analyse_auto", bool, True, "Analyse automatically",
          "When you rest on a position, irgo reads it to some hundred positions: who leads, where "
          "moving first matters, its own candidate moves, and whether groups live."),
    Param("games_read_idle", bool, False, "Read my games while I am away",
          "When you have done nothing for five minutes and the machine is on mains power, irgo "
          "reads the games of yours that it has not read."),
    Param("games_fetch_daily", bool, False, "Fetch my games daily",
          "Once a day irgo asks OGS for new games of the players you added."),
    Param("recent_count", int, 10, "Recent files", "How many recent files are kept.", 0, 30),
)


_ROWS: Final = {row.key: row for row in SETTINGS}
_FORMER_SWITCHES: Final = ("read_on", "places_auto", "life_auto", "reader_candidates")
"""Settings of older files that `analyse_auto` stands for now."""
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
    return _ROWS[key]


def own_path(kind: Literal["config", "data", "state", "cache"], name: str) -> Path | None:
    """Return where a file of the user's irgo belongs on this system, None without a home."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named).absolute() / name
    import platformdirs

    folders = {"config": platformdirs.user_config_dir, "data": platformdirs.user_data_dir,
               "state": platformdirs.user_state_dir, "cache": platformdirs.user_cache_dir}
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
    values = _table(document, "settings")
    former = [values.pop(key) for key in _FORMER_SWITCHES if key in values]
    if former and not any(former):
        values.setdefault("analyse_auto", False)
    for key, value in values.items():
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
