"""A player's account."""

from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind

HOUSE_TOKEN: Final = "house"
"""In place of a hash: the account belongs to a house bot, and no token opens it."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player's name, and the hash that verifies the secret token of this player."""

    id: PlayerId
    name: str
    kind: PlayerKind
    token_sha256: str
    """SHA-256 of the player's secret token, in hex, or `HOUSE_TOKEN`. The token itself is not stored."""
    renamed: Instant | None = None
    """When the name was last changed; None: never."""

    @property
    def is_of_house(self) -> bool:
        """Whether it belongs to a house bot."""
        return self.token_sha256 == HOUSE_TOKEN
