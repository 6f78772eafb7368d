"""The parts of the server that a session uses itself, and what it asks of its connection."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pente_protocol.forms import Form
from pente_protocol.messages.features import ServerFeature
from pente_server.access.access_control import AccessControl
from pente_server.access.loaded_identity import LoadedIdentity
from pente_server.access.sign_ins import SignIns
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.limits.limits import Allowance
from pente_server.live.hub import Hub
from pente_server.live.lobby_feed import LobbyFeed
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.people.connected_people import ConnectedPeople
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.addresses.public_url import PublicUrl
from pente_server.net.sessions.outbox import FrameWriter
from pente_server.requests.requester.ports import RequestPorts


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPorts:
    """The parts of the server that a session uses itself; its requests use ``requests``."""

    server: str
    """The name and version of the program."""
    name: str
    """What the host calls the server; may be empty."""
    public: PublicUrl
    """Where others find it."""
    features: tuple[ServerFeature, ...]
    """What this server can do that not every one can."""
    identity: LoadedIdentity
    heartbeat: Heartbeat
    durability: Callable[[], str]
    block_lists: BlockLists
    people: ConnectedPeople
    access_control: AccessControl
    sign_ins: SignIns
    connection_limits: ConnectionLimiter
    allowance: Allowance
    hub: Hub
    own_rooms: OwnRooms
    room_directory: RoomDirectory
    lobby_feed: LobbyFeed
    peer_log: PeerLog
    requests: RequestPorts


class SessionConnection(FrameWriter, Protocol):
    """The connection of a session."""

    @property
    def form(self) -> Form:
        """The form of all messages, which the handshake has chosen."""
        ...

    @property
    def latency(self) -> float:
        """Seconds that the last answered ping took; 0 before the first."""
        ...

    @property
    def nonce(self) -> str:
        """What the client has drawn for the connection; empty if it has not."""
        ...

    @property
    def own_address(self) -> str:
        """The server's own address with the name that it was asked for; empty if that is not its name."""
        ...

    @property
    def is_from_here(self) -> bool:
        """Whether it came over the loopback of this machine: its client, a proxy, or a gateway is on it."""
        ...

    @property
    def is_writable(self) -> bool:
        """Whether the peer has read most of what it was sent."""
        ...

    def ping(self) -> None:
        """Measure the round-trip time now."""
        ...

    def pause_reading(self) -> None:
        """Stop reading, so that TCP stops the peer; what was parsed already still arrives."""
        ...

    def resume_reading(self) -> None:
        """Go on reading after a pause; `Receiver.receive` may be called before this returns."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake, and take no more messages. Never waits."""
        ...

    def abort(self) -> None:
        """End the connection at once."""
        ...
