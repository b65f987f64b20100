"""The problems in a game: what is proved, and what irgo's reader and a second one agree on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final

from irgo_app.cancel_flag import CancelFlag
from irgo_app.engines.profile import EngineProfile
from irgo_app.judging.judge import Evaluator
from irgo_app.judging.judges import judge_of, own_judge, tells_points
from irgo_app.review.game_line import GameLine, Tell, at_first_sight
from irgo_app.review.game_review import GroupEvent, group_events
from irgo_app.review.problems import Problem, agreed_problems, problem_records, proved_problems
from irgo_app.sgf.game_info import GameInfo
from irgo_app.sgf.writer import save_file

_PROVING: Final = 40
"""How much of the work proving is, in hundredths, for the progress."""


def second_judge(
    line: GameLine, profile: EngineProfile | None
) -> AbstractContextManager[Evaluator | None]:
    """Lend an engine that judges a game beside irgo's reader, started on entering; None for none.

    profile -- None, or an engine that tells no points: there is none then
    """
    if profile is None or not tells_points(profile):
        return nullcontext()
    return judge_of(profile, line.positions[0], line.komi, line.rules)


def problems_of(
    line: GameLine, second: AbstractContextManager[Evaluator | None],
    events: Sequence[GroupEvent] | None = None, tell: Tell | None = None,
    cancel: CancelFlag | None = None,
) -> tuple[Problem, ...]:
    """Return the problems in a game, in the order of its moves.

    second -- lends who must agree with irgo's reader where nothing is proved, see `second_judge`;
    None, and irgo's own search of life and death must
    events -- what befell the groups, if that is known; else the reader is asked
    tell -- told (hundredths done, 100). Raises EngineError and CalledOffError.
    """
    def part(low: int, high: int) -> Tell:
        return lambda done, total: tell(
            low + round((high - low) * done / max(1, total)), 100) if tell else None

    proved = proved_problems(line, part(0, _PROVING), cancel)
    reader = own_judge(line.positions[0], line.komi)
    if reader is None:
        return proved
    if events is None:
        events = group_events(line, at_first_sight(line, reader, None, cancel))
    with second as judge:
        agreed = agreed_problems(
            line, events, reader, judge, proved, part(_PROVING, 100), cancel)
    return tuple(sorted((*proved, *agreed), key=lambda found: (found.number, found.stones)))


def write_problems(path: Path, found: Sequence[tuple[GameInfo, Sequence[Problem]]]) -> int:
    """Write the problems of some games as one SGF collection and return how many there are.

    Raises SgfError if it cannot be written; the file is then as it was. Without any problem
    nothing is written.
    """
    records = [record for info, problems in found for record in problem_records(problems, info)]
    if records:
        save_file(path, records, keep_backup=False)
    return len(records)
