"""The sentences of a report: what a player reads for what the review found."""

from msgspec.structs import replace

from irgo_app.go.point import BLACK, WHITE
from irgo_app.judging.judgement_words import lead_words
from irgo_app.judging.study import Play, Study, place_of_point
from irgo_app.report.document import (event_sentence, group_history, line_sentence, move_words,
                                      overview, turn_sentences, where_words)
from irgo_app.report.game_report import End, GroupEnd, Studied
from irgo_app.review.game_review import EventFate, GameReview, GroupEvent, reviewed
from irgo_app.review.turning_points import Turn, turning_points
from tests.review.game_reviews import at, judged, no_maps, played

ROW = "C3 C7 D3 D7 E3 E7 G3 G7 H3 H7 J3 J7"
BLACKS = {"C3": 1.0, "D3": 1.0, "E3": 1.0}


def review_of(leads: list[float], best: dict[int, str]) -> GameReview:
    line = played(ROW)
    lost = dict.fromkeys(BLACKS, -1.0)
    return reviewed(line, "a test", judged(line, leads, {0: BLACKS, 8: lost}, best),
                    no_maps(line))


def told(review: GameReview) -> list[list[str]]:
    return [[str(sentence) for sentence in turn_sentences(
        Studied(point, review.line.positions[point.number - 1], None), review)]
        for point in turning_points(review, 9)]


def test_a_loss_names_what_was_bigger_and_whose_group_died_of_it() -> None:
    review = review_of([3, 3, 3, 3, 3, 3, 3, -6, -6, -6, -6, -6, -6], {6: "B8"})
    assert told(review) == [[
        "Black lost 9 points at move 7: B8 was bigger.",
        "By move 8 Black's group at the bottom is dead.",
        "Before the move Black leads by 3.0; after it White leads by 6.0."]]


def test_a_better_move_nearby_was_better() -> None:
    review = review_of([3, 3, 3, 3, 3, 3, 3, -6, -6, -6, -6, -6, -6], {6: "G4"})
    assert told(review)[0][0] == "Black lost 9 points at move 7: G4 was better."


def test_a_place_that_was_left_says_from_when_to_when() -> None:
    best = dict.fromkeys(range(6), "J9")
    review = review_of([0, -5, 0, -6, 0, -5, 0, 0, 0, 0, 0, 0, 0], best)
    left = next(point for point in turning_points(review, 9) if point.turn is Turn.LEFT)
    sentences = turn_sentences(Studied(left, review.line.positions[0], None), review)
    assert [str(sentence) for sentence in sentences] == [
        "From move 1 to move 6 neither side played at J9 or beside it, where both had their best "
        "moves.",
        "It cost most at move 3, where Black lost 6 points."]


def test_only_a_group_that_lives_was_never_in_danger() -> None:
    stones = (at("C3"), at("D3"), at("E3"))
    said = {end: str(group_history(GroupEnd("B1", BLACK, stones, end, ()), played(ROW)))
            for end in End}
    assert said == {End.ALIVE: "never in danger", End.DEAD: "since when is not sure",
                    End.OPEN: "", End.SEKI: "", End.TAKEN: ""}
    event = GroupEvent(2, BLACK, EventFate.LIVED, stones, is_caused=False)
    assert str(group_history(GroupEnd("B1", BLACK, stones, End.OPEN, (event,)), played(ROW))) == \
        "3 stones safe by move 2, in doubt at the end"
    # The others that were safe then are of another group now.
    part = GroupEnd("B1", BLACK, stones[:2], End.OPEN, (event,))
    assert str(group_history(part, played(ROW))) == "2 stones safe by move 2, in doubt at the end"


def test_the_overview_tells_of_no_death_that_did_not_last() -> None:
    stones = (at("C3"), at("D3"), at("E3"))
    died, lived = (GroupEvent(number, BLACK, fate, stones)
                   for number, fate in ((2, EventFate.DIED), (4, EventFate.LIVED)))

    def said(*events: GroupEvent) -> str:
        return " ".join(map(str, overview(replace(review_of([0] * 13, {}), events=events))))

    assert "is dead" in said(died) and "is dead" not in said(died, lived)
    assert "is dead" in said(died, GroupEvent(4, WHITE, EventFate.LIVED, stones))


def test_the_overview_leaves_out_who_lost_nothing() -> None:
    review = review_of([0, 0, 0, 0, 0, 0, 0, -9, -9, -9, -9, -9, -9], {})
    sentences = [str(sentence) for sentence in overview(review)]
    assert any(sentence.startswith("Black made one mistake") for sentence in sentences)
    assert not any(sentence.startswith("White made") for sentence in sentences)


def test_the_overview_tells_of_a_lead_that_was_lost() -> None:
    def said(*leads: float) -> str:
        return " ".join(map(str, overview(review_of([0.0] * (13 - len(leads)) + [*leads], {}))))

    assert "After move 3 Black had led by 11 points." in said(*[12] * 8, 11, -3)
    assert "After move 3 White had led by 28 points." in said(*[-30] * 8, -28, 20)
    assert "had led" not in said(*[12] * 9, 3) and "had led" not in said(*[8] * 9, -3)
    assert "had led" not in said(*[12] * 9, 0)
    assert "had led" not in said(12, 12, -3), "it went with no move that is told"


def test_leads_moves_and_places_are_said_in_words() -> None:
    line = played(ROW)
    assert str(lead_words(0.3)) == "the game is even"
    assert str(lead_words(-4.25)) == "White leads by 4.2"
    assert str(move_words((BLACK, -1), line.positions[0])) == "Black passes"
    assert str(where_words([at("A9"), at("B8")], line.positions[0])) == "in the upper left corner"
    assert str(where_words([at("E5")], line.positions[0])) == "in the centre"
    event = GroupEvent(2, WHITE, EventFate.LIVED, (at("J5"), at("J4"), at("J6")))
    assert str(event_sentence(event, line)) == "After White C7 White's group on the right lives."
    assert [str(event_sentence(replace(event, fate=fate, is_caused=False, is_left=True), line))
            for fate in (EventFate.DIED, EventFate.LIVED)] == [
        f"After White C7, played elsewhere, White's group on the right can {what}."
        for what in ("be killed", "live")]
    # After a move of its own side a group can be killed, after one of the other's it is dead.
    own = [str(event_sentence(replace(event, number=number, fate=fate), line))
           for number, fate in ((2, EventFate.DIED), (1, EventFate.DIED), (1, EventFate.LIVED))]
    assert own == ["After White C7 White's group on the right can be killed.",
                   "After Black C3 White's group on the right is dead.",
                   "After Black C3 White's group on the right can live."]
    passed = played("C3 pass")
    assert str(event_sentence(replace(event, fate=EventFate.DIED, is_left=True), passed)) == \
        "After White passes White's group on the right can be killed."


def test_a_line_names_its_moves_and_who_leads_then() -> None:
    position = played(ROW).positions[0]
    moves = ((BLACK, at("C3")), (WHITE, at("C4")))
    study = Study(place_of_point(position, at("C3")), at("C3"), Play(BLACK, moves, position, 9.5),
                  Play(WHITE, (), position, -4.0), komi=6.5)
    assert str(line_sentence(study, BLACK, position)) == (
        "Black first: C3, C4. After that Black leads by 3.0.")
    assert str(line_sentence(study, WHITE, position)) == (
        "White first: nothing to gain here; White leads by 10.5.")
