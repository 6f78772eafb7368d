"""A player's account, and the devices that may log in to it."""

from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind
from pente_protocol.login.keys import device_of
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_server.store.accounts.role import Role
from pente_server.store.accounts.vacation import Vacations

MOST_DEVICES: Final = 8
"""How many devices an account may have."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device of a player, with its public key. Its secret one never leaves it."""

    key: bytes
    name: str
    """What the player calls it; may be empty."""
    added: Instant
    used: Instant
    """When it last logged in, exact to a day."""
    right: Right
    """What it may do with the account; at least one device of each account may do all."""

    @property
    def id(self) -> DeviceId:
        """Its public id."""
        return device_of(self.key)


@dataclass(frozen=True, slots=True)
class Account:
    """A player's name, and who may use it."""

    id: PlayerId
    name: str
    kind: PlayerKind
    renamed: Instant | None = None
    """When the name was last changed; None: never."""
    devices: tuple[Device, ...] = ()
    """At most `MOST_DEVICES`, in the order in which they were added."""
    vacations: Vacations = ()
    notify: bool = False
    """Whether the webhook of the host is to name the player when it is their turn."""
    roles: frozenset[Role] = frozenset()
    is_of_house: bool = False
    """Whether it belongs to a house bot: nothing in the store opens it, so that it has no devices there."""

    def device(self, id_: str) -> Device | None:
        """The device with an id."""
        return next((device for device in self.devices if device.id == id_), None)
