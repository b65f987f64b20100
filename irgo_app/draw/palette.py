"""The one place where colours live: boards, and the palettes in which fields are tinted.

The default, ink and sky, was chosen by measured colour distance (CIEDE2000) over normal, protan,
deutan and tritan sight and in greyscale: dark is Black's, light is White's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class BoardTheme:
    """The colours of a board.

    has_grain -- whether the painter draws wood grain
    """

    name: str
    board: Rgb
    board_shade: Rgb
    surround: Rgb
    grid: Rgb
    rim_text: Rgb
    has_grain: bool = False


@dataclass(frozen=True, slots=True)
class TintPalette:
    """The two colours of a signed field and the opacity of its full strength (0 to 1)."""

    name: str
    black: Rgb
    white: Rgb
    opacity: float


WOOD: Final = BoardTheme("wood", (222, 184, 110), (204, 160, 86), (45, 46, 50), (52, 38, 20),
                         (82, 58, 26), has_grain=True)
PAPER: Final = BoardTheme("paper", (246, 244, 238), (232, 229, 220), (255, 255, 255), (40, 40, 40),
                          (70, 70, 70))
DARK: Final = BoardTheme("dark", (112, 104, 92), (98, 90, 79), (24, 25, 28), (20, 18, 16),
                         (208, 202, 190))
BOARD_THEMES: Final = (WOOD, PAPER, DARK)

INK_AND_SKY: Final = TintPalette("ink and sky", (45, 20, 70), (190, 225, 255), 0.60)
INK_AND_MILK: Final = TintPalette("ink and milk", (20, 20, 60), (255, 255, 255), 0.50)
BROWN_AND_BLUE: Final = TintPalette("brown and blue", (153, 79, 0), (0, 108, 209), 0.55)
RED_AND_BLUE: Final = TintPalette("red and blue", (178, 24, 43), (33, 102, 172), 0.55)
PRINT_GREY: Final = TintPalette("print grey", (55, 55, 55), (185, 185, 185), 0.60)
TINT_PALETTES: Final = (INK_AND_SKY, INK_AND_MILK, BROWN_AND_BLUE, RED_AND_BLUE, PRINT_GREY)

BLACK_LINK: Final[Rgb] = (20, 70, 190)
WHITE_LINK: Final[Rgb] = (205, 40, 40)
"""The author's colour map: a cool line for Black, a warm one for White."""

WEAK_POINT: Final[Rgb] = (205, 40, 40)
"""Where a moyo is thin."""
GREY_DOT: Final[Rgb] = (128, 128, 128)
"""On stones whose life is unknown."""
GROUP_HUES: Final[tuple[Rgb, ...]] = (
    (0, 114, 178), (213, 94, 0), (0, 140, 100), (190, 90, 150), (90, 70, 160), (150, 110, 0),
    (30, 130, 170), (160, 50, 60))
"""Outlines of groups; after Okabe and Ito's colours for all kinds of colour vision."""

HALO: Final[Rgb] = (255, 122, 26)
"""Round the stones that are meant."""

QUALITY_COLOURS: Final[dict[str, Rgb]] = {
    "bright": (255, 214, 10), "good": (46, 160, 67), "dull": (140, 98, 57),
    "danger": (208, 44, 38)}
"""Rings of candidate moves, as irgo's author wants them: yellow, green, brown, red."""

BLACK_STONE: Final[Rgb] = (28, 28, 32)
BLACK_STONE_SHEEN: Final[Rgb] = (92, 92, 100)
BLACK_STONE_RIM: Final[Rgb] = (170, 170, 178)
WHITE_STONE: Final[Rgb] = (238, 237, 232)
WHITE_STONE_SHEEN: Final[Rgb] = (255, 255, 255)
WHITE_STONE_RIM: Final[Rgb] = (120, 118, 112)

NEUTRAL_BELOW: Final = 0.06
"""Tint values smaller than this stay bare wood."""


def hex_colour(colour: Rgb) -> str:
    """Return `#rrggbb`."""
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"
