"""What whoever asks for a report may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from irgo_app.draw.board_painter import Look
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES
from irgo_app.errors import UsageError
from irgo_app.language import checked

MOST_TURNING_POINTS: Final = 30
THEMES: Final = tuple(theme.name for theme in BOARD_THEMES)
PALETTES: Final = tuple(palette.name for palette in TINT_PALETTES)


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The choices for one report.

    turning_points -- how many at most; has_diagrams -- whether boards are drawn
    theme, palette -- names of the board's colours and of those of its fields
    language -- a code such as `de`; "" as irgo speaks anyhow
    Raises UsageError for what there is not.
    """

    turning_points: int = 6
    has_diagrams: bool = True
    theme: str = THEMES[0]
    palette: str = PALETTES[0]
    language: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.turning_points <= MOST_TURNING_POINTS:
            raise UsageError("A report has 0 to {most} turning points.", most=MOST_TURNING_POINTS)
        if self.language:
            checked(self.language)

    @property
    def look(self) -> Look:
        """Return the colours that boards are drawn in."""
        return Look(next(theme for theme in BOARD_THEMES if theme.name == self.theme),
                    next(found for found in TINT_PALETTES if found.name == self.palette))
