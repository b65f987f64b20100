"""Half a minute of damaged files; `tests/sgf/fuzz.py` says how, and goes on for longer by hand."""

from __future__ import annotations

import pytest

from tests.sgf.fuzz import fuzz


@pytest.mark.parametrize("part", range(2))
def test_no_damage_breaks_reader_or_writer(part: int) -> None:
    assert fuzz(15, seed=10_000_000 * (part + 1)) > 0
