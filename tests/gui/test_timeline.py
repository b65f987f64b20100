"""The timeline below the board: one clear curve, to the end of every game."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from irgo_app.engines.evaluation import Candidate, EngineEvaluation
from irgo_app.go.point import BLACK, WHITE
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.timeline import LostMove
from irgo_app.gui.views import timeline_plot
from irgo_app.gui.views.timeline import LossesPanel, TimelinePanel, without_loss
from irgo_app.gui.views.timeline_plot import (CURVES, TimelinePlot, TimelineSign, marks_of,
                                              move_ticks, one_side, runs, smoothed, stretches,
                                              ticks)
from irgo_app.language import LANGUAGES
from irgo_app.resource_files import resource_path
from irgo_app.review.turning_points import Mistake
from irgo_app.sgf.edits import set_comment, toggle_bookmark
from irgo_app.sgf.parser import read_games
from irgo_app.words import speaking, translated
from tests.gui.conftest import Window, figures


def test_a_pair_of_moves_is_averaged() -> None:
    assert smoothed([2.0, 4.0, 0.0, None, 6.0, 8.0]) == [2.0, 3.0, 2.0, None, 6.0, 7.0]


def test_a_missing_value_leaves_a_gap() -> None:
    assert runs([1.0, 2.0, None, None, 3.0], 10) == [[(10.0, 1.0), (11.0, 2.0)], [(14.0, 3.0)]]
    assert runs([None]) == []


def test_an_area_ends_where_the_curve_crosses_zero() -> None:
    run = [(0.0, 2.0), (1.0, -2.0), (2.0, -1.0)]
    assert one_side(run, 1) == [(0.0, 2.0), (0.5, 0.0), (1.0, 0.0), (2.0, 0.0)]
    assert one_side(run, -1) == [(0.0, 0.0), (0.5, 0.0), (1.0, -2.0), (2.0, -1.0)]


def test_what_is_missing_is_told_in_stretches() -> None:
    assert stretches([True, False, True, True], 5) == [(5, 5), (7, 8)]


@pytest.fixture
def timeline(window: Window, qtbot: QtBot) -> TimelinePanel:
    """The timeline, with all that there is to know of the game."""
    found = window.panels["timeline"]
    assert isinstance(found, TimelinePanel)
    bridge = window.models.service
    qtbot.waitUntil(lambda: not bridge.service.is_looking_ahead)
    found.refresh()
    return found


def test_the_lead_alone_is_shown_at_first(timeline: TimelinePanel) -> None:
    assert [name for name, chip in timeline.chips.items() if chip.isChecked()] == ["lead"]
    assert [name for name in ("lead", "influence", "territory", "moyo")
            if name in timeline.plot.shown] == ["lead"]
    assert "winrate" not in timeline.plot.shown


@pytest.mark.parametrize("height, most", [(50, 2), (100, 5), (400, 20)])
def test_numbers_at_the_axis_never_stand_on_each_other(height: int, most: int) -> None:
    for low, high in ((-12.0, 12.0), (-20.0, 65.0), (-361.0, 361.0)):
        found = ticks(low, high, height, 20)
        assert 1 <= len(found) <= most + 1 and 0 in found
        assert all(low <= value <= high for value in found)
        assert all((after - before) * height / (high - low) >= 20
                   for before, after in pairwise(found))


@pytest.mark.parametrize("reach", [14.9, 19.9, 46.0, 99.0, 186.0, 447.0])
def test_a_low_axis_has_a_number_besides_zero(reach: float) -> None:
    low_plot = 38
    for low, high in ((-reach, reach), (-14.9, reach), (-reach, 14.9)):
        found = ticks(low, high, low_plot, 20, 5)
        assert any(found) and 0 in found
        assert all((after - before) * low_plot / (high - low) >= 11
                   for before, after in pairwise(found))


def test_a_chip_shows_its_curve_and_is_remembered(
    timeline: TimelinePanel, window: Window, qtbot: QtBot
) -> None:
    for name in ("territory", "winrate"):
        qtbot.mouseClick(timeline.chips[name], Qt.MouseButton.LeftButton)
    assert "territory" in timeline.plot.shown
    assert "winrate" in timeline.plot.shown
    assert window.models.layout.texts["timeline"] == "lead territory winrate"
    # The chip has the curve's colour, and the value is told with the lead.
    colour = timeline.chips["territory"].icon().pixmap(20, 20).toImage().pixelColor(10, 10)
    row = next(row for row in CURVES if row.id == "territory")
    assert colour.getRgb()[:3] == row.colour
    assert timeline.chips["moyo"].icon().isNull()
    window.models.review.go_to(window.models.review.game.main_line()[-1])
    known = figures(timeline, "territory")[-1]
    assert row.value_of is not None
    assert f"secured already {row.value_of(known):+.0f}" in timeline.now.text()
    assert "Moyo" not in timeline.now.text()
    window.models.layout.reset()
    assert "territory" not in timeline.plot.shown and timeline.chips["lead"].isChecked()


def test_back_on_the_main_line_the_way_forward_is_the_games(
    timeline: TimelinePanel, window: Window, qtbot: QtBot
) -> None:
    review = window.models.review
    line = review.game.main_line()
    review.go_to(line[4])
    review.play(60)
    review.play(62)
    back = window.actions_by_id["to_main_line"]
    back.trigger()
    assert review.node is line[4]
    timeline.refresh()
    assert len(timeline.plot.drawn("lead")) == len(line)
    window.actions_by_id["forward"].trigger()
    assert review.node is line[5]
    # Also from the fork itself, to which one steps back.
    review.go_to(line[4].children[1])
    review.go_to(line[4])
    back.trigger()
    window.actions_by_id["forward"].trigger()
    assert review.node is line[5]


def test_the_curves_reach_the_end_though_the_cache_is_small(
    timeline: TimelinePanel, window: Window, qtbot: QtBot
) -> None:
    models = window.models
    models.service.service._cache.budget = 200_000
    models.review.new_game(9, 9, {})
    for point in range(0, 76, 2):
        models.review.play(point)
    models.review.go_to(models.review.game.root)
    line = models.review.game.main_line()

    def is_drawn() -> bool:
        timeline.refresh()
        return all(len(timeline.plot.drawn(name)) == len(line)
                   for name in ("lead", "influence", "territory", "moyo"))

    qtbot.waitUntil(is_drawn)
    known = [node for node in line
             if models.shown.result_for(models.shown.named("estimate"), node) is not None]
    assert len(known) < len(line) / 2, "the maps of most moves have no room"
    assert not timeline.plot.missing


@pytest.mark.long_game
def test_what_a_curve_shows_does_not_depend_on_the_layers_shown(
    timeline: TimelinePanel, window: Window
) -> None:
    curves = ("lead", "influence", "territory", "moyo")
    before = [timeline.plot.drawn(name) for name in curves]
    models = window.models
    for index in range(len(models.shown.layers)):
        models.shown.change(models.shown.layers[index], is_on=index % 3 == 1)
    timeline.refresh()
    assert [timeline.plot.drawn(name) for name in curves] == before


@pytest.mark.long_game
def test_what_is_not_computed_is_hatched_and_draws_no_line(
    timeline: TimelinePanel, window: Window
) -> None:
    models = window.models
    line = models.review.game.main_line()
    known = models.judgements.known
    models.judgements.known = (  # type: ignore[method-assign]
        lambda node: {} if 30 <= models.review.game.move_number(node) < 50 else known(node))
    timeline.refresh()
    assert timeline.plot.missing == [(30, 49)]
    values = timeline.plot.values["lead"]
    assert [number for number, value in enumerate(values) if value is None] == list(range(30, 50))
    assert len(timeline.plot.drawn("lead")) == len(line) - 20
    plot = timeline.plot
    places = {number: QPointF(plot.pixel_of(number), plot._height_of(values[20] or 0.0))
              for number in (20, 40)}
    assert plot.range_path().contains(places[20])
    assert not plot.range_path().contains(places[40]) and "not computed" in timeline._words_of(40)


def test_a_board_that_is_not_judged_has_no_curve_of_the_lead(
    timeline: TimelinePanel, window: Window, qtbot: QtBot
) -> None:
    window.models.review.new_game(25, 25, {})
    qtbot.waitUntil(lambda: not window.models.service.service.is_looking_ahead)
    timeline.refresh()
    assert timeline.plot.drawn("winrate") == [] and timeline.plot.missing == []


@pytest.mark.long_game
def test_a_drag_goes_through_the_moves(
    timeline: TimelinePanel, window: Window, qtbot: QtBot
) -> None:
    review = window.models.review
    plot, seen = timeline.plot, []
    review.node_changed.connect(lambda: seen.append(review.game.move_number(review.node)))
    line = review.game.main_line()
    middle = plot.height() // 2

    def place(number: int) -> QPoint:
        return QPoint(round(plot.pixel_of(number)), middle)

    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=place(20))
    for number in (40, 60, len(line) - 1):
        qtbot.mouseMove(plot, place(number))
    qtbot.waitUntil(lambda: review.node is line[-1])
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=place(len(line) - 1))
    assert seen[0] == 20 and seen == sorted(seen)
    qtbot.mouseMove(plot, place(10))
    assert review.node is line[-1], "without the button nothing moves"


@pytest.mark.long_game
def test_comments_bookmarks_variations_and_losses_are_marked(
    timeline: TimelinePanel, window: Window, qtbot: QtBot
) -> None:
    models = window.models
    review = models.review
    line = review.game.main_line()
    review.apply(set_comment(line[12], "here"))
    review.apply(toggle_bookmark(line[15]))
    review.go_to(line[20])
    review.play(next(point for point, cell in enumerate(review.position.cells)
                     if not cell and review.why_not(point) is None
                     and line[21].move != (review.position.to_play, point)))
    review.go_to(line[-1])
    models.losses.refresh()
    timeline.refresh()
    found = {sign: {mark.number for mark in timeline.plot.marks if mark.sign is sign}
             for sign in TimelineSign}
    assert 12 in found[TimelineSign.COMMENT]
    assert found[TimelineSign.BOOKMARK] == {15} and found[TimelineSign.VARIATION] == {20}
    worst = models.losses.moves[0]
    assert worst.number in found[TimelineSign.LOSS]
    words = timeline._words_of(worst.number)
    assert f"lost {worst.mistake.points:.1f} points" in words and words.startswith("Move ")
    QToolTip.hideText()


def test_the_range_narrows_as_the_game_goes_on(timeline: TimelinePanel, models: Models) -> None:
    low, high = timeline.plot.ends[0]
    assert low < timeline.plot.drawn("lead")[0] < high


@pytest.mark.long_game
def test_the_next_loss_is_gone_to_when_the_moves_are_judged(window: Window, qtbot: QtBot) -> None:
    models = window.models
    root = models.review.node
    assert not models.losses.is_complete
    window.actions_by_id["mistake_forward"].trigger()
    assert "still being judged" in window.messages.text and models.review.node is root
    qtbot.waitUntil(lambda: models.review.node is not root)
    assert models.losses.is_complete and models.losses.beside(-1) is None


def test_a_few_visits_make_no_mistakes_and_the_other_curve_says_whose_it_is(
    window: Window, qtbot: QtBot
) -> None:
    models = window.models
    line = models.review.game.main_line()
    for visits in (10, 100):
        for place, node in enumerate(line[:4]):
            models.evaluations.note(node, EngineEvaluation(
                (Candidate(0, visits, 0.5),), visits, 0.5, -20.0 if place == 3 else 0.0))
        models.losses.refresh()
        by_engine = [lost for lost in models.losses.moves if lost.mistake.by_engine]
        assert bool(by_engine) == (visits == 100)
    assert {lost.judge for lost in by_engine} == {"engine"}
    timeline = window.panels["timeline"]
    assert isinstance(timeline, TimelinePanel)
    timeline.refresh()
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timeline_plot, "paint_legend", lambda painter, rows, *where: told.extend(
            text for _, text in rows))
        timeline.plot.resize(timeline.plot.width() + 1, timeline.plot.height())
        timeline.plot.grab()
    assert "irgo: Lead" in told
    # The legend has a row of its own: no curve lies under it.
    alone = TimelinePlot(lambda number: "")
    qtbot.addWidget(alone)
    tops = [plot._height_of(plot._high) for plot in (timeline.plot, alone)]
    assert tops[0] >= tops[1] + timeline.plot.fontMetrics().height() // 2


def test_a_board_that_is_not_judged_is_said_to_be_so(window: Window, qtbot: QtBot) -> None:
    models, panel = window.models, window.panels["losses"]
    assert isinstance(panel, LossesPanel)
    models.review.open_games(read_games(b"(;SZ[21];B[dd];W[aa];B[pp];W[ua];B[dp])"), None)
    models.losses.refresh()
    sentence = "irgo judges boards of 7 to 19 lines; this one is 21x21."
    assert panel.empty.text() == sentence and models.losses.moves == ()
    window.actions_by_id["mistake_forward"].trigger()
    assert window.messages.text == sentence
    assert models.ishida.remark() == sentence and models.ishida.picture() is None
    assert not list(models.judgements.known(models.review.node))
    qtbot.waitUntil(lambda: not models.service.service.is_looking_ahead)
    assert window.messages.text == sentence, "looking ahead asked for nothing that is not judged"


@pytest.mark.parametrize(("moves", "number", "lost"), [
    ("B[ee];W[gg];B[cc];W[cg]", 3, [3]), ("B[ee];W[gg];B[];W[cg]", 3, [3]),
    ("B[ee];W[gg];B[];W[]", 3, []), ("B[ee];W[gg];B[cc];W[];B[];W[]", 5, [])])
def test_a_pass_is_told_as_a_loss_unless_it_ends_the_game(
    window: Window, moves: str, number: int, lost: list[int]
) -> None:
    models = window.models
    models.review.open_games(read_games(f"(;SZ[9];{moves})".encode()), None)
    for place, node in enumerate(models.review.game.main_line()):
        models.evaluations.note(node, EngineEvaluation(
            (Candidate(0, 100, 0.5),), 100, 0.5, -20.0 if place >= number else 0.0))
    models.losses.refresh()
    assert [found.number for found in models.losses.moves] == lost
    assert [mark.number for mark in marks_of(
        models.review.game.main_line(), 0, models.losses.moves)] == lost


def test_a_node_that_only_sets_up_is_no_move(timeline: TimelinePanel, window: Window) -> None:
    review = window.models.review
    review.open_games(read_games(b"(;SZ[9];B[ee];AB[cc];W[gg])"), None)
    for place, number in ((2, 1), (3, 2)):
        review.go_to(review.game.main_line()[place])
        timeline.refresh()
        assert timeline.now.text().startswith(f"Move {number} "), timeline.now.text()
    assert timeline.plot.numbers == [0, 1, 1, 2]
    assert dict(move_ticks(0, 5, timeline.plot.numbers, 900, 50)) == {0: 0, 1: 1, 2: 3, 3: 4, 4: 5}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_of_the_list_tells_its_loss_once(language: str) -> None:
    with speaking(resource_path("words"), language):
        for text in ("{0}. Black {1}: −{2}", "{0}. White {1}: −{2}"):
            shown = without_loss(translated(text).format(87, "L6", "6.4"))
            assert "L6" in shown and "6.4" not in shown and shown == shown.strip()


def test_a_judge_keeps_its_colour_when_it_comes_to_judge_the_curve(
    timeline: TimelinePanel, window: Window
) -> None:
    models, plot = window.models, timeline.plot

    def colours() -> dict[str, str]:
        timeline.refresh()
        return {plot.judge: plot.lead_pen(is_other=False).color().name(),
                plot.other: plot.lead_pen(is_other=True).color().name()}

    line = models.review.game.main_line()
    for node in line[:3]:
        models.evaluations.note(node, EngineEvaluation((), 100, 0.5, 1.0), "KataGo")
    before = colours()
    assert plot.judge == "irgo" and plot.other == "KataGo" and len(set(before.values())) == 2
    for node in line[3:]:
        models.evaluations.note(node, EngineEvaluation((), 100, 0.5, 1.0), "KataGo")
    after = colours()
    assert plot.judge == "KataGo" and plot.other == "irgo" and after == before


def test_times_of_moves_are_a_thin_curve_and_a_column_and_mn_numbers_the_axis(
    timeline: TimelinePanel, window: Window
) -> None:
    plot, review = timeline.plot, window.models.review
    assert plot.times == {} and not plot.time_path(BLACK)
    review.open_games(read_games(
        b"(;SZ[9]TM[600];MN[51]B[ee]BL[590];W[cc]WL[500];B[gg]BL[550])"), None)
    timeline.refresh()
    assert list(plot.numbers) == [50, 51, 52, 53]
    assert move_ticks(0, 13, [0, 1, 51, 52], 500, 56) == [(0, 0), (60, 11)]
    black, white = plot.time_path(BLACK), plot.time_path(WHITE)
    assert (len(black), len(white)) == (2, 1)
    assert black[0].y() > black[1].y() > white[0].y() > 0.6 * plot.height()
    node = review.game.main_line()[2]
    losses = window.models.losses
    assert losses._lost(Mistake(2, WHITE, 7.0, None, by_engine=False)).number == 52
    review.go_to(node)
    assert "took 1 min 40 s" in timeline.now.text()


def test_a_row_of_the_list_tells_how_long_its_move_took(
    window: Window, qtbot: QtBot
) -> None:
    losses, panel = window.models.losses, window.panels["losses"]
    assert isinstance(panel, LossesPanel)
    node = window.models.review.game.main_line()[2]
    losses.moves = tuple(LostMove(node, 52, WHITE, 20, Mistake(
        2, WHITE, 7.0, None, by_engine=False), "irgo", seconds) for seconds in (100.0, None))
    panel.refresh()
    assert panel.list.item(0).text().endswith("took 1 min 40 s")
    panel.resize(420, 200)
    panel.list.resize(400, 200)
    with_time, without = (panel.list.grab(panel.list.visualItemRect(panel.list.item(row)))
                          .toImage() for row in (0, 1))
    assert with_time != without
