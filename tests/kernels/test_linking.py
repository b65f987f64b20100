"""How kernels are put together: small ones go into their callers, large ones are called."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from irgo_app.kernels.compiler import KERNELS, compiled, inner_kernel, kernel, linked

ROOT = Path(__file__).parents[2]
PROGRAM = '''
import numpy as np

from irgo_app.kernels.compiler import kernel
from irgo_app.kernels.argument_types import Int8s, Int32Buffer, Int32Table
from irgo_app.kernels.compiler import KERNELS, linked
from irgo_app.kernels.grid import label_parts
from irgo_app.kernels.grid import neighbour_table

linked._LARGE = 50


@kernel
def parts_twice(
    kinds: Int8s, neighbours: Int32Table, queue: Int32Buffer, out: Int32Buffer
) -> int:
    return 2 * label_parts(kinds, neighbours, queue, out)


kinds = np.array([1, 1, 0, 0, 0, 0, 0, 1, 1], np.int8)
table = neighbour_table(3, 3)
assert parts_twice(kinds, table, np.zeros(9, np.int32), np.zeros(9, np.int32)) == 4
print(*(kernel.py_func.__name__ for kernel in KERNELS if kernel.was_compiled))
'''


def test_a_small_kernel_goes_into_its_callers_and_a_large_one_is_called(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    # What an earlier run kept would be loaded whole, and nothing put together.
    monkeypatch.setattr(type(compiled.STORE), "has", lambda store, entry: False)
    monkeypatch.setattr(type(compiled.STORE), "load", lambda store, entry: None)

    @inner_kernel
    def double(number: int) -> int:
        return 2 * number

    @kernel
    def quadruple(number: int) -> int:
        return double(double(number))

    assert quadruple(3) == 12
    small, caller = (made.code.library for made in (double, quadruple))
    assert caller.has_machine_code and not caller.is_large and caller.needs == ()
    assert not small.has_machine_code and not small.is_large
    monkeypatch.setattr(linked, "_LARGE", 1)

    @inner_kernel
    def half(number: int) -> int:
        return number // 2

    @kernel
    def quarter(number: int) -> int:
        return half(half(number))

    assert quarter(12) == 3
    assert half.code.library.is_large and half.code.library.has_machine_code
    assert len(quarter.code.library.needs) == 1
    for made in (double, quadruple, half, quarter):
        KERNELS.remove(made)


def test_an_error_in_a_kernel_that_is_called_reaches_python() -> None:
    @inner_kernel
    def share(total: int, count: int) -> int:
        return total // count

    @kernel
    def halves(total: int, count: int) -> int:
        return 2 * share(total, count)

    assert halves(7, 2) == 6
    with pytest.raises(ZeroDivisionError):
        halves(7, 0)
    for made in (share, halves):
        KERNELS.remove(made)


def test_what_a_kept_kernel_calls_is_loaded_with_it_or_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)

    def compiled() -> list[str]:
        done = subprocess.run(
            [sys.executable, "program.py"], cwd=tmp_path, text=True, capture_output=True,
            timeout=300, env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
                              "PYTHONPATH": str(ROOT)})
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    assert compiled() == ["label_parts", "parts_twice"]
    assert compiled() == []
    [called] = tmp_path.glob("cache/kernels/grid.label_parts-*")
    called.unlink()
    assert compiled() == ["label_parts"]
