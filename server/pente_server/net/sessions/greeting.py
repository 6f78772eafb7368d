"""The greeting: what a server says of itself before a client has said anything."""

import secrets
from collections.abc import Callable
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_core.value import replace
from pente_protocol.login.keys import signature_to_text
from pente_protocol.login.signed_texts import Handshake, greeting_text
from pente_protocol.messages.features import ServerFeature
from pente_protocol.messages.hello import Greeting
from pente_server.access.access_control import AccessControl
from pente_server.access.loaded_identity import LoadedIdentity
from pente_server.limits.announced_limits import announced_limits
from pente_server.limits.limits import Allowance
from pente_server.net.addresses.public_url import PublicUrl
from pente_server.net.sessions.session_connection import SessionConnection

NONCE_BYTES: Final = 16


class Greeter:
    """Says what the server is, the first thing on each connection."""

    def __init__(
        self,
        program: str,
        name: str,
        public: PublicUrl,
        features: tuple[ServerFeature, ...],
        *,
        identity: LoadedIdentity,
        access_control: AccessControl,
        allowance: Allowance,
        durability: Callable[[], str],
        now: Callable[[], Instant],
    ) -> None:
        """``program`` is its name and version; ``name`` what the host calls the server, which may be empty.

        ``public`` says where others find it, and ``features`` what it can do that not every server can.
        """
        self._program = program
        self._name = name
        self._public = public
        self._features = features
        self._identity = identity
        self._access_control = access_control
        self._allowance = allowance
        self._durability = durability
        self._now = now

    def greeting(self, connection: SessionConnection) -> Greeting:
        """The first message of a connection, with a nonce of its own.

        It is signed for a client that has sent one too.
        """
        identity = self._identity
        # a password may be set, or removed, while the server runs
        open_ = (ServerFeature.ANONYMOUS_VIEWERS,) if self._access_control.is_open else ()
        unsigned = Greeting(
            server_id=identity.server_id,
            name=self._name,
            server=self._program,
            features=(*self._features, *open_),
            limits=announced_limits(self._allowance, PlayerKind.PERSON),
            nonce=secrets.token_urlsafe(NONCE_BYTES),
            now=self._now(),
            durability=self._durability(),
            public_url=self._public.told(is_from_here=connection.is_from_here),
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
