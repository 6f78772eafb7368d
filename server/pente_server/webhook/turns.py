"""Turns that players may have to be notified of: when one begins, and whether it still goes on.

That a paused game is to go on is such a turn of each player who has not answered yet.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.room.offers import NOTICE, OfferKind, open_offer
from pente_server.rooms.recorder import TurnBegun
from pente_server.store.notification_store import AwaitedTurn
from pente_server.webhook.notification import WebhookEvent
from pente_server.webhook.sender import Webhook

_PAUSED: Final = "-paused"

IsPresent = Callable[[RoomId, PlayerId], bool]
"""Whether a player is in a room, with any node."""


def awaited_turns(webhook: Webhook | None, is_present: IsPresent) -> TurnBegun:
    """What tells which turns are to be kept for a webhook; none without one.

    They are those of people with a name: in correspondence games all, in others those of players who are not
    there. It is asked at each commit, and so must be quick.
    """

    def is_notified(room_id: RoomId, room: Room, player: Identity) -> bool:
        if player.kind is not PlayerKind.PERSON or player.is_guest:
            return False
        return is_correspondence(room.created.time) or not is_present(room_id, player.id)

    def begun(room_id: RoomId, before: Room | None, after: Room) -> AwaitedTurn | None:
        if before is not None and _is_same(before, after):
            return None
        players = (player for player in awaited_players(after) if is_notified(room_id, after, player))
        player, notice = next(players, None), _notice(after)
        at = after.active if notice is None else Instant(notice - NOTICE)
        return None if player is None else AwaitedTurn(room_id, player.id, _number(after), at)

    is_wanted = webhook is not None and WebhookEvent.YOUR_TURN in webhook.events
    return begun if is_wanted else lambda *_: None


def awaited_players(room: Room) -> list[Identity]:
    """Whose turn it is, or who is asked to go on after a pause; none in a room that is not playing.

    A game that is paused has a turn too, until somebody wants to go on.
    """
    if room.status is not ev.Status.PLAYING:
        return []
    offer = open_offer(room.offers, OfferKind.RESUME)
    is_in = [seat for seat in range(len(room.seats)) if not room.game.position.out >> seat & 1]
    seats = [room.game.position.to_act] if offer is None else filter(offer.concerns, is_in)
    return [player for seat in seats if (player := room.seats[seat]) is not None]


def goes_on(turn: AwaitedTurn, room: Room) -> bool:
    """Whether the player of a turn has not moved, or answered, since it began."""
    return _number(room) == turn.number and turn.player in [player.id for player in awaited_players(room)]


def is_notice(turn: AwaitedTurn) -> bool:
    """Whether it is about the end of a pause, which may concern several players."""
    return turn.number.endswith(_PAUSED)


def each_awaited(turn: AwaitedTurn, room: Room) -> list[AwaitedTurn]:
    """The same for each player whom it concerns."""
    return [replace(turn, player=player.id) for player in awaited_players(room)]


def _is_same(before: Room, after: Room) -> bool:
    return before.status is ev.Status.PLAYING and _number(before) == _number(after)


def _number(room: Room) -> str:
    """Which turn of the room it is: one that was taken back is another than that which comes in its place."""
    notice = _notice(room)
    return f"{len(room.game.turns)}-{room.takebacks}{'' if notice is None else f'-{notice}{_PAUSED}'}"


def _notice(room: Room) -> Instant | None:
    offer = open_offer(room.offers, OfferKind.RESUME)
    return None if offer is None else offer.until
