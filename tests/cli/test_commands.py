"""The command line as scripts see it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irgo_app.__main__ import main
from irgo_app.cli import COMMANDS
from irgo_app.engines.engine import NoMoveError, Searcher
from irgo_app.layers import COMPUTED, LAYERS
from irgo_app.resource_files import resource_path
from irgo_app.settings import load_settings
from tests.conftest import DATA, GAMES

GAME = str(GAMES[0])


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as exit_request:
        code = int(exit_request.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_check_is_one_line_a_file_whatever_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "a\nb.sgf", tmp_path / "c\nd.sgf"
    good.write_text("(;SZ[9];B[ee])")
    code, out, err = run(capsys, "check", str(good), str(bad))
    assert code == 1 and len(out.splitlines()) == len(err.splitlines()) == 1


def test_every_command_can_be_asked_for_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        code, out, _ = run(capsys, command.name, "--help")
        assert code == 0 and command.help in " ".join(out.split())


def test_a_command_imports_what_it_needs_and_no_other_one() -> None:
    script = ("import sys; from irgo_app.__main__ import main; main(sys.argv[1:]); "
              "print(*sorted(set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", script, "check", GAME], check=True,
                          capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert "irgo_app.cli.check" in loaded
    assert not loaded & {"numba", "PySide6", "irgo_app.cli.analyze"}


def test_layers(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "layers", "--json")["layers"]
    assert [row["name"] for row in found] == [layer.name for layer in LAYERS]
    assert found[0]["params"][0] == {
        "key": "reach", "type": "int", "default": 7, "low": 2, "high": 20, "choices": [],
        "help": "Steps until a stone's shadow has faded."}
    code, out, _ = run(capsys, "layers")
    assert code == 0 and "influence.zobrist" in out


def test_analyze_follows_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "analyze", GAME, "--move", "34", "--json")
    assert found["format"] == "irgo-analysis/1"
    assert found["size"] == [19, 19]
    [node] = found["nodes"]
    assert node["node"] == "0*34"
    assert node["move_number"] == 34
    assert node["last_move"] == ["W", "Q9"]
    assert node["to_play"] == "B"
    assert len(node["stones"]) == 19 and all(len(row) == 19 for row in node["stones"])
    assert set(node["layers"]) == {layer.name for layer in COMPUTED}
    zobrist = node["layers"]["influence.zobrist"]
    assert zobrist["kind"] == "field" and zobrist["params"]["variant"] == "literal"
    assert all(isinstance(value, int) for row in zobrist["values"] for value in row)


def test_analyze_tells_the_ishida_view(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "walls.sgf"
    path.write_text("(;SZ[7]AB[ca][cb][cc][cd][ce][cf][cg]AW[ea][eb][ec][ed][ee][ef][eg]AW[ad])")
    asked = ("analyze", str(path), "--layer", "ishida")
    [node] = document(capsys, *asked, "--layer", "territory", "--json")["nodes"]
    assert list(node["layers"]) == ["territory", "ishida"]
    told = node["layers"]["ishida"]
    assert set(told) == {"kind", "territory", "frameworks", "weak", "dead", "seki", "places",
                         "params"}
    assert {area["colour"]: area["count"] for area in told["territory"]} == {"B": 14, "W": 14}
    assert "A4" in told["territory"][0]["points"]
    assert told["dead"] == [{"colour": "W", "stones": ["A4"]}]
    assert all(place["letter"] == letter and place["swing"] > 0
               for letter, place in zip("ABC", told["places"], strict=False))
    code, out, _ = run(capsys, *asked)
    assert code == 0 and "territory (" not in out
    assert "Black has a territory of 14 points on the left.\n" in out
    assert "White is dead at A4.\n" in out
    assert out.count(": playing first at ") == len(told["places"])


def test_analyze_takes_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    layer = "influence.shadow:reach=3,cut=plain"
    found = document(capsys, "analyze", GAME, "--layer", layer, "--json")
    shadow = found["nodes"][0]["layers"]["influence.shadow"]
    assert shadow["params"] == {"reach": 3, "cut": "plain", "dead": "", "reading": "raw"}
    assert np.abs(np.array(shadow["values"])).max() <= 1.0


def test_irgos_own_candidates_are_looked_for_as_long_as_one_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = document(capsys, "analyze", GAME, "--layer", "candidates", "--visits", "40000",
                     "--seconds", "0.1", "--json")
    assert 0 < found["nodes"][0]["layers"]["candidates"]["visits"] < 40_000


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_nodes_of_a_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # All layers of one game: they are as costly as all else here together.
    chosen = () if path == GAMES[0] else ("--layer", "influence.shadow")
    nodes = document(capsys, "analyze", str(path), "--all", "--json", *chosen)["nodes"]
    assert [node["move_number"] for node in nodes] == list(range(len(nodes)))
    assert nodes[0]["node"] == "" and nodes[0]["last_move"] is None
    field = np.array(nodes[-1]["layers"]["influence.shadow"]["values"])
    assert field.shape == (19, 19)


def test_all_means_variations_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tree.sgf"
    path.write_text("(;SZ[5:3](;B[aa];W[bb])(;W[cc]))")
    nodes = document(capsys, "analyze", str(path), "--all", "--layer", "territory",
                     "--json")["nodes"]
    assert [node["node"] for node in nodes] == ["", "0", "0*2", "1"]
    assert nodes[2]["stones"] == ["X....", ".O...", "....."]


def test_an_engine_that_names_no_move_is_not_blamed_for_that_where_ownership_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings()
    settings.engines = [{"name": "Gnu", "command": "gnugo", "kind": "gnugo"}]
    settings.save()

    def evaluation(*asked: object) -> None:
        raise NoMoveError("Gnu has no move to tell.")

    monkeypatch.setattr(Searcher, "evaluation", evaluation)
    for layer, said in (("ownership", "does not say who will own"), ("candidates", "no move to")):
        code, out, err = run(capsys, "analyze", GAME, "--layer", layer, "--engine", "gnu")
        assert (code, out) == (1, "") and said in err


@pytest.mark.parametrize("words, sentence", [
    (("analyze", "none.sgf"), "There is no file none.sgf"),
    (("analyze", "."), "is a folder"),
    (("analyze", str(DATA / "sgf" / "wild" / "21_empty_file.sgf")), "is empty"),
    (("analyze", str(DATA / "sgf" / "wild" / "63_gm_not_go.sgf")), "Othello"),
    (("analyze", GAME, "--move", "999"), "There is no move 999"),
    (("analyze", GAME, "--node", "0*999"), "There is no node"),
    (("analyze", GAME, "--game", "3"), "--game takes 0."),
    (("analyze", GAME, "--layer", "ownership"), "ownership needs an engine"),
    (("analyze", GAME, "--layer", "ownership", "--json"), "--engine NAME"),
    (("render", GAME, "--layer", "ownership", "-o", "board.png"), "needs an engine"),
    (("analyze", GAME, "--layer", "candidates", "--allow", "D4,Z99"), "no point of a 19x19 board"),
    (("analyze", GAME, "--layer", "candidates", "--move", "1", "--allow", "R16"),
     "R16 cannot be played here"),
    (("render", GAME, "-o", "board.bmp"), ".png, .svg, .pdf, .gif, .webp, .txt"),
    (("render", GAME, "--study", "C3", "--visits", "40000", "--seconds", "0.01", "-o", "board.gif"),
     "0.01 s were not enough"),
    (("none.sgf",), "There is no file none.sgf"),
    ((GAME, "--move", "999"), "There is no move 999"),
    (("film",), "There is no file film and no command of that name; `irgo --help` lists"),
    (("match", "a", "--games", "3"), "There is no file match and no command of that name"),
])
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (1, "")
    assert sentence in err
    assert err.count("\n") == 1 and "Traceback" not in err


@pytest.mark.parametrize(("words", "sentence"), [
    (("analyze", GAME, "--layer", "influence.shado"), "did you mean influence.shadow"),
    (("analyze", GAME, "--layer", "influence.shadow:reach"), "param=value"),
    (("render", GAME, "--layer", "nope", "--allow", "D4", "-o", "a.png"), "There is no layer"),
    (("batch", GAME, "--layer", "nope", "-o", "a"), "There is no layer 'nope'"),
    (("analyze", GAME, "--layer", "candidates", "--engine", "x"), "There is no engine 'x'"),
    (("whatif", GAME, "--all", "--engine", "x"), "There is no engine 'x'"),
    (("mcp", "--engine", "x"), "There is no engine 'x'"),
    (("schema", "nope/1"), "There is no format nope/1"),
    (("gtp", "--level", "nope"), "There is no level 'nope'"),
    (("layers", "--language", "tlh"), "no catalogue for the language 'tlh'"),
    (("analyze", GAME, "--move", "x"), "irgo: --move takes a whole number, not 'x'."),
    (("analyze", GAME, "--seconds", "x"), "irgo: --seconds takes a number, not 'x'."),
    ((GAME, "--move", "x"), "irgo: --move takes a whole number, not 'x'."),
    ((GAME, "--language", "tlh"), "no catalogue for the language 'tlh'"),
    (("serve", "--threads", "2.5"), "irgo: --threads takes a whole number, not '2.5'."),
])
def test_what_no_file_makes_right_is_one_sentence_and_2(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert sentence in err and err.count("\n") == 1


@pytest.mark.parametrize("words", [("analyze", GAME), ("games", "list"), ("practice", "due")])
def test_an_unknown_option_shows_its_own_commands_usage(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    command = " ".join(word for word in words if word != GAME)
    code, out, err = run(capsys, *words, "--bogus")
    assert (code, out) == (2, "") and err.startswith(f"usage: irgo {command} ")
    assert err.endswith(f"irgo {command}: error: unrecognized arguments: --bogus\n")


@pytest.mark.parametrize("words", [("analyze",), ("render", GAME), ("layers", "--nonsense"),
                                   ("analyze", GAME, "--move", "x"), ("--nonsense", GAME)])
def test_wrong_usage_is_2(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, *words)[0] == 2


@pytest.mark.parametrize("words, sentence", [
    (("analyze", GAME, "--layer", "candidates", "--visits", "-1"),
     "--visits takes a whole number from 0 to 40000"),
    (("whatif", GAME, "--all", "--visits", "40001"), "--visits takes a whole number from 0"),
    (("why", GAME, "--visits", "40001"), "--visits takes a whole number from 0"),
    (("practice", "list", "--most", "-3", "--deck", "my.deck"), "--most takes 0 or more"),
    (("practice", "stats", "--on", "tomorrow", "--deck", str(DATA)), "--on takes a date"),
    (("practice", "due", "--on", "9999-12-31", "--deck", str(DATA)), "--on takes a date"),
    (("gtp", "--visits", "0"), "--visits takes a whole number from 1"),
    (("analyze", GAME, "--all", "--move", "3"), "leave out"),
    (("render", GAME, "-o", "board.png", "--size", "1"), "--size"),
    (("render", GAME, "-o", "board.png", "--fade"), "only with .gif, .webp"),
    (("render", GAME, "-o", "film.gif", "--pace", "-1"), "0.1 to 20 seconds"),
    (("print", GAME, "-o", "book.pdf", "--every", "0"), "1 to 400 moves"),
    (("report", GAME, "-o", "a.html", "--turning-points", "31"), "0 to 30"),
    (("report", GAME), "Say what to write with -o"),
    (("whatif", GAME, "--all", "--playout", "B"), "Say where to play"),
    (("gtp", "--level", "none"), "There is no level 'none'"),
    (("gtp", "--rules", "none"), "There are no rules 'none'"),
    (("batch", GAME, "-o", "out", "--workers", "0"), "--workers takes a whole number"),
])
def test_what_an_option_does_not_take_is_wrong_usage_in_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and sentence in err and err.count("\n") == 1


def test_workers_here_and_a_scheduler_exclude_each_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    for workers in ("2", "3"):
        with pytest.raises(SystemExit, match="2"):
            main(["batch", GAME, "-o", "out", "--workers", workers, "--scheduler", "x"])
        assert "not allowed with" in capsys.readouterr().err


def test_render_writes_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("png", "svg", "pdf"):
        target = tmp_path / f"board.{ending}"
        code, out, err = run(capsys, "render", GAME, "--move", "80", "--layer",
                             "influence.shadow", "--size", "300", "-o", str(target))
        assert (code, out, err) == (0, "", "")
        assert target.stat().st_size > 1000


def test_review_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pictures"
    assert run(capsys, "render", GAME, "--size", "120", "--review", str(folder))[0] == 0
    assert len(list(folder.glob("move*_influence.shadow.png"))) == 5
    assert len(list(folder.glob("*.png"))) == 5 * len(COMPUTED)
    setup_only = str(resource_path("examples", "case_study.sgf"))
    assert run(capsys, "render", setup_only, "--size", "120", "--review", str(folder))[0] == 0


def test_check_names_a_file_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "check", str(tmp_path))
    assert (code, out) == (1, "")
    assert err == f"irgo: {tmp_path} is a folder; choose a game file in it.\n"


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "check", GAME)[0] == 0
    short = tmp_path / "short.sgf"
    short.write_text("(;SZ[9]RU[Klingon])")
    code, out, _ = run(capsys, "check", str(short))
    assert code == 0 and "one game, one node, " in out
    assert "game 0: irgo does not know the rules Klingon and counts by Japanese rules." in out
    code, out, _ = run(capsys, "check", str(DATA / "sgf" / "wild" / "38_occupied.sgf"))
    assert code == 0 and "a stone was there already" in out
    wild = DATA / "sgf" / "wild"
    code, out, err = run(capsys, "check", str(wild / "24_missing_close.sgf"),
                         str(wild / "38_occupied.sgf"), str(wild / "23_not_sgf.sgf"), "--json")
    files = json.loads(out)["files"]
    assert code == 1
    assert "ends inside a game" in files[0]["warnings"][0]["text"]
    assert "a stone was there already" in files[1]["warnings"][0]["text"]
    assert "not a game record" in files[2]["error"]
    assert "not a game record" in err and err.count("\n") == 1
    assert "line 1, column 32" in run(capsys, "check", str(wild / "24_missing_close.sgf"))[1]


def test_the_estimate_has_a_score_by_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "analyze", GAME, "--move", "90", "--layer", "estimate", "--layer",
                     "estimate:rules=area,komi=0", "--explain", "D4", "--json")
    first, second = found["nodes"][0]["layers"].values()
    assert (first["kind"], first["unit"]) == ("field", "expected ownership, -1..1")
    assert np.array(first["values"]).shape == (19, 19) and first["values"] == second["values"]
    assert first["score"]["komi"] == 6.5 and second["score"]["komi"] == 0
    assert set(first["score"]) >= {"B", "W", "lead", "range"}
    assert any(text.startswith("Estimate") for text in found["nodes"][0]["explain"]["sentences"])
    code, out, _ = run(capsys, "analyze", GAME, "--move", "90", "--layer", "estimate",
                       "--explain", "D4")
    assert code == 0 and "irgo's network expects D4 to become" in out


def test_the_estimate_of_a_record_without_komi_has_the_usual_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "silent.sgf"
    path.write_text("(;SZ[9]RU[Chinese];B[ee];W[gc];B[cc];W[gg])")
    [node] = document(capsys, "analyze", str(path), "--layer", "estimate", "--json")["nodes"]
    assert node["layers"]["estimate"]["score"]["komi"] == 7.5


def test_a_record_is_turned_merged_and_gets_its_handicap_stones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, other, out = (tmp_path / f"{name}.sgf" for name in ("a", "b", "out"))
    record.write_text("(;SZ[9]HA[2]PB[A]PW[B];W[ba])", encoding="utf-8")
    other.write_text("(;SZ[9]PB[C];W[ba];B[ee])", encoding="utf-8")
    assert run(capsys, "edit", str(record), "--turn", "right", "--swap-colours", "--handicap",
               "-o", str(out))[0] == 0
    assert "irgo edit --handicap" in run(capsys, "check", str(record))[1]
    assert "irgo edit --handicap" not in run(capsys, "check", str(out))[1]
    written = out.read_text("utf-8")
    assert "B[ib]" in written and "AW[gg][cc]" in written and "PB[B]" in written
    assert run(capsys, "merge", str(record), str(other), "-o", str(out))[:2] == (
        0, f"2 games are one tree in {out}.\n")
    assert out.read_text("utf-8").count("W[ba]") == 1
    code, _, said = run(capsys, "edit", str(other), "--handicap", "-o", str(out))
    assert code == 1 and "No handicap stones are missing" in said
    assert run(capsys, "edit", str(other), "-o", str(out))[0] == 2
    assert run(capsys, "merge", str(other), "-o", str(out))[0] == 1


def test_times_and_what_other_programs_said_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[9]AP[Sabaki]TM[600];B[ee]BL[597]SBKV[55.5];W[cc]SBKS[-1.5])", "utf-8")
    nodes = document(capsys, "analyze", str(record), "--all", "--layer", "territory",
                     "--json")["nodes"]
    assert nodes[1]["seconds"] == 3.0 and "seconds" not in nodes[2]
    assert nodes[1]["said_by"] == {"program": "Sabaki", "lead": None, "chance": 0.555}
    assert nodes[2]["said_by"] == {"program": "Sabaki", "lead": -1.5, "chance": None}
    assert "said_by" not in nodes[0]
    _, out, _ = run(capsys, "analyze", str(record), "--move", "1", "--layer", "territory")
    assert "The move took 3 s." in out and "Sabaki in the record: Black wins in 56 %." in out
