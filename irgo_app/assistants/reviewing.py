"""What the tools answer about a whole game, in the worker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from irgo_app.assistants.asked import RULES, Answer, Asked
from irgo_app.assistants.permitted import place_to_write
from irgo_app.assistants.quoting import Json, quoted, without
from irgo_app.library.answers import GameStory
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.report_file import RECORD, REPORT_FORMATS, write_report
from irgo_app.words import counted, message

_DEATHS: Final = "deaths"
_MOST_FOUND: Final = 60
_ENDINGS: Final = (*REPORT_FORMATS, RECORD)


def story(asked: Asked) -> Answer:
    """Review the game, and write the review where that is asked for and allowed."""
    opened, name = asked.game, asked.given("save_as", "")
    path = place_to_write(asked.desk.permits, name, _ENDINGS) if name else None
    found = _story(asked)
    document = found.json()
    remark = found.found.remark
    answer = {"game": opened.name} | without(document, "format", "file", "result") | {
        "komi": found.found.report.review.line.komi,
        "remark": None if remark is None else str(remark)} | quoted(
            {"result": str(document["result"])})
    if path is not None:
        write_report(path, found.found, ReportOptions(), opened.game.tree)
        answer["saved"] = name
    return Answer(answer)


def _story(asked: Asked) -> GameStory:
    """Return the story of a game, told once."""
    opened = asked.game
    if opened.story is None:
        opened.story = opened.game.story(tell=asked.tell, cancel=asked.cancel)
    return opened.story


def find_in_game(asked: Asked) -> Answer:
    """Find captures, kos, ladders or deaths along the main line."""
    opened, what = asked.game, asked.given("what", "")
    if what == _DEATHS:
        told = _story(asked)
        document = told.json()
        fates, visits = document["fates"], document["visits"]
        assert isinstance(fates, list) and isinstance(visits, int)
        return _found(opened.name, what, told.judge, visits, fates)
    return _found(opened.name, what, RULES, 0,
                  [happening.json() for happening in opened.game.find(what)])


def _found(game: str, what: str, judge: str, visits: int, found: Sequence[Json]) -> Answer:
    return Answer({
        "game": game, "what": what, "judge": judge, "visits": visits, "count": len(found),
        "found": list(found[:_MOST_FOUND]),
        "text": str(counted("One was found.", "{count} were found.", len(found))
                    if found else message("None was found."))})
