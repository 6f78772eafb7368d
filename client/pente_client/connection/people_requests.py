"""A client and other people: who is here, friends, direct messages, and reports to the host."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from pente_client.connection.link.errors import RequestRejected
from pente_client.connection.link.link import Build
from pente_client.connection.reconnect import ReconnectingLink
from pente_client.connection.state.client_state import ClientState
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.rating import Speed
from pente_core.room import events as ev
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.messages.base import CommandId
from pente_protocol.messages.direct_messages import (
    DirectMessage,
    MessageList,
    Messages,
    MessageSent,
    ReadMessages,
    SendMessage,
    SetMessagePolicy,
)
from pente_protocol.messages.friends import Befriend, FriendList, Friends, Unfriend
from pente_protocol.messages.lists import BrowsePlayers, OnlineList, RoomSummary, UnbrowsePlayers
from pente_protocol.messages.people import PlayerFound, Report


class PeopleRequests:
    """The requests of a `Client` about other players. Raise `RequestRejected` and `ConnectionEnded`."""

    _link: ReconnectingLink
    _state: ClientState

    async def browse_players(self, ruleset: str = "pente", speed: Speed | None = None) -> OnlineList:
        """Who is here, friends first; from now on `PlayersChanged` has the changes.

        After a reconnect it has what changed meanwhile.
        """
        self._state.browse_players((ruleset, speed))
        found = await self._link.ask_for(OnlineList, lambda id_: BrowsePlayers(id_, ruleset, speed))
        self._state.players_browsed(found)
        return found

    async def leave_players(self) -> None:
        """No longer get changes of who is here."""
        self._state.browse_players(None)
        await self._link.ask(UnbrowsePlayers)

    @property
    def friends(self) -> frozenset[PlayerId]:
        """The ids of our friends, as far as this connection knows."""
        return self._state.friends

    async def list_friends(self) -> FriendList:
        """Our friends, and who of them is here."""
        return await self._link.ask_for(FriendList, Friends)

    async def befriend(self, player: str) -> Identity:
        """Add the player with a name or id to our friends, and learn when they arrive. Gives the player."""
        return await self._change_friends(partial(Befriend, player=player), is_friend=True)

    async def unfriend(self, player: str) -> Identity:
        """Take the player with a name or id off our friends. Gives the player."""
        return await self._change_friends(partial(Unfriend, player=player), is_friend=False)

    async def _change_friends(self, build: Build, *, is_friend: bool) -> Identity:
        found = await self._link.ask_for(PlayerFound, build)
        self._state.befriend(found.player.id, is_friend=is_friend)
        return found.player

    async def write(self, to: str, text: str) -> MessageSent:
        """Write to the player with a name or id, who may be away. It is sent once."""
        command_id = CommandId(secrets.token_urlsafe(15))
        return await self._link.ask_for(
            MessageSent, partial(SendMessage, command_id=command_id, to=to, text=text)
        )

    async def messages(self) -> MessageList:
        """The latest messages to us, read or not. That does not make them read."""
        return await self._link.ask_for(MessageList, Messages)

    async def read_messages(self, until: Instant) -> None:
        """Note for all of our devices that messages were read up to this time."""
        await self._link.ask(lambda id_: ReadMessages(id_, until))

    async def receive_messages(self) -> None:
        """Get messages as `MessageArrived` from now on, and those first that were not read yet.

        Each comes once. What was taken from `Client.updates` counts as read when the next update is taken.
        """
        if self._state.receives_messages:
            return
        self._state.receive_messages()
        if self._state.welcome.unread_messages:
            self._state.unread(await self.messages())

    def _mark_read(self, message: DirectMessage) -> None:
        """Note beside everything else that a message was read."""
        self._link.do_beside(self._read_quietly(message.at))

    async def _read_quietly(self, until: Instant) -> None:
        with suppress(RequestRejected):  # it is shown again then, which is better than to end for it
            await self.read_messages(until)

    async def take_messages_from(self, policy: MessagePolicy) -> None:
        """Choose from whom we take messages."""
        await self._link.ask(lambda id_: SetMessagePolicy(id_, policy))

    async def report(self, player: str, text: str, room: RoomId | None = None) -> None:
        """Report the player with a name or id to the host of the server."""
        command_id = CommandId(secrets.token_urlsafe(15))
        await self._link.ask(lambda id_: Report(id_, command_id, player, text, room))

    @property
    def invitations(self) -> Sequence[RoomSummary]:
        """The invitations that wait for an answer, the oldest first."""
        waiting = (room for room in self._state.invitations if room.status is ev.Status.WAITING)
        return sorted(waiting, key=lambda room: room.created_at)
