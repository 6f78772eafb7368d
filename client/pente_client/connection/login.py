"""The account of a client at its server, over all connections."""

import logging
import secrets
from typing import Final

from pente_client.connection.address import Address
from pente_client.connection.credentials import Credentials, CredentialStore
from pente_client.connection.errors import (
    CannotConnect,
    ConnectionEnded,
    LinkLost,
    PermanentFailure,
    RequestRejected,
)
from pente_client.connection.state import Resumption
from pente_core.identity import PlayerKind
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import Error, Hello, RequestId, Welcome
from pente_protocol.version import VERSION

_LOG: Final = logging.getLogger("pente.client")
_SOON: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.RATE_LIMITED})
"""Reasons that pass so soon that even a first connection is tried again."""
_PASSING: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.RATE_LIMITED, ErrorCode.TOO_MANY})


class Login:
    """A name, a kind and a token, and where they are kept. Mutable.

    The token of a new name is drawn here, not by the server, so that a hello whose answer was lost can be
    repeated: the name that it registered is ours.

    A token that the server no longer knows is kept until the name could be registered again with a new one.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        kind: PlayerKind,
        store: CredentialStore | None,
        *,
        aside: bool = False,
        password: str = "",
        token: str = "",
    ) -> None:
        """``password`` is that of the server, for one that asks for it; ``token`` that of a known account,
        for which no other is drawn.
        """
        self._server = str(address)
        self._name = name
        self._kind = kind
        self._store = store
        self._aside = aside
        self._token = token
        self._is_given = bool(token)
        self._password = password
        self._is_password_told = False
        """Whether the server has asked for its password; no other server gets it."""
        self._is_drawn = False
        """Whether the token was drawn here and no server knows it yet."""
        self._unknown_token: Error | None = None
        self._welcome: Welcome | None = None

    def load(self) -> None:
        """Load the stored credentials; raises CannotConnect when a new token could not be kept."""
        if self._store is None:
            return
        try:
            known = self._store.find(self._server, self._kind, self._name)
            if known is None:
                self._store.prepare()
        except OSError as error:
            raise CannotConnect(
                f"can't keep your identity in {self._store.path} ({error.strerror}); "
                "set PENTE_STATE to a directory of yours"
            ) from None
        if known is not None:
            self._name, self._token = known.name, known.token

    def hello(self, id_: RequestId, client: str, resumption: Resumption) -> Hello:
        """The first message of a connection, from the program ``client``."""
        if self._name and not self._token:
            self._token, self._is_drawn = secrets.token_urlsafe(32), True
        return Hello(
            id=id_,
            version=VERSION,
            client=client,
            name=self._name,
            kind=self._kind,
            token=self._token,
            rooms=dict(resumption.rooms),
            passwords=resumption.passwords_of_rooms,
            password=self._password if self._is_password_told else "",
            watch_only=self._aside,
        )

    def welcomed(self, welcome: Welcome) -> None:
        """Remember who we are. Raises PermanentFailure when the server took us for another player."""
        if self._welcome is not None and welcome.player.id != self._welcome.player.id:
            raise PermanentFailure(ConnectionEnded("the server took this player for another; connect again"))
        self._welcome = welcome
        self._is_drawn = False
        self._token = welcome.token or self._token
        self.renamed(welcome.player.name)

    def renamed(self, name: str) -> None:
        """Remember the name that the server has for us now."""
        self._name = name
        if self._store is None or not self._token:
            return
        try:
            self._store.keep(Credentials(self._server, self._kind, self._name, self._token))
        except OSError as error:
            _LOG.warning("can't keep the identity of %s in %s: %s", self._name, self._store.path, error)

    def forget(self) -> None:
        """Remove our secret, of an account that was deleted. Raises OSError."""
        if self._store is not None:
            self._store.remove(self._server, self._token)

    def refused(self, error: Error) -> LinkLost | PermanentFailure:
        """The meaning of an error in place of a welcome."""
        if error.code in _PASSING:
            wait = min((error.retry_ms or 0) / 1000, 30)
            return LinkLost(error.text, wait=wait, is_passing=error.code in _SOON)
        if error.code == ErrorCode.PASSWORD_NEEDED and self._password and not self._is_password_told:
            self._is_password_told = True
            return LinkLost(error.text, now=True)
        if self._welcome is None:
            if error.code == ErrorCode.BAD_TOKEN and self._is_kept and self._name and not self._is_given:
                self._unknown_token, self._token = error, ""
                return LinkLost(error.text, now=True)
            if error.code == ErrorCode.NAME_TAKEN and self._registered_elsewhere():
                return LinkLost(error.text, now=True)
        reason = self._unknown_token or error
        return PermanentFailure(RequestRejected(reason.code, reason.text))

    @property
    def _is_kept(self) -> bool:
        """Whether a server has accepted the token before."""
        return bool(self._token) and not self._is_drawn

    def _registered_elsewhere(self) -> bool:
        """Whether another program of this user has just registered the name; then its token is ours too."""
        if self._store is None or self._is_kept or self._unknown_token is not None:
            return False
        try:
            known = self._store.find(self._server, self._kind, self._name)
        except OSError:
            return False
        if known is not None:
            self._token, self._is_drawn = known.token, False
        return known is not None
