"""A position or a field as text: for the terminal, the clipboard, mail, and other programs."""

from collections.abc import Callable, Mapping
from typing import Final

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.draw.drawables import Diagram, Label, Letter, Mark, MarkShape, TintValues
from irgo_app.go.coordinates import CoordinateStyle, rim_labels
from irgo_app.go.point import BLACK, EMPTY, PASS, Point, topology

_SENSEI: Final = {
    (BLACK, MarkShape.CIRCLE): "B", (-BLACK, MarkShape.CIRCLE): "W",
    (BLACK, MarkShape.SQUARE): "#", (-BLACK, MarkShape.SQUARE): "@",
    (BLACK, MarkShape.TRIANGLE): "Y", (-BLACK, MarkShape.TRIANGLE): "Q",
    (BLACK, MarkShape.CROSS): "Z", (-BLACK, MarkShape.CROSS): "P",
    (EMPTY, MarkShape.CIRCLE): "C", (EMPTY, MarkShape.SQUARE): "S",
    (EMPTY, MarkShape.TRIANGLE): "T", (EMPTY, MarkShape.CROSS): "M"}
_DIGITS: Final = "1234567890"
_LINES: Final = (("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"))


def text_of(diagram: Diagram) -> str:
    """Return the position with coordinates: X Black, O White, + star point, ( ) last move.

    So GNU Go, GoGui and Leela Zero print it.
    """
    position, part = diagram.position, _part(diagram)
    names, sides = rim_labels(CoordinateStyle.GTP, position.columns, position.rows)
    header = "   " + "".join(f"{name:>2}" for name in names[part.first_column:part.last_column + 1])
    lines = [header]
    for row, points in _rows(diagram):
        line = f"{sides[row]:>3}"
        for point in points:
            before = "(" if point == diagram.last_move else (
                ")" if point != points[0] and point - 1 == diagram.last_move else " ")
            line += before + _sign(diagram, point, "X", "O", "+")
        end = ")" if points[-1] == diagram.last_move else " "
        lines.append(f"{line}{end}{sides[row]}")
    lines.append(header)
    return "\n".join(lines)


def sgfmill_text(diagram: Diagram) -> str:
    """Return the position as sgfmill's `ascii_boards` does: # Black, o White."""
    position, part = diagram.position, _part(diagram)
    names, sides = rim_labels(CoordinateStyle.GTP, position.columns, position.rows)
    wide = max(map(len, sides))
    lines = [f"{sides[row]:>{wide}}" + "".join(
        f"  {_sign(diagram, point, '#', 'o', '.')}" for point in points)
        for row, points in _rows(diagram)]
    lines.append(" " * wide + "".join(
        f"  {name}" for name in names[part.first_column:part.last_column + 1]))
    return "\n".join(lines)


def framed_text(diagram: Diagram) -> str:
    """Return the position in a frame, as on rec.games.go: # Black, O White; edges where they are.

    Labels stand on their points.
    """
    labels = _letters(diagram)
    return _framed(diagram, "", lambda point: labels.get(point) or _sign(
        diagram, point, "#", "O", "+"))


def sensei_text(diagram: Diagram) -> str:
    """Return the position as Sensei's Library draws diagrams, marks, letters and moves with it.

    Its numbers go to ten, of colours that take turns from the first one on: a stone with any other
    number is drawn without it.
    """
    position, labels = diagram.position, _letters(diagram)
    numbers = sorted((number, point) for point, number in diagram.move_numbers.items()
                     if position.cells[point])
    start, first = (numbers[0][0], position.colour_at(numbers[0][1])) if numbers \
        else (1, position.to_play)
    digits = {point: _DIGITS[number - start] for number, point in numbers
              if number - start < len(_DIGITS)
              and position.colour_at(point) == first * (-1) ** (number - start)}
    marks = {drawable.point: drawable.shape for drawable in diagram.drawables
             if isinstance(drawable, Mark)}
    if diagram.last_move != PASS:
        marks.setdefault(diagram.last_move, MarkShape.CIRCLE)

    def sign(point: Point) -> str:
        if point in digits:
            return digits[point]
        marked = (position.colour_at(point), marks.get(point, MarkShape.LAST_MOVE))
        if marked in _SENSEI:
            return _SENSEI[marked]
        return labels.get(point, "").lower() or _sign(diagram, point, "X", "O", ",")

    head = "$$" + ("B" if first == BLACK else "W")
    if diagram.coordinates is not CoordinateStyle.NONE:
        head += "c"
    if position.columns != 19:
        head += str(position.columns)
    if start != 1:
        head += f"m{start}"
    return head + "\n" + _framed(diagram, "$$ ", sign, dashes="-")


def unicode_text(diagram: Diagram) -> str:
    """Return the position drawn with the lines and stones of Unicode."""
    position, labels, part = diagram.position, _letters(diagram), _part(diagram)
    lines = []
    for row, points in _rows(diagram):
        level = _LINES[0 if row == 0 else 2 if row == position.rows - 1 else 1]
        stars = topology(position.columns, position.rows).star_points
        signs = []
        for point in points:
            column = point % position.columns
            bare = level[0 if column == 0 else 2 if column == position.columns - 1 else 1]
            bare = "╋" if point in stars else bare
            cell = position.colour_at(point)
            signs.append(labels.get(point) or ("●" if cell == BLACK else "○" if cell else bare))
        before = "" if part.first_column == 0 else "─"
        after = "" if part.last_column == position.columns - 1 else "─"
        lines.append(before + "─".join(signs) + after)
    return "\n".join(lines)


TEXT_STYLES: Final[Mapping[str, Callable[[Diagram], str]]] = {
    "gnugo": text_of, "sensei": sensei_text, "sgfmill": sgfmill_text,
    "rec.games.go": framed_text, "unicode": unicode_text}
"""The ways to draw a board with letters, by name."""


def field_text(values: TintValues) -> str:
    """Return a field as right-aligned numbers, a row a line, whole where they all are whole."""
    is_whole = bool((values == values.round()).all())
    texts = [[f"{value:.0f}" if is_whole else f"{value:.1f}" for value in row] for row in values]
    width = max(len(text) for row in texts for text in row) + 1
    return "\n".join("".join(f"{_plain(text):>{width}}" for text in row) for row in texts)


def _part(diagram: Diagram) -> BoardPart:
    position = diagram.position
    return diagram.part or BoardPart(0, 0, position.columns - 1, position.rows - 1)


def _rows(diagram: Diagram) -> list[tuple[int, range]]:
    """Return the number of each row that is shown, from the top, with its points."""
    part, columns = _part(diagram), diagram.position.columns
    return [(row, range(row * columns + part.first_column, row * columns + part.last_column + 1))
            for row in range(part.first_row, part.last_row + 1)]


def _sign(diagram: Diagram, point: Point, black: str, white: str, star: str) -> str:
    position = diagram.position
    colour = position.colour_at(point)
    if colour:
        return black if colour == BLACK else white
    return star if point in topology(position.columns, position.rows).star_points else "."


def _letters(diagram: Diagram) -> dict[Point, str]:
    return {drawable.point: drawable.text for drawable in diagram.drawables
            if isinstance(drawable, Label | Letter) and len(drawable.text) == 1
            and drawable.text.isascii() and drawable.text.isalpha()
            and not diagram.position.cells[drawable.point]}


def _framed(diagram: Diagram, before: str, sign: Callable[[Point], str], dashes: str = "+") -> str:
    """Return the rows with a wall at each edge of the board that is shown."""
    position, part = diagram.position, _part(diagram)
    left = "| " if part.first_column == 0 else "  "
    right = " |" if part.last_column == position.columns - 1 else ""
    lines = [f"{before}{left}{' '.join(map(sign, points))}{right}" for _, points in _rows(diagram)]
    length = 2 * (part.last_column - part.first_column + 1) + 1
    rule = before + (dashes if part.first_column == 0 else " ") + "-" * length + (
        dashes if right else "")
    if part.first_row == 0:
        lines.insert(0, rule)
    if part.last_row == position.rows - 1:
        lines.append(rule)
    return "\n".join(lines)


def _plain(text: str) -> str:
    return text.lstrip("-") if float(text) == 0 else text
