"""A connection to a pente server that heals itself, with a replica of every room that is watched."""

from pente_client.connection.address import DEFAULT_URL, Address, BadAddress, parse_address
from pente_client.connection.client import Client
from pente_client.connection.errors import CannotConnect, ConnectionEnded, ConnectionProblem, Denied
from pente_client.connection.identities import Identity, IdentityStore
from pente_client.connection.pace import Pace
from pente_client.connection.replica import Replica
from pente_client.connection.updates import (
    Connected,
    Disconnected,
    Ended,
    FeaturedNow,
    InvitedTo,
    LobbyChanged,
    PresenceChanged,
    Resynced,
    SentAway,
    Stepped,
    TakenOver,
    Update,
)

__all__ = [
    "DEFAULT_URL",
    "Address",
    "BadAddress",
    "CannotConnect",
    "Client",
    "Connected",
    "ConnectionEnded",
    "ConnectionProblem",
    "Denied",
    "Disconnected",
    "Ended",
    "FeaturedNow",
    "Identity",
    "IdentityStore",
    "InvitedTo",
    "LobbyChanged",
    "Pace",
    "PresenceChanged",
    "Replica",
    "Resynced",
    "SentAway",
    "Stepped",
    "TakenOver",
    "Update",
    "parse_address",
]
