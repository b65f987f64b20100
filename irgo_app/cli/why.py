"""`irgo why`: what a move loses or gains against another one, and why."""

import argparse

from irgo_app.cli.arguments import (AskedNode, add_question_arguments, await_start, document_head,
                                    needed_within, points_asked_for, scene_of)
from irgo_app.cli.terminal import json_text
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import point_named
from irgo_app.go.point import PASS, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement_words import lead_words, read_by
from irgo_app.judging.judges import JudgeSettings, check_visits, judge_of
from irgo_app.judging.result_json import node_as_json
from irgo_app.meaning.meaning_json import names_of_groups, why_as_json
from irgo_app.meaning.reasons import Comparison
from irgo_app.meaning.why import check_moves, check_recorded, why
from irgo_app.meaning.words import line_words, shares_told, verdict_words
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.game_tree import Node
from irgo_app.sgf.replay import Replay
from irgo_app.words import message, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question_arguments(parser)
    parser.add_argument("--play", metavar="VERTEX",
                        help=translated("a move that could be played at the node (default: the "
                                        "move that led to it is explained)"))
    parser.add_argument("--instead", metavar="VERTEX",
                        help=translated("what it is compared with (default: the best move)"))
    parser.add_argument("--visits", metavar="N", type=int, default=0,
                        help=translated("how many positions each future may cost (default: as "
                                        "suits who judges)"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the answer; raises IrgoError for a bad file, node, vertex or engine."""
    profile = points_asked_for(arguments)
    check_visits(arguments.visits, "--visits", engine=profile)
    scene = scene_of(arguments, service)
    before, position, move = _question(arguments, scene)
    instead = None if arguments.instead is None else _point(arguments.instead, position)
    check_moves(move, instead)
    reading = JudgeSettings.of_game(scene.tree, engine=profile, node=scene.node)
    with judge_of(reading, position) as judge:
        await_start(judge, position)
        with needed_within(arguments.seconds) as flag:
            found = why(position, move, judge, instead=instead, visits=arguments.visits,
                        rules=reading.rules, cancel=flag)
    if arguments.json:
        name_of = names_of_groups([(choice.name, choice.stones) for choice in scene.groups])
        print(json_text(document_head(arguments, scene, "irgo-why/1")
                        | {"before": node_as_json(scene.tree, before, position)}
                        | why_as_json(found, name_of)))
    else:
        _print_text(found)
    return 0


def _question(arguments: argparse.Namespace, scene: AskedNode) -> tuple[Node, Position, Point]:
    """Return the node and the position before the move that is asked about, and the move."""
    if arguments.play is not None:
        return scene.node, scene.position, _point(arguments.play, scene.position)
    if scene.node.move is None or scene.node.parent is None:
        raise UsageError("No move led to this node; name one with --play, such as --play D4.")
    (colour, point), before = scene.node.move, scene.node.parent
    position = Replay(scene.tree).position_at(before).with_to_play(colour)
    check_recorded(position, point, scene.tree.printed_number(scene.node))
    return before, position, point


def _point(text: str, position: Position) -> Point:
    return PASS if text.lower() == "pass" else point_named(
        text, position.columns, position.rows)


def _print_text(found: Comparison) -> None:
    print(verdict_words(found))
    for said in shares_told(found):
        print(said)
    for future in (found.move, found.instead):
        print(message("{line}: {lead}", line=line_words(future.moves, found.position),
                      lead=lead_words(future.lead)))
    print(read_by(found.judge, found.visits))
