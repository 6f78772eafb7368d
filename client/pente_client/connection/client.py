"""A client of a pente server that reconnects by itself."""

import logging
import os
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Self

from pente_client.addresses.typed_server import split_fingerprint
from pente_client.connection.account_requests import AccountRequests
from pente_client.connection.archive_client import ArchiveClient
from pente_client.connection.join_code_client import JoinCodeClient
from pente_client.connection.link.errors import CannotConnect, RequestRejected, Unencrypted
from pente_client.connection.link.timeouts import DEFAULT_TIMEOUTS, Timeouts
from pente_client.connection.lobby_requests import LobbyRequests
from pente_client.connection.login import AccountChoice, Login
from pente_client.connection.people_requests import PeopleRequests
from pente_client.connection.puzzle_client import PuzzleClient
from pente_client.connection.reconnect import ReconnectingLink
from pente_client.connection.review_client import ReviewClient
from pente_client.connection.room_requests import RoomRequests
from pente_client.connection.state.client_state import ClientState
from pente_client.connection.state.updates import MessageArrived, Update
from pente_client.credentials import CredentialStore
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.address import Address, BadAddress, parse_address
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.post_mortem import Look
from pente_protocol.sentences import tell


def _log_notice(text: str) -> None:
    logging.getLogger("pente.client").warning(text)


class Client(RoomRequests, LobbyRequests, PeopleRequests, AccountRequests):
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
        server_password: str | None = None,
        credential: str = "",
        code: str = "",
        accepts_address: bool = False,
        needs_account: bool = True,
        pace: Timeouts = DEFAULT_TIMEOUTS,
        on_waiting: Callable[[str], None] = lambda _reason: None,
        on_notice: Callable[[str], None] = _log_notice,
        on_behalf_of: str = "",
        device: str = "",
    ) -> None:
        """``url`` may end with ``#`` and the fingerprint of the server that is meant: no other one is told
        anything.

        ``name`` empty: the identity used last at this server, else a guest.

        ``identities`` None: nothing is kept, and the player is a new one. ``insecure`` allows ws:// to other
        machines. ``retry_first``: for how many seconds to repeat the first attempt. ``aside``: only watch,
        and take over no seat from another connection of this player. ``server_password`` is sent to a server
        that asks for it; None: the one in PENTE_PASSWORD, if there is one. ``credential`` is the key
        of a device, as `format_key` writes it, in place of one among the ``identities``; ``code`` adds this
        device to an account. ``accepts_address``: a server that is known may be at a new address, and our
        names there are used. Without ``needs_account``, who only watches and has no name there opens no
        account, if the server allows that. ``on_notice`` gets what a person should know before that.
        ``on_waiting`` gets the reason when the first attempt is repeated, which a proxy without its server is
        reason enough for, for half a minute. ``on_behalf_of`` is the address of the person for whom a gateway
        connects; a server believes it if the gateway is one of its trusted proxies. ``device``: the name of
        this device in the list of the account's; empty: the operating system.
        """
        self._url = url
        self._account = AccountChoice(
            name,
            kind,
            identities,
            credential,
            code,
            accepts_address=accepts_address,
            needs_account=needs_account,
            device=device,
        )
        self._on_notice = on_notice
        self._insecure = insecure
        self._aside = aside
        given = os.environ.get("PENTE_PASSWORD", "") if server_password is None else server_password
        self._server_password = given
        self._retry_first = retry_first
        self._on_waiting = on_waiting
        self._state = ClientState()
        self._link = ReconnectingLink(self._state, program or _program(), pace, on_behalf_of)
        self.codes = JoinCodeClient(self._link)
        """The join codes of rooms."""

    async def __aenter__(self) -> Self:
        """Connect. Raises CannotConnect, or RequestRejected when the server does not accept the player."""
        address, fingerprint = self._address()
        password = self._server_password
        self._login = Login(
            address,
            replace(self._account, fingerprint=fingerprint),
            watch_only=self._aside,
            password=password,
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
    def server_id(self) -> str:
        """The id of the server, which follows from its key."""
        return self._login.server_id

    @property
    def fingerprint(self) -> str:
        """What links have behind their # for this server."""
        return fingerprint_of(self._login.server_id)

    @property
    def device(self) -> DeviceId:
        """The id of this device, by which the others of our account know it; empty without an account."""
        return self._login.device

    @property
    def is_local(self) -> bool:
        """Whether there is no server."""
        return False

    @property
    def shares_board(self) -> bool:
        """Whether several people play at this connection."""
        return False

    def sender(self, room: RoomId, command: cmd.PlayerCommand) -> Identity:  # noqa: ARG002 -- always the same
        """The player in whose name a command is sent."""
        return self.me

    async def set_up(
        self,
        room: RoomId,  # noqa: ARG002 -- whatever it is
        setup: Setup | None,  # noqa: ARG002
        rules: Ruleset | None = None,  # noqa: ARG002
        seats: Sequence[str | None] | None = None,  # noqa: ARG002
    ) -> RoomId:
        """Raises RequestRejected: a game on a server begins from a position when its room is opened."""
        raise RequestRejected("only-local", tell("reach.a-position-can-be-set"))

    @property
    def is_aside(self) -> bool:
        """Whether this connection only watches: it joins no room, and opens none."""
        return self._aside

    @property
    def public_url(self) -> str:
        """Where others find the server, as ``https://example.org``; empty: at the address of this client."""
        return self._login.public_url

    @property
    def may_look(self) -> bool:
        """Whether others may see where this player looks in finished games, and what they add there."""
        return self._login.may_look

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection right now."""
        return self._link.is_up

    @property
    def latency(self) -> float | None:
        """Seconds that a message takes to the server and back; None while that is unknown."""
        return self._link.latency

    async def updates(self) -> AsyncIterator[Update]:
        """Everything that happens, in order, for one consumer; ends after `close` or a `ClientStopped`.

        The first is the `Connected` of the first welcome. See `UpdateQueue` for a consumer that lags far
        behind.
        """
        while (update := await self._state.next_update()) is not None:
            yield update
            if isinstance(update, MessageArrived):
                self._mark_read(update.message)

    @property
    def archive(self) -> ArchiveClient:
        """The server's finished games."""
        return ArchiveClient(self._link)

    @property
    def reviews(self) -> ReviewClient:
        """Computers' reviews of the server's finished games."""
        return ReviewClient(self._link)

    @property
    def puzzles(self) -> PuzzleClient:
        """Puzzles from the server's games."""
        return PuzzleClient(self._link, self._login.features)

    async def look(self, room: RoomId, node: int | None, points: Sequence[Point] = ()) -> None:
        """Show the others in a finished room where we look; None: nowhere any more.

        Without effect where the server does not know of that, or for a viewer without an account.
        """
        if self._login.may_look:
            await self._link.ask(lambda id_: Look(id_, room, node, tuple(points)))

    def server_now(self) -> Instant:
        """The present by the server's clock, as far as it can be known."""
        return self._state.server_now()

    async def close(self) -> None:
        """Say goodbye to the server and stop. May be called again."""
        await self._link.close()

    def _address(self) -> tuple[Address, str]:
        """Where the server is, and its fingerprint if that was given. Raises CannotConnect."""
        try:
            url, fingerprint = split_fingerprint(self._url)
            address = parse_address(url)
        except BadAddress as bad:
            raise CannotConnect(str(bad)) from None
        if not (address.is_secure or address.is_loopback or self._insecure):
            raise Unencrypted(str(address), address.host)
        return address, fingerprint


def _program() -> str:
    try:
        return f"pente/{version('pente')}"
    except PackageNotFoundError:
        return "pente"
