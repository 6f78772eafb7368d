"""The greeting: what a server says of itself before a client has said anything."""

import secrets
from typing import Final

from pente_core.identity import PlayerKind
from pente_protocol.messages import Greeting
from pente_protocol.messages.features import ServerFeature
from pente_protocol.version import VERSION
from pente_server.limits.announced_limits import announced_limits
from pente_server.net.sessions.session_ports import SessionPorts

NONCE_BYTES: Final = 16


def greeting(ports: SessionPorts, *, is_from_here: bool) -> Greeting:
    """The first message of a connection, with a nonce of its own; for ``is_from_here`` see `PublicUrl`."""
    return Greeting(
        server_id=ports.identity.server_id,
        name=ports.name,
        server=ports.server,
        versions=(VERSION,),
        features=_features(ports),
        limits=announced_limits(ports.allowance, PlayerKind.PERSON),
        nonce=secrets.token_urlsafe(NONCE_BYTES),
        now=ports.heartbeat.now(),
        durability=ports.durability(),
        public_url=ports.public.told(is_from_here=is_from_here),
    )


def _features(ports: SessionPorts) -> tuple[ServerFeature, ...]:
    """The features now: a password may be set, or removed, while the server runs."""
    is_open = ports.access_control.is_open
    return (*ports.features, *((ServerFeature.ANONYMOUS_VIEWERS,) if is_open else ()))
