"""What the tools answer about positions, in the worker; each takes a call and returns JSON.

Nothing is said here that the library does not say: its answers are shortened, and marked with who
judged and how far that was read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from irgo_app.assistants.asked import ONE_LOOK, RULES, Answer, Asked, read_by
from irgo_app.assistants.drawing import draw
from irgo_app.assistants.quoting import Json, quoted, rounded, without
from irgo_app.assistants.reviewing import find_in_game, story
from irgo_app.draw.text_painter import text_of
from irgo_app.errors import UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import PASS
from irgo_app.judging.reader_judge import NAME
from irgo_app.layers import layer_of_text
from irgo_app.layers.results import Field
from irgo_app.library.game import Game, GameNode
from irgo_app.meaning.places import FURTHER, VISITS
from irgo_app.report.document import study_sentences
from irgo_app.sgf.game_info import game_rules
from irgo_app.words import counted, message

_MOST_MOVES: Final = 400
_MOST_CHILDREN: Final = 20
_MOST_REASONS: Final = 5


def open_game(asked: Asked) -> Answer:
    """Open a record and say what game it is."""
    index, has_text = asked.given("index", 0), "sgf" in asked.arguments
    if has_text == ("path" in asked.arguments):
        raise UsageError("open_game takes either path or sgf.")
    opened, count = asked.desk.open_text(asked.given("sgf", ""), index) if has_text \
        else asked.desk.open_file(asked.given("path", ""), index)
    return Answer({"game": opened.name, "games": count} | _described(opened.game) | {
        "judge": RULES, "visits": 0})


def _described(game: Game) -> dict[str, Json]:
    columns, rows = game.size
    rules, info, moves = game_rules(game.tree), game.info, game.moves
    told = {key: getattr(info, key) for key in (
        "black", "black_rank", "white", "white_rank", "result", "date", "event", "round", "place",
        "game_name", "comment")}
    return {
        "size": [columns, rows], "komi": rules.komi, "rules": rules.rules.record_name,
        "handicap": rules.handicap, "moves": len(moves),
        "main_line": " ".join(" ".join(move) for move in moves[:_MOST_MOVES]),
        "text": str(counted("A game on {columns}x{rows} with one move.",
                            "A game on {columns}x{rows} with {count} moves.", len(moves),
                            columns=columns, rows=rows)),
    } | quoted({**told, "repaired": game.warnings})


def position(asked: Asked) -> Answer:
    """Show a position."""
    node = asked.node
    return _position(asked, node, asked.given("picture", True))


def _position(asked: Asked, node: GameNode, has_picture: bool) -> Answer:
    board, picture = node.position, node.picture("groups", has_legend=False)
    groups = node.json("groups")["regions"]
    assert isinstance(groups, list)
    ko = None if board.ko_point == PASS else vertex(board.ko_point, board.columns, board.rows)
    document = asked.head(node) | {
        "last_move": node.move and list(node.move), "board": text_of(picture.diagram),
        "prisoners": {"B": board.captures[0], "W": board.captures[1]}, "ko": ko,
        "groups": [{key: group.get(key) for key in ("name", "colour", "stones")}
                   for group in groups],
        "children": [{"node": child.address, "move": child.move and list(child.move)}
                     for child in node.children[:_MOST_CHILDREN]],
        "judge": RULES, "visits": 0,
        "text": str(message("After move {number}, {colour} to play.", number=node.move_number,
                            colour=message("Black") if node.to_play == "B" else message("White"))),
    } | quoted({"comment": node.comment})
    return Answer(document, (picture.png,) if has_picture else ())


def places(asked: Asked) -> Answer:
    """Say where moving first changes something."""
    node, visits, judge = asked.node, asked.given("visits", 0), asked.desk.judge_name
    found = node.places(visits, asked.cancel)
    return Answer(asked.head(node) | {
        "judge": judge, "visits": visits or (FURTHER if judge == NAME else VISITS),
        "places": [_shortened(place.json()) for place in found],
        "text": " ".join(place.sentence for place in found[:1])
        or str(message("Moving first changes nothing anywhere."))})


def _shortened(document: Mapping[str, Json]) -> dict[str, Json]:
    """Return a place or a reasoned move without what is said elsewhere in it."""
    reasons = document.get("reasons")
    assert isinstance(reasons, list)
    return without(document, "gain", "evaluator", "judge") | {"reasons": [
        without(reason, "stones", "points_at") for reason in reasons[:_MOST_REASONS]]}


def why(asked: Asked) -> Answer:
    """Say why a move is good or bad."""
    node = asked.node
    found = node.why(asked.given("play", ""), asked.given("instead", ""),
                     asked.given("visits", 0), asked.cancel)
    return Answer(asked.head(node) | {"judge": found.found.judge}
                  | _shortened(found.json()))


def what_if(asked: Asked) -> Answer:
    """Say what moving first is worth in a place."""
    node = asked.node
    found = node.what_if(asked.given("at", ""), asked.given("visits", 0), asked.cancel)
    # A line with the moves elsewhere too would be taken for the moves in the place.
    document = {key: without(value, "line") if isinstance(value, dict) else value
                for key, value in found.json().items()}
    return Answer(asked.head(node) | {"judge": found.study.engine}
                  | without(document, "engine", "evaluator", "region")
                  | {"text": " ".join(map(str, study_sentences(found.study)))})


def life_and_death(asked: Asked) -> Answer:
    """Say which groups live."""
    node = asked.node
    found = node.life_and_death(asked.given("stone", ""), asked.tell, asked.cancel)
    groups = [group.json() | {"proved": group.is_proved, "text": " ".join(group.sentences)}
              for group in found]
    return Answer(asked.head(node) | {
        "judge": asked.desk.judge_of_lives,
        "visits": sum(group.verdict.nodes for group in found),
        "groups": [without(group, "seconds", "id") for group in groups]})


def score(asked: Asked) -> Answer:
    """Say who leads."""
    node = asked.node
    said = node.score(asked.given("visits", ONE_LOOK), asked.cancel)
    return Answer(asked.head(node) | said.json() | {"text": said.sentence})


def layer_map(asked: Asked) -> Answer:
    """Show a map."""
    node, text = asked.node, asked.given("layer", "")
    layer, _ = layer_of_text(text)
    picture = node.picture(text)
    document = rounded(without(node.json(text), "links"))
    assert isinstance(document, dict)
    judge, visits = read_by(node, text)
    reading = [str(message("Rows from the top, in each the points from the left; positive numbers "
                           "are Black's, negative ones White's."))] if layer.kind is Field else []
    return Answer(asked.head(node) | {
        "layer": layer.name, "title": str(message(layer.title)),
        "legend": ". ".join([*picture.legend, *reading]), "source": layer.source,
        "judge": judge, "visits": visits} | document,
        (picture.png,) if asked.given("picture", False) else ())


def play(asked: Asked) -> Answer:
    """Try moves on a copy."""
    opened = asked.game
    moves = asked.given("moves", [""])
    copied = opened.game.play(*moves, at=asked.node)
    added = asked.desk.add(copied, opened.size)
    node = copied.at(-1)
    found = _position(asked, node, asked.given("picture", False))
    return Answer(found.document | {"game": added.name, "copy_of": opened.name}, found.pictures)


ANSWERS: Final[Mapping[str, Callable[[Asked], Answer]]] = {
    "open_game": open_game, "position": position, "places": places, "why": why,
    "what_if": what_if, "life_and_death": life_and_death, "score": score, "story": story,
    "map": layer_map, "play": play, "draw": draw, "find_in_game": find_in_game}
"""What answers each tool, by its name."""
