"""A client of a pente server, whose connection heals itself."""

import os
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from types import MappingProxyType, TracebackType
from typing import Any, Final, Self

from pente_client.connection.address import Address, BadAddress, parse_address
from pente_client.connection.archive_client import ArchiveClient
from pente_client.connection.credentials import CredentialStore
from pente_client.connection.errors import CannotConnect, RequestRejected
from pente_client.connection.login import Login
from pente_client.connection.reconnect import ReconnectingLink
from pente_client.connection.replica import Replica
from pente_client.connection.state import ClientState
from pente_client.connection.timeouts import DEFAULT_TIMEOUTS, Timeouts
from pente_client.connection.updates import Update
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.rating import Speed
from pente_core.room import DEFAULT_OPTIONS, Join, Options, PlayerCommand
from pente_protocol.messages import (
    Act,
    Browse,
    CommandId,
    Create,
    Follow,
    Leaderboard,
    Leaders,
    LeadersFound,
    Online,
    Profile,
    ProfileFound,
    Rename,
    RoomFilter,
    Rooms,
    RoomSummary,
    RulesetSpec,
    Unwatch,
    Watch,
    Welcome,
)

ANY_ROOM: Final = RoomFilter()


class Client:
    """A player at a server. Mutable; an async context manager, connected between enter and exit.

    A connection that breaks is made again, for ever; the rooms that are watched go on where they were, and
    requests without an answer are sent again under the same command id, so that each is carried out once.
    Whatever waits for an answer simply takes longer meanwhile.

    Its methods raise `RequestRejected` when the server rejects a request, and `ConnectionEnded` once either
    side has closed the connection for good. All text from the server is cleaned; `updates` yields everything
    in order.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str = "",
        kind: PlayerKind = PlayerKind.PERSON,
        identities: CredentialStore | None = None,
        program: str = "",
        insecure: bool = False,
        retry_first: float = 0.0,
        aside: bool = False,
        server_password: str = "",
        pace: Timeouts = DEFAULT_TIMEOUTS,
    ) -> None:
        """``name`` empty: the identity used last at this server, else a guest.

        ``identities`` None: nothing is kept, and the player is a new one. ``insecure`` allows ws:// to other
        machines. ``retry_first``: for how many seconds to keep trying at first. ``aside``: only look on, and
        take over no seat from another connection of this player. ``server_password`` is told to a server that
        asks for it; without one, that in PENTE_PASSWORD.
        """
        self._url = url
        self._who = (name, kind, identities)
        self._insecure = insecure
        self._aside = aside
        self._server_password = server_password or os.environ.get("PENTE_PASSWORD", "")
        self._retry_first = retry_first
        self._knowledge = ClientState()
        self._lifeline = ReconnectingLink(self._knowledge, program or _program(), pace)

    async def __aenter__(self) -> Self:
        """Connect. Raises CannotConnect, or Denied when the server does not accept the player."""
        address = self._address()
        self._account = Login(address, *self._who, aside=self._aside, password=self._server_password)
        self._account.recall()
        try:
            await self._lifeline.start(address, self._account, self._retry_first)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def welcome(self) -> Welcome:
        """The latest welcome; there once connected."""
        return self._knowledge.welcome

    @property
    def me(self) -> Identity:
        """The player who is connected."""
        return self.welcome.player

    @property
    def rooms(self) -> Mapping[RoomId, Replica]:
        """The rooms that are watched."""
        return MappingProxyType(self._knowledge.watching.rooms)

    @property
    def is_connected(self) -> bool:
        """Whether the server can be talked to right now."""
        return self._lifeline.link is not None

    async def updates(self) -> AsyncIterator[Update]:
        """All that happens, in order, for one consumer; ends after `close` or an `Ended`.

        The first is the `Connected` of the first welcome. See `UpdateQueue` for a consumer that lags far
        behind.
        """
        while (update := await self._knowledge.queue.take()) is not None:
            yield update

    async def create(
        self,
        ruleset: str | Mapping[str, Any],
        time: str,
        *,
        seat: int | None = None,
        invite: Sequence[str] = (),
        options: Options = DEFAULT_OPTIONS,
        password: str = "",
    ) -> RoomId:
        """Open a room and sit down in it (seat None: drawn by lot); it is watched from then on.

        With a password, who comes uninvited has to know it.
        """
        command_id = _new_command_id()
        spec = RulesetSpec(ruleset if isinstance(ruleset, str) else dict(ruleset))
        with self._knowledge.watching.expecting(None):
            ok = await self._lifeline.ask(
                lambda id_: Create(id_, command_id, spec, time, seat, tuple(invite), options, password)
            )
        if ok.room is None:
            raise RequestRejected("bad-reply", "the server opened a room and did not say which")
        await self.watch(ok.room)
        return ok.room

    async def act(self, room: RoomId, command: PlayerCommand) -> int:
        """Ask something of a room: its version afterwards. Joining it means watching it too.

        A password that comes with a `Join` is kept for as long as this client lives; one that is known comes
        with it by itself.
        """
        if isinstance(command, Join):
            known = self._knowledge.watching.passwords
            command = replace(command, password=command.password or known.get(room, ""))
            if command.password:
                known[room] = command.password
        command_id = _new_command_id()
        replica = self.rooms.get(room)
        base = replica.room.version if replica else 0
        with self._knowledge.watching.expecting(room):
            ok = await self._lifeline.ask(lambda id_: Act(id_, room, base, command_id, command))
        if isinstance(command, Join):
            await self.watch(room)
        return ok.version if ok.version is not None else base

    async def watch(self, room: RoomId, password: str = "") -> Replica:
        """Get a room's events from now on; without effect on one that is watched.

        A password is kept for as long as this client lives, also for the rooms that follow this one.
        """
        known = self._knowledge.watching.passwords
        if password:
            known[room] = password
        for _ in range(2):  # a snapshot that makes no sense may have been an accident
            if room not in self.rooms:
                with self._knowledge.watching.expecting(room):
                    await self._lifeline.ask(lambda id_: Watch(id_, room, password=known.get(room, "")))
        if room not in self.rooms:
            raise RequestRejected("bad-reply", "the server did not show the room as it can be")
        return self.rooms[room]

    async def unwatch(self, room: RoomId) -> None:
        """No longer get a room's events."""
        if self._knowledge.watching.rooms.pop(room, None) is not None:
            await self._lifeline.ask(lambda id_: Unwatch(id_, room))

    async def list_rooms(self, which: RoomFilter = ANY_ROOM) -> tuple[RoomSummary, ...]:
        """The rooms that are open or being played, the newest last."""
        return (await self._lifeline.ask(lambda id_: Rooms(id_, which))).rooms

    async def browse(self, which: RoomFilter = ANY_ROOM) -> tuple[RoomSummary, ...]:
        """The rooms as `list_rooms` gives them; from now on `LobbyChanged` tells what becomes of such rooms.

        After a connection was made again it tells what has changed meanwhile.
        """
        self._lifeline.browsing = which
        rooms = (await self._lifeline.ask(lambda id_: Browse(id_, which))).rooms
        self._knowledge.listed = {room.id for room in rooms}
        return rooms

    async def online(self, kind: PlayerKind | None = None) -> tuple[Identity, ...]:
        """The players who are connected, perhaps only those of a kind."""
        return (await self._lifeline.ask(lambda id_: Online(id_, kind))).players

    async def follow(self) -> RoomId | None:
        """The featured game, if there is one; from now on `FeaturedNow` tells when it is another."""
        self._lifeline.is_following = True
        self._knowledge.featured = (await self._lifeline.ask(Follow)).room
        return self._knowledge.featured

    async def profile(self, name: str = "") -> ProfileFound:
        """Who somebody is, and how they have played; without a name, ourselves."""
        return await self._lifeline.ask_for(ProfileFound, lambda id_: Profile(id_, name))

    async def leaders(self, ruleset: str = "pente", speed: Speed | None = None) -> Sequence[Leaderboard]:
        """Who has the highest ratings under a ruleset, at one speed or at every."""
        return (await self._lifeline.ask_for(LeadersFound, lambda id_: Leaders(id_, ruleset, speed))).boards

    async def rename(self, name: str) -> Identity:
        """Have another name from now on; it is kept with our identity."""
        await self._lifeline.ask(lambda id_: Rename(id_, name))
        self._knowledge.welcome = replace(self.welcome, player=replace(self.me, name=name))
        self._account.renamed(name)
        return self.me

    @property
    def archive(self) -> ArchiveClient:
        """The server's finished games."""
        return ArchiveClient(self._lifeline)

    def server_now(self) -> Instant:
        """The present by the server's clock, as well as it can be known."""
        return self._knowledge.clock.now()

    async def close(self) -> None:
        """Say goodbye to the server and stop. May be called again."""
        await self._lifeline.close()

    def _address(self) -> Address:
        try:
            address = parse_address(self._url)
        except BadAddress as bad:
            raise CannotConnect(str(bad)) from None
        if not (address.is_secure or address.is_loopback or self._insecure):
            raise CannotConnect(
                f"{address} is not encrypted, so others could play in your name; "
                f"use wss://{address.host}, or --insecure in a network that you trust"
            )
        return address


def _new_command_id() -> CommandId:
    return CommandId(secrets.token_urlsafe(15))


def _program() -> str:
    try:
        return f"pente/{version('pente')}"
    except PackageNotFoundError:
        return "pente"
