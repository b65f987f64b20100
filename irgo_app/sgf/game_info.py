"""Who played whom, by which rules, how it ended: the game info of the root as values."""

from typing import Final

from msgspec import Struct

from irgo_app.go.rules import Ruleset, known_ruleset, ruleset_named
from irgo_app.sgf.edits import ChangeKind, Edit, set_properties
from irgo_app.sgf.game_tree import GameTree
from irgo_app.sgf.values import Properties, number_of, raw_of_text, simple_text_of, size_of
from irgo_app.words import Message, message

_HUNDREDTHS: Final = 100
"""A komi from here on is meant in hundredths of a point."""
_NUMBERS: Final = (("KM", message("komi")), ("HA", message("handicap")))
_IDENTIFIERS: Final = {
    "black": "PB", "white": "PW", "black_rank": "BR", "white_rank": "WR", "komi": "KM",
    "handicap": "HA", "result": "RE", "rules": "RU", "date": "DT", "event": "EV", "round": "RO",
    "place": "PC", "game_name": "GN", "comment": "GC",
}


class GameInfo(Struct, frozen=True):
    """The texts as they stand in the record, cleaned of escapes; "" where there is none."""

    black: str = ""
    white: str = ""
    black_rank: str = ""
    white_rank: str = ""
    komi: str = ""
    handicap: str = ""
    result: str = ""
    rules: str = ""
    date: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    game_name: str = ""
    comment: str = ""

    @property
    def komi_points(self) -> float | None:
        """Return komi in points, None if there is none."""
        points = number_of(self.komi)
        return None if points is None else _komi_points(points)


def game_info(tree: GameTree) -> GameInfo:
    """Return the game info of a tree."""
    properties = tree.root.properties
    return GameInfo(**{
        name: simple_text_of(properties[identifier][0]).strip() if properties.get(identifier)
        else ""
        for name, identifier in _IDENTIFIERS.items()
    })


def why_no_number(name: str, text: str) -> Message | None:
    """Return why a field of the game info cannot hold a text, None if it can; "" clears it."""
    what = dict(_NUMBERS).get(_IDENTIFIERS[name])
    if what is None or not text or number_of(text) is not None:
        return None
    return _no_number(what, text)


def _no_number(what: Message, text: str) -> Message:
    return message("The {what} [{text}] is no number that can be used.", what=what, text=text[:12])


def _no_komi(text: str) -> Message:
    return message("The komi [{text}] is no number that can be used; the usual one of the rules is "
                   "counted.", text=text[:12])


def root_remarks(properties: Properties) -> list[Message]:
    """Return a sentence for each of komi, handicap and size that is not written as SGF says."""
    remarks: list[Message] = []
    for identifier, what in _NUMBERS:
        if identifier not in properties:
            continue
        raw = properties[identifier][0]
        if number_of(raw) is None:
            remarks.append(_no_komi(raw) if identifier == "KM" else _no_number(what, raw))
        elif "," in raw:
            remarks.append(message("The {what} [{text}] is written with a comma.", what=what,
                                   text=raw[:12]))
    komi = number_of(properties["KM"][0]) if "KM" in properties else None
    if komi is not None and abs(komi) >= _HUNDREDTHS:
        remarks.append(message("The komi [{text}] was read as {komi:g}.",
                               text=properties["KM"][0][:12], komi=_komi_points(komi)))
    size = properties["SZ"][0] if "SZ" in properties else ""
    if size_of(size) and not _is_proper_size(size):
        remarks.append(message("The size [{text}] is not written as SGF says.", text=size[:12]))
    return remarks


def _is_proper_size(raw: str) -> bool:
    """Return whether a size is one number, or two that differ."""
    columns, colon, rows = raw.partition(":")
    return columns.isdecimal() and (not colon or (rows.isdecimal() and rows != columns))


def _komi_points(number: float) -> float:
    """Return komi in points; 375 and 650, as Fox writes them, are 7.5 and 6.5."""
    if number in (375.0, 325.0, 275.0):
        return number / 50  # Fox counts half of the area difference, in hundredths.
    return number / 100 if abs(number) >= _HUNDREDTHS else number


def set_game_info(tree: GameTree, info: GameInfo) -> Edit | None:
    """Return the edit that writes what differs into the root, None if nothing does.

    A decimal comma becomes a point, as SGF has it.
    """
    before = game_info(tree)
    changed: dict[str, list[str] | None] = {}
    for name in info.__struct_fields__:
        text = getattr(info, name)
        if text != getattr(before, name):
            if _IDENTIFIERS[name] in dict(_NUMBERS) and number_of(text) is not None:
                text = text.replace(",", ".")
            changed[_IDENTIFIERS[name]] = [raw_of_text(text)] if text else None
    if not changed:
        return None
    return set_properties(tree.root, changed, "edit game info", ChangeKind.INFO)


class GameRules(Struct, frozen=True):
    """The rules of one game.

    komi -- in points, None if the record says none; handicap -- Black's handicap stones
    """

    rules: Ruleset
    komi: float | None
    handicap: int

    @property
    def handicap_points(self) -> int:
        """Return what White gets for the handicap."""
        return self.rules.points_for_handicap(self.handicap)

    @property
    def judged_komi(self) -> float:
        """Return White's points besides the board as who judges or counts is told them.

        Where the record says no komi it is the usual one of the rules.
        """
        komi = self.rules.usual_komi(self.handicap) if self.komi is None else self.komi
        return komi + self.handicap_points


def game_rules(tree: GameTree) -> GameRules:
    """Return the rules of a game."""
    return GameRules(ruleset_of(tree), game_info(tree).komi_points, handicap_of(tree))


def ruleset_of(tree: GameTree) -> Ruleset:
    """Return the rule set that a record names, the Japanese one if it names none that is known."""
    texts = tree.root.properties.get("RU")
    return ruleset_named(simple_text_of(texts[0]) if texts else "")


def unknown_rules(name: str) -> Message | None:
    """Return what is to be said of rules that irgo does not know, None where it knows them."""
    if not name.strip() or known_ruleset(name) is not None:
        return None
    return message("irgo does not know the rules {name} and counts by Japanese rules.",
                   name=name.strip())


def handicap_of(tree: GameTree) -> int:
    """Return how many handicap stones Black has: as the record says, else as they lie.

    Where no number is told, two black stones or more set up alone, White to move, are a handicap.
    """
    properties = tree.root.properties
    told = number_of(properties["HA"][0]) if "HA" in properties else None
    if told is not None and 2 <= told <= tree.columns * tree.rows and told == int(told):
        return int(told)
    stones = len(set(tree.root.points("AB")))
    if stones < 2 or properties.get("AW"):
        return 0
    turn = properties.get("PL", [""])[0].strip()[:1].upper()
    following = tree.root.children[0].move if tree.root.children else None
    is_whites = turn in ("W", "2") if turn else following is not None and following[0] < 0
    return stones if is_whites else 0
