"""Any number of records: irgo's examples, turned and mirrored, with invented names and dates."""

import random
import re
from pathlib import Path
from typing import Final

EXAMPLES: Final = Path(__file__).parents[2] / "resources" / "examples"
_LETTERS: Final = "abcdefghijklmnopqrs"
_PLACE: Final = re.compile(r"(?<=\[)([a-s])([a-s])(?=\])")
_HEAD: Final = re.compile(r"(PB|PW|BR|WR|DT|GN|EV|RE|SO|US|PC)\[(?:[^\]\\]|\\.)*\]", re.DOTALL)
NAMES: Final = ("Bert", "Cläre", "Dora", "<b>Emil</b>", "Fritz \u202e", "金")


def turned_text(text: str, symmetry: int) -> str:
    """Return a record of 19 lines turned: bit 0 mirrors, bit 1 turns over, bit 2 transposes."""
    def place(found: re.Match[str]) -> str:
        column, row = _LETTERS.index(found[1]), _LETTERS.index(found[2])
        column = 18 - column if symmetry & 1 else column
        row = 18 - row if symmetry & 2 else row
        across, down = (row, column) if symmetry & 4 else (column, row)
        return _LETTERS[across] + _LETTERS[down]

    return _PLACE.sub(place, text)


def record_of(number: int, sources: list[str]) -> str:
    """Return a record of Anna's, another one for each number."""
    dice = random.Random(number)
    text = _HEAD.sub("", sources[number % len(sources)])
    own, other = ("B", "W") if dice.random() < 0.5 else ("W", "B")
    head = (f"P{own}[Anna]P{other}[{dice.choice(NAMES)}]{other}R[{dice.randint(1, 9)}k]"
            f"DT[{2010 + number % 15}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}]"
            f"RE[{dice.choice('BW')}+{dice.choice(('R', '3.5', '12.5'))}]GN[{number}]")
    return turned_text(text.replace(";", f";{head}", 1), dice.randrange(8))


def sources_in(folder: Path) -> list[str]:
    """Return the games on 19 lines in a folder, as text."""
    found = [path.read_text("utf-8", "replace") for path in sorted(folder.glob("*.sgf"))]
    return [text for text in found if "SZ[19]" in text and text.count(";") > 100]


def write_games_of(folder: Path, count: int, sources: list[str] | None = None) -> None:
    """Write so many records into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    known = sources or sources_in(EXAMPLES)
    for number in range(count):
        (folder / f"{number:05}.sgf").write_text(record_of(number, known), "utf-8")
