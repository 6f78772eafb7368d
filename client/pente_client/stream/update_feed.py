"""The updates of one room after the other, each shown as it is taken."""

import asyncio
from collections.abc import Callable
from typing import Any, assert_never

from pente_client.connection import (
    ClientStopped,
    Connected,
    ConnectionEnded,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    LooksChanged,
    MessageArrived,
    MoveExplained,
    PlayersChanged,
    PresenceChanged,
    Removed,
    RemovedFromRoom,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.play.ports import GamePort
from pente_client.stream.low_time import LowTime
from pente_client.stream.output_port import Output
from pente_client.words.absence import available_claims, next_due
from pente_client.words.connection import superseded_text
from pente_client.words.waiting import play_command
from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_protocol.sentences import tell

_DUE_MARGIN = 0.01
"""Seconds after which what is due at a moment is due for certain."""


class UpdateFeed:
    """Takes updates and shows those of one room. Mutable.

    ``is_playing``: whether the player may claim the game when an opponent stays away.
    """

    def __init__(
        self,
        client: GamePort,
        output: Output,
        *,
        is_playing: bool,
        url: str = "",
    ) -> None:
        """``url`` is typed to come back."""
        self.room: RoomId | None = None
        """The room whose updates are shown."""
        self.shown: Room | None = None
        """That room, as far as it was shown."""
        self.featured: RoomId | None = None
        """The featured game, as far as updates were taken."""
        self.on_update: Callable[[Update], None] = lambda _: None
        """Called with each update before it is shown, also with those of other rooms."""
        self.on_shown: Callable[[Update], None] = lambda _: None
        """Called with each update that was shown."""
        self.is_asked = False
        """Whether the player has asked for that game."""
        self.idle = asyncio.Event()
        """Set while all that has come was shown."""
        self._client, self._output, self.is_playing = client, output, is_playing
        self._url = url
        self._updates = client.updates()
        self._next_update: asyncio.Task[Update] | None = None
        """The next update, where it was waited for in vain."""
        self._low_time = LowTime(output.warning)
        self._claims: tuple[cmd.ClaimKind, ...] = ()
        """What may be claimed, as far as it was shown."""

    @property
    def is_up_to_date(self) -> bool:
        """Whether all that is known of the room was shown."""
        replica = None if self.room is None else self._client.rooms.get(self.room)
        return replica is None or self.shown is None or self.shown.version >= replica.room.version

    def turn_to(self, room: RoomId | None) -> None:
        """Show another room from now on, or none."""
        self.room, self.shown, self._claims = room, None, ()

    async def first(self) -> None:
        """Show the welcome: it comes before everything else."""
        self._output.show(await anext(self._updates))

    async def until(self, holds: Callable[[Room], bool]) -> Room:
        """The room that was shown last, once something holds of it. Raises ConnectionEnded."""
        while self.shown is None or not holds(self.shown):
            await self.next()
        return self.shown

    async def next(self, give_up: "asyncio.Task[Any] | None" = None) -> Update | None:
        """The next update that concerns the room, which has been shown; None once ``give_up`` is done.

        Raises ConnectionEnded when the connection is lost for good.
        """
        while True:
            self._next_update = self._next_update or asyncio.create_task(self._take())
            done, _ = await asyncio.wait({self._next_update}, timeout=0)
            if not done:
                done = await self._wait_idle(self._next_update, give_up)
            if self._next_update in done:
                taken, self._next_update = self._next_update, None
                return taken.result()
            if done:
                return None

    async def close(self) -> None:
        """Stop waiting for an update."""
        if self._next_update is not None:
            self._next_update.cancel()
            await asyncio.gather(self._next_update, return_exceptions=True)

    async def _wait_idle(
        self, update: "asyncio.Task[Update]", give_up: "asyncio.Task[Any] | None"
    ) -> "set[asyncio.Task[Any]]":
        """Wait, with nothing left to show, until something is done or due."""
        wanted: set[asyncio.Task[Any]] = {update} if give_up is None else {update, give_up}
        timeout = self._until_due()
        self.idle.set()
        done, _ = await asyncio.wait(wanted, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        self.idle.clear()
        return done

    def _until_due(self) -> float | None:
        """Seconds until something is to be said by itself; what is due already is shown."""
        room, now = self.shown, self._client.server_now()
        if not self.is_playing or self.room is None or room is None:
            self._claims = ()
            return None
        dues = (
            self._claims_due(self.room, room, now),
            self._low_time.warn(room, room.seat_of(self._client.me.id), now),
        )
        next_ = min((due for due in dues if due is not None), default=None)
        return None if next_ is None else elapsed(now, next_) / 1000 + _DUE_MARGIN

    def _claims_due(self, id_: RoomId, room: Room, now: Instant) -> Instant | None:
        """The moment at which more may be claimed; what may be claimed already is shown."""
        if not room.absent:
            self._claims = ()
            return None
        claims = available_claims(room, self._client.me, now)
        if claims and claims != self._claims:
            self._output.claims_available(id_, room, claims)
        self._claims = claims
        return next_due(room, now)

    async def _take(self) -> Update:
        async for update in self._updates:
            self.on_update(update)
            if self._concerns(update):
                self._output.show(update)
                self._note(update)
                self.on_shown(update)
                return update
        raise ConnectionEnded(tell("connection.closed"))

    def _concerns(self, update: Update) -> bool:
        """Whether an update is about the room that is shown, or about no room in particular."""
        match update:
            case RoomAdvanced(room=room) | Resynced(room=room):
                return room == self.room
            case PresenceChanged(room=room) | LooksChanged(room=room) | MoveExplained(room=room):
                return room == self.room
            case Superseded(room=room) | Removed(room=room):
                return room == self.room
            case LobbyChanged() | PlayersChanged():
                return False
            case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
                return True
            case Connected() | Disconnected() | FeaturedGameChanged() | ClientStopped():
                return True
            case _ as unreachable:
                assert_never(unreachable)

    def _note(self, update: Update) -> None:
        """Remember what an update has shown. Raises ConnectionEnded when it was the last one of the room."""
        match update:
            case RoomAdvanced(after=after) | Resynced(after=after):
                self.shown = after
            case FeaturedGameChanged(room=room, is_asked=is_asked):
                self.featured, self.is_asked = room, is_asked
            case Removed(reason=reason):
                raise RemovedFromRoom(reason)
            case ClientStopped(reason=reason):
                raise ConnectionEnded(reason)
            case Superseded(room=room):
                raise ConnectionEnded(superseded_text(play_command(self._url, room)))
            case Connected() | Disconnected() | PresenceChanged() | LobbyChanged() | PlayersChanged():
                pass
            case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
                pass
            case LooksChanged() | MoveExplained():
                pass
            case _ as unreachable:
                assert_never(unreachable)
