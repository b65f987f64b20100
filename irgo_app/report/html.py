"""A report as one page of HTML: no scripts, pictures as SVG inside, for screen and for A4."""

from collections.abc import Callable

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from irgo_app.draw.board_painter import Look, paint
from irgo_app.draw.palette import hex_colour
from irgo_app.draw.svg_canvas import SvgCanvas
from irgo_app.go.point import BLACK, Colour
from irgo_app.own_program import __version__
from irgo_app.report import pictures
from irgo_app.report.blocks import Board, Document, LeadChart, footer_words
from irgo_app.report.pictures import BOARD, geometry_on_page, window
from irgo_app.resource_files import resource_path
from irgo_app.words import tag, visible_lines


def html_of(document: Document, look: Look, paper: str = "A4") -> str:
    """Return the page; what comes from the record is escaped, and what cannot be seen replaced.

    paper -- what it is printed on, as CSS names it
    """
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    environment.filters["text"] = lambda text: visible_lines(str(text))
    template = environment.from_string(resource_path("report", "report.html").read_text("utf-8"))
    return template.render(
        blocks=document.blocks, paper=paper, title=document.title, language=tag(),
        version=__version__, footer=footer_words(), kind_of=lambda block: type(block).__name__,
        side_of=lambda colour: "black" if colour == BLACK else "white",
        picture_of=_pictures(look), ink=hex_colour(pictures.INK),
        quiet=hex_colour(pictures.QUIET), rule=hex_colour(pictures.RULE),
        band=hex_colour(pictures.BAND), curve=hex_colour(pictures.CURVE),
        mark=hex_colour(pictures.MARK))


class _PageCanvas(SvgCanvas):
    """An SVG canvas for pictures with many stones: each kind is described once and referred to."""

    def __init__(self, width: float, height: float, prefix: str) -> None:
        super().__init__(width, height, prefix)
        self._kinds = dict[tuple[float, Colour, float], str]()

    def stone(self, x: float, y: float, radius: float, colour: Colour,
              opacity: float = 1.0) -> None:
        """Draw a stone where others like it are drawn already, by their name."""
        kind = radius, colour, opacity
        if kind not in self._kinds:
            name = self._kinds[kind] = f"{self._prefix}s{len(self._kinds)}"
            self._add(f'<defs><g id="{name}">')
            super().stone(0.0, 0.0, radius, colour, opacity)
            self._add("</g></defs>")
        self._add(f'<use href="#{self._kinds[kind]}" x="{x:.1f}" y="{y:.1f}"/>')


def _pictures(look: Look) -> Callable[[Board | LeadChart], Markup]:
    """Return what draws the pictures of one page, each with names of its own."""
    count = 0

    def picture_of(block: Board | LeadChart) -> Markup:
        nonlocal count
        count += 1
        prefix = f"p{count}-"
        if isinstance(block, LeadChart):
            canvas = SvgCanvas(pictures.WIDTH, pictures.HEIGHT, prefix)
            pictures.paint_lead(canvas, block)
            return Markup(canvas.inline(str(block.caption)))
        canvas, geometry = _PageCanvas(BOARD, BOARD, prefix), geometry_on_page(block)
        paint(canvas, block.diagram, geometry, look)
        # The canvas escapes every text it draws, and the title.
        return Markup(canvas.inline(str(block.caption), window(geometry, block.part)))

    return picture_of
