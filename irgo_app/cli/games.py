"""`irgo games`: one's own games in one place. Its JSON is `irgo-games/1`."""

import argparse
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from irgo_app.batch.sources import Source
from irgo_app.cli.arguments import (add_file_argument, add_node_arguments, chosen_game, chosen_node,
                                    points_asked_for)
from irgo_app.cli.batch import add_crew_arguments, crew_asked_for
from irgo_app.cli.terminal import ProgressBar, about, json_text, tell, warn
from irgo_app.errors import WrongUsageError
from irgo_app.games.door import found_in, lines_in, there
from irgo_app.games.folders import Indexed, bring_up_to_date
from irgo_app.games.games_json import broken_as_json, document_of, lines_as_json
from irgo_app.games.index import GamesIndex
from irgo_app.games.links import (OGS, OgsSite, fetch_record, keep_record, link_of, looks_like_link,
                                  own_games_folder, where_it_asks, where_link_goes)
from irgo_app.games.ogs import fetch_player
from irgo_app.games.reading import read_games_of
from irgo_app.games.statistics import (cards_of, example_words, own_lines, share_words,
                                       shares_as_json, statistics_of, statistics_words)
from irgo_app.games.table import GameColumn, TableLine, matching, sorted_by
from irgo_app.judging.result_json import Json
from irgo_app.practice.deck import Deck
from irgo_app.practice.deck_file import deck_path
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.sgf.replay import Replay
from irgo_app.words import counted, message, translated, visible

_MOST_LISTED = 50
_MOST_TOLD = 10
_ORDERS = {"date": GameColumn.DATE, "opponent": GameColumn.OPPONENT, "loss": GameColumn.LOSS,
           "result": GameColumn.RESULT}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    add = actions.add_parser("add", help=translated(
        "add folders and archives of games, and index what is new in those added before"))
    add.add_argument("paths", metavar="PATH", nargs="*", help=translated(
        "folders, zip archives, records, addresses of games such as "
        "https://online-go.com/game/1; none to look for what is new where games came from before"))
    add.add_argument("--ogs", metavar="NAME", action="append", default=[], help=translated(
        "fetch the public games of a player of OGS (online-go.com), one a second"))
    add.add_argument("--name", metavar="NAME", action="append", default=[], help=translated(
        "a name you play under, so that irgo knows your side"))
    add.add_argument("--anew", action="store_true", help=translated(
        "read all files again and make the index anew"))
    add.add_argument("--site", metavar="ADDRESS", default=OGS, help=translated(
        "where OGS is (default: {site})").format(site=OGS))
    add.set_defaults(act=_add)
    listing = actions.add_parser("list", help=translated("list games, the newest first"))
    listing.add_argument("words", metavar="WORD", nargs="*", help=translated(
        "only games that have all these words: a name, a year, won"))
    listing.add_argument("--sort", choices=tuple(_ORDERS), default="date")
    listing.set_defaults(act=_list)
    reading = actions.add_parser("read", help=translated(
        "read the games that were not read, the newest first; stopped, it goes on next time"))
    add_crew_arguments(reading)
    reading.set_defaults(act=_read)
    stats = actions.add_parser("stats", help=translated(
        "tell what keeps going wrong in your games that were read"))
    stats.add_argument("--last", metavar="N", type=int, default=0, help=translated(
        "only your last N games (default: all)"))
    stats.add_argument("--cards", action="store_true", help=translated(
        "add cards of these games' mistakes to your deck"))
    stats.set_defaults(act=_stats)
    find = actions.add_parser("find", help=translated(
        "find games that had a position, turned, mirrored or with colours exchanged, and tell "
        "what was played next"))
    add_file_argument(find)
    add_node_arguments(find)
    find.add_argument("--box", metavar="CORNER-CORNER", help=translated(
        "only this box of the board, such as A19-J11 (default: the whole board)"))
    find.set_defaults(act=_find)
    for action, usual in ((listing, _MOST_LISTED), (find, _MOST_LISTED), (reading, 0)):
        action.add_argument("--most", metavar="N", type=int, default=usual,
                            help=str(message("how many (default {most}), 0 for all",
                                             most=usual)))
    for action in (add, listing, reading, stats, find):
        action.add_argument("--index", metavar="FILE", type=Path, help=translated(
            "an index other than your own"))
        action.add_argument("--json", action="store_true",
                            help=translated("print one JSON document"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Do what was asked of the games; raises IrgoError for a bad index, file or option."""
    if getattr(arguments, "most", 0) < 0:
        raise WrongUsageError("--most takes 0 or more.")
    if arguments.act is _add:
        there(_named(arguments))
    with GamesIndex(arguments.index, makes=arguments.act is _add) as index:
        code: int = arguments.act(arguments, index)
    return code


def _add(arguments: argparse.Namespace, index: GamesIndex) -> int:
    links = [link_of(text, arguments.site) for text in arguments.paths if looks_like_link(text)]
    paths = _named(arguments)
    for name in arguments.name:
        index.add_name(name)
    for path in paths:
        index.add_source(path)
    for link in links:
        tell(str(where_link_goes(link)))
        kept = keep_record(own_games_folder("links"), link.file_name, fetch_record(link))
        index.add_source(kept.parent)
    known = [] if arguments.paths or arguments.ogs or arguments.anew else [
        source.player for source in index.sources() if source.player]
    for name in (*arguments.ogs, *known):
        _fetch(name, OgsSite(arguments.site), index)
    if arguments.anew:
        index.forget_all_files()
    done = _indexed(index)
    asked, problems = _names_in(paths, index), index.problems()
    broken = done.broken | {name: reason for name, reason in problems.items() if name in asked}
    is_vain = not links and not arguments.ogs and asked <= problems.keys() and (
        bool(asked) or any(map(os.path.isfile, paths)))
    _warn_of(broken)
    if arguments.json:
        _print(index, {"new": done.new, "files": done.files, "total": index.count()},
               broken_as_json(broken))
        return int(is_vain)
    print(counted("One new game {where}; the index has {total}.",
                  "{count} new games {where}; the index has {total}.", done.new,
                  where=counted("in one file", "in {count} files", done.files),
                  total=index.count()))
    if index.count() and not index.own_names():
        print(message("irgo does not know which side is yours; say so with --name NAME."))
    return int(is_vain)


def _named(arguments: argparse.Namespace) -> list[Path]:
    """Return the files and folders that were named."""
    return [Path(text) for text in arguments.paths if not looks_like_link(text)]


def _names_in(paths: Iterable[Path], index: GamesIndex) -> set[str]:
    """Return the names of all files that the index knows at some paths."""
    roots = [Path(os.path.abspath(path)) for path in paths]
    return {Source(path, member).name for (_, member, *_), (_, path) in index.files().items()
            if any(map(path.is_relative_to, roots))}


def _warn_of(broken: Mapping[str, str]) -> None:
    for name, reason in sorted(broken.items())[:_MOST_TOLD]:
        warn(about(name, reason))


def _fetch(name: str, site: OgsSite, index: GamesIndex) -> None:
    """Fetch what is new of a player's games; raises NetworkError, what has come is kept."""
    tell(str(where_it_asks(name, site)))
    bar = ProgressBar(translated("Fetching"))
    try:
        fetch_player(index, name, site, lambda done: bar.show(done.listed, done.total))
    finally:
        bar.end()


def _indexed(index: GamesIndex) -> Indexed:
    bar = ProgressBar(translated("Indexing"))
    try:
        return bring_up_to_date(index, tell=lambda done: bar.show(done.files, done.total))
    finally:
        bar.end()


def _list(arguments: argparse.Namespace, index: GamesIndex) -> int:
    lines = lines_in(index)
    places = matching(lines, " ".join(arguments.words))
    if arguments.sort != "date":
        places = sorted_by(lines, places, _ORDERS[arguments.sort],
                           is_falling=arguments.sort == "loss")
    found = [lines[at] for at in places][:arguments.most or len(places)]
    files = index.names_of_files()
    if arguments.json:
        _print(index, lines_as_json(found, len(places), files))
        return 0
    if not places:
        print(message("No game has all these words."))
    _print_lines(found, files)
    if len(found) < len(places):
        print(message("{count} more; --most 0 lists all.", count=len(places) - len(found)))
    return 0


def _find(arguments: argparse.Namespace, index: GamesIndex) -> int:
    game_file, tree = chosen_game(arguments)
    position = Replay(tree).position_at(chosen_node(arguments, tree))
    lines = lines_in(index)
    found = found_in(index, lines, position, arguments.box, arguments.most)
    if arguments.json:
        _print(index, found | {"warnings": list(map(str, game_file.diagnostics))})
        return 0
    print(counted("One game had this position.", "{count} games had this position.",
                  int(str(found["found"]))))
    for each in list_of(found["next"])[:_MOST_TOLD]:
        move = " ".join(map(str, list_of(each["move"]))) if each["move"] else \
            message("nothing more there")
        print(counted("    {move}: one game, Black won {won}, White won {lost}",
                      "    {move}: {count} games, Black won {won}, White won {lost}", each["games"],
                      move=move, won=each["black_won"], lost=each["white_won"]))
    by_number = {line.row.id: line for line in lines}
    _print_lines([by_number[each["game"]] for each in list_of(found["games"])],
                 {each["game"]: each["file"] for each in list_of(found["games"])})
    return 0


def _read(arguments: argparse.Namespace, index: GamesIndex) -> int:
    profile, bar = points_asked_for(arguments), ProgressBar(translated("Reading"))
    lines_in(index)
    with crew_asked_for(arguments)() as crew:
        try:
            count = read_games_of(index, crew, profile,
                                  lambda count: bar.show(count.done, count.total),
                                  most=arguments.most)
        finally:
            bar.end()
    _warn_of(count.broken)
    if arguments.json:
        _print(index, {"read": count.read}, broken_as_json(count.broken))
        return 0
    print(counted("One game was read.", "{count} games were read.", count.read))
    return 0


def _stats(arguments: argparse.Namespace, index: GamesIndex) -> int:
    if arguments.last < 0:
        raise WrongUsageError("--last takes 0 or more.")
    lines = lines_in(index)
    found = statistics_of(index, lines, arguments.last)
    added = None
    if arguments.cards:
        with Deck(deck_path()) as deck:
            added = deck.add(cards_of(index, own_lines(lines, arguments.last)), time.time())
    if arguments.json:
        _print(index, shares_as_json(found) | (
            {} if added is None else {"cards": {"new": added.new, "known": added.known}}))
        return 0
    print(statistics_words(found))
    for title, shares in ((message("By theme"), found.themes), (message("By phase"), found.phases),
                          (message("By the clock, in 100 moves"), found.paces)):
        if shares:
            print(title)
        for share in shares:
            print(f"    {share_words(share)}")
            for example in share.examples:
                print(f"        {example_words(example)}")
    if found.worst:
        print(message("The worst games"))
    for example in found.worst:
        print(f"    {example_words(example)}")
    if added is not None:
        print(counted("One card is new in your deck.", "{count} cards are new in your deck.",
                      added.new))
    return 0


def list_of(found: Json) -> list[Any]:
    """Return a list of a document."""
    assert isinstance(found, list)
    return found


def _print_lines(lines: Iterable[TableLine], files: Mapping[int, str]) -> None:
    for line in lines:
        texts = [line.text(column) for column in GameColumn]
        print(f"{line.row.id:>6}  {texts[0]:10}  {texts[1]:24}  " + "  ".join(
            filter(None, (*texts[2:], visible(files[line.row.id])))))


def _print(index: GamesIndex, *parts: Mapping[str, Json]) -> None:
    print(json_text(document_of(index, *parts)))
