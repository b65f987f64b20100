"""What stories state held against a strong network's looks."""

from irgo_app.go.point import BLACK, WHITE
from irgo_app.review.game_review import EventFate, GroupEvent, reviewed
from tests.bench.human_stories import Looks, Said, line_of, statements
from tests.review.game_reviews import at, held, judged, no_maps, played

GAME = played("C3 G7 A1 G3 J9 J1 E3 E7 C7 H5 D5 A9")


def test_a_labelled_game_becomes_a_line() -> None:
    line = line_of({"size": 9, "komi": 0.5, "rules": "japanese", "setup": [["B", "C3"]],
                    "moves": [["W", "G7"], ["B", "pass"]]})
    assert line.positions[0].colour_at(at("C3")) == BLACK and line.komi == 0.5
    assert [colour for colour, _ in line.moves] == [WHITE, BLACK]
    assert line.positions[-1].colour_at(at("G7")) == WHITE


def test_statements_hold_where_the_looks_agree() -> None:
    board, lost = [0] * 81, [0] * 81
    board[at("C3")], lost[at("C3")] = 90, -90
    events = (GroupEvent(4, BLACK, EventFate.DIED, (at("C3"),)),)

    def said(leads: list[float]) -> set[Said]:
        whys = {3: held(GAME, 3, "E3", 9.0), 9: held(GAME, 9, "E5", 4.0)}
        review = reviewed(GAME, "a test", judged(GAME, [0.0] * 13), no_maps(GAME), whys, events)
        return set(statements(review, Looks(leads, [board] * 4 + [lost] * 9)))

    assert said([0.0] * 3 + [-8.0] * 6 + [-12.0] * 4) == {
        Said("loss", True, True), Said("bigger", True, True),
        Said("fate", True, True)}
    assert Said("loss", True, False) in said([0.0] * 3 + [-3.0] * 10)
