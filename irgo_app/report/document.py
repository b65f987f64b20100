"""A report as blocks, the one list that every format is rendered from."""

from collections.abc import Collection
from typing import Final

from irgo_app.draw.drawables import Diagram, Drawable, Letter, Mark, MarkShape
from irgo_app.go.point import BLACK, PASS, WHITE, Colour, Point
from irgo_app.go.position import Position
from irgo_app.judging.future import Future
from irgo_app.judging.judgement_words import lead_words
from irgo_app.meaning.words import line_words, name_of, name_of_colour, where_words
from irgo_app.report.blocks import (Block, Board, Columns, Document, Facts, Heading, KeptTogether,
                                    LeadChart, Paragraph, Style, Table, Text, Tile, Tiles, Title,
                                    names_of, occasion_of)
from irgo_app.report.course_words import judged_words, listed_sentences, overview
from irgo_app.report.game_report import End, GameReport, GroupEnd, Studied
from irgo_app.report.turn_words import event_sentence, move_words, turn_sentences, turn_title
from irgo_app.review.game_line import GameLine
from irgo_app.review.game_review import EventFate, GameReview, GroupEvent, Phase, PhaseFigures
from irgo_app.sgf.game_info import rules_remark
from irgo_app.sgf.move_times import MoveTime, clock_words
from irgo_app.words import Message, counted, listed, message, noted, numeral


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
    number, has_died = line.printed(event.number), event.fate is EventFate.DIED
    stones = len(set(event.stones).intersection(group)) or len(event.stones)
    if not event.is_caused:
        return counted(
            "one stone dead by move {number}", "{count} stones dead by move {number}", stones,
            number=number) if has_died else counted(
            "one stone safe by move {number}", "{count} stones safe by move {number}", stones,
            number=number)
    move = move_words(line.moves[event.number - 1], line.positions[0])
    return counted(
        "one stone dead after {move} ({number})", "{count} stones dead after {move} ({number})",
        stones, move=move, number=number) if has_died else counted(
        "one stone safe after {move} ({number})", "{count} stones safe after {move} ({number})",
        stones, move=move, number=number)


_COLOURS: Final = (BLACK, WHITE)
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
        _tiles(review), _chart(report), *_game(report)]
    if report.turns:
        blocks.append(Heading(message("Turning points"), starts_page=True))
        blocks += [_card(number, turn, report, has_diagrams=has_diagrams)
                   for number, turn in enumerate(report.turns, start=1)]
    blocks += _mistakes(review)
    blocks += _shown(report, has_diagrams=has_diagrams)
    blocks += _groups(report, has_diagrams=has_diagrams)
    blocks += _figures(review)
    return Document(message("{black} – {white}", black=black, white=white), tuple(blocks))


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
        review.curve, tuple(said.margin for said in review.told),
        tuple((turn.point.number, str(number))
              for number, turn in enumerate(report.turns, start=1)),
        tuple((first, last, message(phase.value))
              for phase, (first, last) in review.phases.items()), caption,
        review.line.printed(0))


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
        points=review.least)
    notes = [note for note in (rules_remark(info.rules), mistake) if note is not None]
    return [Heading(message("The game")), Facts(tuple(rows)),
            *(Paragraph(note, Style.NOTE) for note in notes)]


def _card(number: int, turn: Studied, report: GameReport, *, has_diagrams: bool) -> KeptTogether:
    """Return a turning point: what happened, on the board, and both futures of its move."""
    point, review = turn.point, report.review
    said: list[Block] = [Paragraph(sentence) for sentence in turn_sentences(point, review)]
    found = review.whys.get(point.number) if point.lessons else None
    if found is not None:
        titled = ((message("The move played"), found.move),
                  (message("What was better"), found.instead))
        shown = tuple(sorted({at for _, future in titled for _, at in future.moves if at != PASS}))
        said.append(Columns(tuple(
            (_future(title, future, shown) if has_diagrams
             else Paragraph(_line_words(title, future, turn.position), Style.NOTE),)
            for title, future in titled)))
    blocks = (Columns(((_played(turn, report),), tuple(said))),) if has_diagrams else tuple(said)
    return KeptTogether(str(number), turn_title(point, review.line), point.move.colour, blocks)


def _line_words(title: Message, future: Future, position: Position) -> Message:
    """Return a future as a line of moves with who leads after it."""
    return message("{title}: {moves}. After that {lead}.", title=title,
                   moves=line_words(future.moves, position), lead=lead_words(future.lead))


def _future(title: Message, future: Future, shown: tuple[Point, ...]) -> Board:
    """Return a future as numbers on the board."""
    numbers = dict[Point, int]()
    for number, (_, point) in enumerate(future.moves[:_MOST_NUMBERED], start=1):
        if point != PASS and future.end.cells[point]:
            numbers.setdefault(point, number)
    return Board(Diagram(future.end, move_numbers=numbers, is_quiet=True),
                 message("{title}: {lead}", title=title, lead=lead_words(future.lead)), shown)


def _played(turn: Studied, report: GameReport) -> Board:
    """Return the board after the move in the Ishida view, with what was better as A.

    The moves of a drift are numbered.
    """
    point, line = turn.point, report.review.line
    position, best = line.positions[turn.shown_at], point.move.best
    marks: list[Drawable] = list(report.ishida[turn.shown_at])
    if point.drift:
        played = {at: line.printed(number) for number in range(point.first, point.until + 1)
                  if (at := line.moves[number - 1][1]) != PASS and position.cells[at]}
        return Board(Diagram(position, tuple(marks), move_numbers=played),
                     message("After move {number}", number=line.printed(point.until)))
    number = line.printed(point.number)
    caption = message("After move {number}", number=number)
    if best is not None and best not in (PASS, point.move.point):
        if not position.cells[best]:
            marks.append(Letter(best, "A", is_first=True))
        caption = message("After move {number}; A: {point}", number=number,
                          point=line.vertex(best))
    for event in point.events:
        marks += [Mark(stone, MarkShape.TRIANGLE) for stone in event.stones
                  if position.colour_at(stone) == event.colour]
    return Board(Diagram(position, tuple(marks), point.move.point), caption)


def _mistakes(review: GameReview) -> list[Block]:
    """Return all mistakes in the order of the game, with what was better where that is known.

    A record with clocks tells how long each of them took.
    """
    position, line = review.line.positions[0], review.line
    rows = tuple(
        (str(line.printed(move.number)), name_of_colour(move.colour), name_of(move.point, position),
         "" if move.best is None else name_of(move.best, position), f"{move.loss:.0f}",
         *((_time_words(line.times[move.number - 1]),) if line.times else ()))
        for move in review.mistakes)
    if not rows:
        return []
    return [Heading(message("All mistakes")), Table(
        (message("Move"), message("Side"), message("Played"), message("Better"),
         message("Points lost"), *((message("Time"),) if line.times else ())), rows, 4)]


def _time_words(time: MoveTime | None) -> str:
    return "" if time is None or time.seconds is None else clock_words(time.seconds)


def _shown(report: GameReport, *, has_diagrams: bool) -> list[Block]:
    """Return influence, territory and moyo of both sides at five points of the game."""
    review, maps = report.review, report.review.maps
    rows = list[tuple[Text, ...]]()
    for index in report.shown:
        for colour in _COLOURS:
            when = message("after move {number}", number=review.line.printed(index))
            rows.append((
                when if colour == BLACK else "",
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
        boards = [Board(_diagram(report, index), message(
                      "After move {number}", number=review.line.printed(index)))
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
            Paragraph(message("{number}: {sentence}", number=line.printed(event.number),
                              sentence=event_sentence(event, line)), Style.NOTE)
            for event in report.review.events)
        blocks.append(Columns(((board,), happened)))
    if not rows:
        return [*blocks, Paragraph(message("No group has three stones or more."))]
    return [*blocks, table]


def _figures(review: GameReview) -> list[Block]:
    """Return the page of figures by phase and player."""
    rows, sections = list[tuple[Text, ...]](), list[int]()
    for phase in (*review.phases, None):
        if rows:
            sections.append(len(rows))
        span = (1, len(review.moves)) if phase is None else review.phases[phase]
        for colour in _COLOURS:
            figures = review.figures_of(colour, phase)
            points = _lost(review, colour) if phase is None else round(figures.by_mistakes)
            rows.append(_figure_row(figures, phase, span, points, review.line))
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
    figures: PhaseFigures, phase: Phase | None, span: tuple[int, int], lost: int, line: GameLine
) -> tuple[Text, ...]:
    name = message("whole game") if phase is None else message(
        "{phase}, {first}–{last}", phase=message(phase.value), first=line.printed(span[0]),
        last=line.printed(span[1]))
    worst = str(line.printed(figures.worst)) if figures.worst else "–"
    return (name if figures.colour == BLACK else "", name_of_colour(figures.colour),
            str(figures.moves), str(figures.mistakes), str(lost), worst,
            str(figures.sente), str(figures.moyo), str(figures.turned))
