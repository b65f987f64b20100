"""`irgo layers`: every layer with its kind, unit, parameters and source."""

import argparse

from irgo_app.cli.terminal import json_text
from irgo_app.layers import LAYERS
from irgo_app.layers.layer import Layer
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.settings import Param
from irgo_app.words import message, translated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=translated("print one JSON document"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Print the layers."""
    if arguments.json:
        document = {"format": "irgo-layers/1", "layers": [_as_json(layer) for layer in LAYERS]}
        print(json_text(document, indent=1))
        return 0
    for layer in LAYERS:
        print(f"{layer.name}  ({layer.kind_name})  {translated(layer.title)}")
        notes = [message("unit: {unit}", unit=message(layer.unit)),
                 message("source: {source}", source=message(layer.source))]
        if layer.is_readers_too:
            notes.append(message("those of --engine NAME, else irgo's own"))
        elif layer.uses_engine:
            notes.append(message("needs an engine: --engine NAME"))
        for note in notes:
            print(f"    {note}")
        for param in layer.params:
            print(f"    {param.key}={param.default}  {_range(param)}{translated(param.help)}")
    return 0


def _as_json(layer: Layer) -> dict[str, object]:
    return {
        "name": layer.name, "title": layer.title, "kind": layer.kind_name, "unit": layer.unit,
        "source": layer.source, "needs_engine": layer.uses_engine and not layer.is_readers_too,
        "params": [
            {"key": param.key, "type": param.kind.__name__, "default": param.default,
             "low": param.low, "high": param.high, "choices": list(param.choices),
             "help": param.help}
            for param in layer.params
        ],
    }


def _range(param: Param) -> str:
    if param.choices:
        return "[" + ", ".join(param.choices) + "]  "
    if param.low is not None and param.high is not None:
        return str(message("[{low:g} to {high:g}]  ", low=param.low, high=param.high))
    return ""
