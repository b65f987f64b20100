"""`irgo check`: what the reader had to repair, file by file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from irgo_app.cli.command import Command
from irgo_app.cli.terminal import json_text
from irgo_app.errors import SgfError
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.reader import load_file
from irgo_app.sgf.replay import Replay

_MOST_ODD: Final = 1000
"""So many moves against the rules are told of a file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+",
                        help="game records (SGF, GIB, NGF, UGF)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the diagnostics; returns 0 if all files opened and nothing had to be repaired.

    Moves that the rules forbid are told too, but they are the record's, not the reader's.
    """
    reports = [_report(path) for path in arguments.files]
    if arguments.json:
        print(json_text({"format": "irgo-check/1", "files": reports}, indent=1))
    else:
        for report in reports:
            _print(report)
    return int(any(report["error"] or any(warning["line"] for warning in report["warnings"])
                   for report in reports))


def _report(path: Path) -> dict[str, Any]:
    report: dict[str, Any] = {"file": str(path), "error": None, "games": 0, "nodes": 0,
                              "encoding": None, "warnings": []}
    try:
        game_file = load_file(path)
    except SgfError as error:
        return report | {"error": str(error)}
    warnings = [
        {"line": found.line, "column": found.column, "text": found.text}
        for found in game_file.diagnostics
    ]
    nodes = odd = 0
    for index, tree in enumerate(game_file.games):
        replay = Replay(tree)
        for node in tree.nodes():
            nodes += 1
            remark = replay.remark(node)
            if remark is None:
                continue
            odd += 1
            if odd <= _MOST_ODD:
                where = f"game {index}, move {tree.move_number(node)}"
                warnings.append({"line": None, "column": None, "text": f"{where}: {remark}"})
    if odd > _MOST_ODD:
        warnings.append({"line": None, "column": None,
                         "text": f"{odd - _MOST_ODD} more such moves are not listed."})
    return report | {"games": len(game_file.games), "nodes": nodes,
                     "encoding": game_file.encoding, "warnings": warnings}


def _print(report: dict[str, Any]) -> None:
    if report["error"]:
        print(f"{report['file']}: {report['error']}")
        return
    found = len(report["warnings"])
    state = f"{found} warning(s)" if found else "nothing to repair"
    print(f"{report['file']}: {report['games']} game(s), {report['nodes']} nodes, "
          f"{report['encoding']}, {state}")
    for warning in report["warnings"]:
        place = f"line {warning['line']}, column {warning['column']}: " if warning["line"] else ""
        print(f"    {place}{warning['text']}")


COMMAND = Command("check", "say what the reader had to repair, file by file", add_arguments, run)
