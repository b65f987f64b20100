"""The estimate's features of areas, groups, chains and surroundings against their definitions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irgo_app.kernels.features import (AREA_FEATURES, CHAIN_FEATURES, GROUP_FEATURES,
                                       LOCAL_FEATURES, area_features, chain_features,
                                       group_features, local_features, new_feature_scratch)
from irgo_app.kernels.grid import label_parts, neighbour_table
from tests.oracles.plain_features import area_rows, chain_rows, group_rows, local_rows

SIZES = st.sampled_from([(2, 2), (5, 5), (7, 4)])


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, int, np.ndarray, np.ndarray]:
    """Return columns, rows, a map with wide areas of one sign, and stones."""
    columns, rows = draw(SIZES)
    made = np.random.default_rng(draw(st.integers(0, 2**32)))
    values = made.choice([-1000, -820, -301, -60, 0, 60, 300, 790, 1000], columns * rows)
    stones = made.choice([-1, 0, 0, 1], columns * rows)
    return columns, rows, values.astype(np.int32), stones.astype(np.int8)


@settings(max_examples=60, deadline=None)
@given(boards())
def test_around_a_point(board: tuple[int, int, np.ndarray, np.ndarray]) -> None:
    columns, rows, values, _ = board
    out = np.empty((len(LOCAL_FEATURES), values.size), np.int16)
    local_features(values, columns, neighbour_table(columns, rows),
                   new_feature_scratch(values.size), out)
    assert out.tolist() == local_rows(values.tolist(), columns, rows)


@settings(max_examples=60, deadline=None)
@given(boards())
def test_along_chains(board: tuple[int, int, np.ndarray, np.ndarray]) -> None:
    columns, rows, values, stones = board
    out = np.empty((len(CHAIN_FEATURES), values.size), np.int16)
    near, (chains, queue) = neighbour_table(columns, rows), np.empty((2, values.size), np.int32)
    label_parts(stones, near, queue, chains)
    chain_features(values, stones, chains, near, new_feature_scratch(values.size), out)
    assert out.tolist() == chain_rows(values.tolist(), stones.tolist(), columns, rows)


@pytest.mark.parametrize("least", [50, 100, 500])
@settings(max_examples=40, deadline=None)
@given(board=boards())
def test_over_areas(least: int, board: tuple[int, int, np.ndarray, np.ndarray]) -> None:
    columns, rows, values, stones = board
    out = np.empty((len(AREA_FEATURES), values.size), np.int16)
    area_features(values, stones, columns, neighbour_table(columns, rows), least,
                  new_feature_scratch(values.size), out)
    assert out.tolist() == area_rows(values.tolist(), stones.tolist(), columns, rows, least)


@settings(max_examples=60, deadline=None)
@given(boards(), st.data())
def test_over_groups(
    board: tuple[int, int, np.ndarray, np.ndarray], data: st.DataObject
) -> None:
    """Groups may lie anywhere, as shadows do, but a stone is in none of the other colour."""
    columns, rows, values, stones = board
    colours = np.array([0, *data.draw(st.lists(st.sampled_from([-1, 1]), max_size=4))], np.int8)
    chosen = data.draw(st.lists(st.integers(0, colours.size - 1), min_size=values.size,
                                max_size=values.size))
    labels = np.array(chosen, np.int32)
    out = np.empty((len(GROUP_FEATURES), values.size), np.int16)
    group_features(values, stones, labels, colours, neighbour_table(columns, rows),
                   new_feature_scratch(values.size), out)
    assert out.tolist() == group_rows(values.tolist(), stones.tolist(), labels.tolist(),
                                      colours.tolist(), columns, rows)
