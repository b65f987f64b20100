"""KataGo's analysis engine as a judge: its questions, its answers, and how it fails."""

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.dialects import analysis_profile, written_config
from irgo_app.engines.katago_json import query_of
from irgo_app.engines.profile import KATAGO_JSON, EngineProfile
from irgo_app.engines.tracker import EngineGame
from irgo_app.errors import EngineError
from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.judgement import CalledOffError
from irgo_app.judging.judges import KataGoJudge
from irgo_app.judging.study import place_of_point, study_of
from irgo_app.settings import FOLDER_VARIABLE

EMPTY = Position.empty(9)
SCRIPT = Path(__file__).parents[1] / "engines" / "fake_katago_json.py"


def at(name: str) -> int:
    return point_of_vertex(name, 9, 9)


def profile(mode: str) -> EngineProfile:
    return EngineProfile("Fake", shlex.join([sys.executable, str(SCRIPT), mode]), kind=KATAGO_JSON)


@pytest.fixture
def judge() -> Iterator[KataGoJudge]:
    with KataGoJudge(profile("single"), 6.5, "japanese") as found:
        yield found


def test_first_moves_are_kept_to_the_region() -> None:
    game = EngineGame(EMPTY, (), EMPTY.with_to_play(WHITE), 0.5)
    assert "allowMoves" not in query_of(game, "q", 10, 0.0)
    assert query_of(game, "q", 10, 0.0, [at("D4"), at("E5")])["allowMoves"] == [
        {"player": "W", "moves": ["D4", "E5"], "untilDepth": 1}]


def test_a_ko_that_was_just_taken_is_not_retaken() -> None:
    rows = [".XO......", "XO.O.....", ".XO......", *["........."] * 6]
    taken = play(Position.from_diagram(rows).with_to_play(BLACK), BLACK, at("C8"))
    assert taken.ko_point == at("B8")
    bare = EngineGame(taken, (), taken, 0.5)
    assert query_of(bare, "q", 10, 0.0)["avoidMoves"] == [
        {"player": "W", "moves": ["B8"], "untilDepth": 1}]
    assert "avoidMoves" not in query_of(bare, "q", 10, 0.0, [at("D4")])


def test_a_search_tells_moves_line_and_lead(judge: KataGoJudge) -> None:
    found = judge.search(EMPTY, BLACK, frozenset([at("D4")]), 50)
    assert found.lead == 1.5 and found.visits == 50 and found.line[0] == at("D4")
    assert [(move.point, move.visits) for move in found.moves] == [(at("D4"), 50)]
    assert found.ownership == (0.25,) * 81
    assert judge.appraise([EMPTY, EMPTY])[1].lead == 1.5
    assert judge.for_game(0.5, "chinese").komi == 0.5 != judge.komi


def test_a_region_without_a_legal_move_is_appraised(judge: KataGoJudge) -> None:
    filled = Position.from_diagram([".O.......", "OO.......", *["........."] * 7])
    found = judge.search(filled, BLACK, frozenset([0]), 50)
    assert found.moves == () and found.line == () and found.lead == 1.5


def test_a_study_by_the_engine(judge: KataGoJudge) -> None:
    study = study_of(EMPTY, place_of_point(EMPTY, at("D4")), judge, 20)
    assert study.engine == "Fake" and study.swing == 0.0
    assert study.black_first.lead == pytest.approx(1.5)


def test_a_raised_flag_ends_the_wait(judge: KataGoJudge, raised_flag: CancelFlag) -> None:
    with pytest.raises(CalledOffError):
        judge.search(EMPTY, BLACK, None, 50, raised_flag)


def test_an_answer_that_makes_no_sense_is_one_sentence(judge: KataGoJudge) -> None:
    # The scripted engine names D4, which a board of three lines does not have.
    with pytest.raises(EngineError, match="makes no sense"):
        judge.appraise([Position.empty(3)])


@pytest.mark.parametrize(("mode", "sentence"), [
    ("refuse", "refused a position"), ("crash", "ended")])
def test_an_engine_that_fails_is_one_sentence(mode: str, sentence: str) -> None:
    with KataGoJudge(profile(mode)) as judge, pytest.raises(EngineError, match=sentence):
        for _ in range(5):
            judge.search(EMPTY, BLACK, None, 5)


def test_a_gtp_profile_becomes_one_of_the_analysis_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    gtp = EngineProfile("K", "katago gtp -model net.bin.gz -config my_gtp.cfg", kind="katago")
    found = analysis_profile(gtp)
    assert found is not None and found.kind == KATAGO_JSON
    assert found.words == ("katago", "analysis", "-model", "net.bin.gz", "-config",
                           str(tmp_path / "katago-analysis.cfg"))
    assert analysis_profile(found) is found
    for command in ("ssh host katago gtp -model net", "gnugo --mode gtp", "katago gtp"):
        assert analysis_profile(replace(gtp, command=command)) is None


def test_a_configuration_is_written_once_and_stays_the_users(tmp_path: Path) -> None:
    path = written_config("gtp", tmp_path / "new")
    assert "numSearchThreads" in path.read_text("utf-8")
    path.write_text("# mine", "utf-8")
    assert written_config("gtp", tmp_path / "new").read_text("utf-8") == "# mine"
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(EngineError, match="cannot be written"):
        written_config("gtp", tmp_path / "file" / "below")
