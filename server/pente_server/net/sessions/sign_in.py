"""Sign-in: the first message of a connection, from the checks to the welcome."""

import logging
import secrets
from typing import Final, Protocol

from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Refused
from pente_core.value import tag_of
from pente_protocol.errors import CloseCode, ErrorCode, ProtocolError
from pente_protocol.login.signed_texts import Handshake, hello_text
from pente_protocol.messages import (
    ClientMessage,
    DeviceId,
    Dismissed,
    Error,
    Guest,
    Hello,
    LinkCode,
    Messages,
    Right,
    Watch,
    Welcome,
    Wire,
)
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.untrusted_text import clean
from pente_protocol.version import VERSION
from pente_server.access.sign_ins import NOTHING_PROVEN, Admitted
from pente_server.limits.announced_limits import announced_limits
from pente_server.limits.errors import RequestDenied
from pente_server.live.listening.listeners import Listener
from pente_server.live.revoked_devices import note_devices
from pente_server.live.room_lists.room_directory import newest_of
from pente_server.live.room_lists.room_query import MOST_LISTED
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.sessions.request_replies import SessionClosed
from pente_server.net.sessions.session_ports import SessionPorts
from pente_server.requests.requester.requester import Requester
from pente_server.requests.rooms import watch
from pente_server.rooms.loaded.room_log import UnknownRoom

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

    async def turn(self, message: ClientMessage) -> None:
        """Wait until the peer may have a request carried out, and charge for it."""
        ...


def hello_in(message: ClientMessage) -> Hello:
    """The first message of a connection. Raises ProtocolError if it is no hello."""
    if not isinstance(message, Hello):
        raise ProtocolError("The first message of a connection must be a hello.", "/t")
    return message


async def sign_in(
    session: Newcomer, ports: SessionPorts, address: ClientAddress, hello: Hello, wire: Wire
) -> None:
    """Let a player in, with the rooms to resume, and send the welcome; ``wire`` is the hello as it came.

    Raises SessionClosed, RequestDenied, StoreUnavailable and DamagedKey.
    """
    _check_version(session, hello)
    await ports.heartbeat.check(PATIENCE)
    try:
        await _begin(session, ports, address, hello, wire)
    except RequestDenied as denied:
        account = "none" if hello.account is None else tag_of(type(hello.account))
        session.note(logging.INFO, "sign-in refused", account=account, reason=denied.code)
        raise
    ports.hub.enter(session)
    for room_id, after in hello.rooms.items():
        await session.turn(Watch(hello.id, room_id, after))
        await _resume(session, room_id, after, hello.passwords.get(room_id, ""))
    session.send_message(await _welcome(session, ports, hello))
    kind = "viewer" if session.is_anonymous else session.player.kind
    session.note(logging.INFO, "signed in", kind=kind, client=hello.client)


async def _begin(
    session: Newcomer, ports: SessionPorts, address: ClientAddress, hello: Hello, wire: Wire
) -> None:
    """Find out who it is. Raises RequestDenied, StoreUnavailable and ProtocolError."""
    if hello.account is None:
        if not hello.watch_only:
            raise ProtocolError("A hello without an account needs watch_only.", "/watch_only")
        ports.access_control.check_anonymous()
        session.watches_anonymously(anonymous_viewer())
        return
    admitted, device = await _admit(session, ports, address, hello, wire)
    player = admitted.player
    if isinstance(hello.account, LinkCode):
        players = ports.requests.players
        players.presence.account_changed(player.id, players.now())
        await note_devices(players.accounts, ports.hub, player.id)
    session.signed_in(player, device, admitted.right, is_aside=hello.watch_only)
    await ports.people.load(player.id)


def anonymous_viewer() -> Identity:
    """A viewer without an account: a new id, for one connection, and a name that no player may take."""
    return Identity(PlayerId(secrets.token_hex(16)), ANONYMOUS_NAME)


def _check_version(session: Newcomer, hello: Hello) -> None:
    if hello.version != VERSION:
        text = f"This server needs version {VERSION} of the protocol. Install a matching version of pente."
        session.send_message(Error(hello.id, ErrorCode.BAD_VERSION, text))
        raise SessionClosed(CloseCode.BAD_VERSION, text)


async def _admit(
    session: Newcomer, ports: SessionPorts, address: ClientAddress, hello: Hello, wire: Wire
) -> tuple[Admitted, DeviceId]:
    """The player and the device, once the device has proven whose it is.

    Raises RequestDenied, StoreUnavailable and ProtocolError.
    """
    account, proven = hello.account, NOTHING_PROVEN
    assert account is not None
    if not isinstance(account, Guest):
        proven = await ports.sign_ins.prove(account, _signed(session, hello, wire))
    if proven.house_bot is not None:
        # whatever the password and the allow list: the host runs it
        return Admitted(proven.house_bot, Right.PLAY), proven.device
    access, limits = ports.access_control, ports.connection_limits
    known = None if proven.account is None else proven.account.id
    await access.check_password(hello.password, address.bucket, known)
    admitted = await ports.sign_ins.admit(
        account,
        proven,
        lambda: limits.wait_for_account(address),
        lambda: access.wait_for_guess(address.bucket),
        access.check_player,
    )
    access.let_in(admitted.player.id)
    return admitted, proven.device


def _signed(session: Newcomer, hello: Hello, wire: Wire) -> bytes:
    """What the signature of a hello on this connection signs. Raises RequestDenied and ProtocolError.

    A client that has dialled something else than what the server was asked for has a relay in between.
    """
    if session.handshake is None:
        text = "Nobody can sign in on a connection without a nonce. Connect with ?nonce= and 22 characters."
        raise RequestDenied(ErrorCode.WRONG_PROOF, text)
    if hello.address and session.own_address and hello.address != session.own_address:
        text = (
            f"You have dialled {clean(hello.address, 60)}, and this server was asked for as"
            f" {session.own_address}: something in between passes your words on. If that is a proxy of the"
            " host's, it has to leave the header Host as it is."
        )
        raise RequestDenied(ErrorCode.WRONG_PROOF, text)
    return hello_text(session.handshake, wire)


async def _resume(session: Newcomer, room_id: RoomId, after: Checkpoint | None, password: str) -> None:
    try:
        await watch(session, room_id, after, password)
    except Refused as refused:
        session.send_message(Dismissed(room_id, refused.reason, str(refused)))
    except RequestDenied as denied:
        session.send_message(Dismissed(room_id, denied.code, str(denied)))
    except UnknownRoom as unknown:
        session.send_message(Dismissed(room_id, unknown.code, unknown.parting))


async def _welcome(session: Newcomer, ports: SessionPorts, hello: Hello) -> Welcome:
    player = session.player
    blocked, people = ports.block_lists.of(player.id), ports.people
    is_personal = session.right.allows(Messages.needs)
    own = newest_of(player.id, await ports.own_rooms.load(player.id), MOST_LISTED, blocked)
    return Welcome(
        id=hello.id,
        version=VERSION,
        server=ports.server,
        player=player,
        now=ports.heartbeat.now(),
        durability=ports.durability(),
        limits=announced_limits(ports.allowance, player.kind),
        rooms=tuple(await ports.room_directory.rows([room.id for room in own])),
        blocked=tuple(sorted(blocked)),
        friends=tuple(sorted(people.friends.of(player.id))),
        unread_messages=await people.inboxes.count_unread(player.id) if is_personal else 0,
        right=Right.ACCOUNT if session.is_anonymous else session.right,
    )
