"""One typed, limited value: a setting of the program or a parameter of a layer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

from irgo_app.errors import SettingsError

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
                raise SettingsError(f"{self.key} is on or off, not {text!r}.")
            return word in ("true", "yes", "on", "1")
        try:
            value: ParamValue = self.kind(text)
        except ValueError:
            raise SettingsError(f"{self.key} takes {self._expected()}, not {text!r}.") from None
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
            raise SettingsError(f"{self.key} takes {self._expected()}, not {value!r}.")
        return self.kind(value)

    def _expected(self) -> str:
        """Return what would fit, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if self.kind not in (int, float):
            return "a text" if self.kind is str else "on or off"
        name = "a whole number" if self.kind is int else "a number"
        if self.low is not None and self.high is not None:
            return f"{name} from {self.low:g} to {self.high:g}"
        return name


def _is_finite_number(value: ParamValue) -> bool:
    """Return whether a value is a number that can be compared and rounded."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        # A whole number beyond all floats: a file may hold any.
        return False
