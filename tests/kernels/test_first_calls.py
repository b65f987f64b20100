"""The first call of a kernel in a process, made by many threads at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import copy, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
import tests.kernels.cases as cases

sys.setswitchinterval(1e-6)
THREADS = 8
barrier = Barrier(THREADS)

def call(kernel, arguments):
    barrier.wait()
    return kernel(*arguments)

made = [(kernel, make()) for kernel, make in cases.CASES.items()]
fresh = [pair for pair in made if not pair[0].is_prepared]
with ThreadPoolExecutor(THREADS) as pool:
    for kernel, arguments in fresh:
        own = [copy.deepcopy(arguments) for _ in range(THREADS)]
        results = [*pool.map(call, [kernel] * THREADS, own)]
        assert len(set(results)) == 1, kernel.name
        for arrays in map(cases.arrays, own):
            assert all((one == other).all() for one, other in zip(arrays, cases.arrays(own[0])))
print(len(fresh))
"""


@pytest.mark.parametrize("checks", [False, True], ids=["as users run", "checked"])
def test_threads_may_call_any_kernel_first_at_once(checks: bool) -> None:
    environment = {name: value for name, value in os.environ.items()
                   if name != "IRGO_CHECK_KERNELS"}
    if checks:
        environment["IRGO_CHECK_KERNELS"] = "1"
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, text=True,
                          capture_output=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20
