"""The window's own state: its notices to the user, the settings, and the layout that is kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final

from PySide6.QtCore import QObject, Signal

from irgo_app.draw.board_painter import Look
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.errors import IrgoError
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.settings import ParamValue, Settings
from irgo_app.words import Message


class Notices(QObject):
    """Carries sentences to whoever shows them.

    told -- a sentence
    withdrawn -- one that holds no longer
    """

    told = Signal(str)
    withdrawn = Signal(str)

    def tell(self, text: str | Message) -> None:
        self.told.emit(str(text))

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Tell what cannot be done meanwhile, in one sentence; the rest of it is left undone."""
        try:
            yield
        except IrgoError as error:
            self.tell(str(error))

    def withdraw(self, text: str) -> None:
        self.withdrawn.emit(text)


class Preferences(QObject):
    """What the user set; `settings` is what is written to disk.

    changed -- some value or key is another one
    """

    changed = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings

    def __getitem__(self, key: str) -> ParamValue:
        return self.settings[key]

    def set(self, key: str, value: ParamValue) -> None:
        """Set a value; raises SettingsError if it does not fit, KeyError for an unknown key."""
        self.settings.set(key, value)
        self.changed.emit()

    def flip(self, key: str) -> None:
        self.set(key, not self.settings[key])

    @property
    def look(self) -> Look:
        """Return the board and the colours of fields that the user wants."""
        theme = next(found for found in BOARD_THEMES if found.name == self["theme"])
        palette = next(found for found in TINT_PALETTES if found.name == self["palette"])
        return Look(theme, palette)

    @property
    def coordinates(self) -> CoordinateStyle:
        """Return how the lines of the board are named."""
        return CoordinateStyle(str(self["coordinates"]))


MEASURE_VARIABLE: Final = "IRGO_MEASURE"
"""Names a file: the window then measures itself, writes its figures there and quits.

Nobody is to be shown anything meanwhile.
"""
TOUR: Final = "tour"
"""What is kept once the tour was shown: it never comes by itself again."""
OPPONENT: Final = "opponent"
"""Who answered in the game begun last: an engine by its name, irgo, or "" for nobody."""
COLOUR: Final = "colour"
"""The user's colour in it, as a number; 0 for one by chance."""
NETWORK_OFFER: Final = "network_offer"
"""What is kept once KataGo's network was offered: it is never offered again."""
FOLDER: Final = "folder"
"""The folder where dialogs about files begin: the one used last."""
_LASTING: Final = ("mode", "geometry", TOUR, OPPONENT, COLOUR, NETWORK_OFFER, FOLDER)
"""What a reset leaves."""
_PREFIX: Final = "panel."
_MOST_PIXELS: Final = 10_000


class Mode(Enum):
    """What the window is for just now; the value is its name in the settings."""

    REVIEW = "review"
    EDIT = "edit"
    PLAY = "play"
    PRACTICE = "practice"


class WindowLayout(QObject):
    """The layout as the user left it; `settings.layout` is written at once and saved at the end.

    changed -- a width, a height, what is open
    mode_changed -- another mode
    was_reset -- everything is as at the first start: whoever keeps something in `texts` reads it
    again
    """

    changed = Signal()
    mode_changed = Signal()
    was_reset = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    @property
    def texts(self) -> dict[str, str]:
        """Return what is kept, for who keeps something of its own here."""
        return self._settings.layout

    @property
    def mode(self) -> Mode:
        """Return the mode; what is no mode counts as Review."""
        kept = self.texts.get("mode")
        return next((mode for mode in Mode if mode.value == kept), Mode.REVIEW)

    def set_mode(self, mode: Mode) -> None:
        if mode is not self.mode:
            self.texts["mode"] = mode.value
            self.mode_changed.emit()

    def show_record(self) -> None:
        """Go from Play or Practice to Review: a record that is opened is there to be looked at."""
        if self.mode in (Mode.PLAY, Mode.PRACTICE):
            self.set_mode(Mode.REVIEW)

    def pixels(self, key: str) -> int:
        """Return a width or height that the user chose, 0 where none was."""
        text = self.texts.get(key, "")
        return min(int(text), _MOST_PIXELS) if text.isdecimal() else 0

    def set_pixels(self, key: str, value: int) -> None:
        self._set(key, str(max(0, value)))

    def is_open(self, name: str, *, default: bool) -> bool:
        """Return whether a panel or a side of the window is open."""
        kept = self.texts.get(_PREFIX + name)
        return default if kept not in ("0", "1") else kept == "1"

    def set_open(self, name: str, *, is_open: bool) -> None:
        self._set(_PREFIX + name, str(int(is_open)))

    def reset(self) -> None:
        """Go back to the layout of the first start; the mode and the window's size stay.

        So do whom the user played last, and that the tour was shown.
        """
        for key in [key for key in self.texts if key not in _LASTING]:
            del self.texts[key]
        self.was_reset.emit()
        self.changed.emit()

    def _set(self, key: str, text: str) -> None:
        if self.texts.get(key) != text:
            self.texts[key] = text
            self.changed.emit()
