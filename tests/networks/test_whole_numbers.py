"""Rounding of networks: what it loses, and that smoothing itself changes nothing."""

from collections.abc import Callable

import numpy as np

from irgo_app.networks.katago_file import AttentionBlock, FeedForwardBlock, NestedBlock, model_of
from irgo_app.networks.whole_numbers import (in_whole_numbers, smoothed, watched_positions,
                                             whole_numbers_pay)

from .katago_files import sample_networks, unpacked_file_of


def blocks() -> tuple[AttentionBlock, FeedForwardBlock]:
    """Return the two halves of a transformer."""
    model = model_of(unpacked_file_of(sample_networks()["transformer"]), "net.bin")
    block = model.blocks[1]
    assert isinstance(block, NestedBlock)
    attention, feed_forward = block.blocks
    assert isinstance(attention, AttentionBlock) and isinstance(feed_forward, FeedForwardBlock)
    return attention, feed_forward


def test_a_weight_is_off_by_half_a_step_at_most() -> None:
    weights = np.random.default_rng(1).normal(size=(40, 30)).astype(np.float32)
    weights[:, 3] = 0
    whole, step = in_whole_numbers(weights)
    assert (np.abs(whole * step - weights) <= step / 2 * 1.001).all()
    assert np.abs(whole).max() == 127


def test_smoothing_changes_no_product() -> None:
    attention, feed_forward = blocks()
    ranges = {"1.0 given": np.linspace(0.5, 9, 8), "1.0 inner": np.linspace(3, 0.1, 8),
              "1.1 given": np.linspace(2, 0.1, 8), "1.1 inner": np.linspace(0.2, 30, 12)}
    made = smoothed(attention, ranges, "1.0")
    assert isinstance(made, AttentionBlock)
    scale, old = made.norm.scale[:, None], attention.norm.scale[:, None]
    for name in ("query", "key"):
        assert np.allclose(scale * getattr(made, name), old * getattr(attention, name), rtol=1e-5)
    assert not np.allclose(made.query, attention.query)
    assert np.allclose((scale * made.value) @ made.out, (old * attention.value) @ attention.out,
                       atol=1e-5)
    again = smoothed(feed_forward, ranges, "1.1")
    assert isinstance(again, FeedForwardBlock)
    scale, old = again.norm.scale[:, None], feed_forward.norm.scale[:, None]
    assert np.allclose(scale * again.first, old * feed_forward.first, rtol=1e-5)
    assert np.allclose((scale * again.gate) @ again.second,
                       (old * feed_forward.gate) @ feed_forward.second, atol=1e-5)


def test_smoothing_evens_out_activations_and_weights() -> None:
    _, block = blocks()
    given = np.array([1, 1, 1, 1, 1, 1, 1, 400], np.float32)
    made = smoothed(block, {"1 given": given, "1 inner": np.ones(12, np.float32)}, "1")
    assert isinstance(made, FeedForwardBlock)
    after = given * made.norm.scale / block.norm.scale
    assert after.max() / np.median(after) < 0.1 * given.max() / np.median(given)


def test_ranges_are_seen_on_positions_of_one_game() -> None:
    found = list(watched_positions())
    assert len(found) == 8 and len({position.stone_count() for position in found}) == 8
    assert all(len(position.past) == 5 for position in found)


def test_a_processor_that_cuts_sums_off_does_not_use_them() -> None:
    def run(factor: float) -> Callable[[bytes], Callable[[np.ndarray], np.ndarray]]:
        return lambda model: lambda given: np.full((1, 1, 1), given.shape[2] * factor)

    assert not whole_numbers_pay(run(0.5))
    # Both take no time at all: nothing is gained.
    assert not whole_numbers_pay(run(1.0))
