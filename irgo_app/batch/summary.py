"""The page at the end of a batch: how many games, who won, who lost what, and what was broken."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from irgo_app.batch.columns import PHASES, SIDES
from irgo_app.batch.store import batches_of
from irgo_app.words import numeral, translated, visible

_MOST_PLAYERS: Final = 50
_MOST_BROKEN: Final = 200
_WANTED: Final = (
    "file", "game", "columns", "rows", "winner", "moves", "seconds", "black_name", "white_name",
    "black_lost", "white_lost", "black_mistakes", "white_mistakes", "problems",
    *(f"{side}_lost_{phase}" for side in SIDES for phase in PHASES.values()))
_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
th:last-child.text, td.text { text-align: left; }
@media print { body { margin: 0; max-width: none; } }
"""


class _Player(Struct):
    """What the games of one player add up to."""

    games: int = 0
    won: int = 0
    moves: float = 0.0
    lost: float = 0.0
    mistakes: int = 0


class _Sums(Struct):
    """What the games of a table add up to."""

    games: int = 0
    moves: int = 0
    problems: int = 0
    seconds: float = 0.0
    sizes: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    lost: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    reached: Counter[str] = field(default_factory=Counter)
    players: defaultdict[str, _Player] = field(default_factory=lambda: defaultdict(_Player))

    def add(self, row: Mapping[str, object]) -> None:
        """Count a game in."""
        cells = {key: 0 if value is None else value for key, value in row.items()}
        self.games += 1
        self.moves += int(str(cells["moves"]))
        problems = row["problems"]
        self.problems += len(problems) if isinstance(problems, list) else 0
        self.seconds += _number(cells["seconds"])
        self.sizes[f"{cells['columns']}×{cells['rows']}"] += 1
        self.winners[str(row["winner"] or "")] += 1
        for phase in PHASES.values():
            self.reached[phase] += row[f"black_lost_{phase}"] is not None
            for side in SIDES:
                self.lost[side, phase] += _number(cells[f"{side}_lost_{phase}"])
        for side in SIDES:
            name = str(row[f"{side}_name"] or "").strip()
            if name:
                player = self.players[name]
                player.games += 1
                player.won += row["winner"] == side[0].upper()
                player.moves += _number(cells["moves"]) / 2
                player.lost += _number(cells[f"{side}_lost"])
                player.mistakes += int(_number(cells[f"{side}_mistakes"]))


def summary_page(games: Path, broken: Mapping[str, str], new: int, seconds: float) -> str:
    """Return the page as HTML that needs nothing from elsewhere.

    games -- the table of games; broken -- the reason by file; new -- records this run has made, in
    so many seconds
    """
    sums = _Sums()
    for batch in batches_of(games, _WANTED):
        for row in batch.to_pylist():
            sums.add(row)
    title = translated("Summary of a batch")
    return (f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{escape(title)}</title>'
            f"<style>{_STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n"
            + "".join(_sections(sums, broken, new, seconds)) + "</body></html>\n")


def _sections(sums: _Sums, broken: Mapping[str, str], new: int, seconds: float) -> Iterable[str]:
    sizes = ", ".join(f"{size}: {count}" for size, count in sums.sizes.most_common())
    yield _table(translated("Games"), (translated("what"), translated("how many")), [
        (translated("games"), sums.games), (translated("moves"), sums.moves),
        (translated("boards"), sizes),
        (translated("Black won"), sums.winners["B"]), (translated("White won"), sums.winners["W"]),
        (translated("no winner named"), sums.winners[""]),
        (translated("life-and-death problems"), sums.problems),
        (translated("new in this run"), new),
        (translated("games a second in this run"), numeral(new / seconds if seconds else 0, ".2f")),
        (translated("seconds of a processor a game"),
         numeral(sums.seconds / sums.games if sums.games else 0, ".2f")),
        (translated("broken"), len(broken))])
    yield _table(
        translated("Points lost, on average a game"),
        (translated("phase"), translated("Black"), translated("White"), translated("games")),
        [(translated(phase.value), *(
            numeral(sums.lost[side, name] / max(1, sums.reached[name]), ".1f") for side in SIDES),
          sums.reached[name]) for phase, name in PHASES.items()])
    players = sorted(sums.players.items(), key=lambda item: (-item[1].games, item[0]))
    if players:
        yield _table(
            translated("Players"),
            (translated("player"), translated("games"), translated("won"),
             translated("points lost a move"), translated("mistakes a game")),
            [(name, player.games, player.won, numeral(player.lost / max(1.0, player.moves), ".2f"),
              numeral(player.mistakes / player.games, ".1f"))
             for name, player in players[:_MOST_PLAYERS]])
    if broken:
        yield _table(translated("Broken files"), (translated("file"), translated("reason")),
                     sorted(broken.items())[:_MOST_BROKEN], is_text=True)


def _table(
    title: str, head: Sequence[str], rows: Iterable[Sequence[object]], *, is_text: bool = False
) -> str:
    kind = ' class="text"' if is_text else ""
    lines = "".join(
        "<tr>" + "".join(f"<td{kind}>{escape(visible(str(cell)))}</td>" for cell in row) + "</tr>\n"
        for row in rows)
    heads = "".join(f"<th{kind}>{escape(word)}</th>" for word in head)
    return (f"<h2>{escape(title)}</h2>\n<table><thead><tr>{heads}</tr></thead>\n<tbody>{lines}"
            "</tbody></table>\n")


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
