"""Networks of KataGo's kind against KataGo's own answers and a plain twin.

Real networks are tested where IRGO_NETWORK names the file of one.
"""

import json
import os
import threading
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from irgo_app.errors import ReaderError
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import CHINESE, JAPANESE, TROMP_TAYLOR, Ruleset, play, ruleset_named
from irgo_app.networks.deep import DeepReader
from irgo_app.networks.katago_network import KataGoNetwork
from irgo_app.networks.katago_planes import KOMI, PARITY, encoded
from irgo_app.networks.search import Search
from tests.oracles.plain_katago import plain_outputs

from .katago_files import RandomNetwork, file_of, sample_networks

DATA = Path(__file__).parents[1] / "data"
ANSWERS: dict[str, Any] = json.loads((DATA / "katago_networks.json").read_text())
POSITIONS: list[dict[str, Any]] = json.loads((DATA / "katago_positions.json").read_text())


@cache
def networks() -> dict[str, Any]:
    return sample_networks()


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return what loads a sample network, once each."""
    folder = tmp_path_factory.mktemp("networks")

    @cache
    def load(name: str) -> KataGoNetwork:
        path = folder / f"{name}.bin.gz"
        path.write_bytes(file_of(networks()[name]))
        return KataGoNetwork(path)

    return load


def position_of(case: dict[str, Any]) -> Position:
    position = Position.empty(case["columns"], case["rows"])
    if case.get("black"):
        position = position.with_stones(dict.fromkeys(case["black"], BLACK)).with_to_play(WHITE)
    for point in case["moves"]:
        position = play(position, position.to_play, point, ruleset_named(case["rules"]))
    return position


@pytest.mark.parametrize("name", ANSWERS)
def test_every_kind_of_network_answers_as_katago_does(name: str, loaded: Any) -> None:
    case = ANSWERS[name]
    answer, = loaded(name).answers(
        [position_of(case)], case["komi"], ruleset_named(case["rules"]))
    assert answer.win == pytest.approx(case["white_loss"], abs=3e-6)
    assert answer.loss == pytest.approx(case["white_win"], abs=3e-6)
    assert answer.no_result == pytest.approx(case["no_result"], abs=3e-6)
    assert answer.lead == pytest.approx(-case["white_lead"], abs=1e-3)
    assert answer.score == pytest.approx(-case["white_score"], abs=1e-3)
    square = answer.deviation ** 2 + answer.score ** 2
    assert square == pytest.approx(case["white_score_square"], rel=1e-4)
    if case["score_error"] < 0:
        assert answer.error is None
    else:
        assert answer.error == pytest.approx(case["score_error"], abs=1e-3)
    policy = [0.0 if value is None else value for value in case["policy"]]
    assert np.abs(answer.policy - policy).max() < 1e-5
    assert [value is None for value in case["policy"][:-1]] == (answer.policy[:-1] == 0).tolist()
    assert np.abs(answer.ownership - case["ownership"]).max() < 2e-5


@pytest.mark.parametrize("name", networks())
def test_every_kind_of_network_computes_as_its_plain_twin(name: str, loaded: Any) -> None:
    position = play(position_of(POSITIONS[3]), BLACK, PASS)
    network = loaded(name)
    seen = encoded([position], [6.5], TROMP_TAYLOR,
                   area_with_suicide=networks()[name]["with_suicide"])
    planes = seen.planes[0].transpose(1, 2, 0)
    expected = plain_outputs(networks()[name], planes, seen.numbers[0])
    found = network.outputs(seen)
    for part, values in expected.items():
        assert np.abs(found[part][0] - values).max() < 1e-4, part


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: str(len(case["moves"])))
def test_ladders_kos_areas_and_passes_are_seen_as_katago_sees_them(
    case: dict[str, Any], loaded: Any
) -> None:
    position, rules = position_of(case), ruleset_named(case["rules"])
    answer, = loaded("version 15").answers([position], case["komi"], rules)
    assert answer.lead == pytest.approx(-case["white_lead"], abs=1e-3)
    assert answer.loss == pytest.approx(case["white_win"], abs=3e-6)
    assert np.abs(answer.ownership[::9] - case["ownership"]).max() < 2e-5
    assert answer.policy[-1] == pytest.approx(case["pass_policy"], abs=1e-5)
    assert int((answer.policy[:-1] > 0).sum()) == case["legal"]


def test_files_of_words_hold_the_same_network(tmp_path: Path, loaded: Any) -> None:
    path = tmp_path / "words.txt.gz"
    path.write_bytes(file_of(networks()["transformer"], as_text=True))
    position = position_of(POSITIONS[0])
    one, = KataGoNetwork(path).answers([position], 6.5, JAPANESE)
    other, = loaded("transformer").answers([position], 6.5, JAPANESE)
    assert one.lead == other.lead
    assert one.policy.tobytes() == other.policy.tobytes()


def test_opinions_are_blacks_whoever_moves(loaded: Any) -> None:
    network = loaded("version 10")
    position = position_of(POSITIONS[1])
    exchanged = position.with_colours_exchanged()
    one, = network.evaluate([position], 6.5, CHINESE)
    other, = network.evaluate([exchanged], -6.5, CHINESE)
    assert one.lead == pytest.approx(-other.lead, abs=1e-4)
    assert one.black_wins == pytest.approx(1 - other.black_wins, abs=1e-6)
    assert np.abs(one.ownership + other.ownership).max() < 1e-5
    assert one.spread == pytest.approx(other.spread, abs=1e-4)
    assert one.policy.sum() == pytest.approx(1, abs=1e-5)


def test_many_positions_are_judged_each_as_by_itself(loaded: Any) -> None:
    network, position = loaded("transformer"), Position.empty(9)
    positions = [position]
    for point in range(0, 60, 5):
        position = play(position, position.to_play, point)
        positions.append(position)
    komi = [float(at) for at in range(len(positions))]
    together = network.evaluate(positions, komi, JAPANESE)
    for at, opinion in enumerate(together):
        alone, = network.evaluate([positions[at]], komi[at], JAPANESE)
        assert opinion.lead == pytest.approx(alone.lead, abs=1e-4)
        assert np.abs(opinion.policy - alone.policy).max() < 1e-6
    assert network.evaluate([], 6.5, JAPANESE) == []


def test_several_threads_ask_at_once(loaded: Any) -> None:
    network, position = loaded("nested convolutions"), position_of(POSITIONS[2])
    expected = network.evaluate([position], 6.5, JAPANESE)[0].lead
    found = list[float]()

    def ask() -> None:
        found.extend(network.evaluate([position], 6.5, JAPANESE)[0].lead for _ in range(20))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 80


def test_a_search_runs_on_it(loaded: Any) -> None:
    reader = DeepReader(loaded("version 9"), JAPANESE)
    search = Search(reader, Position.empty(7), 6.5, rules=JAPANESE)
    search.run(20)
    assert search.findings().visits == 20


def test_a_board_too_large_or_too_small_is_refused(loaded: Any) -> None:
    for position in (Position.empty(6), Position.empty(20, 19)):
        with pytest.raises(ReaderError, match="boards of 7 to 19 lines"):
            loaded("version 8").evaluate([position], 6.5, JAPANESE)


@pytest.mark.parametrize(("rules", "komi", "to_play", "expected"), [
    (CHINESE, 7.5, WHITE, 7.5 / 20), (CHINESE, 7.5, BLACK, -7.5 / 20),
    (JAPANESE, 6.5, WHITE, 8.5 / 20), (JAPANESE, 6.5, BLACK, -8.5 / 20),
    (JAPANESE, 500.0, WHITE, 101 / 20), (JAPANESE, -500.0, WHITE, -101 / 20)])
def test_komi_has_the_stones_played_in_it_where_territory_counts(
    rules: Ruleset, komi: float, to_play: int, expected: float
) -> None:
    position = Position.empty(9).with_stones({3: BLACK, 5: BLACK, 40: WHITE})
    # One of Black's was taken.
    position = replace(position, captures=(0, 1)).with_to_play(to_play)
    numbers = encoded([position], [komi], rules).numbers
    assert numbers[0, KOMI] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("komi", "wave"), [
    (7.0, 0.0), (7.25, 0.25), (7.5, 0.5), (8.0, 0.0), (8.5, -0.5), (9.0, 0.0), (-7.5, -0.5)])
def test_the_wave_of_komi_is_that_of_its_parity(komi: float, wave: float) -> None:
    position = Position.empty(9).with_to_play(WHITE)
    assert encoded([position], [komi], CHINESE).numbers[0, PARITY] == pytest.approx(wave)
    assert encoded([position], [komi], JAPANESE).numbers[0, PARITY] == 0


@pytest.fixture(scope="module")
def real_network() -> KataGoNetwork:
    """Return the network of a file of KataGo's own."""
    path = os.environ.get("IRGO_NETWORK")
    if not path:
        pytest.skip("IRGO_NETWORK names no network of KataGo's")
    return KataGoNetwork(Path(path))


def test_a_real_network_knows_a_real_game(real_network: KataGoNetwork) -> None:
    start = Position.empty(19)
    empty, ahead = real_network.evaluate(
        [start, start.with_stones({72: BLACK, 288: BLACK})], 6.5, JAPANESE)
    assert abs(empty.lead) < 2 and 0.35 < empty.black_wins < 0.65
    assert ahead.lead > empty.lead + 15 and ahead.black_wins > 0.95
    best = int(empty.policy.argmax())
    assert best in (60, 72, 288, 300, 59, 61, 71, 73, 41, 53, 79, 91, 269, 281, 307, 319)


def test_whole_numbers_change_little_and_are_the_same_each_time(tmp_path: Path) -> None:
    path = tmp_path / "transformer.bin.gz"
    path.write_bytes(file_of(networks()["transformer"]))
    exact = KataGoNetwork(path, in_whole_numbers=False)
    whole = KataGoNetwork(path, in_whole_numbers=True)
    position = play(Position.empty(19), BLACK, 60)
    one, = exact.answers([position], 6.5, JAPANESE)
    other, again = whole.answers([position, position], 6.5, JAPANESE)
    assert other.lead == again.lead and other.lead != one.lead
    assert other.lead == pytest.approx(one.lead, abs=1)
    small = play(Position.empty(9), BLACK, 40)
    assert whole.answers([small], 6.5, JAPANESE)[0].lead == \
        exact.answers([small], 6.5, JAPANESE)[0].lead


def test_a_file_that_has_changed_is_not_mixed_with_what_it_was(tmp_path: Path) -> None:
    path = tmp_path / "net.bin.gz"
    path.write_bytes(file_of(networks()["version 8"]))
    network = KataGoNetwork(path)
    network.evaluate([Position.empty(9)], 6.5, JAPANESE)
    path.write_bytes(file_of(networks()["version 9"]))
    network.evaluate([Position.empty(9)], 6.5, JAPANESE)
    with pytest.raises(ReaderError, match="has changed"):
        network.evaluate([Position.empty(13)], 6.5, JAPANESE)


def test_weights_that_overflow_end_in_a_sentence(tmp_path: Path) -> None:
    made = RandomNetwork(4, 8, "RELU")
    network = made.whole(4, [made.ordinary(4, 4)])
    network["value"][-1]["weights"][:] = 3e38
    network["value"][0]["weights"][:] = 3e38
    path = tmp_path / "huge.bin.gz"
    path.write_bytes(file_of(network))
    with pytest.raises(ReaderError, match="no number"):
        KataGoNetwork(path).evaluate([Position.empty(9)], 6.5, JAPANESE)
