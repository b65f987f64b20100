"""Kernels with a numba that irgo does not know inside out: plain `njit`, the same results."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from irgo_app.kernels.compiler.compiled import PINNED

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from irgo_app.kernels.compiler.compiled import IS_PLAIN, KERNELS, STORE
from irgo_app.service.warm_up import prepare_all
from tests.kernels import cases

assert IS_PLAIN
some = [cases.grid.pad, cases.spreading.shadow_sum, cases.grid.label_parts]
some = [kernel for kernel in cases.CASES if kernel in some]
for kernel in some:
    cases.assert_plain_python_does_the_same(kernel, kernel.py_func, cases.CASES[kernel]())
print(len(some), sum(kernel.was_compiled for kernel in some))
"""


def test_the_numba_that_irgo_knows_is_that_of_the_lock_file() -> None:
    locked = (ROOT / "packaging" / "requirements.lock").read_text("utf-8")
    found = dict(re.findall(r"^(numba|llvmlite)==(\S+)", locked, re.MULTILINE))
    assert (found["numba"], found["llvmlite"]) == PINNED


def run(folder: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, text=True, capture_output=True, timeout=500,
        env={**os.environ, "IRGO_PLAIN_KERNELS": "1", "NUMBA_CACHE_DIR": str(folder)})
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.split()


def test_plain_kernels_are_right_and_kept_and_a_torn_index_is_thrown_away(tmp_path: Path) -> None:
    first = run(tmp_path)
    assert first[0] == first[1] != "0"
    indices = list(tmp_path.glob("kernels/plain-*/*/*.nbi"))
    assert indices and run(tmp_path) == [first[0], "0"]
    for index in indices:
        index.write_bytes(index.read_bytes()[:40])
    assert run(tmp_path) == [first[0], "0"]
    assert run(tmp_path) == [first[0], "0"]


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
def test_plain_kernels_are_not_kept_where_others_could_write(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    run(tmp_path / "shared")
    assert not list(tmp_path.rglob("*.nbi")) and not list(tmp_path.rglob("*.nbc"))
