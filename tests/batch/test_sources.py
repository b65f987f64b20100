"""Where the games of a batch come from."""

import errno
import zipfile
from pathlib import Path

import pytest

from irgo_app.batch.sources import hash_of, id_of, sources_of, works_of
from irgo_app.errors import SgfError, UsageError
from irgo_app.sgf.parser import read_games
from tests.batch.games import small_game, write_games


def test_folders_are_searched_and_other_files_left(tmp_path: Path) -> None:
    write_games(tmp_path / "deep" / "deeper", 2)
    (tmp_path / "ONE.SGF").write_text(small_game(7))
    (tmp_path / "notes.txt").write_text("no game")
    names = [source.path.name for source in sources_of([tmp_path])]
    assert names == ["ONE.SGF", "game000.sgf", "game001.sgf"]


def test_a_file_named_itself_needs_no_ending_and_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text(small_game(1))
    assert len(sources_of([path, path, tmp_path / "record"])) == 1


def test_archives_are_opened(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.writestr("a/one.sgf", small_game(1))
        archive.writestr("readme.txt", "hello")
        archive.writestr("two.sgf", small_game(2) + small_game(3))
    one, two = sources_of([tmp_path])
    assert one.name.endswith("games.zip!/a/one.sgf")
    assert [len(works_of(each, each.read())) for each in (one, two)] == [1, 2]


@pytest.mark.parametrize("content", [b"no archive", b"", b"PK\x03\x04 torn"])
def test_a_broken_archive_is_a_source_that_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "torn.zip"
    path.write_bytes(content)
    source, = sources_of([path])
    with pytest.raises(SgfError) as raised:
        works_of(source, source.read())
    assert "torn.zip" in str(raised.value)


def test_a_member_that_is_damaged_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("one.sgf", small_game(1) * 50)
    data = bytearray(path.read_bytes())
    data[60:90] = bytes(30)
    path.write_bytes(data)
    source, = sources_of([path])
    with pytest.raises(SgfError, match="cannot be unpacked"):
        source.read()


def test_the_games_of_a_collection_are_works_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "three.sgf"
    path.write_text("".join(small_game(seed) for seed in range(3)))
    source, = sources_of([path])
    data = source.read()
    works = works_of(source, data)
    assert [work.id for work in works] == [id_of(hash_of(data), game) for game in range(3)]
    whole = read_games(data).games
    for work, tree in zip(works, whole, strict=True):
        alone = read_games(work.data).games
        assert len(alone) == 1
        assert [node.move for node in alone[0].main_line()] == [
            node.move for node in tree.main_line()]


def test_what_lies_in_a_locked_folder_is_a_source_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_dir", refuse)
    source, = sources_of([tmp_path / "locked" / "game.sgf"])
    with pytest.raises(SgfError, match=r"game\.sgf may not be read"):
        source.read()


def test_nothing_to_do_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no game record"):
        sources_of([tmp_path])
    with pytest.raises(UsageError, match="check the name"):
        sources_of([tmp_path / "nowhere"])


def test_an_archive_with_names_that_are_no_text_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "odd.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("b\u00e9.sgf", "(;B[aa])")
    path.write_bytes(path.read_bytes().replace("\u00e9".encode(), b"\xff\xfe"))
    [source] = sources_of([path])
    with pytest.raises(SgfError, match=r"odd\.zip"):
        works_of(source, source.read())
