"""Beginning a game: a new one or from the position shown, with or without an opponent."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from irgo_app.engines.itself import itself
from irgo_app.engines.katago_json import KIND
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.file_menu import may_leave, save_settings
from irgo_app.gui.models.window_layout import Mode
from irgo_app.gui.views.dialogs.new_game import NewGame, NewGameDialog, Opponent
from irgo_app.reader.levels import LEVELS
from irgo_app.words import translated


def new_game(context: Context) -> None:
    """Ask for everything about a new game, and start it."""
    _ask(context, goes_on=False)


def play_irgo(context: Context) -> None:
    """Ask how to play against irgo, from the position that is shown."""
    _ask(context, goes_on=True)


def opponents(context: Context) -> list[Opponent]:
    """Return whom the user can play against: nobody, irgo at its levels, the engines known."""
    found = [Opponent(QCoreApplication.translate("NewGame", "Nobody: you play both colours"))]
    found += [Opponent(f"irgo · {translated(level.title)}", f"irgo ({level.name})",
                       itself(level.name)) for level in LEVELS]
    found += [Opponent(profile.name, profile.name, profile)
              for profile in context.models.desk.profiles() if profile.kind != KIND]
    return found


def begin(context: Context, wanted: NewGame) -> None:
    """Start a game as it was asked for; unsaved work has been asked about."""
    models = context.models
    models.trial.throw_away()
    models.desk.set_opponent(is_on=False)
    if wanted.properties is not None:
        models.review.new_game(wanted.columns, wanted.rows, wanted.properties)
        models.preferences.set("player", wanted.player)
    profile = wanted.opponent.profile
    if profile is not None:
        level = next((level.name for level in LEVELS if profile == itself(level.name)), None)
        if level is not None:
            models.preferences.set("irgo_level", level)
        models.layout.set_mode(Mode.PLAY)
        models.desk.play_against(profile, wanted.colour)
        models.notices.tell(QCoreApplication.translate(
            "NewGame", "{0} answers your moves; Engine → Play against the engine ends that."
        ).format(wanted.opponent.name))
    save_settings(context)


def _ask(context: Context, *, goes_on: bool) -> None:
    models = context.models
    offered = opponents(context)
    level = str(models.preferences["irgo_level"])
    mine = next((place for place, found in enumerate(offered)
                 if found.profile == itself(level)), 0)
    wants_opponent = goes_on or models.layout.mode is Mode.PLAY
    dialog = NewGameDialog(
        models.preferences.look, offered, chosen=mine if wants_opponent else 0,
        player=str(models.preferences["player"]), to_play=models.review.position.to_play,
        goes_on=goes_on, parent=context.window)
    if dialog.exec():
        wanted = dialog.answer()
        if wanted.properties is None or may_leave(context):
            begin(context, wanted)
