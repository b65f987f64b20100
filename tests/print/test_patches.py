"""What is drawn in patches looks as it does drawn at once, also from the patches of a frame before.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from irgo_app.draw.board_painter import Look, geometry_of, paint_fields, paint_links, paint_signs
from irgo_app.draw.drawables import Arrow, Diagram, Label, Mark, MarkShape, Outline, RegionTint
from irgo_app.draw.svg_canvas import SvgCanvas
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position
from irgo_app.print.film import PatchCanvas, Patches, drawn

_SIZE = 240
_BOARD = Diagram(
    Position.empty(9).with_stones({0: BLACK, 40: WHITE, 80: BLACK}), drawables=(
        RegionTint(points=(1, 2, 10, 11), colour=BLACK, opacity=0.5),
        RegionTint(points=(60, 61, 62), colour=WHITE, opacity=0.5),
        Outline(points=(38, 39, 40, 47, 49), colour=BLACK),
        Outline(points=(70, 71), colour=WHITE),
        Mark(44, MarkShape.CROSS), Mark(0, MarkShape.CIRCLE), Mark(8, MarkShape.TRIANGLE),
        Label(22, "WWWW"), Label(80, "甲"), Arrow(54, 14)), move_numbers={40: 123})


def test_patches_make_the_picture() -> None:
    geometry, look = geometry_of(_BOARD, _SIZE, _SIZE), Look()
    whole = Image.new("RGB", (_SIZE, _SIZE), (220, 180, 120))
    canvas = SvgCanvas(_SIZE, _SIZE)
    found, kept = whole.copy(), Patches()
    again, used = whole.copy(), Patches()
    for paint in (paint_fields, paint_links, paint_signs):
        paint(canvas, _BOARD, geometry, look)
        for picture, before, now in ((found, Patches(), kept), (again, kept, used)):
            patches = PatchCanvas(_SIZE, _SIZE, before, now)
            paint(patches, _BOARD, geometry, look)
            patches.lay_on(picture)
    at_once = drawn(canvas.document("board"))
    whole.paste(at_once, (0, 0), at_once)
    difference = np.abs(np.asarray(whole, int) - np.asarray(found, int))
    assert difference.max() <= 8
    assert np.array_equal(np.asarray(found), np.asarray(again))
    assert len(kept) > 12 and all(kept[key] is used[key] for key in kept)
