"""irgo: a Go board and SGF editor that shows what a strong player sees in a position.

As a library: docs/library.md. What `__all__` names stays; it is loaded when it is first asked for,
so that `import irgo_app` and the program's start cost nothing.
"""

from __future__ import annotations

from irgo_app.own_program import __version__

TYPE_CHECKING = False
"""As `typing` has it, which takes longer to load than irgo's start: Ctrl-C may come meanwhile."""

if TYPE_CHECKING:
    from irgo_app import games
    from irgo_app.library import (BoardJudgement, BoardPlace, CancelFlag, Game, GameFacts, GameNode,
                                  GameStory, GroupFate, GroupLife, Happening, IrgoError, Judgement,
                                  LayerResult, MoveWhy, Picture, PlaceStudy, Point, TriedMove,
                                  batch_futures, game_of_diagram, in_background, layer_names,
                                  merge_games, new_game, open_game, open_games, path_of_text,
                                  read_games, run_batch)

__all__ = (
    "BoardJudgement", "BoardPlace", "CancelFlag", "Game", "GameFacts", "GameNode", "GameStory",
    "GroupFate", "GroupLife", "Happening", "IrgoError", "Judgement", "LayerResult", "MoveWhy",
    "Picture", "PlaceStudy", "Point", "TriedMove", "__version__", "batch_futures",
    "game_of_diagram", "games", "in_background", "layer_names", "merge_games", "new_game",
    "open_game", "open_games", "path_of_text", "read_games", "run_batch",
)


def __getattr__(name: str) -> object:
    """Return a public name, loading the library now."""
    if name not in __all__:
        raise AttributeError(f"irgo_app has no {name!r}; dir(irgo_app) tells what it has")
    from irgo_app import library

    return getattr(library, name)


def __dir__() -> list[str]:
    return sorted(__all__)
