"""KataGo's network as a judge, with a stand-in that answers by rule."""

from collections.abc import Sequence

import pytest

from irgo_app.cancel_flag import CancelFlag
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import JAPANESE, Ruleset, play
from irgo_app.judging import reader_judge
from irgo_app.judging.judgement import CalledOffError, Judgement, JudgeTrust, better, positions_for
from irgo_app.judging.judges import JudgeSettings, own_judge
from irgo_app.judging.reader_judge import DEEP_NAME, DeepJudge, ReaderJudge
from irgo_app.networks import in_use
from irgo_app.networks.deep import DeepReader
from irgo_app.networks.in_use import VARIABLE, network_file
from irgo_app.networks.network import Opinion
from tests.networks.fake_network import area_opinion


class CountingNetwork:
    """Answers as KataGoNetwork does, by the area that each side has."""

    def __init__(self) -> None:
        self.asked: list[Position] = []

    def evaluate(
        self, positions: Sequence[Position], komi: float, ruleset: Ruleset
    ) -> list[Opinion]:
        self.asked += positions
        return [area_opinion(position, komi) for position in positions]


@pytest.fixture
def network() -> CountingNetwork:
    return CountingNetwork()


@pytest.fixture
def judge(network: CountingNetwork, monkeypatch: pytest.MonkeyPatch) -> DeepJudge:
    reader = DeepReader(network, JAPANESE)  # type: ignore[arg-type]
    monkeypatch.setattr(reader_judge, "deep_reader", lambda path, rules: reader)
    return DeepJudge("a file", 6.5, JAPANESE)


def test_a_board_is_looked_at_once(judge: DeepJudge, network: CountingNetwork) -> None:
    board = Position.empty(9)
    first = judge.appraise([board, play(board, BLACK, 40)])
    again = judge.appraise([board, play(board, BLACK, 40)])
    assert first == again and len(network.asked) == 2
    assert {said.judge for said in first} == {DEEP_NAME}
    assert all(said.rank is JudgeTrust.DEEP for said in first)


def test_the_last_moves_belong_to_the_question(
    judge: DeepJudge, network: CountingNetwork
) -> None:
    one = play(play(play(Position.empty(9), BLACK, 10), WHITE, 20), BLACK, 30)
    other = play(play(play(Position.empty(9), BLACK, 30), WHITE, 20), BLACK, 10)
    assert one == other
    judge.appraise([one, other])
    assert len(network.asked) == 2


def test_a_search_looks_at_as_many_boards_as_asked(
    judge: DeepJudge, network: CountingNetwork
) -> None:
    found = judge.search(Position.empty(9), BLACK, None, 12)
    assert found.visits == 12 and len(network.asked) <= 12
    assert found.chance is not None


def test_it_stops_when_called_off(judge: DeepJudge, raised_flag: CancelFlag) -> None:
    with pytest.raises(CalledOffError):
        judge.appraise([Position.empty(9)], raised_flag)


def test_a_dozen_positions_of_the_quick_network_are_one_of_the_large(judge: DeepJudge) -> None:
    quick = ReaderJudge()
    assert positions_for(quick, 240) == 240 and positions_for(judge, 240) == 20
    assert positions_for(judge, 1) == 1 and positions_for(judge, 15) == 4


def test_what_was_read_deep_is_never_told_by_the_quick_network() -> None:
    deep = Judgement(2.0, visits=1, judge=DEEP_NAME, rank=JudgeTrust.DEEP)
    quick = Judgement(9.0, visits=900, judge="irgo", dead=frozenset())
    assert better(deep, quick) is deep and better(quick, deep) is deep


def test_requests_carry_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "/a/network.bin.gz")
    assert JudgeSettings().network == "/a/network.bin.gz" == network_file()
    assert JudgeSettings().at(240).visits == 20
    monkeypatch.setenv(VARIABLE, "own")
    assert JudgeSettings().network == "" and JudgeSettings().at(240).visits == 240
    assert isinstance(own_judge(Position.empty(9), 6.5), ReaderJudge)


def test_a_command_reads_with_irgos_own_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "/a/network.bin.gz")
    assert in_use.read_with("own") == ""
