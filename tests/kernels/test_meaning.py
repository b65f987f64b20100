"""The meaning of a kernel: what changes it, what does not, and that it is kept by that alone."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import NamedTuple

import numpy as np
import pytest

import irgo_app.kernels
from irgo_app.kernels import argument_types, kernel
from irgo_app.kernels.compiled import KERNELS, Kernel
from irgo_app.kernels.meaning import meaning_of

TABLE = np.array([1, 2], np.int8)


class Pair(NamedTuple):
    """Two buffers."""

    first: argument_types.Int8Buffer
    second: argument_types.Int8Buffer


BASE = '''
STEP = 2

def callee(value: int) -> int:
    """Add."""
    return value + STEP

def caller(values: Int8s, index: int) -> int:
    """Look and add."""
    return callee(values[index]) + TABLE[0]
'''


def function_of(source: str, name: str, *kernels: str) -> FunctionType:
    """Return a function of a source; `kernels` of it are made kernels first."""
    world: dict[str, object] = {**vars(argument_types), "TABLE": TABLE, "Pair": Pair, "np": np}
    exec(compile(source, "<test>", "exec"), world)
    for each in kernels:
        made = kernel(world[each])  # type: ignore[arg-type]
        KERNELS.remove(made)
        world[each] = made
    found = world[name]
    assert isinstance(found, FunctionType)
    return found


def meaning(source: str) -> str:
    return meaning_of(function_of(source, "caller", "callee"))


@pytest.mark.parametrize("change", [
    lambda text: "# a comment\n\n\n" + text,
    lambda text: text.replace("STEP\n\n", "STEP  # why\n\n"),
    lambda text: text.replace('"""Look and add."""', '"""Something else, at\n    length."""'),
    lambda text: text.replace('"""Add."""', '"""More."""'),
    lambda text: text + "\n\ndef another(value: int) -> int:\n    return value\n",
    lambda text: text.replace("value + STEP", "(value + STEP)"),
], ids=["comment", "remark", "docstring", "docstring of the callee", "neighbour", "brackets"])
def test_what_is_no_meaning(change: Callable[[str], str]) -> None:
    assert change(BASE) != BASE and meaning(change(BASE)) == meaning(BASE)


def test_a_kernel_may_read_an_attribute_of_its_own_name() -> None:
    source = """
def size(values: Int8s) -> int:
    return values.size + 1

def caller(values: Int8s) -> int:
    return size(values)
"""
    before, after = (meaning_of(function_of(text, "caller", "size"))
                     for text in (source, source.replace("+ 1", "+ 2")))
    assert before != after


@pytest.mark.parametrize("change", [
    lambda text: text.replace("STEP = 2", "STEP = 3"),
    lambda text: text.replace("STEP = 2", "STEP = 2.0"),
    lambda text: text.replace("value + STEP", "value - STEP"),
    lambda text: text.replace("values[index]", "values[index + 1]"),
    lambda text: text.replace("values: Int8s", "values: Int16s"),
    lambda text: text.replace("callee(value: int)", "callee(value: float)"),
    lambda text: text.replace("TABLE[0]", "TABLE[1]"),
], ids=["number", "type of a number", "callee", "caller", "signature", "signature of the callee",
        "place"])
def test_what_is_meaning(change: Callable[[str], str]) -> None:
    assert meaning(change(BASE)) != meaning(BASE)


def test_a_table_and_the_fields_of_a_tuple_are_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    before = meaning(BASE)
    monkeypatch.setitem(globals(), "TABLE", np.array([1, 3], np.int8))
    assert meaning(BASE) != before
    source = "def caller(pair: Pair) -> int:\n    return pair.first[0]\n"
    first = meaning_of(function_of(source, "caller"))

    class Swapped(NamedTuple):
        second: argument_types.Int8Buffer
        first: argument_types.Int8Buffer

    swapped = type("Pair", Swapped.__bases__, dict(vars(Swapped)))
    assert swapped.__name__ == Pair.__name__
    monkeypatch.setitem(globals(), "Pair", swapped)
    assert meaning_of(function_of(source, "caller")) != first


def test_what_has_no_known_meaning_is_refused() -> None:
    function = function_of("THING = object()\ndef caller(index: int) -> int:\n"
                           "    return THING.x + index\n", "caller")
    with pytest.raises(TypeError, match="let it take that as an argument"):
        meaning_of(function)


def test_every_kernel_has_a_meaning_of_its_own() -> None:
    for module in pkgutil.iter_modules(irgo_app.kernels.__path__):
        import_module(f"irgo_app.kernels.{module.name}")
    own: list[Kernel] = [found for found in KERNELS
                         if found.py_func.__module__.startswith("irgo_app.kernels.")]
    assert len({meaning_of(found.py_func) for found in own}) == len(own) > 80
