"""Sign-in: the first message of a connection, from the checks to the welcome."""

import logging
import secrets
from collections.abc import Callable
from typing import Final, Protocol

from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Refused
from pente_core.value import tag_of
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.login.signed_texts import Handshake, hello_text
from pente_protocol.messages import ClientMessage, Wire
from pente_protocol.messages.account import DeviceId, Guest, LinkCode
from pente_protocol.messages.base import Right
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.direct_messages import Messages
from pente_protocol.messages.hello import Hello, Welcome
from pente_protocol.messages.rooms import Dismissed, Watch
from pente_protocol.untrusted_text import quoted
from pente_server.access.access_control import AccessControl
from pente_server.access.sign_ins import NOTHING_PROVEN, Admitted, SignIns
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.limits.announced_limits import differing_limits
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.live.hub import Hub
from pente_server.live.listening.listeners import Listener
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.people.connected_people import ConnectedPeople
from pente_server.live.presence.presence import Presence
from pente_server.live.revoked_devices import note_devices
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.room_lists.room_directory import RoomDirectory, newest_of
from pente_server.live.room_lists.room_query import MOST_LISTED
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.requests.requester import Requester
from pente_server.requests.watching import WatchRequests
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.store.accounts.account_store import AccountStore

ANONYMOUS_NAME: Final = "anonymous"
PATIENCE = 2.0
"""Seconds that a request waits for a store that is not reachable."""


class Newcomer(Requester, Listener, Protocol):
    """A session whose hello is looked at."""

    @property
    def handshake(self) -> Handshake | None:
        """What makes the connection one of its kind; None if the client has sent no nonce."""
        ...

    @property
    def own_address(self) -> str:
        """The server's own address with the name that it was asked for; empty if that is not its name."""
        ...

    def signed_in(self, player: Identity, device: DeviceId, right: Right, *, is_aside: bool) -> None:
        """Take note of the player."""
        ...

    def watches_anonymously(self, viewer: Identity) -> None:
        """Take note of a viewer without an account."""
        ...

    def note(self, level: int, event: str, **fields: object) -> None:
        """Log an event of this connection."""
        ...

    async def turn(self, cost: float) -> None:
        """Wait until the peer may have a request carried out that costs so much at first."""
        ...


def hello_in(message: ClientMessage) -> Hello:
    """The first message of a connection. Raises ProtocolError if it is no hello."""
    if not isinstance(message, Hello):
        raise ProtocolError("The first message of a connection must be a hello.", "/t")
    return message


class SignInHandler:
    """Answers the first message of a connection."""

    def __init__(
        self,
        program: str,
        *,
        heartbeat: Heartbeat,
        access_control: AccessControl,
        allowance: Allowance,
        connection_limits: ConnectionLimiter,
        sign_ins: SignIns,
        accounts: AccountStore,
        presence: Presence,
        block_lists: BlockLists,
        people: ConnectedPeople,
        hub: Hub,
        own_rooms: OwnRooms,
        room_directory: RoomDirectory,
        watching: WatchRequests,
        durability: Callable[[], str],
    ) -> None:
        """``program`` is the name and version of the server."""
        self._program = program
        self._heartbeat = heartbeat
        self._access_control = access_control
        self._allowance = allowance
        self._connection_limits = connection_limits
        self._sign_ins = sign_ins
        self._accounts = accounts
        self._presence = presence
        self._block_lists = block_lists
        self._people = people
        self._hub = hub
        self._own_rooms = own_rooms
        self._room_directory = room_directory
        self._watching = watching
        self._durability = durability

    async def sign_in(self, session: Newcomer, address: ClientAddress, hello: Hello, wire: Wire) -> None:
        """Let a player in, with the rooms to resume, and send the welcome; ``wire`` is the hello as it came.

        Raises SessionClosed, RequestDenied, StoreUnavailable and DamagedKey.
        """
        await self._heartbeat.check(PATIENCE)
        device_changes = self._hub.device_changes
        try:
            await self._begin(session, address, hello, wire)
        except RequestDenied as denied:
            account = "none" if hello.account is None else tag_of(type(hello.account))
            session.note(logging.INFO, "sign-in refused", account=account, reason=denied.code)
            raise
        self._hub.enter(session)
        if self._hub.device_changes != device_changes:  # perhaps this one, after its account was read
            await note_devices(self._accounts, self._hub, session.player.id)
        for room_id, after in hello.rooms.items():
            await session.turn(self._watching.cost(session, Watch(hello.id, room_id, after)))
            await self._resume(session, room_id, after, hello.passwords.get(room_id, ""))
        session.send_message(await self._welcome(session, hello))
        kind = "viewer" if session.is_anonymous else session.player.kind
        session.note(logging.INFO, "signed in", kind=kind, client=hello.client)

    async def _begin(self, session: Newcomer, address: ClientAddress, hello: Hello, wire: Wire) -> None:
        """Find out who it is. Raises RequestDenied, StoreUnavailable and ProtocolError."""
        if hello.account is None:
            if not hello.watch_only:
                raise ProtocolError("A hello without an account needs watch_only.", "/watch_only")
            self._access_control.check_anonymous()
            session.watches_anonymously(anonymous_viewer())
            return
        admitted, device = await self._admit(session, address, hello, wire)
        player = admitted.player
        if isinstance(hello.account, LinkCode):
            self._presence.account_changed(player.id, self._heartbeat.now())
            await note_devices(self._accounts, self._hub, player.id)
        session.signed_in(player, device, admitted.right, is_aside=hello.watch_only)
        await self._people.load(player.id)

    async def _admit(
        self, session: Newcomer, address: ClientAddress, hello: Hello, wire: Wire
    ) -> tuple[Admitted, DeviceId]:
        """The player and the device, once the device has proven whose it is.

        Raises RequestDenied, StoreUnavailable and ProtocolError.
        """
        account, proven = hello.account, NOTHING_PROVEN
        assert account is not None
        if not isinstance(account, Guest):
            proven = await self._sign_ins.prove(account, _signed(session, hello, wire))
        if proven.house_bot is not None:
            # whatever the password and the allow list: the host runs it
            return Admitted(proven.house_bot, Right.PLAY), proven.device
        access, limits = self._access_control, self._connection_limits
        known = None if proven.account is None else proven.account.id
        await access.check_password(hello.password, address.bucket, known)
        admitted = await self._sign_ins.admit(
            account,
            proven,
            lambda: limits.wait_for_account(address),
            lambda: access.wait_for_guess(address.bucket),
            access.check_player,
        )
        access.let_in(admitted.player.id)
        return admitted, proven.device

    async def _resume(
        self, session: Newcomer, room_id: RoomId, after: Checkpoint | None, password: str
    ) -> None:
        try:
            await self._watching.watch(session, room_id, after, password)
        except Refused as refused:
            session.send_message(Dismissed(room_id, refused.reason, str(refused)))
        except RequestDenied as denied:
            session.send_message(Dismissed(room_id, denied.code, str(denied)))
        except UnknownRoom as unknown:
            session.send_message(Dismissed(room_id, unknown.code, unknown.parting))

    async def _welcome(self, session: Newcomer, hello: Hello) -> Welcome:
        player = session.player
        blocked, people = self._block_lists.of(player.id), self._people
        is_personal = session.right.allows(Messages.needs)
        own = newest_of(player.id, await self._own_rooms.load(player.id), MOST_LISTED, blocked)
        return Welcome(
            id=hello.id,
            server=self._program,
            player=player,
            now=self._heartbeat.now(),
            durability=self._durability(),
            limits=differing_limits(self._allowance, player.kind),
            rooms=tuple(await self._room_directory.rows([room.id for room in own])),
            blocked=tuple(sorted(blocked)),
            friends=tuple(sorted(people.friends.of(player.id))),
            unread_messages=await people.inboxes.count_unread(player.id) if is_personal else 0,
            right=Right.ACCOUNT if session.is_anonymous else session.right,
        )


def anonymous_viewer() -> Identity:
    """A viewer without an account: a new id, for one connection, and a name that no player may take."""
    return Identity(PlayerId(secrets.token_hex(16)), ANONYMOUS_NAME)


def _signed(session: Newcomer, hello: Hello, wire: Wire) -> bytes:
    """What the signature of a hello on this connection signs. Raises RequestDenied and ProtocolError.

    A client that has dialled something else than what the server was asked for has a relay in between.
    """
    if session.handshake is None:
        text = "Nobody can sign in on a connection without a nonce. Connect with ?nonce= and 22 characters."
        raise RequestDenied(ErrorCode.WRONG_PROOF, text)
    if hello.address and session.own_address and hello.address != session.own_address:
        text = (
            f"You have dialled {quoted(hello.address)}, and this server was asked for as"
            f" {session.own_address}: something in between passes your words on. If that is a proxy of the"
            " host's, it has to leave the header Host as it is."
        )
        raise RequestDenied(ErrorCode.WRONG_PROOF, text)
    return hello_text(session.handshake, wire)
