"""Small records after public reports about other programs, with what is right of each."""

from pathlib import Path

import pytest

from irgo_app.cli.main import run_command
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.rules import AGA, CHINESE, JAPANESE, told_komi
from irgo_app.judging.engine_record import engine_game
from irgo_app.review.diagram import numbers_on_board
from irgo_app.sgf.edits import set_comment
from irgo_app.sgf.game_info import (game_info, game_rules, handicap_edit, handicap_node,
                                    missing_handicap, rules_remark, ruleset_of, set_game_info)
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.navigation import is_over
from irgo_app.sgf.open_file import OpenFile
from irgo_app.sgf.parser import GameFile, load_file, read_games
from irgo_app.sgf.replay import Replay
from tests.conftest import DATA

REPORTS = DATA / "sgf" / "reports"


def report(name: str) -> GameFile:
    return load_file(REPORTS / f"{name}.sgf")


def tree_of(text: str) -> GameTree:
    return read_games(text.encode()).games[0]


def turns(tree: GameTree) -> str:
    """Return whose turn it is after each node, in the order of the file."""
    replay = Replay(tree)
    return "".join("B" if replay.position_at(node).to_play == BLACK else "W"
                   for node in tree.nodes())


@pytest.mark.parametrize("name, expected", [
    ("turn_bookmark_node", "WWBB"), ("turn_two_comment_nodes", "WWWB"),
    ("turn_ha_ab_second_node", "WWWBW")])
def test_whose_turn_it_is_in_reported_records(name: str, expected: str) -> None:
    assert turns(report(name).games[0]) == expected


@pytest.mark.parametrize("text, expected", [
    ("(;SZ[9]AB[dd];C[a];C[b];PL[W];C[c])", "WWWWW"),
    ("(;SZ[9]HA[2];AB[gc][cg];C[now])", "BWW"),
    ("(;SZ[9]HA[2]AB[gc][cg];C[now])", "WW"),
    ("(;SZ[9]AB[dd](;C[no move])(;C[x];W[ee]))", "WWWB"),
    ("(;SZ[9];B[ee];C[x];B[dd])", "BWWW"),
    ("(;SZ[9];B[ee];AE[ee];C[x];B[dd])", "BWBBW"),
    ("(;SZ[9]AB[dd]PL[White];TR[dd](;B[aa]))", "WWW"),
    ("(;SZ[9]PL[x];C[a];W[aa])", "WWB"),
])
def test_whose_turn_it_is(text: str, expected: str) -> None:
    assert turns(tree_of(text)) == expected


def test_a_move_added_below_a_comment_changes_whose_turn_it_was() -> None:
    tree = tree_of("(;SZ[9]AB[dd];C[x])")
    replay, comment = Replay(tree), tree.main_line()[1]
    assert replay.position_at(comment).to_play == BLACK
    node = tree.new_node({"W": ["ee"]})
    tree.attach(node, comment)
    replay.forget(comment)
    assert replay.position_at(comment).to_play == WHITE
    assert replay.position_at(tree.root).to_play == WHITE


def test_many_nodes_without_a_move_are_looked_over_once() -> None:
    tree = tree_of("(;SZ[9]" + ";AB[dd]" * 3000 + ";W[ee])")
    assert turns(tree) == "W" * 3001 + "B"


@pytest.mark.parametrize("name", ["over_plain", "over_comment_between"])
def test_two_passes_end_a_game_whatever_lies_between(name: str) -> None:
    line = report(name).games[0].main_line()
    assert [is_over(node) for node in line] == [False] * (len(line) - 1) + [True]


@pytest.mark.parametrize("text, expected", [
    ("(;SZ[9];B[];W[];C[done])", True), ("(;SZ[9];B[];AB[aa];W[])", False),
    ("(;SZ[9];B[];C[x])", False), ("(;SZ[9];C[x];C[y])", False), ("(;SZ[9]B[];W[])", True)])
def test_when_a_game_is_over(text: str, expected: bool) -> None:
    assert is_over(tree_of(text).main_line()[-1]) is expected


def test_game_info_in_the_second_node_is_read() -> None:
    tree = report("info_in_second_node").games[0]
    for node in tree.nodes():
        info, rules = game_info(tree, node), game_rules(tree, node)
        assert (info.black, info.white, info.result) == ("Black One", "White One", "W+2.5")
        assert (rules.rules, rules.komi, rules.handicap, rules.stones) == (CHINESE, 0.5, 3, 3)
        assert rules.judged_komi == 3.5
    assert turns(tree) == "WWBW"


def test_each_game_of_a_merged_tree_has_its_own_info() -> None:
    tree = report("two_games_merged").games[0]
    first, second = tree.leaves()
    for node, names, komi, rules in (
        (first, ("Alpha", "Beta", "B+R"), 7.5 - 2, CHINESE),
        (second, ("Gamma", "Delta", "W+R"), 7.5, AGA), (tree.root, ("Alpha", "Beta", "B+R"), 5.5,
                                                       CHINESE)):
        info = game_info(tree, node)
        assert (info.black, info.white, info.result) == names
        assert game_rules(tree, node).komi == komi and ruleset_of(tree, node) is rules
    edit = set_game_info(tree, game_info(tree, second).__class__(black="Eve"), second)
    assert edit is not None
    edit.apply(tree)
    assert game_info(tree, second).black == "Eve" and game_info(tree, first).black == "Alpha"


@pytest.mark.parametrize("text, at_end", [
    ("(;SZ[9]EV[Cup];B[aa];W[bb](;B[cc]PB[A]PW[B])(;B[dd]PB[C]PW[D]))", "A Cup"),
    ("(;SZ[9]PB[A]EV[Cup];B[aa];W[bb]RE[B+R])", "A Cup"),
    ("(;SZ[9]PB[A]EV[Cup](;B[aa])(;B[bb]PB[Other]PW[Game]EV[x]RE[W+5]))", "A Cup"),
])
def test_info_that_is_spread_over_nodes(text: str, at_end: str) -> None:
    tree = tree_of(text)
    info = game_info(tree, tree.main_line()[-1])
    assert f"{info.black} {info.event}" == at_end


def test_a_variation_that_is_another_game_tells_nothing_of_the_main_line() -> None:
    tree = tree_of("(;SZ[9]PB[A]PW[B];B[aa](;W[bb])(;W[cc]PB[X]PW[Y]RE[W+5]KM[0]))")
    assert game_info(tree).result == "" and game_rules(tree).komi is None
    assert game_info(tree, tree.leaves()[1]).result == "W+5"


@pytest.mark.parametrize("name, komi", [
    ("chinese_km3_75", 7.5), ("fox_km50", 0.5), ("komi_words_points", 5.5)])
def test_komi_of_reported_records_is_told(name: str, komi: float) -> None:
    found = report(name)
    assert game_rules(found.games[0]).komi == komi
    assert [f"was read as {komi:g}." in str(remark) for remark in found.diagnostics] == [True]


@pytest.mark.parametrize("text, rules, komi", [
    ("3.75", "Chinese", 7.5), ("2.75", "Chinese", 5.5), ("3.25", "", 6.5),
    ("3.75", "Japanese", 3.75),
    ("6.25", "Chinese", 6.25), ("4", "Chinese", 4.0), ("325", "Chinese", 6.5),
    ("350", "Chinese", 7.0), ("375", "Chinese", 7.5), ("550", "Japanese", 5.5),
    ("650", "Japanese", 6.5), ("750", "Japanese", 7.5), ("5.5 points", "", 5.5),
    ("黒貼6目半", "Japanese", 6.5), ("六目半コミ出し", "日本", 6.5),
    ("黑贴3又3/4子", "Chinese", 7.5),
    ("贴2又四分之三子", "Chinese", 5.5), ("6½", "", 6.5), ("덤 6집반", "Korean", 6.5),
    ("半目", "Japanese", 0.5), ("no komi", "", 0.0), ("逆コミ5目", "Japanese", -5.0),
    ("-5.5 points", "", -5.5), ("7 1/2", "", 7.5), ("six", "", None), ("", "", None)])
def test_komi_in_the_ways_of_servers_and_words(text: str, rules: str, komi: float | None) -> None:
    assert game_rules(tree_of(f"(;SZ[9]RU[{rules}]KM[{text}];B[ee])")).komi == komi


def test_fifty_is_half_a_point_only_where_fox_or_a_handicap_says_so() -> None:
    for head, komi in (("", 50.0), ("AP[foxwq]", 0.5), ("HA[2]AB[cc][gg]", 0.5)):
        assert game_rules(tree_of(f"(;SZ[9]{head}KM[50];W[ee])")).komi == komi


def test_a_handicap_without_stones_gives_no_points() -> None:
    found = report("ha_without_ab")
    rules = game_rules(found.games[0])
    assert (rules.handicap, rules.stones, rules.judged_komi) == (3, 0, 0.5)
    assert "names 3 handicap stones, but the board has 0" in str(found.diagnostics[0])


@pytest.mark.parametrize("text, stones, points", [
    ("HA[3]AB[cc][gg];W[ee]", 2, 2), ("HA[2];B[cc];B[gg];W[ee]", 2, 2),
    ("HA[2]AB[cc][gg][cg];W[ee]", 3, 2), ("HA[2];AB[cc];AB[gg];C[x];W[ee]", 2, 2),
    ("HA[2];B[cc];W[ee]", 0, 0)])
def test_only_handicap_stones_that_are_there_count(text: str, stones: int, points: int) -> None:
    rules = game_rules(tree_of(f"(;SZ[9]RU[Chinese]KM[0.5]{text})"))
    assert (rules.stones, rules.handicap_points) == (stones, points)


def test_rules_with_a_button_are_counted_without_it_and_that_is_said() -> None:
    rules = game_info(report("rules_with_button").games[0]).rules
    assert "button" in str(rules_remark(rules)) and "without it" in str(rules_remark(rules))
    assert rules_remark(rules.replace("button1", "button0")) is None
    assert rules_remark("Chinese") is None and "does not know" in str(rules_remark("Mars"))
    assert ruleset_of(tree_of("(;SZ[9];B[ee])")) is JAPANESE


@pytest.mark.parametrize("name", ["collection_mixed_charsets", "collection_utf8_gb"])
def test_each_game_of_a_collection_is_read_in_its_own_charset(name: str) -> None:
    found = report(name)
    names = [("井山裕太", "朴廷桓"), ("柯洁九段", "古力"), ("高尾紳路", "山下敬吾")]
    comments = ["最初の対局です", "这是第二盘棋，黑棋先行", "黒の手番です。これは好手でした"]
    assert found.diagnostics == () and found.certainty is None
    for tree, players, comment in zip(found.games, names, comments, strict=False):
        info = game_info(tree)
        assert (info.black, info.white) == players and tree.root.comment == comment
        assert [node.move for node in tree.nodes()] == [None, (1, 72), (-1, 288)]
        assert info.komi_points is not None


MIXTURES = {
    "utf-8": ("井山裕太", "CA[UTF-8]"), "gb18030": ("柯洁名猐么", "CA[GB2312]"),
    "cp932": ("表予ソ高尾", "CA[Shift_JIS]"), "cp1252": ("Müller é", "CA[ISO-8859-1]"),
    "big5": ("許功蓋周俊勳", "CA[Big5]"), "cp949": ("이세돌", "CA[EUC-KR]"),
    "cp1251": ("Шикшин", "CA[windows-1251]"), "euc_jp": ("高尾紳路", "CA[EUC-JP]"),
}


def mixture(labelled: bool, order: list[str]) -> bytes:
    return b"\r\n".join(
        f"(;GM[1]{MIXTURES[name][1] if labelled else ''}SZ[9]PB[{MIXTURES[name][0]}]"
        f"C[{MIXTURES[name][0]}]KM[6.5];B[ee](;W[cc])(;W[dd]C[{MIXTURES[name][0]}]))".encode(name)
        for name in order)


@pytest.mark.parametrize("turn", range(len(MIXTURES)))
def test_no_letter_of_a_game_reaches_into_another(turn: int) -> None:
    order = [*MIXTURES][turn:] + [*MIXTURES][:turn]
    found = read_games(mixture(True, order))
    assert [game_info(tree).black for tree in found.games] == [MIXTURES[name][0] for name in order]
    assert all(len(list(tree.nodes())) == 4 and tree.leaves()[1].comment == tree.root.comment
               for tree in found.games)
    assert found.certainty is None


@pytest.mark.parametrize("order", [
    ["utf-8", "gb18030", "cp932"], ["cp1252", "utf-8", "gb18030"], ["cp949", "cp932", "utf-8"],
    ["big5", "utf-8"], ["cp1251", "gb18030"], ["cp932", "cp1252", "cp932"]])
def test_games_that_name_no_charset_are_guessed_each_for_itself(order: list[str]) -> None:
    found = read_games(mixture(False, order))
    assert [game_info(tree).black for tree in found.games] == [MIXTURES[name][0] for name in order]
    assert found.certainty is not None
    said = [str(remark) for remark in found.diagnostics]
    assert len(said) == sum(name != "utf-8" for name in order) and "% sure" in said[0]


def test_a_label_that_lies_costs_its_own_game_alone() -> None:
    data = "(;CA[UTF-8]SZ[9]PB[柯洁九段]PW[古力];B[ee])".encode("gb18030") + \
        "(;CA[Shift_JIS]SZ[9]PB[表予];B[cc])".encode("cp932") + \
        "(;CA[GB18030]SZ[9]PB[井山裕太];B[dd])".encode()
    assert [game_info(tree).black for tree in read_games(data).games] == [
        "柯洁九段", "表予", "井山裕太"]


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("start", ["(;", "\r\n (\n;", "\ufeff(;"])
def test_wide_letters_with_and_without_a_mark(charset: str, start: str) -> None:
    found = read_games(f"{start}GM[1]SZ[9]PB[井山]PW[B];B[ee])".encode(charset))
    assert game_info(found.games[0]).black == "井山" and found.encoding == charset
    assert report("utf16be_nobom").games[0].main_line()[2].move == (-1, 288)


def test_games_that_were_not_touched_keep_their_bytes(tmp_path: Path) -> None:
    for name in ("collection_mixed_charsets", "collection_utf8_gb"):
        path = tmp_path / f"{name}.sgf"
        data = (REPORTS / path.name).read_bytes()
        path.write_bytes(data)
        games = data.strip().split(b"\n")
        for changed in range(len(games)):
            file = OpenFile(load_file(path), path)
            tree = file.games[changed]
            file.apply(tree, set_comment(tree.root, "new"))
            file.save(path)
            written = path.read_bytes().strip().split(b"\n")
            assert [place for place, game in enumerate(written) if game != games[place]] == [
                changed]
            assert load_file(path).games[changed].root.comment == "new"
            file.undo(tree)
            file.save(path)
            assert path.read_bytes().strip() == data.strip()


def test_a_collection_of_one_charset_keeps_the_bytes_of_its_games_too(tmp_path: Path) -> None:
    path = tmp_path / "one.sgf"
    games = ["(;SZ[9]PB[表予]\n ;B[ee] ( ;W[aa] ) (;W[bb]))", "(;SZ[9]PB[高尾紳路];B[ee])",
             "(;SZ[9]PB[a];B[ee])"]
    path.write_bytes("\n".join(games).encode("cp932"))
    file = OpenFile(load_file(path), path)
    file.apply(file.games[1], set_comment(file.games[1].root, "初"))
    file.arrange(file.games[::-1])
    file.save(path)
    written = path.read_bytes()
    assert written.startswith(games[2].encode()) and games[0].encode("cp932") in written
    assert [game_info(tree).black for tree in load_file(path).games] == ["a", "高尾紳路", "表予"]


def test_a_komi_that_engines_refuse_is_rounded_for_them_and_that_is_said() -> None:
    found = read_games(b"(;SZ[9]RU[Japanese]KM[6.25];B[ee])")
    game = engine_game(found.games[0].main_line()[1], Replay(found.games[0]))
    assert (game.komi, game.told_komi) == (6.25, 6.5)
    assert "engines are told 6.5" in str(found.diagnostics[0])
    assert [told_komi(komi) for komi in (7.5, 7.0, 6.75, 0.0, -5.25)] == [7.5, 7.0, 6.5, 0.0, -5.5]


def test_a_finished_board_is_told_as_it_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("47", "46"):
        assert run_command(["why", str(REPORTS / "finished_9x9.sgf"), "--move", number]) == 0
        assert capsys.readouterr().out.count("White leads by 5.5") == 2


def test_mn_gives_moves_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    tree = report("mn_51").games[0]
    line = tree.main_line()
    assert [tree.printed_number(node) for node in line] == [0, 51, 52, 53]
    assert [tree.move_number(node) for node in line] == [0, 1, 2, 3]
    assert tree.node_of_move_number(52) is line[2]
    with pytest.raises(UsageError, match="53"):
        tree.node_of_move_number(54)
    numbers = numbers_on_board(line[-1], Replay(tree).position_at(line[-1]), None)
    assert sorted(numbers.values()) == [51, 52, 53]
    assert run_command(["check", str(REPORTS / "mn_51.sgf")]) == 0
    assert run_command(["why", str(REPORTS / "mn_51.sgf"), "--move", "7"]) == 1
    assert "7" in capsys.readouterr().err


def test_mn_further_on_and_beside_no_move() -> None:
    tree = tree_of("(;SZ[9];B[aa];W[bb];MN[1]B[cc];W[dd](;B[ee])(;MN[100];B[ff];W[gg]MN[x]))")
    assert [tree.printed_number(node) for node in tree.nodes()] == [
        0, 1, 2, 1, 2, 3, 99, 100, 6]
    edited = tree.main_line()[3]
    tree.replace_properties(edited, {"B": ["cc"]}, None)
    assert tree.printed_number(tree.main_line()[-1]) == 5


@pytest.mark.parametrize("text, count", [
    ("HA[3];W[ce];B[ee]", 3), ("HA[2]", 2), (";HA[4]C[x];W[ee]", 4), ("HA[2];W[gc]", 0),
    ("HA[2];B[cc]", 0), ("HA[3]AB[cc][gg];W[ee]", 0), ("HA[9]AW[ee]", 0), ("HA[40]", 0), ("", 0)])
def test_missing_handicap_stones_are_set_up_on_the_usual_points(text: str, count: int) -> None:
    tree = tree_of(f"(;SZ[9]RU[Chinese]{text})")
    last = tree.main_line()[-1]
    assert len(missing_handicap(tree, last)) == count
    edit = handicap_edit(tree, last)
    assert (edit is None) == (not count)
    if edit is not None:
        edit.apply(tree)
        assert game_rules(tree, last).stones == count
        assert Replay(tree).position_at(handicap_node(last)).to_play == WHITE
        assert not [oddity for _, oddity in Replay(tree).oddities() if oddity is not None]
