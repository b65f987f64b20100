"""What irgo tells its user: every error here is one sentence that says what to do next.

An `IrgoError` is shown to the user as it stands (a message bar in the window, one line and exit
code 1 on the command line, 2 for wrong usage). Any other exception is a bug.
"""

from typing import Final

from irgo_app.words import Message

NOTICE_LOGGER: Final = "irgo.notice"
"""The logger of sentences for the user that are no errors: irgo goes on, in another way."""


class IrgoError(Exception):
    """Base of all errors meant for the user; `str(error)` is one complete sentence.

    It is made of an English text with named places and what comes there, and translated when it is
    shown: LayerError("There is no layer {name}.", name=name).
    """

    def __init__(self, text: str | Message = "", /, **arguments: object) -> None:
        self.message = text if isinstance(text, Message) else Message(
            text, tuple(arguments.items()))
        super().__init__(self.message)

    def __str__(self) -> str:
        return str(self.message)


class SgfError(IrgoError):
    """A file that holds no game irgo could read, or that could not be written."""


class IllegalMoveError(IrgoError):
    """A move that the rules forbid on this position."""


class LayerError(IrgoError):
    """A layer or layer parameter that does not exist or has no such value."""


class SettingsError(IrgoError):
    """A setting with a value that irgo cannot use."""


class ResourceError(IrgoError):
    """A file of irgo's own that is not where it belongs."""


class UsageError(IrgoError):
    """Arguments that do not fit together, such as a move number the game does not have."""


class WrongUsageError(UsageError):
    """Arguments that no file makes right, such as a name that there is not: exit code 2."""


def code_of(error: IrgoError) -> int:
    """Return the exit code of a command that an error ends."""
    return 2 if isinstance(error, WrongUsageError) else 1


def check_within(number: int, key: str, least: int, most: int) -> None:
    """Raise WrongUsageError for a number out of bounds; key -- what who asks calls it."""
    if not least <= number <= most:
        raise WrongUsageError("{key} takes a whole number from {least} to {most}.", key=key,
                              least=least, most=most)


class GtpError(IrgoError):
    """A GTP command that cannot be carried out; the text is the answer the controller gets."""


class EngineError(IrgoError):
    """An engine that is missing, failed, or did not answer."""


class ReaderError(IrgoError):
    """irgo's own network that cannot be used: missing, damaged, or not made for this board."""


class NetworkError(IrgoError):
    """A network of KataGo's that is missing, damaged, or could not be fetched."""


class DeckError(IrgoError):
    """A deck of exercises that is damaged, in use, newer than irgo, or cannot be written."""


class GamesError(IrgoError):
    """An index of games that is in use, newer than irgo, or cannot be written."""


class DamagedCardError(DeckError):
    """A card of a deck that cannot be read; the others can."""
