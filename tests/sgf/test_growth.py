"""Reading takes time and memory in proportion to the file: counted, whatever is repeated where."""

import re
import tracemalloc

import pytest

from irgo_app.errors import SgfError
from irgo_app.go.point import WHITE
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.replay import Replay
from tests.sgf.counting import CountingPattern, Work, counting, goes_back, kept_parts, sgf_patterns
from tests.sgf.test_other_formats import GIB, NGF, UGF

TIMES = 66
MOST_GROWTH = 3.0
"""From twice to four times a unit may cost so many times what it cost from once to twice.

What grows with the square would cost four times as much.
"""
_SLACK = 400
UNITS = (
    b" ", b"\n", b"\t", b"(", b")", b";", b"[", b"]", b"[]", b"\\", b"\\]", b"\\x", b":", b"x",
    b"A",
    b"Ab", b"9", b"~", b"\xff", b"\xb0\xa1", b"(;", b"()", b"(;B[aa])", b";B[aa]", b";B[aa]W[bb]",
    b"[aa:ss]", b"B[aa]", b"C[x]", b"CA[", b"GM[1]", b"(;GM[1]", b"a]z z z", b"[a] . . . . . . .",
    b"(;SZ[9:13])", b";W[zz]",
)
PLACES = {
    "before a game": (b"x", b"(;GM[1];B[aa])"),
    "after a game": (b"(;GM[1];B[aa])", b"x"),
    "between nodes": (b"(;GM[1];B[aa]", b";W[bb])"),
    "in a comment": (b"(;GM[1]C[", b"];B[aa])"),
    "in a charset": (b"(;CA[", b"x];B[aa])"),
    "after a property": (b"(;GM[1]AB", b";W[bb])"),
    "at the end": (b"(;GM[1];B[aa]", b""),
    "in a GIB field": (b"\\HS\n\\[GAMEBLACKNAME=", b"\\]\n\\GS\nSTO 0 2 1 3 3\n"),
    "in a GIB line": (GIB + b"\n", b"\nSTO 0 2 1 3 3"),
    "in an NGF name": (NGF.replace(b"White", b"@").split(b"@")[0] + b"White", b" 7K\n1\n"),
    "after NGF": (NGF + b"\n", b"\n"),
    "in a UGF header": (b"[Header]\nPlayerB=", b"\n[Data]\nQD,B1,1,5\n"),
    "after UGF": (UGF + b"\n", b"\nQD,B1,1,5\n"),
}
OTHER_UNITS = (
    b"\\[", b"\\]", b"\\[A=", b"STO 0 2 1 3 3\n", b"INI 0 1 9\n", b"SKI\n", b"PMABBQDQD\n",
    b"QD,B1,1,5\n", b"QD,B1,0\n", b"[Data]\n", b"[Header]\n", b"SIZE=9\n", b",", b"=", b"(",
)


def work_of(data: bytes) -> int:
    """Return the counted work of reading and replaying a file."""
    with counting() as work:
        try:
            found = read_games(data)
        except SgfError:
            return work.steps
        for tree in found.games:
            game_info(tree)
            replay = Replay(tree)
            for node in tree.nodes():
                replay.remark(node)
        return work.steps


@pytest.mark.parametrize("place", PLACES)
def test_twice_the_size_is_at_most_twice_the_work(place: str) -> None:
    before, after = PLACES[place]
    is_other = any(name in place for name in ("GIB", "NGF", "UGF"))
    work_of(before + after)  # What is done only once in a process is done now.
    for unit in (*UNITS[:8], *OTHER_UNITS) if is_other else UNITS:
        work_of(before + unit + after)
        steps = [work_of(before + unit * times * TIMES + after) for times in (1, 2, 4)]
        if steps[1] - steps[0] < len(unit) * TIMES:
            # What came to it was not gone over, for it was read as something else, or not at all:
            # from there on it may not grow faster.
            steps = [*steps[1:], work_of(before + unit * 8 * TIMES + after)]
        once, twice, four = steps
        assert four - twice <= MOST_GROWTH * max(0, twice - once) + _SLACK, (unit, steps)


def test_the_counter_sees_what_grows_faster() -> None:
    steps = []
    for length in (50, 100):
        work = Work()
        assert CountingPattern(re.compile(r"\s*+x"), work).search(" " * length) is None
        steps.append(work.steps)
    assert steps[1] > 3.5 * steps[0]


def test_no_pattern_gives_back_what_it_took() -> None:
    work, seen = Work(), 0
    for module, name, pattern in sgf_patterns():
        seen += 1
        try:
            CountingPattern(pattern, work).search(pattern.pattern * 2)
        except AssertionError as error:
            raise AssertionError(f"{module}.{name} may go back without bound") from error
    assert seen > 20


def test_a_part_that_is_repeated_and_fails_leaves_nothing_behind() -> None:
    assert [goes_back(part) for part in kept_parts(re.compile(r"(?:ab)*+[cd]*+(?:ab|(?!))*+"))
            ] == [False, True, True]
    for module, name, pattern in sgf_patterns():
        assert all(map(goes_back, kept_parts(pattern))), f"{module}.{name} needs values.kept"


@pytest.mark.parametrize("pattern", [pattern for _, _, pattern in sgf_patterns()],
                         ids=lambda pattern: str(pattern.pattern)[:30])
def test_the_counting_matcher_agrees_with_pythons(pattern: re.Pattern[str]) -> None:
    texts = ["(;GM[1]FF[4]CA[ UTF-8 ];B[aa] W [bb](;AB[cc][d\\]d:ee])(;W[]))", "19 : 13", "q16",
             "\\[GAMEBLACKNAME=x (1d)\\] GONGJE:65,G65,W1 2015- 3- 9", "PMABBQDQD", "[Data]", "",
             ";B[aa]\n;W", "a~] ;B[aa]", "Black wins by 3.5", "(\n(;", "B", "é가王"]
    own = CountingPattern(pattern, Work())
    for text in texts:
        given = text.encode() if isinstance(pattern.pattern, bytes) else text
        for theirs, ours in ((pattern.search(given), own.search(given)),
                             (pattern.match(given), own.match(given))):
            assert (theirs and theirs.span()) == (ours and ours.span())
            if theirs and ours:
                assert [theirs.span(number) for number in range(1, pattern.groups + 1)] == [
                    ours.span(number) for number in range(1, pattern.groups + 1)]


@pytest.mark.parametrize("unit", [b";", b";~", b"(;B[a])", b"(;B[aa]", b";B[aa]W[bb]", b"[aa:ZZ]"])
def test_memory_stays_in_proportion_to_the_file(unit: bytes) -> None:
    data = b"(;SZ[52]AB[aa]" + unit * (200_000 // len(unit))
    tracemalloc.start()
    try:
        found = read_games(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.games and peak < 10 * len(data) + 40_000_000


def test_limits_are_told_and_what_came_before_is_kept() -> None:
    many = read_games(b"(;SZ[9]" + b";" * 800_000 + b")")
    assert many.is_part and "the rest was left out" in str(many.diagnostics[0])
    assert sum(1 for _ in many.games[0].nodes()) > 600_000
    assert many.doubts == ["Only part of it was read."]
    long = read_games(UGF + b"\n" + b"QD,B1,1,5\n" * 12_000)
    assert long.is_part or len(long.games[0].main_line()) < 20
    game = read_games(b"[Header]\nSize=19\n[Data]\n" + b"QD,B1,1,5\n" * 12_000)
    assert game.is_part and len(game.games[0].main_line()) == 10_001


@pytest.mark.parametrize("unit", [b";~", b"[]~", b"()", b";x", b")"])
def test_nothing_but_damage_is_read_up_to_a_limit(unit: bytes) -> None:
    found = read_games(b"(;SZ[9];B[aa];W[bb]" + unit * (400_000 // len(unit)))
    assert found.is_part and "too many places" in "".join(map(str, found.diagnostics))
    assert found.games[0].main_line()[2].move == (WHITE, 10)


@pytest.mark.parametrize("unit", [b";B[aa],", b";b[aa]", b";Black[aa]", b";B[aa]W[bb]", b"(;B[aa]"])
def test_what_old_programs_and_bad_ones_write_is_read_to_its_end(unit: bytes) -> None:
    count = 300_000 // len(unit)
    found = read_games(b"(;SZ[9]" + unit * count)
    moves = sum(node.has_move for node in found.games[0].nodes())
    assert not found.is_part and moves == count * unit.count(b"[")


def test_few_positions_are_kept_and_none_is_wrong() -> None:
    from irgo_app.go.coordinates import sgf_letters

    moves = "".join(f"(;{'BW'[number % 2]}[{sgf_letters(number * 7 % 361, 19)}]"
                    for number in range(12_000))
    tree = read_games(f"(;SZ[19]{moves}".encode()).games[0]
    replay, line = Replay(tree), tree.main_line()
    ends = [replay.position_at(node) for node in (line[-1], line[5000], line[11_000], line[17])]
    assert replay.kept_count < 5000
    fresh = [Replay(tree).position_at(node)
             for node in (line[-1], line[5000], line[11_000], line[17])]
    assert ends == fresh
    for node in tree.nodes():
        replay.position_at(node)
    assert replay.kept_count < 5000


def test_only_ordinary_files_are_read(tmp_path: object) -> None:
    import os
    from pathlib import Path

    from irgo_app.sgf.parser import load_file

    assert isinstance(tmp_path, Path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(SgfError, match="no ordinary file"):
            load_file(path)
