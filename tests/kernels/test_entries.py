"""Under which name machine code is kept: another one after every change that may matter."""

import pkgutil
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import irgo_app.kernels
from irgo_app.kernels.compiler import KERNELS, Kernel

CALLEE = """
from irgo_app.kernels.compiler import inner_kernel
STEP = 2

@inner_kernel
def callee(value: int) -> int:
    return value + STEP
"""
CALLER = """
from irgo_app.kernels.compiler import kernel
from irgo_app.kernels.argument_types import Int8s
from irgo_app_callee import callee

@kernel
def caller(values: Int8s, index: int) -> int:
    return callee(values[index])
"""


@pytest.fixture
def entry_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """The name of the caller's entry, with these sources of the caller and of the callee."""
    monkeypatch.syspath_prepend(tmp_path)
    before = list(KERNELS)
    count = 0

    def entry(caller: str, callee: str) -> str:
        nonlocal count
        count += 1
        package = tmp_path / f"v{count}"
        package.mkdir()
        (package / "callee.py").write_text(callee)
        (package / "caller.py").write_text(caller.replace("irgo_app_callee", "irgo_app.callee"))
        irgo_app.__path__.insert(0, str(package))
        try:
            found: Kernel = import_module("irgo_app.caller").caller
            return found.entry
        finally:
            irgo_app.__path__.remove(str(package))
            for name in ("irgo_app.callee", "irgo_app.caller"):
                del sys.modules[name]
            meaning_of.cache_clear()
            KERNELS[:] = before

    meaning_of = sys.modules["irgo_app.kernels.compiler.compiled"]._meaning_of
    return entry


def test_a_change_of_a_kernel_or_of_what_it_uses_gives_another_name(
    entry_of: Callable[[str, str], str]
) -> None:
    first = entry_of(CALLER, CALLEE)
    assert entry_of(CALLER, CALLEE) == first
    changed = {first, entry_of(CALLER.replace("index]", "index + 1]"), CALLEE),
               entry_of(CALLER, CALLEE.replace("STEP = 2", "STEP = 3")),
               entry_of(CALLER, CALLEE.replace("value + STEP", "value - STEP"))}
    assert len(changed) == 4


def test_every_kernel_has_a_name_of_its_own() -> None:
    for module in pkgutil.iter_modules(irgo_app.kernels.__path__):
        import_module(f"irgo_app.kernels.{module.name}")
    own: list[Kernel] = [found for found in KERNELS
                         if found.py_func.__module__.startswith("irgo_app.kernels.")]
    assert len({found.entry for found in own}) == len(own) > 80
