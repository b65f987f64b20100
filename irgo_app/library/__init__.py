"""irgo for programmers: what `import irgo_app` offers a notebook or a script.

All that `irgo_app` names in public is here; it is loaded at the first use of any of it.
"""

from irgo_app import games
from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError
from irgo_app.file_names import path_of_text
from irgo_app.library.analyst import layer_names
from irgo_app.library.answers import (BoardJudgement, BoardPlace, GameFacts, GameStory, GroupFate,
                                      GroupLife, Happening, MoveWhy, Picture, PlaceStudy, TriedMove)
from irgo_app.library.batches import batch_futures, run_batch
from irgo_app.library.border import LayerResult, Point
from irgo_app.library.game import (Game, GameNode, game_of_diagram, merge_games, new_game,
                                   open_game, open_games, read_games)
from irgo_app.library.waiting import in_background

Judgement = BoardJudgement

__all__ = (
    "BoardJudgement", "BoardPlace", "CancelFlag", "Game", "GameFacts", "GameNode", "GameStory",
    "GroupFate", "GroupLife", "Happening", "IrgoError", "Judgement", "LayerResult", "MoveWhy",
    "Picture", "PlaceStudy", "Point", "TriedMove", "batch_futures", "game_of_diagram",
    "games", "in_background", "layer_names", "merge_games", "new_game", "open_game", "open_games",
    "path_of_text", "read_games", "run_batch",
)
