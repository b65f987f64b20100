"""A canvas that writes SVG clean enough to edit by hand: named groups, plain elements."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from math import ceil

import numpy as np

from irgo_app.draw import palette
from irgo_app.draw.board_geometry import (HALO_WIDTH, LEAN, SHADOW_OFFSET, STONE_RADIUS, Piece,
                                          Places, Rgba, Vertex)
from irgo_app.draw.field_painter import png_bytes
from irgo_app.draw.palette import BoardTheme, Rgb, hex_colour, mixed
from irgo_app.draw.wide_letters import has_wide, wanted_families
from irgo_app.go.point import BLACK, Colour
from irgo_app.words import visible

_STONES = (("black", palette.BLACK_STONE, palette.BLACK_STONE_SHEEN),
           ("white", palette.WHITE_STONE, palette.WHITE_STONE_SHEEN))


class SvgCanvas:
    """Collects SVG elements; `document` returns the finished text.

    prefix -- what all names begin with: in a page with many pictures each has names of its own
    """

    def __init__(self, width: float, height: float, prefix: str = "") -> None:
        self._width, self._height, self._prefix = width, height, prefix
        self._pieces: list[str] = []
        self._has_group = False
        self._clips = 0

    def document(self, title: str, part: tuple[float, float, float, float] | None = None) -> str:
        """Return the SVG document; part -- as of `inline`."""
        shown = part or (0.0, 0.0, self._width, self._height)
        size = f'width="{_number(shown[2])}" height="{_number(shown[3])}"'
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{self._element(title, size, shown)}'

    def inline(self, title: str, part: tuple[float, float, float, float] | None = None) -> str:
        """Return the picture as part of a page, which says how large it is shown.

        part -- x, y, width and height of what is shown, None for all of it
        """
        return self._element(title, 'role="img"', part or (0.0, 0.0, self._width, self._height))

    def _element(self, title: str, attributes: str, part: tuple[float, float, float, float]) -> str:
        gradients = "".join(
            f'<radialGradient id="{self._prefix}{name}" cx="0.35" cy="0.3" r="0.75">'
            f'<stop offset="0" stop-color="{hex_colour(sheen)}"/>'
            f'<stop offset="1" stop-color="{hex_colour(body)}"/></radialGradient>'
            for name, body, sheen in _STONES
        )
        closing = "</g>\n" if self._has_group else ""
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="{" ".join(map(_number, part))}" {attributes} '
            'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" text-anchor="middle">\n'
            f"<title>{escape(visible(title))}</title>\n<defs>{gradients}</defs>\n"
            + "".join(self._pieces) + closing + "</svg>\n"
        )

    def group(self, name: str) -> None:
        """Begin a named group."""
        self._end_group()
        self._pieces.append(f'<g id="{self._prefix}{escape(visible(name))}">\n')
        self._has_group = True

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Draw nothing outside a rectangle; the groups of the picture lie inside."""
        self._end_group()
        self._clips += 1
        name = f"{self._prefix}clip{self._clips}"
        self._add(f'<clipPath id="{name}"><rect {_box(x, y, width, height)}/></clipPath>')
        self._add(f'<g clip-path="url(#{name})">')
        yield
        self._end_group()
        self._add("</g>")

    def _end_group(self) -> None:
        if self._has_group:
            self._pieces.append("</g>\n")
        self._has_group = False

    def wood(self, x: float, y: float, width: float, height: float, theme: BoardTheme) -> None:
        """Draw a gently shaded rectangle."""
        assert theme.grain is not None
        between, inside = theme.grain
        self._add(
            f'<linearGradient id="{self._prefix}wood" x2="1" y2="0.25">'
            f'<stop offset="0" stop-color="{hex_colour(between)}"/>'
            f'<stop offset="0.55" stop-color="{hex_colour(mixed(between, inside, 1 / 3))}"/>'
            f'<stop offset="1" stop-color="{hex_colour(between)}"/></linearGradient>')
        self._add(f'<rect {_box(x, y, width, height)} fill="url(#{self._prefix}wood)"/>')

    def rectangle(self, x: float, y: float, width: float, height: float, fill: Rgb,
                  opacity: float) -> None:
        self._add(f'<rect {_box(x, y, width, height)} fill="{hex_colour(fill)}"'
                  f"{_opacity(opacity)}/>")

    def line(self, vertices: Sequence[Vertex], colour: Rgb, width: float, *,
             is_closed: bool = False, opacity: float = 1.0, dash: float = 0.0) -> None:
        dashes = (f'stroke-dasharray="{_number(dash)} {_number(0.7 * dash)}"' if dash
                  else 'stroke-linecap="square"')
        path = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in vertices)
        self._add(f'<path d="{path}{"Z" if is_closed else ""}" fill="none" '
                  f'stroke="{hex_colour(colour)}" stroke-width="{_number(width)}" '
                  f'stroke-linejoin="round" {dashes}{_opacity(opacity)}/>')

    def segments(self, pieces: Sequence[Piece], colour: Rgb, width: float, *,
                 opacity: float = 1.0) -> None:
        """Draw pieces of lines as one path: where they touch nothing is covered twice."""
        if pieces:
            path = "".join(f"M{_number(x0)} {_number(y0)}L{_number(x1)} {_number(y1)}"
                           for x0, y0, x1, y1 in pieces)
            self._add(f'<path d="{path}" fill="none" stroke="{hex_colour(colour)}" '
                      f'stroke-width="{_number(width)}" stroke-linecap="round"'
                      f"{_opacity(opacity)}/>")

    def polygon(self, vertices: Sequence[Vertex], fill: Rgb, opacity: float = 1.0) -> None:
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in vertices)
        self._add(f'<polygon points="{points}" fill="{hex_colour(fill)}"{_opacity(opacity)}/>')

    def area(self, loops: Sequence[Sequence[Vertex]], fill: Rgb, opacity: float = 1.0) -> None:
        path = "".join("M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in loop) + "Z"
                       for loop in loops)
        self._add(f'<path d="{path}" fill="{hex_colour(fill)}" fill-rule="evenodd"'
                  f"{_opacity(opacity)}/>")

    def smooth_area(self, loops: Sequence[Places], fill: Rgb, opacity: float = 1.0, *,
                    is_soft: bool = False) -> None:
        self._add(f'<path d="{"".join(_spline(loop, is_closed=True) for loop in loops)}" '
                  f'fill="{hex_colour(fill)}" fill-rule="evenodd"{_opacity(opacity)}/>')

    def smooth_line(self, vertices: Places, colour: Rgb, width: float, *,
                    opacity: float = 1.0) -> None:
        self._add(f'<path d="{_spline(vertices, is_closed=False)}" fill="none" '
                  f'stroke="{hex_colour(colour)}" stroke-width="{_number(width)}" '
                  f'stroke-linecap="round"{_opacity(opacity)}/>')

    def circle(self, x: float, y: float, radius: float, *, fill: Rgb | None = None,
               stroke: Rgb | None = None, width: float = 0.0, opacity: float = 1.0) -> None:
        outline = (f' stroke="{hex_colour(stroke)}" stroke-width="{_number(width)}"'
                   if stroke else "")
        self._add(f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" '
                  f'fill="{hex_colour(fill) if fill else "none"}"{outline}{_opacity(opacity)}/>')

    def stone(self, x: float, y: float, radius: float, colour: Colour,
              opacity: float = 1.0) -> None:
        """Draw a stone: soft shadow, body with sheen, rim."""
        name = "black" if colour == BLACK else "white"
        rim = palette.BLACK_STONE_RIM if colour == BLACK else palette.WHITE_STONE_RIM
        offset = SHADOW_OFFSET / STONE_RADIUS * radius
        if opacity == 1.0:
            for grown, strength in ((1.06, 0.12), (1.0, 0.2)):
                self.circle(x + offset, y + offset * 1.4, radius * grown, fill=(0, 0, 0),
                            opacity=strength)
        self._add(f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" '
                  f'fill="url(#{self._prefix}{name})" stroke="{hex_colour(rim)}" '
                  f'stroke-width="{_number(max(0.6, radius * 0.05))}"{_opacity(opacity)}/>')

    def text(self, x: float, y: float, text: str, height: float, colour: Rgb, *,
             is_bold: bool = False, is_italic: bool = False, halo: Rgb | None = None) -> None:
        """Draw an escaped text centred on a point; XML has no place for control characters."""
        weight = ' font-weight="bold"' if is_bold else ""
        base = y + 0.36 * height
        if is_italic:
            # The shipped font has no italics, and not every renderer leans letters by itself.
            weight += (f' transform="translate({_number(LEAN * base)} 0) '
                       f'matrix(1 0 -{LEAN} 1 0 0)"')
        if halo:
            weight += (f' stroke="{hex_colour(halo)}" stroke-linejoin="round" paint-order="stroke"'
                       f' stroke-width="{_number(2 * HALO_WIDTH * height)}"')
        if has_wide(text):
            families = ", ".join((*wanted_families(), "sans-serif"))
            weight += f' font-family="{families}"'
        self._add(f'<text x="{_number(x)}" y="{_number(base)}" '
                  f'font-size="{_number(height)}" fill="{hex_colour(colour)}"{weight}>'
                  f"{escape(visible(text))}</text>")

    def image(self, x: float, y: float, width: float, height: float, rgba: Rgba, *,
              is_smooth: bool) -> None:
        """Embed the picture as PNG.

        One that is to stay crisp is enlarged first: not every renderer heeds `image-rendering`.
        """
        if not is_smooth:
            times = max(1, ceil(width / rgba.shape[1]), ceil(height / rgba.shape[0]))
            rgba = rgba.repeat(times, axis=0).repeat(times, axis=1)
        data = b64encode(png_bytes(rgba)).decode("ascii")
        how = "auto" if is_smooth else "pixelated"
        self._add(f'<image {_box(x, y, width, height)} preserveAspectRatio="none" '
                  f'image-rendering="{how}" href="data:image/png;base64,{data}"/>')

    def _add(self, element: str) -> None:
        self._pieces.append(element + "\n")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _spline(points: Places, *, is_closed: bool) -> str:
    """Return a quadratic spline as a path, to a tenth of a pixel.

    Between two sides of the control polygon SVG mirrors the control point by itself (`t`). Control
    points are rounded to two tenths: so the middles of the sides are whole tenths, and mirroring
    one after the other never drifts.
    """
    corners = 2 * np.rint(5 * points).astype(int)
    if is_closed:
        ends = (corners + np.roll(corners, -1, axis=0)) // 2
        first, control = ends[-1], corners[0]
    else:
        ends = np.concatenate(((corners[1:-2] + corners[2:-1]) // 2, corners[-1:]))
        first, control = corners[0], corners[1]
    steps = np.diff(ends, axis=0).ravel().tolist()
    x, y = first.tolist()
    begun = [*(control - first).tolist(), *(ends[0] - first).tolist()]
    return (f"M{_tenths(x)}{_signed(y)}q{_tenths(begun[0])}{''.join(map(_signed, begun[1:]))}"
            + (f"t{_tenths(steps[0])}{''.join(map(_signed, steps[1:]))}" if steps else "")
            + ("Z" if is_closed else ""))


def _tenths(value: int) -> str:
    whole, rest = divmod(abs(value), 10)
    text = f"{whole or '' if rest else whole}" + (f".{rest}" if rest else "")
    return f"-{text}" if value < 0 else text


def _signed(value: int) -> str:
    return _tenths(value) if value < 0 else f" {_tenths(value)}"


def _box(x: float, y: float, width: float, height: float) -> str:
    return (f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
            f'height="{_number(height)}"')


def _opacity(opacity: float) -> str:
    return "" if opacity >= 1.0 else f' opacity="{_number(opacity)}"'
