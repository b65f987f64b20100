"""The page and the PDF of a report: whole, self-contained, escaped, and saying the same."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from irgo_app.draw.drawables import Diagram
from irgo_app.draw.pdf_canvas import new_pdf
from irgo_app.errors import UsageError
from irgo_app.go.position import Position
from irgo_app.meaning.words import line_words
from irgo_app.report.blocks import (Board, Columns, Document, Heading, KeptTogether, Paragraph,
                                    ReportOptions, Table)
from irgo_app.report.document import document_of
from irgo_app.report.game_report import GameReport
from irgo_app.report.html import html_of
from irgo_app.report.pdf import Pen, pdf_of
from irgo_app.report.pictures import BOARD, geometry_on_page, window
from irgo_app.report.report_file import JudgedReport, check_path, write_report
from irgo_app.sgf.game_tree import GameTree
from tests.report.small_reports import counted_report, report_by_reader, report_of_drifts

EVIL = r'<script>alert("x")</script>&\<img src=x onerror=1\>'
LOOK = ReportOptions().look


class _Page(HTMLParser):
    """Collects the elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def page_of(html: str) -> _Page:
    page = _Page()
    page.feed(html)
    page.close()
    assert not page.open
    return page


@pytest.mark.parametrize("made", [report_by_reader, report_of_drifts])
def test_a_page_holds_everything_and_asks_nobody(made: Callable[[], GameReport]) -> None:
    report = made()
    html = html_of(document_of(report), LOOK)
    page = page_of(html)
    assert not {"script", "link", "iframe", "object", "img"} & set(page.tags)
    # The curve, turning points with three boards, drifts with one, the maps, the groups.
    boards = sum(3 if turn.point.lessons else 1 for turn in report.turns)
    assert page.tags.count("svg") == 1 + boards + 5 + 1
    for name, value in page.attributes:
        assert not name.startswith("on")
        if name in ("href", "src", "xlink:href"):
            assert value is not None and value.startswith(("#", "data:image/png;base64,"))
    assert "prefers-color-scheme: dark" in html and "@page { size: A4" in html
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")


def test_names_in_the_pictures_are_unique_and_what_is_referred_to_is_there() -> None:
    page = page_of(html_of(document_of(counted_report()), LOOK))
    names = [value for name, value in page.attributes if name == "id"]
    assert len(names) == len(set(names)) > 20
    referred = {value[1:] for name, value in page.attributes if name == "href" and value
                and value.startswith("#")}
    referred |= {found for name, value in page.attributes if name == "fill" and value
                 for found in re.findall(r"url\(#(.+)\)", value)}
    assert referred and referred <= set(names)


def test_what_stands_in_the_record_is_only_ever_text() -> None:
    report = counted_report(EVIL)
    html = html_of(document_of(report), LOOK)
    page = page_of(html)
    assert not {"script", "img"} & set(page.tags)
    assert any('<script>alert("x")</script>' in text for text in page.texts)
    assert pdf_of(document_of(report), LOOK).startswith(b"%PDF-")


def test_page_and_pdf_are_rendered_from_all_kinds_of_blocks(tmp_path: Path) -> None:
    document = document_of(report_by_reader())
    kinds = {type(block).__name__ for block in document.blocks}
    assert {"Title", "Heading", "Paragraph", "Facts", "Tiles", "Table", "LeadChart", "Columns",
            "KeptTogether"} <= kinds
    pages = re.findall(rb"/Type /Page\b", pdf_of(document, LOOK))
    assert 5 <= len(pages) <= 9


def test_a_table_goes_over_pages_with_its_head() -> None:
    table = Table(("Head", "Number"), tuple((f"row {at}", str(at)) for at in range(120)))
    data = pdf_of(Document("long", (table,)), LOOK)
    assert len(re.findall(rb"/Type /Page\b", data)) == 3


def test_letters_the_font_lacks_and_endless_words_do_no_harm() -> None:
    text = "囲碁 👍🏽🇯🇵 " + "W" * 600
    assert pdf_of(Document(text, (Paragraph(text), Table((text,), ((text,),)))), LOOK)
    pen = Pen(new_pdf(10, 10), LOOK)
    assert pen.clean("👍🏽\n🇯🇵") == "[thumbs up sign] [flag JP]"


def test_without_diagrams_no_board_is_drawn() -> None:
    report = counted_report(has_diagrams=False)
    html = html_of(document_of(report, has_diagrams=False), LOOK)
    assert page_of(html).tags.count("svg") == 1
    assert pdf_of(document_of(report, has_diagrams=False), LOOK)


def test_without_boards_the_lines_of_both_futures_are_told() -> None:
    report = report_by_reader()
    html = html_of(document_of(report, has_diagrams=False), LOOK)
    told = [turn for turn in report.turns if turn.point.lessons]
    assert told
    for turn in told:
        found = report.review.whys[turn.point.number]
        for future in (found.move, found.instead):
            assert str(line_words(future.moves, turn.position)) in html


def test_a_turning_point_shows_the_move_and_both_lines() -> None:
    report = report_by_reader()
    number = next(number for number, turn in enumerate(report.turns) if turn.point.lessons)
    card = [block for block in document_of(report).blocks
            if isinstance(block, KeptTogether)][number]
    columns, = card.blocks
    assert isinstance(columns, Columns)
    (played,), said = columns.columns
    assert isinstance(played, Board) and not played.part
    lines = said[-1]
    assert isinstance(lines, Columns)
    first, second = (column[0] for column in lines.columns)
    assert isinstance(first, Board) and isinstance(second, Board)
    assert first.part == second.part != ()


@pytest.mark.parametrize(("columns", "rows"), [(19, 19), (9, 9), (13, 7)])
def test_a_part_of_a_board_lies_on_it_and_shows_its_points(columns: int, rows: int) -> None:
    for points in ((), (0,), (columns * rows - 1,), (columns * (rows // 2) + columns // 2,),
                   (0, columns * rows - 1), (2, 5)):
        board = Board(Diagram(Position.empty(columns, rows)), "", points)
        geometry = geometry_on_page(board)
        x, y, width, height = window(geometry, points)
        assert x >= 0 and y >= 0 and x + width <= BOARD + 1e-6 and y + height <= BOARD + 1e-6
        for point in points:
            across, down = geometry.centre(point)
            assert x < across < x + width and y < down < y + height


def test_a_report_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged, options = JudgedReport(counted_report(), None), ReportOptions()
    path = tmp_path / "game.html"
    write_report(path, judged, options, GameTree())
    before = path.read_bytes()
    assert before.endswith(b"</html>")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UsageError, match="cannot be written: the disk is full"):
        write_report(path, judged, options, GameTree())
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["game.html"]


def test_a_place_where_nothing_can_be_written_is_refused_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="should end in"):
        check_path(tmp_path / "game.doc")
    with pytest.raises(UsageError, match="There is no folder"):
        check_path(tmp_path / "none" / "game.pdf")


@pytest.mark.parametrize(("before", "pages"), [(1, 2), (2, 3)])
def test_a_part_begins_on_a_page_that_is_less_than_half_full(before: int, pages: int) -> None:
    """Two boards side by side are two fifths of a page high; the part is three such rows."""
    board = Board(Diagram(Position.empty(19)), "")
    row = Columns(((board,), (board,)))
    document = Document("parts", (
        *[row] * before, Heading("A part", starts_page=True), *[row] * 3))
    assert len(re.findall(rb"/Type /Page\b", pdf_of(document, LOOK))) == pages
