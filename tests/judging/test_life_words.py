"""How the life of a group is known, in sentences."""

from msgspec.structs import replace

from irgo_app.go.point import BLACK, WHITE
from irgo_app.judging.study_words import answer_details, how_known
from irgo_app.lifedeath.verdict import Answer, LifeStatus, Outcome, Verdict

STONES = (3, 4)


def verdict(black: Outcome, white: Outcome, method: str, is_exact: bool = False) -> Verdict:
    return Verdict(BLACK, STONES, *(
        Answer(first, outcome, 5, ((first, 5),), method, is_exact, 0.25, None, 1200, 0.5)
        for first, outcome in ((BLACK, black), (WHITE, white))))


def test_a_proof_says_by_what_and_what_it_rests_on() -> None:
    proved = verdict(Outcome.LIVES, Outcome.DIES, "solver", True)
    assert how_known(proved) == ("Proved by a search of everything that can happen there, as long "
                                 "as the stones around stay.")
    assert "ko threats" in answer_details(proved.black_first)


def test_what_is_not_proved_says_so_with_its_chance() -> None:
    likely = verdict(Outcome.LIVES, Outcome.LIVES, "playouts")
    assert how_known(likely) == "Not proved; judged by playouts of the place."
    assert answer_details(likely.white_first).splitlines() == [
        "Found by playouts of the place", "Not proved; the group dies with a chance of 25%",
        "1,200 positions in 0.5 s"]


def test_an_engine_is_called_by_its_name_and_unknown_life_says_nothing() -> None:
    assert "KataGo {9}" in how_known(verdict(Outcome.DIES, Outcome.DIES, "engine:KataGo {9}"))
    assert how_known(verdict(Outcome.UNKNOWN, Outcome.DIES, "playouts")) == ""


def test_another_method_that_says_otherwise_is_told() -> None:
    joint = replace(verdict(Outcome.LIVES, Outcome.LIVES, "reader"), others=(
        verdict(Outcome.LIVES, Outcome.DIES, "playouts"),
        verdict(Outcome.LIVES, Outcome.LIVES, "engine:GNU Go")))
    assert how_known(joint).endswith("Otherwise said by playouts of the place: unsettled.")


def test_in_a_ko_it_is_told_who_needs_the_first_threat() -> None:
    ko = verdict(Outcome.KO, Outcome.DIES, "solver")
    ko = replace(ko, black_first=replace(ko.black_first, needs_threat=WHITE))
    assert "In the ko White must find the first threat." in how_known(ko)
    assert "In the ko White must find the first threat." in answer_details(ko.black_first)


def test_two_doubtful_guesses_of_the_reader_are_no_unsettled_group() -> None:
    def status(own: float, enemy: float, method: str = "reader") -> LifeStatus:
        return Verdict(BLACK, (3, 4), Answer(BLACK, Outcome.LIVES, method=method, kill=own),
                       Answer(WHITE, Outcome.DIES, method=method, kill=enemy)).status

    assert status(0.2, 0.8) is LifeStatus.UNSETTLED
    assert status(0.4, 0.65) is status(0.3, 0.55) is LifeStatus.UNKNOWN
    assert status(0.4, 0.8) is status(0.2, 0.6) is LifeStatus.UNSETTLED, "all hangs on the move"
    assert status(0.4, 0.6, "solver") is status(0.4, 0.6, "engine:X") is LifeStatus.UNSETTLED


def test_a_guess_of_the_reader_that_is_hardly_likelier_than_not_calls_no_group_dead() -> None:
    def status(own: float, method: str = "reader") -> LifeStatus:
        return Verdict(BLACK, (3, 4), Answer(BLACK, Outcome.DIES, method=method, kill=own),
                       Answer(WHITE, Outcome.DIES, method=method, kill=0.9)).status

    assert status(0.7) is LifeStatus.DEAD and status(0.54) is LifeStatus.UNKNOWN
    assert status(0.54, "solver") is status(0.54, "engine:X") is LifeStatus.DEAD
