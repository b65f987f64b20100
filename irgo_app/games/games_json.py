"""What is told of games as JSON, `irgo-games/1`: the command line, the library, and assistants."""

from collections.abc import Mapping, Sequence

from irgo_app.file_names import text_of_path
from irgo_app.games.index import GameRow, GamesIndex
from irgo_app.games.positions import BoxPattern, Continuation, PositionMatch
from irgo_app.games.table import TableLine
from irgo_app.go.coordinates import vertex
from irgo_app.go.point import BLACK, LETTER_OF_COLOUR, WHITE
from irgo_app.judging.result_json import Json

FORMAT = "irgo-games/1"


def document_of(index: GamesIndex, *parts: Mapping[str, Json]) -> dict[str, Json]:
    """Return a document: its format, the index, and what it tells."""
    found: dict[str, Json] = {"format": FORMAT, "index": text_of_path(index.path)}
    for part in parts:
        found |= part
    return found


def broken_as_json(broken: Mapping[str, str]) -> dict[str, Json]:
    """Return why files could not be read, by their names."""
    return {"broken": [{"file": name, "reason": reason}
                       for name, reason in sorted(broken.items())]}


def lines_as_json(
    lines: Sequence[TableLine], found: int, files: Mapping[int, str]
) -> dict[str, Json]:
    """Return games of the table; found -- how many there are, with those not listed."""
    return {"found": found, "games": [line_as_json(line, files) for line in lines]}


def line_as_json(line: TableLine, files: Mapping[int, str]) -> dict[str, Json]:
    """Return a game of the table; files -- the name of a file that holds each game."""
    row, said = line.row, line.row.summary
    return {
        "game": row.id, "date": row.date, "black": row.black, "white": row.white,
        "black_rank": row.black_rank, "white_rank": row.white_rank,
        "colour": None if line.colour is None else LETTER_OF_COLOUR[line.colour],
        "size": [row.columns, row.rows], "handicap": row.handicap, "result": row.result,
        "outcome": line.outcome or None, "event": row.event, "moves": row.moves,
        "read": None if not said.judge else {
            "judge": said.judge, "decided": said.decided or None, "text": said.sentence(),
            "largest_loss": {LETTER_OF_COLOUR[side]: _loss(row, side)
                             for side in (BLACK, WHITE)}},
        "file": files[row.id]}


def _loss(row: GameRow, side: int) -> Json:
    points, move = row.largest_loss(side)
    return {"points": round(points, 1), "move_number": move} if move else None


def matches_as_json(
    pattern: BoxPattern, matches: Sequence[PositionMatch], followed: Sequence[Continuation],
    lines: Mapping[int, TableLine], files: Mapping[int, str], most: int,
) -> dict[str, Json]:
    """Return what a search for a position found; most -- so many of the games, 0 for all."""
    def name(move: tuple[int, int] | None) -> Json:
        return None if move is None else [
            LETTER_OF_COLOUR[move[0]], vertex(move[1], pattern.columns, pattern.rows)]

    return {
        "found": len(matches),
        "next": [{"move": name(each.move), "games": each.games, "black_won": each.won,
                  "white_won": each.lost} for each in followed],
        "games": [{**line_as_json(lines[match.game], files), "move_number": match.move,
                   "next": name(match.next), "colours_exchanged": match.is_swapped}
                  for match in matches[:most or len(matches)] if match.game in lines]}
