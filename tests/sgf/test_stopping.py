"""Whoever waits for a reading may stop it: how much is done between two asks, counted in calls."""

import sys
from typing import Any

import pytest

from irgo_app.sgf.parser import read_games

_MOST_CALLS = 150_000
"""Between two asks: a few hundredths of a second."""
_FAMILIES = {
    "moves": b";B[aa];W[bb]", "games": b"(;B[aa])", "variations": b"(;B[aa]", "junk": b";~",
    "two moves a node": b";B[aa]W[bb]", "one list": b"[aa:sz]", "properties": b"B[aa]",
    "small letters": b";b[aa]", "names": b"x ", "values between junk": b"[]~",
    "brackets as text": b"[a]a", "closing": b")", "setup": b";AB[aa][bb]AW[cc]", "escapes": b"\\]",
    "off the board": b";B[zz]", "games of two moves a node": b"(;B[aa]W[bb];B[cc]W[dd])",
    "long comments": b";C[" + b"x" * 40_000 + b"]",
}


class Asked:
    """Counts the calls between two asks."""

    def __init__(self) -> None:
        self.calls = self.most = self.asks = self.offset = self.longest = 0

    def watch(self, done: int, _total: int) -> None:
        """Take an ask."""
        self.asks += 1
        self.most, self.calls = max(self.most, self.calls), 0
        self.longest, self.offset = max(self.longest, done - self.offset), max(done, self.offset)

    def count(self, _frame: Any, event: str, _argument: Any) -> None:
        """Count a call."""
        if event in ("call", "c_call"):
            self.calls += 1


@pytest.mark.parametrize("family", _FAMILIES)
def test_little_is_done_between_two_asks(family: str) -> None:
    piece = _FAMILIES[family]
    data = b"(;SZ[19]AB[aa]" + piece * (max(200_000, len(piece) * 20) // len(piece))
    asked = Asked()
    sys.setprofile(asked.count)
    try:
        read_games(data, watch=asked.watch)
    finally:
        sys.setprofile(None)
    assert asked.asks >= 3 and asked.longest < 1 << 19
    assert max(asked.most, asked.calls) < _MOST_CALLS
