"""`irgo whatif`: what moving first is worth at a group, at a point, in a box, or everywhere."""

import argparse
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from irgo_app.cli.arguments import (AskedNode, GroupChoice, add_question_arguments, await_start,
                                    document_head, judge_asked_for, line_as_text, needed_within,
                                    progress_of, scene_of, time_limit)
from irgo_app.cli.terminal import json_text, warn
from irgo_app.errors import WrongUsageError
from irgo_app.go.coordinates import point_named
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, NAME_OF_COLOUR, WHITE, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement import CalledOffError, Judge, Judgement, judge_position
from irgo_app.judging.judgement_words import lead_words, read_by
from irgo_app.judging.judges import JudgeSettings, check_visits, judge_of, tells_points
from irgo_app.judging.result_json import BUILTIN, judgement_as_json, step_as_json
from irgo_app.judging.studies import all_studied, by_urgency, places_of, studied
from irgo_app.judging.study import (Place, PlayoutStep, Study, place_of_box, place_of_group,
                                    place_of_point, playout)
from irgo_app.judging.study_words import counted_in_detail, why_urgent
from irgo_app.lifedeath.verdict import Outcome
from irgo_app.meaning.meaning_json import place_as_json, study_with_reasons
from irgo_app.meaning.places import FoundPlace, places
from irgo_app.meaning.why import why_of_study
from irgo_app.meaning.words import NO_PLACE, further_words, place_words, told_reasons
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.navigation import is_over
from irgo_app.words import counted, message, noted, translated

_FATES: Final = {
    Outcome.LIVES: noted("it lives"), Outcome.DIES: noted("it dies"),
    Outcome.SEKI: noted("it lives in seki"), Outcome.KO: noted("it lives or dies by ko"),
    Outcome.UNKNOWN: noted("it is unknown")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question_arguments(parser)
    parser.add_argument("--visits", metavar="N", type=int, default=0,
                        help=translated(
                            "how many positions each first move may cost (default: as suits who "
                            "judges)"))
    parser.add_argument("--playout", choices=LETTER_OF_COLOUR.values(), metavar="B|W",
                        help=translated(
                            "play the place out move by move, this side first, instead of "
                            "comparing both sides"))
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--group", metavar="VERTEX", help=translated("at the group of this stone"))
    what.add_argument("--at", metavar="VERTEX", help=translated("at this vacant point"))
    what.add_argument("--box", metavar="VERTEX", nargs=2,
                      help=translated("in the box between these two corners"))
    what.add_argument("--all", action="store_true",
                      help=translated("everywhere, groups and big points, the most urgent first"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the studies; raises IrgoError for a bad file, node, vertex or engine."""
    profile = judge_asked_for(arguments)
    check_visits(arguments.visits, "--visits", engine=profile)
    scene = scene_of(arguments, service)
    reading = JudgeSettings.of_game(
        scene.tree, arguments.visits, profile, scene.node)
    with judge_of(reading, scene.position) as judge:
        await_start(judge, scene.position)
        asked = _Asked(arguments, scene, reading, judge)
        if arguments.playout is not None:
            return _print_playout(asked, judge)
        found = asked.places() if arguments.all else None
        studies = () if found is not None and not arguments.json else asked.studies()
        if arguments.all and found is None and asked.tells_places:
            warn(str(message("{seconds:g} s were not enough; give it more with --seconds.",
                             seconds=arguments.seconds)))
        said = asked.judgement() if arguments.json else None
    if arguments.json:
        document = document_head(arguments, scene, "irgo-whatif/1")
        groups = [(choice.name, choice.stones) for choice in scene.groups]
        if said is not None:
            document["judgement"] = judgement_as_json(said)
        document["studies"] = [
            study_with_reasons(
                study if said is None else replace(study, rest=said.lead),
                scene.position, BUILTIN if profile is None else profile.name,
                "" if study.group is None else _choice(study, scene).name, groups)
            for study in studies]
        if arguments.all:
            document["places"] = [place_as_json(place, groups) for place in found or ()]
        print(json_text(document))
    elif found is not None:
        names = [choice.name for choice in scene.groups]
        for letter, place in zip(ascii_uppercase, found, strict=False):
            print(f"{letter}  {place_words(place, names)}")
            for further in further_words(place):
                print(f"   {further}")
        print(read_by(asked.judge_name, found[0].comparison.visits) if found
              else translated(NO_PLACE))
    else:
        for study in studies:
            _print_text(study, scene)
    return 0


class _Asked(Struct, frozen=True):
    """What the user asked for, and who answers.

    reading -- of the game, by the engine named, if one was; judge -- who judges
    """

    arguments: argparse.Namespace
    scene: AskedNode
    reading: JudgeSettings
    judge: Judge

    def judgement(self) -> Judgement:
        """Return what the whole position is worth, at a look or as far as the user asked."""
        return judge_position(
            self.scene.position, self.judge, max(1, self.reading.visits),
            rules=self.reading.rules, is_over=is_over(self.scene.node))

    @property
    def tells_places(self) -> bool:
        """Return whether who answers can tell where moving first changes something."""
        engine = self.reading.engine
        return engine is None or tells_points(engine)

    def places(self) -> tuple[FoundPlace, ...] | None:
        """Return where moving first changes something; None where nobody tells that.

        Nor is it known where the time was not enough: then every group is told instead.
        """
        if not self.tells_places:
            return None
        with time_limit(self.arguments.seconds) as flag:
            try:
                return places(self.scene.position, [choice.stones for choice in self.scene.groups],
                              self.judge, self.arguments.visits, flag)
            except CalledOffError:
                return None

    @property
    def judge_name(self) -> str:
        return self.judge.name

    def place(self) -> Place | None:
        """Return the place asked about, None for all."""
        position = self.scene.position
        if self.arguments.at is not None:
            return place_of_point(position, self._point(self.arguments.at))
        if self.arguments.box is not None:
            corners = map(self._point, self.arguments.box)
            return place_of_box(position, *corners)
        if self.arguments.group is not None:
            choice = self.scene.at(self.arguments.group)
            return place_of_group(position, choice.stones, choice.number)
        return None

    def _point(self, name: str) -> Point:
        position = self.scene.position
        return point_named(name, position.columns, position.rows)

    def studies(self) -> Sequence[Study]:
        """Return the studies asked for, the largest swing first."""
        judge, position, seconds = self.judge, self.scene.position, self.arguments.seconds
        place = self.place()
        with needed_within(seconds) as flag, progress_of(translated("What if")) as tell:
            if place is not None:
                return [studied(position, place, judge, self.arguments.visits, cancel=flag)]
            places = places_of(position, [choice.stones for choice in self.scene.groups], judge,
                               self.arguments.visits, flag)
            found = list[Study]()
            try:
                for study in all_studied(position, places, judge, self.arguments.visits, flag):
                    found.append(study)
                    tell(len(found), len(places))
            except CalledOffError:
                warn(str(message(
                    "{seconds:g} s were enough for {done} of {places} places; give it more with "
                    "--seconds.", seconds=seconds, done=len(found), places=len(places))))
        return by_urgency(found)


def _print_playout(asked: _Asked, judge: Judge) -> int:
    arguments, scene, place = asked.arguments, asked.scene, asked.place()
    if place is None:
        raise WrongUsageError("Say where to play: --group, --at or --box.")
    first = next(colour for colour, letter in LETTER_OF_COLOUR.items()
                 if letter == arguments.playout)
    position, steps = scene.position, list[PlayoutStep]()
    visits = arguments.visits or judge.usual_visits
    with time_limit(arguments.seconds) as flag:
        for step in playout(position, place, first, judge, visits, flag):
            steps.append(step)
            if not arguments.json:
                print(message("{number:3d}  {move:8}  count {lead:+.1f}", number=len(steps),
                              move=line_as_text([step.move], position),
                              lead=step.lead))
        if flag:
            warn(str(message("{seconds:g} s were not enough to play it to its end; give it more "
                             "with --seconds.", seconds=arguments.seconds)))
    if arguments.json:
        document = document_head(arguments, scene, "irgo-playout/1")
        document["evaluator"], document["visits"] = judge.name, visits
        document["moves"] = [step_as_json(step, position) for step in steps]
        print(json_text(document))
    else:
        print(read_by(judge.name, visits) if steps else translated(noted("Nothing to gain here.")))
    return 0


def _choice(study: Study, scene: AskedNode) -> GroupChoice:
    assert study.group is not None
    return scene.groups[study.group - 1]


def _print_text(study: Study, scene: AskedNode) -> None:
    position = scene.position
    at = position.vertex(study.at)
    if study.group is None:
        what = message("at {point}", point=at) if study.place.at is not None \
            else message("round {point}", point=at)
    else:
        choice = _choice(study, scene)
        what = counted("{name} (one stone, {place})", "{name} ({count} stones, {place})",
                       len(study.stones), name=choice.name, place=_place(study.stones, position))
    print(message("{swing:6.1f} points  {what}: {why}", swing=study.swing, what=what,
                  why=why_urgent(study)))
    if found := why_of_study(study):
        for reason in told_reasons(found):
            print(" " * 8, reason, sep="")
    for colour in (BLACK, WHITE):
        play = study.if_first(colour)
        line = line_as_text(play.local, position) or message("nothing to gain")
        first = message(NAME_OF_COLOUR[colour])
        print(" " * 8, end="")
        if play.outcome is None:
            print(message("{colour} first: {line}", colour=first, line=line))
        else:
            print(message("{colour} first: {line}, {fate}", colour=first, line=line,
                          fate=message(_FATES[play.outcome])))
        print(" " * 12, end="")
        print(message("territory B {black:.0f} W {white:.0f}, influence {influence:+.1f}, "
                      "{lead} with komi", black=play.territory[BLACK],
                      white=play.territory[WHITE], influence=play.influence,
                      lead=lead_words(play.lead)))
    for said in (counted_in_detail(study), read_by(study.engine, study.visits)):
        if said is not None:
            print(" " * 8, said, sep="")


def _place(stones: tuple[Point, ...], position: Position) -> str:
    names = [position.vertex(stone) for stone in stones]
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
