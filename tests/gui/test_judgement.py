"""One judgement in the window: header, timeline, count and reading on tell the same."""

import re

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from irgo_app.engines.evaluation import EngineEvaluation
from irgo_app.engines.profile import itself
from irgo_app.gui.models.judgement import Judgements, chance_words
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode
from irgo_app.gui.views.layers import LayersPanel
from irgo_app.gui.views.style import DARK, LIGHT, UiColours, apply_style
from irgo_app.gui.views.timeline import TimelinePanel
from irgo_app.gui.views.window.lead_bar import LeadBar
from irgo_app.judging.judgement import Judgement
from irgo_app.sgf.parser import read_games
from tests.gui.conftest import QtBot, Window

FINISHED = b"""(;SZ[9]KM[0.5]RU[Japanese]
AB[da][db][dc][dd][de][df][dg][dh][di][ca][cc][ce][cg][ci][ac][ad][bg]
AW[ea][eb][ec][ed][ee][ef][eg][eh][ei][fa][fc][fe][fg][fi][ic][id][hg][cd];B[];W[])"""
"""Four lines of Black's, with one dead stone of White's at C6, and five of White's."""


def lead_bar(window: Window) -> LeadBar:
    found = window.header.findChild(LeadBar)
    assert found is not None
    return found


def at_rest(models: Models, qtbot: QtBot) -> Judgement:
    """Return what is told of the current node once that is known."""
    qtbot.waitUntil(lambda: models.judgements.of() is not None, timeout=60_000)
    found = models.judgements.of()
    assert found is not None
    return found


def far_from(said: Judgement, visits: int) -> Judgement:
    """Return a deeper reading that says another number, beyond what it is unsure of."""
    return replace(said, lead=said.lead + 9.0, margin=2.0, visits=visits)


def test_a_deeper_reading_moves_header_and_curve_together(window: Window, qtbot: QtBot) -> None:
    models, timeline = window.models, window.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    models.review.go_to(models.review.game.main_line()[6])
    look = at_rest(models, qtbot)
    assert "irgo, one look" in lead_bar(window).text()
    models.judgements.note(models.review.node, replace(look, lead=look.lead + 0.5, visits=240))
    assert models.judgements.of() is not None and models.judgements.of().visits == 1
    models.judgements.note(models.review.node, far_from(look, 240))
    assert "irgo, 240 positions" in lead_bar(window).text()
    timeline.refresh()
    assert timeline.plot.values["lead"][6] == look.lead + 9.0
    # Losses compare only readings that went equally far.
    assert models.judgements.look(models.review.node).lead == look.lead


def test_boards_that_are_compared_say_by_whom_their_leads_are(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.review.go_to(models.review.game.main_line()[6])
    models.comparing.pin()
    models.review.go_to(models.review.game.main_line()[7])
    models.judgements.note(models.review.node, far_from(at_rest(models, qtbot), 240))
    assert {caption.outcome.partition(" (")[2] for caption in models.twins.captions()} \
        == {"irgo, one look)", "irgo, 240 positions)"}


def test_the_header_follows_an_engine_and_names_irgo_beside(
    window: Window, qtbot: QtBot
) -> None:
    models, timeline = window.models, window.panels["timeline"]
    line = models.review.game.main_line()
    models.review.go_to(line[5])
    look = at_rest(models, qtbot)
    models.evaluations.note(line[5], EngineEvaluation((), 100, 0.08, -22.0), "KataGo")
    text = lead_bar(window).text()
    assert "White +22.0" in text and "White 92 %" in text and "KataGo, 100 positions" in text
    assert "irgo, one look: " in text
    qtbot.waitUntil(lambda: not models.service.service.is_looking_ahead)
    timeline.refresh()
    assert timeline.plot.values["lead"][5] == look.lead
    assert timeline.plot.drawn("other_lead") == [-22.0]
    for node in line:
        models.evaluations.note(node, EngineEvaluation((), 100, 0.08, -22.0), "KataGo")
    timeline.refresh()
    assert timeline.plot.drawn("lead") == [-22.0] * len(line)
    assert len(timeline.plot.drawn("other_lead")) == len(line)


def test_irgo_as_an_opponent_is_no_other_judge(window: Window, qtbot: QtBot) -> None:
    models, timeline = window.models, window.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    node = models.review.game.main_line()[5]
    models.review.go_to(node)
    look = at_rest(models, qtbot)
    models.evaluations.note(
        node, EngineEvaluation((), 199, 0.9, look.lead + 20.0), itself("normal").name)
    assert "irgo, 199 positions" in lead_bar(window).text()
    assert "one look" not in lead_bar(window).text()
    timeline.refresh()
    assert timeline.plot.values["lead"][5] == look.lead + 20.0
    assert timeline.plot.drawn("other_lead") == []


def test_header_and_count_agree_where_the_game_is_over(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.review.open_games(read_games(FINISHED), None)
    models.review.go_to(models.review.game.main_line()[-1])
    models.counting.toggle()
    qtbot.waitUntil(lambda: len(models.counting.dead) == 1, timeout=60_000)
    said = models.judgements.of()
    assert said is not None and said.is_counted and said.lead == models.counting.count.lead
    assert "counted" in lead_bar(window).text()


def test_the_count_of_a_finished_game_stays_however_far_it_is_analysed(
    window: Window, qtbot: QtBot
) -> None:
    models, timeline = window.models, window.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    models.review.open_games(read_games(FINISHED), None)
    node = models.review.game.main_line()[-1]
    models.review.go_to(node)
    qtbot.waitUntil(lambda: models.judgements.of() is not None)
    counted = models.judgements.of()
    assert counted is not None and counted.is_counted
    models.evaluations.note(node, EngineEvaluation((), 34_000, 0.9, counted.lead + 12.0),
                            itself("normal").name)
    assert models.judgements.of() is counted and "counted" in lead_bar(window).text()
    timeline.refresh()
    assert timeline.plot.values["lead"][-1] == counted.lead


def test_a_node_that_is_looked_at_is_read_on(models: Models, qtbot: QtBot) -> None:
    review = models.review
    review.go_to(review.game.main_line()[4])
    # In Review the search for places is this reading.
    models.layout.set_mode(Mode.EDIT)
    models.preferences.set("analyse_auto", True)
    request = models.judgements.request_for(review.node, 240)
    qtbot.waitUntil(lambda: models.service.cached(request) is not None, timeout=60_000)
    qtbot.waitUntil(lambda: not models.reading_on.is_reading)
    assert models.service.cached(request).visits >= 200
    models.preferences.set("analyse_auto", False)
    assert not models.reading_on.is_wanted


@pytest.mark.parametrize(("chance", "words"), [
    (0.92, "Black 92 %"), (0.08, "White 92 %"), (0.9999, "Black 99 %"), (None, "")])
def test_the_chance_is_the_leaders(chance: float | None, words: str) -> None:
    assert chance_words(Judgement(1.0, chance=chance)) == words
    assert chance_words(Judgement(1.0, chance=1.0, dead=frozenset())) == "Black 100 %"


def test_another_game_forgets_what_was_read(models: Models, qtbot: QtBot) -> None:
    judgements: Judgements = models.judgements
    look, node = at_rest(models, qtbot), models.review.node
    judgements.note(node, far_from(look, 240))
    assert judgements.known(node)[look.judge].visits == 240
    models.review.new_game(9, 9, {})
    assert at_rest(models, qtbot).visits == 1


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_the_lead_bar_says_in_light_and_dark_which_end_is_whose(
    window: Window, models: Models, qtbot: QtBot, qapp: QApplication, usual: float,
    colours: UiColours,
) -> None:
    apply_style(qapp, colours, 0)
    look = at_rest(models, qtbot)
    models.judgements.note(models.review.node, replace(far_from(look, 240), lead=20.0, margin=1.0))
    bar = lead_bar(window)
    picture = bar.grab().toImage()
    y, wide = 11, picture.width()
    lightness = {name: picture.pixelColor(round(x), y).lightness() for name, x in (
        ("Black's end", 7.5), ("Black's part", 0.3 * wide), ("White's part", 0.9 * wide),
        ("White's end", wide - 7.5))}
    assert lightness["Black's end"] < 100 < 200 < lightness["White's end"]
    assert lightness["Black's part"] < 120 < 200 < lightness["White's part"]
    if colours is DARK:
        ground = QColor(colours.window).lightness()
        assert lightness["Black's part"] > ground + 40, "it is no empty ground"


def test_the_ishida_view_tells_nothing_while_one_plays(window: Window, qtbot: QtBot) -> None:
    models = window.models
    models.shown.show_only({}, is_ishida=True)
    qtbot.waitUntil(lambda: models.ishida.picture() is not None)
    panel = window.panels["layers"]
    assert isinstance(panel, LayersPanel)
    for is_hidden in (True, False):
        with qtbot.waitSignal(models.ishida.changed):
            models.evaluations.hide(is_hidden=is_hidden)
        assert (models.ishida.picture() is None) == is_hidden
        assert bool(models.ishida.drawables(models.turn_signs)) != is_hidden
        assert ("Ishida" in models.overlays.values_at(0)) != is_hidden
        assert (panel.ishida_words.text() == "hidden while you play") == is_hidden


def test_the_ishida_view_is_drawn_of_what_is_told(window: Window, qtbot: QtBot) -> None:
    models = window.models
    node = models.review.game.main_line()[5]
    models.review.go_to(node)
    look = at_rest(models, qtbot)
    models.shown.show_only({}, is_ishida=True)
    qtbot.waitUntil(lambda: models.ishida.picture() is not None, timeout=60_000)
    seen = models.ishida.picture()
    assert re.fullmatch(r"\w+ · Ishida view [+-]\d\.\d\d", models.overlays.values_at(0))
    assert seen is not None and seen.view.ownership.min() < 0.9
    points = node.tree.columns * node.tree.rows
    blacks = replace(far_from(look, 240), ownership=(0.95,) * points)
    models.judgements.note(node, blacks)
    qtbot.waitUntil(lambda: models.ishida.picture() is not seen, timeout=60_000)
    assert models.ishida.picture().view.ownership.min() >= 0.9
    models.evaluations.note(node, EngineEvaluation(
        (), 100, 0.08, -22.0, ownership=(-0.97,) * points), "KataGo")
    qtbot.waitUntil(lambda: models.ishida.picture().view.ownership.max() <= -0.9, timeout=60_000)
