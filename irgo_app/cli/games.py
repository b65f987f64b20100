"""`irgo games`: one's own games in one place. Its JSON is `irgo-games/1`."""

import argparse
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from irgo_app.cli.arguments import (add_file_argument, add_node_arguments, chosen_game, chosen_node,
                                    points_asked_for)
from irgo_app.cli.batch import add_crew_arguments, crew_asked_for
from irgo_app.cli.terminal import ProgressBar, about, json_text, tell, warn
from irgo_app.errors import UsageError, WrongUsageError
from irgo_app.file_names import text_of_path
from irgo_app.games.door import found_in, lines_in
from irgo_app.games.folders import Indexed, bring_up_to_date
from irgo_app.games.games_json import FORMAT, line_as_json
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
from irgo_app.words import counted, message, translated

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
    with GamesIndex(arguments.index) as index:
        code: int = arguments.act(arguments, index)
    return code


def _add(arguments: argparse.Namespace, index: GamesIndex) -> int:
    links = [link_of(text, arguments.site) for text in arguments.paths if looks_like_link(text)]
    paths = [Path(text) for text in arguments.paths if not looks_like_link(text)]
    for path in paths:
        if not path.exists():
            raise UsageError("There is no file or folder {path}; check the name.", path=path)
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
    for name, reason in sorted(done.broken.items())[:_MOST_TOLD]:
        warn(about(name, reason))
    if arguments.json:
        _print(index, {"new": done.new, "files": done.files, "total": index.count(),
                       "broken": [{"file": name, "reason": reason}
                                  for name, reason in sorted(done.broken.items())]})
        return 0
    print(counted("One new game in {files} files; the index has {total}.",
                  "{count} new games in {files} files; the index has {total}.", done.new,
                  files=done.files, total=index.count()))
    if index.count() and not index.own_names():
        print(message("irgo does not know which side is yours; say so with --name NAME."))
    return 0


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
    if arguments.json:
        _print(index, {"found": len(places), "games": [
            line_as_json(line, index.place_of(line.row.id)[0].name) for line in found]})
        return 0
    _print_lines(found)
    if len(found) < len(places):
        print(message("{count} more; --most 0 lists all.", count=len(places) - len(found)))
    return 0


def _find(arguments: argparse.Namespace, index: GamesIndex) -> int:
    _, tree = chosen_game(arguments)
    position = Replay(tree).position_at(chosen_node(arguments, tree))
    found = found_in(index, position, arguments.box, arguments.most)
    if arguments.json:
        _print(index, found)
        return 0
    print(counted("One game had this position.", "{count} games had this position.",
                  int(str(found["found"]))))
    for each in list_of(found["next"])[:_MOST_TOLD]:
        move = " ".join(map(str, list_of(each["move"]))) if each["move"] else \
            message("nothing more there")
        print(message("    {move}: {games} games, Black won {won}, White won {lost}", move=move,
                      games=each["games"], won=each["black_won"], lost=each["white_won"]))
    lines = {line.row.id: line for line in lines_in(index)}
    _print_lines([lines[int(each["game"])] for each in list_of(found["games"])])
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
    for name, reason in sorted(count.broken.items())[:_MOST_TOLD]:
        warn(about(name, reason))
    if arguments.json:
        _print(index, {"read": count.read, "broken": [
            {"file": name, "reason": reason} for name, reason in sorted(count.broken.items())]})
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


def _print_lines(lines: Iterable[TableLine]) -> None:
    for line in lines:
        texts = [line.text(column) for column in GameColumn]
        print(f"{line.row.id:>6}  {texts[0]:10}  {texts[1]:24}  " + "  ".join(
            filter(None, texts[2:])))


def _print(index: GamesIndex, document: dict[str, Json]) -> None:
    print(json_text({"format": FORMAT, "index": text_of_path(index.path)} | document))
