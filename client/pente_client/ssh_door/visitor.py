"""A person at the door, as the visit that they have come for sees them."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from pente_client.addresses.ssh_address import SshAddress
from pente_client.credentials import CredentialStore
from pente_client.ssh_door.entrance import Entrance
from pente_protocol.join_codes import JoinCode


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who has come, from where, and what for."""

    entrance: Entrance
    code: JoinCode | None
    """The join code of the room that they have come for."""
    door: SshAddress
    """Where the door is, as far as it is known."""
    address: str
    """Where the connection comes from; empty if that is no address."""
    accounts: CredentialStore | None
    """The accounts of the key; None for a guest, of whom nothing is kept."""
    settings: Path | None
    """The directory of the settings of the key; None for a guest."""
    say: Callable[[str], None]
    """Takes a line to be shown when the screen is gone."""


Visit: TypeAlias = Callable[[Visitor], Coroutine[Any, Any, int]]
"""What a person does here, in a prompt_toolkit session of their own; gives the exit status."""
