"""irgo speaks as the command line asks, else as the settings say, else as the system does."""

from __future__ import annotations

from irgo_app.language import checked, speak, system_languages, wanted_language
from irgo_app.settings.store import load_settings


def speak_as_set(asked: str = "") -> None:
    """Say everything in the language wanted from now on.

    asked -- the language that the command line names, or "". Raises UsageError where irgo has it
    not; a language of the settings or the system that irgo does not have is English.
    """
    speak(checked(asked) if asked else
          wanted_language(str(load_settings()["language"]), system_languages()))
