"""Conditional moves: what a player may plan, and the answers that follow from it."""

from collections.abc import Iterable
from functools import reduce

from pente_core.clock.clock import TimeControl, Unlimited
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.room.decisions.turns import NO_TIME, place
from pente_core.room.state.absence import is_correspondence
from pente_core.room.state.apply import apply
from pente_core.room.state.room import Room
from pente_core.room.values.commands import SetConditions
from pente_core.room.values.conditions import MOST_PLANNED, PlannedLine, lines_of
from pente_core.room.values.events import PEOPLE_FROM, ConditionsSet, Event
from pente_core.room.values.refusals import Reason, Refused
from pente_core.rules.game import Game
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import Point


def allows_conditions(room: Room) -> bool:
    """Whether players of a room may plan answers: where a turn may take days."""
    return room.created.format >= PEOPLE_FROM and _may_take_days(room.created.time)


def _may_take_days(control: TimeControl) -> bool:
    return isinstance(control, Unlimited) or is_correspondence(control)


def set_conditions(room: Room, command: SetConditions, seat: int, now: Instant) -> tuple[Event, ...]:
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
    return (ConditionsSet(now, owner.id, lines),)


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


def with_answers(room: Room, events: tuple[Event, ...], now: Instant) -> tuple[Event, ...]:
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
