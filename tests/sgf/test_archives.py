"""Records in zip and gzip, and what is packed to be endless."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from irgo_app.cli.main import run_command
from irgo_app.errors import SgfError
from irgo_app.sgf import archives
from irgo_app.sgf.edits import set_comment
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.open_file import OpenFile
from irgo_app.sgf.parser import load_file, read_games

GAME = b"(;GM[1]SZ[9]PB[%s]PW[b];B[ee];W[cc])"


def zipped(files: dict[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return whole.getvalue()


def blacks(data: bytes) -> list[str]:
    return [game_info(tree).black for tree in read_games(data, "games.zip").games]


def test_all_records_of_an_archive_are_read_each_in_its_charset() -> None:
    data = zipped({"a/one.sgf": GAME % "井山裕太".encode("cp932"), "readme.txt": b"(;B[aa])",
                   "two.SGF": GAME % "柯洁九段".encode("gb18030") + GAME % b"x",
                   "broken.sgf": b"nothing"})
    found = read_games(data, "games.zip")
    assert blacks(data) == ["井山裕太", "柯洁九段", "x"] and found.format == "zip"
    assert any("broken.sgf is not a game record" in str(said) for said in found.diagnostics)


def test_a_record_in_gzip() -> None:
    data = gzip.compress(GAME % b"a") + gzip.compress(GAME % b"c")
    assert blacks(data) == ["a", "c"] and read_games(data).format == "gzip"
    assert blacks(gzip.compress(GAME % b"a")[:-4]) == ["a"]


def test_what_unpacks_to_more_than_the_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST_UNPACKED", 200_000)
    long = GAME % b"a" + b" " * 300_000
    for data in (gzip.compress(long), zipped({"a.sgf": long}),
                 zipped({f"{number}.sgf": long[:90_000] for number in range(3)})):
        assert len(data) < 3_000
        with pytest.raises(SgfError, match="holds more than irgo unpacks"):
            read_games(data)
    monkeypatch.setattr(archives, "MOST_MEMBERS", 2)
    with pytest.raises(SgfError, match="2 files"):
        read_games(zipped({f"{number}.sgf": GAME % b"a" for number in range(3)}))


@pytest.mark.parametrize("data", [
    b"PK\x03\x04 and then nothing", b"\x1f\x8b\x08 and noise", gzip.compress(b""), zipped({}),
    zipped({"a.txt": GAME % b"a"}), gzip.compress(gzip.compress(GAME % b"a")),
    zipped({"a.sgf": zipped({"a.sgf": GAME % b"a"})})], ids=len)
def test_damaged_and_doubly_packed_files_are_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(SgfError) as refused:
        read_games(data, "games.zip")
    assert "\n" not in str(refused.value)


def test_an_archive_is_edited_and_saved_as_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, saved = tmp_path / "games.zip", tmp_path / "games.sgf"
    path.write_bytes(zipped({"a.sgf": GAME % b"a", "b.sgf": GAME % b"c"}))
    file = OpenFile(load_file(path), path)
    file.apply(file.games[1], set_comment(file.games[1].root, "new"))
    file.save(saved)
    assert [tree.root.comment for tree in load_file(saved).games] == ["", "new"]
    assert run_command(["check", str(path)]) == 0
    assert "2 games" in capsys.readouterr().out


def test_many_members_of_a_gzip_file_are_read_in_time_that_grows_with_it() -> None:
    member = gzip.compress(b"(;B[aa])")
    assert len(read_games(member * 40, "many.sgf.gz").games) == 40
    tiny = gzip.compress(b"")
    with pytest.raises(SgfError, match="holds more than irgo unpacks"):
        read_games(tiny * 400_000, "many.sgf.gz")


def test_an_archive_with_odd_names_is_one_sentence() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("b\u00e9.sgf", "(;B[aa])")
    with pytest.raises(SgfError, match="odd"):
        read_games(out.getvalue().replace("\u00e9".encode(), b"\xff\xfe"), "odd.zip")
