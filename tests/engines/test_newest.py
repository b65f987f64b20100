"""Lines that come faster than they can be worked on."""

from irgo_app.engines.engine import NewestLine


def test_between_two_pauses_only_the_newest_is_worked_on() -> None:
    now, seen = [0.0], list[str]()
    newest = NewestLine(seen.append, lambda: now[0])
    for number in range(1000):
        newest.put(str(number))
    assert seen == ["0"]
    now[0] = 1.0
    newest.put("later")
    assert seen == ["0", "later"]
    newest.put("last")
    newest.flush()
    newest.flush()
    assert seen == ["0", "later", "last"]


def test_work_that_takes_long_is_done_seldom() -> None:
    now, seen = [0.0], list[str]()

    def work(line: str) -> None:
        seen.append(line)
        now[0] += 2.0

    newest = NewestLine(work, lambda: now[0])
    newest.put("a")
    now[0] += 5.0
    newest.put("b")
    now[0] += 2.0
    newest.put("c")
    assert seen == ["a", "c"]
