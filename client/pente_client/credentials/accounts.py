"""Accounts of a person, as this device knows them."""

import secrets
from dataclasses import dataclass, field
from typing import Final

from pente_core.identity import GUEST_PREFIX, PlayerId, PlayerKind
from pente_protocol.login.proof import SECRET_BYTES, Verifier, account_of, verifier_of

NOBODY: Final = PlayerId("")


@dataclass(frozen=True, slots=True)
class Credentials:
    """An account at a server, and the secret of this device for it. The secret is never shown or sent."""

    server: str
    """The server's id, which stays the same wherever the server is."""
    kind: PlayerKind
    name: str
    """Empty: the server has not told it yet."""
    player: PlayerId
    """The id of the account; `NOBODY` while a code that adds this device is tried."""
    secret: bytes = field(repr=False)
    is_open: bool = True
    """Whether the server has said that the account is ours. It may have opened it without our knowing."""

    @property
    def verifier(self) -> Verifier:
        """What a server keeps of the secret."""
        return verifier_of(self.secret)

    @property
    def opens(self) -> PlayerId:
        """The id of the account that this device opens, if it opens one."""
        return account_of(self.verifier.device)

    @property
    def name_to_open(self) -> str:
        """The name to open an account with; empty for a guest."""
        return "" if self.name.startswith(GUEST_PREFIX) else self.name

    def is_for(self, server: str, kind: PlayerKind, name: str) -> bool:
        """Whether it is this account; names differ by more than case."""
        return (self.server, self.kind, self.name.casefold()) == (server, kind, name.casefold())

    def replaces(self, other: "Credentials") -> bool:
        """Whether the other one is out of date: it is of the same player, or has the same secret."""
        if (self.server, self.secret) == (other.server, other.secret):
            return True
        return bool(self.name) and other.is_for(self.server, self.kind, self.name)


def new_credentials(server: str, kind: PlayerKind, name: str) -> Credentials:
    """Credentials with a fresh secret, for an account that is still to be opened."""
    secret = secrets.token_bytes(SECRET_BYTES)
    return Credentials(server, kind, name, account_of(verifier_of(secret).device), secret, is_open=False)


@dataclass(frozen=True, slots=True)
class OldCredentials:
    """An account from before servers had ids, with the token that opens it once more."""

    address: str
    """The server's address, as `str` of an `Address` spells it."""
    kind: PlayerKind
    name: str
    token: str = field(repr=False)

    def is_for(self, address: str, kind: PlayerKind, name: str) -> bool:
        """Whether it is this account; any with an empty name."""
        is_named = not name or self.name.casefold() == name.casefold()
        return (self.address, self.kind) == (address, kind) and is_named


@dataclass(frozen=True, slots=True)
class KnownServer:
    """A server that was connected to, and where it was reached."""

    id: str
    addresses: tuple[str, ...]
    """As `str` of an `Address` spells them; the one that was used last comes last."""

    @property
    def shown(self) -> str:
        """Where it was reached last, for people; its id if it is not known."""
        if not self.addresses:
            return self.id
        scheme, _, rest = self.addresses[-1].partition("://")
        host = rest.removesuffix("/")
        return host.removesuffix(":443" if scheme == "wss" else ":80")
