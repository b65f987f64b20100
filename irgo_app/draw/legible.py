"""Which colour is read on what lies at a point: a stone, the board, or a tint over it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from irgo_app.draw.drawables import Diagram, RegionTint, Tint
from irgo_app.draw.palette import DARK_SIGN, LIGHT_SIGN, BoardTheme, Rgb, Tints
from irgo_app.go.point import BLACK, EMPTY, Point

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
                         if isinstance(drawable, Tint | RegionTint)]

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
            strength = _strength_at(drawable, point)
            if strength:
                ground = _over(ground, tints.black if strength > 0 else tints.white,
                               abs(strength) * tints.opacity)
        return ground


def _strength_at(drawable: Tint | RegionTint, point: Point) -> float:
    if isinstance(drawable, RegionTint):
        return drawable.colour * drawable.opacity if point in drawable.points else 0.0
    # Fields need numpy; a board without one is painted before numpy is loaded.
    from irgo_app.draw.field_painter import strength_at

    return strength_at(drawable, point)


def _over(under: Rgb, over: Rgb, share: float) -> Rgb:
    (red, green, blue), (other_red, other_green, other_blue) = under, over
    return (round(red + share * (other_red - red)), round(green + share * (other_green - green)),
            round(blue + share * (other_blue - blue)))
