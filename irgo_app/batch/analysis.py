"""A game's bytes become its record: the pure function that a batch maps over its games."""

import time
from collections.abc import Mapping
from contextlib import nullcontext
from functools import cache
from typing import Final

import numpy as np
from msgspec import Struct

from irgo_app.batch.columns import PHASES, SIDES, Cell, Row, column_of, map_names
from irgo_app.batch.options import BatchOptions
from irgo_app.batch.sources import GameWork
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import EngineError, LayerError, UsageError
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, PASS, WHITE, Colour, Point
from irgo_app.judging.judgement import Judge
from irgo_app.judging.judges import Judges, JudgeSettings
from irgo_app.judging.study import Study
from irgo_app.layers.results import Field, Links, Regions, Result
from irgo_app.own_program import __version__
from irgo_app.report.blocks import ReportOptions
from irgo_app.report.game_report import Studied, game_report, problems_of
from irgo_app.review.game_line import GameLine, at_first_sight, game_line, game_maps
from irgo_app.review.game_review import GameReview, MoveReview, reviewed
from irgo_app.review.problems import problem_records
from irgo_app.service.as_shown import request_as_shown
from irgo_app.service.plan import Computer
from irgo_app.service.request import LayerRequest
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import read_games
from irgo_app.sgf.writer import write_games

_COLOURS: Final = dict(zip(SIDES, (BLACK, WHITE), strict=True))
_DIGITS: Final = 3
_MOST_ROUNDS: Final = 10
"""No game has ten times as many moves as its board has points; a record may, and would fill a
worker's memory."""


class GameRecord(Struct, frozen=True):
    """What a batch keeps of a game: a row of the table of games, and its rows of moves.

    game -- a cell for each column of `game_columns`; moves -- for each column of `move_columns` its
    cells, one a move
    """

    game: Row
    moves: Mapping[str, list[Cell]]

    @property
    def id(self) -> str:
        """Return the key of the game."""
        return str(self.game["id"])


def analysed(work: GameWork, options: BatchOptions) -> GameRecord:
    """Return the record of a game; raises IrgoError with the reason why there is none.

    Depends on its arguments alone, so that it may be done anywhere, and again.
    """
    start = time.process_time()
    tree = read_games(work.data, work.name).games[0]
    line = game_line(tree)
    most = _MOST_ROUNDS * line.columns * line.rows
    if len(line.moves) > most:
        raise UsageError("The game has {count} moves; on its board a batch takes up to {most}.",
                         count=len(line.moves), most=most)
    review, turns = _reviewed(line, options)
    moves = _moves(review, options) | _of_layers(tree, line, options)
    game = _game(work, review, moves, options) | {
        "turning_points": turns, "problems": _problems(review, options),
        "seconds": round(time.process_time() - start, _DIGITS),
        "version": __version__}
    return GameRecord(game, moves)


def _reviewed(line: GameLine, options: BatchOptions) -> tuple[GameReview, list[Row] | None]:
    """Return the review of a game, and its turning points if they are asked for."""
    judge = _judge(line, options.engine)
    try:
        if options.has_studies:
            # What a report would say, less its pictures.
            found = game_report(line, judge, layers_here, ReportOptions(has_diagrams=False),
                                has_studies=True)
            return found.review, [turn_cells(turn) for turn in found.turns]
        return reviewed(line, judge.name, at_first_sight(line, judge),
                        game_maps(line, layers_here)), None
    except EngineError:
        # The next game gets an engine that is started anew.
        judges_here().close()
        raise


def _problems(review: GameReview, options: BatchOptions) -> list[str] | None:
    """Return the problems of a game as SGF records, if they are asked for."""
    if not options.has_problems:
        return None
    line = review.line
    # With an engine, the one that has judged the game is asked again.
    second = None if options.engine is None else _judge(line, options.engine)
    found = problems_of(line, nullcontext(second), review.events)
    return [write_games([record]).decode("utf-8") for record in problem_records(found, line.info)]


def _judge(line: GameLine, profile: EngineProfile | None) -> Judge:
    """Return who judges a game; an engine goes on from game to game."""
    return judges_here().judge(line.positions[0], JudgeSettings(profile, line.komi, line.rules))


@cache
def judges_here() -> Judges:
    """Return this process's judges; a running engine ends with the process."""
    return Judges()


@cache
def _computer() -> Computer:
    return Computer()


def layers_here(request: LayerRequest) -> Result:
    """Return a layer, worked out in this process."""
    return _computer().compute(request, None)


def _moves(review: GameReview, options: BatchOptions) -> dict[str, list[Cell]]:
    """Return the columns of the table of moves, those of chosen layers left out."""
    line, maps = review.line, review.maps
    rows = [_move(move, review, options) for move in review.moves]
    columns: dict[str, list[Cell]] = {name: [row[name] for row in rows] for name in rows[0]}
    after = range(1, len(line.positions))
    columns["judge"] = [review.judge for _ in after]
    columns["visits"] = [review.told[index].visits for index in after]
    for side, colour in _COLOURS.items():
        columns[f"captures_{side}"] = [
            line.positions[index].captures[0 if colour == BLACK else 1] for index in after]
        columns[f"territory_{side}"] = [maps.territory(index, colour) for index in after]
        columns[f"moyo_{side}"] = [maps.moyo(index, colour) for index in after]
        columns[f"influence_{side}"] = [_rounded(maps.shadow(index, colour)) for index in after]
    return columns


def _move(move: MoveReview, review: GameReview, options: BatchOptions) -> Row:
    line = review.line
    row, column = (None, None) if move.point == PASS else divmod(move.point, line.columns)
    return {
        "move": move.number, "colour": LETTER_OF_COLOUR[move.colour],
        "vertex": line.vertex(move.point), "row": row, "column": column,
        "phase": PHASES[move.phase], "lead": _rounded(move.lead), "margin": _rounded(move.margin),
        "fell": _rounded(_fell(move, review)),
        "loss": _rounded(move.loss) if _is_known(move, review, options) else None,
        "best": line.vertex(move.best) if options.has_studies and move.best is not None else None,
        "is_answered": move.is_answered, "keeps_sente": move.keeps_sente}


def _fell(move: MoveReview, review: GameReview) -> float:
    """Return how far a player's lead fell by what is told before and after a move."""
    before, after = review.told[move.number - 1], review.told[move.number]
    return max(0.0, move.colour * (before.lead - after.lead))


def _is_known(move: MoveReview, review: GameReview, options: BatchOptions) -> bool:
    """Return whether a move's loss is more than a bound.

    Where moves are searched again, only what was searched again is.
    """
    return not options.has_studies or move.number in review.whys


def _of_layers(tree: GameTree, line: GameLine, options: BatchOptions) -> dict[str, list[Cell]]:
    columns: dict[str, list[Cell]] = {}
    for text, (layer, params) in zip(options.layers, options.chosen_layers(), strict=True):
        counts = [counted_points(layers_here(request_as_shown(layer, params, position, tree)))
                  for position in line.positions[1:]]
        for side, cells in zip(SIDES, zip(*counts, strict=True), strict=True):
            columns[f"{column_of(text)}_{side}"] = list(map(_rounded, cells))
    return columns


def _game(
    work: GameWork, review: GameReview, moves: Mapping[str, list[Cell]], options: BatchOptions
) -> Row:
    line, info = review.line, review.line.info
    row: Row = {
        "id": work.id, "file": work.name, "game": work.game, "games_in_file": work.games,
        "file_hash": work.file_hash, "warnings": work.warnings, "columns": line.columns,
        "rows": line.rows, "black_name": info.black, "white_name": info.white,
        "black_rank": info.black_rank, "white_rank": info.white_rank, "handicap": info.handicap,
        "komi": line.komi - line.handicap_points, "rules": line.rules, "result": info.result,
        "winner": _winner(info.result), "date": info.date, "event": info.event,
        "round": info.round, "place": info.place, "moves": len(line.moves),
        "judge": review.judge, "visits": review.visits, "lead": _rounded(review.told[-1].lead),
        "lead_visits": review.told[-1].visits}
    for side, colour in _COLOURS.items():
        row |= _figures(review, moves, side, colour)
    for name in map_names(options.layers):
        cells = moves[name]
        row[f"mean_{name}"] = _rounded(float(np.mean(np.array(cells, np.float64))))
        row[f"last_{name}"] = cells[-1]
    row["events"] = [
        {"move": event.number, "colour": LETTER_OF_COLOUR[event.colour], "fate": event.fate.value,
         "stones": [line.vertex(point) for point in event.stones]}
        for event in review.events]
    return row


def _figures(
    review: GameReview, moves: Mapping[str, list[Cell]], side: str, colour: Colour
) -> Row:
    found = review.figures_of(colour)

    def total(column: str, phase: str = "") -> float:
        return _rounded(sum(
            value for value, player, played in zip(
                moves[column], moves["colour"], moves["phase"], strict=True)
            if isinstance(value, float) and player == LETTER_OF_COLOUR[colour]
            and phase in ("", played)))

    row: Row = {
        f"{side}_fell": total("fell"), f"{side}_lost": total("loss"),
        f"{side}_mistakes": found.mistakes, f"{side}_worst": found.worst,
        f"{side}_sente": found.sente,
        f"{side}_moyo_built": found.moyo, f"{side}_moyo_kept": found.turned}
    for phase, name in PHASES.items():
        is_reached = phase in review.phases
        row[f"{side}_lost_{name}"] = total("loss", name) if is_reached else None
    return row


def _winner(result: str) -> str | None:
    """Return who won by a result such as `B+R`, None for a draw or for no result."""
    sign = result.strip()[:2].upper()
    return sign[0] if sign in ("B+", "W+") else None


def _rounded(value: float) -> float:
    return round(value, _DIGITS)


def counted_points(result: Result) -> tuple[float, float]:
    """Return Black's and White's count, both 0 or more.

    Of a field the sum of the values that are a side's, in the layer's unit; of regions and of
    links the number of points that have its colour.
    """
    if isinstance(result, Field):
        values = result.values
        return float(values[values > 0].sum()), float(-values[values < 0].sum())
    if isinstance(result, Links):
        return float(len(result.points[BLACK])), float(len(result.points[WHITE]))
    if not isinstance(result, Regions):
        raise LayerError("This layer counts nothing; choose another for a batch.")
    black, white = ({point for region in result.regions if region.colour == colour
                     for point in region.points} for colour in (BLACK, WHITE))
    return float(len(black)), float(len(white))


def turn_cells(turn: Studied) -> Row:
    """Return what is kept of a turning point: the move, why, what was better, and its study."""
    point, columns, rows = turn.point, turn.position.columns, turn.position.rows

    def name(place: Point) -> str:
        return vertex(place, columns, rows)

    def line(study: Study | None, first: int) -> list[str]:
        return [] if study is None else [name(place) for _, place in study.if_first(first).local]

    best = point.move.best
    return {
        "move": point.number, "colour": LETTER_OF_COLOUR[point.move.colour],
        "vertex": name(point.move.point), "why": point.turn.value,
        "points": round(point.points, 1), "until": point.until,
        "best": None if best is None else name(best),
        "black_first": line(turn.study, BLACK), "white_first": line(turn.study, WHITE),
        "swing": None if turn.study is None else round(turn.study.swing, 1)}
