"""Every kernel says what it is compiled for, and is compiled for nothing else."""

import pkgutil
from importlib import import_module

import numpy as np
import pytest

import irgo_app.kernels
from irgo_app.kernels.argument_types import Int8s, Int32Buffer
from irgo_app.kernels.compiler import KERNELS, compiled, inner_kernel, kernel
from irgo_app.kernels.compiler.compiled import signature_of

MODULES = [module.name for module in pkgutil.iter_modules(irgo_app.kernels.__path__)]


def test_every_kernel_names_the_types_of_its_arguments() -> None:
    for name in MODULES:
        import_module(f"irgo_app.kernels.{name}")
    found = [kernel.py_func for kernel in KERNELS]
    assert len(found) > 80
    for function in found:
        arguments, returned = signature_of(function)
        assert len(arguments) == function.__code__.co_argcount and returned is not None


def test_one_version_serves_all_numbers_and_read_only_arrays() -> None:
    @kernel
    def at(values: Int8s, index: int, out: Int32Buffer) -> int:
        out[0] = values[index]
        return values[index]

    @kernel
    def second(values: Int8s, out: Int32Buffer) -> int:
        return at(values, 1, out) + at(values, np.int32(1), out)

    written, out = np.array([3, 4], np.int8), np.zeros(1, np.int32)
    read = np.frombuffer(bytes([3, 4]), np.int8)
    assert not at.is_prepared
    assert at(written, 1, out) == at(read, np.int32(1), out) == out[0] == 4
    assert second(read, out) == second(written, out) == 8
    assert at.is_prepared and second.is_prepared
    with pytest.raises(TypeError, match="can't unbox"):
        at(written.astype(np.int64), 1, out)
    for made in (at, second):
        KERNELS.remove(made)


@pytest.mark.parametrize("checks", [False, True])
def test_types_are_looked_at_until_a_call_was_right_or_in_each(
    checks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    @kernel
    def last(values: Int8s) -> int:
        return values[values.size - 1]

    monkeypatch.setattr(compiled, "_CHECKS_EACH_CALL", checks)
    values = np.array([3, 4], np.int8)
    wrong = values.astype(np.uint8)
    with pytest.raises(TypeError, match="was given array"):
        last(wrong)
    assert last(values) == last(values) == 4
    if checks:
        with pytest.raises(TypeError, match="was given array"):
            last(wrong)
    else:
        assert last(wrong) == 4
        with pytest.raises(TypeError, match="can't unbox"):
            last(values.astype(np.int64))
    with pytest.raises(TypeError):
        last()
    KERNELS.remove(last)


def test_an_inner_kernel_is_plain_python_where_python_calls_it() -> None:
    @inner_kernel
    def double(number: int) -> int:
        return 2 * number

    @kernel
    def quadruple(number: int) -> int:
        return double(double(number))

    assert double("ab") == "abab" and not double.is_prepared
    assert quadruple(3) == 12
    assert double.prepare() and double.is_prepared
    assert double("ab") == "abab"
    for made in (double, quadruple):
        KERNELS.remove(made)


def test_a_kernel_without_types_is_refused() -> None:
    @kernel
    def vague(values, index):  # type: ignore[no-untyped-def]
        return values[index]

    KERNELS.remove(vague)
    with pytest.raises(TypeError, match="vague: an argument has no type"):
        vague(np.zeros(1), 0)
