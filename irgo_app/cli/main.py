"""The parser of the command line and the one place where its errors become a line and a code.

What the standard library's parser says, it says in irgo's language.
"""

import argparse
import logging
import sys
from collections.abc import Container, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

from irgo_app import words
from irgo_app.cli import COMMANDS
from irgo_app.cli.terminal import OutputError, give_up_output, safe_output, tell
from irgo_app.errors import IrgoError, UsageError, WrongUsageError, code_of
from irgo_app.language import OPTION, asked_language, catalogues, checked
from irgo_app.networks.in_use import read_with
from irgo_app.networks.known import BEST
from irgo_app.own_program import __version__
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.service.executors import InlineExecutor
from irgo_app.settings.log_file import keep_log
from irgo_app.words import message, noted, speaking, translated, visible_lines

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

SENTENCES: Final = (
    noted("usage: "), noted("positional arguments"), noted("options"),
    noted("show this help message and exit"), noted("show program's version number and exit"),
    noted("%(prog)s: error: %(message)s\n"), noted("argument %(argument_name)s: %(message)s"),
    noted("the following arguments are required: %s"), noted("unrecognized arguments: %s"),
    noted("one of the arguments %s is required"), noted("not allowed with argument %s"),
    noted("expected one argument"), noted("expected at least one argument"),
    noted("expected at most one argument"), noted("invalid %(type)s value: %(value)r"),
    noted("invalid choice: %(value)r (choose from %(choices)s)"),
    noted("ambiguous option: %(option)s could match %(matches)s"),
    noted("ignored explicit argument %r"),
)
"""The texts of argparse that a user can come to see, so that the catalogues have them."""


def translate_usage() -> None:
    """Let argparse ask irgo's catalogue.

    It asks gettext's one global domain, by a name of its own, and that domain is not irgo's.
    """
    vars(argparse)["_"] = words.translated


class _Parser(argparse.ArgumentParser):
    """A parser, and its commands' parsers, whose errors quote the user's words as text."""

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        super()._print_message(visible_lines(message), file)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Return what a word stands for; raises WrongUsageError for what is no number."""
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            name = max(action.option_strings, key=len, default=action.metavar)
            if action.type is int:
                raise WrongUsageError("{name} takes a whole number, not {text!r}.", name=name,
                                      text=arg_string) from None
            if action.type is float:
                raise WrongUsageError("{name} takes a number, not {text!r}.", name=name,
                                      text=arg_string) from None
            raise

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Return what words ask for; what a command does not know ends with its own usage."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(translated("unrecognized arguments: %s") % " ".join(unknown))
        return found, unknown


def build_parser(asked: Container[str]) -> argparse.ArgumentParser:
    """Return the parser of all commands; wrong usage makes it exit with 2.

    asked -- words, among them the names of the commands whose arguments it has to know: only their
    modules are imported
    """
    translate_usage()
    parser = _Parser(
        prog="irgo",
        description=translated("Go board and SGF editor that shows influence, territory and moyo."),
        epilog=translated("irgo [FILE] [--move N] opens the window."),
    )
    parser.add_argument("--version", action="version", version=f"irgo {__version__}")
    _add_language(parser)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        subparser = subparsers.add_parser(
            command.name, help=translated(command.help), description=translated(command.help)
        )
        _add_language(subparser)
        if command.reads:
            subparser.add_argument("--network", metavar="FILE", default=BEST, help=translated(
                "the KataGo network to read with: a file, a name that `irgo network` lists, or "
                "own for irgo's own (default: by the settings)"))
        if command.name in asked:
            module = command.module()
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    """Name the option in the help; `asked_language` has taken it before anything is parsed."""
    parser.add_argument(OPTION, metavar="CODE",
                        help=translated("what irgo speaks, such as de (default: by the settings)"))


def run_command(words: Sequence[str]) -> int:
    """Run one command and return its exit code; never a traceback for what the user did."""
    code, rest = asked_language(words)
    with safe_output():
        try:
            speech = speaking(catalogues(), checked(code)) if code else nullcontext()
        except IrgoError as error:
            return _fail(str(error), code_of(error))
        with speech:
            return _answered(rest)


def _answered(rest: Sequence[str]) -> int:
    """Run the command of some words and see to it that what it said is out."""
    try:
        try:
            _check_command(rest)
            return _run(build_parser(rest).parse_args(rest))
        finally:
            sys.stdout.flush()
    except OutputError as error:
        give_up_output()
        return _fail(str(error), 1)
    except IrgoError as error:
        return _fail(str(error), code_of(error))
    except KeyboardInterrupt:
        return _fail(translated("Stopped."), 130)
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough.
        give_up_output()
        return 0
    except Exception as error:
        keep_log(speaks=False)
        logging.getLogger("irgo").error("a command failed", exc_info=error)
        return _fail(str(message(
            "A bug in irgo: {kind}: {error}. Please report it with the command and the file.",
            kind=type(error).__name__, error=error)), 1)


def _check_command(words: Sequence[str]) -> None:
    """Raise UsageError where the first word is none of irgo's; options are the parser's."""
    if words and words[0][:1] != "-" and words[0] not in {command.name for command in COMMANDS}:
        raise UsageError("There is no file {name} and no command of that name; `irgo --help` lists "
                         "the commands.", name=words[0])


def _run(arguments: argparse.Namespace) -> int:
    if getattr(arguments, "network", BEST) != BEST:
        read_with(arguments.network)
    service = AnalysisService(InlineExecutor())
    try:
        code: int = arguments.run(arguments, service)
        return code
    finally:
        service.close()


def _fail(sentence: str, code: int) -> int:
    tell(sentence)
    return code
