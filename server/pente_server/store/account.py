"""A player's account."""

from dataclasses import dataclass

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind


@dataclass(frozen=True, slots=True)
class Account:
    """A player's name, and the hash that verifies the secret token of this player."""

    id: PlayerId
    name: str
    kind: PlayerKind
    token_sha256: str
    """SHA-256 of the player's secret token, in hex. The token itself is not stored."""
    renamed: Instant | None = None
    """When the name was last changed; None: never."""
