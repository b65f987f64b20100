"""A window that is used at random: no error, nothing left waiting, no memory that grows.

    python -m tests.bench.random_actions --actions 5000 --seed 1

clicks, types, steps, plays, hovers, resizes and triggers every action of the menus but those that
end irgo or leave it, in a window with real workers, offscreen. Each dialog is closed. At the end it
tells how much memory the window took after 500 actions and at the end, and what waited meanwhile.
An error, or a sentence that reports a bug, ends it with the seed's action.
"""

import argparse
import gc
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.models import Models
from irgo_app.gui.shell.app import give_the_board_its_models
from irgo_app.gui.shell.furnishing import Furnishing
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.style import LIGHT, apply_style
from irgo_app.scan.reading import open_picture, read_picture
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import engine_workers, search_workers, start_worker
from irgo_app.settings import Settings
from irgo_app.sgf.parser import load_file
from tests.bench import resident_mb
from tests.conftest import DATA, GAMES

LEFT_OUT: Final = frozenset({
    "quit", "new_window", "open", "from_picture", "save", "save_as", "export", "print", "animate",
    "report", "reload", "report_bug", "guide", "website", "write_deck", "take_deck", "full_screen"})
"""Actions that end irgo, leave it, or ask for a file by a dialog of the system."""
PICTURE: Final = DATA / "pictures" / "cgoban.png"
_SETTLED: Final = 500
_LONGEST_GAME: Final = 320
_PATIENCE_S: Final = 240.0


class Driver:
    """One window and the chance that uses it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.errors: list[str] = []
        self.done = Counter[str]()
        self.most_waiting = 0
        settings = Settings()
        self.worker = start_worker()
        self.models = Models(FirstModels(settings), AnalysisService(
            self.worker, searchers=search_workers(), engines=engine_workers()))
        self.models.notices.told.connect(self._on_told)
        self.window = MainWindow(self.models)
        self._hand = give_the_board_its_models(self.window, self.models)
        self.furnishing = Furnishing(self.window, self.models)
        self.window.resize(1280, 900)
        self.window.show()
        self._closer = QTimer(interval=20)
        self._closer.timeout.connect(self._close_dialogs)
        self._closer.start()
        sys.excepthook = self._on_error
        # What is kept of a game, and OpenCV (90 MB with its first picture), is there before memory
        # is looked at first: it comes once, whichever action asks for it.
        self._open(GAMES[0])
        read_picture(open_picture(PICTURE), PICTURE.name)
        self.settled_mb()
        self._actions = sorted(set(self.furnishing.menus.actions) - LEFT_OUT)

    def act(self) -> str:
        """Do one thing; return what it was."""
        kind = self.chance.choices(
            ("play", "step", "action", "click", "hover", "game", "resize"),
            (30, 25, 25, 8, 8, 2, 2))[0]
        name = getattr(self, f"_{kind}")()
        QApplication.processEvents()
        if self.chance.random() < 0.2:
            QTest.qWait(self.chance.choice((1, 5, 20, 60)))
        lanes = self.models.service.service._lanes.values()
        self.most_waiting = max(self.most_waiting, *(lane.waiting_count for lane in lanes))
        self.done[kind] += 1
        return f"{kind} {name}"

    def settled_mb(self) -> float:
        """Return the memory once nothing is computed any more, or after a while."""
        end = time.monotonic() + _PATIENCE_S
        while self.models.service.service.is_looking_ahead and time.monotonic() < end:
            QTest.qWait(50)
        gc.collect()
        return resident_mb(os.getpid())

    def close(self) -> None:
        self._closer.stop()
        self.models.review.new_game(9, 9, {})
        self.window.close()
        self.models.service.close()

    def _play(self) -> str:
        board = self.models.review.position
        if self.models.review.game.node_count > _LONGEST_GAME:
            return self._game()
        point = self.chance.randrange(len(board.cells))
        if board.cells[point] == 0 and self.models.review.why_not(point) is None:
            self.models.review.play(point)
        return board.vertex(point)

    def _step(self) -> str:
        name = self.chance.choice(("back", "forward", "back_10", "forward_10", "first", "last"))
        self.furnishing.menus.actions[name].trigger()
        return name

    def _action(self) -> str:
        name = self.chance.choice(self._actions)
        action = self.furnishing.menus.actions[name]
        if action.isEnabled():
            action.trigger()
        return name

    def _click(self) -> str:
        button = self.chance.choice((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton))
        place = self._place(self.window.board)
        QTest.mouseClick(self.window.board, button, pos=place)
        return f"{place.x()},{place.y()}"

    def _hover(self) -> str:
        place = self._place(self.window.board)
        QTest.mouseMove(self.window.board, place)
        return f"{place.x()},{place.y()}"

    def _game(self) -> str:
        if self.chance.random() < 0.5:
            size = self.chance.choice((9, 13, 19))
            self.models.review.new_game(size, size, {})
            return str(size)
        return self._open(self.chance.choice(GAMES[:6]))

    def _open(self, path: Path) -> str:
        self.models.review.open_games(load_file(path), None)
        self.models.review.go_to(self.chance.choice(self.models.review.game.main_line()))
        return path.name

    def _resize(self) -> str:
        width, height = self.chance.randint(640, 1800), self.chance.randint(480, 1100)
        self.window.resize(width, height)
        return f"{width}x{height}"

    def _place(self, widget: QWidget) -> QPoint:
        return QPoint(self.chance.randrange(max(1, widget.width())),
                      self.chance.randrange(max(1, widget.height())))

    def _close_dialogs(self) -> None:
        for found in (QApplication.activeModalWidget(), QApplication.activePopupWidget()):
            if found is not None:
                found.close()

    def _on_told(self, text: str) -> None:
        if "bug" in text.lower() or "please report" in text.lower():
            self.errors.append(text)

    def _on_error(
        self, kind: type[BaseException], error: BaseException, where: TracebackType | None
    ) -> None:
        self.errors.append("".join(traceback.format_exception(kind, error, where)))


def run(actions: int, seed: int) -> tuple[float, float, int]:
    """Use a window at random; return its memory after 500 actions and at the end, in MB, and how
    many requests waited at most. Raises RuntimeError where something went wrong.
    """
    driver = Driver(seed)
    early = 0.0
    for number in range(actions):
        what = driver.act()
        if driver.errors:
            raise RuntimeError(f"seed {seed}, action {number} ({what}): {driver.errors[0]}")
        if number + 1 == _SETTLED:
            early = driver.settled_mb()
    late = driver.settled_mb()
    driver.close()
    return early, late, driver.most_waiting


def main() -> None:
    """Use the window so often, by chance from a seed."""
    parser = argparse.ArgumentParser(description="Use irgo's window at random.")
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["IRGO_CONFIG_FOLDER"] = str(Path(folder) / "settings")
        application = QApplication.instance() or QApplication([])
        assert isinstance(application, QApplication)
        apply_style(application, LIGHT, 0)
        begin = time.monotonic()
        early, late, waiting = run(given.actions, given.seed)
    print(f"seed {given.seed}: {given.actions} actions in {time.monotonic() - begin:.0f} s, no "
          f"error; {early:.0f} MB after {_SETTLED}, {late:.0f} MB at the end; "
          f"{waiting} requests waited at most")


if __name__ == "__main__":
    main()
