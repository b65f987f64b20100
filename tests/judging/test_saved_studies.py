"""Studies in the record: what is written is read again, and damage counts as not there."""

import json

import pytest

from irgo_app.go.point import BLACK, WHITE
from irgo_app.judging.life_answers import PROPERTY, save_studies, saved_studies
from irgo_app.judging.studies import studied
from irgo_app.judging.study import Place, Study, place_of_box, place_of_group, place_of_point
from irgo_app.sgf.edits import new_game
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.values import raw_of_text, text_of
from irgo_app.sgf.writer import write_games
from tests.judging.counting_judge import BOARD, CountingJudge, at

PLACES = (place_of_group(BOARD, [at("A8"), at("B8"), at("B9")], 2), place_of_point(BOARD, at("E5")),
          place_of_box(BOARD, at("F1"), at("H3")))


def study_in(place: Place) -> Study:
    return studied(BOARD, place, CountingJudge(komi=6.5), 8)


@pytest.mark.parametrize("place", PLACES)
def test_what_is_kept_is_read_again_from_the_file(place: Place) -> None:
    study = study_in(place)
    game = new_game(9, 9)
    edit = save_studies(game.root, BOARD, [("", study), ("KataGo", study)])
    assert edit is not None
    edit.apply(game)
    [again] = read_games(write_games([game])).games
    found = saved_studies(again.root, BOARD)
    assert [reader for reader, _ in found] == ["", "KataGo"]
    for _, kept in found:
        assert kept.place == place and kept.at == study.at and kept.engine == study.engine
        assert kept.swing == pytest.approx(study.swing, abs=0.02)
        assert kept.initiative is study.initiative
        for first in (BLACK, WHITE):
            old, new = study.if_first(first), kept.if_first(first)
            assert new.moves == old.moves and new.end == old.end
            assert new.outcome is old.outcome and new.dead == old.dead
            assert new.lead == pytest.approx(old.lead, abs=0.01)
            assert new.ownership == (old.ownership and pytest.approx(old.ownership, abs=0.006))


def test_nothing_is_written_where_there_is_nothing() -> None:
    assert save_studies(new_game(9, 9).root, BOARD, []) is None


@pytest.mark.parametrize("change", [
    {"v": 99}, {"rest": float("nan")}, {"rest": "many"}, {"B": None}, {"stones": "E5"},
    {"stones": ""}, {"point": "Z99"}, {"W": {"moves": "B"}}, {"komi": 1e300}])
def test_damage_counts_as_not_there(change: dict[str, object]) -> None:
    game = new_game(9, 9)
    edit = save_studies(game.root, BOARD, [("", study_in(PLACES[0]))])
    assert edit is not None
    edit.apply(game)
    [raw] = game.root.properties[PROPERTY]
    document = json.loads(text_of(raw)) | change
    game.root.properties[PROPERTY] = ["{", "[]", "3", raw_of_text(json.dumps(document))]
    assert saved_studies(game.root, BOARD) == []
