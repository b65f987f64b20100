"""The index: made from files, made anew, shared by two irgos, damaged, and newer than this irgo."""

import os
import sqlite3
import stat
import zipfile
from pathlib import Path

import pytest

from irgo_app.errors import GamesError, SgfError, UsageError
from irgo_app.games.folders import bring_up_to_date
from irgo_app.games.index import GamesIndex, GameSummary, KeptReading, json_of_message
from irgo_app.games.index_file import APPLICATION, index_path
from irgo_app.go.point import BLACK, WHITE
from irgo_app.words import message


def test_games_of_a_folder_come_in_once_and_only_what_changed_is_read_again(
    index: GamesIndex, folder: Path
) -> None:
    index.add_source(folder)
    assert bring_up_to_date(index).new == 12
    assert bring_up_to_date(index).new == 0
    path = folder / "00003.sgf"
    path.write_text(path.read_text("utf-8").replace("Anna", "Anne"), "utf-8")
    assert bring_up_to_date(index).new == 1
    assert index.count() == 12
    os.remove(path)
    bring_up_to_date(index)
    assert index.count() == 11


def test_a_folder_that_is_not_there_keeps_its_games(index: GamesIndex, folder: Path) -> None:
    index.add_source(folder)
    bring_up_to_date(index)
    folder.rename(folder.with_name("elsewhere"))
    bring_up_to_date(index)
    assert index.count() == 12
    with pytest.raises(SgfError):
        index.tree_of(index.rows()[0].id)


def test_a_game_in_two_files_is_one_game_until_both_are_gone(
    index: GamesIndex, folder: Path
) -> None:
    archive = folder / "all.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(folder / "00000.sgf", "same.sgf")
        packed.writestr("broken.sgf", "no record")
    index.add_source(folder)
    done = bring_up_to_date(index)
    assert (done.new, index.count()) == (12, 12)
    assert [Path(name).name for name in index.problems()] == ["broken.sgf"]
    os.remove(folder / "00000.sgf")
    bring_up_to_date(index)
    assert index.count() == 12
    row = next(row for row in index.rows() if row.event == "0")
    assert index.place_of(row.id)[0].member == "same.sgf"
    assert index.tree_of(row.id).main_line()
    os.remove(archive)
    bring_up_to_date(index)
    assert index.count() == 11


def test_the_index_is_made_anew_and_readings_stay(index: GamesIndex, folder: Path) -> None:
    index.add_source(folder)
    bring_up_to_date(index)
    row = index.rows()[0]
    told = message("{side} was ahead by {lead:.1f} points.", side=message("Black"), lead=12.5)
    summary = GameSummary("a judge", 12.0, 33, 4.0, 50, 120, json_of_message(told))
    index.keep_readings([KeptReading(row.key, summary, b"data")])
    index.forget_all_files()
    assert index.count() == 0
    assert bring_up_to_date(index).new == 12
    found = next(each for each in index.rows() if each.key == row.key)
    assert found.summary.sentence() == "Black was ahead by 12.5 points."
    assert (found.largest_loss(BLACK), found.largest_loss(WHITE)) == ((12.0, 33), (4.0, 50))
    assert found.opening_move == 120
    assert index.readings([row.key]) == {row.key: b"data"}


def test_whose_games_they_are(index: GamesIndex, folder: Path) -> None:
    index.add_source(folder)
    bring_up_to_date(index)
    assert index.own_names() == {"anna"}
    assert {row.colour_of({"anna"}) for row in index.rows()} == {BLACK, WHITE}
    index.add_name("  DORA ")
    assert index.own_names() == {"dora"}
    assert None in {row.colour_of(index.own_names()) for row in index.rows()}


def test_a_changed_file_is_not_taken_for_the_game(index: GamesIndex, folder: Path) -> None:
    index.add_source(folder)
    bring_up_to_date(index)
    row = next(row for row in index.rows() if row.event == "5")
    (folder / "00005.sgf").write_text("(;SZ[19];B[aa])", "utf-8")
    with pytest.raises(SgfError, match="has changed"):
        index.tree_of(row.id)


def test_removing_a_folder_leaves_its_files(index: GamesIndex, folder: Path) -> None:
    source = index.add_source(folder)
    bring_up_to_date(index)
    index.remove_source(source)
    assert (index.count(), index.sources()) == (0, [])
    assert len(list(folder.iterdir())) == 12


def test_two_irgos_at_once(tmp_path: Path, folder: Path) -> None:
    with GamesIndex(tmp_path / "index") as one, GamesIndex(tmp_path / "index") as other:
        one.add_source(folder)
        with one.changing():
            assert other.count() == 0
        bring_up_to_date(one)
        assert other.count() == 12
        assert bring_up_to_date(other).new == 0


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    with GamesIndex(tmp_path / "deep" / "index") as index:
        index.add_name("Anna")
        modes = {stat.S_IMODE(path.stat().st_mode) for path in index.path.parent.iterdir()}
    assert modes == {0o600}


def test_an_empty_file_becomes_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "index"
    path.touch(0o644)
    with GamesIndex(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("spoil", ["garbage", "page"])
@pytest.mark.parametrize("is_own", [True, False])
def test_a_damaged_index_is_put_aside_and_made_anew(
    tmp_path: Path, folder: Path, spoil: str, is_own: bool
) -> None:
    path = index_path() if is_own else tmp_path / "index"
    with GamesIndex(path) as index:
        index.add_source(folder)
        bring_up_to_date(index)
        index._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    path.write_bytes(b"no database" * 100 if spoil == "garbage" else data[:4096]
                     + b"\xff" * (len(data) - 4096))
    before = path.read_bytes()
    with pytest.raises(GamesError):
        GamesIndex(path, makes=False)
    assert path.read_bytes() == before
    if spoil == "garbage" and not is_own:  # Nothing says that it was an index.
        with pytest.raises(GamesError, match="is no index of games; choose another file"):
            GamesIndex(path)
        assert path.read_bytes() == before
        return
    with GamesIndex(path) as index:
        assert index.count() == 0
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.with_name(f"{path.name}.damaged-1").stat().st_size > 1000


def test_an_index_of_a_newer_irgo_or_of_another_program_is_left_alone(tmp_path: Path) -> None:
    newer, other = tmp_path / "newer", tmp_path / "other"
    with GamesIndex(newer) as index:
        index._file.execute("PRAGMA user_version = 99")
    with sqlite3.connect(other) as strange:
        strange.execute("CREATE TABLE games (id INTEGER)")
    strange.close()
    before = newer.read_bytes(), other.read_bytes()
    inode = other.stat().st_ino
    with pytest.raises(GamesError, match="newer irgo"):
        GamesIndex(newer)
    for makes in (False, True):
        with pytest.raises(GamesError, match="other is no index of games; choose another file"):
            GamesIndex(other, makes=makes)
    assert (newer.read_bytes(), other.read_bytes()) == before
    assert other.stat().st_ino == inode
    assert sorted(path.name for path in tmp_path.iterdir()) == ["newer", "other"]


def test_another_programs_file_in_the_place_of_ones_own_is_left_alone() -> None:
    path = index_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as strange:
        strange.execute("PRAGMA application_id = 1234")
        strange.execute("CREATE TABLE games (id INTEGER)")
    strange.close()
    before = path.read_bytes()
    with pytest.raises(GamesError, match="no index of games"):
        GamesIndex()
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*.damaged*"))


@pytest.mark.parametrize("makes", [True, False])
def test_what_is_no_file_is_no_index(tmp_path: Path, makes: bool) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("folder", "pipe", "link"):
        with pytest.raises(GamesError, match=f"{name} is no index of games"):
            GamesIndex(tmp_path / name, makes=makes)
    assert not (tmp_path / "nowhere").exists()


def test_where_nothing_is_none_is_made_unless_wanted(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "index"
    with pytest.raises(UsageError, match=f"There is no index {path}; `irgo games add FOLDER "):
        GamesIndex(path, makes=False)
    assert not path.parent.exists()
    with pytest.raises(UsageError, match="There are no games yet"):
        GamesIndex(makes=False)
    assert not index_path().exists()


def test_an_index_is_known_from_its_first_bytes_on(tmp_path: Path) -> None:
    """One whose making was killed is gone on with."""
    path = tmp_path / "index"
    with sqlite3.connect(path) as begun:
        begun.execute(f"PRAGMA application_id = {APPLICATION}")
    begun.close()
    with pytest.raises(UsageError, match="There is no index"):
        GamesIndex(path, makes=False)
    with GamesIndex(path) as index:
        assert index.count() == 0
        assert path.read_bytes()[68:72] == b"irga"


def test_a_stopped_indexing_keeps_what_it_has_and_goes_on(index: GamesIndex, folder: Path) -> None:
    index.add_source(folder)
    asked = iter(range(100))
    bring_up_to_date(index, is_stopped=lambda: next(asked) >= 4)
    assert index.count() == 5
    assert bring_up_to_date(index).new == 7
