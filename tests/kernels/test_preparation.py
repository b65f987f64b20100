"""Kernels made ready ahead of time: all of them, in order, and each by one process only."""

import multiprocessing
import os
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from irgo_app.kernels.compiler import KERNELS
from irgo_app.kernels.compiler.store import FOLDER_VARIABLE, CodeStore
from irgo_app.service.warm_up import kernels_of_maps, kernels_of_searches, prepare_all

ROOT = Path(__file__).parents[2]


def test_every_kernel_is_on_one_of_the_lists_and_the_first_overlay_comes_first() -> None:
    maps, searches = kernels_of_maps(), kernels_of_searches()
    names = [kernel.py_func.__qualname__ for kernel in (*maps, *searches)]
    assert len(set(map(id, (*maps, *searches)))) == len(names)
    modules = {kernel.py_func.__module__ for kernel in (*maps, *searches)}
    files = {f"irgo_app.kernels.{path.stem}"
             for path in (ROOT / "irgo_app" / "kernels").glob("*.py")
             if "kernel\ndef " in path.read_text()}
    assert modules == files
    loaded = [kernel for kernel in KERNELS if kernel.py_func.__module__ in modules]
    assert len(names) == len(loaded)
    assert names.index("shadow_sum") < 10


def hold(folder: Path, name: str, connection: Connection) -> None:
    os.environ[FOLDER_VARIABLE] = str(folder)
    with CodeStore("k").alone(name, waits=True) as is_turn:
        connection.send(is_turn)
        connection.recv()


def test_a_lock_keeps_another_process_out_until_it_is_given_up_or_its_holder_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    context = multiprocessing.get_context("spawn")
    store = CodeStore("k")
    for is_killed in (False, True):
        here, there = context.Pipe()
        holder = context.Process(target=hold, args=(tmp_path, "one", there))
        holder.start()
        assert here.recv()
        with store.alone("one", waits=False) as is_turn:
            assert not is_turn
        with store.alone("two", waits=False) as is_turn:
            assert is_turn
        if is_killed:
            holder.kill()
        else:
            here.send("enough")
        with store.alone("one", waits=True) as is_turn:
            assert is_turn
        holder.join()


def test_without_a_place_for_locks_everybody_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "k" / ".locks").mkdir(parents=True)
    with CodeStore("k").alone("one", waits=True) as is_turn:
        assert is_turn


class Slow:
    """A kernel that another process is at for a while."""

    def __init__(self, looks: int) -> None:
        self.looks, self.waited = looks, 0

    @property
    def is_ready(self) -> bool:
        return self.looks <= 0

    def prepare(self, *, waits: bool) -> bool:
        assert not waits
        self.looks -= 1
        self.waited += 1
        return False


class Own(Slow):
    """A kernel that nobody is at."""

    def prepare(self, *, waits: bool) -> bool:
        self.looks = 0
        return True


def test_what_another_process_is_at_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    other, ready, own = Slow(3), Own(0), Own(1)
    steps = prepare_all([other, ready, own])  # type: ignore[list-item]
    assert next(steps) == 1 and not own.is_ready
    assert next(steps) == 2 and own.is_ready and other.waited == 1
    assert list(steps)[-1] == 3 and other.waited == 3


PROGRAM = """
import sys
from irgo_app.service.warm_up import kernels_of_maps, prepare_all
kernels = [kernel for kernel in kernels_of_maps()
           if kernel.py_func.__module__.endswith((".grid", ".spreading"))]
assert [*prepare_all(kernels)][-1] == len(kernels) > 3
assert all(kernel.is_ready for kernel in kernels)
print(*(kernel.py_func.__name__ for kernel in kernels if kernel.was_compiled))
"""


def test_two_starts_at_once_compile_every_kernel_once(tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "usual"),
                   "TMPDIR": str(tmp_path / "temporary"), "XDG_RUNTIME_DIR": ""}
    words = [sys.executable, "-c", PROGRAM]
    started = [subprocess.Popen(words, cwd=ROOT, env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    compiled: list[str] = []
    for process in started:
        out, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        compiled += out.split()
    assert len(compiled) == len(set(compiled)) > 3
    # Whoever comes later finds all of it.
    done = subprocess.run(words, cwd=ROOT, env=environment, text=True, capture_output=True,
                          timeout=300, check=True)
    assert done.stdout.strip() == ""
