"""A game as a table: columns of its main line, for pandas, polars or plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any as Frame
from typing import Protocol

from irgo_app.batch.analysis import counted_points
from irgo_app.errors import UsageError
from irgo_app.library.answers import BoardJudgement
from irgo_app.library.border import Letter, Point
from irgo_app.sgf.program_curves import ProgramWord


class TabledNode(Protocol):
    """What a row of a table is made of: a place in a game."""

    @property
    def move_number(self) -> int: ...

    @property
    def move(self) -> tuple[Letter, Point] | None: ...

    @property
    def prisoners(self) -> dict[Letter, int]: ...

    @property
    def comment(self) -> str: ...

    @property
    def seconds(self) -> float | None: ...

    @property
    def program_word(self) -> ProgramWord | None: ...

    def judgement(self, visits: int = 1) -> BoardJudgement: ...

    def result(self, layer: str) -> object: ...


def table_of(
    nodes: Sequence[TabledNode], layers: Sequence[str], visits: int
) -> dict[str, list[object]]:
    """Return columns with a cell for each node; see `Game.table`."""
    moves = [node.move for node in nodes]
    columns: dict[str, list[object]] = {
        "move": [node.move_number for node in nodes],
        "colour": [move and move[0] for move in moves],
        "vertex": [move and str(move[1]) for move in moves],
        "row": [move[1].row if move and not move[1].is_pass else None for move in moves],
        "column": [move[1].column if move and not move[1].is_pass else None for move in moves],
        "prisoners_black": [node.prisoners["B"] for node in nodes],
        "prisoners_white": [node.prisoners["W"] for node in nodes],
        "comment": [node.comment for node in nodes]}
    seconds, words = [node.seconds for node in nodes], [node.program_word for node in nodes]
    if any(told is not None for told in seconds):
        columns["seconds"] = list(seconds)
    if any(words):
        columns["program"] = [word and word.program for word in words]
        columns["program_lead"] = [word and word.lead for word in words]
        columns["program_chance"] = [word and word.chance for word in words]
    if visits:
        judged = [node.judgement(visits) for node in nodes]
        columns["lead"] = [said.lead for said in judged]
        columns["margin"] = [said.margin for said in judged]
        columns["judge"] = [said.judge for said in judged]
    for name in layers:
        counts = [counted_points(node.result(name)) for node in nodes]  # type: ignore[arg-type]
        columns[f"{name} B"] = [black for black, _ in counts]
        columns[f"{name} W"] = [white for _, white in counts]
    return columns


def frame_of(columns: dict[str, list[object]]) -> Frame:
    """Return columns as a DataFrame of what is installed; raises UsageError where nothing is."""
    try:
        import pandas as frames
    except ModuleNotFoundError:
        try:
            import polars as frames
        except ModuleNotFoundError:
            raise UsageError("A DataFrame needs pandas or polars; install one of them, or ask "
                             "table().") from None
    return frames.DataFrame(columns)
