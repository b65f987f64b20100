"""A report made and written: one file that is there whole, or not at all."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.judging.judgement import Judge, Tell
from irgo_app.judging.judges import judge_of, tells_points
from irgo_app.language import catalogues, checked
from irgo_app.report.blocks import Document, ReportOptions
from irgo_app.report.document import document_of
from irgo_app.report.game_report import GameReport, game_report, reading_of
from irgo_app.report.story import story_of
from irgo_app.review.game_line import ComputeLayer, GameLine, fitting
from irgo_app.review.game_story import story_record
from irgo_app.sgf.game_tree import GameTree
from irgo_app.whole_file import check_ending, why_unwritten, write_whole
from irgo_app.words import Message, message, speaking

Render = Callable[[Document, ReportOptions], bytes]


# What renders a format takes long to load, and is loaded when a file is written.
def _html(document: Document, options: ReportOptions) -> bytes:
    from irgo_app.report.html import html_of

    return html_of(document, options.look).encode("utf-8")


def _pdf(document: Document, options: ReportOptions) -> bytes:
    from irgo_app.report.pdf import pdf_of

    return pdf_of(document, options.look)


REPORT_FORMATS: Final[Mapping[str, Render]] = {".html": _html, ".pdf": _pdf}
"""The formats of reports by the ending of their files."""
RECORD: Final = ".sgf"
"""And the ending of a copy of the record with the story in it."""


class JudgedReport(Struct, frozen=True):
    """A report, and what its reader should know of it.

    remark -- that not all moves were looked at, or why somebody else judged than was asked for
    """

    report: GameReport
    remark: Message | None


def judged_report(
    line: GameLine, profile: EngineProfile | None, compute: ComputeLayer, options: ReportOptions,
    tell: Tell | None = None, cancel: CancelFlag | None = None,
) -> JudgedReport:
    """Return the report of a game by an engine or by irgo's network.

    profile -- the engine, None for irgo itself. Of a huge record only as much is reviewed as
    `fitting` says. Raises EngineError, ReaderError and CalledOffError.
    """
    with judge_of(reading_of(line, profile), line.positions[0]) as judge:
        found = report_by(line, judge, compute, options, tell, cancel)
    if found.remark is None and profile is not None and not tells_points(profile):
        return replace(found, remark=message(
            "{engine} gives no score, so irgo's reader judged the game.", engine=profile.name))
    return found


def report_by(
    line: GameLine, judge: Judge, compute: ComputeLayer, options: ReportOptions,
    tell: Tell | None = None, cancel: CancelFlag | None = None,
) -> JudgedReport:
    """Return the report of a game by a judge; else as `judged_report`."""
    line, cut = fitting(line)
    return JudgedReport(
        game_report(line, judge, compute, options, tell, cancel, is_kept=True), cut)


def check_path(path: Path) -> None:
    """Raise UsageError if no report can be written there."""
    check_ending(path, (*REPORT_FORMATS, RECORD))
    if not path.parent.is_dir():
        raise UsageError("There is no folder {folder}; make it, or choose another place.",
                         folder=path.parent)


def write_report(path: Path, judged: JudgedReport, options: ReportOptions, tree: GameTree) -> None:
    """Write a report in the format of the file's ending; raises UsageError where that fails.

    tree -- the record that was reviewed; what ends in .sgf is a copy of it
    The file is the old one or the new one whatever happens, and never half.
    """
    check_path(path)
    data = report_bytes(path.suffix, judged, options, tree)
    try:
        write_whole(path, data)
    except OSError as error:
        raise UsageError(why_unwritten(path, error)) from None


def report_bytes(
    ending: str, judged: JudgedReport, options: ReportOptions, tree: GameTree
) -> bytes:
    """Return a report in the format of an ending such as ".pdf"; tree -- as of `write_report`."""
    speech = speaking(catalogues(), checked(options.language)) if options.language \
        else nullcontext()
    with speech:
        if ending.lower() == RECORD:
            return story_record(story_of(judged.report.review, judged.report.turns), tree)
        document = document_of(judged.report, has_diagrams=options.has_diagrams,
                               remark=judged.remark)
        return REPORT_FORMATS[ending.lower()](document, options)
