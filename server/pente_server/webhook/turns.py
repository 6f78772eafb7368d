"""Turns that players may have to be notified of: when one begins, and whether it still goes on."""

from collections.abc import Callable

from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Room, Status
from pente_core.room.state.absence import is_correspondence
from pente_server.rooms.recorder import TurnBegun
from pente_server.store.notification_store import AwaitedTurn
from pente_server.webhook.notification import WebhookEvent
from pente_server.webhook.sender import Webhook

IsPresent = Callable[[RoomId, PlayerId], bool]
"""Whether a player is in a room, with any node."""


def awaited_turns(webhook: Webhook | None, is_present: IsPresent) -> TurnBegun:
    """What tells which turns are to be kept for a webhook; none without one.

    They are those of people with a name: in correspondence games all, in others those of players who are not
    there. It is asked at each commit, and so must be quick.
    """

    def begun(room_id: RoomId, before: Room | None, after: Room) -> AwaitedTurn | None:
        player = player_to_move(after)
        if player is None or (before is not None and _is_same(before, after)):
            return None
        if player.kind is not PlayerKind.PERSON or player.is_guest:
            return None
        if not is_correspondence(after.created.time) and is_present(room_id, player.id):
            return None
        return AwaitedTurn(room_id, player.id, _number(after), after.active)

    is_wanted = webhook is not None and WebhookEvent.YOUR_TURN in webhook.events
    return begun if is_wanted else lambda *_: None


def player_to_move(room: Room) -> Identity | None:
    """Whose turn it is; None in a room that is not playing. A game that is paused has a turn too."""
    if room.status is not Status.PLAYING:
        return None
    return room.seats[room.game.position.to_act]


def goes_on(turn: AwaitedTurn, room: Room) -> bool:
    """Whether the player of a turn has not moved since it began."""
    player = player_to_move(room)
    return player is not None and player.id == turn.player and _number(room) == turn.number


def _is_same(before: Room, after: Room) -> bool:
    return before.status is Status.PLAYING and _number(before) == _number(after)


def _number(room: Room) -> str:
    """Which turn of the room it is: one that was taken back is another than that which comes in its place."""
    return f"{len(room.game.turns)}-{room.takebacks}"
