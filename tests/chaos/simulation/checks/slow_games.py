"""What must be true of games whose turns may take days: plans are carried out, and vacations stop clocks."""

from collections.abc import Iterator, Mapping, Sequence

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.room import Room, apply, lines_of, opened
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.room.ending import is_out
from pente_core.rules.point import Point
from pente_server.store import Account
from tests.chaos.simulation.store.ledger import Step


def unplanned(steps: Sequence[Step]) -> Iterator[str]:
    """Each planned answer is in the commit of the move that it answers, at no time; takebacks end plans."""
    (created, *_) = steps[0].events
    assert isinstance(created, ev.Created)
    room, is_first = opened(created), True
    for step in steps:
        moves = 0
        for event in step.events[is_first:]:
            if isinstance(event, ev.Moved):
                if moves:
                    yield from _as_planned(room, event, step.events[0].at)
                moves += 1
            room = apply(room, event)
            if isinstance(event, ev.TakenBack) and room.conditions:
                yield f"plans outlast {event}"
        is_first = False
        if (answer := _due(room)) is not None:
            yield f"{answer} was planned at version {room.version}, and not played"


def _as_planned(room: Room, answer: ev.Moved, at: Instant) -> Iterator[str]:
    player, left = room.seats[answer.seat], room.clock.remaining
    lines = () if player is None else lines_of(room.conditions, player.id)
    if all(line[0] != answer.point for line in lines):
        yield f"nobody has planned {answer}"
    if answer.at != at or (left and answer.remaining[answer.seat] < left[answer.seat]):
        yield f"time was charged for {answer}"


def _due(room: Room) -> Point | None:
    """The answer that the player to act has planned; None also while an offer waits for that player."""
    seat = room.to_act
    player = None if seat is None or room.status is not ev.Status.PLAYING else room.seats[seat]
    if player is None or any(offer.concerns(seat) for offer in room.offers if seat is not None):
        return None
    return next((line[0] for line in lines_of(room.conditions, player.id)), None)


class Vacations:
    """The vacations that a room was told of, by seat. Mutable."""

    def __init__(self) -> None:
        self._spans: dict[int, list[tuple[int, int]]] = {}

    def note(self, event: ev.Event) -> None:
        """Take notice of the next event."""
        match event:
            case ev.VacationStarted(at=at, seat=seat, until=until):
                self._end(seat, at)
                self._spans.setdefault(seat, []).append((at, until))
            case ev.VacationEnded(at=at, seat=seat):
                self._end(seat, at)
            case _:
                pass

    def _end(self, seat: int, at: int) -> None:
        spans = self._spans.get(seat, [])
        self._spans[seat] = [(start, min(end, at)) for start, end in spans]

    def of(self, seat: int | None) -> Sequence[tuple[int, int]]:
        """When a seat was on vacation, in ms."""
        return () if seat is None else self._spans.get(seat, [])


def knows_vacations(room: Room, accounts: Mapping[PlayerId, Account], now: Instant) -> bool:
    """Whether a correspondence game knows of the vacations of its players, and of their ends."""
    if room.status is not ev.Status.PLAYING or not is_correspondence(room.created.time):
        return True
    for seat, player in enumerate(room.seats):
        account = None if player is None else accounts.get(player.id)
        if account is None or not account.vacations or is_out(room, seat):
            continue
        until, rest = account.vacations[-1].until, room.clock.rest_of(seat)
        if rest != until if until > now else rest > now:
            return False
    return True
