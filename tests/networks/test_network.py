"""The network: neutral between colours, symmetric where asked, clear about what it cannot do."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from platformdirs import user_cache_path

from irgo_app.errors import IllegalMoveError, ReaderError
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position, packed_points, unpacked_points
from irgo_app.go.rules import play, why_illegal
from irgo_app.kernels.reader_planes import KO, LADDER_MOVES, LIBERTIES, RECENT, STONES
from irgo_app.networks.network import (Network, Opinion, _after_likeliest, encode, network,
                                       recent_moves)
from tests.bench.truth import load_cases
from tests.conftest import DATA


def random_position(size: int, moves: int, seed: int) -> Position:
    """Return a position of a random game."""
    random = np.random.default_rng(seed)
    position = Position.empty(size)
    for choice in random.integers(size * size, size=moves):
        try:
            position = play(position, position.to_play, int(choice))
        except IllegalMoveError:
            continue
    return position


def mapped(position: Position, places: np.ndarray) -> Position:
    """Return a square board turned: the point at `places[p]` comes to p."""
    to = np.argsort(places)
    cells = bytes(position.cells[place] for place in places)
    ko = -1 if position.ko_point < 0 else int(to[position.ko_point])
    order = packed_points(int(to[point]) for point in unpacked_points(position.order))
    return replace(position, cells=cells, ko_point=ko, order=order)


@pytest.mark.parametrize("size", [7, 9, 13, 19])
def test_an_opinion_has_the_shape_of_the_board(size: int) -> None:
    position = random_position(size, 2 * size, 1)
    opinion = network().evaluate([position], 6.5)[0]
    assert opinion.policy.shape == (size * size + 1,)
    assert opinion.policy.sum() == pytest.approx(1, abs=1e-4)
    assert opinion.ownership.shape == (size * size,)
    assert np.abs(opinion.ownership).max() <= 1
    assert opinion.spread > 0 and 0 < opinion.black_wins < 1


def test_colours_are_exchanged_exactly() -> None:
    for seed in range(4):
        position = random_position(13, 60, seed)
        one = network().evaluate([position], 6.5)[0]
        other = network().evaluate([position.with_colours_exchanged()], -6.5)[0]
        assert np.array_equal(one.policy, other.policy)
        assert np.array_equal(one.ownership, -other.ownership)
        assert one.lead == -other.lead and one.spread == other.spread


def test_the_mean_of_eight_is_exactly_symmetric() -> None:
    board = np.arange(9 * 9).reshape(9, 9)
    position = random_position(9, 40, 3)
    opinion = network().evaluate_evenly(position, 7.0)
    for places in (np.rot90(board), np.rot90(board, 2), board.T, board[:, ::-1], board[::-1]):
        turned = network().evaluate_evenly(mapped(position, places.reshape(-1)), 7.0)
        assert np.array_equal(turned.ownership, opinion.ownership[places.reshape(-1)])
        assert np.array_equal(turned.policy[:-1], opinion.policy[places.reshape(-1)])
        assert turned.lead == opinion.lead


def test_one_look_is_as_symmetric() -> None:
    """However a board is turned, the network is shown the same one; also one like its image."""
    board = np.arange(9 * 9).reshape(9, 9)
    alike = Position.empty(9).with_stones({20: BLACK, 24: BLACK, 56: WHITE, 60: WHITE})
    for position in (random_position(9, 40, 3), alike, Position.empty(9)):
        opinion = network().evaluate_alike(position, 7.0)
        for places in (np.rot90(board), np.rot90(board, 2), board.T, board[:, ::-1], board[::-1]):
            turned = network().evaluate_alike(mapped(position, places.reshape(-1)), 7.0)
            assert np.array_equal(turned.ownership, opinion.ownership[places.reshape(-1)])
            assert np.array_equal(turned.policy[:-1], opinion.policy[places.reshape(-1)])
            assert turned.lead == opinion.lead
        other = network().evaluate_alike(position.with_colours_exchanged(), -7.0)
        assert np.array_equal(other.ownership, -opinion.ownership)
        near = network().evaluate_evenly(replace(position, order=b""), 7.0)
        assert np.abs(near.ownership - opinion.ownership).max() < 0.7


def test_a_part_of_what_is_told_comes_from_the_board_after_the_likeliest_move() -> None:
    position = random_position(13, 60, 2)
    told, now = network().evaluate_alike(position, 6.5), look(position, 6.5)
    move = next(point for point in np.argsort(-now.policy).tolist()
                if point == 169 or why_illegal(position, position.to_play, point) is None)
    after = look(play(position, position.to_play, PASS if move == 169 else move), 6.5)
    assert np.allclose(told.ownership, 0.75 * now.ownership + 0.25 * after.ownership, atol=1e-6)
    assert told.lead == pytest.approx(0.75 * now.lead + 0.25 * after.lead, abs=1e-4)
    assert np.array_equal(told.policy, now.policy) and told.spread == now.spread
    assert np.abs(told.ownership - now.ownership).max() > 0.01


def look(position: Position, komi: float) -> Opinion:
    """Return what the network says of the board alone, shown that way of it which sorts first."""
    return network()._look_alike(replace(position, order=b""), komi)


def test_what_is_told_prefers_no_direction() -> None:
    """Several moves are equally likely on a board that is its own image."""
    board = np.arange(9 * 9).reshape(9, 9)
    for stones in ({40: BLACK}, {40: BLACK, 20: WHITE, 24: WHITE, 56: WHITE, 60: WHITE}):
        position = Position.empty(9).with_stones(stones).with_to_play(WHITE)
        owned = network().evaluate_alike(position).ownership
        for places in (np.rot90(board), board.T, board[::-1]):
            assert np.array_equal(owned, owned[places.reshape(-1)])


def test_the_likeliest_moves_are_legal() -> None:
    """Points with a stone, suicide and the ko are passed over; moves as likely all count."""
    ko = play(Position.from_diagram("""
        . X O . . . .
        X . X O . . .
        . X O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, WHITE), WHITE, 1 * 7 + 1)
    assert ko.ko_point == 1 * 7 + 2
    policy = np.zeros(50, np.float32)
    policy[[2, 9, 30, 33, 49]] = 0.4, 0.3, 0.1, 0.1, 0.05
    boards = _after_likeliest(ko, policy)
    assert [[point for point in (30, 33) if board.cells[point]] for board in boards] == [[30], [33]]
    eyes = Position.empty(7).with_stones(
        {point: BLACK for point in range(49) if point not in (0, 48)}).with_to_play(WHITE)
    [passed] = _after_likeliest(eyes, policy)
    assert passed.cells == eyes.cells and passed.to_play == BLACK
    assert abs(network().evaluate_alike(eyes).lead) < 100


def asked_of(fresh: Network, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many boards a network is asked for at once, a number for each time from now on."""
    asked: list[int] = []
    ask = fresh._ask

    def counted(planes: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, ...]:
        asked.append(len(planes))
        return ask(planes, numbers)

    monkeypatch.setattr(fresh, "_ask", counted)
    return asked


def test_what_was_looked_at_is_remembered_and_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, position = Network(), random_position(9, 30, 5)
    asked = asked_of(fresh, monkeypatch)
    first = fresh.evaluate_alike(position)
    assert len(asked) == 2
    again = fresh.evaluate_alike(replace(position, captures=(3, 1)))
    assert len(asked) == 2
    assert again.lead == first.lead and np.array_equal(again.ownership, first.ownership)
    [after] = _after_likeliest(position, first.policy)
    told = fresh.evaluate_alike(after)
    assert len(asked) == 3
    other = Network().evaluate_alike(after)
    assert told.lead == other.lead and np.array_equal(told.ownership, other.ownership)


def test_a_batch_says_what_single_questions_say() -> None:
    positions = [random_position(19, moves, moves) for moves in (0, 30, 80, 200, 300)]
    together = network().evaluate(positions, 6.5)
    for position, opinion in zip(positions, together, strict=True):
        alone = network().evaluate([position], 6.5)[0]
        assert np.allclose(alone.policy, opinion.policy, atol=1e-4)
        assert alone.lead == pytest.approx(opinion.lead, abs=0.02)
    assert network().evaluate([]) == []


def test_answers_are_remembered_and_hang_on_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fresh, boards = Network(), [random_position(9, moves, moves) for moves in (10, 20, 30)]
    asked = asked_of(fresh, monkeypatch)
    together = fresh.remembering.evaluate(boards, 6.5)
    for board, opinion in zip(boards, together, strict=True):
        assert fresh.remembering.evaluate([replace(board, captures=(5, 5))], 6.5)[0] is opinion
        assert Network().remembering.evaluate([board], 6.5)[0].lead == opinion.lead
    assert asked == [1, 1, 1]
    # Komi, the turn and the last moves are seen; so they are other questions.
    board = boards[-1]
    fresh.remembering.evaluate([board], 0.5)
    fresh.remembering.evaluate([board.with_to_play(-board.to_play)], 6.5)
    fresh.remembering.evaluate([replace(board, order=board.order[:-2])], 6.5)
    assert len(asked) == 6


def test_a_rectangular_board_is_judged() -> None:
    opinion = network().evaluate_evenly(Position.empty(9, 13), 6.5)
    assert opinion.ownership.shape == (9 * 13,)


def test_what_the_network_is_shown() -> None:
    position = Position.from_diagram("""
        . . . . . . .
        . . X O . . .
        . X . X O . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, WHITE)
    after = play(position, WHITE, 2 * 7 + 2)
    planes, numbers = encode([after], 6.5)
    assert after.to_play == BLACK and numbers[0, 0] == pytest.approx(-6.5 / 20)
    assert planes[0, STONES].sum() == 3 and planes[0, STONES + 1].sum() == 4
    assert planes[0, KO].reshape(-1).nonzero()[0].tolist() == [2 * 7 + 3]
    assert planes[0, RECENT].reshape(-1).nonzero()[0].tolist() == [2 * 7 + 2]
    assert planes[0, LIBERTIES + 3, 2, 2] == 1
    assert set(np.unique(planes)) == {0, 1}
    assert planes[0, LADDER_MOVES].sum() == 0


def test_last_moves_count_as_far_as_the_turns_alternate() -> None:
    position = Position.empty(9)
    for point in (10, 20, 30):
        position = play(position, position.to_play, point)
    assert recent_moves(position).tolist() == [30, 20, 10, -1, -1]
    assert recent_moves(position.with_to_play(BLACK)).tolist() == [-1] * 5


@pytest.mark.parametrize(("columns", "rows"), [(6, 6), (20, 20), (25, 9)])
def test_a_board_it_cannot_judge_is_refused_in_one_sentence(columns: int, rows: int) -> None:
    for ask in (lambda board: network().evaluate([board]), network().evaluate_evenly):
        with pytest.raises(ReaderError, match=f"this one is {columns}x{rows}"):
            ask(Position.empty(columns, rows))


def test_a_damaged_or_missing_network_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "reader.onnx"
    broken.write_bytes(b"\x08\x07 no network")
    with pytest.raises(ReaderError, match="cannot be used; install irgo again"):
        Network(broken)
    with pytest.raises(ReaderError, match="install irgo again"):
        Network(tmp_path / "missing.onnx")


def test_without_onnxruntime_the_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ReaderError, match="needs the package onnxruntime"):
        Network()


@pytest.mark.skipif(sys.platform != "linux", reason="homes as Linux has them")
def test_nothing_is_told_and_nothing_kept_about_the_user(tmp_path: Path) -> None:
    program = ("from irgo_app.networks.network import network\n"
               "from irgo_app.go.position import Position\n"
               "network().evaluate([Position.empty(9)])\n")
    own = {key: value for key, value in os.environ.items()
           if not key.startswith(("XDG_", "ORT_"))}
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parents[2], capture_output=True,
        text=True, timeout=120, check=False,
        env={**own, "HOME": str(tmp_path / "home"),
             "NUMBA_CACHE_DIR": str(user_cache_path("irgo", appauthor=False))})
    assert found.returncode == 0 and found.stderr == "", found.stderr
    assert not list(tmp_path.rglob("*"))


def test_a_small_lead_wins_late_and_hardly_early() -> None:
    open_board, owned = np.zeros(81, np.float32), np.ones(81, np.float32)
    early = Opinion(np.zeros(82, np.float32), open_board, 2.0, 0.5)
    late = Opinion(np.zeros(82, np.float32), owned, 2.0, 0.5)
    assert 0.5 < early.black_wins < 0.65 and late.black_wins > 0.99
    assert Opinion(early.policy, -open_board, -2.0, 0.5).black_wins == 1 - early.black_wins


def test_the_range_follows_the_error_to_expect_whoever_leads() -> None:
    policy, half = np.zeros(82, np.float32), np.full(81, 0.5, np.float32)
    margins = [Opinion(policy, half, 2.0, spread).margin for spread in (0.1, 1.0, 3.0)]
    assert margins == sorted(margins) and margins[0] > 0 and 4 < margins[-1] < 6
    assert Opinion(policy, -half, -2.0, 3.0).margin == margins[-1]


def test_the_range_holds_four_times_out_of_five() -> None:
    cases = load_cases(DATA / "ownership_sample.jsonl.gz")
    said = [network().evaluate_alike(case.position, case.komi) for case in cases]
    inside = [abs(opinion.lead - case.black_lead) <= opinion.margin
              for opinion, case in zip(said, cases, strict=True)]
    assert 0.6 < sum(inside) / len(inside) < 0.96
