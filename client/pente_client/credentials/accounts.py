"""Accounts of a person, as this device knows them."""

import secrets
from dataclasses import dataclass, field
from typing import Final

from pente_core.identity import GUEST_PREFIX, PlayerId, PlayerKind
from pente_protocol.login.keys import KEY_BYTES, account_of, device_of
from pente_protocol.login.signatures import public_key
from pente_protocol.login.signed_texts import successors
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.hello import FormerKey

NOBODY: Final = PlayerId("")


@dataclass(frozen=True, slots=True)
class Credentials:
    """An account at a server, and the secret key of this device for it, which is never shown or sent."""

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
    def device(self) -> DeviceId:
        """The id of this device. Raises MissingLibrary, as the next one."""
        return device_of(public_key(self.secret))

    @property
    def opens(self) -> PlayerId:
        """The id of the account that this device opens, if it opens one."""
        return account_of(public_key(self.secret))

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
    """Credentials with a fresh secret, for an account that is still to be opened. Raises MissingLibrary."""
    secret = secrets.token_bytes(KEY_BYTES)
    return Credentials(server, kind, name, account_of(public_key(secret)), secret, is_open=False)


@dataclass(frozen=True, slots=True)
class KnownServer:
    """A server that was connected to, and where it was reached."""

    id: str
    addresses: tuple[str, ...]
    """As `str` of an `Address` spells them; the one that was used last comes last."""
    succeeds: tuple[FormerKey, ...] = ()
    """The keys that it had before, as it has proven."""

    @property
    def shown(self) -> str:
        """Where it was reached last, for people; its id if it is not known."""
        if not self.addresses:
            return self.id
        return self.addresses[-1].partition("://")[2]

    def contradicts(self, other: "KnownServer") -> bool:
        """Whether a former key of both has named another successor here than there."""
        here, there = (successors(one.succeeds, one.id) for one in (self, other))
        return any(there.get(key, successor) != successor for key, successor in here.items())
