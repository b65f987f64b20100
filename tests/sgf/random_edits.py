"""A user who edits and saves at random, the same way for the same seed.

As a program (`python -m tests.sgf.random_edits FILE FOLDER SEED`) it says a line after each
thing it has done and goes on until it is killed.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from irgo_app.go.point import BLACK, WHITE
from irgo_app.sgf import edits as actions
from irgo_app.sgf.edits import Edit
from irgo_app.sgf.game_tree import GameTree, Node
from irgo_app.sgf.open_file import OpenFile
from irgo_app.sgf.parser import load_file


def edit_at_random(chance: random.Random, tree: GameTree) -> Edit | None:
    """Return any of the edits a user can make."""
    nodes = list(tree.nodes())
    node: Node = chance.choice(nodes)
    point = chance.randrange(tree.columns * tree.rows)
    kind = chance.randrange(8)
    if kind == 0:
        return actions.set_comment(node, f"Text {point} with ] and \\ and ü")
    if kind == 1:
        return actions.toggle_mark(node, chance.choice(("TR", "CR", "SQ", "MA")), point)
    if kind == 2:
        return actions.setup_stone(node, point, chance.choice((BLACK, WHITE, 0)), 0)
    if kind == 3:
        return actions.promote(node)
    if kind == 4 and node.parent and len(nodes) > 30:
        return actions.delete_branch(node)
    if kind == 5 and len(nodes) < 200:
        return actions.paste_branch(node, chance.choice(nodes))
    return actions.play_move(node, chance.choice((BLACK, WHITE)), point)


def arrange_at_random(chance: random.Random, open_file: OpenFile) -> None:
    """Change which games the file holds, or their order; or take the last such change back."""
    games = list(open_file.games)
    kind = chance.randrange(4)
    if kind == 0 and len(games) < 4:
        open_file.add([chance.choice(games)])
    elif kind == 1:
        open_file.arrange_back()
    else:
        chance.shuffle(games)
        open_file.arrange(games[:max(1, len(games) - (kind == 2))])


def work(open_file: OpenFile, seed: int) -> Iterator[str]:
    """Do something, say what ("edit", "undo", "redo", "arrange", "save"), and again, without end.
    """
    chance = random.Random(seed)
    assert open_file.path is not None
    while True:
        tree = chance.choice(open_file.games)
        kind = chance.randrange(14)
        if kind == 0:
            open_file.save(open_file.path)
            yield "save"
        elif kind == 1:
            open_file.undo(tree)
            yield "undo"
        elif kind == 2:
            open_file.redo(tree)
            yield "redo"
        elif kind == 4:
            arrange_at_random(chance, open_file)
            yield "arrange"
        else:
            edit = edit_at_random(chance, tree)
            if edit is not None:
                open_file.apply(tree, edit)
                if kind == 3 and open_file.stack(tree).depth > 1:
                    open_file.join(tree)
            yield "edit"


if __name__ == "__main__":
    path, folder = Path(sys.argv[1]), Path(sys.argv[2])
    for done in work(OpenFile(load_file(path), path, folder), int(sys.argv[3])):
        print(done, flush=True)
