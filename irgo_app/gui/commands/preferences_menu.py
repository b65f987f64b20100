"""The preferences: opened from the File menu, with what they let the user choose from."""

from __future__ import annotations

from irgo_app.engines.katago_json import KIND
from irgo_app.gui.commands.context import Context
from irgo_app.gui.commands.engine_menu import show_engines
from irgo_app.gui.commands.file_menu import save_settings
from irgo_app.gui.commands.key_rows import key_rows
from irgo_app.gui.views.dialogs.preferences import PreferencesDialog


def show_preferences(context: Context) -> None:
    """Open the preferences."""
    settings = context.models.preferences.settings
    PreferencesDialog(
        settings, key_rows(context.actions, settings), lambda: save_settings(context),
        context.window,
        engines=[profile.name for profile in context.models.desk.profiles()
                 if profile.kind != KIND],
        edit_engines=lambda: show_engines(context)).exec()
