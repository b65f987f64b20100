"""How a diagram is painted, in order: board, tints, grid, links, stones, marks, labels, arrows.

One description for every canvas: the window, SVG, PNG and PDF show the same picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from irgo_app.draw import palette as colours
from irgo_app.draw import proportions as size
from irgo_app.draw.board_geometry import BoardGeometry, centres
from irgo_app.draw.canvas import Canvas, Vertex
from irgo_app.draw.drawables import (
    Arrow,
    ColouredLinks,
    Diagram,
    GhostStone,
    Halo,
    Mark,
    MarkShape,
    MusicalStone,
    Outline,
    RegionTint,
    Tint,
)
from irgo_app.draw.label_places import placed
from irgo_app.draw.legible import Grounds
from irgo_app.draw.mark_painter import paint_arrow, paint_mark
from irgo_app.draw.outlines import outline_loops
from irgo_app.draw.palette import (
    DARK_SIGN,
    INK_AND_SKY,
    LIGHT_SIGN,
    WOOD,
    BoardTheme,
    Rgb,
    TintPalette,
    Tints,
)
from irgo_app.go.coordinates import CoordinateStyle, rim_labels, transformed_point
from irgo_app.go.point import BLACK, PASS, WHITE, Point
from irgo_app.go.position import BLACK_CELL
from irgo_app.go.topology import topology
from irgo_app.visible_text import visible

_LONGEST_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class Look:
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
        has_rim=diagram.coordinates is not CoordinateStyle.NONE, symmetry=diagram.symmetry,
        snap=snap)


def paint(canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look) -> None:
    """Paint the whole diagram."""
    paint_board(canvas, diagram, geometry, look)
    paint_fields(canvas, diagram, geometry, look)
    paint_grid(canvas, diagram, geometry, look)
    paint_links(canvas, diagram, geometry, look)
    paint_stones(canvas, diagram, geometry)
    paint_signs(canvas, diagram, geometry, look)


def paint_board(
    canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look, *, reach: float = 0.0
) -> None:
    """Paint the bare board and the coordinates on its rim; the wood goes `reach` pixels further."""
    canvas.group("board")
    has_rim = diagram.coordinates is not CoordinateStyle.NONE
    x, y, width, height = geometry.board_area(has_rim=has_rim)
    area = (x - reach, y - reach, width + 2 * reach, height + 2 * reach)
    theme = look.theme
    if theme.grain is None or is_flat(diagram):
        canvas.rectangle(*area, theme.flat, 1.0)
    else:
        canvas.wood(*area, theme)
    if has_rim:
        _paint_rim(canvas, diagram, geometry, look.theme)


def is_flat(diagram: Diagram) -> bool:
    """Return whether the board lies under a map, and so shows no grain."""
    return diagram.is_quiet or any(
        isinstance(drawable, Tint | RegionTint) for drawable in diagram.drawables)


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


def paint_grid(canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look) -> None:
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


def paint_stones(canvas: Canvas, diagram: Diagram, geometry: BoardGeometry) -> None:
    """Paint the stones, and ghosts where there are none."""
    canvas.group("stones")
    radius = size.STONE_RADIUS * geometry.cell
    position = diagram.position
    for (x, y), cell in zip(centres(geometry), position.cells, strict=True):
        if cell:
            canvas.stone(x, y, radius, BLACK if cell == BLACK_CELL else WHITE)
    for drawable in diagram.drawables:
        if isinstance(drawable, GhostStone) and not position.cells[drawable.point]:
            canvas.stone(*geometry.centre(drawable.point), radius * 0.94, drawable.colour,
                         size.GHOST_OPACITY)


def paint_signs(canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, look: Look) -> None:
    """Paint everything over the stones: marks, labels, move numbers, arrows, the last move."""
    canvas.group("marks")
    numbered, grounds = diagram.move_numbers, Grounds(diagram, look.tints, look.theme)
    if diagram.last_move != PASS and diagram.last_move not in numbered:
        paint_mark(canvas, Mark(diagram.last_move, MarkShape.LAST_MOVE), geometry, grounds,
                   look.theme)
    for drawable in diagram.drawables:
        if isinstance(drawable, Mark):
            paint_mark(canvas, drawable, geometry, grounds, look.theme)
        elif isinstance(drawable, Arrow):
            paint_arrow(canvas, drawable, geometry, look.theme)
        elif isinstance(drawable, MusicalStone):
            _paint_candidate(canvas, drawable, geometry)
    canvas.group("labels")
    for point, number in numbered.items():
        if diagram.position.cells[point]:
            _paint_text(canvas, point, str(number), size.NUMBER_HEIGHT, diagram, grounds, geometry)
    for label in placed(diagram):
        _paint_text(
            canvas, label.point, label.text[:4], size.LABEL_HEIGHT, diagram, grounds, geometry)


def _paint_candidate(
    canvas: Canvas, stone: MusicalStone, geometry: BoardGeometry
) -> None:
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


def _paint_rim(
    canvas: Canvas, diagram: Diagram, geometry: BoardGeometry, theme: BoardTheme
) -> None:
    columns, rows = geometry.columns, geometry.rows
    names, sides = rim_labels(diagram.coordinates, columns, rows)
    across, down = geometry.seen_size
    height, away = size.RIM_HEIGHT * geometry.cell, size.RIM_DISTANCE * geometry.cell
    left, top = geometry.left, geometry.top
    right = left + (across - 1) * geometry.cell
    bottom = top + (down - 1) * geometry.cell
    is_turned = bool(geometry.symmetry & 4)
    for column, name in enumerate(names):
        x, y = geometry.centre(column)
        places = [(left - away, y), (right + away, y)] if is_turned else [
            (x, top - away), (x, bottom + away)]
        for place in places:
            canvas.text(*place, name, height, theme.rim_text)
    for row, name in enumerate(sides):
        x, y = geometry.centre(row * columns)
        places = [(x, top - away), (x, bottom + away)] if is_turned else [
            (left - away, y), (right + away, y)]
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


def _paint_outline(
    canvas: Canvas, outline: Outline, geometry: BoardGeometry, look: Look
) -> None:
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
    """Return white for a dark colour and black for a light one."""
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
    geometry: BoardGeometry,
) -> None:
    """Write on a point; over the bare board with a thin rim, as lines and tints lie below."""
    text = visible(text, _LONGEST_LABEL)
    colour = grounds.sign_at(point)
    halo = None if diagram.position.cells[point] else _opposite(colour)
    fitting = size.LABEL_WIDTH / (size.LETTER_WIDTH * max(1, len(text)))
    canvas.text(*geometry.centre(point), text, min(height, fitting) * geometry.cell, colour,
                is_bold=True, halo=halo)
