"""The score of a board with every stone taken as alive."""

from irgo_app.go.point import BLACK
from irgo_app.go.position import BLACK_CELL, WHITE_CELL, Position
from irgo_app.go.rules import vacant_regions


def area_score(position: Position) -> int:
    """Return Black's stones and surrounded points minus White's, with every stone taken as alive.

    Empty regions that touch both colours count for nobody (Tromp-Taylor rule 9); no komi.
    """
    cells = position.cells
    score = cells.count(BLACK_CELL) - cells.count(WHITE_CELL)
    for region, touched in vacant_regions(position):
        if len(touched) == 1:
            score += len(region) if BLACK in touched else -len(region)
    return score
