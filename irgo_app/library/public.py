"""Everything that `irgo_app` names in public, in one place; loaded at the first use of any."""

from __future__ import annotations

from irgo_app.errors import IrgoError
from irgo_app.judging.judgement import Judgement
from irgo_app.library.analyst import layer_names
from irgo_app.library.batches import batch_futures, run_batch
from irgo_app.library.game import (
    BoardPlace,
    Game,
    GameNode,
    MoveWhy,
    Picture,
    PlaceStudy,
    game_of_diagram,
    open_game,
    open_games,
    read_games,
)

__all__ = (
    "BoardPlace", "Game", "GameNode", "IrgoError", "Judgement", "MoveWhy", "Picture", "PlaceStudy",
    "batch_futures",
    "game_of_diagram", "layer_names", "open_game", "open_games", "read_games", "run_batch",
)
