"""The estimate: its score, its words, and what it says where the network cannot judge."""

import sys
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.result_json import as_json
from irgo_app.layers.estimate import Estimate
from irgo_app.layers.results import Explanation
from irgo_app.networks import network as network_module
from irgo_app.networks.network import network
from irgo_app.service.plan import compute
from irgo_app.service.request import LayerRequest
from irgo_app.settings import ParamValue

POSITION = Position.from_diagram("""
    . . . . . . . . .
    . . X . . . O . .
    . . . . . . . . .
    . . X . . . . O .
    . . . . X O . . .
    . . X . . O . . .
    . . . X . . O . .
    . . . . . . . . .
    . . . . . . . . .
""", WHITE)


def estimate(position: Position, **params: ParamValue) -> Estimate:
    found = compute(LayerRequest.of(position, "estimate", params), None)
    assert isinstance(found, Estimate)
    return found


@pytest.fixture
def no_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which onnxruntime cannot be loaded."""
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    network_module._network_or_error.cache_clear()
    yield
    network_module._network_or_error.cache_clear()


def test_it_is_the_networks_opinion() -> None:
    opinion = network().evaluate_alike(POSITION)
    found = estimate(POSITION, rules="territory")
    assert found.by == "reader" and found.remark is None
    assert np.array_equal(found.values.reshape(-1), opinion.ownership.astype(np.float64))
    assert found.score.lead == pytest.approx(opinion.lead, abs=0.051)
    low, high = found.score.range
    assert (high - low) / 2 == pytest.approx(opinion.margin, abs=0.11)
    assert found.score.black - found.score.white == pytest.approx(found.score.lead, abs=0.11)
    assert as_json(found, POSITION)["by"] == "reader"


def test_komi_is_whites_and_brings_a_win_rate() -> None:
    without, with_komi = estimate(POSITION), estimate(POSITION, komi="6.5")
    assert with_komi.score.lead == pytest.approx(without.score.lead - 6.5, abs=0.11)
    assert np.array_equal(without.values, with_komi.values)
    assert without.score.winrate is None and "winrate" not in as_json(without, POSITION)["score"]
    far, near = (estimate(POSITION, komi=komi).score.winrate for komi in ("-60", "60"))
    assert far is not None and near is not None and far > 0.9 and near < 0.1
    assert with_komi.score.winrate is not None and near < with_komi.score.winrate < far


def test_the_range_is_wider_by_what_the_network_is_not_told_of_komi() -> None:
    """It is asked without komi; the more is open, the less a point of komi is a point."""
    decided = Position.empty(9).with_stones({
        point: WHITE if point % 9 < 4 else BLACK for point in range(81)
        if point % 9 in (1, 3, 4, 7) or (point // 9 % 2 and point % 9 in (0, 8))})
    widths = {}
    for name, position in (("open", Position.empty(9)), ("decided", decided)):
        for komi in ("0", "7", "-7"):
            low, high = estimate(position, komi=komi).score.range
            widths[name, komi] = high - low
    for name in ("open", "decided"):
        assert widths[name, "7"] == pytest.approx(widths[name, "-7"], abs=0.11)
    assert widths["open", "7"] > widths["open", "0"] + 0.3
    assert widths["decided", "7"] == pytest.approx(widths["decided", "0"], abs=0.3)


@pytest.mark.parametrize("rules", ["area", "territory"])
def test_exchanged_colours_give_the_opposite_score(rules: str) -> None:
    for position in (POSITION, POSITION.with_to_play(BLACK), replace(POSITION, captures=(3, 1))):
        one, other = (estimate(board, rules=rules)
                      for board in (position, position.with_colours_exchanged()))
        assert one.score.lead == -other.score.lead
        assert one.score.range == tuple(-end for end in other.score.range[::-1])


def test_stones_given_are_points_by_area_only() -> None:
    """Four handicap stones, White to play: three more than the turns say."""
    handicap = Position.empty(9).with_stones(dict.fromkeys((20, 24, 56, 60), BLACK))
    handicap = handicap.with_to_play(WHITE)
    area, territory = (estimate(handicap, rules=rules).score for rules in ("area", "territory"))
    assert area.lead - territory.lead == pytest.approx(3.5, abs=0.11)
    taken = replace(handicap, captures=(0, 4))
    assert estimate(taken, rules="area").score.lead == area.lead
    assert estimate(taken, rules="territory").score.lead == pytest.approx(
        territory.lead - 4, abs=0.11)
    even = POSITION
    area, territory = (estimate(even, rules=rules).score for rules in ("area", "territory"))
    assert area.lead - territory.lead == pytest.approx(-0.5, abs=0.11)


def test_how_a_game_came_about_makes_no_difference() -> None:
    one = play(play(play(Position.empty(9), 1, 20), -1, 40), 1, 60)
    other = play(play(play(Position.empty(9), 1, 60), -1, 40), 1, 20)
    assert np.array_equal(estimate(one).values, estimate(other).values)


@pytest.mark.parametrize("size", [(6, 6), (25, 25), (19, 20)])
def test_of_a_board_it_cannot_judge_it_says_so(size: tuple[int, int]) -> None:
    position = Position.empty(*size).with_stones({8: BLACK, 20: WHITE})
    found = estimate(position)
    assert found.score is None and not found.values.any()
    assert str(found.remark) == (
        f"irgo judges boards of 7 to 19 lines; this one is {size[0]}x{size[1]}.")
    assert as_json(found, position)["remark"] == str(found.remark)
    assert explained(position, 20) == str(found.remark)


def test_a_full_board_is_judged_too() -> None:
    full = Position.empty(9).with_stones({
        point: BLACK if point < 45 else WHITE for point in range(81)})
    assert estimate(full).score is not None


def test_without_onnxruntime_it_says_what_to_do(no_onnxruntime: None) -> None:
    found = estimate(POSITION)
    assert found.score is None and "needs the package onnxruntime" in str(found.remark)


def explained(position: Position, point: int) -> str:
    """Return what is said of the estimate of a point, beside what the reading says."""
    found = compute(LayerRequest.of(
        position, "explanation", {"point": point, "fields": "estimate"}), None)
    assert isinstance(found, Explanation)
    [sentence] = found.of_fields
    return str(sentence)


def test_it_says_what_it_expects_and_makes_up_no_reasons() -> None:
    point = 2 * 9 + 2
    sentence = explained(POSITION, point)
    opinion = network().evaluate_alike(POSITION)
    assert f"Estimate {opinion.ownership[point]:+.2f}: irgo's network expects C7" in sentence
    assert "gives no reasons" in sentence
    assert f"C7 itself gets {opinion.policy[point]:.0%}" in sentence
    assert " = " not in sentence


def test_an_open_board_is_less_certain_than_a_finished_one() -> None:
    """The game may still end anywhere; the lead itself may be known well."""
    finished = Position.from_diagram("""
        . X . X X O . O .
        X . X X O O O . O
        . X X X O . O O .
        X X . X O O . O O
        . X X X O . O O .
        X . X X O O O . O
        X X . X O . O O O
        . X X X O O . O .
        X . X X O O O . O
    """)

    def width(position: Position) -> float:
        low, high = estimate(position, komi="6.5").score.outcome
        return high - low

    for size in (9, 19):
        assert width(Position.empty(size)) > 2 * size
    assert width(Position.empty(9)) > 2 * width(finished)
    score = estimate(POSITION, komi="6.5").score
    assert score.outcome[0] <= score.range[0] <= score.lead <= score.range[1] <= score.outcome[1]
