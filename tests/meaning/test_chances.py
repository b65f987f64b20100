"""What a better move could have done: captures before lives, races, sente, trades, and words."""

from collections.abc import Mapping

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.go.rules import boards_of
from irgo_app.judging.future import Future
from irgo_app.meaning.chance_words import further_chances, main_words, stones_words
from irgo_app.meaning.chances import ChanceKind, chances_of, taken_in
from irgo_app.meaning.reasons import Comparison, Difference, Reason, ReasonKind, State

NINE = 9


def at(name: str) -> Point:
    return point_of_vertex(name, NINE, NINE)


def board(**stones: str) -> Position:
    """Return a board; black, white -- the vertices of the stones."""
    return Position.empty(NINE).with_stones({
        at(name): colour for key, colour in (("black", BLACK), ("white", WHITE))
        for name in stones.get(key, "").split()})


def why(
    position: Position, move: str, instead: str, loss: float, reasons: tuple[Reason, ...] = (),
    owned: Mapping[str, float] | None = None,
) -> Comparison:
    """Return why a line loses against another.

    move, instead -- lines of vertices, Black first; owned -- Black's points after `instead`, which
    are White's after `move`
    """
    def future(line: str, lead: float, sign: float) -> Future:
        moves: tuple[tuple[Colour, Point], ...] = tuple(
            (BLACK if index % 2 == 0 else WHITE, at(name))
            for index, name in enumerate(line.split()))
        boards = boards_of(position, moves)
        ownership = [0.0] * NINE * NINE
        for name, value in (owned or {}).items():
            ownership[at(name)] = sign * value
        return Future(moves, boards[0], boards[-1], lead, tuple(ownership), 60)

    return Comparison(position, future(move, -loss, -1.0), future(instead, 0.0, 1.0),
               Difference(loss, reasons), "a test", 120)


def group(
    names: str, colour: Colour, share: float, move: State, instead: State, sure: float = 1.0
) -> Reason:
    return Reason(ReasonKind.GROUP, colour, tuple(sorted(map(at, names.split()))), share, sure,
                  move=move, instead=instead)


ATARI = board(black="D4 E5 F4", white="E4")
"""White's stone at E4 has one liberty, E3."""


def test_stones_in_atari_are_told_before_all_with_the_move_that_takes_them() -> None:
    found = why(ATARI, "A1 E3", "E3 A1", 6.0, (group("E4", WHITE, 4.0, State.LIVES, State.DIES),),
                {"E4": 1.0})
    chances = chances_of(found)
    assert [chance.kind for chance in chances.gains] == [ChanceKind.TAKE]
    assert str(main_words(found, chances)) == \
        "Black could take White's stone at E4 at once with E3."
    assert [(index, colour) for index, colour, _ in taken_in(ATARI, found.instead.moves)] == [
        (0, WHITE)]


def test_stones_that_a_line_takes_later_are_captured() -> None:
    position = board(black="D4 E5", white="E4")
    found = why(position, "A1 F4", "F4 A9 E3", 4.0, owned={"E4": 1.0})
    chances = chances_of(found)
    assert [chance.kind for chance in chances.gains] == [ChanceKind.CAPTURE]
    assert "could capture White's stone at E4 with F4" in str(main_words(found, chances))


def test_two_fates_that_turn_together_are_a_race() -> None:
    position = board(black="C3 C4 D5", white="D3 D4 E5")
    reasons = (group("C3 C4 D5", BLACK, 6.0, State.DIES, State.LIVES),
               group("D3 D4 E5", WHITE, 6.0, State.LIVES, State.DIES))
    found = why(position, "H8", "D2", 12.0, reasons)
    chances = chances_of(found)
    assert chances.main is not None and chances.main.kind is ChanceKind.RACE
    assert str(main_words(found, chances)) == (
        "D2 decides a race: there Black captures White's stones at D3, D4, E5 and saves the stones "
        "at C3, D5, C4.")
    small = (reasons[0], group("D3 D4 E5", WHITE, 2.0, State.LIVES, State.DIES))
    assert ChanceKind.RACE not in [
        chance.kind for chance in chances_of(why(position, "H8", "D2", 12.0, small)).gains]


def test_stones_that_the_better_move_is_far_from_are_no_chance_of_its() -> None:
    position = board(black="A9 B9 C9")
    lost = group("A9 B9 C9", BLACK, 6.0, State.DIES, State.LIVES)
    assert chances_of(why(position, "A8", "H1", 6.0, (lost,))).gains == ()
    near = chances_of(why(position, "H1", "B8", 6.0, (lost,))).gains
    assert [chance.kind for chance in near] == [ChanceKind.SAVE]


def test_what_is_a_small_part_of_the_loss_is_not_told() -> None:
    position = board(black="A9 B9 C9 D9 E9")
    small = group("A9 B9", BLACK, 3.5, State.DIES, State.LIVES)
    assert chances_of(why(position, "H1", "B8", 20.0, (small,))).gains == ()
    assert chances_of(why(position, "H1", "B8", 8.0, (small,))).gains


def test_a_trade_is_told_with_both_sizes_only_if_the_other_is_large() -> None:
    position = board(black="A9 B9 C9", white="H1 H2 H3")
    saved = group("A9 B9 C9", BLACK, 12.0, State.DIES, State.LIVES)

    def said(against: float) -> str:
        killed = group("H1 H2 H3", WHITE, -against, State.DIES, State.LIVES)
        found = why(position, "J2", "B8", 9.0, (saved, killed))
        return " ".join(map(str, further_chances(found, chances_of(found))))

    assert said(6.0) == ("It is a trade: J2 captures White's stones at H2, H3, H1, about 6 points; "
                         "B8 is worth about 15.")
    assert "trade" not in said(2.9)


def test_sente_is_told_with_where_its_player_goes_on_to() -> None:
    found = why(board(), "G7 J6", "B2 B3 J2", 6.0,
                owned=dict.fromkeys(("H1", "H2", "J2", "G2"), 1.0))
    assert chances_of(found).sente is not None
    assert "B2 is sente: after B3 Black goes on to J2." in " ".join(
        map(str, further_chances(found, chances_of(found))))
    small = why(board(), "G7 J6", "B2 B3 J2", 6.0, owned={"J2": 1.0})
    assert chances_of(small).sente is None


def test_a_moyo_is_told_early_wide_and_to_those_who_ask_for_it() -> None:
    wide = tuple(sorted(at(f"{column}{row}") for column in "ABCD" for row in "1234"))
    framework = Reason(ReasonKind.FRAMEWORK, BLACK, wide, 6.0, 1.0, move=State.REDUCED,
                       instead=State.BUILT)
    found = why(board(), "H8", "C3", 6.0, (framework,))
    assert [chance.kind for chance in chances_of(found).gains] == [ChanceKind.FRAMEWORK]
    told = chances_of(found, tells_frameworks=False)
    assert [chance.kind for chance in told.gains] == [ChanceKind.POINTS]
    assert "framework" not in str(main_words(found, told))


def test_what_is_not_sure_is_probable_and_where_nothing_is_known_the_place_is_told() -> None:
    position = board(black="A9 B9 C9")
    lost = group("A9 B9 C9", BLACK, 5.0, State.DIES, State.LIVES, sure=0.6)
    found = why(position, "H1", "B8", 12.0, (lost,))
    chances = chances_of(found)
    assert str(main_words(found, chances)) == \
        "Probably: Black could save the stones at B9, A9, C9 with B8."
    nothing = why(position, "H1", "B8", 12.0)
    assert str(main_words(nothing, chances_of(nothing))) == \
        "B8 in the upper left corner was bigger."


def test_many_stones_are_named_by_two_ends_that_beside_the_move_first() -> None:
    position = board(white="A1 B1 C1 D1 E1 F1")
    stones = tuple(map(at, ("A1", "B1", "C1", "D1", "E1", "F1")))
    assert str(stones_words(stones, WHITE, position, at("G1"))) == \
        "White's 6 stones from F1 to A1"
    assert str(stones_words(stones[:2], WHITE, position)) == "White's stones at A1, B1"
    assert str(stones_words(stones, 0, position, at("A2"))) == "the 6 stones from A1 to F1"


def test_only_stones_that_the_better_move_saves_and_the_other_does_not_are_told_as_saved() -> None:
    position = board(black="A9 B9 C9")

    def kinds(move: State, instead: State, owned: float) -> list[ChanceKind]:
        reason = group("A9 B9 C9", BLACK, 6.0, move, instead)
        found = why(position, "H1", "B8", 8.0, (reason,), dict.fromkeys(("A9", "B9", "C9"), owned))
        return [chance.kind for chance in chances_of(found).gains]

    assert kinds(State.DIES, State.OPEN, 0.2) == [ChanceKind.SAVE]
    assert kinds(State.DIES, State.OPEN, -0.3) == []
    assert kinds(State.LIVES, State.LIVES, 0.9) == []
