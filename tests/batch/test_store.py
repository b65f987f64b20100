"""The folder of a batch: valid at any moment, nothing lost, nothing twice."""

import errno
import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from irgo_app.batch import store as store_module
from irgo_app.batch.analysis import GameRecord, analysed
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import Source, works_of
from irgo_app.batch.store import Store
from irgo_app.errors import UsageError
from irgo_app.own_names import new_name
from tests.batch.games import small_game

OPTIONS = BatchOptions()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> GameRecord:
    path = tmp_path_factory.mktemp("games") / "game.sgf"
    path.write_text(small_game(0, moves=5))
    return analysed(works_of(Source(path), path.read_bytes())[0], OPTIONS)


def named(record: GameRecord, name: str) -> GameRecord:
    """Return a record of another game."""
    return replace(record, game={**record.game, "id": name})


def ids(path: Path) -> list[str]:
    return pq.read_table(path, columns=["id"]).column(0).to_pylist()


def test_what_is_added_is_there_for_the_next_run(tmp_path: Path, record: GameRecord) -> None:
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a"), named(record, "b")])
    with Store(tmp_path, OPTIONS).opened() as store:
        assert store.done() == {"a", "b"}
        store.add([named(record, "c")])
        store.merge()
        assert store.done() == {"a", "b", "c"}
    assert ids(tmp_path / "games.parquet") == ["a", "b", "c"]
    assert ids(tmp_path / "moves.parquet") == ["a"] * 5 + ["b"] * 5 + ["c"] * 5
    assert not (tmp_path / "parts").exists()


def test_tables_of_an_irgo_that_knew_fewer_columns_are_gone_on_with(
    tmp_path: Path, record: GameRecord
) -> None:
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a")])
        store.merge()
    path = tmp_path / "games.parquet"
    pq.write_table(pq.read_table(path).drop_columns("visits"), path / "0000.parquet")
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "b")])
        store.merge()
    assert pq.read_table(path).column("visits").to_pylist() == [None, record.game["visits"]]


def test_both_tables_are_json_lines_too(tmp_path: Path, record: GameRecord) -> None:
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a")])
        store.merge()
    for name in ("games", "moves"):
        rows = [json.loads(line) for line in (tmp_path / f"{name}.jsonl").read_text().splitlines()]
        assert rows == pq.read_table(tmp_path / f"{name}.parquet").to_pylist()


def test_a_table_that_is_one_file_is_gone_on_with(tmp_path: Path, record: GameRecord) -> None:
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a")])
        store.merge()
    for name in ("games", "moves"):
        folder = tmp_path / f"{name}.parquet"
        os.replace(folder / "0000.parquet", tmp_path / "one")
        folder.rmdir()
        os.replace(tmp_path / "one", folder)
    with Store(tmp_path, OPTIONS).opened() as store:
        assert store.done() == {"a"}
        store.add([named(record, "b")])
        store.merge()
    assert ids(tmp_path / "games.parquet") == ["a", "b"]
    assert ids(tmp_path / "moves.parquet") == ["a"] * 5 + ["b"] * 5


def test_a_large_table_is_several_files_of_which_the_last_is_written_anew(
    tmp_path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_GAMES_A_FILE", 10)
    monkeypatch.setattr(store_module, "_ROWS_AT_ONCE", 7)

    def add(numbers: range) -> None:
        with Store(tmp_path, OPTIONS).opened() as store:
            for number in numbers:
                store.add([named(record, f"{number:02d}")])
            store.merge()

    add(range(24))
    for name in ("games", "moves"):
        files = store_module.files_of(tmp_path / f"{name}.parquet")
        assert len(files) == 3 and pq.ParquetFile(files[0]).num_row_groups == 1
    written = [path.stat().st_mtime_ns
               for path in store_module.files_of(tmp_path / "moves.parquet")[:2]]
    lines = (tmp_path / "moves.jsonl").read_bytes()
    add(range(20, 27))
    assert [path.stat().st_mtime_ns for path in store_module.files_of(
        tmp_path / "moves.parquet")[:2]] == written
    assert (tmp_path / "moves.jsonl").read_bytes().startswith(lines)
    wanted = [f"{number:02d}" for number in range(27)]
    assert ids(tmp_path / "games.parquet") == wanted
    assert ids(tmp_path / "moves.parquet") == [name for name in wanted for _ in range(5)]


def test_rows_of_many_games_are_packed_together(
    tmp_path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_MOST_PARTS", 8)
    monkeypatch.setattr(store_module, "_MOST_JOINED", 2)
    with Store(tmp_path, OPTIONS).opened() as store:
        for number in range(50):
            store.add([named(record, str(number))])
        assert ids(tmp_path / "games.parquet"), "some are in the table before the end"
        store.merge()
    [path] = store_module.files_of(tmp_path / "moves.parquet")
    assert pq.ParquetFile(path).num_row_groups == 1
    assert len(set(ids(tmp_path / "moves.parquet"))) == 50


def test_lines_that_were_cut_short_are_written_again(tmp_path: Path, record: GameRecord) -> None:
    lines = tmp_path / "moves.jsonl"
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a")])
        store.merge()
    with lines.open("ab") as file:
        file.write(b'{"id": "b", "mo')
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "b")])
        store.merge()
    rows = list(map(json.loads, lines.read_text().splitlines()))
    assert rows == pq.read_table(tmp_path / "moves.parquet").to_pylist()
    lines.write_bytes(lines.read_bytes()[:-40])
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "c")])
        store.merge()
    assert len(list(map(json.loads, lines.read_text().splitlines()))) == 15


def test_json_lines_can_be_left_out(tmp_path: Path, record: GameRecord) -> None:
    with Store(tmp_path, OPTIONS, has_lines=False).opened() as store:
        store.add([named(record, "a")])
        store.merge()
    assert not list(tmp_path.glob("*.jsonl"))
    with Store(tmp_path, OPTIONS).opened() as store:
        store.merge()
    assert len((tmp_path / "moves.jsonl").read_text().splitlines()) == 5


def test_many_parts_are_made_one(
    tmp_path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_MOST_PARTS", 4)
    with Store(tmp_path, OPTIONS).opened() as store:
        for number in range(10):
            store.add([named(record, str(number))])
        assert len(list((tmp_path / "parts").iterdir())) == 4
        assert len(store.done()) == 10
        store.merge()
    assert sorted(ids(tmp_path / "games.parquet")) == [str(number) for number in range(10)]


@pytest.mark.parametrize("step", range(12))
def test_a_merge_that_is_cut_short_loses_and_doubles_nothing(
    tmp_path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The merge ends at any of its renames; the next run brings all in order."""
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a")])
        store.merge()
        store.add([named(record, "b")])
        store.add([named(record, "c")])
    left = [step]

    def cut(source: Path, target: Path, rename=os.replace) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        rename(source, target)

    with monkeypatch.context() as patched, Store(tmp_path, OPTIONS).opened() as store:
        patched.setattr(os, "replace", cut)
        try:
            store.merge()
        except KeyboardInterrupt:
            pq.read_table(tmp_path / "games.parquet")
            pq.read_table(tmp_path / "moves.parquet")
    with Store(tmp_path, OPTIONS).opened() as store:
        assert store.done() == {"a", "b", "c"}
        store.merge()
    assert sorted(ids(tmp_path / "games.parquet")) == ["a", "b", "c"]
    assert sorted(ids(tmp_path / "moves.parquet")) == sorted("abc" * 5)


def test_a_part_that_was_not_finished_is_none(tmp_path: Path, record: GameRecord) -> None:
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a")])
    torn = tmp_path / "parts" / f".{1:020d}{new_name('')}"
    torn.mkdir()
    (torn / "games.parquet").write_bytes(b"PAR1 torn")
    with Store(tmp_path, OPTIONS).opened() as store:
        assert store.done() == {"a"}
        store.merge()
    assert not torn.exists()


def test_a_full_disk_is_one_sentence_and_keeps_what_is_there(
    tmp_path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a")])
        store.merge()
        with monkeypatch.context() as patched:
            patched.setattr(store_module, "write_table", refuse)
            with pytest.raises(UsageError, match="the disk is full") as raised:
                store.add([named(record, "b")])
            assert "\n" not in str(raised.value)
            patched.setattr(os, "fsync", refuse)
            with pytest.raises(UsageError, match="the disk is full"):
                store.write("summary.html", "text")
        assert store.done() == {"a"}
        assert not list((tmp_path / "parts").iterdir())
        assert not list(tmp_path.glob("*.new"))
    assert ids(tmp_path / "games.parquet") == ["a"]


def test_a_folder_is_one_batchs_at_a_time(tmp_path: Path) -> None:
    with Store(tmp_path, OPTIONS).opened(), pytest.raises(UsageError, match="Another batch"), \
            Store(tmp_path, OPTIONS).opened():
        pass
    with Store(tmp_path, OPTIONS).opened():
        pass


def test_records_of_other_options_are_not_mixed(tmp_path: Path) -> None:
    with Store(tmp_path, OPTIONS).opened():
        pass
    other = BatchOptions(("influence.paths",))
    with pytest.raises(UsageError, match="other layers"), Store(tmp_path, other).opened():
        pass


@pytest.mark.parametrize("name", ["batch.json", "games.parquet/0000.parquet"])
def test_a_damaged_folder_is_one_sentence(tmp_path: Path, record: GameRecord, name: str) -> None:
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([record])
        store.merge()
    (tmp_path / name).write_bytes(b"{ no table")
    with pytest.raises(UsageError, match="damaged"), Store(tmp_path, OPTIONS).opened() as store:
        store.done()


def test_a_folder_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"), \
            Store(tmp_path / "file", OPTIONS).opened():
        pass


def test_what_others_keep_in_the_folder_stays_as_it_is(tmp_path: Path, record: GameRecord) -> None:
    """Neither folders beside the parts, nor a lock, nor what lies in a part."""
    others = [tmp_path / "parts" / ".git" / "config", tmp_path / "parts" / "chapter" / "text",
              tmp_path / "parts" / f"{1:020d}-0123abcd" / "games.parquet", tmp_path / ".lock"]
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a year's work")
    with Store(tmp_path, OPTIONS).opened() as store:
        store.add([named(record, "a")])
        [part] = [path for path in (tmp_path / "parts").glob("[!.]*") if "." in path.name]
        (part / "notes").write_text("mine")
        store.merge()
    assert ids(tmp_path / "games.parquet") == ["a"]
    assert [path.read_text() for path in others] == ["a year's work"] * 4
    assert (part.with_name(f".{part.name}") / "notes").read_text() == "mine"


@pytest.mark.parametrize("name", ["games.parquet", "moves.jsonl", "summary.html", "problems.sgf"])
def test_tables_that_no_batch_wrote_are_not_written_over(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(UsageError, match=name), Store(tmp_path, OPTIONS).opened():
        pass
    assert (tmp_path / name).read_text() == "mine" and not (tmp_path / "batch.json").exists()


def test_ctrl_c_in_the_middle_leaves_no_parts(
    tmp_path: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine it may come while parts are joined: one has lost its name by then."""
    remove, calls = store_module._remove_folder, list[Path]()

    def stopped(part: Path) -> None:
        calls.append(part)
        if len(calls) == 3:
            raise KeyboardInterrupt
        remove(part)

    monkeypatch.setattr(store_module, "_remove_folder", stopped)
    with pytest.raises(KeyboardInterrupt), Store(tmp_path, OPTIONS).opened() as store:
        for name in ("a", "b"):
            store.add([named(record, name)])
        try:
            store.merge()
        finally:
            store.merge()
    assert len(calls) > 3 and not (tmp_path / "parts").exists()
    assert ids(tmp_path / "games.parquet") == ["a", "b"]


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "out" / ".lock").symlink_to(tmp_path / "precious")
    with pytest.raises(UsageError), Store(tmp_path / "out", OPTIONS).opened():
        pass
    assert (tmp_path / "precious").read_text() == "mine"
