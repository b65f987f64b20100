"""The record of a game: what a batch keeps agrees with what the rest of irgo says."""

import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import irgo_app as irgo
from irgo_app.batch.analysis import GameRecord, analysed
from irgo_app.batch.columns import game_columns, move_columns
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import Source, works_of
from irgo_app.batch.store import schema_of, table_of
from irgo_app.engines.profile import KATAGO_JSON, EngineProfile
from irgo_app.errors import EngineError, IrgoError, LayerError, UsageError
from irgo_app.judging import judges
from irgo_app.judging.judges import KataGoJudge, own_judge
from irgo_app.layers import COMPUTED
from irgo_app.layers.layer import Layer
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.game_report import VISITS, game_report
from irgo_app.review.game_line import game_line
from irgo_app.service.plan import compute
from irgo_app.sgf.parser import read_games
from tests.batch.games import small_game
from tests.conftest import GAMES
from tests.report.small_reports import HANGING, SHORT

LAYERS = ("influence.paths", "colourmap", "estimate", "clusters")
PAGE = Path(__file__).parents[2] / "docs" / "batch.md"


def fake_katago(mode: str) -> EngineProfile:
    script = Path(__file__).parents[1] / "engines" / "fake_katago_json.py"
    return EngineProfile("Fake", shlex.join([sys.executable, str(script), mode]), kind=KATAGO_JSON)


def record_of(path: Path, options: BatchOptions) -> GameRecord:
    source = Source(path)
    return analysed(works_of(source, source.read())[0], options)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> tuple[GameRecord, irgo.Game]:
    path = tmp_path_factory.mktemp("games") / "game.sgf"
    moves = GAMES[0].read_text("utf-8").split(";")[:42]
    path.write_text(";".join(moves) + ")", "utf-8")
    return record_of(path, BatchOptions(LAYERS)), irgo.open_game(path)


def test_a_record_has_all_columns_and_no_other(record: tuple[GameRecord, irgo.Game]) -> None:
    found, game = record
    assert set(found.game) == {column.name for column in game_columns(LAYERS)}
    assert {*found.moves, "id"} == {column.name for column in move_columns(LAYERS)}
    assert {len(cells) for cells in found.moves.values()} == {len(game.moves)}


@pytest.mark.parametrize("layer", COMPUTED, ids=lambda layer: layer.name)
def test_any_layer_that_irgo_computes_has_columns_of_its_own(layer: Layer, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(small_game(3))
    found = record_of(path, BatchOptions((layer.name,)))
    for cells, columns in ((found.game, game_columns((layer.name,))),
                           ({**found.moves, "id": []}, move_columns((layer.name,)))):
        assert sorted(cells) == sorted(column.name for column in columns)


def test_leads_are_told_with_who_judged_and_how_far_it_read(
    record: tuple[GameRecord, irgo.Game]
) -> None:
    found, _ = record
    assert (found.game["judge"], found.game["visits"]) == ("irgo's reader", 1)
    assert set(found.moves["judge"]) == {"irgo's reader"} and set(found.moves["visits"]) == {1}


def test_columns_are_explained_in_the_page() -> None:
    text = PAGE.read_text("utf-8")
    for column in (*game_columns(), *move_columns()):
        assert f"`{column.name}`" in text, column.name


def test_moves_and_maps_are_those_of_the_game(record: tuple[GameRecord, irgo.Game]) -> None:
    found, game = record
    assert list(zip(found.moves["colour"], found.moves["vertex"], strict=True)) == game.moves
    for number in (1, 17, len(game.moves)):
        node = game.at(number)
        assert found.moves["territory_black"][number - 1] == node.layer("territory").count["B"]
        paths = node.map("influence.paths")
        assert found.moves["influence_paths_white"][number - 1] == pytest.approx(
            -paths[paths < 0].sum(), abs=1e-3)
        inner = node.layer("moyo").inner
        assert found.moves["moyo_white"][number - 1] == np.count_nonzero(inner == -1)
        row, column = found.moves["row"][number - 1], found.moves["column"][number - 1]
        assert node.stones[row, column] == {"B": 1, "W": -1}[game.moves[number - 1][0]]


def test_losses_add_up_and_follow_from_the_leads(record: tuple[GameRecord, irgo.Game]) -> None:
    found, _ = record
    leads, losses = found.moves["lead"], found.moves["loss"]
    assert losses[1:] == found.moves["fell"][1:] and set(found.moves["best"]) == {None}
    for index in range(1, len(leads)):
        sign = {"B": 1, "W": -1}[found.moves["colour"][index]]
        assert losses[index] == pytest.approx(
            max(0.0, sign * (leads[index - 1] - leads[index])), abs=0.01)
    for side, letter in (("black", "B"), ("white", "W")):
        own = [loss for loss, colour in zip(losses, found.moves["colour"], strict=True)
               if colour == letter]
        assert found.game[f"{side}_lost"] == pytest.approx(sum(own), abs=0.05)
        by_phase = [found.game[f"{side}_lost_{phase}"] or 0.0
                    for phase in ("opening", "middle", "endgame")]
        assert sum(by_phase) == pytest.approx(sum(own), abs=0.05)


def test_what_passes_lose_is_lost_and_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]KM[0];B[ee];W[];B[ce];W[];B[ge];W[];B[ec])")
    found = record_of(path, BatchOptions())
    losses = found.moves["loss"][1::2]
    assert found.moves["vertex"][1] == "pass" and max(losses) >= 3
    assert found.game["white_lost"] == pytest.approx(sum(losses), abs=0.05)
    assert found.game["white_mistakes"] == found.game["white_worst"] == 0


def test_a_game_is_the_same_record_wherever_and_however_often(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(small_game(5))
    one, other = (record_of(path, BatchOptions()) for _ in range(2))
    assert one.moves == other.moves
    assert {**one.game, "seconds": 0} == {**other.game, "seconds": 0}


def test_studies_say_what_a_report_says(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(SHORT.replace("{black}", "Kim"))
    options = BatchOptions(has_studies=True)
    source = Source(path)
    found = record_of(path, options)
    line = game_line(read_games(source.read()).games[0])
    told = game_report(line, own_judge(line.positions[0], line.komi),
                       lambda request: compute(request, None), ReportOptions(has_diagrams=False),
                       has_studies=True)
    turns = found.game["turning_points"]
    assert (found.game["visits"], found.moves["visits"]) == (
        VISITS, [said.visits for said in told.review.told[1:]])
    assert (found.game["lead"], found.game["lead_visits"]) == (
        found.moves["lead"][-1], found.moves["visits"][-1])
    assert found.game["lead_visits"] > VISITS, "its last position is read further"
    assert turns, "two of its moves are mistakes that anybody sees"
    assert [turn["move"] for turn in turns] == [turn.point.number for turn in told.turns]
    assert [turn["swing"] for turn in turns] == [
        turn.study and round(turn.study.swing, 1) for turn in told.turns]
    for turn in turns:
        assert found.moves["best"][turn["move"] - 1] == turn["best"]
        assert turn["points"] >= 2
    assert any(turn["black_first"] or turn["white_first"] for turn in turns)
    losses, searched = found.moves["loss"], told.review.whys
    assert [loss is not None for loss in losses] == [
        number in searched for number in range(1, len(losses) + 1)]
    assert any(loss is None for loss in losses), "some were not searched again"
    for side, letter in (("black", "B"), ("white", "W")):
        for column in ("loss", "fell"):
            own = [cell or 0.0 for cell, colour in zip(
                found.moves[column], found.moves["colour"], strict=True) if colour == letter]
            name = {"loss": "lost", "fell": "fell"}[column]
            assert found.game[f"{side}_{name}"] == pytest.approx(sum(own), abs=0.05)
    assert table_of({name: [cell] for name, cell in found.game.items()},
                    schema_of(game_columns())).to_pylist()[0] == found.game


def test_a_board_that_is_not_judged_has_that_as_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "small.sgf"
    path.write_text("(;SZ[5];B[cc];W[bb])")
    with pytest.raises(IrgoError, match="this one is 5x5"):
        record_of(path, BatchOptions())


def test_passes_are_rows_too(tmp_path: Path) -> None:
    path = tmp_path / "small.sgf"
    path.write_text("(;SZ[7]KM[0];B[cc];W[bb];B[];W[])")
    found = record_of(path, BatchOptions())
    assert found.moves["vertex"][-2:] == ["pass", "pass"]
    assert found.moves["row"][-1] is None


def test_an_engine_judges_in_place_of_the_reader(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(small_game(5))
    found = record_of(path, BatchOptions(engine=fake_katago("single")))
    assert found.game["judge"] == "Fake"
    assert set(found.moves["lead"]) == {1.5}


def test_games_and_their_problems_are_judged_by_one_running_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[EngineProfile] = []

    class Counted(KataGoJudge):
        def __init__(self, profile: EngineProfile, *arguments: Any, **named: Any) -> None:
            started.append(profile)
            super().__init__(profile, *arguments, **named)

    monkeypatch.setattr(judges, "KataGoJudge", Counted)
    path = tmp_path / "game.sgf"
    path.write_text(HANGING)
    engine = replace(fake_katago("single"), name="Counted")
    for _ in range(2):
        found = record_of(path, BatchOptions(has_problems=True, engine=engine))
        assert found.game["judge"] == "Counted"
    assert len(started) == 1


def test_a_game_whose_engine_fails_is_broken_and_the_next_gets_another(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(small_game(5))
    for _ in range(2):
        with pytest.raises(EngineError):
            record_of(path, BatchOptions(engine=fake_katago("crash")))


def test_an_engine_without_points_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="gives no score"):
        BatchOptions(engine=EngineProfile("Gnu", "gnugo --mode gtp"))


@pytest.mark.parametrize(("text", "sentence"), [
    ("(;SZ[9]AB[aa])", "no moves"),
    ("(;SZ[3]" + ";B[aa];W[bb]" * 50 + ")", "100 moves"),
])
def test_what_is_no_game_has_a_reason(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(text)
    with pytest.raises(IrgoError, match=sentence):
        record_of(path, BatchOptions())


def test_options_that_cannot_be_are_one_sentence() -> None:
    with pytest.raises(LayerError, match="did you mean"):
        BatchOptions(("teritory",))
    with pytest.raises(UsageError, match="what an engine says"):
        BatchOptions(("ownership",))
    with pytest.raises(UsageError, match="once"):
        BatchOptions(("moyo", "moyo"))
