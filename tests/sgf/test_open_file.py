"""Nobody's work is lost: undo across games, saving, the journal, and being killed at any moment."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from irgo_app.errors import SgfError
from irgo_app.sgf.edits import new_game, set_comment
from irgo_app.sgf.open_file import SUFFIX, OpenFile, left_behind, origin_of, restore
from irgo_app.sgf.parser import GameFile, load_file
from irgo_app.sgf.writer import write_games
from tests.sgf.kills import TWO_GAMES, kill_while_editing, kill_while_saving, kill_while_starting
from tests.sgf.random_edits import work

ROOT = Path(__file__).parents[2]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "two.sgf"
    path.write_bytes(TWO_GAMES)
    return path


def test_each_game_of_a_file_has_its_own_undo(record: Path) -> None:
    file = OpenFile(load_file(record), record)
    first, second = file.games
    file.apply(first, set_comment(first.root, "one"))
    file.apply(second, set_comment(second.root, "two"))
    file.undo(first)
    assert (first.root.comment, second.root.comment) == ("", "two")
    assert file.is_modified
    file.undo(second)
    assert not file.is_modified
    assert file.undo(second) is None


def test_which_games_a_file_holds_is_changed_saved_and_restored(
    record: Path, tmp_path: Path
) -> None:
    file = OpenFile(load_file(record), record, tmp_path / "journals")
    first, second = file.games
    file.arrange([second, first])
    assert file.is_modified and file.is_arranged
    file.add([first])
    added = file.games[2]
    assert added is not first and write_games([added]) == write_games([first])
    file.apply(added, set_comment(added.root, "a copy"))
    assert first.root.comment == ""
    file.arrange([added, second])
    assert first not in file.games and file.game_file.games == [first, second]
    file.leave()
    [journal] = left_behind(tmp_path / "journals")
    found = OpenFile.restored(journal)
    assert (found.game, found.node.comment) == (0, "a copy") and found.file.is_modified
    assert write_games(found.file.games) == write_games([added, second])
    found.file.save(record)
    assert not found.file.is_modified
    assert write_games(load_file(record).games) == write_games([added, second])
    found.file.arrange_back()
    assert found.file.is_modified and len(found.file.games) == 3
    while found.file.is_arranged:
        found.file.arrange_back()
    assert write_games(found.file.games) == write_games([first, second])
    with pytest.raises(ValueError, match="holds a game"):
        found.file.arrange([])


def test_the_first_save_of_a_session_keeps_a_backup(record: Path) -> None:
    backup = record.with_name("two.sgf.bak")
    file = OpenFile(load_file(record), record)
    for text in ("one", "two"):
        file.apply(file.games[0], set_comment(file.games[0].root, text))
        file.save(record)
    assert backup.read_bytes() == TWO_GAMES
    assert load_file(record).games[0].root.comment == "two"
    assert not file.is_modified


@pytest.mark.parametrize("seed", range(40))
def test_a_journal_gives_back_everything(record: Path, tmp_path: Path, seed: int) -> None:
    folder = tmp_path / "journals"
    file = OpenFile(load_file(record), record, folder)
    steps = work(file, seed)
    for _ in range(random.Random(seed).randrange(5, 120)):
        next(steps)
    journals = list(folder.glob(f"*{SUFFIX}"))
    assert len(journals) == 1
    found = restore(journals[0])
    assert write_games(found.games) == write_games(file.games)
    stacks = [found.stacks[number] for number in found.orders[-1]]
    assert [stack.is_clean for stack in stacks] == \
        [file.stack(tree).is_clean for tree in file.games]
    for tree, other, stack in zip(file.games, found.games, stacks, strict=True):
        while file.undo(tree):
            stack.undo()
        assert write_games([tree]) == write_games([other])
    file.close()
    assert not list(folder.iterdir())


def test_a_journal_in_use_is_not_offered(record: Path, tmp_path: Path) -> None:
    file = OpenFile(load_file(record), record, tmp_path / "journals")
    file.apply(file.games[0], set_comment(file.games[0].root, "x"))
    assert left_behind(tmp_path / "journals") == []


def test_a_game_that_never_was_a_file_is_restored(tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    file = OpenFile(GameFile([new_game(13, 9)]), None, folder)
    file.apply(file.games[0], set_comment(file.games[0].root, "precious"))
    journal = next(folder.glob(f"*{SUFFIX}"))
    found = restore(journal)
    assert found.origin is None and found.edits == 1
    tree = found.game_file.games[0]
    assert (tree.columns, tree.rows, tree.root.comment) == (13, 9, "precious")


def test_games_that_are_nowhere_else_are_work_though_nothing_was_done(tmp_path: Path) -> None:
    """They are restored after a crash, and are so still; saved they are as any other."""
    folder, target = tmp_path / "journals", tmp_path / "pasted.sgf"
    file = OpenFile(GameFile([new_game(9, 9)]), None, folder, is_kept=False)
    assert file.is_modified
    file.leave()
    [journal] = left_behind(folder)
    found = OpenFile.restored(journal).file
    assert found.is_modified and write_games(found.games) == write_games([new_game(9, 9)])
    found.apply(found.games[0], set_comment(found.games[0].root, "x"))
    found.undo(found.games[0])
    assert found.is_modified
    found.save(target)
    assert not found.is_modified
    found.leave()
    assert left_behind(folder) == []


@pytest.mark.parametrize("damage", [b"", b"\x00\x01", b'{"format": "other"}\n', b"[1, 2]\n",
                                    b'{"format": "irgo-journal/1"}\n{"game": 7, "undo": 1}\n',
                                    b'{"format": "irgo-journal/1"}\n{"order": []}\n',
                                    b'{"format": "irgo-journal/1"}\n{"order": [0, 0]}\n',
                                    b'{"format": "irgo-journal/1"}\n{"order": [2]}\n',
                                    b'{"format": "irgo-journal/1"}\n{"back": 1}\n',
                                    b'{"format": "irgo-journal/1"}\n{"add": "("}\n',
                                    b'{"format": "irgo-journal/1"}\n{"add": 3}\n'])
def test_a_damaged_journal_breaks_nothing(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / f"edit-1{SUFFIX}").write_bytes(damage)
    (tmp_path / "edit-1.base").write_bytes(TWO_GAMES)
    for path in left_behind(tmp_path):
        assert write_games(restore(path).games) == TWO_GAMES
        assert origin_of(path) is None
    (tmp_path / "edit-1.base").unlink(missing_ok=True)
    with pytest.raises(SgfError, match="cannot be restored"):
        restore(tmp_path / f"edit-1{SUFFIX}")


def test_a_torn_last_line_costs_the_last_edit_only(record: Path, tmp_path: Path) -> None:
    file = OpenFile(load_file(record), record, tmp_path / "journals")
    tree = file.games[0]
    file.apply(tree, set_comment(tree.root, "kept"))
    file.apply(tree, set_comment(tree.root, "torn"))
    journal = next((tmp_path / "journals").glob(f"*{SUFFIX}"))
    copy = tmp_path / "copy" / journal.name
    copy.parent.mkdir()
    copy.write_bytes(journal.read_bytes()[:-9])
    copy.with_suffix(".base").write_bytes(TWO_GAMES)
    again, index, node = OpenFile.restored(copy)
    assert index == 0 and node is again.games[0].root
    assert again.games[0].root.comment == "kept" and again.is_modified
    again.apply(again.games[0], set_comment(again.games[0].root, "later"))
    assert restore(copy).game_file.games[0].root.comment == "later"


def test_a_journal_that_cannot_be_written_does_not_stop_the_work(
    record: Path, tmp_path: Path
) -> None:
    (tmp_path / "journals").write_text("a file where the folder should be")
    file = OpenFile(load_file(record), record, tmp_path / "journals")
    file.apply(file.games[0], set_comment(file.games[0].root, "x"))
    assert file.games[0].root.comment == "x"
    assert file.journal_failure and "save your work often" in file.journal_failure


@pytest.mark.parametrize("batch", range(4))
def test_killed_at_any_moment_at_most_the_last_edit_is_lost(tmp_path: Path, batch: int) -> None:
    _kill(kill_while_editing, tmp_path, range(25 * batch, 25 * batch + 25))


@pytest.mark.parametrize("batch", range(2))
def test_killed_while_saving_file_and_backup_are_whole(tmp_path: Path, batch: int) -> None:
    _kill(kill_while_saving, tmp_path, range(10 * batch, 10 * batch + 10))


def test_killed_while_starting_nothing_is_touched(tmp_path: Path) -> None:
    _kill(kill_while_starting, tmp_path, range(5))


def _kill(kill: Callable[[Path, int], None], folder: Path, seeds: range) -> None:
    for seed in seeds:
        (folder / str(seed)).mkdir()
        kill(folder / str(seed), seed)


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "data" / "sgf" / "wild").glob("*.sgf")),
                         ids=lambda path: path.stem)
def test_a_file_in_which_nothing_was_changed_is_written_byte_for_byte(
    path: Path, tmp_path: Path
) -> None:
    """In whatever charset and shape it is, and also after an edit that was taken back."""
    try:
        file = OpenFile(load_file(path), path)
    except SgfError:
        pytest.skip("it holds no game")
    if file.game_file.format != "SGF" or file.game_file.is_part:
        pytest.skip("what is not SGF is written as SGF; of a part nothing else is known")
    game = file.games[0]
    file.apply(game, set_comment(game.root, "an edit"))
    file.undo(game)
    file.write(tmp_path / "same.sgf")
    assert (tmp_path / "same.sgf").read_bytes() == path.read_bytes()
    file.redo(game)
    file.write(tmp_path / "other.sgf")
    written = load_file(tmp_path / "other.sgf")
    assert written.games[0].root.comment == "an edit" and written.encoding == "utf-8"


def test_only_journals_of_irgo_are_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "mine.journal").write_text("Dear diary")
    (tmp_path / "mine.base").write_text("a base of something else")
    (tmp_path / "json.journal").write_text('{"format": "another program"}\n')
    (tmp_path / "cut.journal").write_bytes(b"")
    assert left_behind(tmp_path) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "json.journal", "mine.base", "mine.journal"]
