"""Sign-in: the first message of a connection, from the checks to the welcome."""

import logging
from typing import Protocol

from pente_core.identity import Identity, RoomId
from pente_core.room import Refused
from pente_protocol.errors import CloseCode, ErrorCode, ProtocolError
from pente_protocol.messages import ClientMessage, Dismissed, Error, Hello, Watch, Welcome
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.version import VERSION
from pente_server.access.accounts import authenticate
from pente_server.limits.announced_limits import announced_limits
from pente_server.limits.errors import RequestDenied
from pente_server.live.hub import Listener
from pente_server.live.room_lists.room_directory import newest_of
from pente_server.live.room_lists.room_query import MOST_LISTED
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.sessions.request_replies import SessionClosed
from pente_server.net.sessions.session_ports import SessionPorts
from pente_server.requests.requester import Requester
from pente_server.requests.rooms import watch
from pente_server.rooms.room_log import UnknownRoom

PATIENCE = 2.0
"""Seconds that a request waits for a store that is not reachable."""


class Newcomer(Requester, Listener, Protocol):
    """A session whose hello is looked at."""

    def signed_in(self, player: Identity, *, is_aside: bool) -> None:
        """Take note of the player."""
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


async def sign_in(session: Newcomer, ports: SessionPorts, address: ClientAddress, hello: Hello) -> None:
    """Let a player in, with the rooms to resume, and send the welcome.

    Raises SessionClosed, RequestDenied, StoreUnavailable and DamagedKey.
    """
    _check_version(session, hello)
    await ports.heartbeat.check(PATIENCE)
    try:
        player, token = await _admit(ports, address, hello)
    except RequestDenied as denied:
        session.note(logging.INFO, "sign-in refused", name=hello.name, reason=denied.code)
        raise
    session.signed_in(player, is_aside=hello.watch_only)
    await ports.block_lists.load(player.id)
    ports.hub.enter(session)
    for room_id, after in hello.rooms.items():
        await session.turn(Watch(hello.id, room_id, after))
        await _resume(session, room_id, after, hello.passwords.get(room_id, ""))
    session.send_message(await _welcome(session, ports, hello, token))
    session.note(logging.INFO, "signed in", kind=player.kind, client=hello.client)


def _check_version(session: Newcomer, hello: Hello) -> None:
    if hello.version != VERSION:
        text = f"This server needs version {VERSION} of the protocol. Install a matching version of pente."
        session.send_message(Error(hello.id, ErrorCode.BAD_VERSION, text))
        raise SessionClosed(CloseCode.BAD_VERSION, text)


async def _admit(ports: SessionPorts, address: ClientAddress, hello: Hello) -> tuple[Identity, str]:
    if (house_bot := ports.house_tokens.bot_with(hello.token)) is not None:
        return house_bot, ""  # whatever the password and the allow list: the host runs it
    access, limits = ports.access_control, ports.connection_limits
    await access.check_password(hello.password, address.bucket, hello.token)
    player, token = await authenticate(
        ports.accounts, hello, lambda: limits.wait_for_account(address), access.check_player
    )
    access.let_in(player.id)
    return player, token


async def _resume(session: Newcomer, room_id: RoomId, after: Checkpoint | None, password: str) -> None:
    try:
        await watch(session, room_id, after, password)
    except Refused as refused:
        session.send_message(Dismissed(room_id, refused.reason, str(refused)))
    except RequestDenied as denied:
        session.send_message(Dismissed(room_id, denied.code, str(denied)))
    except UnknownRoom as unknown:
        session.send_message(Dismissed(room_id, unknown.code, unknown.parting))


async def _welcome(session: Newcomer, ports: SessionPorts, hello: Hello, token: str) -> Welcome:
    player = session.player
    blocked = ports.block_lists.of(player.id)
    own = newest_of(player.id, await ports.own_rooms.load(player.id), MOST_LISTED, blocked)
    return Welcome(
        id=hello.id,
        version=VERSION,
        server=ports.server,
        player=player,
        now=ports.heartbeat.now(),
        durability=ports.durability(),
        limits=announced_limits(ports.allowance, player.kind),
        token=token,
        rooms=tuple(await ports.room_directory.rows([room.id for room in own])),
        blocked=tuple(sorted(blocked)),
    )
