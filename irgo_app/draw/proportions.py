"""How large things are on a board, in cells: shared by every painter so that they agree."""

from __future__ import annotations

from typing import Final

STONE_RADIUS: Final = 0.475
STAR_RADIUS: Final = 0.085
GRID_WIDTH: Final = 0.028
EDGE_WIDTH: Final = 0.05
SHADOW_OFFSET: Final = 0.05
MARK_RADIUS: Final = 0.25
MARK_WIDTH: Final = 0.075
LABEL_HEIGHT: Final = 0.52
NUMBER_HEIGHT: Final = 0.46
LABEL_WIDTH: Final = 0.9
"""At most: texts on neighbouring points never touch."""
LETTER_WIDTH: Final = 0.7
"""Of a bold digit, in heights of the font."""
HALO_WIDTH: Final = 0.09
"""Of the rim round a letter, in heights of the font."""
RIM_HEIGHT: Final = 0.40
RIM_DISTANCE: Final = 0.72
GHOST_OPACITY: Final = 0.45
LINK_WIDTH: Final = 0.11
LINK_DOT_RADIUS: Final = 0.12
ARROW_WIDTH: Final = 0.07
OUTLINE_WIDTH: Final = 0.075
OUTLINE_INSET: Final = 0.09
INNER_OUTLINE_WIDTH: Final = 0.04
INNER_OUTLINE_INSET: Final = 0.2
LEAST_CELL_WITH_RIMS: Final = 9.0
"""In pixels: on a smaller board there is no room for a rim beside an outline."""
OUTLINE_BEYOND: Final = 0.3
"""So far an outline reaches beyond the edge lines, and not under the coordinates."""
OUTLINE_DASH: Final = 0.22
STATUS_DOT_RADIUS: Final = 0.15
CANDIDATE_RADIUS: Final = 0.24
CANDIDATE_RING: Final = 0.10
CANDIDATE_TEXT: Final = 0.24
HALO: Final = ((0.74, 0.28), (0.60, 0.85))
"""The two circles of a halo: radius, and opacity."""
