"""Reports of a short game, by a judge who counts or by words of the test's own, soon made."""

from functools import lru_cache
from unittest.mock import patch

from irgo_app.judging.reader_judge import ReaderJudge
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.game_report import GameReport, game_report
from irgo_app.review.game_line import GameLine, game_line
from irgo_app.review.mistakes import Mistakes
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games
from tests.judging.counting_judge import CountingJudge

SHORT = (
    "(;GM[1]FF[4]SZ[9]KM[6.5]PB[{black}]PW[Lee]BR[3d]RE[W+R]RU[Japanese]EV[Club]DT[2026-01-01]"
    "AB[db][eb][cd][be][ce][de][ee][fe][he][ff][gg][fh]"
    "AW[fb][ec][hc][dd][ed][gd][hd][ef][bg][dg][eg][fg]PL[B]"
    ";B[eh];W[dc];B[bh];W[dh];B[cc];W[ea];B[cb];W[ag];B[gb];W[gc];B[da];W[fa];B[ch];W[hf];B[ge]"
    ";W[gh];B[hh];W[ie];B[id];W[if])")
"""The end of a game: its 2nd, 3rd and 4th move lose much, the others little, so a report is soon
made. A game of twenty moves is one that the window tells by itself."""

HANGING = ("(;SZ[9]KM[0]PB[Kim]PW[Lee]AB[ac][bc][cc][dc][ec][eb][ea][af][bf][cf][df][ef][gf][hf]"
           "[ge][he][ih]AW[ab][bb][cb][db][da]PL[B];B[ii];W[hi];B[gi];W[ba];B[hh])")
"""A game in which White's corner lives or dies by the move after the third."""


def short_line(black: str = "Kim") -> GameLine:
    """Return the game as a line."""
    return game_line(read_games(SHORT.replace("{black}", black).encode()).games[0])


def short_record() -> GameTree:
    """Return the game as a record."""
    return read_games(SHORT.replace("{black}", "Kim").encode()).games[0]


@lru_cache(maxsize=8)
def counted_report(black: str = "Kim", has_diagrams: bool = True) -> GameReport:
    """Return the report of a judge who counts areas: soon made."""
    line = short_line(black)
    return game_report(line, CountingJudge(line.komi), AnalysisService(InlineExecutor()).result,
                       ReportOptions(turning_points=2, has_diagrams=has_diagrams))


@lru_cache(maxsize=1)
def report_by_reader() -> GameReport:
    """Return the report that irgo's reader makes."""
    line = short_line()
    return game_report(line, ReaderJudge(line.komi), AnalysisService(InlineExecutor()).result,
                       ReportOptions(turning_points=3))


@lru_cache(maxsize=1)
def report_of_drifts() -> GameReport:
    """Return the report of one who is sure of no loss: it tells stretches in which points went."""
    with patch("irgo_app.report.game_report.verified", return_value=Mistakes({}, {})), \
            patch("irgo_app.report.game_report.with_likely", return_value=Mistakes({}, {})):
        return report_by_reader.__wrapped__()
