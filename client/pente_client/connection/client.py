"""A client of a pente server that reconnects by itself."""

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Any, Final, Self

from pente_client.connection.address import Address, BadAddress, parse_address
from pente_client.connection.archive_client import ArchiveClient
from pente_client.connection.errors import (
    NEEDS_UPDATE,
    NO_POSITION,
    UPDATE_NEEDED,
    CannotConnect,
    RequestRejected,
)
from pente_client.connection.link import Build
from pente_client.connection.login import Login
from pente_client.connection.reconnect import Expected, ReconnectingLink
from pente_client.connection.replica.replica import Replica
from pente_client.connection.state import ClientState
from pente_client.connection.timeouts import DEFAULT_TIMEOUTS, Timeouts
from pente_client.connection.updates import Update
from pente_client.credentials import CredentialStore
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.rating import Speed
from pente_core.room import DEFAULT_OPTIONS, Join, Options, PlayerCommand
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import (
    Act,
    Acted,
    Block,
    Blocked,
    Browse,
    CommandId,
    Create,
    DeleteAccount,
    DeviceId,
    DeviceInfo,
    DeviceList,
    Devices,
    Follow,
    Following,
    Leaderboard,
    LeaderList,
    Leaders,
    LinkOffered,
    ListedRoom,
    OfferLink,
    Online,
    OnlineList,
    PersonalData,
    PersonalDataFound,
    PlayerFound,
    PlayerList,
    Profile,
    ProfileFound,
    Rename,
    RequestId,
    RevokeDevice,
    RoomCreated,
    RoomFilter,
    RoomList,
    Rooms,
    Unblock,
    Unwatch,
    Watch,
    Watching,
    Welcome,
)

ANY_ROOM: Final = RoomFilter()
_MOST_PAGES: Final = 10_000
"""The most pages of personal data."""
_TURNS: Final = 4
_LONGEST_TURN: Final = 2.0
"""How often a request is repeated that has to wait for its turn, and the most seconds to wait each time."""


def _log_notice(text: str) -> None:
    logging.getLogger("pente.client").warning(text)


class Client:
    """A player at a server. Mutable; an async context manager, connected between enter and exit.

    A lost connection is made again, without limit; watched rooms go on where they were, and unanswered
    requests are sent again under the same command id, so that each is carried out once. Calls that wait for
    an answer simply take longer meanwhile.

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
        credential: str = "",
        code: str = "",
        accepts_address: bool = False,
        pace: Timeouts = DEFAULT_TIMEOUTS,
        on_waiting: Callable[[str], None] = lambda _reason: None,
        on_notice: Callable[[str], None] = _log_notice,
    ) -> None:
        """``name`` empty: the identity used last at this server, else a guest.

        ``identities`` None: nothing is kept, and the player is a new one. ``insecure`` allows ws:// to other
        machines. ``retry_first``: for how many seconds to repeat the first attempt. ``aside``: only watch,
        and take over no seat from another connection of this player. ``server_password`` is sent to a server
        that asks for it; the default is the one in PENTE_PASSWORD. ``credential`` is the id of
        an account with a secret, ``ID.SECRET``, in place of one among the ``identities``; ``code`` adds this
        device to an account. ``accepts_address``: a server that is known may be at a new address, and our
        names there are used. ``on_notice`` gets what a person should know before that. ``on_waiting`` gets
        the reason when the first attempt is repeated, which a proxy without its server is reason enough for,
        for half a minute.
        """
        self._url = url
        self._who = (name, kind, identities)
        self._credential = credential
        self._code = code
        self._accepts_address = accepts_address
        self._on_notice = on_notice
        self._insecure = insecure
        self._aside = aside
        self._server_password = server_password or os.environ.get("PENTE_PASSWORD", "")
        self._retry_first = retry_first
        self._on_waiting = on_waiting
        self._state = ClientState()
        self._link = ReconnectingLink(self._state, program or _program(), pace)

    async def __aenter__(self) -> Self:
        """Connect. Raises CannotConnect, or RequestRejected when the server does not accept the player."""
        address = self._address()
        password = self._server_password
        self._login = Login(
            address,
            *self._who,
            watch_only=self._aside,
            password=password,
            credential=self._credential,
            code=self._code,
            accepts_address=self._accepts_address,
            notice=self._on_notice,
        )
        self._login.load()
        try:
            await self._link.start(address, self._login, self._retry_first, self._on_waiting)
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
        return self._state.welcome

    @property
    def me(self) -> Identity:
        """The player who is connected."""
        return self.welcome.player

    @property
    def rooms(self) -> Mapping[RoomId, Replica]:
        """The rooms that are watched."""
        return self._state.rooms

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection right now."""
        return self._link.is_up

    async def updates(self) -> AsyncIterator[Update]:
        """Everything that happens, in order, for one consumer; ends after `close` or a `ClientStopped`.

        The first is the `Connected` of the first welcome. See `UpdateQueue` for a consumer that lags far
        behind.
        """
        while (update := await self._state.next_update()) is not None:
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
        accepts_rating: bool = False,
    ) -> RoomId:
        """Open a room and take a seat (None: drawn by lot); the room is watched from then on.

        Players who were not invited need the password, if there is one. A rated game that only its players
        can find has to be accepted with ``accepts_rating``, as the rating shows its result.
        """
        command_id = _new_command_id()
        spec = ruleset if isinstance(ruleset, str) else dict(ruleset)
        request = Create(
            RequestId(0), command_id, spec, time, seat, tuple(invite), options, password, accepts_rating
        )
        with self._state.expecting(None):
            opened = await self._link.ask_for(RoomCreated, lambda id_: replace(request, id=id_))
        await self.watch(opened.room)
        return opened.room

    async def act(self, room: RoomId, command: PlayerCommand) -> int:
        """Send a command to a room: its version afterwards. Joining a room means watching it too.

        The password in a `Join` is kept for as long as this client lives; a known one is added to it.
        """
        if isinstance(command, Join):
            command = replace(command, password=command.password or self._state.password_of(room))
            self._state.keep_password(room, command.password)
        command_id = _new_command_id()
        replica = self.rooms.get(room)
        if replica is not None and replica.is_read_only:
            raise RequestRejected(UPDATE_NEEDED, NEEDS_UPDATE)
        base = replica.base if replica else None
        build = partial(Act, room=room, base=base, command_id=command_id, command=command)
        with self._state.expecting(room):
            if not isinstance(command, Join):
                return (await self._link.ask_for(Acted, build)).version
            acted = await self._ask_in_turn(Acted, build)
        await self.watch(room)
        return acted.version

    async def watch(self, room: RoomId, password: str = "") -> Replica:
        """Get a room's events from now on; no effect on a room that is watched already.

        A password is kept for as long as this client lives, also for the rooms that follow this one.
        """
        self._state.keep_password(room, password)
        known = self._state.password_of(room)
        for _ in range(2):  # one invalid snapshot may have been an accident
            if room not in self.rooms:
                with self._state.expecting(room):
                    await self._ask_in_turn(Watching, lambda id_: Watch(id_, room, password=known))
        if self._state.is_unreadable(room):
            raise RequestRejected(UPDATE_NEEDED, NO_POSITION)
        if room not in self.rooms:
            raise RequestRejected("bad-reply", "the server did not show a valid room")
        return self.rooms[room]

    async def unwatch(self, room: RoomId) -> None:
        """No longer get a room's events."""
        if self._state.unwatch(room):
            await self._link.ask(lambda id_: Unwatch(id_, room))

    async def list_rooms(self, which: RoomFilter = ANY_ROOM) -> tuple[ListedRoom, ...]:
        """The newest rooms that are open or being played, the newest first."""
        return (await self._link.ask_for(RoomList, lambda id_: Rooms(id_, which))).rooms

    async def browse(self, which: RoomFilter = ANY_ROOM) -> tuple[ListedRoom, ...]:
        """The rooms as `list_rooms` gives them; from now on `LobbyChanged` has the changes to such rooms.

        After a reconnect it has what changed meanwhile.
        """
        self._state.browse(which)
        rooms = (await self._link.ask_for(RoomList, lambda id_: Browse(id_, which))).rooms
        self._state.browsed(rooms)
        return rooms

    async def online(
        self,
        kind: PlayerKind | None = None,
        *,
        ruleset: str = "pente",
        speed: Speed | None = None,
        cursor: str = "",
    ) -> OnlineList:
        """A page of the players who are connected; with a kind, only those.

        They have their ratings for a ruleset and a speed; None: for that of which each plays most.
        """
        return await self._link.ask_for(OnlineList, lambda id_: Online(id_, kind, ruleset, speed, cursor))

    async def follow(self) -> RoomId | None:
        """The featured game, if there is one; from now on `FeaturedGameChanged` names the next ones."""
        self._state.follow()
        room = (await self._link.ask_for(Following, Follow)).room
        self._state.followed(room)
        return room

    async def profile(self, name: str = "") -> ProfileFound:
        """A player and their results; without a name, our own."""
        return await self._link.ask_for(ProfileFound, lambda id_: Profile(id_, name))

    async def leaders(self, ruleset: str = "pente", speed: Speed | None = None) -> Sequence[Leaderboard]:
        """The players with the highest ratings under a ruleset, at one speed or at all speeds."""
        return (await self._link.ask_for(LeaderList, lambda id_: Leaders(id_, ruleset, speed))).boards

    async def rename(self, name: str) -> Identity:
        """Change our name; the new one is kept with our credentials."""
        await self._link.ask_for(PlayerFound, lambda id_: Rename(id_, name))
        self._state.renamed(name)
        self._login.renamed(name)
        return self.me

    async def block(self, player: str) -> Identity:
        """Block the player with a name or id: no more of their chat and invitations. Gives the player."""
        return await self._block(lambda id_: Block(id_, player), is_blocked=True)

    async def unblock(self, player: str) -> Identity:
        """Unblock the player with a name or id; gives the player."""
        return await self._block(lambda id_: Unblock(id_, player), is_blocked=False)

    async def list_blocked(self) -> tuple[Identity, ...]:
        """The players whom we have blocked, by name."""
        return (await self._link.ask_for(PlayerList, Blocked)).players

    @property
    def blocked(self) -> frozenset[PlayerId]:
        """The ids of the players whom we have blocked, as far as this connection knows."""
        return self._state.blocked

    async def _block(self, build: Build, *, is_blocked: bool) -> Identity:
        found = await self._link.ask_for(PlayerFound, build)
        self._state.block(found.player.id, is_blocked=is_blocked)
        return found.player

    async def personal_data(self) -> AsyncIterator[PersonalDataFound]:
        """Pages of what the server keeps about us, beside our games; only the games that count differ."""
        cursor = ""
        for _ in range(_MOST_PAGES):
            found = await self._link.ask_for(PersonalDataFound, partial(PersonalData, cursor=cursor))
            yield found
            cursor = found.cursor
            if not cursor:
                return
        raise RequestRejected("bad-reply", "the server never ends its list of games")

    async def offer_link(self) -> LinkOffered:
        """A code that adds another device to our account, for a few minutes."""
        return await self._link.ask_for(LinkOffered, OfferLink)

    async def devices(self) -> Sequence[DeviceInfo]:
        """The devices of our account."""
        return (await self._link.ask_for(DeviceList, Devices)).devices

    async def revoke_device(self, device: DeviceId) -> Sequence[DeviceInfo]:
        """Remove a device from our account; those that are left."""
        return (await self._link.ask_for(DeviceList, partial(RevokeDevice, device=device))).devices

    async def delete_account(self) -> None:
        """Delete our account at the server for good, and forget our secret. Close the client afterwards."""
        name = self.me.name
        try:
            await self._link.ask(lambda id_: DeleteAccount(id_, name))
        except RequestRejected as rejected:
            if rejected.code != ErrorCode.ACCOUNT_DELETED:  # it is: only the first answer was lost
                raise
        self._login.forget()

    @property
    def archive(self) -> ArchiveClient:
        """The server's finished games."""
        return ArchiveClient(self._link)

    def server_now(self) -> Instant:
        """The present by the server's clock, as far as it can be known."""
        return self._state.server_now()

    async def close(self) -> None:
        """Say goodbye to the server and stop. May be called again."""
        await self._link.close()

    async def _ask_in_turn(self, kind: type[Expected], build: Build) -> Expected:
        """The reply to a request that may have to wait for its turn, such as one with a password in a crowd.

        Raises RequestRejected and ConnectionEnded.
        """
        for _ in range(_TURNS):
            try:
                return await self._link.ask_for(kind, build)
            except RequestRejected as rejected:
                wait = rejected.retry
                if rejected.code != ErrorCode.RATE_LIMITED or wait is None or wait > _LONGEST_TURN:
                    raise
                await asyncio.sleep(wait)
        return await self._link.ask_for(kind, build)

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
