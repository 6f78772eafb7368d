"""The greeting: what a server says of itself before a client has said anything."""

import secrets
from typing import Final

from pente_core.identity import PlayerKind
from pente_protocol.messages import Greeting
from pente_protocol.version import VERSION
from pente_server.limits.announced_limits import announced_limits
from pente_server.net.sessions.session_ports import SessionPorts

NONCE_BYTES: Final = 16


def greeting(ports: SessionPorts) -> Greeting:
    """The first message of a connection, with a nonce of its own."""
    return Greeting(
        server_id=ports.identity.server_id,
        name=ports.name,
        server=ports.server,
        versions=(VERSION,),
        features=ports.features,
        limits=announced_limits(ports.allowance, PlayerKind.PERSON),
        nonce=secrets.token_urlsafe(NONCE_BYTES),
        now=ports.heartbeat.now(),
        durability=ports.durability(),
    )
