"""The installed program in a real X window: opened, stepped with real keys, looked at."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtGui import QColor, QImage

from irgo_app.draw.board_geometry import BoardGeometry
from irgo_app.go.position import Position
from irgo_app.gui.views.style import LIGHT
from irgo_app.layers import layer_named
from irgo_app.layers.results import Field
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.conftest import GAMES

MISSING = [name for name in ("Xvfb", "xdotool") if not shutil.which(name)]
pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]
TIMEOUT_S = 60
SCREEN = (1300, 960)


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    """A virtual screen of its own, whose picture lies in a file."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24",
         "-noreset", "-nolisten", "tcp", "-fbdir", str(tmp_path)],
        pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answers:
        number = answers.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def wait_for(what: str, check: Callable[[], object]) -> object:
    """Ask `check` until it answers; the program under test has no signal to wait for."""
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        # The program gets on faster when nobody asks without a pause.
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


def screenshot(folder: Path) -> np.ndarray:
    """Return the screen as uint8 (height, width, 3), red green blue, from the server's own file.

    The file is in XWD format: a header of 25 big-endian numbers, a colour map, then the pixels.
    """
    data = (folder / "Xvfb_screen0").read_bytes()
    header = np.frombuffer(data[:100], ">u4")
    size, width, height, line, colours = (int(header[i]) for i in (0, 4, 5, 12, 19))
    pixels = np.frombuffer(data, np.uint8, height * line, size + 12 * colours)
    return pixels.reshape(height, line // 4, 4)[:, :width, 2::-1]


class Program:
    """The running window, driven with xdotool."""

    def __init__(self, display: str, path: Path, folder: Path) -> None:
        self.folder = folder
        self.environment = dict(os.environ, DISPLAY=display, QT_QPA_PLATFORM="xcb",
                                IRGO_CONFIG_FOLDER=str(folder / "settings"))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "irgo_app", str(path)], env=self.environment)
        self.window = str(wait_for("the window", lambda: self.find(path.name)))
        self.tool("windowfocus", "--sync", self.window)
        wait_for("the board", lambda: all(reaches(self.board())))

    def tool(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True,
                              text=True, check=False)
        return done.stdout.strip()

    def find(self, name: str) -> str:
        assert self.process.poll() is None, "the program ended"
        found = self.tool("search", "--onlyvisible", "--name", name).split()
        return found[0] if found else ""

    def board(self) -> QImage:
        pixels = np.ascontiguousarray(screenshot(self.folder))
        height, width, _ = pixels.shape
        return QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()


def reaches(picture: QImage) -> tuple[int, int, int, int]:
    """Return how far it is from within the board to the even colour of the window, 0 before it is
    there.

    To the left, right, upwards and downwards; what is less than three pixels wide is a line.
    """
    frame = QColor(LIGHT.window)
    x, y = _within(picture)

    def reach(across: int, down: int) -> int:
        ends = {(-1, 0): x, (1, 0): picture.width() - x, (0, -1): y, (0, 1): picture.height() - y}
        return next((distance for distance in range(ends[across, down] - 3) if all(
            picture.pixelColor(x + (distance + more) * across, y + (distance + more) * down)
            == frame for more in range(3))), 0)

    return reach(-1, 0), reach(1, 0), reach(0, -1), reach(0, 1)


def _within(picture: QImage) -> tuple[int, int]:
    """Return a place that lies on the board, whether the column beside it is open or closed."""
    return 3 * picture.width() // 10, picture.height() // 2


def board_geometry(picture: QImage) -> BoardGeometry:
    """Return where the board lies: from within out to the even colour of the window."""
    x, y = _within(picture)
    left, right, above, below = reaches(picture)
    fitted = BoardGeometry.fitted(19, 19, left + right - 1, above + below - 1)
    return replace(fitted, left=fitted.left + x - left + 1, top=fitted.top + y - above + 1)


def lightness(picture: QImage, x: float, y: float) -> int:
    return picture.pixelColor(round(x), round(y)).lightness()


def test_a_newcomer_opens_a_game_and_sees_influence(display: str, tmp_path: Path) -> None:
    path = GAMES[0]
    tree = load_file(path).games[0]
    replay = Replay(tree)
    program = Program(display, path, tmp_path)
    try:
        line = tree.main_line()
        # Keys count from the moment the menus are there; a person presses End until it works.
        wait_for("the last move", lambda: (
            program.tool("key", "End"), _agrees(program, replay.position_at(line[-1])))[1])
        for _ in range(30):
            program.tool("key", "Left")
        position = replay.position_at(line[-31])
        program.tool("key", "r")
        wait_for("30 moves earlier, with overlay", lambda: _agrees(program, position))
        program.tool("key", "1")
        wait_for("the bare board", lambda: not _agrees(program, position))
    finally:
        program.process.terminate()
        program.process.wait(timeout=TIMEOUT_S)


def _shadow(position: Position) -> np.ndarray:
    layer = layer_named("influence.shadow")
    result = layer.compute(position, {}, layer.full_params({}), None)
    assert isinstance(result, Field)
    return result.values / result.full_scale


def _agrees(program: Program, position: Position) -> bool:
    """Return whether clearly black points look darker than clearly white ones, stones in place."""
    values = _shadow(position)
    picture = program.board()
    try:
        geometry = board_geometry(picture)
    except (IndexError, StopIteration):
        return False
    if not 20 < geometry.cell < 60:
        return False
    found: dict[int, list[int]] = {1: [], -1: [], 2: [], -2: []}
    for point in range(361):
        x, y = geometry.centre(point)
        colour = position.colour_at(point)
        if colour:
            found[2 * colour].append(lightness(picture, x + 0.2 * geometry.cell,
                                               y + 0.2 * geometry.cell))
        elif abs(values.flat[point]) > 0.5:
            side = 1 if values.flat[point] > 0 else -1
            found[side].append(lightness(picture, x + 0.3 * geometry.cell,
                                         y + 0.3 * geometry.cell))
    medians = {key: float(np.median(rows)) for key, rows in found.items() if rows}
    return medians[2] < 80 < 180 < medians[-2] and medians[1] + 30 < medians[-1]


def _place(program: Program) -> BoardGeometry | None:
    """Return where the board lies on the screen, None while it is not there."""
    try:
        found = board_geometry(program.board())
    except StopIteration:
        return None
    return found if 20 < found.cell < 60 else None


def test_the_board_stays_where_it_is_and_a_closed_column_stays_closed(
    display: str, tmp_path: Path
) -> None:
    program = Program(display, GAMES[0], tmp_path)
    try:
        before = wait_for("the board", lambda: _place(program))
        assert isinstance(before, BoardGeometry)
        # Until the menus are there no key does anything.
        wait_for("the menus", lambda: (
            program.tool("key", "End"), _last_stones(program, before) > 100)[1])
        x, y = before.centre(180)
        for what, words in {
            "Ishida's view": ["key", "g"], "the bare board": ["key", "q"],
            "a message": ["key", "ctrl+c"],
            "the mouse": ["mousemove", str(round(x)), str(round(y))],
            "a click": ["click", "1"], "an explanation": ["key", "e"],
            "a step": ["key", "Left"],
        }.items():
            pixels = screenshot(tmp_path).copy()
            program.tool(*words)
            if what != "the mouse":
                wait_for(what, lambda: not np.array_equal(pixels, screenshot(tmp_path)))  # noqa: B023
            assert wait_for("the board", lambda: _place(program)) == before, what
        program.tool("key", "shift+F4")
        wide = wait_for("more room", lambda: (found := _place(program)) != before and found)
        assert isinstance(wide, BoardGeometry) and wide.left > before.left + 50
        program.tool("key", "ctrl+z", "ctrl+q")
        program.process.wait(timeout=TIMEOUT_S)
        program = Program(display, GAMES[0], tmp_path)
        # Without a window manager the window may come back some pixels away.
        wait_for("the same room again", lambda: (
            (found := _place(program)) is not None and abs(found.left - wide.left) < 5))
    finally:
        program.process.terminate()
        program.process.wait(timeout=TIMEOUT_S)


def _last_stones(program: Program, geometry: BoardGeometry) -> int:
    """Return how many points are as dark or as light as stones."""
    picture = program.board()
    found = [lightness(picture, x + 0.2 * geometry.cell, y + 0.2 * geometry.cell)
             for x, y in map(geometry.centre, range(361))]
    return sum(value < 60 or value > 225 for value in found)


def test_what_if_takes_the_boards_place_until_escape(display: str, tmp_path: Path) -> None:
    program = Program(display, GAMES[0], tmp_path)
    try:
        before = wait_for("the board", lambda: _place(program))
        assert isinstance(before, BoardGeometry)
        wait_for("the menus", lambda: (
            program.tool("key", "End"), _last_stones(program, before) > 100)[1])
        for _ in range(60):
            program.tool("key", "Left")
        x, y = before.centre(180)
        program.tool("mousemove", str(round(x)), str(round(y)))
        program.tool("key", "shift+w")
        wait_for("both first moves side by side", lambda: _has_banner(program, before))
        program.tool("key", "Escape")
        wait_for("the board again", lambda: not _has_banner(program, before))
        assert wait_for("the board", lambda: _place(program)) == before
        program.tool("key", "k")
        program.tool("key", "Left")
        wait_for("two moves side by side", lambda: _has_banner(program, before))
        program.tool("key", "Escape")
        wait_for("the board again", lambda: not _has_banner(program, before))
        assert wait_for("the board", lambda: _place(program)) == before
    finally:
        program.process.terminate()
        program.process.wait(timeout=TIMEOUT_S)


def _has_banner(program: Program, board: BoardGeometry) -> bool:
    """Return whether a line in the colour of what is chosen runs across the head of the board."""
    accent = QColor(LIGHT.accent)
    wide = slice(round(board.left), round(board.left + 18 * board.cell))
    lines = screenshot(program.folder)[:round(board.top + board.cell), wide]
    is_accent = (lines == (accent.red(), accent.green(), accent.blue())).all(axis=2)
    return bool((is_accent.mean(axis=1) > 0.4).any())
