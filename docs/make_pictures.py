"""Makes the pictures of the documents anew: python docs/make_pictures.py [--window].

Board pictures need nothing; --window also takes the README's screenshot, in whatever display there
is (under Xvfb: xvfb-run -s "-screen 0 1400x1000x24" python docs/make_pictures.py --window).
"""

from __future__ import annotations

import sys
from pathlib import Path

from irgo_app.__main__ import main as irgo
from irgo_app.layers import LAYERS
from irgo_app.service.executors import start_worker
from irgo_app.sgf.reader import load_file

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
GAME = ROOT / "resources" / "examples" / "selfplay01.sgf"


def board_pictures() -> None:
    """Draw each layer at move 80 of the first example."""
    for layer in LAYERS:
        irgo(["render", str(GAME), "--move", "80", "--layer", layer.name, "--size", "560",
              "-o", str(PICTURES / f"{layer.name}.png")])


def case_study_pictures() -> None:
    """Draw the case study layer by layer, and Ishida's view of one game from opening to end."""
    def draw(name: str, game: Path, *arguments: str) -> None:
        irgo(["render", str(game), *arguments, "--size", "560", "-o", str(PICTURES / name)])

    case = GAME.with_name("case_study.sgf")
    for name in ("territory", "moyo", "groups", "colourmap"):
        draw(f"case_{name}.png", case, "--layer", name)
    draw("case_ishida.png", case, "--ishida")
    draw("case_ishida_paper.png", case, "--ishida", "--theme", "paper", "--palette",
         "brown and blue")
    for move in (30, 60, 90, 120, 170):
        draw(f"ishida_{move:03d}.png", GAME, "--move", str(move), "--ishida")


def screenshot() -> None:
    """Open the window at move 80, wait until all maps are there, and take its picture."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from irgo_app.gui.shell.app import run_window
    from irgo_app.gui.shell.main_window import MainWindow

    worker = start_worker()
    application = QApplication([])
    games = load_file(GAME)

    def look() -> None:
        [window] = [found for found in application.topLevelWidgets()
                    if isinstance(found, MainWindow)]
        if window.panels and window.status.is_at_rest:
            timer.stop()
            QTimer.singleShot(600, lambda: (window.grab().save(str(PICTURES / "window.png")),
                                            window.close()))

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(50)
    run_window(worker, games, GAME, games.games[0].node_of_move_number(80))


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    board_pictures()
    case_study_pictures()
    if "--window" in sys.argv:
        screenshot()
