"""Kernels that were compiled into a library are the same without numba: two small ones."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from .checkout import CHECKOUT

_COMPILER = str(sysconfig.get_config_var("CC") or "cc").split()[0]

LITTLE = '''
from typing import NamedTuple

import numpy as np

from irgo_app.kernels.compiler import inner_kernel, kernel
from irgo_app.kernels.argument_types import Int8s, Int32Rows, Int64Buffer

WEIGHTS = np.array([1, 10, 100], np.int32)


class Sums(NamedTuple):
    rows: Int32Rows
    total: Int64Buffer


@inner_kernel
def weighted(value: int, place: int) -> int:
    return value * WEIGHTS[place]


@kernel
def add_up(values: Int8s, factor: float, is_twice: bool, sums: Sums) -> float:
    for place in range(values.size):
        sums.rows[1, place] = weighted(values[place], place)
        sums.total[0] += sums.rows[1, place]
    return sums.total[0] * factor * (2 if is_twice else 1)


@kernel
def share(total: int, count: int) -> int:
    return total // count + 4
'''
COMPILE = """
import little
from compile_kernels import compile_library
from irgo_app.kernels.compiler import KERNELS
import pathlib, sys
own = [kernel for kernel in KERNELS if kernel.py_func.__module__ == "little"]
print(compile_library(own, pathlib.Path(sys.argv[1])).name)
"""
CALL = """
import sys
sys.modules |= dict.fromkeys(("numba", "llvmlite"))
sys.frozen = True
import numpy as np
import little
from irgo_app.kernels.compiler import KERNELS, kept_code, kernel

values = np.array([1, 2, 3], np.int8)
values.flags.writeable = False
results = []
for add_up in (little.add_up, KERNELS[1].py_func):
    sums = little.Sums(np.zeros((2, 3), np.int32), np.zeros(1, np.int64))
    results.append((add_up(values, 0.5, True, sums), sums.rows.tolist(), sums.total.tolist()))
assert results[0] == results[1] == (321.0, [[0, 0, 0], [1, 20, 300]], [321]), results
assert little.add_up is not KERNELS[1].py_func and little.weighted is KERNELS[0].py_func
assert little.share(7, 2) == KERNELS[2].py_func(7, 2) == 7
try:
    little.share(1, 0)
except ZeroDivisionError:
    pass
else:
    raise AssertionError("dividing by nothing went well")
assert len(KERNELS) == 3 and all(kernel.is_ready and kernel.prepare() for kernel in KERNELS)
assert kept_code().place == "brought"
try:
    @kernel
    def forgotten(number: int) -> int:
        return number
except AttributeError as error:
    assert "forgotten" in str(error)
else:
    raise AssertionError("a kernel that is not in the library was taken")
print("the same")
"""


@pytest.mark.skipif(shutil.which(_COMPILER) is None, reason="there is no C compiler")
def test_compiled_into_a_library_kernels_need_no_numba(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", reason="numba.pycc starts the C compiler with it")
    (tmp_path / "little.py").write_text(LITTLE)
    folder = tmp_path / "library"
    folders = [CHECKOUT, CHECKOUT / "packaging", tmp_path, folder]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders)),
                   "NUMBA_CACHE_DIR": str(tmp_path), "IRGO_PLAIN_KERNELS": "1"}

    def run(steps: str) -> str:
        done = subprocess.run([sys.executable, "-c", steps, str(folder)], env=environment,
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout.strip()

    assert run(COMPILE).startswith("irgo_kernels.")
    assert run(CALL) == "the same"
