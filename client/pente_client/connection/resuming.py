"""Going on after a lost link: watched rooms, the featured game and the lobby are requested again."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from pente_client.connection.link.errors import ConnectionEnded, ConnectionProblem, RequestRejected
from pente_client.connection.link.link import Build, Link
from pente_client.connection.link.timeouts import Timeouts
from pente_client.connection.state.client_state import ClientState
from pente_client.connection.state.replicas import ResyncNeeded
from pente_client.connection.state.resumption import Resumption
from pente_core.identity import RoomId
from pente_core.rating import Speed
from pente_protocol.choices.tv_channel import TvChannel
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.direct_messages import MessageList, Messages
from pente_protocol.messages.lists import Browse, BrowsePlayers, OnlineList, RoomFilter, RoomList
from pente_protocol.messages.rooms import Dismissed, Watch, Watching
from pente_protocol.messages.tv import Follow, Following


class AskFor(Protocol):
    """`ReconnectingLink.ask_for`."""

    async def __call__(self, kind: type[Watching], build: Build) -> Watching: ...


class Resumer:
    """Requests on a new link what was there on the last one, and snapshots of rooms that no longer follow.

    Mutable.
    """

    def __init__(
        self,
        state: ClientState,
        timeouts: Timeouts,
        ask_for: AskFor,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        give_up: Callable[[ConnectionProblem], None],
    ) -> None:
        """``spawn`` runs work beside; ``give_up`` ends the connection for good."""
        self._state = state
        self._timeouts = timeouts
        self._ask_for = ask_for
        self._spawn = spawn
        self._give_up = give_up
        self._resynced: dict[RoomId, float] = {}
        """When the snapshot of a room that no longer followed was last requested."""

    def resume(self, link: Link, resumption: Resumption) -> None:
        """Ask for everything that did not fit into the hello."""
        for room, after in resumption.more_rooms.items():
            self._spawn(self._watch_again(link, room, after))
        if resumption.following is not None:
            self._spawn(self._follow_again(link, resumption.following))
        if resumption.browsing is not None:
            self._spawn(self._browse_again(link, resumption.browsing))
        if resumption.browsing_players is not None:
            self._spawn(self._browse_players_again(link, *resumption.browsing_players))
        if resumption.receives_messages and self._state.welcome.unread_messages:
            self._spawn(self._messages_again(link))

    async def _watch_again(self, link: Link, room: RoomId, after: Checkpoint | None) -> None:
        reply = await link.post(
            partial(Watch, room=room, after=after, password=self._state.password_of(room))
        )
        if isinstance(reply, Error) and reply.code != ErrorCode.UNAVAILABLE:
            self._state.received(Dismissed(room, reply.code, reply.text))

    async def _follow_again(self, link: Link, channel: TvChannel) -> None:
        reply = await link.post(partial(Follow, channel=channel))
        if isinstance(reply, Following):
            self._state.featured(reply.room)

    async def _browse_again(self, link: Link, which: RoomFilter) -> None:
        reply = await link.post(lambda id_: Browse(id_, which))
        if isinstance(reply, RoomList):
            self._state.listed(reply.rooms)

    async def _browse_players_again(self, link: Link, ruleset: str, speed: Speed | None) -> None:
        reply = await link.post(lambda id_: BrowsePlayers(id_, ruleset, speed))
        if isinstance(reply, OnlineList):
            self._state.players_listed(reply)

    async def _messages_again(self, link: Link) -> None:
        reply = await link.post(Messages)
        if isinstance(reply, MessageList):
            self._state.unread(reply)

    async def resync(self, needed: ResyncNeeded) -> None:
        """Request the snapshot of a room that no longer follows."""
        try:
            await self._watch_anew(needed.room)
        except RequestRejected as rejected:
            if rejected.code == ErrorCode.UNAVAILABLE:
                self._give_up(
                    ConnectionEnded(f"the server does not show room {needed.room} again: {rejected}")
                )
            else:
                self._state.received(Dismissed(needed.room, rejected.code, str(rejected)))
        except ConnectionEnded:
            pass  # the state has told the user

    async def _watch_anew(self, room: RoomId) -> None:
        """Request a snapshot, but not too often. Raises RequestRejected and ConnectionEnded."""
        password = self._state.password_of(room)
        now, last = time.monotonic(), self._resynced.get(room, float("-inf"))
        self._resynced[room] = max(now, last + self._timeouts.resync)
        await asyncio.sleep(self._resynced[room] - now)
        while True:
            try:
                await self._ask_for(Watching, lambda id_: Watch(id_, room, password=password))
                return
            except RequestRejected as rejected:
                if rejected.code != ErrorCode.RATE_LIMITED:
                    raise
                await asyncio.sleep(rejected.retry or self._timeouts.resync)
