"""Scratch that is kept: one for each maker, size and thread, and never more than a few."""

from threading import Thread

import numpy as np

from irgo_app.kernels.grid import kept_scratch


def made(points: int) -> np.ndarray:
    return np.zeros(points)


def test_scratch_is_made_once_for_a_size_and_a_thread() -> None:
    first = kept_scratch(made, 5)
    assert kept_scratch(made, 5) is first and kept_scratch(made, 6) is not first
    assert kept_scratch(np.zeros, 5) is not first
    elsewhere: list[np.ndarray] = []
    thread = Thread(target=lambda: elsewhere.append(kept_scratch(made, 5)))
    thread.start()
    thread.join()
    assert elsewhere[0] is not first and kept_scratch(made, 5) is first
    for points in range(100):
        assert kept_scratch(made, points).size == points
    assert kept_scratch(made, 5) is not first
