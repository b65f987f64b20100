"""One typed, limited value: a setting of the program or a parameter of a layer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

from irgo_app.errors import SettingsError
from irgo_app.words import listed, noted

ParamValue: TypeAlias = bool | int | float | str
AS_IN_GAME: Final = "game"
"""A value of a layer's parameter: whoever knows the game puts what its record says in its place."""


@dataclass(frozen=True, slots=True)
class Param:
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
