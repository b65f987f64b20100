"""Pictures of the window at its tasks, to be looked at one by one.

    xvfb-run -a -s "-screen 0 3200x2000x24" python docs/make_window_pictures.py FOLDER
    ... FOLDER --sizes 1024x700 1280x900 --interfaces light --tasks review study
    ... FOLDER --languages de ja --sizes 1280x900 --interfaces light
    QT_SCALE_FACTOR=2 ... FOLDER --sizes 1600x1000

With a scale the sizes are those of the program, the pictures are larger. `--guide` writes the few
that the manual shows into docs/pictures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Final

from PIL import Image
from PySide6.QtWidgets import QApplication, QWidget

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK
from irgo_app.gui.commands.context import key_rows
from irgo_app.gui.models.board import FirstModels
from irgo_app.gui.models.layers import QUICK_VIEWS, show_view
from irgo_app.gui.models.models import Models
from irgo_app.gui.models.window import Mode
from irgo_app.gui.shell.app import Appearance, Speech, give_the_board_its_models
from irgo_app.gui.shell.furnishing import Furnishing
from irgo_app.gui.shell.main_window import MainWindow
from irgo_app.gui.views.layers import LayersPanel
from irgo_app.gui.views.window.body import COLUMN_SIDE, PALETTE_SIDE
from irgo_app.gui.views.window.preferences import PreferencesDialog
from irgo_app.resource_files import resource_path
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import search_workers, start_worker
from irgo_app.settings import Settings
from irgo_app.sgf.edits import set_comment

PICTURES: Final = Path(__file__).parent / "pictures"
GAME: Final = resource_path("examples", "selfplay01.sgf")
CLUB_GAME: Final = resource_path("examples", "club_game.sgf")
SIZES: Final = ("1024x700", "1280x900", "1600x1000")
_MOST_S: Final = 60.0
_STORY_S: Final = 900.0
_SETTLED_S: Final = 0.5


class Stage:
    """A window with all its parts, for one interface and language; used for many pictures."""

    def __init__(self, application: QApplication, interface: str, language: str) -> None:
        self._application = application
        settings = Settings()
        settings.set("interface", interface)
        first = FirstModels(settings)
        self._speech = Speech(application, first.preferences, language)
        self._appearance = Appearance(application, first.preferences)
        self.window = MainWindow(first)
        self.models = Models(
            first, AnalysisService(start_worker(), searchers=search_workers()))
        self._hand = give_the_board_its_models(self.window, self.models)
        self.furnishing = Furnishing(self.window, self.models)
        self.window.show()

    def do(self, action: str) -> None:
        """Do what a menu entry does."""
        self.furnishing.menus.actions[action].trigger()

    def review(self, move: int, view: str = "influence") -> None:
        """Be at a move of the example game, seen in one of the quick views."""
        review = self.models.review
        review.go_to(review.game.node_of_move_number(move))
        show_view(self.models.shown, next(found for found in QUICK_VIEWS if found.id == view))

    def stone(self, colour: int) -> int:
        """Return the last stone of a colour on the board, PASS excluded."""
        node = self.models.review.node
        while node.parent is not None:
            if node.move and node.move[0] == colour and self.models.review.position.cells[
                    node.move[1]]:
                return node.move[1]
            node = node.parent
        return 0

    def open_sides(self) -> None:
        """Open the drawers, where there are any."""
        for side in (PALETTE_SIDE, COLUMN_SIDE):
            self.window.body.open_side(side)

    def clear(self) -> None:
        """Go back to the plain review of the example game."""
        self.models.life.stop()
        for _ in range(4):
            self.do("stop")
        self.models.layout.reset()
        self.models.layout.set_mode(Mode.REVIEW)
        self.models.review.open_path(GAME)
        self.window.messages.forget()
        if self.window.body.are_drawers:
            for side in (PALETTE_SIDE, COLUMN_SIDE):
                self.window.body.open_side(side, is_open=False)

    def wait(self, is_ready: Callable[[], bool], most_s: float = _MOST_S) -> None:
        """Let the program work until something is so, and nothing more is painted."""
        end = time.monotonic() + most_s
        while time.monotonic() < end and not is_ready():
            self._application.processEvents()
            time.sleep(0.01)
        settled = time.monotonic() + _SETTLED_S
        while time.monotonic() < settled:
            self._application.processEvents()
            time.sleep(0.01)

    def is_painted(self) -> bool:
        """Return whether all maps are there, and the small boards show them."""
        panel = self.window.panels["layers"]
        assert isinstance(panel, LayersPanel)
        return not self.models.service.service.is_looking_ahead and panel.is_painted

    def close(self) -> None:
        """End the window and its processes."""
        self.window.may_close = lambda: True
        self.window.close()
        self._appearance.stop()


def first_start(stage: Stage) -> None:
    """An empty board, and the hint for a newcomer."""
    stage.models.review.new_game(19, 19, {"KM": ["6.5"]})
    stage.window.show_hint()


def opened(stage: Stage) -> None:
    """A game of two club players, where it was decided."""
    models = stage.models
    models.review.open_path(CLUB_GAME)
    show_view(models.shown, next(found for found in QUICK_VIEWS if found.id == "ishida"))
    models.teller.begin()
    stage.window.show_panel("story")
    stage.wait(lambda: models.teller.whole is not None, _STORY_S)
    models.turns.go_first()
    stage.wait(lambda: models.ishida.picture() is not None and not models.life.is_working)


def review(stage: Stage) -> None:
    """A game stepped through."""
    stage.review(96)


def ishida(stage: Stage) -> None:
    """The Ishida view in the middle of a game, and the small boards."""
    stage.review(120, "ishida")
    stage.open_sides()


def layers(stage: Stage) -> None:
    """A layer's parameters, opened by the second click on its small board."""
    stage.review(96, "bare")
    stage.open_sides()
    stage.window.body.open_side(PALETTE_SIDE)
    panel = stage.window.panels["layers"]
    assert isinstance(panel, LayersPanel)
    for _ in range(2):
        panel.miniatures[0].click()


def game(stage: Stage) -> None:
    """Game tree and comment."""
    stage.review(60, "territory")
    models = stage.models
    models.review.apply(set_comment(
        models.review.node, "White lives at the top; now Q4 is worth more than it looks."))
    stage.window.show_panel("comment")


def explain(stage: Stage) -> None:
    """A stone explained."""
    stage.review(96)
    stage.models.selection.ask(point_of_vertex("K14", 19, 19))
    stage.window.show_panel("explain")


def study(stage: Stage) -> None:
    """Both first moves at a group, played out side by side."""
    stage.review(96)
    stage.models.selection.ask(stage.stone(BLACK))
    stage.do("what_if")
    stage.open_sides()
    life = stage.models.life
    stage.wait(lambda: not life.is_working)


def compare(stage: Stage) -> None:
    """Two positions compared."""
    stage.review(60)
    stage.do("pin")
    stage.review(96)


def edit(stage: Stage) -> None:
    """The record is edited."""
    stage.review(40, "bare")
    stage.models.layout.set_mode(Mode.EDIT)
    stage.open_sides()


def play(stage: Stage) -> None:
    """A game is played."""
    stage.review(24, "bare")
    stage.models.layout.set_mode(Mode.PLAY)


def preferences(stage: Stage) -> QWidget:
    """The preferences."""
    context = stage.furnishing.context
    settings = stage.models.preferences.settings
    dialog = PreferencesDialog(
        settings, key_rows(context.actions, settings), lambda: None, stage.window)
    dialog.show()
    return dialog


def message(stage: Stage) -> None:
    """Something could not be done."""
    stage.review(96, "groups")
    stage.models.review.open_path(PICTURES / "window.png")


TASKS: Final = (first_start, opened, review, ishida, layers, game, explain, study, compare, edit,
                play, preferences, message)
GUIDE: Final = {("opened", "light"): "window.png", ("ishida", "dark"): "window_dark.png",
                ("study", "light"): "window_study.png", ("explain", "light"): "window_explain.png",
                ("edit", "light"): "window_edit.png", ("play", "light"): "window_play.png"}
"""The pictures of the manual, taken at one size."""
_GUIDE_SIZE: Final = "1280x900"


def save_small(taken: Path, target: Path) -> None:
    """Keep a picture with 256 colours: a third of the size, and nobody sees the difference."""
    with Image.open(taken) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description="Take pictures of the window at ten tasks.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="*", default=SIZES)
    parser.add_argument("--interfaces", nargs="*", default=("light", "dark"))
    parser.add_argument("--languages", nargs="*", default=("en",))
    parser.add_argument("--tasks", nargs="*", default=[task.__name__ for task in TASKS])
    parser.add_argument("--guide", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    for language, interface in product(given.languages, given.interfaces):
        stage = Stage(application, interface, language)
        before = "" if language == "en" else f"{language}_"
        for size in given.sizes:
            stage.window.resize(*(int(part) for part in size.split("x")))
            for task in TASKS:
                if task.__name__ not in given.tasks:
                    continue
                stage.clear()
                shown = task(stage) or stage.window
                stage.wait(stage.is_painted)
                taken = given.folder / f"{before}{size}_{interface}_{task.__name__}.png"
                shown.grab().save(str(taken))
                if shown is not stage.window:
                    shown.close()
                name = GUIDE.get((task.__name__, interface))
                if given.guide and name and size == _GUIDE_SIZE:
                    save_small(taken, PICTURES / name)
        stage.close()


if __name__ == "__main__":
    main()
