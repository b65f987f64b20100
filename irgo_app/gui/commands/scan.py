"""A position from a picture: chosen, dropped on the board, or pasted; what is unsure is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from irgo_app.go.point import Colour, Point
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file import may_leave, open_path
from irgo_app.gui.models.edit import PLAY, TOOLS
from irgo_app.gui.views.scan import ScanDialog
from irgo_app.scan import pictures_needed
from irgo_app.sgf.edits import set_up
from irgo_app.sgf.parser import GameFile
from irgo_app.words import translated

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from irgo_app.scan.reading import Reading

    Found = tuple[Reading, npt.NDArray[np.uint8]]

_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")


def from_picture(context: Context) -> None:
    """Let the user choose a picture, and read it."""
    endings = " ".join(f"*{ending} *{ending.upper()}" for ending in _ENDINGS)
    name, _ = QFileDialog.getOpenFileName(
        context.window, translated("A position from a picture"), "",
        translated("Pictures ({0})").format(endings))
    if name:
        open_picture_file(context, Path(name))


def open_dropped(context: Context, name: str) -> None:
    """Open a file that was dropped on the board: a game, or a picture of a board."""
    if Path(name).suffix.lower() in _ENDINGS:
        open_picture_file(context, Path(name))
    else:
        open_path(context, name)


def open_picture_file(context: Context, path: Path) -> None:
    """Read a picture's file in the background, then show what is on it."""
    def read() -> Found:
        with pictures_needed():
            from irgo_app.scan.picture_file import open_picture
            from irgo_app.scan.reading import read_picture
        picture = open_picture(path)
        return read_picture(picture, path.name), picture

    _read(context, read, path.name)


def open_image(context: Context, image: QImage) -> None:
    """Read a picture that was pasted or dropped."""
    name = translated("the picture")
    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(held, "PNG")
    data = bytes(held.data().data())

    def read() -> Found:
        with pictures_needed():
            from irgo_app.scan.picture_file import decode_picture
            from irgo_app.scan.reading import read_picture
        picture = decode_picture(data, name)
        return read_picture(picture, name), picture

    _read(context, read, name)


def _read(context: Context, read: Callable[[], Found], name: str) -> None:
    def show(found: Found) -> None:
        show_reading(context, *found)

    context.models.opening.read_by(read, name, show)


def show_reading(
    context: Context, reading: Reading, picture: npt.NDArray[np.uint8]
) -> ScanDialog | None:
    """Show what was read as a new game, with the picture beside; None if the game is not left.

    Until the dialog is closed a click sets up stones.
    """
    from irgo_app.scan.reading import game_of, remarks_of

    if not may_leave(context):
        return None
    models, game = context.models, game_of(reading)
    models.review.open_games(GameFile([game]), None)
    if not reading.unsure:
        models.review.go_to(game.main_line()[-1])
    for remark in remarks_of(reading)[:1]:
        models.notices.tell(remark)
    height, width = picture.shape[:2]
    image = QImage(picture.tobytes(), width, height, 3 * width,
                   QImage.Format.Format_RGB888).copy()
    dialog = ScanDialog(image, reading, context.window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.asked.connect(models.viewpoint.highlight)
    dialog.answered.connect(lambda point, colour: _set_up(context, point, colour))
    dialog.finished.connect(lambda _code: models.hand.take(PLAY))
    # Another game takes the picture with it.
    models.review.game_changed.connect(dialog.close)
    models.hand.take(next(tool for tool in TOOLS if tool.id == "black"))
    dialog.begin()
    dialog.show()
    return dialog


def _set_up(context: Context, point: Point, colour: Colour) -> None:
    """Let the root hold what the user says lies there."""
    review = context.models.review
    review.go_to(review.game.root)
    review.apply(set_up(review.node, point, colour, 0, review.position.colour_at(point)))
