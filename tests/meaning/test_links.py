"""Links: what is one chain after one line and cut after the other is a reason."""

import pytest

from irgo_app.go.coordinates import point_of_vertex
from irgo_app.go.point import BLACK, WHITE, Colour
from irgo_app.go.position import Position
from irgo_app.go.rules import play
from irgo_app.judging.future import Future
from irgo_app.meaning.reasons import Comparison, Difference, ReasonKind, State, links
from irgo_app.meaning.words import reason_words

SIZE = 9
BLACKS = ("C5", "C6", "E5", "E6")
WALL = ("D1", "D2", "D3", "D4", "D6", "D7", "D8", "D9")


def at(name: str) -> int:
    return point_of_vertex(name, SIZE, SIZE)


def board(*, gap: str = "") -> Position:
    """Black's two pairs of stones on both sides of White's wall, which is open at D5."""
    return Position.empty(SIZE).with_stones(
        {at(name): BLACK for name in BLACKS}
        | {at(name): WHITE for name in WALL if name != gap})


def future(position: Position, names: tuple[str, ...], walls: float = -0.9) -> Future:
    """Return a future with these moves, the wall expected to be so much Black's."""
    colour, boards = BLACK, [position]
    moves = list[tuple[Colour, int]]()
    for name in names:
        boards.append(play(boards[-1], colour, at(name)))
        moves.append((colour, at(name)))
        colour = -colour
    owned = tuple(walls if point in {at(name) for name in WALL} else 0.0
                  for point in range(SIZE * SIZE))
    return Future(tuple(moves), boards[1], boards[-1], 0.0, owned, 30)


def test_stones_that_are_one_chain_after_one_line_and_cut_after_the_other_are_told() -> None:
    position = board()
    joins, leaves = future(position, ("D5",)), future(position, ("A1", "D5"))
    [reason] = links(position, joins, leaves)
    assert reason.kind is ReasonKind.LINK and reason.colour == BLACK and reason.share == 0.0
    assert reason.points == tuple(sorted(map(at, BLACKS)))
    assert (reason.move, reason.instead) == (State.LINKED, State.CUT)
    [other] = links(position, leaves, joins)
    assert (other.move, other.instead) == (State.CUT, State.LINKED)
    found = Comparison(position, leaves, joins, Difference(0.0, (other,)), "irgo's reader", 60)
    assert str(reason_words(other, found)) == \
        "Probably: D5 connects Black's stones at C6 and E6."


def test_of_long_chains_the_stones_are_named_between_which_the_link_would_be() -> None:
    position = board().with_stones({at("A6"): BLACK, at("B6"): BLACK, at("B5"): BLACK})
    joins, leaves = future(position, ("D5",)), future(position, ("A1", "D5"))
    [reason] = links(position, joins, leaves)
    assert position.rows == SIZE and reason.points[0] == at("A6")
    found = Comparison(position, joins, leaves, Difference(0.0, (reason,)), "irgo's reader", 60)
    assert "connects Black's stones at C6 and E6" in str(reason_words(reason, found))


@pytest.mark.parametrize(("gap", "walls"), [("D3", -0.9), ("", 0.9)], ids=["a way", "a dead wall"])
def test_what_can_still_be_linked_is_not_cut(gap: str, walls: float) -> None:
    position = board(gap=gap)
    assert not links(position, future(position, ("D5",)),
                     future(position, ("A1", "D5"), walls))


def test_what_is_captured_is_no_link() -> None:
    position = board().with_stones({at(name): WHITE for name in ("E4", "E7", "F5", "F6")})
    assert not links(position, future(position, ("D5",)), future(position, ("A1", "D5")))
