"""A report as blocks, the one list that every format is rendered from, and its sentences."""

from collections.abc import Collection, Iterable
from typing import Final

from irgo_app.draw.drawables import Diagram, Drawable, Letter, Mark, MarkShape
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.judgement_words import EVEN, lead_words
from irgo_app.judging.map_study import BUILTIN
from irgo_app.judging.study import LIVES, NEAR, Study, fate_of_stones, steps_between
from irgo_app.judging.study_words import NOTHING, counted_in_detail, group_status, why_urgent
from irgo_app.layers.estimate import why_not_by_reader
from irgo_app.lifedeath.verdict import LifeStatus, Outcome
from irgo_app.meaning.reasons import ReasonKind
from irgo_app.meaning.why import Why
from irgo_app.meaning.words import (first_reasons, line_words, name_of, name_of_colour,
                                    told_reasons, where_words)
from irgo_app.report.blocks import (Block, Board, Columns, Document, Facts, Heading, KeptTogether,
                                    LeadChart, Paragraph, Style, Table, Text, Tile, Tiles, Title,
                                    names_of, occasion_of)
from irgo_app.report.game_report import End, GameReport, GroupEnd, Studied
from irgo_app.review.game_line import GameLine, Move
from irgo_app.review.game_review import (TOLD_BY_MAPS, EventFate, GameReview, GroupEvent, Phase,
                                         PhaseFigures)
from irgo_app.review.turning_points import Drift, Turn
from irgo_app.sgf.game_info import rules_remark
from irgo_app.words import Message, counted, listed, message, noted, numeral


def move_words(move: Move, position: Position) -> Message:
    """Return a move as "Black R4" or "White passes"."""
    colour, point = move
    if point == PASS:
        return message("{colour} passes", colour=name_of_colour(colour))
    return message("{colour} {point}", colour=name_of_colour(colour),
                   point=position.vertex(point))


def turn_title(turn: Studied) -> Message:
    """Return a turning point's title: its move, or its moves."""
    if turn.point.drift:
        return message("Moves {first} to {last}", first=turn.point.number, last=turn.point.until)
    return message("Move {number}: {move}", number=turn.point.number, move=move_words(
        (turn.point.move.colour, turn.point.move.point), turn.position))


def turn_sentences(turn: Studied, review: GameReview) -> tuple[Message, ...]:
    """Return what happened at a turning point, the most important first."""
    if turn.point.drift:
        return _drift(turn.point.drift, review)
    found = {Turn.LOSS: _loss, Turn.LEFT: _left, Turn.FATE: _fate}[turn.point.turn](turn, review)
    before, after = review.leads_round(turn.point.number)
    # Two short looks may differ by more than a move changes: a fate is told without them.
    if turn.point.turn is Turn.LOSS or (
            turn.point.turn is Turn.FATE and turn.point.number in review.whys):
        found.append(message("Before the move {before}; after it {after}.",
                             before=lead_words(before), after=lead_words(after)))
    return tuple(found)


def study_sentences(study: Study) -> tuple[Message, ...]:
    """Return what becomes of the group if there is one, and what moving first was worth."""
    if group_status(study) is not LifeStatus.UNSETTLED or study.swing < NOTHING:
        return (why_urgent(study),)
    return why_urgent(study), counted(
        "Playing here first was worth one point.", "Playing here first was worth {count} points.",
        max(1, round(study.swing)))


def line_sentence(study: Study, first: Colour, position: Position) -> Message:
    """Return the line if a colour plays first, with who leads after it."""
    played = study.if_first(first)
    if not played.moves:
        return message("{colour} first: nothing to gain here; {lead}.",
                       colour=name_of_colour(first), lead=lead_words(study.final_lead(first)))
    moves = listed(position.vertex(point) for _, point in played.moves)
    fate = {Outcome.LIVES: message("the group lives"), Outcome.DIES: message("the group dies")}
    what = lead_words(study.final_lead(first))
    if played.outcome in fate:
        what = message("{fate}, and {lead}", fate=fate[played.outcome], lead=what)
    return message("{colour} first: {moves}. After that {what}.", colour=name_of_colour(first),
                   moves=moves, what=what)


def group_history(group: GroupEnd, line: GameLine) -> Message | str:
    """Return what befell a group along the game, "" if nothing sure is known of that."""
    if group.events:
        told = [_befallen(event, group.stones, line) for event in group.events]
        if group.end is End.OPEN:
            told.append(message("in doubt at the end"))
        return message("{parts}", parts=listed(told))
    return {End.ALIVE: message("never in danger"),
            End.DEAD: message("since when is not sure")}.get(group.end, "")


def _befallen(event: GroupEvent, group: Collection[Point], line: GameLine) -> Message:
    """Return what befell how many of a group's stones, and by which move.

    What was only seen then says so. Others that shared the fate are told with their own group.
    """
    number, has_died = event.number, event.fate is EventFate.DIED
    stones = len(set(event.stones).intersection(group)) or len(event.stones)
    if not event.is_caused:
        return counted(
            "one stone dead by move {number}", "{count} stones dead by move {number}", stones,
            number=number) if has_died else counted(
            "one stone safe by move {number}", "{count} stones safe by move {number}", stones,
            number=number)
    move = move_words(line.moves[number - 1], line.positions[0])
    return counted(
        "one stone dead after {move} ({number})", "{count} stones dead after {move} ({number})",
        stones, move=move, number=number) if has_died else counted(
        "one stone safe after {move} ({number})", "{count} stones safe after {move} ({number})",
        stones, move=move, number=number)


def overview(review: GameReview) -> tuple[Message, ...]:
    """Return the game in a few sentences: who led when, who lost how much, and where.

    Where only irgo's maps judge it begins with why.
    """
    if review.judge == BUILTIN:
        reason = why_not_by_reader(review.line.positions[0])
        found = [*([reason] if reason else []), _course(review)]
    else:
        found = [_course(review), *_lost_lead(review)]
    for colour in (BLACK, WHITE):
        figures = review.figures_of(colour)
        worst = review.moves[figures.worst - 1] if figures.worst else None
        if worst is None or not figures.mistakes:
            continue
        found.append(counted(
            "{colour} made one mistake; the most expensive move was {number}, {point}, which "
            "lost {loss:.0f} points.",
            "{colour} made {count} mistakes; the most expensive move was {number}, {point}, which "
            "lost {loss:.0f} points.",
            figures.mistakes, colour=name_of_colour(colour), number=worst.number,
            loss=worst.loss, point=review.line.vertex(worst.point)))
    dead = [event for event in review.events if _stays_dead(event, review)]
    if dead:
        largest = max(dead, key=lambda event: len(event.stones))
        found.append(event_sentence(largest, review.line))
    return tuple(found)


def judged_words(review: GameReview) -> Message:
    """Return who judged a game, and how far every position was read, and what is told of."""
    if review.judge == BUILTIN:
        return message("irgo's maps, which name no moves")
    judge = message(review.judge)
    further = [review.whys[move.number].move.visits
               for move in review.mistakes if move.number in review.whys]
    if not further:
        return counted("{judge}, {count} position a move", "{judge}, {count} positions a move",
                       review.visits, judge=judge)
    return counted("{judge}, {count} position a move; mistakes {least} and more",
                   "{judge}, {count} positions a move; mistakes {least} and more",
                   review.visits, judge=judge, least=min(further))


def judged_sentence(review: GameReview) -> Message:
    """Return the same as a sentence."""
    return message("Judged by {by}.", by=judged_words(review))


def _stays_dead(event: GroupEvent, review: GameReview) -> bool:
    """Return whether a group died and nothing that is told, nor the last board, says otherwise."""
    lives = any(other.number > event.number and other.fate is EventFate.LIVED
                and other.colour == event.colour and set(other.stones) & set(event.stones)
                for other in review.events)
    return event.fate is EventFate.DIED and not lives and fate_of_stones(
        event.stones, event.colour, review.line.positions[-1], review.judged[-1].ownership) < LIVES


def _course(review: GameReview) -> Message:
    parts = []
    for phase, (_, last) in review.phases.items():
        lead = lead_words(review.told[last].lead)
        if last == len(review.moves):
            parts.append(message("at the end {lead}", lead=lead))
        elif phase is Phase.OPENING:
            parts.append(message("after the opening {lead}", lead=lead))
        else:
            parts.append(message("after the middle game {lead}", lead=lead))
    return message("The course of the game: {parts}.", parts=listed(parts))


def _lost_lead(review: GameReview) -> list[Message]:
    """Return by how much who is behind in the end had led, if that was a lead worth a word.

    What a handicap gave at the start was no lead of his own.
    """
    leads = [said.lead for said in review.told]
    if abs(leads[-1]) < EVEN:
        return []
    loser = WHITE if leads[-1] > 0 else BLACK
    held = [_held(review, index, loser) for index in range(len(leads))]
    number = max(range(len(held)), key=held.__getitem__)
    points = held[number]
    if not number or points < _A_LEAD:
        return []
    return [message("After move {number} {colour} had led by {points:.0f} points.", number=number,
                    colour=name_of_colour(loser), points=points)]


def _held(review: GameReview, index: int, colour: Colour) -> float:
    """Return what a colour surely led by: what futures say, or what it still had some moves later.

    A lead that goes with no move that is told was none: the judge changed its mind.
    """
    lead = colour * review.told[index].lead
    if review.told[index] is not review.judged[index]:
        return lead
    for number in range(index + 1, min(index + _HELD_FOR, len(review.moves)) + 1):
        if number in review.whys:
            break
        lead = min(lead, colour * review.told[number].lead)
    return lead


def _loss(turn: Studied, review: GameReview) -> list[Message]:
    """Return what a move lost, what was better, and whose life it decided."""
    point, position, move = turn.point, turn.position, turn.point.move
    colour = name_of_colour(move.colour)
    best = None if move.best is None or move.best == PASS else move.best
    lost = {"colour": colour, "loss": point.points, "number": point.number}
    if best is None or best == move.point:
        first = message("{colour} lost {loss:.0f} points at move {number}.", **lost)
    else:
        is_near = move.point != PASS and steps_between(best, move.point, position.columns) <= NEAR
        first = message(
            noted("{colour} lost {loss:.0f} points at move {number}: {best} was better.")
            if is_near else
            noted("{colour} lost {loss:.0f} points at move {number}: {best} was bigger."),
            **lost, best=position.vertex(best))
    found = review.whys.get(point.number)
    reasons = [] if found is None else told_reasons(found)
    return [first, *reasons, *(
        event_sentence(event, review.line) for event in point.events
        if event.number != point.number or found is None or not is_told_by_reasons(event, found))]


def is_told_by_reasons(event: GroupEvent, found: Why) -> bool:
    """Return whether the reasons that are told of a mistake say already what befell a group."""
    return any(reason.kind is ReasonKind.GROUP and set(event.stones) <= set(reason.points)
               for reason in first_reasons(found))


def _left(turn: Studied, review: GameReview) -> list[Message]:
    point, position = turn.point, turn.position
    assert point.move.best is not None
    name = position.vertex(point.move.best)
    worst = max(review.moves[point.number - 1:point.until], key=lambda move: move.loss)
    found = [message("From move {first} to move {last} neither side played at {point} or beside "
                     "it, where both had their best moves.", first=point.number, last=point.until,
                     point=name)]
    if turn.study is not None and turn.study.swing >= NOTHING:
        found.append(message("Whoever had played there first would have been {swing:.0f} points "
                             "better off.", swing=turn.study.swing))
    found.append(message("It cost most at move {number}, where {colour} lost {loss:.0f} points.",
                         number=worst.number, colour=name_of_colour(worst.colour),
                         loss=worst.loss))
    return found


def _fate(turn: Studied, review: GameReview) -> list[Message]:
    event = turn.point.events[0]
    found = [event_sentence(event, review.line),
             counted("One stone was at stake.", "{count} stones were at stake.",
                     len(event.stones))]
    if turn.study is not None and group_status(turn.study).value == "unsettled":
        found.append(message("Until then its life depended on who moved first."))
    return found


def _drift(drift: Drift, review: GameReview) -> tuple[Message, ...]:
    said = {"first": drift.first, "last": drift.last, "colour": name_of_colour(drift.gainer),
            "points": abs(drift.points)}
    gained = message("From move {first} to move {last} {colour} gained about {points:.0f} points.",
                     **said)
    if drift.area:
        gained = message(
            "From move {first} to move {last} {colour} gained about {points:.0f} points, most of "
            "them {where}.", **said, where=where_words(drift.area, review.line.positions[0]))
    return gained, message("No single one of these moves was surely a mistake.")


def event_sentence(event: GroupEvent, line: GameLine) -> Message:
    """Return that a group is dead, or lives, after a move: "After White Q3 ..."."""
    move = move_words(line.moves[event.number - 1], line.positions[0])
    colour = name_of_colour(event.colour)
    where = where_words(event.stones, line.positions[0])
    has_died, (mover, point) = event.fate is EventFate.DIED, line.moves[event.number - 1]
    if event.is_left and point != PASS:
        told = noted("After {move}, played elsewhere, {colour}'s group {where} can be killed.") \
            if has_died else noted(
                "After {move}, played elsewhere, {colour}'s group {where} can live.")
    elif (event.is_caused or event.is_left) and has_died == (mover == event.colour):
        # It is the other side's turn: what it does not do may yet be turned.
        told = noted("After {move} {colour}'s group {where} can be killed.") if has_died else noted(
            "After {move} {colour}'s group {where} can live.")
    elif event.is_caused:
        told = noted("After {move} {colour}'s group {where} is dead.") if has_died else noted(
            "After {move} {colour}'s group {where} lives.")
    else:
        told = noted("By move {number} {colour}'s group {where} is dead.") if has_died else noted(
            "By move {number} {colour}'s group {where} lives.")
    return message(told, move=move, number=event.number, colour=colour, where=where)


_COLOURS: Final = (BLACK, WHITE)
_A_LEAD: Final = 10.0
"""So many points are a lead that is worth a word when it was lost."""
_HELD_FOR: Final = 8
"""A lead that was one is still there so many moves later, unless a move that is told lost it."""
_MOST_NUMBERED: Final = 12
_A_ROW: Final = 3
"""Boards side by side."""


def document_of(
    report: GameReport, *, has_diagrams: bool = True, remark: Message | None = None
) -> Document:
    """Return a report as blocks.

    remark -- why somebody else judged than was asked for, one sentence; None where nobody else did
    """
    review = report.review
    info = review.line.info
    black, white = names_of(info)
    said = overview(review)
    blocks: list[Block] = [
        Title(black, white, occasion_of(info) or message("Review of a game")),
        *([Paragraph(remark, Style.NOTE)] if remark and remark not in said else []),
        Paragraph(listed_sentences(said), Style.LEAD),
        *([_tiles(review)] if report.knows_moves else []), _chart(report), *_game(report)]
    if report.turns:
        blocks.append(Heading(message("Turning points"), starts_page=True))
        blocks += [_card(number, turn, report, has_diagrams=has_diagrams)
                   for number, turn in enumerate(report.turns, start=1)]
    blocks += _mistakes(review)
    blocks += _shown(report, has_diagrams=has_diagrams)
    blocks += _groups(report, has_diagrams=has_diagrams)
    blocks += _figures(review, knows_moves=report.knows_moves)
    return Document(message("{black} – {white}", black=black, white=white), tuple(blocks))


def listed_sentences(sentences: Iterable[Message]) -> str:
    """Return sentences one after the other."""
    return " ".join(map(str, sentences))


def _lost(review: GameReview, colour: Colour) -> int:
    """Return the points lost in mistakes as the table of figures has them: rounded by phase."""
    return sum(round(review.figures_of(colour, phase).by_mistakes) for phase in review.phases)


def _tiles(review: GameReview) -> Tiles:
    tiles = []
    for colour in _COLOURS:
        figures = review.figures_of(colour)
        name = name_of_colour(colour)
        tiles += [
            Tile(str(_lost(review, colour)),
                 message("points lost in mistakes of {colour}", colour=name), colour),
            Tile(str(figures.mistakes), counted(
                "mistake of {colour}", "mistakes of {colour}", figures.mistakes, colour=name),
                colour)]
    return Tiles(tuple(tiles))


def _chart(report: GameReport) -> LeadChart:
    review = report.review
    has_range = any(said.margin for said in review.told)
    caption = message(
        "Black's lead after each move in points, komi counted; in four out of five cases it lies "
        "in the band. The numbers are the turning points.") if has_range else message(
        "Black's lead after each move in points, komi counted. The numbers are the turning points.")
    return LeadChart(
        tuple(said.lead for said in review.told), tuple(said.margin for said in review.told),
        tuple((turn.point.number, str(number))
              for number, turn in enumerate(report.turns, start=1)),
        tuple((first, last, message(phase.value))
              for phase, (first, last) in review.phases.items()), caption)


def _game(report: GameReport) -> list[Block]:
    review = report.review
    line, info = review.line, review.line.info
    rows: list[tuple[Text, Text]] = [
        (message("Result"), info.result or message("not recorded")),
        (message("Moves"), str(len(line.moves))),
        (message("Board"), f"{line.columns} × {line.rows}"),
        (message("Komi"), numeral(line.komi - line.handicap_points, "g")),
        (message("Rules"), message(info.rules or noted("not recorded")))]
    if info.handicap:
        rows.append((message("Handicap"), info.handicap))
    if line.handicap_points:
        rows.append((message("White's points for the handicap"), str(line.handicap_points)))
    rows.append((message("Judged by"), judged_words(review)))
    mistake = message(
        "A mistake is a move that lost {points:g} points or more. The judge played on from it and "
        "from a better move, equally far; what did not hold then, or is in doubt, is not told.",
        points=line.mistake) if report.knows_moves else TOLD_BY_MAPS
    notes = [note for note in (rules_remark(info.rules), mistake) if note is not None]
    return [Heading(message("The game")), Facts(tuple(rows)),
            *(Paragraph(note, Style.NOTE) for note in notes)]


def _card(number: int, turn: Studied, report: GameReport, *, has_diagrams: bool) -> KeptTogether:
    point, study, review = turn.point, turn.study, report.review
    said: list[Block] = [Paragraph(sentence) for sentence in turn_sentences(turn, review)]
    if study is not None:
        said += [Paragraph(sentence) for sentence in study_sentences(study)]
        shown = _part(turn)
        said.append(Columns(tuple(
            (_line(turn, colour, shown) if has_diagrams
             else Paragraph(line_sentence(study, colour, turn.position), Style.NOTE),)
            for colour in (point.move.colour, -point.move.colour))))
        if details := counted_in_detail(study):
            said.append(Paragraph(details, Style.NOTE))
    elif found := review.whys.get(point.number):
        # What was at stake lies in more than one place: both futures stand for its study.
        said += [Paragraph(str(line_words(future.moves, turn.position)), Style.NOTE)
                 for future in (found.move, found.instead)]
    blocks = (Columns(((_played(turn, report),), tuple(said))),) if has_diagrams else tuple(said)
    return KeptTogether(str(number), turn_title(turn), point.move.colour, blocks)


def _part(turn: Studied) -> tuple[Point, ...]:
    """Return the points that both boards of a study show: all moves of both lines."""
    assert turn.study is not None
    moves = [move for colour in _COLOURS for move in turn.study.if_first(colour).moves]
    return tuple(sorted({turn.study.at, *(point for _, point in moves if point != PASS)}))


def _played(turn: Studied, report: GameReport) -> Board:
    """Return the board after the move in the Ishida view, with what was better as A.

    The moves of a drift are numbered.
    """
    point, line = turn.point, report.review.line
    position, best = line.positions[turn.shown_at], point.move.best
    marks: list[Drawable] = list(report.ishida[turn.shown_at])
    if point.drift:
        played = {at: number for number in range(point.number, point.until + 1)
                  if (at := line.moves[number - 1][1]) != PASS and position.cells[at]}
        return Board(Diagram(position, tuple(marks), move_numbers=played),
                     message("After move {number}", number=point.until))
    caption = message("After move {number}", number=point.number)
    if best is not None and best not in (PASS, point.move.point):
        if not position.cells[best]:
            marks.append(Letter(best, "A", is_first=True))
        caption = message("After move {number}; A: {point}", number=point.number,
                          point=line.vertex(best))
    for event in point.events:
        marks += [Mark(stone, MarkShape.TRIANGLE) for stone in event.stones
                  if position.colour_at(stone) == event.colour]
    return Board(Diagram(position, tuple(marks), point.move.point), caption)


def _line(turn: Studied, first: Colour, shown: tuple[Point, ...]) -> Board:
    assert turn.study is not None
    played = turn.study.if_first(first)
    numbers = dict[Point, int]()
    for number, (_, point) in enumerate(played.moves[:_MOST_NUMBERED], start=1):
        if point != PASS:
            numbers.setdefault(point, number)
    return Board(Diagram(played.position, move_numbers=numbers, is_quiet=True),
                 line_sentence(turn.study, first, turn.position), shown)


def _mistakes(review: GameReview) -> list[Block]:
    """Return all mistakes in the order of the game, with what was better where that is known."""
    position = review.line.positions[0]
    rows = tuple(
        (str(move.number), name_of_colour(move.colour), name_of(move.point, position),
         "" if move.best is None else name_of(move.best, position), f"{move.loss:.0f}")
        for move in review.mistakes)
    if not rows:
        return []
    return [Heading(message("All mistakes")), Table(
        (message("Move"), message("Side"), message("Played"), message("Better"),
         message("Points lost")), rows, 4)]


def _shown(report: GameReport, *, has_diagrams: bool) -> list[Block]:
    """Return influence, territory and moyo of both sides at five points of the game."""
    review, maps = report.review, report.review.maps
    rows = list[tuple[Text, ...]]()
    for index in report.shown:
        for colour in _COLOURS:
            rows.append((
                message("after move {number}", number=index) if colour == BLACK else "",
                name_of_colour(colour), f"{maps.shadow(index, colour):.0f}",
                str(maps.territory(index, colour)), str(maps.moyo(index, colour)),
                lead_words(review.told[index].lead) if colour == BLACK else ""))
    blocks: list[Block] = [
        Heading(message("Influence, territory and moyo"), starts_page=True),
        Table((message("When"), message("Side"), message("Influence"), message("Territory"),
               message("Moyo"), message("Lead")), tuple(rows), 2,
              tuple(range(2, len(rows), 2))),
        Paragraph(message(
            "Influence: vacant points by how strongly a side's stones reach them. Territory: "
            "points that are secured, prisoners not counted. Moyo: points inside the larger "
            "frameworks."), Style.NOTE)]
    if has_diagrams:
        boards = [Board(_diagram(report, index), message("After move {number}", number=index))
                  for index in report.shown]
        for start in range(0, len(boards), _A_ROW):
            row = [(board,) for board in boards[start:start + _A_ROW]]
            blocks.append(Columns((*row, *[()] * (_A_ROW - len(row)))))
    return blocks


def _diagram(report: GameReport, index: int) -> Diagram:
    line = report.review.line
    last = line.moves[index - 1][1] if index else PASS
    return Diagram(line.positions[index], report.ishida[index], last)


def _groups(report: GameReport, *, has_diagrams: bool) -> list[Block]:
    """Return the last board with its groups, and the fate of each of some size."""
    line = report.review.line
    last = line.positions[-1]
    rows = tuple(
        (group.name, name_of_colour(group.colour), where_words(group.stones, last),
         str(len(group.stones)), message(group.end.value), group_history(group, line))
        for group in report.groups)
    blocks: list[Block] = [Heading(message("The groups"), starts_page=True)]
    table = Table((message("Group"), message("Side"), message("Where"), message("Stones"),
                   message("In the end"), message("On the way")), rows, len(rows[0]) if rows else 1)
    if has_diagrams:
        board = Board(Diagram(last, report.last_groups), message(
            "The groups at the end: a line round each, with its name"))
        happened = tuple(
            Paragraph(message("{number}: {sentence}", number=event.number,
                              sentence=event_sentence(event, line)), Style.NOTE)
            for event in report.review.events)
        blocks.append(Columns(((board,), happened)))
    if not rows:
        return [*blocks, Paragraph(message("No group has three stones or more."))]
    return [*blocks, table]


def _figures(review: GameReview, *, knows_moves: bool) -> list[Block]:
    """Return the page of figures by phase and player; of mistakes only where they are known."""
    rows, sections = list[tuple[Text, ...]](), list[int]()
    for phase in (*review.phases, None):
        if rows:
            sections.append(len(rows))
        span = (1, len(review.moves)) if phase is None else review.phases[phase]
        for colour in _COLOURS:
            figures = review.figures_of(colour, phase)
            points = _lost(review, colour) if phase is None else round(figures.by_mistakes)
            rows.append(_figure_row(figures, phase, span, points, knows_moves=knows_moves))
    head = (message("Phase"), message("Side"), message("Moves"), message("Mistakes"),
            message("Points lost by them"), message("Worst move"), message("Sente kept"),
            message("Moyo built"), message("of that, territory"))
    return [
        Heading(message("Figures"), starts_page=True),
        Table(head, tuple(rows), 2, tuple(sections)),
        Paragraph(listed_sentences((message(
            "Sente kept: moves that were answered nearby and left their player free to play "
            "elsewhere. Moyo built: points that came to lie inside a side's frameworks in this "
            "phase; of that, territory: those that were that side's in the end. The endgame begins "
            "when nearly every point has found its owner."), message(
            "A point of which a moyo was built in more than one phase counts once in the whole "
            "game."))), Style.NOTE)]


def _figure_row(
    figures: PhaseFigures, phase: Phase | None, span: tuple[int, int], lost: int, *,
    knows_moves: bool,
) -> tuple[Text, ...]:
    name = message("whole game") if phase is None else message(
        "{phase}, {first}–{last}", phase=message(phase.value), first=span[0], last=span[1])
    mistakes = (str(figures.mistakes), str(lost), str(figures.worst or "–"))
    return (name if figures.colour == BLACK else "", name_of_colour(figures.colour),
            str(figures.moves), *(mistakes if knows_moves else ("–",) * len(mistakes)),
            str(figures.sente), str(figures.moyo), str(figures.turned))
