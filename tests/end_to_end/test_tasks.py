"""What users of other programs look for first, in a real X window with real keys and the mouse."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from irgo_app.go.coordinates import sgf_letters
from irgo_app.sgf.parser import load_file
from tests.end_to_end.test_real_window import (MISSING, TIMEOUT_S, Program, board_geometry, display,
                                               wait_for)

__all__ = ["display"]  # A fixture.

pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]
RECORD = b"(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dp];B[pq];W[dd])"
POINT, OTHER = 9 * 19 + 9, 9 * 19 + 12


@pytest.fixture
def program(display: str, tmp_path: Path) -> Iterator[Program]:
    path = tmp_path / "game.sgf"
    path.write_bytes(RECORD)
    found = Program(display, path, tmp_path)
    # Keys count from the moment the menus are there: the steps of the strip come with them.
    wait_for("the end of the game", lambda: (
        found.tool("key", "End"), _is_dark_at(found, 16 * 19 + 15))[1])
    yield found
    found.process.terminate()
    found.process.wait(timeout=TIMEOUT_S)


def _is_dark_at(program: Program, point: int) -> bool:
    """Return whether there is a black stone on a point of the picture."""
    picture = program.board()
    x, y = board_geometry(picture).centre(point)
    # More than a line of the grid is dark; in the middle a stone that is tried has its number.
    return all(picture.pixelColor(round(x + across), round(y + down)).lightness() < 110
               for across in (-7, 7) for down in (-5, 0, 4))


def click(program: Program, point: int) -> None:
    x, y = board_geometry(program.board()).centre(point)
    program.tool("mousemove", "--window", program.window, str(round(x)), str(round(y)))
    program.tool("click", "1")


def saved_moves(program: Program, path: Path) -> list[str] | None:
    """Save, and return the letters of the first moves below the fourth; None while it is as it was.
    """
    program.tool("key", "ctrl+s")
    tree = load_file(path).games[0]
    fourth = tree.main_line()[4]
    return [sgf_letters(child.move[1], 19) for child in fourth.children if child.move]


def test_what_was_tried_is_in_the_file_only_if_it_was_kept(
    program: Program, tmp_path: Path
) -> None:
    path = tmp_path / "game.sgf"
    program.tool("key", "v")
    click(program, POINT)
    wait_for("the stone that is tried", lambda: _is_dark_at(program, POINT))
    program.tool("key", "Escape")
    wait_for("the stone to go", lambda: not _is_dark_at(program, POINT))
    assert saved_moves(program, path) == []
    program.tool("key", "v")
    click(program, OTHER)
    wait_for("the other stone", lambda: _is_dark_at(program, OTHER))
    program.tool("key", "Return")
    wait_for("the variation in the file", lambda: saved_moves(program, path) == [
        sgf_letters(OTHER, 19)])


def test_a_new_game_is_asked_for_and_begun_with_keys_alone(program: Program) -> None:
    program.tool("key", "ctrl+n")
    dialog = str(wait_for("the dialog", lambda: program.find("^New game$")))
    program.tool("windowfocus", "--sync", dialog)
    program.tool("key", "Return")
    wait_for("the empty board", lambda: program.find(r"New game.* – irgo"))
    wait_for("no stone", lambda: not _is_dark_at(program, 16 * 19 + 15))


def test_help_opens_beside_the_board_and_closes(program: Program) -> None:
    program.tool("key", "F1")
    found = str(wait_for("help", lambda: program.find("^Help$")))
    program.tool("windowfocus", "--sync", found)
    program.tool("key", "Escape")
    wait_for("help to close", lambda: not program.find("^Help$"))


def test_the_board_is_zoomed_and_whole_again(program: Program) -> None:
    # A stone near the corner leaves the picture.
    program.tool("key", "ctrl+plus", "ctrl+plus", "ctrl+plus")
    wait_for("a closer look", lambda: not _is_dark_at(program, 16 * 19 + 15))
    program.tool("key", "ctrl+0")
    wait_for("the whole board", lambda: _is_dark_at(program, 16 * 19 + 15))
