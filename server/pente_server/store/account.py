"""A player as the server knows it."""

from dataclasses import dataclass

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind


@dataclass(frozen=True, slots=True)
class Account:
    """A name, and how to prove that one has it."""

    id: PlayerId
    name: str
    kind: PlayerKind
    token_sha256: str
    """Of the secret that proves it, in hex. The secret itself is not kept."""
    renamed: Instant | None = None
    """When the name was last changed."""
