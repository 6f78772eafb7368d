"""The events between two snapshots of a room, for outputs that show each event once."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pente_client.connection import Resynced, RoomAdvanced
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import Room, apply
from pente_core.room import events as ev
from pente_core.room.absence import is_absent
from pente_core.room.offers import open_offer
from pente_core.rules.game import Retirement, Turn
from pente_core.rules.move import Choice

_ORDER: Final = {ev.Status.WAITING: 0, ev.Status.PLAYING: 1, ev.Status.FINISHED: 2, ev.Status.CLOSED: 2}


class ShownRoom:
    """The room that an output shows, as far as it has. Mutable."""

    def __init__(self) -> None:
        self._id: RoomId | None = None
        self.room: Room | None = None

    def steps(self, update: RoomAdvanced | Resynced) -> tuple[RoomAdvanced, ...] | None:
        """The steps of an update that are not shown yet; None when the room comes into view."""
        known = self.room if self._id == update.room else None
        if isinstance(update, RoomAdvanced) and known is not None and update.version <= known.version:
            return ()
        is_new = known is None or _picture(update.after) != _picture(known)
        self._id, self.room = update.room, update.after
        if isinstance(update, RoomAdvanced):
            return (update,)
        if update.is_read_only:
            return None if is_new else ()
        return reconstruct(update.room, known, update.after) if known else None


def _picture(room: Room) -> object:
    """What is so in a room that can't be replayed."""
    return room.game.position, room.seats


def reconstruct(room: RoomId, before: Room, after: Room) -> tuple[RoomAdvanced, ...] | None:
    """Steps that lead from one snapshot to the other; None when none can, so that the output starts anew.

    What clocks showed on the way is not known: ``left`` is empty in these events. The last step leads to
    ``after`` itself.
    """
    if not _leads(before, after):
        return None
    steps = list(_steps(room, before, after))
    if steps:
        steps[-1] = replace(steps[-1], after=after)
    return tuple(steps)


def _leads(before: Room, after: Room) -> bool:
    known = before.game.turns
    return (
        before.created == after.created
        and before.analysis == after.analysis  # the numbers of annotations can't be told from the outcome
        and before.version <= after.version
        and after.game.turns[: len(known)] == known
        and _ORDER[before.status] <= _ORDER[after.status]
        and (after.status is not ev.Status.CLOSED or before.status is ev.Status.CLOSED)
    )


def _steps(id_: RoomId, room: Room, after: Room) -> Iterator[RoomAdvanced]:
    at = after.active
    turns = after.game.turns[len(room.game.turns) :]
    started = room.status is ev.Status.WAITING and after.status is not ev.Status.WAITING
    events: list[ev.Event] = list(_seat_changes(room, _seats_at_start(after, turns), at))
    events += [ev.Started(at)] if started else []
    events += [ev.Resumed(at)] if room.paused is not None and (turns or after.paused is None) else []
    for event in events:
        step = _step(id_, room, event, after)
        yield step
        room = step.after
    for turn in turns:
        step = _step(id_, room, _turned(room, turn, at), after)
        yield step
        room = step.after
    for event in (*_said(room, after), *_finished(room, after, at), *_after_the_moves(room, after, at)):
        step = _step(id_, room, event, after)
        yield step
        room = step.after


def _step(id_: RoomId, room: Room, event: ev.Event, after: Room) -> RoomAdvanced:
    return RoomAdvanced(id_, after.version, event, room, apply(room, event))


def _seats_at_start(after: Room, turns: tuple[Turn, ...]) -> tuple[Identity | None, ...]:
    swaps = sum(turn is Choice.SWAP for turn in turns)
    return after.seats[::-1] if swaps % 2 else after.seats


def _seat_changes(room: Room, seats: tuple[Identity | None, ...], at: Instant) -> Iterator[ev.Event]:
    for seat, (then, now) in enumerate(zip(room.seats, seats, strict=True)):
        if then != now:
            if then is not None:
                yield ev.Left(at, seat)
            if now is not None:
                yield ev.Joined(at, seat, now)


def _turned(room: Room, turn: Turn, at: Instant) -> ev.Event:
    position = room.game.position
    match turn:
        case Choice():
            return ev.Chosen(at, position.to_act, turn)
        case Retirement(seat, why):
            return ev.Retired(at, seat, why)
        case _:
            move, then = position.play(turn)
            key = f"{then.key:016x}"
            return ev.Moved(
                at, position.to_act, move.colour, turn, key, move.captured, move.poofed, move.calls
            )


def _said(room: Room, after: Room) -> tuple[ev.Said, ...]:
    if not room.chat or room.chat[-1] not in after.chat:
        return after.chat
    known = max(number for number, line in enumerate(after.chat) if line == room.chat[-1])
    return after.chat[known + 1 :]


def _after_the_moves(room: Room, after: Room, at: Instant) -> Iterator[ev.Event]:
    """New offers, pauses and absences, and what followed the end."""
    for offer in after.offers:
        if open_offer(room.offers, offer.kind) is None:
            yield ev.Offered(at, offer.seat, offer.kind, offer.until)
    if after.paused is not None and room.paused is None:
        yield ev.Paused(after.paused)
    for absence in after.absent:
        if not is_absent(room.absent, absence.seat):
            yield ev.Gone(at, absence.seat, absence.until)
    for absence in room.absent:
        if after.status is not ev.Status.FINISHED and not is_absent(after.absent, absence.seat):
            yield ev.Returned(at, absence.seat)
    if after.rated and not room.rated:
        yield ev.RatingsChanged(at, after.rated)
    if after.sequel and not room.sequel:
        yield ev.Continued(at, after.sequel)


def _finished(room: Room, after: Room, at: Instant) -> Iterator[ev.Event]:
    outcome = after.game.outcome
    if outcome is not None and after.status is ev.Status.FINISHED is not room.status:
        yield ev.Finished(
            at, outcome.termination, outcome.winners, outcome.lines, after.clock.remaining, outcome.no_show
        )
