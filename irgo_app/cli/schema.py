"""`irgo schema`: the JSON Schema of what the other commands print with --json."""

import argparse

from irgo_app.cli.documents import DOCUMENTS, schema_of
from irgo_app.cli.terminal import json_text
from irgo_app.errors import WrongUsageError
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("format", metavar="FORMAT", nargs="?",
                        help=translated("the `format` of a document, such as irgo-why/1 (default: "
                                        "list them)"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print a schema, or which there are."""
    if arguments.format is None:
        for form, kind in DOCUMENTS.items():
            print(f"{form:22}{kind.__doc__}")
        return 0
    if arguments.format not in DOCUMENTS:
        raise WrongUsageError("There is no format {name}; there are {names}.",
                              name=arguments.format, names=", ".join(DOCUMENTS))
    print(json_text(schema_of(arguments.format), indent=1))
    return 0
