"""What a report consists of: a closed vocabulary that every format renders in its own way.

Texts are messages or texts from the record; whoever renders them escapes them. Whoever asks for a
report chooses among `ReportOptions`.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeAlias

from msgspec import Struct

from irgo_app.draw.board_painter import Look
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.palette import BOARD_THEMES, TINT_PALETTES, palette_named
from irgo_app.errors import WrongUsageError
from irgo_app.go.point import Colour, Point
from irgo_app.language import checked
from irgo_app.own_program import __version__
from irgo_app.review.level import ANYBODY, Audience
from irgo_app.sgf.game_info import GameInfo
from irgo_app.words import Listing, Message, message

Text: TypeAlias = str | Message | Listing


class Style(Enum):
    """How a paragraph is set: as it is, large to begin with, or small and quiet."""

    PLAIN = "plain"
    LEAD = "lead"
    NOTE = "note"


class Title(Struct, frozen=True):
    """The head of a report: who played whom, and what the record says besides."""

    black: Text
    white: Text
    subtitle: Text


class Heading(Struct, frozen=True):
    """The beginning of a part.

    starts_page -- whether the part begins a new page of paper, unless all of it has room
    on this one or half of it is free
    """

    text: Text
    starts_page: bool = False


class Paragraph(Struct, frozen=True):
    """One or more sentences."""

    text: Text
    style: Style = Style.PLAIN


class Facts(Struct, frozen=True):
    """Names with their values, such as the data of a game."""

    rows: tuple[tuple[Text, Text], ...]


class Tile(Struct, frozen=True):
    """A figure that stands out: its value in large, what it is in small; colour -- whose it is."""

    value: Text
    label: Text
    colour: Colour


class Tiles(Struct, frozen=True):
    """Figures side by side."""

    tiles: tuple[Tile, ...]


class Table(Struct, frozen=True):
    """Rows of cells under a head; numbers_from -- the first column that is set to the right.

    sections -- the rows before which a line separates, by their index
    """

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    numbers_from: int = 1
    sections: tuple[int, ...] = ()


class Board(Struct, frozen=True, eq=False):
    """A diagram with its caption; part -- points round which it is cut out, none for all."""

    diagram: Diagram
    caption: Text
    part: tuple[Point, ...] = ()


class LeadChart(Struct, frozen=True):
    """Black's lead over the moves, in points.

    leads -- before the first move and after each; margins -- how far off each may be, 0 unknown
    turns -- (number of the move, what it is called) of the turning points
    phases -- (first move, last move, name)
    shift -- what the record's first move is counted on from, mostly 0
    """

    leads: tuple[float, ...]
    margins: tuple[float, ...]
    turns: tuple[tuple[int, str], ...]
    phases: tuple[tuple[int, int, Text], ...]
    caption: Text
    shift: int = 0


class Columns(Struct, frozen=True, eq=False):
    """Blocks side by side, all of one width; each column is a run of blocks."""

    columns: tuple[tuple[Block, ...], ...]


class KeptTogether(Struct, frozen=True, eq=False):
    """Blocks that belong together, kept on one page where they fit.

    label -- a short mark such as the number of a turning point; colour -- whose move it is
    """

    label: Text
    title: Text
    colour: Colour
    blocks: tuple[Block, ...]


Block: TypeAlias = (
    Title | Heading | Paragraph | Facts | Tiles | Table | Board | LeadChart | Columns
    | KeptTogether)


class Document(Struct, frozen=True, eq=False):
    """A whole report; title -- of the file, for windows and printers."""

    title: Text
    blocks: tuple[Block, ...]


def names_of(info: GameInfo) -> tuple[Text, Text]:
    """Return Black and White with their ranks, the colour where the record has no name."""
    black, white = (f"{name} {rank}".strip() for name, rank in (
        (info.black, info.black_rank), (info.white, info.white_rank)))
    return black or message("Black"), white or message("White")


def occasion_of(info: GameInfo) -> str:
    """Return where and when a game was played, "" if the record does not say."""
    return " · ".join(filter(None, (
        info.event, info.round, info.game_name, info.place, info.date)))


def footer_words() -> Message:
    """Return who made the report."""
    return message("Made by irgo {version}", version=__version__)


MOST_TURNING_POINTS: Final = 30
USUAL_TURNING_POINTS: Final = 7
"""As many as carry a game, in a report as in the window."""
THEMES: Final = tuple(theme.name for theme in BOARD_THEMES)
PALETTES: Final = tuple(palette.name for palette in TINT_PALETTES)


class ReportOptions(Struct, frozen=True):
    """The choices for one report.

    turning_points -- how many at most; has_diagrams -- whether boards are drawn
    theme, palette -- names of the board's colours and of those of its fields
    language -- a code such as `de`; "" as irgo speaks anyhow
    audience -- for whom the game is told
    Raises UsageError for what there is not.
    """

    turning_points: int = USUAL_TURNING_POINTS
    has_diagrams: bool = True
    theme: str = THEMES[0]
    palette: str = PALETTES[0]
    language: str = ""
    audience: Audience = ANYBODY

    def __post_init__(self) -> None:
        if not 0 <= self.turning_points <= MOST_TURNING_POINTS:
            raise WrongUsageError(
                "A report has 0 to {most} turning points.", most=MOST_TURNING_POINTS)
        if self.language:
            checked(self.language)

    @property
    def look(self) -> Look:
        """Return the colours that boards are drawn in."""
        return Look(next(theme for theme in BOARD_THEMES if theme.name == self.theme),
                    palette_named(self.palette))
