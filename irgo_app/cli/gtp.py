"""`irgo gtp`: irgo as an engine for any GTP controller, on standard input and output."""

import argparse
import io
import secrets
import sys
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from irgo_app.errors import WrongUsageError
from irgo_app.go.rules import CHINESE, RULESETS, known_ruleset
from irgo_app.gtp_server.server import make_engine
from irgo_app.gtp_server.thinker import PlaySettings
from irgo_app.judging.judges import check_visits
from irgo_app.networks import DEFAULT_LEVEL, LEVELS, level_named
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import ENGLISH, listed, message, speaking, translated

_SEED_BITS: Final = 32


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", default=DEFAULT_LEVEL.name, metavar="NAME",
                        help=str(message(
                            "how strongly it plays, from the weakest: {levels} (default: {usual})",
                            levels=listed(message("{name} ({title})", name=level.name,
                                                  title=message(level.title)) for level in LEVELS),
                            usual=DEFAULT_LEVEL.name)))
    parser.add_argument("--visits", type=int, metavar="N",
                        help=translated(
                            "positions it looks at for a move, in place of the level's number"))
    parser.add_argument("--seed", type=int, metavar="N",
                        help=translated("the same number, the same games (default: another number "
                                        "at each start)"))
    parser.add_argument("--rules", default=CHINESE.record_name, metavar="NAME",
                        help=str(message(
                            "the rules it plays and counts by: {rules} (default: {usual})",
                            rules=", ".join(rules.record_name for rules in RULESETS),
                            usual=CHINESE.record_name)))
    parser.add_argument("--no-resign", action="store_true",
                        help=translated("play every game to the end"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Answer commands until `quit` or the end of the input."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    manner, rules = _manner(arguments), known_ruleset(arguments.rules)
    if rules is None:
        raise WrongUsageError(
            "There are no rules {name!r}; there are {names}.", name=arguments.rules,
            names=", ".join(rules.record_name for rules in RULESETS))
    # GTP is a protocol: what irgo answers is English whoever reads it.
    with speaking(Path(), ENGLISH):
        make_engine(service, manner, rules).run(sys.stdin, sys.stdout)
    return 0


def _manner(arguments: argparse.Namespace) -> PlaySettings:
    level = level_named(arguments.level)
    if arguments.visits is not None:
        check_visits(arguments.visits, "--visits", least=1)
        level = replace(level, visits=arguments.visits)
    if arguments.seed is not None and arguments.seed < 0:
        raise WrongUsageError("Write --seed with a number from 0 on.")
    seed = secrets.randbits(_SEED_BITS) if arguments.seed is None else arguments.seed
    return PlaySettings(level, seed, not arguments.no_resign, arguments.visits is not None)
