"""Whatever is written on a board is read, on every board, in every palette (WCAG 2.1, 1.4.3)."""

import numpy as np
import pytest

from irgo_app.draw.board_painter import Grounds, contrast, luminance, sign_on
from irgo_app.draw.drawables import Diagram, RegionTint, Tint, TintStyle
from irgo_app.draw.field_painter import shown_colour
from irgo_app.draw.palette import (BLACK_LINK, BLACK_STONE, BOARD_THEMES, DARK_SIGN, GREY_DOT,
                                   LIGHT_SIGN, LOSS_COLOURS, QUALITY_COLOURS, TINT_PALETTES,
                                   WEAK_POINT, WHITE_STONE, BoardTheme, TintPalette)
from irgo_app.go.point import BLACK, WHITE
from irgo_app.go.position import Position

TEXT, SIGN = 4.5, 3.0
LOOKS = [pytest.param(theme, palette, id=f"{palette.name} on {theme.name}")
         for theme in BOARD_THEMES for palette in TINT_PALETTES]


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert luminance((255, 255, 255)) == pytest.approx(1)


@pytest.mark.parametrize("theme", BOARD_THEMES, ids=lambda theme: theme.name)
def test_coordinates_and_legends_are_read_on_the_board_and_its_grain(theme: BoardTheme) -> None:
    for ground in (theme.flat, *(theme.grain or ())):
        assert contrast(theme.rim_text, ground) >= TEXT, ground


def test_numbers_and_letters_are_read_on_stones() -> None:
    assert contrast(LIGHT_SIGN, BLACK_STONE) >= TEXT
    assert contrast(DARK_SIGN, WHITE_STONE) >= TEXT
    for stone in (BLACK_STONE, WHITE_STONE):
        assert contrast(GREY_DOT, stone) >= SIGN
    for loss in LOSS_COLOURS.values():
        assert contrast(loss, DARK_SIGN) >= TEXT
    for quality in QUALITY_COLOURS.values():
        assert contrast(quality, DARK_SIGN) >= SIGN, "a ring has a dark line round it"


def tinted(value: float, style: TintStyle) -> Diagram:
    return Diagram(Position.empty(9), drawables=(Tint(np.full((9, 9), value), style),))


@pytest.mark.parametrize(("theme", "palette"), LOOKS)
def test_labels_and_marks_are_read_on_every_tint(
    theme: BoardTheme, palette: TintPalette
) -> None:
    tints = palette.on(theme)
    assert contrast(LIGHT_SIGN, DARK_SIGN) >= TEXT, "a label has the other one round its letters"
    for value in (-1.0, -0.7, -0.4, -0.1, 0.0, 0.1, 0.4, 0.7, 1.0):
        for style in TintStyle:
            diagram = tinted(value, style)
            grounds = Grounds(diagram, tints, theme)
            ground, sign = grounds.ground_at(40), grounds.sign_at(40)
            assert contrast(sign, ground) >= TEXT, (value, style)
            if style is TintStyle.SMOOTH:
                assert max(abs(one - other) for one, other in zip(
                    ground, shown_colour(value, tints, theme), strict=True)) <= 2
    for colour in (BLACK, WHITE):
        diagram = Diagram(Position.empty(9), drawables=(RegionTint(colour, (40,)),))
        grounds = Grounds(diagram, tints, theme)
        assert contrast(grounds.sign_at(40), grounds.ground_at(40)) >= TEXT
        assert grounds.ground_at(41) == theme.flat


@pytest.mark.parametrize("theme", BOARD_THEMES, ids=lambda theme: theme.name)
def test_arrows_and_weak_points_are_seen(theme: BoardTheme) -> None:
    assert contrast(LIGHT_SIGN if theme.is_dark else BLACK_LINK, theme.flat) >= SIGN
    assert contrast(WEAK_POINT, LIGHT_SIGN) >= SIGN


def test_the_sign_on_a_stone_is_that_of_the_stone() -> None:
    position = Position.from_diagram(["X .", ". O"])
    diagram = Diagram(position)
    theme, tints = BOARD_THEMES[0], TINT_PALETTES[0].on(BOARD_THEMES[0])
    grounds = Grounds(diagram, tints, theme)
    assert grounds.sign_at(0) == LIGHT_SIGN
    assert grounds.sign_at(3) == DARK_SIGN
    assert sign_on((0, 0, 0)) == LIGHT_SIGN and sign_on((255, 255, 255)) == DARK_SIGN
