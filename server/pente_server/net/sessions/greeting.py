"""The greeting: what a server says of itself before a client has said anything."""

import secrets
from typing import Final

from pente_core.identity import PlayerKind
from pente_core.value import replace
from pente_protocol.login.keys import signature_to_text
from pente_protocol.login.signed_texts import Handshake, greeting_text
from pente_protocol.messages import Greeting
from pente_protocol.messages.features import ServerFeature
from pente_protocol.version import VERSION
from pente_server.limits.announced_limits import announced_limits
from pente_server.net.sessions.session_ports import SessionConnection, SessionPorts

NONCE_BYTES: Final = 16


def greeting(ports: SessionPorts, connection: SessionConnection) -> Greeting:
    """The first message of a connection, with a nonce of its own; signed for a client that has sent one."""
    identity = ports.identity
    unsigned = Greeting(
        server_id=identity.server_id,
        name=ports.name,
        server=ports.server,
        versions=(VERSION,),
        features=_features(ports),
        limits=announced_limits(ports.allowance, PlayerKind.PERSON),
        nonce=secrets.token_urlsafe(NONCE_BYTES),
        now=ports.heartbeat.now(),
        durability=ports.durability(),
        public_url=ports.public.told(is_from_here=connection.is_from_here),
    )
    if not connection.nonce:
        return unsigned
    former = identity.loaded.succeeds
    proven = replace(
        unsigned, server_key=identity.public_key, address=connection.own_address, succeeds=former
    )
    handshake = handshake_of(connection, proven)
    assert handshake is not None
    signature = identity.sign(greeting_text(handshake, proven.address, former))
    return replace(proven, signature=signature_to_text(signature))


def handshake_of(connection: SessionConnection, said: Greeting) -> Handshake | None:
    """What makes a connection one of its kind; None if the client has sent no nonce."""
    if not connection.nonce:
        return None
    return Handshake(connection.form.subprotocol, connection.nonce, said.nonce, said.server_key)


def _features(ports: SessionPorts) -> tuple[ServerFeature, ...]:
    """The features now: a password may be set, or removed, while the server runs."""
    is_open = ports.access_control.is_open
    return (*ports.features, *((ServerFeature.ANONYMOUS_VIEWERS,) if is_open else ()))
