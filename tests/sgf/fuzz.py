"""Damages files at random and looks whether the reader and the writer stay sound.

`python -m tests.sgf.fuzz SECONDS [SEED]` goes on for a while and tells the seed of what it found;
the test suite does the same for half a minute. Files of all four formats are damaged. Most are
small, so that a million can be done in an hour; one in eight may be large, and now and then what is
put into those is repeated a thousandfold, which finds what takes more than its share of time.
"""

import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Final
from unittest.mock import patch

from irgo_app.errors import SgfError
from irgo_app.sgf import tree_builder
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay
from irgo_app.sgf.writer import write_games
from tests.conftest import GAMES
from tests.sgf.outcome import WILD
from tests.sgf.test_other_formats import GIB, NGF, UGF

_SEEDS: Final = [path.read_bytes()[:4000] for path in sorted(WILD.glob("*.sgf"))] + [
    GAMES[0].read_bytes()]
_OTHER_SEEDS: Final = (GIB, NGF, UGF.replace(b"{}", b"IGS"))
_PIECES: Final = (
    b"(", b")", b";", b"[", b"]", b"\\", b":", b"\\]", b"\n", b" ", b"\x00", b"\xff",
    b"\xef\xbb\xbf", b"(;", b";B[dd]", b"W[tt]", b"C[", b"CA[GB2312]", b"SZ[52]", b"SZ[3:40]",
    b"GM[1]", b"GM[3]", b"FF[4]", b"AB[aa:zz]", b"LB[aa:x]", b"KM[1e999]", b"HA[-1]", b"B[Q16]",
    b"\\[GAMEDATE=", b"9", b"\\]", b"\\[A=", b"STO 0 2 1 3 3\r\n", b"PMABBQDQD\n", b"QD,B1,1,5\n",
    b"[Data]\n", b"SIZE=52\n", b"(;GM[1]", b"(;B[aa]", b"[aa:ZZ]", b"x", b"AB", b"~",
    b";B[aa]W[bb]", b"\xb0\xa1", b"\x88\xe4", b"\xfc", b"\x81\x5d", b"abc", b"\xe3\x81", b"((((",
    b"))))", b"[][][]", b"\r", b"\xf0\x9f\x98\x80",
)
_SMALL: Final = 1_000
_LARGEST: Final = 20_000
_ONE_LARGE_IN: Final = 8
_LARGEST_REPEATED: Final = 60_000
_MOST_POSITIONS: Final = 1_000
_ENDLESS: Final = 10**9
_PATIENCE_S: Final = 2.0
"""Of the processor's time, for what is done with one file before its positions are looked at."""


def damaged(chance: random.Random) -> bytes:
    """Return a file with one to a dozen things done to it."""
    is_large, is_other = chance.randrange(_ONE_LARGE_IN) == 0, chance.randrange(4) == 0
    largest, most_times = (_LARGEST, 300) if is_large else (_SMALL, 10)
    data = chance.choice(_OTHER_SEEDS if is_other else _SEEDS)[:largest]
    for _ in range(chance.randrange(1, 12)):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + int(chance.expovariate(1 / 20)))
        kind = 7 if is_large and not chance.randrange(12) else chance.randrange(7)
        if kind == 0:
            data = data[:start] + data[end:]
        elif kind == 1:
            data = data[:start] + chance.choice(_PIECES) + data[start:]
        elif kind == 2:
            times = chance.randrange(1, most_times // 5 + 1)
            data = data[:end] + data[start:end] * times + data[end:]
        elif kind == 3:
            data = data[:start] + chance.randbytes(chance.randrange(1, 5)) + data[end:]
        elif kind == 4:
            other = chance.choice(_SEEDS)
            data = data[:start] + other[chance.randrange(len(other) + 1):][:500] + data[start:]
        elif kind == 5:
            data = (data[:start] + chance.choice(_PIECES) * chance.randrange(1, most_times)
                    + data[end:])
        elif kind == 6:
            data = data[:start]
        else:
            piece = b"".join(chance.choices(_PIECES, k=chance.randrange(1, 4)))
            data = data[:start] + piece * chance.randrange(500, 4000) + data[start:]
            return data[:_LARGEST_REPEATED]
    return data[:largest]


def content(games: list[GameTree]) -> list[object]:
    """Return all that games say, but for the charset, which writing changes."""
    return [(tree.columns, tree.rows, [
        ({name: values for name, values in node.properties.items() if name != "CA"},
         len(node.children)) for node in tree.nodes()]) for tree in games]


def examine(data: bytes) -> None:
    """Read, write and read a file again; raises AssertionError if that is not the same."""
    try:
        with _patience():
            found = read_games(data)
            written = write_games(found.games)
    except SgfError as error:
        assert str(error) and "\n" not in str(error)
        return
    first = content(found.games)
    with _patience():
        again = read_games(written)
        assert write_games(again.games) == written
    assert content(again.games) == first
    assert not [kept for kept in again.diagnostics if "charset" in kept.text]
    if not found.is_part:  # How far a damaged file is read depends on how many tokens are one step.
        with patch.multiple(
            tree_builder, PLAIN_NODE=_Never(), PLAIN_NODE_INSIDE=_Never(),
            NODE_OF_ANY_NAMES=_Never(), properties_before_another=lambda text, start, end: start,
            is_plain=lambda source: False, most_steps=lambda length: _ENDLESS,
        ):
            assert content(read_games(data).games) == first
    for tree in found.games[:3]:
        replay = Replay(tree)
        for node in islice(tree.nodes(), _MOST_POSITIONS):
            assert len(replay.position_at(node).cells) == tree.columns * tree.rows
            node.labels, node.point_pairs("AR"), node.comment


@contextmanager
def _patience() -> Iterator[None]:
    """Raise AssertionError if the processor works on something for longer than it should."""
    signal.setitimer(signal.ITIMER_VIRTUAL, _PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


class _Never:
    """A pattern that never matches: everything is read token by token."""

    @staticmethod
    def match(_text: str, _offset: int, _end: int = 0) -> None:
        return None


def fuzz(seconds: float, seed: int, tell: Callable[[str], object] = print) -> int:
    """Examine damaged files for a while; returns how many. Raises what was found."""
    end, count = time.monotonic() + seconds, 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    signal.signal(signal.SIGVTALRM, _hang)
    while time.monotonic() < end:
        data = damaged(random.Random(seed + count))
        try:
            examine(data)
        except BaseException:
            tell(f"seed {seed + count}: {data!r}")
            raise
        count += 1
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 500_000, f"memory grew by {grown} KB"
    return count


def _hang(_number: int, _frame: FrameType | None) -> None:
    raise AssertionError(f"reading took more than {_PATIENCE_S} s")


if __name__ == "__main__":
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    print(fuzz(float(sys.argv[1]), first), "files")
