"""A position or a field as text: for the terminal, the clipboard and mail."""

from __future__ import annotations

from irgo_app.draw.drawables import Diagram, TintValues
from irgo_app.go.coordinates import CoordinateStyle, rim_labels
from irgo_app.go.topology import topology


def text_of(diagram: Diagram) -> str:
    """Return the position with coordinates: X Black, O White, + star point, ( ) last move."""
    position = diagram.position
    columns, rows = position.columns, position.rows
    names, sides = rim_labels(CoordinateStyle.GTP, columns, rows)
    stars = topology(columns, rows).star_points
    header = "   " + "".join(f"{name:>2}" for name in names)
    lines = [header]
    for row, text in enumerate(position.diagram()):
        line = f"{sides[row]:>3}"
        for column, character in enumerate(text):
            point = row * columns + column
            before = "(" if point == diagram.last_move else (
                ")" if column and point - 1 == diagram.last_move else " ")
            is_star = character == "." and point in stars
            line += before + ("+" if is_star else character)
        end = ")" if row * columns + columns - 1 == diagram.last_move else " "
        lines.append(f"{line}{end}{sides[row]}")
    lines.append(header)
    return "\n".join(lines)


def field_text(values: TintValues) -> str:
    """Return a field as right-aligned numbers, a row a line, whole where they all are whole."""
    is_whole = bool((values == values.round()).all())
    texts = [[f"{value:.0f}" if is_whole else f"{value:.1f}" for value in row] for row in values]
    width = max(len(text) for row in texts for text in row) + 1
    return "\n".join("".join(f"{_plain(text):>{width}}" for text in row) for row in texts)


def _plain(text: str) -> str:
    """Return a number without a sign on zero."""
    return text.lstrip("-") if float(text) == 0 else text
