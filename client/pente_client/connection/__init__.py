"""A client of a pente server that reconnects by itself, with a replica of every watched room."""

from pente_client.connection.client import Client
from pente_client.connection.link.address import DEFAULT_URL, Address, BadAddress, parse_address
from pente_client.connection.link.errors import (
    NEEDS_UPDATE,
    UPDATE_NEEDED,
    CannotConnect,
    ConnectionEnded,
    ConnectionProblem,
    RemovedFromRoom,
    RequestRejected,
    UnconfirmedServer,
)
from pente_client.connection.link.timeouts import Timeouts
from pente_client.connection.replica.replica import Replica
from pente_client.connection.updates import (
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    MessageArrived,
    PersonalNews,
    PlayersChanged,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.credentials import Credentials, CredentialStore

__all__ = [
    "DEFAULT_URL",
    "NEEDS_UPDATE",
    "UPDATE_NEEDED",
    "Address",
    "BadAddress",
    "CannotConnect",
    "Client",
    "ClientStopped",
    "Connected",
    "ConnectionEnded",
    "ConnectionProblem",
    "CredentialStore",
    "Credentials",
    "Disconnected",
    "FeaturedGameChanged",
    "FriendCame",
    "InvitationOver",
    "InvitationReceived",
    "LobbyChanged",
    "MessageArrived",
    "PersonalNews",
    "PlayersChanged",
    "PresenceChanged",
    "Removed",
    "RemovedFromRoom",
    "Replica",
    "RequestRejected",
    "Resynced",
    "RoomAdvanced",
    "Superseded",
    "Timeouts",
    "UnconfirmedServer",
    "Update",
    "parse_address",
]
