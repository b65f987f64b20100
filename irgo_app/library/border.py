"""Points, colours and results as a program gets them: no flat index and no ±1 leaves the library.

Inside irgo a point is a number and a colour is +1 or -1, which only its own rooms can read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeAlias, get_type_hints

import numpy as np
from msgspec import Struct

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR, PASS
from irgo_app.go.point import Point as Index
from irgo_app.go.position import Position
from irgo_app.judging.result_json import Json, as_json
from irgo_app.layers.results import Field, JsonForm, Links, Result
from irgo_app.words import Message

Letter: TypeAlias = Literal["B", "W"]
"""A colour."""
_PASS: str = "pass"


class Point(str):
    """A point of a board: the text of its vertex, such as "D4", with its row and its column.

    row, column -- in an array, from the top and from the left, from 0; -1 for a pass
    """

    __slots__ = ("column", "row")
    row: int
    column: int

    def __new__(cls, name: str, row: int = -1, column: int = -1) -> Point:
        """Make a point of its vertex."""
        made = super().__new__(cls, name)
        made.row, made.column = row, column
        return made

    @classmethod
    def of(cls, index: Index, position: Position) -> Point:
        """Return the point of a number that only irgo's own rooms use."""
        if index == PASS:
            return cls(_PASS)
        row, column = divmod(int(index), position.columns)
        return cls(vertex(index, position.columns, position.rows), row, column)

    @property
    def index(self) -> tuple[int, int]:  # type: ignore[override]
        """Return row and column, to look into an array with."""
        return self.row, self.column

    @property
    def is_pass(self) -> bool:
        """Return whether it is a pass and no point at all."""
        return self.row < 0

    def __reduce__(self) -> tuple[type[Point], tuple[str, int, int]]:
        return Point, (str(self), self.row, self.column)


def letter_of(colour: int) -> Letter:
    """Return "B" or "W"."""
    return "B" if colour > 0 else "W"


def points_of(indices: Iterable[Index], position: Position) -> tuple[Point, ...]:
    """Return points by their numbers, in their order."""
    return tuple(Point.of(index, position) for index in indices)


class BorderValue:
    """A value of irgo's with points as `Point` and colours as letters, under the same names."""

    __slots__ = ("_position", "_value")

    def __init__(self, value: Struct, position: Position) -> None:
        self._value, self._position = value, position

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        held = getattr(self._value, name)
        form = _forms(type(self._value)).get(name)
        return _given(held, name, form, self._position)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *(
            name for name in dir(self._value) if not name.startswith("_"))})

    def __repr__(self) -> str:
        return f"<{type(self._value).__name__}: {', '.join(type(self._value).__struct_fields__)}>"


class LayerResult(BorderValue):
    """What a layer finds: a field of numbers, links, or regions, and what it tells besides.

    A field has `values` (rows, columns) and `unit`; links have `points` and `links` by colour;
    regions have `regions`, each with `colour` and `points`. What else there is the page of the
    layer says.
    """

    __slots__ = ()

    @property
    def kind(self) -> Literal["field", "links", "regions"]:
        """Return which of the three it is."""
        value = self._value
        return "field" if isinstance(value, Field) else "links" if isinstance(value, Links) \
            else "regions"

    def json(self) -> dict[str, Json]:
        """Return it as `irgo analyze --json` prints it."""
        assert isinstance(self._value, Result)
        return as_json(self._value, self._position)


_INDICES = ("points", "stones", "border", "controlled", "eyes", "dead", "links", "reason")
"""Members that hold numbers of points in one form or another."""


@cache
def _forms(kind: type[Struct]) -> Mapping[str, JsonForm | None]:
    """Return how the members of a class are written as JSON, which says what are points."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: next((said for said in getattr(hint, "__metadata__", ())
                        if isinstance(said, JsonForm)), None) for name, hint in hints.items()}


def _given(value: object, name: str, form: JsonForm | None, position: Position) -> object:
    if callable(value):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Message):
        return str(value)
    if isinstance(value, np.ndarray | str | float | bool) or value is None:
        return value
    if isinstance(value, Mapping):
        return {LETTER_OF_COLOUR.get(key, key): _given(held, name, form, position)
                for key, held in value.items()}
    if isinstance(value, Struct):
        return BorderValue(value, position)
    if isinstance(value, int):
        if name == "colour":
            return LETTER_OF_COLOUR.get(value)
        is_point = name in _INDICES or (form is not None and form.points is not None)
        return Point.of(value, position) if is_point else value
    if isinstance(value, frozenset):
        return frozenset(_given(held, name, form, position) for held in value)
    if isinstance(value, Sequence):
        return tuple(_given(held, name, form, position) for held in value)
    return value
