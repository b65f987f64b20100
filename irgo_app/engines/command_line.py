"""A command line put together from files that a user points at: program, network, configuration."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Final

from irgo_app.engines.profile import kind_of_command, kind_of_words

_NETWORK: Final = {"katago": "-model", "katago-json": "-model", "leela-zero": "-w"}
_CONFIGURATION: Final = {"katago": "-config", "katago-json": "-config"}
_ALIASES: Final = {"-w": ("-w", "--weights")}
_BARE: Final = {"katago": "gtp", "leela-zero": "--gtp --noponder",
                "gnugo": "--mode gtp --quiet --level 10"}
"""What follows a program that was named alone."""


def with_program(command: str, program: Path) -> str:
    """Return a command line that starts another program.

    What follows stays where the programs are of one kind; else it is what such a program needs.
    """
    words = _words(command)
    kind = kind_of_command([str(program)])
    old = kind_of_command(words[:1])
    rest = shlex.join(words[1:]) if words and old == kind else _BARE.get(kind, "")
    return f"{shlex.quote(str(program))} {rest}".strip()


def with_network(command: str, network: Path) -> str:
    """Return a command line with another network, as it is where its program takes none."""
    return _with_option(command, _NETWORK, network)


def with_configuration(command: str, configuration: Path) -> str:
    """Return a command line with another configuration, as it is where its program takes none."""
    return _with_option(command, _CONFIGURATION, configuration)


def takes_network(command: str) -> bool:
    """Return whether irgo knows how a command line's program is told its network."""
    return kind_of_command(_words(command)) in _NETWORK


def takes_configuration(command: str) -> bool:
    """Return whether irgo knows how a command line's program is told its configuration."""
    return kind_of_command(_words(command)) in _CONFIGURATION


def kind_of(command: str) -> str:
    """Return the kind of engine that a command line starts, as far as its words tell."""
    return kind_of_words(_words(command))


def _with_option(command: str, options: dict[str, str], value: Path) -> str:
    words = _words(command)
    option = options.get(kind_of_command(words))
    if option is None:
        return command
    names = _ALIASES.get(option, (option, f"-{option}"))
    at = next((place for place, word in enumerate(words[:-1]) if word in names), None)
    if at is None:
        words += [option, str(value)]
    else:
        words[at + 1] = str(value)
    return shlex.join(words)


def _words(command: str) -> list[str]:
    """Return the words of a command line, none where a quote is left open."""
    try:
        return shlex.split(command, posix=os.name == "posix")
    except ValueError:
        return []
