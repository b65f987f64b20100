"""The closed vocabulary of everything drawn on a board besides wood, grid and stones.

A painter draws a `Diagram` in this order: board, tints and tones, grid, coloured links, stones,
marks, labels, arrows. Points are board points of the record; a painter applies the view transform.
What a layer puts on the board besides a tint that grows is a sign, which legends explain.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct, field

from irgo_app.draw.board_geometry import BoardPart
from irgo_app.go.coordinates import CoordinateStyle
from irgo_app.go.point import PASS, Colour, Point
from irgo_app.go.position import Position

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    TintValues: TypeAlias = npt.NDArray[np.float64]
    Loops: TypeAlias = tuple[npt.NDArray[np.float64], ...]
else:
    TintValues = Loops = Any


class TintStyle(Enum):
    """How a field is laid over the board; contours lie over a light tint, lines stand alone."""

    SMOOTH = "smooth"
    CELLS = "cells"
    SQUARES = "sized squares"
    CONTOURS = "contours"
    LINES = "lines"


class MarkShape(Enum):
    """The SGF marks and irgo's own."""

    CIRCLE = "CR"
    CROSS = "MA"
    SQUARE = "SQ"
    TRIANGLE = "TR"
    SELECTED = "SL"
    BLACK_TERRITORY = "TB"
    WHITE_TERRITORY = "TW"
    LAST_MOVE = "last move"
    KO = "ko"
    DIMMED = "DD"
    WEAK_POINT = "weak point"
    GREY_DOT = "grey dot"
    BLACK_DOT = "black dot"
    WHITE_DOT = "white dot"


class Tint(Struct, frozen=True, eq=False):
    """A signed field under grid and stones; float64 (rows, columns), ±1 is full strength."""

    values: TintValues
    style: TintStyle = TintStyle.SMOOTH
    opacity: float = 1.0


class RegionTint(Struct, frozen=True):
    """A flat tint with a crisp edge over whole points."""

    colour: Colour
    points: tuple[Point, ...]
    opacity: float = 1.0


class Shading(Struct, frozen=True, eq=False):
    """Tones of the sides with smooth edges, which cover what lies below.

    layers -- the lowest first: how strong, 1 for all of Black's tone and -1 for White's, and the
    loops round it (`draw/smooth_shapes.py`)
    at_points -- how strong it is at each point, float64 (points)
    is_soft -- layer differs from layer so little that edges need no smoothing
    """

    layers: tuple[tuple[float, Loops], ...]
    at_points: TintValues
    is_soft: bool = False


class Curves(Struct, frozen=True, eq=False):
    """Thin smooth lines in the colour of a side; opacity 0 to 1.

    lines -- the control points of quadratic splines from the first to the last: float64 (n, 2)
    """

    colour: Colour
    lines: Loops
    opacity: float = 1.0


class Glow(Struct, frozen=True, eq=False):
    """A soft light of the colour of warnings; each ring of loops lies over the wider one."""

    rings: tuple[Loops, ...]


class Faded(Struct, frozen=True):
    """Stones that are seen through, as they are as good as gone."""

    points: frozenset[Point]


class Caption(Struct, frozen=True):
    """A few words in small italics, their middle at a place in cells; `at` is the nearest point."""

    x: float
    y: float
    text: str
    at: Point


class Outline(Struct, frozen=True):
    """A line round whole points in the colour of a side; 4-connected parts apart.

    is_inner -- it is thin and lies further inside, beside the line of a larger whole
    is_lit -- it shows what the user points at or asked about, and has a colour of its own
    """

    colour: Colour
    points: tuple[Point, ...]
    is_dashed: bool = False
    opacity: float = 1.0
    is_inner: bool = False
    is_lit: bool = False


class ColouredLinks(Struct, frozen=True, eq=False):
    """Lines along the grid and dots on empty points, by colour."""

    points: dict[Colour, tuple[Point, ...]]
    links: dict[Colour, tuple[tuple[Point, Point], ...]]


class Mark(Struct, frozen=True):
    """A shape on a point."""

    point: Point
    shape: MarkShape


class Label(Struct, frozen=True):
    """A short text on a point.

    others -- where else it may stand if something is written or marked on the point already, the
    best first; with none given it stands where it is, as the markup of a record must. What finds
    no place is left out
    """

    point: Point
    text: str
    others: tuple[Point, ...] | None = None


class Letter(Struct, frozen=True):
    """A letter on a disc of its own: where to play, as irgo finds it, beside a record's labels.

    is_first -- it is the best one
    """

    point: Point
    text: str
    is_first: bool = False


class Arrow(Struct, frozen=True):
    """An arrow (SGF AR), or a plain line (LN) if it has no head."""

    start: Point
    end: Point
    has_head: bool = True


class GhostStone(Struct, frozen=True):
    """A stone that is not there: a move of a line, or the next one of the tree.

    is_next -- the next move of the tree: a small stone, unlike the one about to be placed
    """

    point: Point
    colour: Colour
    is_next: bool = False


class PlayedHere(Struct, frozen=True):
    """The move that was played next, and should not have been: seen through, with a ring."""

    point: Point
    colour: Colour


class Halo(Struct, frozen=True):
    """A glow round points, behind their stones: look here."""

    points: tuple[Point, ...]


class Quality(Enum):
    """How good something is, as a colour: bright yellow, green, dull brown, red for danger."""

    BRIGHT = "bright"
    GOOD = "good"
    DULL = "dull"
    DANGER = "danger"


class MusicalStone(Struct, frozen=True):
    """A candidate move as a bull's-eye: its value as the inner ring, its change as the outer one.

    text -- digits, only for who asks for them
    """

    point: Point
    colour: Colour
    inner: Quality
    outer: Quality | None = None
    text: str = ""


class Loss(Enum):
    """How much a move loses against the best one, as a colour."""

    NONE = "none"
    LITTLE = "little"
    SOME = "some"
    MUCH = "much"


class CandidateStone(Struct, frozen=True):
    """A candidate move as a disc in the colour of what it loses, with a number.

    A letter for where to play, or a record's label, on the same point stands over the number.
    colour -- of who plays it, the rim of the disc
    text -- what it loses, or its chance, in a few digits
    """

    point: Point
    colour: Colour
    loss: Loss
    text: str


Drawable: TypeAlias = (
    Tint | RegionTint | Outline | ColouredLinks | Mark | Label | Letter | Arrow | GhostStone
    | MusicalStone | CandidateStone | Halo | Shading | Curves | Glow | Faded | Caption | PlayedHere
)


class Diagram(Struct, frozen=True, eq=False):
    """A board ready to be drawn: the same value goes to the window, SVG, PNG, PDF and terminal.

    symmetry -- view transform 0 to 7 of `go.coordinates`
    is_quiet -- a map is shown or on its way: the board is flat, whatever it is made of, since
    grain under a tint reads as a part of it
    part -- what alone is shown of the board, None for all of it
    """

    position: Position
    drawables: tuple[Drawable, ...] = ()
    last_move: Point = PASS
    coordinates: CoordinateStyle = CoordinateStyle.GTP
    move_numbers: dict[Point, int] = field(default_factory=dict)
    symmetry: int = 0
    is_quiet: bool = False
    part: BoardPart | None = None


def looks_the_same(one: Diagram, other: Diagram) -> bool:
    """Return whether two diagrams would be painted alike: then there is nothing to paint."""
    if one is other:
        return True
    return (one.position == other.position and one.last_move == other.last_move
            and one.coordinates is other.coordinates and one.symmetry == other.symmetry
            and one.is_quiet == other.is_quiet and one.part == other.part
            and one.move_numbers == other.move_numbers
            and len(one.drawables) == len(other.drawables)
            and all(map(_is_alike, one.drawables, other.drawables)))


_WITH_ARRAYS: Final = frozenset({Tint, Shading, Curves, Glow, ColouredLinks})


def _is_alike(one: Drawable, other: Drawable) -> bool:
    """Compare two drawables by what they hold; those with arrays have no `==`."""
    if type(one) not in _WITH_ARRAYS or type(one) is not type(other):
        return one == other
    return all(_is_same(getattr(one, name), getattr(other, name))
               for name in one.__struct_fields__)


def _is_same(one: Any, other: Any) -> bool:
    """Compare arrays, tuples of them, or plain values; mostly they are the very same."""
    if one is other:
        return True
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if hasattr(one, "shape"):
        return bool(one.shape == other.shape and (one == other).all())
    return bool(one == other)


class Sign(Enum):
    """A sign on the board; how a legend shows it is up to who paints the legend."""

    BLACK_TINT = auto()
    WHITE_TINT = auto()
    BLACK_LINE = auto()
    WHITE_LINE = auto()
    BLACK_DASHES = auto()
    WHITE_DASHES = auto()
    BLUE_LINE = auto()
    RED_LINE = auto()
    GREY_DOT = auto()
    OTHER_DOT = auto()
    RED_DIAMOND = auto()
    BRIGHT = auto()
    GOOD = auto()
    DULL = auto()
    DANGER = auto()
    LOSES_NONE = auto()
    LOSES_LITTLE = auto()
    LOSES_SOME = auto()
    LOSES_MUCH = auto()


class Meaning(Struct, frozen=True):
    """What a sign tells a player, in a few words."""

    sign: Sign
    words: str
