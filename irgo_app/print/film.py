"""Frames as a file that moves: GIF or WebP.

Drawing a whole board takes an eighth of a second, so a frame is put together: wood and lines are
drawn once, stones are copies of one, maps and signs are patches. SVG's renderer
takes a twentieth of a second for a picture however little is on it, and a fraction of a thousandth
for a mark.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace
from PIL import Image, ImageChops

from irgo_app.draw.board_geometry import (FADED_OPACITY, STONE_RADIUS, BoardGeometry, Piece, Places,
                                          Rgba, Vertex)
from irgo_app.draw.board_painter import (Look, faded_stones, has_rim, is_flat, paint_board,
                                         paint_fields, paint_grid, paint_links, paint_signs)
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.export import check_size, picture_geometry, png_of_svg
from irgo_app.draw.palette import Rgb
from irgo_app.draw.svg_canvas import SvgCanvas
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.go.position import BLACK_CELL
from irgo_app.print.figures import FigureFrame
from irgo_app.whole_file import check_ending, why_unwritten, write_whole

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""
Patches: TypeAlias = dict[tuple[Box, str], Image.Image]
"""Drawn elements by their places and their SVG."""


def drawn(svg: str) -> Image.Image:
    """Return an SVG of irgo's own as a picture with an alpha channel."""
    return Image.open(BytesIO(png_of_svg(svg))).convert("RGBA")


class PatchCanvas(SvgCanvas):
    """Keeps each element apart with the pixels it covers at most, and lays them on a picture.

    kept -- patches that were drawn before; used -- takes up those that were needed
    """

    def __init__(self, width: int, height: int, kept: Patches, used: Patches) -> None:
        super().__init__(width, height)
        self._kept, self._used = kept, used
        self._elements = list[tuple[Box, str | Image.Image]]()
        self._size = width, height
        self._box: Box = 0, 0, width, height

    def lay_on(self, picture: Image.Image) -> None:
        """Paint all that was kept, in its order."""
        for box, found in self._elements:
            patch = found if isinstance(found, Image.Image) else self._patch(box, found)
            picture.paste(patch, box[:2], patch)

    def _patch(self, box: Box, element: str) -> Image.Image:
        """Return the pixels of an element, from the last frame if it is there."""
        key = box, element
        patch = self._used.get(key) or self._kept.get(key)
        if patch is None:
            left, top, right, bottom = box
            self._pieces = [element]
            patch = drawn(self.document("patch", (left, top, right - left, bottom - top)))
        self._used[key] = patch
        return patch

    def group(self, name: str) -> None:
        """Name nothing: no document holds all elements."""

    def line(self, vertices: Sequence[Vertex], colour: Rgb, width: float, *,
             is_closed: bool = False, opacity: float = 1.0, dash: float = 0.0) -> None:
        self._covers(vertices, width)
        super().line(vertices, colour, width, is_closed=is_closed, opacity=opacity, dash=dash)

    def segments(self, pieces: Sequence[Piece], colour: Rgb, width: float, *,
                 opacity: float = 1.0) -> None:
        if pieces:
            self._covers([end for x0, y0, x1, y1 in pieces for end in ((x0, y0), (x1, y1))], width)
            super().segments(pieces, colour, width, opacity=opacity)

    def polygon(self, vertices: Sequence[Vertex], fill: Rgb, opacity: float = 1.0) -> None:
        self._covers(vertices, 0.0)
        super().polygon(vertices, fill, opacity)

    def area(self, loops: Sequence[Sequence[Vertex]], fill: Rgb, opacity: float = 1.0) -> None:
        self._covers([vertex for loop in loops for vertex in loop], 0.0)
        super().area(loops, fill, opacity)

    def smooth_area(self, loops: Sequence[Places], fill: Rgb, opacity: float = 1.0, *,
                    is_soft: bool = False) -> None:
        """Keep an area with smooth edges; its control points enclose it."""
        self._covers([vertex for loop in loops for vertex in loop.tolist()], 0.0)
        super().smooth_area(loops, fill, opacity, is_soft=is_soft)

    def smooth_line(self, vertices: Places, colour: Rgb, width: float, *,
                    opacity: float = 1.0) -> None:
        self._covers(vertices.tolist(), width)
        super().smooth_line(vertices, colour, width, opacity=opacity)

    def circle(self, x: float, y: float, radius: float, *, fill: Rgb | None = None,
               stroke: Rgb | None = None, width: float = 0.0, opacity: float = 1.0) -> None:
        self._covers([(x, y)], radius + width)
        super().circle(x, y, radius, fill=fill, stroke=stroke, width=width, opacity=opacity)

    def rectangle(self, x: float, y: float, width: float, height: float, fill: Rgb,
                  opacity: float) -> None:
        self._covers([(x, y), (x + width, y + height)], 0.0)
        super().rectangle(x, y, width, height, fill, opacity)

    def text(self, x: float, y: float, text: str, height: float, colour: Rgb, *,
             is_bold: bool = False, is_italic: bool = False, halo: Rgb | None = None) -> None:
        """Keep a line of text; no letter is wider than it is high."""
        self._covers([(x, y)], height * (1 + 0.6 * len(text)))
        super().text(x, y, text, height, colour, is_bold=is_bold, is_italic=is_italic, halo=halo)

    def image(self, x: float, y: float, width: float, height: float, rgba: Rgba, *,
              is_smooth: bool) -> None:
        """Keep a tint as a picture: to scale it takes SVG's renderer long."""
        way = Image.Resampling.BICUBIC if is_smooth else Image.Resampling.NEAREST
        tint = Image.fromarray(rgba, "RGBA").resize((round(width), round(height)), way)
        left, top = round(x), round(y)
        self._elements.append(((left, top, left + tint.width, top + tint.height), tint))

    def _covers(self, vertices: Sequence[Vertex], reach: float) -> None:
        across, down = zip(*vertices, strict=True)
        (width, height), more = self._size, reach + 1.0
        self._box = (max(0, floor(min(across) - more)), max(0, floor(min(down) - more)),
                     min(width, ceil(max(across) + more)), min(height, ceil(max(down) + more)))

    def _add(self, element: str) -> None:
        left, top, right, bottom = self._box
        if left < right and top < bottom:
            self._elements.append((self._box, element))


Tell = Callable[[int], None]
"""Told how many frames are drawn; raises to stop."""
PACES: Final = (0.1, 20.0)
"""The least and the most seconds a move is shown."""
MOST_FRAMES: Final = 1000
_LARGEST: Final = 2000
"""So many pixels a side has at most: all frames are in memory until the file is written."""
_MOST_PIXELS: Final = 400_000_000
_AT_THE_END: Final = 3
"""The last board is shown so many times as long as any other."""
_FADE_STEPS: Final = 2
_FADE_MS: Final = 60
_UNSEEN: Final = 4
"""A change of so few levels is not shown: a map that trembles would make a file twice as large."""
_SUDDEN: Final = 48
"""And one of so few is shown at once, where boards go over into each other."""
_CAPTION: Final = 0.05
"""How high the line of text below a board is, of the picture's longer side."""
_QUALITY: Final = 65
_Paint: TypeAlias = Callable[[PatchCanvas, Diagram, BoardGeometry, Look], None]


class FilmOptions(Struct, frozen=True):
    """How a moving picture looks; raises UsageError for what there is not.

    size -- pixels along the longer side; pace -- seconds a move
    is_fading -- one board goes over into the next
    """

    size: int = 600
    pace: float = 1.0
    is_fading: bool = False
    look: Look = field(default_factory=Look)

    def __post_init__(self) -> None:
        check_size(self.size)
        if self.size > _LARGEST:
            raise WrongUsageError(
                "A moving picture has at most {most} pixels a side.", most=_LARGEST)
        least, most = PACES
        if not least <= self.pace <= most:
            raise WrongUsageError("A move is shown for {least:g} to {most:g} seconds.",
                                  least=least, most=most)


def write_film(
    path: Path, frames: Iterable[FigureFrame], options: FilmOptions, tell: Tell = lambda done: None
) -> int:
    """Write frames in the format of the file's ending and return how many; raises UsageError.

    The file is the old one or the new one whatever happens, and never half.
    """
    check_ending(path, FILM_FORMATS)
    encode = FILM_FORMATS[path.suffix.lower()]
    painter = _FramePainter(options)
    pictures, durations = list[Image.Image](), list[int]()
    hold = round(1000 * options.pace)
    for new in _with_limit(map(painter.picture, frames), tell):
        picture = _where_changed(pictures[-1], new, new, _UNSEEN) if pictures else new
        if options.is_fading and pictures:
            before = pictures[-1]
            durations[-1] = max(_FADE_MS, hold - _FADE_STEPS * _FADE_MS)
            for step in range(1, _FADE_STEPS + 1):
                between = Image.blend(before, picture, step / (_FADE_STEPS + 1))
                pictures.append(_where_changed(before, picture, between, _SUDDEN, picture))
                durations.append(_FADE_MS)
        pictures.append(picture)
        durations.append(hold)
    if not pictures:
        raise UsageError("There is no move to show; choose a game that has some.")
    durations[-1] *= _AT_THE_END
    data = encode(pictures, durations)
    try:
        write_whole(path, data)
    except (OSError, ValueError) as error:
        raise UsageError(why_unwritten(path, error)) from None
    return len(pictures)


def _where_changed(
    before: Image.Image, after: Image.Image, shown: Image.Image, limit: int,
    ground: Image.Image | None = None,
) -> Image.Image:
    """Return a ground (None for `before`) with what is shown where two boards differ by more."""
    red, green, blue = ImageChops.difference(before, after).split()
    change = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return Image.composite(shown, ground or before,
                           change.point([255 * (level > limit) for level in range(256)]))


def _with_limit(pictures: Iterable[Image.Image], tell: Tell) -> Iterator[Image.Image]:
    """Yield pictures; raises UsageError where there are more than anybody would look at."""
    for count, picture in enumerate(pictures, 1):
        if count > min(MOST_FRAMES, _MOST_PIXELS // (picture.width * picture.height)):
            raise UsageError("So many boards are too large for one file; choose fewer moves or a "
                             "smaller picture.")
        tell(count)
        yield picture


def _gif(pictures: list[Image.Image], durations: list[int]) -> bytes:
    """Return a GIF; one palette for all, so that what stays the same costs nothing."""
    sample = Image.new("RGB", (pictures[0].width * 2, pictures[0].height * 2))
    for index in range(4):
        place = (index % 2 * sample.width // 2, index // 2 * sample.height // 2)
        sample.paste(pictures[index * (len(pictures) - 1) // 3], place)
    palette = sample.quantize(255, Image.Quantize.MEDIANCUT)
    first, *others = (picture.quantize(palette=palette, dither=Image.Dither.NONE)
                      for picture in pictures)
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=durations, loop=0,
               optimize=True, disposal=1)
    return file.getvalue()


def _webp(pictures: list[Image.Image], durations: list[int]) -> bytes:
    first, *others = pictures
    file = BytesIO()
    first.save(file, "WEBP", save_all=True, append_images=others, duration=durations, loop=0,
               quality=_QUALITY, method=2)
    return file.getvalue()


FILM_FORMATS: Final[Mapping[str, Callable[[list[Image.Image], list[int]], bytes]]] = {
    ".gif": _gif, ".webp": _webp}
"""The formats of moving pictures by the ending of their files."""


class _FramePainter:
    """Draws frames, all of one size, and keeps what the next one may need."""

    def __init__(self, options: FilmOptions) -> None:
        self._options = options
        self._layers = dict[object, Image.Image]()
        self._kept, self._used = Patches(), Patches()

    def picture(self, frame: FigureFrame) -> Image.Image:
        """Return a frame: its boards side by side, the longer side as asked for."""
        size, count, first = self._options.size, len(frame.boards), frame.boards[0][0]
        has_captions = any(caption for _, caption in frame.boards)
        below = round(size * _CAPTION) if has_captions else 0
        widest, room = size // count, size - below
        _, _, across, down = picture_geometry(first, widest, room).shown_area(
            has_rim=has_rim(first))
        width, height = round(across), round(down) + below
        picture = Image.new("RGB", (size if width == widest else count * width, height),
                            self._options.look.theme.flat)
        for index, (diagram, caption) in enumerate(frame.boards):
            picture.paste(self._board(diagram, caption, width, height, below), (index * width, 0))
        self._kept, self._used = self._used, {}
        return picture

    def _board(
        self, diagram: Diagram, caption: str, width: int, height: int, below: int
    ) -> Image.Image:
        geometry = _on_pixels(diagram, width, height - below)
        bare = self._layer(
            (geometry, diagram.coordinates, caption, is_flat(diagram)),
            lambda: self._wood(diagram, caption, geometry, (width, height), below))
        picture = bare.copy()
        self._lay(picture, paint_fields, diagram, geometry)
        grid = self._layer(geometry, lambda: self._grid(geometry, (width, height)))
        picture.paste(grid, (0, 0), grid)
        self._lay(picture, paint_links, diagram, geometry)
        radius = STONE_RADIUS * geometry.cell
        faded = faded_stones(diagram)
        for point, cell in enumerate(diagram.position.cells):
            if cell:
                sprite = _sprite(BLACK if cell == BLACK_CELL else WHITE, radius,
                                 FADED_OPACITY if point in faded else 1.0)
                x, y = geometry.centre(point)
                reach = sprite.width // 2
                picture.paste(sprite, (round(x) - reach, round(y) - reach), sprite)
        self._lay(picture, paint_signs, diagram, geometry)
        if geometry.part is None:
            return picture
        x, y, across, down = map(round, geometry.cut_area())
        bare = bare.copy()
        box = (max(0, x), max(0, y), min(width, x + across), min(height, y + down))
        bare.paste(picture.crop(box), box[:2])
        return bare

    def _layer(self, key: object, draw: Callable[[], Image.Image]) -> Image.Image:
        if key not in self._layers:
            self._layers[key] = draw()
        return self._layers[key]

    def _lay(
        self, picture: Image.Image, paint: _Paint, diagram: Diagram, geometry: BoardGeometry
    ) -> None:
        """Paint over a picture; what the last frame had too is not drawn again."""
        canvas = PatchCanvas(*picture.size, self._kept, self._used)
        paint(canvas, diagram, geometry, self._options.look)
        canvas.lay_on(picture)

    def _wood(
        self, diagram: Diagram, caption: str, geometry: BoardGeometry, size: tuple[int, int],
        below: int,
    ) -> Image.Image:
        """Return the empty board with its coordinates, without lines, and the text below it."""
        look, (width, height) = self._options.look, size
        canvas = SvgCanvas(width, height)
        canvas.rectangle(0, 0, width, height, look.theme.flat, 1.0)
        x, y, _, _ = geometry.shown_area(has_rim=has_rim(diagram))
        paint_board(canvas, diagram, geometry, look, reach=max(x, y))
        if caption:
            canvas.text(width / 2, height - 0.6 * below, caption, 0.6 * below, look.theme.rim_text)
        return drawn(canvas.document("board")).convert("RGB")

    def _grid(self, geometry: BoardGeometry, size: tuple[int, int]) -> Image.Image:
        canvas = SvgCanvas(*size)
        paint_grid(canvas, geometry, self._options.look)
        return drawn(canvas.document("board"))


def _on_pixels(diagram: Diagram, width: int, height: int) -> BoardGeometry:
    """Return where the board lies: in the middle, its points on whole pixels."""
    geometry = picture_geometry(diagram, width, height)
    geometry = replace(geometry, cell=max(2.0, float(int(geometry.cell))))
    x, y, across, down = geometry.shown_area(has_rim=has_rim(diagram))
    return replace(geometry, left=float(round(geometry.left - x + (width - across) / 2)),
                   top=float(round(geometry.top - y + (height - down) / 2)))


@lru_cache(maxsize=4)
def _sprite(colour: Colour, radius: float, opacity: float) -> Image.Image:
    """Return a stone with its shadow on nothing, its middle in the middle of the picture."""
    reach = int(1.3 * radius) + 2
    canvas = SvgCanvas(2 * reach, 2 * reach)
    canvas.stone(reach, reach, radius, colour, opacity)
    return drawn(canvas.document("board"))
