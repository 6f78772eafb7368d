"""How a bot answers offers. It answers every one, so that no player waits for it."""

from collections.abc import Awaitable, Callable
from typing import assert_never

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.chat import BotChat
from pente_bots.play.invitations import InvitationReplies
from pente_bots.play.ports import BotConnection, ThinkerPort
from pente_bots.play.room_requests import send_command
from pente_bots.thinking.thinker import CannotThink
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room.offers import OfferKind

Decision = Callable[[], Awaitable[bool]]
"""Decides whether a draw, or a rematch, is accepted; called only if that matters."""


class OfferReplies:
    """Answers offers by what the room allows, what the player thinks, and the policy for new games."""

    def __init__(
        self,
        connection: BotConnection,
        thinker: ThinkerPort,
        behaviour: Behaviour,
        invitations: InvitationReplies,
        chat: BotChat,
    ) -> None:
        self._connection = connection
        self._thinker = thinker
        self._behaviour = behaviour
        self._invitations = invitations
        self._chat = chat

    async def answer(self, room_id: RoomId, kind: OfferKind) -> None:
        """Answer an offer in a room that is watched."""
        replica = self._connection.rooms[room_id]
        room, seat = replica.room, replica.seat_of_me

        async def draw() -> bool:
            return seat is not None and await self._agrees_to_draw(room_id, room, seat)

        async def rematch() -> bool:
            return self._invitations.objection(room_id, room) is None

        await send_command(self._connection, room_id, await reply(room, kind, draw, rematch))

    async def _agrees_to_draw(self, room_id: RoomId, room: Room, seat: int) -> bool:
        if not self._behaviour.draws:
            return False
        if room.game.stones < self._behaviour.draws_after * len(room.seats):
            self._chat.say_once(room_id, _too_early(self._behaviour.draws_after))
            return False
        try:
            return await self._thinker.agrees_to_draw(room.game.position, seat, room_id)
        except CannotThink:
            return False


def _too_early(stones: int) -> str:
    return f"It is too early for a draw: I consider one once each of us has placed {stones} stones."


async def reply(room: Room, kind: OfferKind, draw: Decision, rematch: Decision) -> cmd.Accept | cmd.Decline:
    """The answer to an offer."""
    return cmd.Accept(kind) if await _is_accepted(room, kind, draw, rematch) else cmd.Decline(kind)


async def _is_accepted(room: Room, kind: OfferKind, draw: Decision, rematch: Decision) -> bool:
    """A pause is always accepted, and its end. A rated game is played to its end."""
    is_rated = room.created.options.rated
    match kind:
        case OfferKind.PAUSE | OfferKind.RESUME:
            return True
        case OfferKind.TAKEBACK | OfferKind.CANCEL:
            return not is_rated
        case OfferKind.DRAW:
            return not is_rated and await draw()
        case OfferKind.REMATCH:
            return await rematch()
        case _ as unreachable:
            assert_never(unreachable)
