"""How a diagram is painted, in order: board, tints, grid, links, stones, marks, labels, arrows.

One description for every canvas: the window, SVG, PNG and PDF show the same picture. A sign has the
colour that is read on what lies at its point; a label stands on no other label, number or sign,
but for a mark that the record puts on its point: that stands over it.
Outlines of points are closed loops along the borders of their cells, drawn a little inside;
coordinates are cells as seen: (column, row) is the upper left corner of a point's cell.
"""

import math
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from irgo_app.draw import board_geometry as size
from irgo_app.draw import palette as colours
from irgo_app.draw.board_geometry import BoardGeometry, Canvas, Vertex, centres
from irgo_app.draw.drawables import (Arrow, CandidateStone, Caption, ColouredLinks, Curves, Diagram,
                                     Faded, GhostStone, Glow, Halo, Label, Letter, Mark, MarkShape,
                                     MusicalStone, Outline, PlayedHere, RegionTint, Shading, Tint)
from irgo_app.draw.palette import (DARK_SIGN, INK_AND_SKY, LIGHT_SIGN, WOOD, BoardTheme, Rgb,
                                   TintPalette, Tints, mixed)
from irgo_app.go.coordinates import CoordinateStyle, rim_labels, transformed_point
from irgo_app.go.point import BLACK, EMPTY, LARGEST_SIZE, PASS, WHITE, Point, topology
from irgo_app.go.position import BLACK_CELL
from irgo_app.words import visible

_AROUND: Final = 0.05
"""The light of a room, in the same measure as that of a colour (WCAG 2.1, contrast ratio)."""
_READ: Final = 4.5
"""The contrast from which on small letters are read (WCAG 2.1, level AA)."""
_ENDS: Final[tuple[Rgb, Rgb]] = (0, 0, 0), (255, 255, 255)
"""Black and white: on any colour one of them has a contrast of 4.58."""


@lru_cache(maxsize=256)
def luminance(colour: Rgb) -> float:
    """Return how light a colour is, 0 to 1 (WCAG 2.1, relative luminance of sRGB)."""
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
                        for share in (part / 255 for part in colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.1)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + _AROUND) / (low + _AROUND)


def sign_on(ground: Rgb) -> Rgb:
    """Return the colour of signs, dark or light, that is read better on a ground.

    On middle greys neither is read well; there it is all black or all white.
    """
    usual = _better((DARK_SIGN, LIGHT_SIGN), ground)
    return usual if contrast(usual, ground) >= _READ else _better(_ENDS, ground)


def _better(signs: tuple[Rgb, Rgb], ground: Rgb) -> Rgb:
    return max(signs, key=lambda sign: contrast(sign, ground))


class Grounds:
    """What lies under the signs of a diagram."""

    def __init__(self, diagram: Diagram, tints: Tints, theme: BoardTheme) -> None:
        self._position, self._tints, self._theme = diagram.position, tints, theme
        # Looked for once: there are hundreds of other things to draw, and dozens of signs.
        self._tinting = [drawable for drawable in diagram.drawables
                         if isinstance(drawable, Tint | RegionTint | Shading)]

    def sign_at(self, point: Point) -> Rgb:
        """Return the colour that is read on what lies at a point."""
        stone = self._position.colour_at(point)
        if stone != EMPTY:
            return LIGHT_SIGN if stone == BLACK else DARK_SIGN
        return sign_on(self.ground_at(point))

    def ground_at(self, point: Point) -> Rgb:
        """Return the colour of the board at a vacant point, with the tints that lie over it."""
        ground, tints = self._theme.flat, self._tints
        for drawable in self._tinting:
            if isinstance(drawable, Shading):
                strength = float(drawable.at_points[point])
                tone = tints.tones.black if strength > 0 else tints.tones.white
                ground = mixed(self._theme.flat, tone, abs(strength))
                continue
            strength = _strength_at(drawable, point)
            if strength:
                ground = mixed(ground, tints.black if strength > 0 else tints.white,
                               abs(strength) * tints.opacity)
        return ground


def _strength_at(drawable: Tint | RegionTint, point: Point) -> float:
    if isinstance(drawable, RegionTint):
        return drawable.colour * drawable.opacity if point in drawable.points else 0.0
    # Fields need numpy; a board without one is painted before numpy is loaded.
    from irgo_app.draw.field_painter import strength_at

    return strength_at(drawable, point)


_DOTS: Final = {MarkShape.GREY_DOT: colours.GREY_DOT, MarkShape.BLACK_DOT: DARK_SIGN,
                MarkShape.WHITE_DOT: LIGHT_SIGN}
_SQUARES: Final = {MarkShape.BLACK_TERRITORY: DARK_SIGN, MarkShape.WHITE_TERRITORY: LIGHT_SIGN}


def paint_mark(
    canvas: Canvas, mark: Mark, geometry: BoardGeometry, grounds: Grounds, theme: BoardTheme, *,
    is_over_text: bool = False,
) -> None:
    """Paint a mark; one without a colour of its own is legible on what lies at its point.

    is_over_text -- it is smaller and higher, and leaves room for a text below it
    """
    x, y = geometry.centre(mark.point)
    share = size.MARK_OVER_TEXT if is_over_text else 1.0
    cell, shape = geometry.cell * share, mark.shape
    r, width = size.MARK_RADIUS * cell, max(1.2, size.MARK_WIDTH * cell)
    if is_over_text:
        y -= size.RAISED * geometry.cell
    if shape in _DOTS:
        canvas.circle(x, y, size.STATUS_DOT_RADIUS * cell, fill=_DOTS[shape])
    elif shape is MarkShape.WEAK_POINT:
        corners = [(x, y - 0.75 * r), (x + 0.75 * r, y), (x, y + 0.75 * r), (x - 0.75 * r, y)]
        # Red is as dark as some boards: a light line below it tells it from them.
        canvas.line(corners, LIGHT_SIGN, 2.4 * width, is_closed=True, opacity=0.8)
        canvas.line(corners, colours.WEAK_POINT, 1.2 * width, is_closed=True)
    elif shape is MarkShape.DIMMED:
        half = geometry.cell / 2
        canvas.rectangle(x - half, y - half, 2 * half, 2 * half, theme.flat, 0.55)
    elif shape in _SQUARES:
        canvas.rectangle(x - 0.6 * r, y - 0.6 * r, 1.2 * r, 1.2 * r, _SQUARES[shape], 0.9)
    else:
        _paint_shape(canvas, shape, x, y, r, width, grounds.sign_at(mark.point))


def _paint_shape(
    canvas: Canvas, shape: MarkShape, x: float, y: float, r: float, width: float, colour: Rgb
) -> None:
    """Paint one of the marks of SGF, the last move or a ko, with its middle at a pixel.

    r, width -- how large it is, and how wide its lines are
    """
    if shape in (MarkShape.CIRCLE, MarkShape.LAST_MOVE):
        canvas.circle(x, y, r if shape is MarkShape.CIRCLE else 0.8 * r, stroke=colour, width=width)
    elif shape is MarkShape.CROSS:
        for way in (1, -1):
            canvas.line([(x - r, y - way * r), (x + r, y + way * r)], colour, width)
    elif shape in (MarkShape.SQUARE, MarkShape.KO):
        s = 0.9 * r if shape is MarkShape.SQUARE else 0.65 * r
        canvas.line([(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)], colour,
                    width, is_closed=True)
    elif shape is MarkShape.TRIANGLE:
        canvas.line([(x, y - 1.15 * r), (x + r, y + 0.62 * r), (x - r, y + 0.62 * r)], colour,
                    width, is_closed=True)
    else:
        canvas.circle(x, y, 0.6 * r, fill=colour)


def paint_arrow(canvas: Canvas, arrow: Arrow, geometry: BoardGeometry, theme: BoardTheme) -> None:
    """Paint a line between two points, with its head if it has one."""
    (x0, y0), (x1, y1) = geometry.centre(arrow.start), geometry.centre(arrow.end)
    length = math.hypot(x1 - x0, y1 - y0)
    if length == 0:
        return
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    width = size.ARROW_WIDTH * geometry.cell
    colour = LIGHT_SIGN if theme.is_dark else colours.BLACK_LINK
    head = 0.3 * geometry.cell if arrow.has_head else 0.0
    canvas.line([(x0, y0), (x1 - ux * head, y1 - uy * head)], colour, width)
    if arrow.has_head:
        half = 0.55 * head
        canvas.polygon(
            [(x1, y1), (x1 - ux * head - uy * half, y1 - uy * head + ux * half),
             (x1 - ux * head + uy * half, y1 - uy * head - ux * half)], colour)


Corner: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[float, float]

_TURNS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Right, down, left, up: along a loop the inside lies to the right hand."""
_HEIGHT: Final = LARGEST_SIZE + 2
"""A corner is one number while loops are looked for, x * _HEIGHT + y: a column of corners, and a
row on either side where no cell is."""
_STEPS: Final = tuple(right * _HEIGHT + down for right, down in _TURNS)
_FOLLOWING: Final = tuple(tuple((heading + turn) % 4 for turn in (1, 0, 3)) for heading in range(4))
"""Where a loop may go on: at a corner where two cells touch, turn right, to stay with one's own."""
_INWARD: Final = tuple(
    tuple((_TURNS[(one + 1) % 4][0] + _TURNS[(other + 1) % 4][0],
           _TURNS[(one + 1) % 4][1] + _TURNS[(other + 1) % 4][1]) for other in range(4))
    for one in range(4))
"""The way from a corner to the inside of both its edges, by their headings."""


def outline_loops(cells: Iterable[Corner], inset: float) -> list[list[Place]]:
    """Return the loops round a set of cells, `inset` cells inside the border.

    cells -- (column, row) of each; cells that touch at a corner only get loops of their own, holes
    a loop round the hole.
    """
    edges = _edges({column * _HEIGHT + row for column, row in cells})
    loops = []
    while edges:
        corner, heading = divmod(min(edges), 4)
        first = heading
        loop: list[Place] = []
        while (edge := 4 * corner + heading) in edges:
            edges.remove(edge)
            corner += _STEPS[heading]
            before = heading
            for heading in _FOLLOWING[before]:
                if 4 * corner + heading in edges:
                    break
            else:
                heading = first
            if heading != before:
                x, y = divmod(corner, _HEIGHT)
                right, down = _INWARD[before][heading]
                loop.append((x + inset * right, y + inset * down))
        loops.append(loop)
    return loops


def _edges(cells: set[int]) -> set[int]:
    """Return 4 * start + heading of every border edge, the inside to its right."""
    edges = set()
    for cell in cells:
        if cell - 1 not in cells:
            edges.add(4 * cell)
        if cell + _HEIGHT not in cells:
            edges.add(4 * (cell + _HEIGHT) + 1)
        if cell + 1 not in cells:
            edges.add(4 * (cell + _HEIGHT + 1) + 2)
        if cell - _HEIGHT not in cells:
            edges.add(4 * (cell + 1) + 3)
    return edges


def placed(diagram: Diagram) -> list[Label]:
    """Return the labels to write, each where it stands.

    Labels of the record come first and stay where they are; of two on a point the later is
    written. The others take the first of their places that is free, one without a stone if there
    is one, in the order they are drawn.
    """
    labels = [found for found in diagram.drawables if isinstance(found, Label)]
    fixed = {label.point: label for label in labels if label.others is None}
    taken = _taken(diagram) | set(fixed)
    found = []
    for label in labels:
        if label.others is None:
            if fixed[label.point] is label:
                found.append(label)
            continue
        free = [point for point in (label.point, *label.others) if point not in taken]
        if free:
            point = next((point for point in free if not diagram.position.cells[point]), free[0])
            taken.add(point)
            found.append(Label(point, label.text))
    return found


def _taken(diagram: Diagram) -> set[Point]:
    numbered = {point for point in diagram.move_numbers if diagram.position.cells[point]}
    marked = {found.point for found in diagram.drawables
              if isinstance(found, Mark) and found.shape is not MarkShape.DIMMED}
    stones = {found.point for found in diagram.drawables
              if isinstance(found, GhostStone | MusicalStone | Letter | CandidateStone
                            | PlayedHere)}
    return numbered | marked | stones | ({diagram.last_move} - {PASS})


_LONGEST_LABEL: Final = 40
_LETTERS_OF_LABEL: Final = 4
"""So many letters a label on a point has room for."""


class Look(Struct, frozen=True):
    """The colours a diagram is painted in."""

    theme: BoardTheme = WOOD
    palette: TintPalette = INK_AND_SKY

    @property
    def tints(self) -> Tints:
        """Return the colours of the sides on this board."""
        return self.palette.on(self.theme)


def geometry_of(
    diagram: Diagram, width: float, height: float, *, snap: bool = True
) -> BoardGeometry:
    """Return where the diagram's board lies in a picture."""
    return BoardGeometry.fitted(
        diagram.position.columns, diagram.position.rows, width, height,
        has_rim=has_rim(diagram), symmetry=diagram.symmetry, snap=snap, part=diagram.part)


def has_rim(diagram: Diagram) -> bool:
    """Return whether coordinates stand round the board."""
    return diagram.coordinates is not CoordinateStyle.NONE


def paint(
    canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look, *,
    has_ground: bool = True,
) -> None:
    """Paint the whole diagram; has_ground -- with the board's wood, not on whatever is there."""
    if has_ground:
        paint_board(canvas, diagram, geometry, look)
    elif has_rim(diagram):
        canvas.group("board")
        _paint_rim(canvas, diagram, geometry, look.theme)
    with within_part(canvas, geometry):
        paint_fields(canvas, diagram, geometry, look)
        paint_grid(canvas, geometry, look)
        paint_links(canvas, diagram, geometry, look)
        paint_stones(canvas, diagram, geometry)
        paint_signs(canvas, diagram, geometry, look)


def within_part(canvas: Canvas, geometry: BoardGeometry) -> AbstractContextManager[None]:
    """Return a context in which nothing is painted beyond the part that is shown."""
    return nullcontext() if geometry.part is None else canvas.clipped(*geometry.cut_area())


def paint_board(
    canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look, *, reach: float = 0.0
) -> None:
    """Paint the bare board and the coordinates on its rim; the wood goes `reach` pixels further."""
    canvas.group("board")
    is_lettered = has_rim(diagram)
    x, y, width, height = geometry.shown_area(has_rim=is_lettered)
    area = (x - reach, y - reach, width + 2 * reach, height + 2 * reach)
    theme = look.theme
    if theme.grain is None or is_flat(diagram):
        canvas.rectangle(*area, theme.flat, 1.0)
    else:
        canvas.wood(*area, theme)
    if is_lettered:
        _paint_rim(canvas, diagram, geometry, look.theme)


def is_flat(diagram: Diagram) -> bool:
    """Return whether the board lies under a map, and so shows no grain."""
    return diagram.is_quiet or any(
        isinstance(drawable, Tint | RegionTint | Shading) for drawable in diagram.drawables)


def tones_of(diagram: Diagram) -> tuple[Shading | Curves | Glow, ...]:
    """Return the tones on the board, and the lines and lights between them."""
    return tuple(drawable for drawable in diagram.drawables
                 if isinstance(drawable, Shading | Curves | Glow))


def paint_fields(canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look) -> None:
    """Paint what lies under the grid: soft tints first, tinted regions over them."""
    canvas.group("field")
    tints = [drawable for drawable in diagram.drawables if isinstance(drawable, Tint)]
    if tints:
        # Fields need numpy; a board without one is painted before numpy is loaded.
        from irgo_app.draw.field_painter import paint_tints

        paint_tints(canvas, tints, geometry, look.tints)
    for drawable in diagram.drawables:
        if isinstance(drawable, RegionTint):
            colour = look.tints.black if drawable.colour == BLACK else look.tints.white
            canvas.area(_loops(drawable.points, geometry), colour,
                        look.tints.opacity * drawable.opacity)
        elif isinstance(drawable, Shading | Curves | Glow):
            _paint_tones(canvas, drawable, geometry, look)


def _paint_tones(
    canvas: Canvas, drawable: Shading | Curves | Glow, geometry: BoardGeometry, look: Look
) -> None:
    from irgo_app.draw.field_painter import paint_curves, paint_glow, paint_shading

    if isinstance(drawable, Shading):
        paint_shading(canvas, drawable, geometry, look.tints, look.theme)
    elif isinstance(drawable, Curves):
        paint_curves(canvas, drawable, geometry, look.tints)
    else:
        paint_glow(canvas, drawable, geometry)


def paint_grid(canvas: Canvas, geometry: BoardGeometry, look: Look) -> None:
    """Paint lines and star points."""
    canvas.group("grid")
    across, down = geometry.seen_size
    cell, left, top = geometry.cell, geometry.left, geometry.top
    right, bottom = left + (across - 1) * cell, top + (down - 1) * cell
    thin, thick = max(1.0, size.GRID_WIDTH * cell), max(1.0, size.EDGE_WIDTH * cell)
    for column in range(across):
        x = left + column * cell
        width = thick if column in (0, across - 1) else thin
        canvas.line([(x, top), (x, bottom)], look.theme.grid, width)
    for row in range(down):
        y = top + row * cell
        width = thick if row in (0, down - 1) else thin
        canvas.line([(left, y), (right, y)], look.theme.grid, width)
    for point in topology(geometry.columns, geometry.rows).star_points:
        canvas.circle(*geometry.centre(point), max(1.5, size.STAR_RADIUS * cell),
                      fill=look.theme.grid)


def paint_links(canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look) -> None:
    """Paint what lies over the grid and under the stones: outlines, coloured links and dots."""
    canvas.group("links")
    for drawable in diagram.drawables:
        if isinstance(drawable, Outline):
            _paint_outline(canvas, drawable, geometry, look)
        elif isinstance(drawable, ColouredLinks):
            _paint_coloured_links(canvas, drawable, diagram, geometry)
        elif isinstance(drawable, Halo):
            _paint_halo(canvas, drawable, geometry)


def faded_stones(diagram: Diagram) -> frozenset[Point]:
    """Return the stones that are seen through."""
    return frozenset[Point]().union(*(
        drawable.points for drawable in diagram.drawables if isinstance(drawable, Faded)))


def paint_stones(canvas: Canvas, diagram: Diagram, geometry: BoardGeometry) -> None:
    """Paint the stones, and ghosts where there are none."""
    canvas.group("stones")
    radius = size.STONE_RADIUS * geometry.cell
    position = diagram.position
    faded, part = faded_stones(diagram), diagram.part
    for point, ((x, y), cell) in enumerate(zip(centres(geometry), position.cells, strict=True)):
        # A stone beyond a cut would show its rim or shadow.
        if cell and (part is None or part.holds(point, position.columns)):
            canvas.stone(x, y, radius, BLACK if cell == BLACK_CELL else WHITE,
                         size.FADED_OPACITY if point in faded else 1.0)
    for drawable in diagram.drawables:
        if isinstance(drawable, GhostStone) and not position.cells[drawable.point]:
            share = size.NEXT_MOVE if drawable.is_next else 0.94
            canvas.stone(*geometry.centre(drawable.point), radius * share, drawable.colour,
                         size.GHOST_OPACITY)
        elif isinstance(drawable, PlayedHere) and not position.cells[drawable.point]:
            _paint_played(canvas, drawable, geometry)


def _paint_played(canvas: Canvas, played: PlayedHere, geometry: BoardGeometry) -> None:
    """Paint the stone that came next, seen through, in a ring of the colour of losses."""
    x, y = geometry.centre(played.point)
    canvas.stone(x, y, size.STONE_RADIUS * geometry.cell, played.colour, size.PLAYED_OPACITY)
    width = max(1.6, size.PLAYED_WIDTH * geometry.cell)
    # Red is as dark as a black stone: a light ring below tells it from that.
    canvas.circle(x, y, size.PLAYED_RING * geometry.cell, stroke=LIGHT_SIGN, width=1.8 * width)
    canvas.circle(x, y, size.PLAYED_RING * geometry.cell, stroke=colours.LOST, width=width)


def paint_signs(canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look) -> None:
    """Paint everything over the stones: marks, labels, move numbers, arrows, the last move."""
    canvas.group("marks")
    letters = {found.point: found.text for found in diagram.drawables if isinstance(found, Letter)}
    # A label on a candidate is its letter: over its number nobody could read either.
    labels = {found.point: found.text for found in diagram.drawables
              if isinstance(found, Label) and found.others is None}
    written = set[Point]()
    numbered, grounds = diagram.move_numbers, Grounds(diagram, look.tints, look.theme)
    # Nor is the sign of the last move to lie on a label.
    if diagram.last_move != PASS and diagram.last_move not in numbered \
            and diagram.last_move not in labels:
        paint_mark(canvas, Mark(diagram.last_move, MarkShape.LAST_MOVE), geometry, grounds,
                   look.theme)
    dimmed = [found for found in diagram.drawables
              if isinstance(found, Mark) and found.shape is MarkShape.DIMMED]
    # A number is not to be read under a dot.
    marks = {found for found in diagram.drawables
             if isinstance(found, Mark) and found.shape is not MarkShape.DIMMED
             and not (found.shape in _DOTS and found.point in numbered)}
    texts = placed(diagram)
    shared = {mark.point for mark in marks} & (
        {label.point for label in texts}
        | {point for point in numbered if diagram.position.cells[point]})
    for drawable in diagram.drawables:
        if isinstance(drawable, Mark) and drawable in marks:
            paint_mark(canvas, drawable, geometry, grounds, look.theme,
                       is_over_text=drawable.point in shared)
        elif isinstance(drawable, Arrow):
            paint_arrow(canvas, drawable, geometry, look.theme)
        elif isinstance(drawable, MusicalStone):
            _paint_candidate(canvas, drawable, geometry)
        elif isinstance(drawable, Caption):
            _paint_caption(canvas, drawable, grounds, geometry)
        elif isinstance(drawable, CandidateStone):
            # A letter is a place's or the record's: a candidate has none of its own.
            if drawable.point in labels:
                written.add(drawable.point)
            _paint_loss(canvas, drawable, letters.pop(drawable.point, "")
                        or labels.get(drawable.point, ""), geometry)
    canvas.group("labels")
    for drawable in diagram.drawables:
        if isinstance(drawable, Letter) and drawable.point in letters:
            _paint_letter(canvas, drawable, geometry)
    for point, number in numbered.items():
        if diagram.position.cells[point]:
            _paint_text(canvas, point, str(number), size.NUMBER_HEIGHT, diagram, grounds, geometry,
                        is_under_mark=point in shared)
    for label in (label for label in texts if label.point not in written):
        text = label.text if len(label.text) <= _LETTERS_OF_LABEL else (
            label.text[:_LETTERS_OF_LABEL - 1] + "…")
        _paint_text(canvas, label.point, text, size.LABEL_HEIGHT, diagram, grounds, geometry,
                    is_under_mark=label.point in shared)
    # What is dimmed is so with everything on it.
    for mark in dimmed:
        paint_mark(canvas, mark, geometry, grounds, look.theme)


def _paint_letter(canvas: Canvas, letter: Letter, geometry: BoardGeometry) -> None:
    x, y = geometry.centre(letter.point)
    ground, sign = (colours.LIT, LIGHT_SIGN) if letter.is_first else (LIGHT_SIGN, DARK_SIGN)
    canvas.circle(x, y, size.LETTER_RADIUS * geometry.cell, fill=ground, stroke=colours.LIT,
                  width=max(1.2, size.MARK_WIDTH * geometry.cell))
    canvas.text(x, y, letter.text[:1], size.LABEL_HEIGHT * geometry.cell, sign, is_bold=True)


def _paint_candidate(canvas: Canvas, stone: MusicalStone, geometry: BoardGeometry) -> None:
    """Paint a bull's-eye: a small stone, the ring of its value, the ring of its change."""
    x, y = geometry.centre(stone.point)
    radius, ring = size.CANDIDATE_RADIUS * geometry.cell, size.CANDIDATE_RING * geometry.cell
    rings = [stone.inner] if stone.outer is None else [stone.outer, stone.inner]
    for number, quality in enumerate(rings):
        outer = radius + ring * (len(rings) - number)
        canvas.circle(x, y, outer, fill=colours.QUALITY_COLOURS[quality.value],
                      stroke=DARK_SIGN, width=0.02 * geometry.cell)
    canvas.circle(x, y, radius, fill=colours.BLACK_STONE if stone.colour == BLACK
                  else colours.WHITE_STONE, stroke=DARK_SIGN, width=0.02 * geometry.cell)
    if stone.text:
        canvas.text(x, y, stone.text[:5], size.CANDIDATE_TEXT * geometry.cell,
                    LIGHT_SIGN if stone.colour == BLACK else DARK_SIGN, is_bold=True)


def _paint_caption(
    canvas: Canvas, caption: Caption, grounds: Grounds, geometry: BoardGeometry
) -> None:
    across, down = geometry.columns - 1, geometry.rows - 1
    x = across - caption.x if geometry.symmetry & 1 else caption.x
    y = down - caption.y if geometry.symmetry & 2 else caption.y
    if geometry.symmetry & 4:
        x, y = y, x
    canvas.text(geometry.left + x * geometry.cell, geometry.top + y * geometry.cell,
                visible(caption.text, _LONGEST_LABEL), size.CAPTION_HEIGHT * geometry.cell,
                grounds.sign_at(caption.at), is_italic=True)


def _paint_loss(
    canvas: Canvas, stone: CandidateStone, letter: str, geometry: BoardGeometry
) -> None:
    """Paint a disc in the colour of what a move loses, with the number, a letter over it if any."""
    (x, y), cell = geometry.centre(stone.point), geometry.cell
    canvas.circle(x, y, size.CANDIDATE_DISC * cell, fill=colours.LOSS_COLOURS[stone.loss.value],
                  stroke=colours.BLACK_STONE if stone.colour == BLACK else colours.WHITE_STONE,
                  width=0.07 * cell)
    if not letter:
        canvas.text(x, y, stone.text[:4], size.CANDIDATE_LETTER * cell, DARK_SIGN, is_bold=True)
        return
    canvas.text(x, y - 0.22 * cell, letter[:2], size.CANDIDATE_LETTER * cell, DARK_SIGN,
                is_bold=True)
    canvas.text(x, y + 0.14 * cell, stone.text[:4], size.CANDIDATE_NUMBER * cell, DARK_SIGN)


def _paint_rim(
    canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, theme: BoardTheme
) -> None:
    columns, rows = geometry.columns, geometry.rows
    names, sides = rim_labels(diagram.coordinates, columns, rows)
    height, away = size.RIM_HEIGHT * geometry.cell, size.RIM_DISTANCE * geometry.cell
    left, top, width, down = geometry.shown_lines()
    right, bottom = left + width, top + down
    is_turned = bool(geometry.symmetry & 4)
    lettered = [(geometry.centre(column), name, is_turned) for column, name in enumerate(names)]
    lettered += [(geometry.centre(row * columns), name, not is_turned)
                 for row, name in enumerate(sides)]
    slack = 0.1 * geometry.cell
    for (x, y), name, is_beside in lettered:
        if is_beside and top - slack < y < bottom + slack:
            places = [(left - away, y), (right + away, y)]
        elif not is_beside and left - slack < x < right + slack:
            places = [(x, top - away), (x, bottom + away)]
        else:
            continue  # A line that the part does not show.
        for place in places:
            canvas.text(*place, name, height, theme.rim_text)


@lru_cache(maxsize=1024)
def _loops(
    points: tuple[Point, ...], geometry: BoardGeometry, inset: float = 0.0, beyond: float = 0.0
) -> tuple[tuple[Vertex, ...], ...]:
    """Return the loops round points in pixels; most regions are the same at the next node.

    inset -- how many cells inside the border of the points
    beyond -- how many cells outside the edge lines they may reach
    """
    columns, rows, symmetry = geometry.columns, geometry.rows, geometry.symmetry
    across, _ = geometry.seen_size
    cells = [divmod(transformed_point(point, columns, rows, symmetry), across)[::-1]
             for point in points]
    left, top, _, _ = geometry.playing_area()
    cell = geometry.cell
    return tuple(tuple(geometry.within_lines(
        [(left + x * cell, top + y * cell) for x, y in loop], beyond))
        for loop in outline_loops(cells, inset))


def _paint_outline(canvas: Canvas, outline: Outline, geometry: BoardGeometry, look: Look) -> None:
    """Paint the loops, on a wider line of the opposite lightness: they show on whatever ground."""
    own = look.tints.black_line if outline.colour == BLACK else look.tints.white_line
    if outline.is_lit:
        own = colours.LIT
    width, inset = size.OUTLINE_WIDTH, size.OUTLINE_INSET
    if outline.is_inner:
        width, inset = size.INNER_OUTLINE_WIDTH, size.INNER_OUTLINE_INSET
    width = max(1.2, width * geometry.cell)
    dash = size.OUTLINE_DASH * geometry.cell if outline.is_dashed else 0.0
    for corners in _loops(outline.points, geometry, inset, size.OUTLINE_BEYOND):
        if not outline.is_inner and geometry.cell >= size.LEAST_CELL_WITH_RIMS:
            canvas.line(corners, _opposite(own), 1.9 * width, is_closed=True,
                        opacity=0.4 * outline.opacity)
        canvas.line(corners, own, width, is_closed=True, opacity=outline.opacity, dash=dash)


def _paint_halo(canvas: Canvas, halo: Halo, geometry: BoardGeometry) -> None:
    """Paint the outer glow of all points before the inner one of any: they flow together."""
    for radius, opacity in size.HALO:
        for point in halo.points:
            canvas.circle(*geometry.centre(point), radius * geometry.cell, fill=colours.HALO,
                          opacity=opacity)


def _opposite(colour: Rgb) -> Rgb:
    return LIGHT_SIGN if sum(colour) < 390 else DARK_SIGN


def _paint_coloured_links(
    canvas: Canvas, drawable: ColouredLinks, diagram: Diagram, geometry: BoardGeometry
) -> None:
    places = centres(geometry)
    width, radius = size.LINK_WIDTH * geometry.cell, size.LINK_DOT_RADIUS * geometry.cell
    for colour, rgb in ((BLACK, colours.BLACK_LINK), (WHITE, colours.WHITE_LINK)):
        for first, last in drawable.links[colour]:
            canvas.line((places[first], places[last]), rgb, width, opacity=0.8)
        for point in drawable.points[colour]:
            if not diagram.position.cells[point]:
                canvas.circle(*places[point], radius, fill=rgb)


def _paint_text(
    canvas: Canvas, point: Point, text: str, height: float, diagram: Diagram, grounds: Grounds,
    geometry: BoardGeometry, *, is_under_mark: bool,
) -> None:
    """Write on a point; over the bare board with a thin rim, as lines and tints lie below.

    is_under_mark -- smaller and lower, below a mark that is on the point, too
    """
    text = visible(text, _LONGEST_LABEL)
    colour = grounds.sign_at(point)
    halo = None if diagram.position.cells[point] else _opposite(colour)
    fitting = size.LABEL_WIDTH / (size.LETTER_WIDTH * max(1, len(text)))
    (x, y), share = geometry.centre(point), 1.0
    if is_under_mark:
        y, share = y + size.LOWERED * geometry.cell, size.TEXT_UNDER_MARK
    canvas.text(x, y, text, share * min(height, fitting) * geometry.cell, colour, is_bold=True,
                halo=halo)
