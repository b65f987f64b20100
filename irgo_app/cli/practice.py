"""`irgo practice`: a deck of exercises from one's own games, and what is due of it.

Its JSON is `irgo-practice/1`.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import MAXYEAR, UTC, datetime
from itertools import chain, islice
from pathlib import Path

from irgo_app.cli.arguments import points_asked_for, progress_of
from irgo_app.cli.terminal import json_text, warn
from irgo_app.errors import WrongUsageError
from irgo_app.file_names import text_of_path
from irgo_app.go.point import LETTER_OF_COLOUR
from irgo_app.go.position import Position
from irgo_app.judging.result_json import Json
from irgo_app.practice.card import AnswerMark, Card, JudgedMove, Theme
from irgo_app.practice.card_words import (best_words, damaged_words, hint_words, origin_words,
                                          played_words, question_words, reasons_words, themes_words)
from irgo_app.practice.deck import Added, Deck, DeckProgress, Today, progress_of_deck
from irgo_app.practice.deck_file import check_there, deck_path
from irgo_app.practice.exports import check_export, export
from irgo_app.practice.repair import repaired
from irgo_app.practice.rows import Row
from irgo_app.practice.schedule import Schedule, sane
from irgo_app.practice.taking import (Taken, Wanted, files_in, records_in, taken_from,
                                      taken_from_each)
from irgo_app.review.losses import LEAST
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.words import Message, counted, message, translated

_MOST_LISTED = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    add = actions.add_parser("add", help=translated(
        "make cards of the mistakes in games, and of collections of problems"))
    add.add_argument("files", metavar="GAMES", type=Path, nargs="+", help=translated(
        "records (SGF) of games or problems, and folders of them"))
    add.add_argument("--player", metavar="NAME", action="append", default=[], help=translated(
        "whose mistakes: a name, or Black or White where a game names nobody; kept for the next "
        "time (default: the names given last, else both sides)"))
    add.add_argument("--least", metavar="POINTS", type=float, help=translated(
        "what a mistake loses at least (default: as chosen last, else 2.5)"))
    add.add_argument("--life", action="store_true", help=translated(
        "the games' life-and-death problems too, as `irgo problems` finds them"))
    add.add_argument("--move", metavar="N", type=int, help=translated(
        "a card of the position after N moves, and of nothing else"))
    add.add_argument("--engine", metavar="NAME", help=translated(
        "let this engine judge, as `irgo engines` names it, in place of irgo's reader"))
    add.set_defaults(act=_add)
    listing = actions.add_parser("list", help=translated("list the cards, the newest first"))
    listing.add_argument("--theme", choices=[theme.name.lower() for theme in Theme])
    listing.add_argument("--most", metavar="N", type=int, default=_MOST_LISTED, help=str(message(
        "how many (default {most}), 0 for all", most=_MOST_LISTED)))
    listing.set_defaults(act=_list)
    stats = actions.add_parser("stats", help=translated("tell what was learnt, by theme"))
    stats.set_defaults(act=_stats)
    due = actions.add_parser("due", help=translated("tell what is due on a day"))
    due.set_defaults(act=_due)
    for action in (stats, due):
        action.add_argument("--on", metavar="DATE", help=translated(
            "as of another day, such as 2027-01-31"))
    for action in (add, listing, stats, due):
        _add_deck(action)
        action.add_argument("--json", action="store_true",
                            help=translated("print one JSON document"))
    take = actions.add_parser("import", help=translated("import the cards of another deck"))
    take.add_argument("file", metavar="FILE", type=Path)
    take.set_defaults(act=_import)
    repair = actions.add_parser("repair", help=translated(
        "take out of a deck what is damaged; a copy of how it was is kept"))
    repair.set_defaults(act=_repair)
    export_ = actions.add_parser("export", help=translated(
        "write the deck for Anki (.apkg), as problems (.sgf), as a sheet (.pdf), or as one file "
        "that `irgo practice import` reads (.deck)"))
    export_.add_argument("output", metavar="OUT", type=Path)
    export_.set_defaults(act=_export)
    for action in (take, repair, export_):
        _add_deck(action)


def _add_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", metavar="FILE", type=Path, help=translated(
        "a deck other than your own"))


def run(arguments: argparse.Namespace, service: AnalysisService) -> int:
    """Do what was asked of a deck; raises IrgoError for a bad deck, file, engine or option."""
    code: int = arguments.act(arguments)
    return code


def _deck(arguments: argparse.Namespace) -> Deck:
    """Return the deck of --deck, else the user's own, made if need be; raises DeckError."""
    return Deck(arguments.deck or deck_path())


def _known_deck(arguments: argparse.Namespace) -> Deck:
    """Return the same to look into: a deck that was named has to be there."""
    if arguments.deck is not None:
        check_there(arguments.deck)
    return _deck(arguments)


def _add(arguments: argparse.Namespace) -> int:
    if arguments.move is not None and len(arguments.files) > 1:
        raise WrongUsageError("--move takes one game; name one file.")
    if arguments.least is not None and not 1 <= arguments.least < 1000:
        raise WrongUsageError("--least takes points, 1 or more.")
    files, now = files_in(arguments.files), time.time()
    with _deck(arguments) as deck:
        chosen = deck.choices()
        players = tuple(arguments.player) or chosen.players
        least = arguments.least or chosen.least
        kept = chosen.with_players(players, least)
        wanted = Wanted(players, least, arguments.life, arguments.move,
                        points_asked_for(arguments), now)
        total, remarks, made, games = Added(0, 0), list[Message](), list[Card](), 0
        for taken in _taken(files, wanted):
            # A name that nobody has in these games was mistyped, and is no choice.
            if kept != chosen and (taken.cards or taken.games):
                deck.choose(kept)
                chosen = kept
            added = deck.add(taken.cards, now)
            for game in taken.games:
                deck.note_game(game)
            total = Added(total.new + added.new, total.known + added.known)
            remarks += taken.remarks
            games += len(taken.games)
            made += taken.cards
        for remark in remarks:
            warn(str(remark))
        if arguments.json:
            print(json_text({
                "format": "irgo-practice/1", "deck": text_of_path(deck.path), "new": total.new,
                "known": total.known, "cards": [row_as_json(Row(
                    card.id, card, deck.schedule(card.id), now)) for card in made]}))
        else:
            _tell_added(total, deck, least if games else None)
    return 0


def _taken(files: Sequence[Path], wanted: Wanted) -> Iterator[Taken]:
    """Yield what the records of files give, with a bar that shows how far it has come."""
    left = records_in(files)
    first = list(islice(left, 2))
    records = chain(first, left)
    if len(first) > 1 and wanted.engine is None:
        with progress_of(files[0].name if len(files) == 1 else str(files[0].parent)) as tell:
            yield from taken_from_each(
                records, wanted, lambda done: tell(done, max(done + 1, len(files))))
        return
    for path, tree in records:
        with progress_of(path.name) as tell:
            taken = taken_from(tree, path, wanted, tell)
        yield taken


def _tell_added(added: Added, deck: Deck, least: float | None = None) -> None:
    """Print what came into the deck; least -- points that a mistake in games had to lose."""
    if added.new or added.known:
        print(counted("One card is new in {deck}.", "{count} cards are new in {deck}.", added.new,
                      deck=deck.path))
        if added.known:
            print(counted("One was known already.", "{count} were known already.", added.known))
    elif least is None:
        print(message("No card was made."))
    elif least > LEAST:
        print(message("No card was made: no move clearly lost that much. Try a smaller --least."))
    else:
        # A loss of less is told nowhere: it could as well be none.
        print(message("No card was made: no move clearly lost that much. Add more games, take "
                      "--life for life and death, or --move N for a position of your choice."))


def _tell_damaged(count: int) -> None:
    if count:
        warn(str(damaged_words(count)))


def _list(arguments: argparse.Namespace) -> int:
    themes = () if arguments.theme is None else (Theme[arguments.theme.upper()],)
    if arguments.most < 0:
        raise WrongUsageError("--most takes 0 or more.")
    with _known_deck(arguments) as deck:
        rows = deck.rows(themes, arguments.most or -1)
        if arguments.json:
            print(json_text({"format": "irgo-practice/1", "deck": text_of_path(deck.path),
                             "cards": [row_as_json(row) for row in rows]}))
            _tell_damaged(len(deck.damaged))
            return 0
        is_empty = True
        for row in rows:
            is_empty = False
            _print_row(row)
        if is_empty and not deck.damaged:
            print(_empty(deck))
        _tell_damaged(len(deck.damaged))
    return 0


def _print_row(row: Row) -> None:
    print(message("{name}  {question}  [{themes}]  {due}", name=row.id,
                  question=question_words(row.card), themes=themes_words(row.card),
                  due=_due_words(row.schedule)))
    for said in (origin_words(row.card), played_words(row.card), best_words(row.card)):
        if said:
            print(f"    {said}")


def _due_words(schedule: Schedule) -> Message:
    if schedule.is_new:
        return message("new")
    return message("due {date}", date=_date_text(schedule.due))


def _date_text(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d")


def _stats(arguments: argparse.Namespace) -> int:
    now = _moment(arguments)
    with _known_deck(arguments) as deck:
        told = progress_of_deck(deck, now)
        if arguments.json:
            print(json_text({"format": "irgo-practice/1", "deck": text_of_path(deck.path)}
                            | progress_as_json(told)))
            return 0
        if not told.cards:
            print(_empty(deck))
            return 0
        print(message("Cards: {cards}, new: {new}, learnt: {learnt}; due today: {due}",
                      cards=told.cards, new=told.new, learnt=told.learnt,
                      due=len(told.today.cards)))
        for theme in told.themes:
            right = "" if theme.right is None else message(
                ", {right:.0f} % right in 30 days", right=100 * theme.right)
            print(message("    {theme}: {learnt} of {cards} learnt, seen: {seen}{right}",
                          theme=message(theme.theme.value), cards=theme.cards, seen=theme.seen,
                          learnt=theme.learnt, right=right))
        for game in told.games:
            count = sum(game.mistakes.values())
            print(counted("    {game}: one mistake in {moves} moves",
                          "    {game}: {count} mistakes in {moves} moves", count,
                          game=" ".join(filter(None, (game.date, game.name, game.player)))
                          or message("a game"), moves=game.moves))
    return 0


def _due(arguments: argparse.Namespace) -> int:
    now = _moment(arguments)
    with _known_deck(arguments) as deck:
        today = deck.today(now)
        if arguments.json:
            cards = [row_as_json(row) for row in deck.rows_of(today.cards)]
            print(json_text({"format": "irgo-practice/1", "deck": text_of_path(deck.path),
                             "cards": cards} | today_as_json(today, deck.next_time(now))))
            _tell_damaged(len(deck.damaged))
            return 0
        if not deck.count():
            print(_empty(deck))
            return 0
        print(message("Coming back: {reviews}, new: {new}; answered today: {done}",
                      reviews=len(today.reviews), new=len(today.new), done=today.done))
        if today.waiting:
            print(counted("One more waits for another day.", "{count} more wait for another day.",
                          today.waiting))
        following = deck.next_time(now)
        if not today.cards and following is not None:
            print(message("The next card comes back on {date}.", date=_date_text(following)))
    return 0


def _import(arguments: argparse.Namespace) -> int:
    with _deck(arguments) as deck:
        added = deck.take_in(arguments.file, time.time())
        if added.left_out:
            warn(str(added.left_out.words(arguments.file)))
        _tell_added(added, deck)
    return 0


def _repair(arguments: argparse.Namespace) -> int:
    path = arguments.deck or deck_path()
    done = repaired(path, time.time())
    if done.copy is None:
        print(message("There is nothing to repair in {deck}.", deck=path))
    elif done.taken_out:
        print(message("Taken out of {deck}: {what}. The deck as it was is {copy}.", deck=path,
                      what=done.taken_out.what(), copy=done.copy))
    else:
        print(message("{deck} is repaired; nothing had to be taken out. The deck as it was is "
                      "{copy}.", deck=path, copy=done.copy))
    return 0


def _export(arguments: argparse.Namespace) -> int:
    check_export(arguments.output)
    with _known_deck(arguments) as deck:
        count = export(deck, arguments.output, time.time())
        _tell_damaged(len(deck.damaged))
    print(counted("One card is in {file}.", "{count} cards are in {file}.", count,
                  file=arguments.output))
    return 0


def _empty(deck: Deck) -> Message:
    return message("The deck {deck} is empty; `irgo practice add GAMES --player NAME` fills it "
                   "with your mistakes.", deck=deck.path)


def _moment(arguments: argparse.Namespace) -> float:
    """Return the moment asked about: noon of --on, else now; raises WrongUsageError."""
    if arguments.on is None:
        return sane(time.time())
    with suppress(ValueError, OverflowError, OSError):
        day = datetime.strptime(arguments.on, "%Y-%m-%d")
        # The calendar ends with the last year: its last day has none after it.
        if day.year < MAXYEAR:
            return sane(day.replace(hour=12).timestamp())
    raise WrongUsageError("--on takes a date such as 2027-01-31.")


def row_as_json(row: Row) -> dict[str, Json]:
    """Return a card with its schedule.

    `move_number` is that of the move asked for, 1 in a problem; a new card is due since it was
    added. `board`, `seen` and `from` say again what `rows`, `reviews` and `file` do, and more.
    """
    card, schedule = row.card, row.schedule
    position = card.position
    return {
        "id": row.id, "file": card.origin.source, "move_number": card.origin.number + 1,
        "to_play": LETTER_OF_COLOUR[position.to_play], "rows": position.diagram(),
        "mistake": _mistake(card), "good": [
            _with_loss(move,
                position) for move in card.judged if card.mark(move) is AnswerMark.BEST],
        "themes": [theme.name.lower() for theme in card.themes], "due": _time(schedule.due),
        "reviews": schedule.seen,
        "kind": card.kind.value, "question": str(question_words(card)),
        "hint": str(hint_words(card)), "board": position.diagram(),
        "moves": [_move(move, row) for move in card.judged],
        "played": None if card.played is None else position.vertex(card.played),
        "group": [position.vertex(stone) for stone in card.stones],
        "from": {"black": card.origin.black, "white": card.origin.white,
                 "date": card.origin.date, "name": card.origin.name,
                 "after_move": card.origin.number, "file": card.origin.source,
                 "text": str(origin_words(card))},
        "judge": card.judge, "added": _time(row.added), "is_new": schedule.is_new,
        "seen": schedule.seen, "lapses": schedule.lapses,
        "stability_days": None if schedule.stability is None else round(schedule.stability, 1)}


def _mistake(card: Card) -> Json:
    """Return what was played in the game and lost points there, None on cards of problems."""
    found = card.mistake
    if found is None or found.works is not None or card.mark(found) is AnswerMark.BEST:
        return None
    return _with_loss(found, card.position)


def _with_loss(move: JudgedMove, position: Position) -> dict[str, Json]:
    """Return a move and the points it loses, None where it works or fails and no points count."""
    return {"move": position.vertex(move.point),
            "loss": None if move.works is not None else round(move.loss, 1)}


def _move(move: JudgedMove, row: Row) -> dict[str, Json]:
    position = row.card.position
    return _with_loss(move, position) | {
        "works": move.works, "mark": row.card.mark(move).value,
        "line": [[LETTER_OF_COLOUR[colour], position.vertex(point)]
                 for colour, point in move.line],
        "reasons": [str(reason) for reason in reasons_words(row.card, move)]}


def today_as_json(today: Today, following: float | None) -> dict[str, Json]:
    """Return what a day brings; following -- when the next card comes back, seconds UTC."""
    return {"reviews": list(today.reviews), "new": list(today.new), "waiting": today.waiting,
            "answered_today": today.done, "next": None if following is None else _time(following)}


def progress_as_json(told: DeckProgress) -> dict[str, Json]:
    """Return what was learnt."""
    return {
        "cards": told.cards, "new": told.new, "learnt": told.learnt,
        "due": len(told.today.cards), "themes": [{
            "theme": theme.theme.name.lower(), "cards": theme.cards, "seen": theme.seen,
            "learnt": theme.learnt, "right": None if theme.right is None else round(theme.right, 3)}
            for theme in told.themes],
        "days": [{"days_ago": day.days_ago, "answers": day.answers, "right": day.right}
                 for day in told.days],
        "games": [{
            "player": game.player, "name": game.name, "date": game.date, "moves": game.moves,
            "mistakes": {theme.name.lower(): count for theme, count in game.mistakes.items()}}
            for game in told.games]}


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
