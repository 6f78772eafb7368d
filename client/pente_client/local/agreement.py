"""Offers among people at one keyboard: nobody has to type the answer as well."""

from functools import reduce
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import OfferKind, Room, Step, apply, step
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import open_offer

_ASKED: Final = frozenset({OfferKind.DRAW})
"""Offers that the others have to answer; all else is agreed at once."""


def decided(room: Room, command: cmd.Command, *, by: Identity | None, now: Instant, sequel: RoomId) -> Step:
    """The step of a command in a local room.

    A takeback, a pause and its end, the cancellation of the game and a rematch come about at once, without
    an offer and its answers in the log. Raises Refused.
    """
    result = step(room, command, by=by, now=now, sequel=sequel)
    kind = OfferKind.RESUME if isinstance(command, cmd.Resume) else None
    kind = command.kind if isinstance(command, cmd.Offer) else kind
    if kind is None or kind in _ASKED or result.too_late:
        return result
    effects = _effects(result.room, kind, now, sequel)
    return Step(effects, reduce(apply, effects, room))


def _effects(room: Room, kind: OfferKind, now: Instant, sequel: RoomId) -> tuple[ev.Event, ...]:
    """What comes of an offer once all others have accepted it."""
    events: tuple[ev.Event, ...] = ()
    for seat, player in enumerate(room.seats):
        offer = open_offer(room.offers, kind)
        if offer is not None and offer.concerns(seat) and not room.game.position.out >> seat & 1:
            events, room, _ = step(room, cmd.Accept(kind), by=player, now=now, sequel=sequel)
    return tuple(event for event in events if not isinstance(event, ev.Accepted))
