"""`irgo lifedeath`: the life of every group, Black first and White first, as text or JSON."""

import argparse
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Final

from msgspec import Struct

from irgo_app.cancel_flag import CancelFlag
from irgo_app.cli.arguments import (AskedNode, GroupChoice, add_question_arguments, document_head,
                                    dragons_in, engine_asked_for, limits_for, line_as_text,
                                    progress_of, scene_of, time_limit, workers)
from irgo_app.cli.terminal import json_text, warn
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError
from irgo_app.go.point import NAME_OF_COLOUR
from irgo_app.go.position import Position
from irgo_app.judging.judges import Judges
from irgo_app.judging.requests import LifeRequest
from irgo_app.judging.result_json import group_as_json, verdict_as_json
from irgo_app.judging.study_words import method_words
from irgo_app.lifedeath.question import Limits
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict, strongest_first
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.plan import WorkerBench, searched_together
from irgo_app.words import Message, counted, message, translated

_OWN_SHARE: Final = 0.5
"""Of the time, where an engine is to be asked too."""
_TIMES_AS_DEEP: Final = (4, 16)
"""How deep groups are read whose life is not proved, while time lasts."""
_ENGINE_SHARE: Final = 0.5
"""Of that, for irgo's search where an engine leads it: it thinks as long as irgo's own reader."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question_arguments(parser)
    parser.add_argument("--group", metavar="VERTEX", action="append", default=[],
                        help=translated("only the group of this stone; may be given several times"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the verdicts; raises IrgoError for a bad file, node, vertex or engine."""
    scene, profile = scene_of(arguments, service), engine_asked_for(arguments)
    chosen = {choice.number: choice for choice in map(scene.at, arguments.group)}
    choices = list(chosen.values()) or list(scene.groups)
    found = judged(scene.position, choices, profile, arguments.seconds)
    verdicts = found.verdicts
    if arguments.json:
        document = document_head(arguments, scene, "irgo-lifedeath/1")
        document["time_ran_out"] = bool(found.unread)
        document["groups"] = [
            group_as_json(choice.number, choice.name, choice.region.colour, choice.stones,
                          scene.position)
            | verdict_as_json(verdicts[choice.number], scene.position)
            | {"time_ran_out": choice.number in found.unread} for choice in choices]
        print(json_text(document))
    else:
        _print_text(scene, choices, verdicts)
    return 0


class GroupLives(Struct):
    """Verdicts by the numbers of their groups; unread -- groups for which time ran out."""

    verdicts: dict[int, Verdict]
    unread: set[int]


def judged(
    position: Position, choices: Sequence[GroupChoice], profile: EngineProfile | None,
    seconds: float,
) -> GroupLives:
    """Return the verdict of each group by its number, several groups at once.

    Each is read as far as time is sure to allow. What is not proved then is read deeper and deeper,
    so that what is proved does not depend on how many groups were asked about.

    An engine is asked after irgo itself, for which half the time is left at least: its start does
    not count. If it fails, that is said on standard error and irgo's own verdict stays. Raises
    EngineError if it does not even start.
    """
    bench, found = WorkerBench(), dict[int, Verdict]()
    with closing(bench.kept(Judges)) as judges:
        if profile is not None:
            judges.referee(profile)
        own = seconds if profile is None else _OWN_SHARE * seconds
        dragons = dragons_in(position, choices)
        unread = set[int]()
        with time_limit(seconds) as flag, time_limit(own) as own_flag, \
                progress_of(translated("Life and death")) as tell:
            steps = len(choices) * (1 if profile is None else 2)
            for limits in (limits_for(own, dragons), *map(_deeper, _TIMES_AS_DEEP)):
                asked = [choice for choice in choices
                         if choice.number not in found or not found[choice.number].exact]
                requests = [LifeRequest(position, choice.stones, limits) for choice in asked]
                for index, verdict in searched_together(bench, requests, own_flag, workers()):
                    number = asked[index].number
                    if own_flag and not verdict.exact:
                        unread.add(number)
                        found.setdefault(number, verdict)
                    else:
                        found[number] = verdict
                    tell(len(found), steps)
                if own_flag:
                    unread |= {choice.number for choice in asked
                               if not found[choice.number].exact}
                    break
            unknown = sum(verdict.status is LifeStatus.UNKNOWN for verdict in found.values())
            if own_flag and unknown:
                warn(str(counted(
                    "time ran out before one group was known; give it more with --seconds.",
                    "time ran out before {count} groups were known; give it more with --seconds.",
                    unknown)))
            if profile is not None:
                limits = limits_for(_ENGINE_SHARE * own / workers(), dragons)
                _ask_engine([LifeRequest(position, choice.stones, limits, profile, choice.at)
                             for choice in choices], choices, found, bench, flag,
                            lambda done: tell(len(choices) + done, steps))
    return GroupLives(found, unread)


def _deeper(times: int) -> Limits:
    """Return what an answer may cost so many times as deep as usual."""
    usual = Limits()
    return Limits(times * usual.nodes, times * usual.closed_nodes, times * usual.playouts,
                  times * usual.visits, times * usual.most_visits)


def _ask_engine(
    requests: Sequence[LifeRequest], choices: Sequence[GroupChoice], found: dict[int, Verdict],
    bench: WorkerBench, flag: CancelFlag, tell: Callable[[int], None],
) -> None:
    for done, (request, choice) in enumerate(zip(requests, choices, strict=True), start=1):
        assert request.engine is not None
        name = request.engine.name
        try:
            said = request.answer(bench, flag)
        except EngineError as error:
            warn(str(message("{engine} did not answer for {group}: {error}",
                             engine=name, group=choice.name, error=error)))
            if not bench.kept(Judges).is_running:
                return
            continue
        if flag and said.status is LifeStatus.UNKNOWN:
            warn(str(message("no time was left to ask {name} about all groups; give it more "
                             "with --seconds.", name=name)))
            return
        found[choice.number] = strongest_first([found[choice.number], said])
        tell(done)


def _print_text(
    scene: AskedNode, choices: Sequence[GroupChoice], verdicts: dict[int, Verdict]
) -> None:
    position = scene.position
    print(message("Move {number}", number=scene.tree.printed_number(scene.node)))
    for choice in choices:
        verdict = verdicts[choice.number]
        names = " ".join(position.vertex(stone) for stone in choice.stones)
        print(f"{choice.name}: {_headline(verdict)}")
        print(f"    {message('stones: {names}', names=names)}")
        for answer in (verdict.black_first, verdict.white_first):
            print(f"    {_answer_text(answer, position)}")
        for other in verdict.others:
            besides = message("also: {verdict} — a contradiction", verdict=_headline(other)) \
                if verdict.contradicted else message("also: {verdict}", verdict=_headline(other))
            print(f"    {besides}")


def _headline(verdict: Verdict) -> Message:
    if verdict.status is LifeStatus.UNKNOWN:
        status, seconds = message(verdict.status.value), verdict.seconds
        if verdict.is_answered:
            return message("{status}, for the lines below are hardly more than guesses "
                           "({method}, {seconds:.1f} s)", status=status,
                           method=method_words(verdict.method), seconds=seconds)
        # Nobody has found anything, by no method.
        return message("{status} ({seconds:.1f} s)", status=status, seconds=seconds)
    return message("{status} ({method}, {proof}, {seconds:.1f} s)",
                   status=message(verdict.status.value), method=method_words(verdict.method),
                   proof=message("proved") if verdict.exact else message("not proved"),
                   seconds=verdict.seconds)


def _answer_text(answer: Answer, position: Position) -> str:
    first, outcome = message(NAME_OF_COLOUR[answer.first]), message(answer.outcome.value)
    text = message("{colour} first: {outcome}", colour=first, outcome=outcome)
    if answer.needs_threat is not None:
        text = message("{colour} first: {outcome}, {other} needs the first threat", colour=first,
                       outcome=outcome, other=message(NAME_OF_COLOUR[answer.needs_threat]))
    if answer.lost:
        text = message("{colour} first: {outcome}, but likely loses {names}", colour=first,
                       outcome=outcome, names=" ".join(map(position.vertex, answer.lost)))
    if answer.line:
        return f"{text}; {line_as_text(answer.line, position)}"
    if answer.move is not None and answer.outcome is not Outcome.UNKNOWN:
        return f"{text}; {position.vertex(answer.move)}"
    return str(text)
