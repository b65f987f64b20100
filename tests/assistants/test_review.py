"""A review written from nothing but answers of tools says what `irgo report --json` says."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from mcp import ClientSession

from tests.assistants.sessions import ROOT, asked, games_in, run, session


async def written(client: ClientSession, name: str) -> list[str]:
    """Return a review, sentence by sentence, as an assistant writes it that keeps to the tools."""
    opened = await asked(client, "open_game", file=name)
    game = opened["game"]
    story = await asked(client, "story", game=game)
    said = [f"{story['judge']} judged, {story['visits']} positions a move.", story["text"]]
    said += [f"Move {number}: Black leads by {lead}." for number, lead in enumerate(story["lead"])]
    for mistake in story["mistakes"]:
        said += [f"Move {mistake['move_number']}, {mistake['move']}: {mistake['better']} was "
                 f"better by {mistake['loss']}.", mistake["text"]]
        shown = await asked(client, "position", game=game, move=mistake["move_number"])
        assert shown["last_move"] == [mistake["colour"], mistake["move"]]
    deaths = await asked(client, "find_in_game", game=game, what="deaths")
    assert all((fate["kind"], fate["proved"]) == ("deaths", False) for fate in deaths["found"])
    died = sum(fate["fate"] == "dies" for fate in deaths["found"])
    assert deaths["text"] == (
        f"Groups that died: {died}; groups that were in danger and lived: "
        f"{deaths['count'] - died}." if deaths["count"] else "None was found.")
    said += [fate["text"] for fate in deaths["found"]]
    said += [f"{group['name']} ({', '.join(group['stones'])}) is {group['end']}."
             for group in story["groups"]]
    return said


def sentences_of(report: dict[str, Any]) -> list[str]:
    """Return what may be said of a game, by the report alone."""
    said = [f"{report['judge']} judged, {report['visits']} positions a move.", report["text"]]
    said += [f"Move {number}: Black leads by {lead}." for number, lead in enumerate(report["lead"])]
    for mistake in report["mistakes"]:
        said += [f"Move {mistake['move_number']}, {mistake['move']}: {mistake['better']} was "
                 f"better by {mistake['loss']}.", mistake["text"]]
    said += [fate["text"] for fate in report["fates"]]
    return said + [f"{group['name']} ({', '.join(group['stones'])}) is {group['end']}."
                   for group in report["groups"]]


def test_each_sentence_of_a_review_stands_in_the_report(tmp_path: Path) -> None:
    games_in(tmp_path)
    found = list[str]()

    async def test() -> None:
        async with session(folder=tmp_path) as client:
            found.extend(await written(client, "small.sgf"))

    run(test)
    done = subprocess.run(
        [sys.executable, "-m", "irgo_app", "--language", "en", "report", "small.sgf", "--json"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True)
    allowed = sentences_of(json.loads(done.stdout))
    assert [sentence for sentence in found if sentence not in allowed] == []
    assert any("A9" in sentence for sentence in found) and len(found) > 15
