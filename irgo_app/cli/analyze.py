"""`irgo analyze`: the layers of one node or of a whole game, as text or JSON."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, islice

from msgspec import Struct

from irgo_app.cli.arguments import (LayerChoice, LayerResults, add_engine_arguments,
                                    add_file_argument, add_layer_argument, add_node_arguments,
                                    chosen_game, chosen_layers, chosen_node)
from irgo_app.cli.terminal import json_text, with_progress
from irgo_app.draw.drawables import Diagram
from irgo_app.draw.text_painter import field_text, text_of
from irgo_app.errors import LayerError, WrongUsageError
from irgo_app.go.coordinates import point_named, vertex
from irgo_app.go.point import NAME_OF_COLOUR, PASS, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement_words import lead_words
from irgo_app.judging.judges import JudgeSettings
from irgo_app.judging.result_json import (Json, as_json, change_as_json, head_as_json, node_as_json,
                                          shares_as_json)
from irgo_app.layers.layer import Share
from irgo_app.layers.results import Explanation, Field, FieldChange, Result, compare
from irgo_app.meaning.ishida import ISHIDA, WholeView, ishida_words, whole_view
from irgo_app.meaning.meaning_json import whole_view_as_json
from irgo_app.review.group_names import GroupNames
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.as_shown import explanation_as_shown
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.move_times import seconds_of_move, time_words
from irgo_app.sgf.navigation import is_over, node_at
from irgo_app.sgf.parser import GameFile
from irgo_app.sgf.program_curves import ProgramWord, word_of_program
from irgo_app.sgf.replay import Replay
from irgo_app.words import Message, counted, listed, message, numeral, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_file_argument(parser)
    add_node_arguments(parser)
    parser.add_argument("--all", action="store_true",
                        help=translated("every node of the game tree"))
    add_layer_argument(parser, has_ishida=True)
    add_engine_arguments(parser)
    parser.add_argument("--explain", metavar="VERTEX",
                        help=translated("which stones give this point its value, layer by layer"))
    parser.add_argument("--against", metavar="SPEC",
                        help=translated("print what the fields changed by since this node"))
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the analysis; raises IrgoError for a bad file, node or layer."""
    if arguments.all and (arguments.move is not None or arguments.node is not None):
        raise WrongUsageError("--all means every node; leave out --move and --node.")
    game_file, tree = chosen_game(arguments)
    choices = chosen_layers(arguments.layer, tree)
    nodes = list(tree.nodes()) if arguments.all else [chosen_node(arguments, tree)]
    with LayerResults(arguments, tree, service) as results:
        question = _question(arguments, tree, choices, results)
        analyses = with_progress(
            _analyses(tree, nodes, choices, service, results, question), len(nodes), "Analysing")
        if arguments.json:
            _print_json(arguments, game_file, tree, analyses, question)
        else:
            for analysis in analyses:
                _print_text(analysis, question)
    return 0


class _Besides(Struct, frozen=True):
    """What is asked besides layers: a point to explain, results to compare with, the Ishida view.
    """

    point: Point | None
    against: str | None
    before: Sequence[Result]
    has_ishida: bool


class _Answer(Struct, frozen=True):
    """A layer on a node, with the change and the shares if they were asked for.

    source -- whose words it shows, "" if it was computed here
    """

    choice: LayerChoice
    result: Result
    change: FieldChange | None
    shares: tuple[Share, ...] | str | None
    source: str


class _Analysis(Struct, frozen=True):
    """A node with its answers, and the sentences about the point asked for.

    seconds -- how long the move took, None where the record does not tell
    names -- for layers whose regions are named along the game, by the choice's text
    ishida -- the Ishida view, if it was asked for
    """

    tree: GameTree
    node: Node
    position: Position
    seconds: float | None
    answers: list[_Answer]
    sentences: list[str]
    names: Mapping[str, tuple[str, ...]]
    ishida: WholeView | None


def _question(
    arguments: argparse.Namespace, tree: GameTree, choices: list[LayerChoice],
    results: LayerResults,
) -> _Besides:
    point, before = None, list[Result]()
    if arguments.explain is not None:
        point = point_named(arguments.explain, tree.columns, tree.rows)
    if arguments.against is not None:
        node = node_at(tree, arguments.against)
        before = [results.result(choice, node) for choice in choices]
    return _Besides(point, arguments.against, before, ISHIDA in arguments.layer)


def _analyses(
    tree: GameTree, nodes: list[Node], choices: list[LayerChoice], service: AnalysisService,
    results: LayerResults, question: _Besides,
) -> Iterable[_Analysis]:
    replay = Replay(tree)
    named = {choice.text: GroupNames(partial(choice.groups, replay, service))
             for choice in choices if choice.layer.has_names}
    for node in nodes:
        position = replay.position_at(node)
        answers = [_answer(index, choice, node, position, results, question)
                   for index, choice in enumerate(choices)]
        names = {text: found.names(node) or () for text, found in named.items()}
        ishida = whole_view(position, JudgeSettings.of_game(tree, node=node), service.result,
                            is_over=is_over(node)) if question.has_ishida else None
        yield _Analysis(tree, node, position, seconds_of_move(node), answers,
                        _sentences(node, position, choices, question, service), names, ishida)


def _sentences(
    node: Node, position: Position, choices: list[LayerChoice], question: _Besides,
    service: AnalysisService,
) -> list[str]:
    """Return what the reading, and layers that are no sums over stones, say of the point."""
    if question.point is None:
        return []
    fields = [(choice.layer, choice.request(position, node)) for choice in choices
              if choice.layer.opinion]
    found = service.result(explanation_as_shown(position, question.point, fields))
    return list(map(str, found.sentences)) if isinstance(found, Explanation) else []


def _answer(
    index: int, choice: LayerChoice, node: Node, position: Position, results: LayerResults,
    question: _Besides,
) -> _Answer:
    result = results.result(choice, node)
    change = None
    if question.against is not None and isinstance(result, Field):
        before = question.before[index]
        assert isinstance(before, Field)
        change = compare(result, before)
    shares: tuple[Share, ...] | str | None = None
    has_shares = isinstance(result, Field) and choice.layer.opinion is None
    if question.point is not None and has_shares:
        try:
            shares = choice.layer.explain(position, choice.params, question.point)
        except LayerError as error:
            shares = str(error)
    return _Answer(choice, result, change, shares,
                   results.source(node) if choice.layer.uses_engine else "")


def _print_json(
    arguments: argparse.Namespace, game_file: GameFile, tree: GameTree,
    analyses: Iterable[_Analysis], question: _Besides,
) -> None:
    """Print the document node by node, so that a long game needs little memory.

    What cannot be analysed at all fails at the first node, with nothing printed.
    """
    rest = iter(analyses)
    first = tuple(islice(rest, 1))
    head = head_as_json("irgo-analysis/1", arguments.file, arguments.game, game_file, tree)
    print(json_text(head)[:-1] + ', "nodes": [', end="")
    for index, analysis in enumerate(chain(first, rest)):
        separator = ",\n" if index else "\n"
        document = _node_as_json(analysis, question)
        print(separator + json_text(document), end="")
    print("]}")


def _node_as_json(analysis: _Analysis, question: _Besides) -> dict[str, Json]:
    position = analysis.position
    document = node_as_json(analysis.tree, analysis.node, position)
    if analysis.seconds is not None:
        document["seconds"] = analysis.seconds
    if (word := word_of_program(analysis.node)) is not None:
        document["said_by"] = {"program": word.program, "lead": word.lead, "chance": word.chance}
    if question.point is not None:
        document["explain"] = {
            "point": position.vertex(question.point),
            "sentences": analysis.sentences}
    layers: dict[str, Json] = {
        key: _answer_as_json(answer, position, question, analysis.names.get(answer.choice.text))
        for key, answer in zip(_keys(analysis.answers), analysis.answers, strict=True)
    }
    if analysis.ishida is not None:
        layers[ISHIDA] = whole_view_as_json(analysis.ishida) | {"params": {}}
    document["layers"] = layers
    return document


def _keys(answers: list[_Answer]) -> list[str]:
    """Return the layers' names; a layer asked for twice is told apart by its parameters."""
    names = [answer.choice.layer.name for answer in answers]
    return [
        name if names.count(name) == 1 else answer.choice.text
        for name, answer in zip(names, answers, strict=True)]


def _answer_as_json(
    answer: _Answer, position: Position, question: _Besides, names: tuple[str, ...] | None
) -> dict[str, Json]:
    document = as_json(answer.result, position, names) | {"params": answer.choice.params}
    if answer.source:
        document["engine"] = answer.source
    if answer.change is not None and question.against is not None:
        document["against"] = change_as_json(answer.change, question.against, position)
    if answer.shares is not None and question.point is not None:
        document["explain"] = shares_as_json(question.point, answer.shares, position)
    return document


def _print_text(analysis: _Analysis, question: _Besides) -> None:
    node, position = analysis.node, analysis.position
    last_move = node.move[1] if node.move else PASS
    number = analysis.tree.printed_number(node)
    print(message("Move {number}, {colour} to play", number=number,
                  colour=message(NAME_OF_COLOUR[position.to_play])))
    print(text_of(Diagram(position, last_move=last_move)))
    if analysis.seconds is not None:
        print(message("The move {took}.", took=time_words(analysis.seconds)))
    if (word := word_of_program(node)) is not None:
        print(_words_of_program(word))
    for sentence in analysis.sentences:
        print(sentence)
    for answer in analysis.answers:
        result, layer = answer.result, answer.choice.layer
        shown = answer.change.change if answer.change else result
        unit = answer.change.unit if answer.change else message(
            shown.unit if isinstance(shown, Field) else layer.unit)
        print(f"\n{layer.name} ({unit})")
        if isinstance(shown, Field):
            print(field_text(shown.values))
        else:
            print(json_text(as_json(shown, position), indent=1))
        for part in answer.change.parts if answer.change else ():
            first = position.vertex(part.points[0])
            print(counted("{total:+.2f} for {colour} at {point} (one point)",
                          "{total:+.2f} for {colour} at {point} ({count} points)",
                          len(part.points), total=part.total, point=first,
                          colour=message(NAME_OF_COLOUR[part.colour])))
        if answer.shares is not None and question.point is not None:
            print(_shares_text(answer, position, question.point))
    if analysis.ishida is not None:
        print(f"\n{ISHIDA} ({message('The Ishida view')})")
        for said in ishida_words(analysis.ishida):
            print(said)
    print()


def _words_of_program(word: ProgramWord) -> Message:
    """Return what the program that wrote the record says of who leads."""
    parts = [] if word.lead is None else [lead_words(word.lead)]
    if word.chance is not None:
        parts.append(message("Black wins in {percent:.0f} %", percent=100 * word.chance))
    return message("{program} in the record: {said}.", program=word.program, said=listed(parts))


def _shares_text(answer: _Answer, position: Position, point: Point) -> str:
    columns, rows = position.columns, position.rows
    name = vertex(point, columns, rows)
    if isinstance(answer.shares, str) or answer.shares is None:
        return f"{name}: {answer.shares}"
    value = sum(amount for _, amount in answer.shares)
    parts = [f"{vertex(stone, columns, rows)} {numeral(amount, '+.2f')}"
             for stone, amount in answer.shares]
    return f"{name}: {numeral(value, '+.2f')}" + (f" = {listed(parts)}" if parts else "")
