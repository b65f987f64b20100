"""What is told of a group: its eyes, its way out, its weakest point, its worth."""

from pytestqt.qtbot import QtBot

from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.study import sentences
from irgo_app.gui.models.study.sentences import group_facts, way_out
from irgo_app.judging import judgement_words
from tests.gui.corner import group_at, show_corner


def out_of(models: Models, columns: int, *names: str) -> tuple[str, int, bool] | None:
    """Return the way out of the stones on some points, by the name of where it leads."""
    stones = sorted(point_of_vertex(name, columns, columns) for name in names)
    found = way_out(models.review.position, stones)
    return None if found is None else (vertex(found[0], columns, columns), *found[1:])


def test_a_way_out_leads_into_the_open_or_to_a_friend(models: Models) -> None:
    models.review.new_game(19, 19, {"AB": ["dd"], "AW": ["cf", "fc"]})
    found = out_of(models, 19, "D16")
    assert found is not None and not found[2] and found[1] > 1, "it has to run a little"
    models.review.new_game(9, 9, {"AB": ["aa", "da"], "AW": ["ab", "bb", "cb", "db", "eb", "fa"]})
    assert out_of(models, 9, "A9") == ("D9", 2, True)
    stones = [point_of_vertex("A9", 9, 9)]
    assert way_out(models.review.position, stones, dead={point_of_vertex("D9", 9, 9)}) is None
    models.review.new_game(9, 9, {"AB": ["aa"], "AW": ["ab", "bb", "ca"]})
    assert out_of(models, 9, "A9") is None


def test_a_group_in_the_corner_is_told_of_in_sentences(models: Models, qtbot: QtBot) -> None:
    show_corner(models, qtbot)
    group = group_at(models, "B8")
    models.life.ask_groups()
    qtbot.waitUntil(lambda: not models.life.is_working)
    groups = models.groups.here()
    region = models.life.of_group(group, groups.regions)
    facts = list(map(str, group_facts(models.review.position, region, models.life.verdict(group))))
    assert facts[1] == "Way out: none, it is shut in."
    assert facts[2] == "Weakest point: B9; Black there kills it."
    assert facts[3].startswith("At stake: 5 stones")
    assert not any("Weakest" in str(fact) for fact in group_facts(
        models.review.position, region, None)), "without a search nothing is known of it"


def test_the_window_calls_a_lead_even_where_reports_do() -> None:
    for lead in (0.0, 0.3, -0.49, 0.5, -0.6, 4.2):
        is_even = str(judgement_words.lead_words(lead)) == "the game is even"
        assert (sentences.lead_words(lead) == "even") == is_even
    assert sentences.lead_words(-0.6) == "White +0.6"
