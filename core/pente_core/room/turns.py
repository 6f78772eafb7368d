"""Turns: the events that follow from stones, choices of a swap opening, and answers planned ahead."""

from collections.abc import Iterable
from functools import reduce
from typing import Final, assert_never

from pente_core.clock.clock import Clock, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.room.apply import apply, clock_in_turn
from pente_core.room.conditions import MOST_PLANNED, PlannedLine, lines_of
from pente_core.room.ending import finished
from pente_core.room.refusals import Reason, Refused
from pente_core.room.room import Room
from pente_core.rules.game import Game
from pente_core.rules.move import Choice, IllegalMove
from pente_core.rules.point import Point

NO_TIME: Final = Millis(0)


def take_turn(
    room: Room, command: cmd.Play | cmd.Choose, seat: int, now: Instant, round_trip: Millis
) -> tuple[ev.Event, ...]:
    """The events that follow from a turn of a player whose time is not up. Raises Refused."""
    if room.paused is not None:
        raise Refused(Reason.PAUSED)
    if seat != room.to_act:
        raise Refused(Reason.NOT_YOUR_TURN)
    lag = uncharged(room, seat, now, round_trip) if round_trip else NO_TIME
    match command:
        case cmd.Play(point):
            return place(room, seat, point, now, lag)
        case cmd.Choose(choice):
            return _choose(room, seat, choice, now, lag)
        case _ as unreachable:
            assert_never(unreachable)


def uncharged(room: Room, seat: int, now: Instant, round_trip: Millis) -> Millis:
    """The part of the running turn that was lag and is not charged to the seat."""
    if not room.clock.is_timed:
        return NO_TIME
    return min(room.lag.allowed(seat, round_trip), room.clock.charged_at(now))


def place(room: Room, seat: int, point: Point, now: Instant, lag: Millis) -> tuple[ev.Event, ...]:
    """The events that follow from a stone of the seat to act. Raises Refused."""
    moved, game, clock = placed(room, seat, point, now, lag)
    if game.outcome is None:
        return (moved,)
    return (moved, finished(game.outcome, clock.remaining, now))


def placed(room: Room, seat: int, point: Point, now: Instant, lag: Millis) -> tuple[ev.Moved, Game, Clock]:
    """The event of a stone placed by the seat to act, with the game and the clock after it.

    The only place that decides what a move does: `decide` and the shortcut of `step` both call it. Whether
    it is the seat's turn is not checked. Raises Refused.
    """
    try:
        move, game = room.game.play(point)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    position = game.position
    clock = clock_in_turn(room, now).turned(now, position.to_act, lag)
    key = f"{position.key:016x}"
    done = move.captured, move.poofed, move.calls
    return ev.Moved(now, seat, move.colour, point, key, *done, clock.remaining, lag), game, clock


def _choose(room: Room, seat: int, choice: Choice, now: Instant, lag: Millis) -> tuple[ev.Event, ...]:
    try:
        game = room.game.choose(choice)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    clock = clock_in_turn(room, now)
    if choice is Choice.SWAP:
        clock = clock.swapped()
    return (ev.Chosen(now, seat, choice, clock.turned(now, game.position.to_act, lag).remaining, lag),)


def allows_conditions(room: Room) -> bool:
    """Whether players of a room may plan answers: where a turn may take days."""
    control = room.created.time
    return isinstance(control, Unlimited) or is_correspondence(control)


def set_conditions(room: Room, command: cmd.SetConditions, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The event of new conditional moves of a seat that is still in the game. Raises Refused."""
    owner = room.seats[seat]
    if owner is None or not allows_conditions(room):
        raise Refused(Reason.NO_CONDITIONS)
    if sum(map(len, command.lines)) > MOST_PLANNED:
        raise Refused(Reason.TOO_MANY_CONDITIONS)
    lines = _without_beginnings(command.lines)
    if lines == lines_of(room.conditions, owner.id):
        raise Refused(Reason.SO_ALREADY)
    if lines:
        _check_lines(room, lines, seat)
    return (ev.ConditionsSet(now, owner.id, lines),)


def _without_beginnings(lines: Iterable[PlannedLine]) -> tuple[PlannedLine, ...]:
    """The lines without those with which others begin, as those say the same; repeated ones once."""
    found = tuple(dict.fromkeys(lines))
    longer = {line[:length] for line in found for length in range(len(line))}
    return tuple(line for line in found if line not in longer)


def _check_lines(room: Room, lines: tuple[PlannedLine, ...], seat: int) -> None:
    if room.game.position.to_act == seat:
        raise Refused(Reason.YOUR_TURN)
    answers: dict[PlannedLine, Point] = {}
    for line in lines:
        for before, answer in _answers(room.game, line, seat):
            if answers.setdefault(before, answer) != answer:
                raise Refused(Reason.TWO_ANSWERS)


def _answers(game: Game, line: PlannedLine, seat: int) -> Iterable[tuple[PlannedLine, Point]]:
    """The answers of a seat in a line, each with the points before it.

    Raises Refused for a line that the rules don't allow, or that does not end with an answer.
    """
    actor = None
    for number, point in enumerate(line):
        actor = game.position.to_act
        if actor == seat:
            yield line[:number], point
        try:
            _, game = game.play(point)
        except IllegalMove as illegal:
            raise Refused(Reason(illegal.reason.value)) from None
    if actor != seat:
        raise Refused(Reason.NO_ANSWER)


def with_answers(room: Room, events: tuple[ev.Event, ...], now: Instant) -> tuple[ev.Event, ...]:
    """The events of a turn and of all answers that were planned for it, at no time on the clock.

    It ends, as each answer takes a point off a line.
    """
    if not room.conditions:
        return events
    after = reduce(apply, events, room)
    while (answer := _planned_answer(after)) is not None:
        try:
            more = place(after, *answer, now, NO_TIME)
        except Refused:  # lines are checked when they are set; those of a snapshot may be anything
            break
        events, after = (*events, *more), reduce(apply, more, after)
    return events


def _planned_answer(room: Room) -> tuple[int, Point] | None:
    """The seat whose turn it is and the point that it has planned.

    None also while an offer awaits that player's answer: to move would be to decline it unseen.
    """
    seat = room.to_act
    player = _player(room, seat)
    if seat is None or player is None or any(offer.concerns(seat) for offer in room.offers):
        return None
    lines = lines_of(room.conditions, player)
    return (seat, lines[0][0]) if lines else None


def _player(room: Room, seat: int | None) -> PlayerId | None:
    taker = None if seat is None else room.seats[seat]
    return None if taker is None else taker.id
