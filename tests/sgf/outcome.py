"""What became of a file, as text: games, sizes, moves, setup, oddities and repairs.

`python -m tests.sgf.outcome` writes the outcomes of all damaged files into `OUTCOMES`; what is
there was read line by line against the files before it was believed.
"""

from pathlib import Path

from irgo_app.errors import SgfError
from irgo_app.go.coordinates import vertex
from irgo_app.go.position import BLACK_CELL, WHITE_CELL
from irgo_app.sgf.game_info import game_info
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.parser import load_file
from irgo_app.sgf.replay import Replay
from tests.conftest import DATA

WILD = DATA / "sgf" / "wild"
OUTCOMES = DATA / "sgf" / "wild_outcomes.txt"
_MOST_MOVES = 12
_MOST_ODD = 3


def outcome_of(path: Path) -> str:
    """Return the outcome of reading one file; the file's name is the first line."""
    try:
        game_file = load_file(path)
    except SgfError as error:
        return f"{path.name}\n  refused: {str(error).replace(str(path), 'It')}\n"
    lines = [path.name, f"  {game_file.encoding}"]
    for tree in game_file.games:
        lines += _game_lines(tree)
    lines += [f"  repair: {diagnostic}" for diagnostic in game_file.diagnostics]
    return "\n".join(lines) + "\n"


def _game_lines(tree: GameTree) -> list[str]:
    info, replay, nodes = game_info(tree), Replay(tree), list(tree.nodes())
    lines = [f"  game {tree.columns}x{tree.rows}, {len(nodes)} nodes, {len(tree.leaves())} ends, "
             f"black {info.black!r}, komi {info.komi_points}, handicap {info.handicap!r}"]
    moves = [_move_text(tree, node.move) for node in tree.main_line() if node.move]
    more = f" and {len(moves) - _MOST_MOVES} more" if len(moves) > _MOST_MOVES else ""
    lines.append(f"    moves: {' '.join(moves[:_MOST_MOVES])}{more}")
    for node in nodes:
        for identifier in ("AB", "AW", "AE"):
            points = node.points(identifier)
            if points:
                where = [vertex(point, tree.columns, tree.rows) for point in sorted(points)]
                shown = " ".join(where[:_MOST_MOVES]) + (" ..." if len(where) > _MOST_MOVES else "")
                lines.append(f"    {identifier} ({len(points)}): {shown}")
    odd = [remark for remark in map(replay.remark, nodes) if remark]
    lines += [f"    odd: {remark}" for remark in odd[:_MOST_ODD]]
    if len(odd) > _MOST_ODD:
        lines.append(f"    odd: {len(odd) - _MOST_ODD} more")
    root = tree.root
    if root.comment or root.labels or root.points("M"):
        signs = {vertex(point, tree.columns, tree.rows): text
                 for point, text in root.labels.items()}
        lines.append(f"    root: comment {root.comment!r}, labels {signs}, "
                     f"crosses {len(root.points('M'))}")
    end = replay.position_at(tree.main_line()[-1])
    stones = end.cells.count(BLACK_CELL), end.cells.count(WHITE_CELL)
    lines.append(f"    end: {stones[0]} black, {stones[1]} white, prisoners {end.captures}")
    return lines


def _move_text(tree: GameTree, move: tuple[int, int]) -> str:
    return f"{'B' if move[0] > 0 else 'W'}:{vertex(move[1], tree.columns, tree.rows)}"


if __name__ == "__main__":
    OUTCOMES.write_text("\n".join(outcome_of(path) for path in sorted(WILD.glob("*.sgf"))),
                        encoding="utf-8")
