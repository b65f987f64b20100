"""`irgo scan`: a position from a picture."""

import argparse
from collections.abc import Callable
from pathlib import Path

from irgo_app.cli.streams import is_stream, written_to
from irgo_app.cli.terminal import json_text, warn
from irgo_app.errors import WrongUsageError
from irgo_app.scan import pictures_needed
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.writer import save_file
from irgo_app.words import Message, message, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("picture", metavar="PICTURE", type=Path,
                        help=translated("a picture of a board: PNG, JPEG, WebP, GIF or BMP"))
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help=translated("the game record to write (.sgf)"))
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the position, or write it; raises UsageError for a bad picture."""
    if is_stream(arguments.output) and arguments.json:
        raise WrongUsageError("Standard output holds either the record or JSON; name a file with "
                              "-o.")
    if arguments.output is None:
        return _run(arguments, print)
    with written_to(arguments.output, (".sgf",), arguments.picture) as (arguments.output, say):
        return _run(arguments, say)


def _run(arguments: argparse.Namespace, say: Callable[[Message], None]) -> int:
    with pictures_needed():
        from irgo_app.scan.reading import (game_of, open_picture, read_picture, reading_json,
                                           remarks_of)
    reading = read_picture(open_picture(arguments.picture), arguments.picture.name)
    if arguments.output is not None:
        save_file(arguments.output, [game_of(reading)])
    if arguments.json:
        print(json_text(reading_json(reading), indent=1))
        return 0
    say(Message("\n".join(" ".join(row) for row in reading.rows)))
    for remark in remarks_of(reading):
        warn(remark)
    if arguments.output is not None:
        say(message("The position is in {file}.", file=arguments.output))
    return 0
