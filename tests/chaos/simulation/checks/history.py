"""What must be true of every history: it follows the rules, and nobody is charged for an outage."""

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from pente_client.connection.replica.validate import InvalidEvent, check_event
from pente_core.clock.time_control import Fischer
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room, apply, opened
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_server.heartbeat.heartbeat import STALE_AFTER
from tests.chaos.simulation.checks.slow_games import Vacations, unplanned
from tests.chaos.simulation.runtime.host import EPOCH
from tests.chaos.simulation.store.ledger import Ledger, Step
from tests.chaos.simulation.store.link_faults import Span

SHORTEST_OUTAGE: Final = 3000
"""Milliseconds from which on an outage has to be forgiven whatever else happens."""
OUTAGE_SLACK: Final = 1000
"""Milliseconds of it that may be charged: those between the last beat before it, and the next."""


AFTER_THE_END: Final = (
    *(ev.Said, ev.Offered, ev.Accepted, ev.Rejected, ev.Continued, ev.RatingsChanged),
    *get_args(ev.Moderated),
    *get_args(ev.AnnotationEvent),
)
"""What may still happen in a room whose game is over."""


def audit(ledger: Ledger, rooms: Sequence[RoomId], outages: Sequence[Span]) -> Iterator[str]:
    """All that is wrong with what was recorded."""
    yield from _once(ledger)
    for step in ledger.steps:
        yield from _honest(step)
    for room in rooms:
        events = ledger.events(room)
        steps = [step for step in ledger.steps if step.room == room]
        for problem in (*_rules(events), *_charges(events, outages), *unplanned(steps)):
            yield f"{room}: {problem}"
        yield from _goes_on(room, events, ledger)


def _goes_on(room: RoomId, events: Sequence[ev.Event], ledger: Ledger) -> Iterator[str]:
    """The room that another names is there, with its players."""
    for event in events:
        if isinstance(event, ev.Continued):
            sequel = ledger.events(RoomId(event.room))
            if not sequel:
                yield f"{room}: nobody has opened {event.room}"
            elif {*_people(sequel)} != {*_people(events)}:
                yield f"{room}: others play in {event.room}"


def _people(events: Sequence[ev.Event]) -> Iterator[PlayerId]:
    """Who sat down to stay."""
    seats = {event.seat: event.player.id for event in events if isinstance(event, ev.Joined)}
    return iter(seats.values())


def _once(ledger: Ledger) -> Iterator[str]:
    for (room, command), steps in ledger.of_command.items():
        if len(steps) > 1:
            yield f"{room}: {command} was carried out {len(steps)} times"


def _honest(step: Step) -> Iterator[str]:
    """An event says when it was decided, by the store's clock."""
    for event in step.events:
        if abs(event.at - step.asked) > step.leeway:
            yield f"{step.room}: at {step.asked} a node that was off by {step.leeway} ms wrote {event}"


def _rules(events: Sequence[ev.Event]) -> Iterator[str]:
    """Nothing happens that can't, no seat is taken twice, and no more of the game follows its end."""
    if not isinstance(events[0], ev.Created):
        yield f"it begins with {events[0]}"
        return
    room = opened(events[0])
    for event in events[1:]:
        try:
            check_event(room, event)
        except InvalidEvent as error:
            yield f"{event} after version {room.version}: {error}"
            return
        match event:
            case ev.Joined(seat=seat, player=player):
                if room.seats[seat] is not None or room.seat_of(player.id) is not None:
                    yield f"a seat was taken twice: {event}"
            case ev.Moved(seat=seat) | ev.Chosen(seat=seat):
                if seat != room.to_act:
                    yield f"it was not the turn of {event}"
            case _:
                pass
        if room.status in (ev.Status.FINISHED, ev.Status.CLOSED) and not isinstance(event, AFTER_THE_END):
            yield f"after the end: {event}"
        room = apply(room, event)
    if room.status not in (ev.Status.FINISHED, ev.Status.CLOSED):
        yield "it never ended"


def _charges(events: Sequence[ev.Event], outages: Sequence[Span]) -> Iterator[str]:
    """No seat loses more time than has passed in its turn, outages left out."""
    assert isinstance(events[0], ev.Created)
    room, since = opened(events[0]), events[0].at
    begun, vacations = room, Vacations()
    for event in events[1:]:
        after = apply(room, event)
        vacations.note(event)
        if isinstance(event, ev.Started | ev.TakenBack):
            begun, since = after, event.at
        elif isinstance(event, ev.Moved | ev.Chosen | ev.Retired | ev.Finished) and room.clock.is_timed:
            charged = _charged(begun, after, event)
            away = vacations.of(begun.clock.running)
            fair = event.at - since - _overlap(since, event.at, outages, away)
            if charged > max(0, fair) + 1:
                yield f"{charged} ms were charged for {fair} ms before {event}"
            begun, since = after, event.at
        room = after


def _charged(before: Room, after: Room, event: ev.Moved | ev.Chosen | ev.Retired | ev.Finished) -> int:
    """What the running seat has lost between two states of a clock."""
    seat = before.clock.running
    if seat is None:
        return 0
    left = before.clock.remaining
    if isinstance(event, ev.Chosen) and event.choice is Choice.SWAP:
        left, seat = left[::-1], 1 - seat
    control = before.clock.control
    passed = isinstance(event, ev.Moved | ev.Chosen) and after.clock.running != seat
    earned = control.increment if passed and isinstance(control, Fischer) else 0
    return left[seat] - (after.clock.remaining[seat] - earned)


def _overlap(start: int, end: int, outages: Sequence[Span], away: Sequence[tuple[int, int]]) -> int:
    """How many milliseconds between two instants must not be charged: in outages, or in a vacation."""
    spans = sorted((*_outages_between(start, end, outages), *away))
    total, counted = 0, start
    for first, last in spans:
        total += max(0, min(end, last) - max(counted, first))
        counted = max(counted, last)
    return total


def _outages_between(start: int, end: int, outages: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """The outages, in ms, without what may be charged of them.

    A node notices an outage within `STALE_AFTER`: what it decides until then stands.
    """
    for dark, light in outages:
        first, last = round((EPOCH + dark) * 1000), round((EPOCH + light) * 1000)
        if last - first >= SHORTEST_OUTAGE:
            slack = OUTAGE_SLACK if end > last else round(1000 * STALE_AFTER)
            yield max(start, first) + slack, last


__all__ = ["audit", "unplanned"]
