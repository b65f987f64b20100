"""Cards, what is due and what was learnt as JSON: `irgo-practice/1`."""

from __future__ import annotations

from datetime import UTC, datetime

from irgo_app.go.coordinates import vertex
from irgo_app.go.point import LETTER_OF_COLOUR, Point
from irgo_app.go.position import Position
from irgo_app.practice.card import Card, JudgedMove, Mark
from irgo_app.practice.card_words import hint_words, origin_words, question_words, reasons_words
from irgo_app.practice.deck import Row, Today
from irgo_app.practice.progress import Progress

Json = object


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
            _with_loss(move, position) for move in card.judged if card.mark(move) is Mark.BEST],
        "themes": [theme.name.lower() for theme in card.themes], "due": _time(schedule.due),
        "reviews": schedule.seen,
        "kind": card.kind.value, "question": str(question_words(card)),
        "hint": str(hint_words(card)), "board": position.diagram(),
        "moves": [_move(move, row) for move in card.judged],
        "played": None if card.played is None else _named(card.played, position),
        "group": [_named(stone, position) for stone in card.stones],
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
    if found is None or found.works is not None or card.mark(found) is Mark.BEST:
        return None
    return _with_loss(found, card.position)


def _with_loss(move: JudgedMove, position: Position) -> dict[str, Json]:
    """Return a move and the points it loses, None where it works or fails and no points count."""
    return {"move": _named(move.point, position),
            "loss": None if move.works is not None else round(move.loss, 1)}


def _move(move: JudgedMove, row: Row) -> dict[str, Json]:
    position = row.card.position
    return _with_loss(move, position) | {
        "works": move.works, "mark": row.card.mark(move).value,
        "line": [[LETTER_OF_COLOUR[colour], _named(point, position)]
                 for colour, point in move.line],
        "reasons": [str(reason) for reason in reasons_words(row.card, move)]}


def today_as_json(today: Today, following: float | None) -> dict[str, Json]:
    """Return what a day brings; following -- when the next card comes back, seconds UTC."""
    return {"reviews": list(today.reviews), "new": list(today.new), "waiting": today.waiting,
            "answered_today": today.done, "next": None if following is None else _time(following)}


def progress_as_json(told: Progress) -> dict[str, Json]:
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


def _named(point: Point, position: Position) -> str:
    return vertex(point, position.columns, position.rows)
