"""Neither side looks stronger than it is, on any board, in any palette, to any sight."""

import numpy as np
import pytest

from irgo_app.draw.board_painter import contrast
from irgo_app.draw.drawables import TintStyle
from irgo_app.draw.export import legend_line
from irgo_app.draw.field_painter import fields_rgba, shown_colour, toned
from irgo_app.draw.palette import (BLACK_STONE, BOARD_THEMES, DARK, TINT_PALETTES, WHITE_STONE,
                                   BoardTheme, TintPalette, Tints)
from irgo_app.settings import SETTINGS
from tests.draw.sight import SIGHTS, ciede2000, lab

LOOKS = [pytest.param(theme, palette, id=f"{palette.name} on {theme.name}")
         for theme in BOARD_THEMES for palette in TINT_PALETTES]
NAMED = {palette.name: palette for palette in TINT_PALETTES}
TOLERANCE = 1.15


@pytest.mark.parametrize(("one", "other", "distance"), [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
])
def test_distances_are_those_published(
    one: tuple[float, float, float], other: tuple[float, float, float], distance: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(distance, abs=1e-4)
    assert ciede2000(other, one) == pytest.approx(distance, abs=1e-4)


def _painted(value: float, tints: Tints, theme: BoardTheme) -> tuple[float, ...]:
    """Return the colour that the painter leaves where a field has a value everywhere."""
    *over, alpha = fields_rgba([np.full((2, 2), value)], tints, [1.0])[0, 0].tolist()
    return tuple(under + alpha / 255 * (seen - under)
                 for under, seen in zip(theme.flat, over, strict=True))


@pytest.mark.parametrize(("theme", "palette"), LOOKS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_both_sides_are_equally_far_from_the_bare_board(
    theme: BoardTheme, palette: TintPalette, sight: str
) -> None:
    tints = palette.on(theme)
    board = lab(theme.flat, sight)
    black, white = (lab(_painted(value, tints, theme), sight) for value in (0.5, -0.5))
    for ours, theirs, least in (
        (abs(black[0] - board[0]), abs(white[0] - board[0]), 4.5),
        (ciede2000(black, board), ciede2000(white, board), 5.0),
    ):
        assert max(ours, theirs) <= TOLERANCE * min(ours, theirs)
        assert min(ours, theirs) > least, "it can be seen at all"
    assert ciede2000(black, white) > 8.0


@pytest.mark.parametrize(("theme", "palette"), LOOKS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_lines_stand_out_from_the_board_and_from_each_other(
    theme: BoardTheme, palette: TintPalette, sight: str
) -> None:
    tints = palette.on(theme)
    board, black, white = (
        lab(colour, sight) for colour in (theme.flat, tints.black_line, tints.white_line))
    assert ciede2000(board, black) > 20 and ciede2000(board, white) > 20
    assert ciede2000(black, white) > 20
    # Under contours the tint is light: the line of a side is seen on its own tint too.
    for line, value in ((black, 0.5), (white, -0.5)):
        assert ciede2000(line, lab(_painted(value, tints, theme), sight)) > 10


@pytest.mark.parametrize("theme", BOARD_THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("name", ["ink and sky", "ink and milk", "print grey"])
def test_dark_is_blacks_and_light_is_whites(theme: BoardTheme, name: str) -> None:
    tints = NAMED[name].on(theme)
    black, white = (lab(_painted(value, tints, theme))[0] for value in (0.5, -0.5))
    assert black < lab(theme.flat)[0] < white
    assert lab(tints.black_line)[0] < lab(tints.white_line)[0] - 20


@pytest.mark.parametrize(("theme", "palette"), LOOKS)
def test_a_legend_has_the_colours_of_the_board(theme: BoardTheme, palette: TintPalette) -> None:
    tints = palette.on(theme)
    for value in (-1.0, -0.4, 0.0, 0.4, 1.0):
        assert shown_colour(value, tints, theme) == pytest.approx(
            _painted(value, tints, theme), abs=1.5)


def test_the_usual_look_is_contours_in_ink_and_sky() -> None:
    usual = {row.key: row.default for row in SETTINGS}
    assert usual["tint_style"] == TintStyle.CONTOURS.value
    assert usual["palette"] == TINT_PALETTES[0].name == "ink and sky"


@pytest.mark.parametrize("palette", TINT_PALETTES, ids=lambda palette: palette.name)
def test_a_legend_names_the_colours_of_its_palette(palette: TintPalette) -> None:
    words = legend_line("Influence", "points", palette)
    black, white = palette.name.split(" and ") if " and blue" in palette.name else ("dark", "light")
    assert words == f"Influence: {black} is Black's, {white} is White's (points)"


@pytest.mark.parametrize(("theme", "palette"), LOOKS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_tones_of_both_sides_are_equally_far_from_the_bare_board(
    theme: BoardTheme, palette: TintPalette, sight: str
) -> None:
    board = lab(theme.flat, sight)
    for share in (0.48, 1.0):
        black, white = (lab(toned(side * share, palette.on(theme), theme), sight)
                        for side in (1, -1))
        for ours, theirs in ((abs(black[0] - board[0]), abs(white[0] - board[0])),
                             (ciede2000(black, board), ciede2000(white, board))):
            assert max(ours, theirs) <= TOLERANCE * min(ours, theirs)
            assert min(ours, theirs) > 5.0 * share
    assert ciede2000(black, white) > 15.0
    # Printed in grey they are told apart too.
    assert abs(black[0] - white[0]) > 15.0


@pytest.mark.parametrize("palette", TINT_PALETTES, ids=lambda palette: palette.name)
def test_on_a_dark_board_no_stone_drowns_in_its_tone(palette: TintPalette) -> None:
    tints = palette.on(DARK)
    assert contrast(BLACK_STONE, tints.tones.black) >= 2.0
    assert contrast(WHITE_STONE, tints.tones.white) >= 2.0
