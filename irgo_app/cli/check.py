"""`irgo check`: what the parser had to repair, file by file."""

import argparse
from pathlib import Path
from typing import Final

from msgspec import Struct, to_builtins

from irgo_app.cli.streams import read_file
from irgo_app.cli.terminal import about, json_text, tell
from irgo_app.errors import SgfError
from irgo_app.file_names import text_of_path
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.game_info import game_info, missing_handicap, rules_remark
from irgo_app.sgf.replay import Replay, remark_of
from irgo_app.words import counted, message, translated, visible

_MOST_ODD: Final = 1000
"""So many moves against the rules are told of a file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+",
                        help=translated(
                            "game records (SGF, GIB, NGF, UGF); - reads standard input"))
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the diagnostics; returns 0 if all files opened and nothing had to be repaired.

    A file that does not open is told on standard error, in JSON too. Moves that the rules forbid
    are told, but they are the record's, not the parser's.
    """
    reports = [_report(path) for path in arguments.files]
    for report in reports:
        if report.error:
            tell(about(report.file, report.error))
        elif not arguments.json:
            _print(report)
    if arguments.json:
        print(json_text({"format": "irgo-check/1", "files": to_builtins(reports)}, indent=1))
    return int(any(report.error or any(warning.line for warning in report.warnings)
                   for report in reports))


class _Warning(Struct, frozen=True):
    """What was repaired at a place of the file; a move that the rules forbid has none."""

    line: int | None
    column: int | None
    text: str


class _Report(Struct, frozen=True):
    """What is told of one file; error -- why it could not be read, else None."""

    file: str
    error: str | None = None
    games: int = 0
    nodes: int = 0
    encoding: str | None = None
    warnings: tuple[_Warning, ...] = ()


def _report(path: Path) -> _Report:
    try:
        game_file = read_file(path)
    except SgfError as error:
        return _Report(text_of_path(path), str(error))
    warnings = [_Warning(found.line, found.column, found.text) for found in game_file.diagnostics]
    nodes = odd = 0
    for index, tree in enumerate(game_file.games):
        said = {game_info(tree, node).rules for node in tree.info_nodes.all()}
        for remark in filter(None, map(rules_remark, sorted(said))):
            warnings.append(_Warning(None, None, str(message(
                "game {game}: {remark}", game=index, remark=remark))))
        if missing_handicap(tree):
            warnings.append(_Warning(None, None, str(message(
                "game {game}: `irgo edit --handicap` sets up the handicap stones.", game=index))))
        replay = Replay(tree)
        for node, oddity in replay.oddities():
            nodes += 1
            if oddity is None:
                continue
            odd += 1
            if odd <= _MOST_ODD:
                where = message("game {game}, move {number}: {remark}", game=index,
                                number=tree.printed_number(node), remark=remark_of(node, oddity))
                warnings.append(_Warning(None, None, str(where)))
    if odd > _MOST_ODD:
        warnings.append(_Warning(
            None, None, str(counted(
                "One more such move is not listed.", "{count} more such moves are not listed.",
                odd - _MOST_ODD))))
    return _Report(text_of_path(path), None, len(game_file.games), nodes, game_file.encoding,
                   tuple(warnings))


def _print(report: _Report) -> None:
    found = len(report.warnings)
    state = counted("one warning", "{count} warnings", found) if found \
        else message("nothing to repair")
    print(message("{file}: {games}, {nodes}, {charset}, {state}",
                  file=visible(report.file),
                  games=counted("one game", "{count} games", report.games),
                  nodes=counted("one node", "{count} nodes", report.nodes),
                  charset=report.encoding, state=state))
    for warning in report.warnings:
        text = message("line {line}, column {column}: {text}", line=warning.line,
                       column=warning.column, text=warning.text) if warning.line \
            else warning.text
        print(f"    {visible(str(text))}")
