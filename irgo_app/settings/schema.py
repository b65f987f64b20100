"""One typed, limited value, a setting or a parameter of a layer; and the list of all settings.

The preferences dialog is built from the list.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from msgspec import Struct

from irgo_app.errors import SettingsError
from irgo_app.language import LANGUAGES, SYSTEM
from irgo_app.words import listed, noted

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
        """Return the sentence that says what the value may be."""
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
    Param("start_layer", str, "influence.shadow", "Layer at the start",
          "The layer that is on at the first start and after Reset layout; empty for none."),
    Param("player", str, "", "Your name", "What is written in the record of a game you start."),
    Param("engine", str, "", "Engine", "The engine that analyses; empty for the first found."),
    Param("irgo_level", str, "normal", "irgo's strength",
          "How strongly irgo itself plays: a level of `irgo gtp --level`."),
    Param("engine_candidates", bool, True, "Engine's candidates",
          "Show an engine's candidate moves on the board."),
    Param("reader_candidates", bool, True, "irgo's own candidates",
          "Show the moves of irgo's own reader in Review, where no engine has said anything."),
    Param("candidate_digits", bool, False, "Winning chances on candidates",
          "Write the winning chance on candidate moves, in place of what they lose."),
    Param("ring_bright", bool, True, "Yellow rings", "Show candidates and changes that shine."),
    Param("ring_good", bool, True, "Green rings", "Show good candidates and changes."),
    Param("ring_dull", bool, True, "Brown rings", "Show dull candidates and changes."),
    Param("ring_danger", bool, True, "Red rings", "Show candidates and changes in danger."),
    Param("chord", bool, False, "Chord of a move",
          "Play two notes with a stone: the bass its value, the treble its change (needs Qt "
          "Multimedia)."),
    Param("engine_ownership", bool, False, "Engine's territory",
          "Tint who the engine expects to own each point, if it says."),
    Param("engine_selected", bool, False, "Engine keeps to selected points",
          "If points are selected on a position, the engine plays only there."),
    Param("life_dead_off", bool, True, "Leave dead groups off the maps",
          "Draw the maps again without the groups that life and death found dead."),
    Param("study_reader", str, "", "Studies are read by",
          "The engine that reads studies and playouts; empty for irgo's own reader."),
    Param("story_auto", bool, True, "Tell the story automatically",
          "Read every game you open from the first move to the last, and tell where it turned."),
    Param("open_made", bool, True, "Open what was made",
          "Open a picture, pages or a report in its program when it is written."),
    Param("read_on", bool, True, "Read deeper automatically",
          "When you rest on a position, irgo reads it deeper, to some hundred positions."),
    Param("places_auto", bool, True, "Find places automatically",
          "When you rest on a position, irgo finds where moving first matters."),
    Param("life_auto", bool, True, "Life and death automatically",
          "When you rest on a position, irgo searches whether its groups live."),
    Param("recent_count", int, 10, "Recent files", "How many recent files are kept.", 0, 30),
)
