"""Makes the board pictures of the documents anew: python docs/make_pictures.py.

Those of the window are made by make_window_pictures.py.
"""

from __future__ import annotations

from pathlib import Path

from irgo_app.__main__ import main as irgo
from irgo_app.layers import LAYERS

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
GAME = ROOT / "resources" / "examples" / "selfplay01.sgf"


def board_pictures() -> None:
    """Draw each layer at move 80 of the first example, but the one that only an engine fills."""
    for layer in LAYERS:
        if layer.name == "ownership":
            continue
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
    for move in (30, 90, 170):
        draw(f"ishida_{move:03d}.png", GAME, "--move", str(move), "--ishida")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    board_pictures()
    case_study_pictures()
