"""Games, nodes, pictures and studies as the library gives them."""

import copy
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

import irgo_app as irgo
from irgo_app.draw.drawables import Letter
from irgo_app.errors import UsageError
from irgo_app.judging.judgement import CalledOffError, JudgeTrust
from irgo_app.judging.result_json import judgement_as_json
from tests.conftest import DATA, GAMES
from tests.judging.counting_judge import CountingJudge
from tests.report.small_reports import HANGING

CORNERS = """
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . . . . . . .
    . . . . . . . . ."""


@pytest.fixture
def game() -> irgo.Game:
    return irgo.open_game(GAMES[0])


def test_a_game_tells_its_moves_and_nodes(game: irgo.Game) -> None:
    line = list(game)
    assert len(game) == len(line) == len(game.moves) + 1
    assert [node.move for node in line[1:]] == game.moves
    assert game.at(5).parent == game.at(4)
    assert game.at(4).children[0] == game.at(5)
    assert game.at(-1) == line[-1]
    assert game.node(game.at(7).address) == game.at(7)
    assert game.root.parent is None and game.root.move is None


def test_arrays_say_the_same_as_the_position(game: irgo.Game) -> None:
    node = game.at(40)
    position = node.position
    assert node.stones.dtype == np.int8 and node.stones.shape == (19, 19)
    for point in range(361):
        assert node.stones.flat[point] == position.colour_at(point)
    colour, vertex = node.move or ("", "")
    assert node.stones[node.index(vertex)] == {"B": 1, "W": -1}[colour]
    assert node.index("A1") == (18, 0) and node.index("t19") == (0, 18)


def test_a_map_is_positive_for_black_and_cannot_be_written(game: irgo.Game) -> None:
    values = game.at(60).map("influence.shadow")
    turned = irgo.game_of_diagram("\n".join(game.at(60).position.diagram()).translate(
        str.maketrans("XO", "OX"))).root.map("influence.shadow")
    np.testing.assert_array_equal(values, -turned)
    assert values.any()
    with pytest.raises(ValueError, match="read-only"):
        values[0, 0] = 1.0


def test_parameters_ride_on_the_name(game: irgo.Game) -> None:
    node = game.at(60)
    plain, other = node.map("influence.gnugo"), node.map("influence.gnugo:attenuation=5")
    assert (plain != other).any()


def test_json_is_that_of_the_command_line(
    game: irgo.Game, capsys: pytest.CaptureFixture[str]
) -> None:
    import json

    from irgo_app.__main__ import main

    assert main(["analyze", str(GAMES[0]), "--move", "60", "--json"]) == 0
    layers = json.loads(capsys.readouterr().out)["nodes"][0]["layers"]
    for name in ("influence.paths", "groups", "moyo", "estimate"):
        expected = {key: value for key, value in layers[name].items() if key != "params"}
        assert json.loads(json.dumps(game.at(60).json(name))) == expected


def test_the_ishida_view_is_a_picture_and_json() -> None:
    node = irgo.game_of_diagram(CORNERS).root
    told = node.json("ishida")
    assert told["kind"] == "ishida" and isinstance(told["places"], list) and told["places"]
    letters = {found.text: found.point for found in node.picture("ishida").diagram.drawables
               if isinstance(found, Letter)}
    assert {place["letter"]: divmod(letters[place["letter"]], 9) for place in told["places"]} \
        == {place["letter"]: node.index(place["move"]) for place in told["places"]}


def test_a_diagram_makes_a_position() -> None:
    root = irgo.game_of_diagram(CORNERS, to_play="W", komi=0.5).root
    assert root.to_play == "W"
    assert root.stones[root.index("C7")] == 1 and root.stones[root.index("G3")] == -1
    assert int(np.abs(root.stones).sum()) == 4
    oblong = irgo.game_of_diagram("...\n.X.")
    assert oblong.size == (3, 2)


def test_the_candidates_are_the_readers() -> None:
    found = irgo.game_of_diagram(CORNERS).root.json("candidates")["candidates"]
    assert isinstance(found, list) and found[0]["vertex"]


def test_a_group_is_studied_by_one_of_its_stones(game: irgo.Game) -> None:
    node = game.at(60)
    groups = node.json("groups")["regions"]
    assert isinstance(groups, list)
    group = groups[0]
    study = node.study(group["stones"][0], visits=8)
    assert study.name == group["name"]
    assert study.json()["name"] == group["name"]
    assert study.swing >= 0
    document = study.json()
    told = sum(reason["points"] for reason in document["reasons"])
    assert told + document["rest_of_swing"] == pytest.approx(document["swing"])


def test_a_studys_picture_numbers_its_moves() -> None:
    study = irgo.game_of_diagram(CORNERS).root.study("E5", visits=16)
    assert study.moves("B")[0] == ("B", "E5")
    texts = {element.text for element in ElementTree.fromstring(study.picture("B").svg).iter()
             if element.tag.endswith("text")}
    assert "1" in texts


def test_a_picture_is_an_image_of_its_own(game: irgo.Game, tmp_path: Path) -> None:
    picture = game.at(60).picture("influence.shadow", "groups", size=300)
    root = ElementTree.fromstring(picture._repr_svg_())
    assert root.tag.endswith("svg")
    stones = [element for element in root.iter() if element.get("fill") in (
        "url(#black)", "url(#white)")]
    assert len(stones) == int(np.abs(game.at(60).stones).sum())
    texts = {element.text for element in root.iter() if element.tag.endswith("text")}
    assert {"B1", "W1"} <= texts
    assert "href=\"http" not in picture.svg
    for name, start in (("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.svg", b"<?xml")):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    assert ElementTree.fromstring(game._repr_svg_()) is not None


@pytest.mark.parametrize(("ask", "sentence"), [
    (lambda node: node.map("moyo"), "no field"),
    (lambda node: node.map("moio"), "did you mean moyo"),
    (lambda node: node.layer("ownership"), "engine"),
    (lambda node: node.index("Z99"), "no point"),
    (lambda node: node.explain("pass"), "no point"),
    (lambda node: node.picture(theme="glass"), "wood"),
    (lambda node: node.picture("influence.shadow", style="fog"), "smooth"),
    (lambda node: node.picture(coordinates="runes"), "A1"),
    (lambda node: node.picture().save("board.gif"), ".svg"),
    (lambda node: node.study("E5").moves("black"), '"B" or "W"'),
    (lambda node: node.index(None), "A text such as D4 is wanted here, not None."),
    (lambda node: node.map(None), "A text such as moyo is wanted here, not None."),
    (lambda node: node.explain("E5", 3), "A text such as moyo is wanted here, not 3."),
    (lambda node: node.picture(size="a"), "A picture has"),
    (lambda node: node.picture(turn="a"), "A whole number is wanted here, not 'a'."),
    (lambda node: node.why(3), "A text such as D4 is wanted here, not 3."),
    (lambda node: node.life_and_death("E5"), "There is no stone at E5"),
    (lambda node: node.life_and_death("C3", "G7"), "A function is wanted here, not 'G7'."),
    (lambda node: node.picture().save(None), "A path is wanted here"),
])
def test_what_cannot_be_is_one_sentence(ask, sentence: str) -> None:
    node = irgo.game_of_diagram(CORNERS).root
    with pytest.raises(irgo.IrgoError) as raised:
        ask(node)
    assert sentence in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize("work", [
    lambda: irgo.open_game(GAMES[0], 1),
    lambda: irgo.open_game("no_such_file.sgf"),
    lambda: irgo.open_game(DATA),
    lambda: irgo.read_games("no game at all"),
    lambda: irgo.game_of_diagram("..\n."),
    lambda: irgo.game_of_diagram(""),
    lambda: irgo.game_of_diagram(".?.\n..."),
    lambda: irgo.open_game(GAMES[0]).at(9999),
    lambda: irgo.open_game(GAMES[0]).at(-9999),
    lambda: irgo.open_game(GAMES[0]).at("x"),
    lambda: irgo.open_game(GAMES[0]).node(None),
    lambda: irgo.open_game(GAMES[0]).play(None),
    lambda: irgo.open_game(GAMES[0]).find("feelings"),
    lambda: irgo.open_game(GAMES[0], "x"),
    lambda: irgo.open_game(None),
    lambda: irgo.read_games(None),
    lambda: irgo.read_games(StringIO("(;B[aa])")),
    lambda: irgo.game_of_diagram(None),
    lambda: irgo.open_game(GAMES[0]).story(tell="x"),
    lambda: irgo.run_batch(None, "out"),
    *(partial(irgo.run_batch, GAMES[0], "out", workers=workers)
      for workers in (0, -1, 513, "x", 1.5, None)),
    lambda: irgo.run_batch(GAMES[0], "out", layers=None),
    lambda: irgo.run_batch(GAMES[0], "out", layers=["moyo", 3]),
])
def test_bad_input_is_one_sentence(work) -> None:
    with pytest.raises(irgo.IrgoError) as raised:
        work()
    assert str(raised.value).endswith(".")


def test_a_damaged_file_opens_with_warnings() -> None:
    game, = irgo.read_games("(;SZ[19];B[pd];W[zz];B[dd]")
    assert game.warnings
    assert ("B", "Q16") in game.moves


def test_a_move_is_explained_and_places_are_found() -> None:
    node = irgo.read_games(
        b"(;SZ[9]KM[6.5];B[ee];W[gc];B[cc];W[gg];B[cg];W[ec];B[dd];W[fd])")[0].at(8)
    bad = node.why("A1", "F5", visits=60)
    assert bad.loss > 0 and bad.sentences[0].startswith("A1 loses")
    document = bad.json()
    assert (document["move"], document["instead"], document["to_play"]) == ("A1", "F5", "B")
    found = node.places(visits=60)
    assert found and found[0].behind == 0
    assert found[0].moves("B")[0][0] == "B" and found[0].moves("W")[0][0] == "W"
    assert found[0].sentence and found[0].json()["behind"] == 0
    for colour, said in zip(("Black", "White"), found[0].details, strict=True):
        assert said.startswith(f"{colour} first: {found[0].moves(colour[0])[0][1]}")
        assert said in found[0]._repr_html_()
    study = node.study("A1", visits=8)
    for answer, document in ((bad, bad.json()), (found[0], found[0].json()), (study, study.json())):
        assert (answer.judge, answer.visits) == (document["evaluator"], document["visits"])
    with pytest.raises(irgo.IrgoError):
        node.why("E5")


def test_moves_are_tried_on_a_copy() -> None:
    game = irgo.read_games("(;SZ[9]KM[6.5];B[ee];W[gc](;B[cc])(;B[gg];W[aa]))")[0]
    tried = game.play("C3", "B D4", "pass", at=game.node("0,0,1"))
    assert tried.moves == [("B", "E5"), ("W", "G7"), ("B", "G3"), ("W", "C3"), ("B", "D4"),
                           ("W", "pass")]
    assert game.moves == [("B", "E5"), ("W", "G7"), ("B", "C7")]
    assert game.play("J1", at=1).moves == [("B", "E5"), ("W", "J1")]
    with pytest.raises(UsageError, match="E5 cannot be played"):
        game.play("E5")
    with pytest.raises(UsageError):
        game.play("X D4")
    with pytest.raises(UsageError, match="another game's"):
        game.play("C3", at=tried.at(1))


def test_numbers_of_numpy_count_as_numbers(game: irgo.Game) -> None:
    assert game.at(np.int64(5)) == game.at(5)
    with pytest.raises(UsageError, match=r"at\(44\) is the node after so many moves"):
        game.node(np.int64(44))


def test_a_long_game_is_copied_and_a_place_stays_in_its_game() -> None:
    # More moves than Python nests calls.
    moves = ";B[ee];W[ef]" * 700
    game, = irgo.read_games(f"(;SZ[9]KM[6.5]{moves}(;B[aa])(;B[bb]))")
    copied = copy.deepcopy(game)
    assert copied.tree is not game.tree
    assert [node.address for node in copied.nodes()] == [node.address for node in game.nodes()]
    assert copied.info == game.info and copied.moves == game.moves
    assert copy.deepcopy(game.at(4)) == game.at(4)


def test_answers_show_what_they_are_in_a_line() -> None:
    node = irgo.read_games("(;SZ[7]KM[6.5];B[dd];W[fb];B[bb];W[ff])")[0].at(4)
    for answer in (node.judgement(), node.study("D2", visits=8), node.why("A1", visits=8),
                   *node.places(visits=60), *node.life_and_death("D4")):
        said = repr(answer)
        assert said.startswith(f"<{type(answer).__name__}: ") and len(said) < 110
        assert "\\x" not in said


def test_deaths_are_found_as_the_story_tells_them() -> None:
    game, = irgo.read_games(HANGING)
    told, found = game.story(turning_points=0), game.find("deaths")
    assert found and [fate.sentence for fate in found] == list(told.fates)
    assert [fate.json() for fate in found] == told.json()["fates"]
    assert all(1 <= fate.number <= len(game.moves) for fate in found)
    assert repr(found[0]).startswith("<GroupFate: ")


def test_what_is_out_of_range_is_one_sentence() -> None:
    node = irgo.read_games("(;SZ[9]KM[6.5];B[ee])")[0].at(-1)
    for size in (0, -5, 10**6):
        with pytest.raises(UsageError, match="A picture has"):
            node.picture(size=size)
    for ask in (node.places, partial(node.why, "C3"), node.judgement, partial(node.study, "C3")):
        for visits in (-1, 10**9):
            with pytest.raises(UsageError, match="to 40000"):
                ask(visits=visits)
    with pytest.raises(UsageError, match="a whole number from 1"):
        node.judgement(visits=0)
    for komi in ("6.5", float("nan"), float("inf"), [1], True):
        for make in (irgo.new_game, partial(irgo.game_of_diagram, ". .\n. .")):
            with pytest.raises(UsageError, match="A komi is a number of points, not "):
                make(komi=komi)
    for komi in (1e9, -100, 99.99999):
        with pytest.raises(UsageError, match="less than 100 points for either side"):
            irgo.new_game(9, komi=komi)
    assert irgo.new_game(9, komi=-99.5).info.komi == -99.5
    assert irgo.new_game(9, komi=np.float32(7.5)).info.komi == 7.5


@pytest.mark.parametrize(("ask", "sentence"), [
    (lambda: irgo.new_game((9,)), r"a pair of columns and rows such as \(13, 9\), not \(9,\)\."),
    (lambda: irgo.new_game("9"), "a number of lines such as 9"),
    (lambda: irgo.new_game((9, "9")), "A whole number is wanted here, not '9'"),
    (lambda: irgo.new_game(9, handicap="2"), "A whole number is wanted here, not '2'"),
    (lambda: irgo.new_game(9, handicap=True), "A whole number is wanted here, not True"),
    (lambda: irgo.game_of_diagram(b". .\n. ."), "A text such as `. X O` is wanted here, not b'"),
    (lambda: irgo.merge_games(None), "Games are merged here, not None"),
    (lambda: irgo.merge_games([irgo.new_game(9), 5]), "Games are merged here, not 5"),
    (lambda: irgo.merge_games(irgo.new_game(9)), "merged of two games or more"),
    (lambda: irgo.new_game(9).play("E5").story("2"), "A whole number is wanted here, not '2'"),
    (lambda: irgo.new_game(9).find("kos", tell=5), "A function is wanted here, not 5")])
def test_what_is_of_a_wrong_kind_is_one_sentence(
    ask: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence):
        ask()


def test_only_a_flag_cancels() -> None:
    game = irgo.read_games("(;SZ[9]KM[6.5];B[ee])")[0]
    node = game.at(-1)
    for ask in (partial(node.judgement, 8), partial(node.study, "C3"), partial(node.why, "C3"),
                node.places, node.life_and_death, partial(node.layer, "moyo"),
                partial(node.json, "ishida"), node.picture, game.story, partial(game.find, "kos")):
        for cancel in ("x", 5, False):
            with pytest.raises(UsageError, match=f"A CancelFlag is wanted here, not {cancel!r}."):
                ask(cancel=cancel)


def test_games_are_merged_as_they_come() -> None:
    first, second = irgo.read_games("(;SZ[9];B[ee];W[cc])(;SZ[9];B[ee];W[gg])")
    assert len(list(irgo.merge_games(game for game in (first, second)).nodes())) == 4


def test_the_move_that_led_here_is_explained_and_lives_are_told() -> None:
    game = irgo.read_games("(;SZ[7]KM[6.5];B[dd];W[fb];B[bb];W[ff];B[aa])")[0]
    assert game.at(5).why(visits=1).json()["instead"] != "pass", "one look names no move"
    found = game.at(5).why(visits=40)
    assert found.json()["move"] == "A7" and found.loss > 2
    assert "<svg" in found._repr_html_() and "A7 loses" in found._repr_html_()
    with pytest.raises(UsageError, match="No move led"):
        game.root.why()
    with pytest.raises(UsageError, match="Two moves are compared"):
        game.at(4).why("A1", "a1")
    lives = game.at(4).life_and_death()
    assert {life.name for life in lives} and all(life.sentences for life in lives)
    [life] = game.at(4).life_and_death("D4")
    assert life.json()["stones"] and life.status


def test_a_recorded_move_against_the_rules_is_not_explained() -> None:
    ko = "(;SZ[9];B[cd];W[dd];B[dc];W[ec];B[de];W[ee];B[aa];W[fd];B[ed];W[dd])"
    with pytest.raises(UsageError, match=r"White may not play D6: it retakes the ko at once\. "
                                         "Move 10 of the record cannot be explained"):
        irgo.read_games(ko)[0].at(10).why()


def test_an_engine_that_judges_is_asked_of_lives_where_nothing_is_proved() -> None:
    def lives(rank: JudgeTrust, text: str, stone: str) -> irgo.GroupLife:
        tree = irgo.read_games(text)[0].tree
        told: list[tuple[int, int]] = []
        game = irgo.Game(tree, (), lambda *_: CountingJudge(rank=rank, name="the engine"))
        [found] = game.at(-1).life_and_death(stone, tell=lambda *done: told.append(done))
        assert told[-1] == ((2, 2) if rank is JudgeTrust.ENGINE else (1, 1))
        return found

    def who(life: irgo.GroupLife) -> set[str]:
        return {each.method for each in (life.verdict, *life.verdict.others)}

    open_board = "(;SZ[7]KM[6.5];B[dd];W[fb];B[bb];W[ff])"
    assert "engine:the engine" in who(lives(JudgeTrust.ENGINE, open_board, "D4"))
    assert "engine:the engine" not in who(lives(JudgeTrust.READER, open_board, "D4"))
    # Two eyes in the corner.
    proved = "(;SZ[9]KM[6.5]AB[ab][bb][cb][db][eb][ea][ca])"
    life = lives(JudgeTrust.ENGINE, proved, "A8")
    assert life.is_proved and "engine:the engine" not in who(life)


def test_what_happened_shows_itself() -> None:
    game = irgo.read_games("(;SZ[9];B[ab];W[aa];B[ba])")[0]
    [taken] = game.find("captures")
    assert taken.json()["text"] == taken.sentence
    assert taken._repr_html_() == f"<div><p>{taken.sentence}</p></div>"


def test_who_leads_is_told_in_words_and_shown() -> None:
    game = irgo.read_games("(;SZ[9]KM[6.5];B[ee];W[gc];B[cc];W[gg])")[0]
    said = game.at(4).judgement()
    assert said.json() == judgement_as_json(said.said) and said.json()["visits"] == 1
    assert f"between {said.range[0]:+.1f} and {said.range[1]:+.1f}" in said.sentence
    assert said.sentence.replace("'", "&#x27;") in said._repr_html_()
    assert "<svg" in said._repr_html_()
    over = game.play("pass", "pass").at(-1).score()
    assert over.is_counted and over.sentence.startswith("On the finished board ")


def test_a_story_shows_itself_and_what_the_record_says_is_escaped() -> None:
    game = irgo.read_games("(;SZ[9]KM[6.5]PB[<script>];B[ee];W[gc];B[cc];W[gg];B[aa];W[cg])")[0]
    heard = list[int]()
    story = game.story(tell=lambda done, total: heard.append(done))
    assert heard[-1] == 100 and story.json()["judge"] == story.judge
    assert story.json()["text"] == " ".join(story.sentences)
    shown = story._repr_html_()
    assert "&amp;lt;script" in shown and "<script" not in shown and " sandbox " in shown


def test_a_story_and_a_judgement_agree_where_a_side_moved_out_of_its_turn() -> None:
    """A stone more than the other's is no point of territory, whoever judges the whole game."""
    [game] = irgo.read_games(
        "(;SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[cc];W[];B[cg];W[gg];B[fd];W[gd])")
    story = game.story().json()
    assert story["lead"][-1] == pytest.approx(
        game.at(-1).judgement(story["lead_visits"][-1]).lead, abs=0.06)


def test_a_search_is_called_off_from_another_thread() -> None:
    flag = irgo.CancelFlag()
    flag.set(True)
    game = irgo.read_games("(;SZ[9]KM[6.5];B[ee];W[gc];B[cc])")[0]
    for ask in (game.at(2).places, game.at(3).why, game.story,
                partial(game.at(2).judgement, 60)):
        with pytest.raises(CalledOffError):
            ask(cancel=flag)
    assert next(life.status for life in game.at(2).life_and_death(cancel=flag)) == "unknown"


def test_records_are_turned_and_merged_as_copies() -> None:
    game, = irgo.read_games("(;SZ[9]HA[2]PB[A]PW[B];W[ba];B[ee])")
    turned = game.changed("right", swap_colours=True, handicap=True)
    assert turned.moves == [("B", "J8"), ("W", "E5")] and turned.info.black == "B"
    assert turned.root.stone("G3") == "W" and game.moves[0] == ("W", "B9")
    both = irgo.merge_games([game, game.play("C3")])
    assert len(both) == 4 and both.at(3).move == ("W", "C3")
    for wrong in (lambda: game.changed("round"), lambda: turned.changed(handicap=True),
                  lambda: irgo.merge_games([game]),
                  lambda: irgo.merge_games(["x"])):  # type: ignore[list-item]
        with pytest.raises(UsageError):
            wrong()


def test_a_table_has_times_and_words_of_other_programs_where_the_record_has() -> None:
    game, = irgo.read_games("(;SZ[9]TM[60];B[ee]BL[57]SBKV[60];W[cc])")
    table = game.table(visits=0)
    assert table["seconds"] == [3.0, None] and table["program"] == ["Sabaki", None]
    assert table["program_chance"] == [0.6, None] and table["program_lead"] == [None, None]
    assert "seconds" not in irgo.new_game(9).play("E5").table(visits=0)
