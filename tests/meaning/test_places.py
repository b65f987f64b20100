"""Places and why, as irgo's reader sees them on small boards; their promises to each other."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from irgo_app.cli.main import run_command
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import part_of_board, point_of_vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import chains, play
from irgo_app.judging.judgement import JudgeTrust
from irgo_app.judging.reader_judge import ReaderJudge
from irgo_app.meaning.meaning_json import place_as_json
from irgo_app.meaning.places import (BoardSearches, FoundPlace, begun, deepened, places,
                                     without_repeats)
from irgo_app.meaning.why import why
from irgo_app.meaning.words import further_words, place_words
from irgo_app.review.game_line import GameLine, game_line
from irgo_app.sgf.parser import load_file
from tests.conftest import GAMES

SIZE = 9
MOVES = ["E5", "G7", "C3", "C7", "G3", "E7", "D7", "D8", "C6", "B6", "B5", "C5"]


def at(name: str) -> int:
    return point_of_vertex(name, SIZE, SIZE)


def game(count: int = len(MOVES)) -> Position:
    position = Position.empty(SIZE)
    for name in MOVES[:count]:
        position = play(position, position.to_play, at(name))
    return position


@pytest.fixture(scope="module")
def judge() -> ReaderJudge:
    return ReaderJudge(6.5)


@pytest.fixture(scope="module")
def line() -> GameLine:
    return game_line(load_file(GAMES[0]).games[0])


@pytest.fixture(scope="module")
def searched(line: GameLine) -> BoardSearches:
    """A middle game, where several things are at stake, searched for both sides."""
    return begun(line.positions[60], ReaderJudge(line.komi), 64)


@pytest.fixture(scope="module")
def found(line: GameLine, searched: BoardSearches) -> tuple[FoundPlace, ...]:
    """Its places."""
    position = line.positions[60]
    groups = [sorted(chain) for chain in chains(position) if len(chain) > 2]
    return places(position, groups, ReaderJudge(line.komi), found=searched)


def test_places_never_share_a_first_move_and_overlap_by_less_than_half(
    found: tuple[FoundPlace, ...],
) -> None:
    assert len(found) > 1
    assert len({place.mine.move for place in found}) == len(found)
    assert len({place.theirs.move for place in found}) == len(found)
    for index, place in enumerate(found):
        for other in found[index + 1:]:
            shared = set(place.points) & set(other.points)
            assert 2 * len(shared) <= min(len(place.points), len(other.points))


def test_the_first_place_is_where_the_side_to_move_plays_best(
    found: tuple[FoundPlace, ...],
) -> None:
    assert found[0].behind == 0
    assert [place.behind for place in found] == sorted(place.behind for place in found)


def test_none_is_told_where_none_is_worth_a_point(
    judge: ReaderJudge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settled = Position.from_diagram("\n".join([". X . X O . O . O"] * 4 + ["X X X X O O O O O"] + [
        ". X . X O . O . O"] * 4))
    assert places(settled, [sorted(chain) for chain in chains(settled)], judge, 64) == ()
    file = tmp_path / "settled.sgf"
    stones = {name: "".join(f"[{chr(97 + point % 9)}{chr(97 + point // 9)}]" for point in range(81)
                            if settled.colour_at(point) == colour)
              for name, colour in (("AB", BLACK), ("AW", -BLACK))}
    file.write_text("(;SZ[9]KM[6.5]" + "".join(map("".join, stones.items())) + ")")
    assert run_command(["whatif", str(file), "--all", "--visits", "64"]) == 0
    assert capsys.readouterr().out == "Nothing is left here that is worth a point.\n"


def test_what_the_search_of_the_board_names_stands_before_what_a_short_look_found(
    found: tuple[FoundPlace, ...], searched: BoardSearches,
) -> None:
    named = [move.point for move in searched.mine.moves if move.point != PASS][:9]
    is_named = [place.mine.move in named for place in found]
    assert is_named == sorted(is_named, reverse=True) and not all(is_named)


def test_no_move_of_the_other_side_is_told_to_be_better_than_its_best(
    found: tuple[FoundPlace, ...], searched: BoardSearches, line: GameLine,
) -> None:
    other, best = -line.positions[60].to_play, searched.theirs.moves[0].point
    by_move = {place.theirs.move: other * place.theirs.lead for place in found}
    assert by_move[best] == max(by_move.values()) and len(set(by_move.values())) > 2


def test_the_best_moves_of_the_board_are_named_by_some_place(
    found: tuple[FoundPlace, ...], searched: BoardSearches, line: GameLine,
) -> None:
    mover = line.positions[60].to_play
    named = {move.point for place in found for move in place.first_moves[mover]}
    assert {move.point for move in searched.mine.moves[:3]} <= named


def test_a_place_that_is_left_out_leaves_its_first_moves_to_the_one_that_stays(
    found: tuple[FoundPlace, ...], line: GameLine,
) -> None:
    mover = line.positions[60].to_play
    first, second = found[:2]
    same = replace(second, points=first.points)
    [kept] = without_repeats([first, same], mover, both=True)
    told = kept.first_moves[mover]
    assert told[0] == first.first_moves[mover][0] and len(told) <= 3
    assert [move.loses for move in told] == sorted(move.loses for move in told)
    either = {move.point for place in (first, second) for move in place.first_moves[mover]}
    assert {move.point for move in told} <= either
    alone = replace(first, first_moves={**first.first_moves, mover: told[:1]})
    [kept] = without_repeats([alone, same], mover, both=True)
    assert kept.first_moves[mover][1].point == second.mine.move
    assert kept.first_moves[mover][1].loses == pytest.approx(second.behind)


def test_the_search_for_the_side_to_move_is_carried_on_by_irgos_reader_alone(
    judge: ReaderJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Engine(ReaderJudge):
        @property
        def rank(self) -> JudgeTrust:
            return JudgeTrust.ENGINE

    monkeypatch.setattr("irgo_app.meaning.places.FURTHER", 60)
    position = game()
    first = begun(position, judge, 24)
    further = deepened(position, judge, first)
    assert further.theirs is first.theirs and further.mine.visits > first.mine.visits
    told = places(position, [], judge, found=further)
    assert told[0].mine.move == further.mine.moves[0].point
    assert deepened(position, Engine(6.5), first) is first


def test_each_place_has_one_number_and_both_sides_moves(
    found: tuple[FoundPlace, ...], searched: BoardSearches, line: GameLine
) -> None:
    mover, groups = line.positions[60].to_play, [(f"G{number}", ()) for number in range(361)]
    for place in found:
        assert place.worth >= 0 and place.comparison.if_first(BLACK).moves[0][0] == BLACK
        assert place.worth == pytest.approx(
            max(0.0, mover * (place.mine.lead - place.theirs.lead)))
        document = place_as_json(place, groups)
        total = sum(reason["points"] for reason in document["reasons"]) + document["rest_of_swing"]
        assert total == pytest.approx(document["swing"])
        # Not the short looks at what follows each first move.
        assert document["visits"] == searched.mine.visits >= 64
        for moves in place.first_moves.values():
            assert moves[0].loses == 0


def test_a_place_is_called_by_where_its_move_is(
    line: GameLine, found: tuple[FoundPlace, ...]
) -> None:
    position, names = line.positions[60], [f"G{number}" for number in range(361)]
    for place in found:
        where = str(part_of_board([place.mine.move], position.columns, position.rows))
        assert f"({where}" in str(place_words(place, names))


def test_a_place_says_who_is_to_move_and_how_far_behind_the_best_its_move_is(
    line: GameLine, found: tuple[FoundPlace, ...]
) -> None:
    position, names = line.positions[60], [f"G{number}" for number in range(361)]
    colour, other = ("Black", "White") if position.to_play == BLACK else ("White", "Black")
    told = [str(place_words(place, names)) for place in found]
    for place, text in zip(found, told, strict=True):
        move = position.vertex(place.mine.move)
        assert text.startswith(f"{move} (") and (
            f"whether {colour} or {other} plays first here makes a difference of " in text)
        assert f"With {colour} to move, {move} is " in text
    assert "as good as any move on the board" in told[0]
    assert f" is {round(found[-1].behind)} points behind the best move on the board." in told[-1]


def test_a_place_says_of_each_side_its_first_moves_and_who_moves_elsewhere_then(
    line: GameLine, found: tuple[FoundPlace, ...]
) -> None:
    position = line.positions[60]
    for place in found:
        for side, colour, text in zip(
                ("Black", "White"), (BLACK, WHITE), further_words(place), strict=True):
            first, *others = place.first_moves[colour]
            assert str(text).startswith(f"{side} first: {position.vertex(first.point)}")
            for move in others:
                assert position.vertex(move.point) in str(text)
            assert str(text).count("(loses") == sum(move.loses >= 0.5 for move in others)
            after = place.initiative[colour]
            assert ("has the next move elsewhere" in str(text)) == (after is not None)
    assert any(after is not None for place in found for after in place.initiative.values())


def test_a_move_held_against_itself_loses_nothing(judge: ReaderJudge) -> None:
    same = why(game(), at("E3"), judge, instead=at("E3"), visits=60)
    assert same.loss == 0 and not [reason for reason in same.difference.reasons if reason.share]


def test_what_a_move_loses_the_other_gains(judge: ReaderJudge) -> None:
    there = why(game(), at("A1"), judge, instead=at("D6"), visits=60)
    back = why(game(), at("D6"), judge, instead=at("A1"), visits=60)
    assert there.loss == pytest.approx(-back.loss)
    assert there.loss > 0, "a move in the empty corner of a small board is no good"


def test_an_occupied_point_is_told(judge: ReaderJudge) -> None:
    with pytest.raises(UsageError):
        why(game(), at("E5"), judge, visits=8)


def record(tmp_path: Path) -> Path:
    nodes = "".join(
        f";{'BW'[number % 2]}[{chr(97 + at(name) % SIZE)}{chr(97 + at(name) // SIZE)}]"
        for number, name in enumerate(MOVES))
    path = tmp_path / "game.sgf"
    path.write_text(f"(;GM[1]FF[4]SZ[{SIZE}]KM[6.5]{nodes})")
    return path


def test_the_command_explains_the_last_move_and_one_that_could_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    path = str(record(tmp_path))
    assert run_command(["why", path, "--json", "--visits", "60", "--seconds", "100"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "irgo-why/1"
    # The turn and the stones are those of the board before the move.
    assert document["to_play"] == document["last_move"][0]
    before = Position.from_diagram("\n".join(document["stones"]))
    assert not before.cells[at(document["move"])]
    assert (document["to_play"], document["move"]) == ("W", "C5")
    assert run_command(["why", path, "--visits", "60", "--seconds", "100"]) == 0
    *_, future, by = capsys.readouterr().out.splitlines()
    lead = abs(document["lead"]["instead"])
    assert re.search(rf": (Black|White) leads by {lead}$", future)
    assert by == f"Read by irgo's reader, {document['visits']} positions."
    number = document["move_number"]
    assert document["before"]["move_number"] == number - 1 and number == len(MOVES)
    assert document["node"] == f"0*{number}" and document["before"]["node"] == f"0*{number - 1}"
    assert document["before"]["last_move"] != document["last_move"] == ["W", "C5"]
    assert [document["before"][key] for key in ("to_play", "stones")] == [
        document[key] for key in ("to_play", "stones")]
    total = sum(reason["points"] for reason in document["reasons"]) + document["rest"]
    assert total == pytest.approx(document["loss"], abs=0.2)
    assert run_command(["why", path, "--play", "D6", "--instead", "A1", "--json", "--visits", "60",
                        "--seconds", "100"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["move"], document["instead"], document["to_play"]) == ("D6", "A1", "B")
    assert document["lines"]["instead"][0] == ["B", "A1"] and document["text"]
    assert document["before"] == {key: document[key] for key in document["before"]}


def test_a_node_without_a_move_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_command(["why", str(record(tmp_path)), "--move", "0"]) == 1
    assert "--play" in capsys.readouterr().err
