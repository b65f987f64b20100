"""`irgo whatif`: what moving first is worth at a group, at a point, or at all groups."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from irgo_app.cli.command import Command
from irgo_app.cli.group_questions import (
    GroupChoice,
    Scene,
    add_question_arguments,
    document_head,
    dragons_in,
    engine_profile,
    limits_for,
    line_as_json,
    line_as_text,
    name_of,
    point_named,
    progress_of,
    scene_of,
    time_limit,
    workers,
)
from irgo_app.cli.lifedeath import judged
from irgo_app.cli.terminal import json_text, warn
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, NAME_OF_COLOUR, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.lifedeath.referee import Referee
from irgo_app.review.engine_chooser import EngineChooser
from irgo_app.review.what_if import Means, what_if_all, what_if_at, what_if_group
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.studies.study import Play, Study

_FOR_LIFE: Final = 0.6
"""How much of the time is meant for life and death."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_question_arguments(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--group", metavar="VERTEX", help="at the group of this stone")
    what.add_argument("--at", metavar="VERTEX", help="at this vacant point")
    what.add_argument("--all", action="store_true", help="at every group, the largest first")


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the studies; raises IrgoError for a bad file, node, vertex or engine."""
    scene, profile = scene_of(arguments, service), engine_profile(arguments)
    studies = _studies(arguments, scene, profile)
    if arguments.json:
        document = document_head(arguments, scene, "irgo-whatif/1")
        document["studies"] = [_as_json(study, scene) for study in studies]
        print(json_text(document))
    else:
        for study in studies:
            _print_text(study, scene)
    return 0


def _studies(
    arguments: argparse.Namespace, scene: Scene, profile: EngineProfile | None
) -> Sequence[Study]:
    """Return the studies asked for, the largest swing first."""
    means = Means(limits_for(
        _FOR_LIFE * arguments.seconds, dragons_in(scene.position, scene.groups)))
    if profile is None:
        return _studied(arguments, scene, None, means)
    with Referee(profile) as referee:
        own = replace(means, engine=profile.name,
                      chooser_of=lambda dead, living: EngineChooser(referee))
        return _studied(arguments, scene, profile, own)


def _studied(
    arguments: argparse.Namespace, scene: Scene, profile: EngineProfile | None, means: Means
) -> Sequence[Study]:
    position, seconds = scene.position, arguments.seconds
    if arguments.at is not None:
        point = point_named(arguments.at, position)
        with time_limit(seconds) as flag:
            study = what_if_at(position, point, means, flag)
    elif arguments.group is not None:
        choice = scene.at(arguments.group)
        verdicts = judged(position, [choice], profile, seconds / 2)
        with time_limit(seconds / 2) as flag:
            study = what_if_group(position, choice.stones, choice.number,
                                  verdicts[choice.number], means, flag)
    else:
        verdicts = {} if profile is None else judged(
            position, scene.groups, profile, seconds / 2)
        left = seconds if profile is None else seconds / 2
        with time_limit(left) as flag, progress_of("What if") as tell:
            studies = what_if_all(position, [choice.stones for choice in scene.groups], verdicts,
                                  means, flag, tell, workers())
        if len(studies) < len(scene.groups):
            warn(f"{seconds:g} s were enough for {len(studies)} of {len(scene.groups)} "
                 "groups; give it more with --seconds.")
        return studies
    if study is None:
        raise UsageError(
            "{seconds:g} s were not enough; give it more with --seconds.", seconds=seconds)
    return [study]


def _as_json(study: Study, scene: Scene) -> dict[str, Any]:
    position = scene.position
    document: dict[str, Any] = {
        "group": study.group, "at": name_of(study.at, position),
        "black_first": _play_as_json(study.black_first, position),
        "white_first": _play_as_json(study.white_first, position),
        "swing": round(study.swing, 1), "engine": study.engine}
    if study.group is not None:
        document["name"] = _choice(study, scene).name
        document["method"] = study.method
    return document


def _play_as_json(play: Play, position: Position) -> dict[str, Any]:
    document: dict[str, Any] = {
        "moves": line_as_json(play.moves, position),
        "territory": {LETTER_OF_COLOUR[colour]: round(play.territory[colour], 1)
                      for colour in (BLACK, WHITE)},
        "influence": round(play.influence, 1)}
    if play.outcome is not None:
        document["result"] = play.outcome.value
        document["dead"] = [name_of(stone, position) for stone in play.dead]
    return document


def _choice(study: Study, scene: Scene) -> GroupChoice:
    assert study.group is not None
    return scene.groups[study.group - 1]


def _print_text(study: Study, scene: Scene) -> None:
    position = scene.position
    at = name_of(study.at, position)
    if study.group is None:
        what = f"at {at}"
    else:
        choice = _choice(study, scene)
        what = f"{choice.name} ({len(study.stones)} stones, {_place(study.stones, position)})"
    print(f"{study.swing:6.1f} points  {what}")
    for colour in (BLACK, WHITE):
        play = study.if_first(colour)
        line = line_as_text(play.moves, position) or "nothing to gain"
        result = "" if play.outcome is None else f", it {_result(play)}"
        print(f"        {NAME_OF_COLOUR[colour]} first: {line}{result}\n"
              f"            territory B {play.territory[BLACK]:.0f} W {play.territory[WHITE]:.0f}, "
              f"influence {play.influence:+.1f}, lead {play.lead:+.1f}")


def _result(play: Play) -> str:
    assert play.outcome is not None
    return {"ko": "hangs on a ko", "unknown": "is unknown",
            "seki": "lives in seki"}.get(play.outcome.value, play.outcome.value)


def _place(stones: tuple[Point, ...], position: Position) -> str:
    names = [name_of(stone, position) for stone in stones]
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"


COMMAND = Command("whatif", "tell what it is worth to move first, group by group",
                  add_arguments, run)
