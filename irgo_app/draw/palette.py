"""The one place where colours live: boards, and the palettes in which fields are tinted.

A palette has two colours for every board, chosen by search so that at half strength both sides'
tints are equally far from the bare board, in lightness and in CIEDE2000, for usual, protan, deutan
and tritan sight (`tests/draw/test_colours.py`): neither side may look stronger than it is. Dark is
Black's, light is White's, wherever the hue does not tell.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct

from irgo_app.words import noted

Rgb: TypeAlias = tuple[int, int, int]


class BoardTheme(Struct, frozen=True):
    """The colours of a board.

    flat -- the board under a map: what tints are seen against
    grain -- for wood, the colours between the grains and in them
    """

    name: str
    flat: Rgb
    surround: Rgb
    grid: Rgb
    rim_text: Rgb
    grain: tuple[Rgb, Rgb] | None = None

    @property
    def is_dark(self) -> bool:
        """Return whether light text is easier to read on the board than dark text."""
        return sum(self.flat) < 330


class Tones(Struct, frozen=True):
    """The two colours of the board where a side is sure of it, and the thin lines round them.

    Both are equally far from the bare board, and on a dark one no stone drowns in them.
    """

    black: Rgb
    white: Rgb
    black_edge: Rgb
    white_edge: Rgb


class Tints(Struct, frozen=True):
    """The two colours of a signed field on one board.

    opacity -- of a tint at full strength, 0 to 1
    black_line, white_line -- for contours and outlines, which must stand out from board and tint
    tones -- for whatever covers the board
    """

    black: Rgb
    white: Rgb
    opacity: float
    black_line: Rgb
    white_line: Rgb
    tones: Tones


class TintPalette(Struct, frozen=True):
    """The colours of fields that go by one name.

    tints -- by the name of the board; black, white -- words for the two colours
    """

    name: str
    tints: Mapping[str, Tints]
    black: str
    white: str

    def __reduce__(self) -> tuple[object, ...]:
        """Go to another process by its name: what cannot be changed cannot be sent."""
        return palette_named, (self.name,)

    def on(self, theme: BoardTheme) -> Tints:
        """Return the colours for a board."""
        return self.tints[theme.name]


WOOD: Final = BoardTheme("wood", (218, 179, 105), (45, 46, 50), (52, 38, 20), (72, 50, 20),
                         grain=((222, 184, 110), (204, 160, 86)))
PAPER: Final = BoardTheme("paper", (214, 209, 197), (255, 255, 255), (40, 40, 40), (70, 70, 70))
DARK: Final = BoardTheme("dark", (112, 104, 92), (24, 25, 28), (20, 18, 16), (246, 243, 236))
BOARD_THEMES: Final = (WOOD, PAPER, DARK)


_BY_LIGHTNESS: Final = noted("dark"), noted("light")


def _palette(
    name: str, wood: Tints, paper: Tints, dark: Tints, sides: tuple[str, str] = _BY_LIGHTNESS
) -> TintPalette:
    tints = MappingProxyType({"wood": wood, "paper": paper, "dark": dark})
    return TintPalette(name, tints, *sides)


INK_AND_SKY: Final = _palette(
    "ink and sky",
    Tints((138, 118, 139), (251, 245, 255), 0.86, (52, 28, 84), (250, 252, 255),
          Tones((144, 120, 117), (253, 243, 241), (78, 58, 78), (122, 146, 172))),
    Tints((166, 172, 181), (240, 248, 255), 0.92, (60, 40, 100), (40, 120, 190),
          Tones((164, 172, 175), (240, 249, 255), (84, 90, 100), (112, 146, 176))),
    Tints((0, 15, 65), (184, 202, 232), 0.51, (8, 8, 36), (200, 220, 245),
          Tones((78, 77, 91), (133, 131, 145), (38, 37, 50), (178, 182, 200))))
INK_AND_MILK: Final = _palette(
    "ink and milk",
    Tints((138, 113, 118), (254, 252, 245), 0.83, (24, 24, 60), (255, 255, 250),
          Tones((144, 123, 115), (254, 241, 237), (74, 58, 52), (140, 134, 130))),
    Tints((165, 169, 176), (244, 249, 255), 0.92, (20, 20, 60), (112, 118, 140),
          Tones((165, 172, 174), (243, 250, 255), (80, 84, 92), (128, 136, 148))),
    Tints((8, 11, 38), (204, 202, 198), 0.61, (8, 10, 30), (235, 232, 225),
          Tones((80, 78, 80), (142, 132, 122), (40, 38, 40), (192, 184, 174))))
BROWN_AND_BLUE: Final = _palette(
    "brown and blue",
    Tints((155, 103, 88), (251, 252, 255), 0.92, (104, 48, 0), (16, 84, 190),
          Tones((158, 104, 87), (254, 252, 251), (96, 48, 30), (74, 118, 180))),
    Tints((137, 93, 10), (83, 99, 149), 0.59, (110, 56, 0), (0, 84, 180),
          Tones((198, 168, 132), (231, 246, 255), (124, 80, 30), (74, 124, 182))),
    Tints((92, 53, 0), (140, 149, 175), 0.70, (56, 26, 0), (165, 195, 245),
          Tones((102, 76, 34), (129, 131, 140), (60, 38, 10), (168, 186, 214))),
    sides=(noted("brown"), noted("blue")))
RED_AND_BLUE: Final = _palette(
    "red and blue",
    Tints((163, 105, 105), (249, 247, 255), 0.92, (140, 16, 36), (16, 84, 180),
          Tones((154, 105, 101), (255, 251, 255), (106, 40, 46), (84, 114, 182))),
    Tints((121, 67, 33), (65, 83, 111), 0.60, (150, 20, 40), (20, 84, 170),
          Tones((201, 165, 140), (231, 251, 255), (140, 72, 52), (70, 120, 180))),
    Tints((118, 46, 1), (122, 152, 175), 0.70, (84, 6, 10), (150, 190, 250),
          Tones((100, 78, 20), (131, 130, 146), (70, 34, 4), (160, 184, 212))),
    sides=(noted("red"), noted("blue")))
PRINT_GREY: Final = _palette(
    "print grey",
    Tints((127, 113, 114), (255, 255, 255), 0.90, (40, 40, 40), (255, 255, 255),
          Tones((131, 117, 110), (254, 251, 251), (70, 60, 54), (140, 136, 132))),
    Tints((163, 163, 163), (255, 255, 255), 0.92, (40, 40, 40), (125, 125, 125),
          Tones((165, 165, 163), (250, 253, 255), (84, 84, 84), (130, 132, 134))),
    Tints((34, 34, 34), (174, 174, 174), 0.65, (16, 16, 16), (215, 215, 215),
          Tones((80, 79, 79), (138, 131, 127), (40, 39, 39), (190, 184, 180))))
TINT_PALETTES: Final = (INK_AND_SKY, INK_AND_MILK, BROWN_AND_BLUE, RED_AND_BLUE, PRINT_GREY)


def palette_named(name: str) -> TintPalette:
    """Return the palette of a name; raises StopIteration for none."""
    return next(found for found in TINT_PALETTES if found.name == name)


BLACK_LINK: Final[Rgb] = (20, 70, 190)
WHITE_LINK: Final[Rgb] = (205, 40, 40)
"""The author's colour map: a cool line for Black, a warm one for White."""

LIGHT_SIGN: Final[Rgb] = (245, 245, 245)
DARK_SIGN: Final[Rgb] = (20, 20, 20)
"""Marks and texts, on a black stone and on a white one."""
WEAK_POINT: Final[Rgb] = (205, 40, 40)
"""Where a moyo is thin."""
LOST: Final[Rgb] = (192, 40, 31)
"""Of a move that lost points: its ring on the board; bars and dots of losses have the same hue."""
GREY_DOT: Final[Rgb] = (128, 128, 128)
"""On stones whose life is unknown."""
LIT: Final[Rgb] = (230, 95, 0)
"""Where to look: the letters of places, and round what the user points at or asked about. Orange
has no other meaning, and no side and no palette has this hue."""
HALO: Final[Rgb] = (255, 122, 26)
"""The same as a light round the stones that are meant."""

GLOW: Final[Rgb] = (222, 48, 72)
"""Round weak stones: what is in danger or lost is red."""

QUALITY_COLOURS: Final[dict[str, Rgb]] = {
    "bright": (255, 214, 10), "good": (46, 160, 67), "dull": (140, 98, 57),
    "danger": (208, 44, 38)}
"""Rings of candidate moves, as irgo's author wants them: yellow, green, brown, red."""
LOSS_COLOURS: Final[dict[str, Rgb]] = {
    "none": (96, 190, 110), "little": (236, 214, 92), "some": (240, 164, 158),
    "much": (226, 84, 74)}
"""Discs of candidate moves by what they lose: green, yellow, pale red, red; dark print is read on
all of them."""

BLACK_STONE: Final[Rgb] = (28, 28, 32)
BLACK_STONE_SHEEN: Final[Rgb] = (92, 92, 100)
BLACK_STONE_RIM: Final[Rgb] = (170, 170, 178)
WHITE_STONE: Final[Rgb] = (238, 237, 232)
WHITE_STONE_SHEEN: Final[Rgb] = (255, 255, 255)
WHITE_STONE_RIM: Final[Rgb] = (120, 118, 112)

NEUTRAL_BELOW: Final = 0.06
"""Tint values smaller than this stay bare wood."""


def mixed(under: Rgb, over: Rgb, share: float) -> Rgb:
    """Return a colour with so much of another over it, 0 to 1."""
    red, green, blue = (round(below + share * (above - below))
                        for below, above in zip(under, over, strict=True))
    return red, green, blue


def hex_colour(colour: Rgb) -> str:
    """Return `#rrggbb`."""
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"
