"""Scratch that is kept: one for each maker, size and thread, and never more than a few."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from irgo_app.kernels.grid import kept_scratch

T = TypeVar("T")


def made(points: int) -> np.ndarray:
    return np.zeros(points)


def on_a_thread_of_its_own(ask: Callable[[], T]) -> T:
    """Return what is answered where nothing is kept yet, whatever was asked for before."""
    with ThreadPoolExecutor(1) as fresh:
        return fresh.submit(ask).result()


def test_scratch_is_made_once_for_a_size_and_a_maker() -> None:
    def ask() -> list[np.ndarray]:
        return [kept_scratch(make, points)
                for make, points in ((made, 5), (made, 5), (made, 6), (np.zeros, 5), (made, 5))]

    first, again, larger, of_another, last = on_a_thread_of_its_own(ask)
    assert first is again is last
    assert larger is not first and of_another is not first


def test_a_thread_has_scratch_of_its_own() -> None:
    def ask() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        here = kept_scratch(made, 5)
        return here, on_a_thread_of_its_own(lambda: kept_scratch(made, 5)), kept_scratch(made, 5)

    here, elsewhere, here_again = on_a_thread_of_its_own(ask)
    assert here is here_again and elsewhere is not here


def test_only_a_few_are_kept() -> None:
    def ask() -> tuple[np.ndarray, np.ndarray]:
        first = kept_scratch(made, 5)
        assert all(kept_scratch(made, points).size == points for points in range(100))
        return first, kept_scratch(made, 5)

    first, made_again = on_a_thread_of_its_own(ask)
    assert first is not made_again
