"""irgo for programmers: what `import irgo_app` offers a notebook or a script.

All that `irgo_app` names in public is here; it is loaded at the first use of any of it.
"""

from irgo_app.cancel_flag import CancelFlag
from irgo_app.errors import IrgoError
from irgo_app.judging.judgement import Judgement
from irgo_app.library.analyst import layer_names
from irgo_app.library.answers import (BoardJudgement, BoardPlace, GameStory, GroupFate, GroupLife,
                                      MoveWhy, Picture, PlaceStudy)
from irgo_app.library.batches import batch_futures, run_batch
from irgo_app.library.game import Game, GameNode, game_of_diagram, open_game, open_games, read_games
from irgo_app.review.happenings import Happening

__all__ = (
    "BoardJudgement", "BoardPlace", "CancelFlag", "Game", "GameNode", "GameStory", "GroupFate",
    "GroupLife", "Happening", "IrgoError", "Judgement", "MoveWhy", "Picture", "PlaceStudy",
    "batch_futures", "game_of_diagram", "layer_names", "open_game", "open_games", "read_games",
    "run_batch",
)
