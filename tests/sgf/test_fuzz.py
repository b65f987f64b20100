"""Ten seconds of damaged files; `tests/sgf/fuzz.py` says how, and goes on for longer by hand."""

import pytest

from tests.sgf.fuzz import examine, fuzz


@pytest.mark.parametrize("part", range(2))
def test_no_damage_breaks_reader_or_writer(part: int) -> None:
    assert fuzz(5, seed=10_000_000 * (part + 1)) > 0


@pytest.mark.parametrize("data", [
    b"((;;GM[]);",
    b"((;;GM[4]B[aa](;B[bb]));W[cc])",
    b"((;SZ[9];FF[4]B[aa](;B[bb](;W[cc]",
    b"((;GM[1];B[aa])(;GM[1];B[bb]))",
])
def test_what_was_found_is_mended(data: bytes) -> None:
    examine(data)
