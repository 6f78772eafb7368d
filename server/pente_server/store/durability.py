"""How safe an acknowledged commit is in a store."""

from dataclasses import dataclass
from enum import StrEnum

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId


class DurabilityLevel(StrEnum):
    """How safe an acknowledged commit is, as clients and /healthz are told."""

    STRICT = "strict"
    """It is on disk."""
    EVERYSEC = "everysec"
    """It is on disk within about a second."""
    NONE = "none"
    """It may never be on disk, or be deleted again."""
    MEMORY = "memory"
    """It is lost with the process."""
    UNKNOWN = "unknown"
    """The store does not say."""


@dataclass(frozen=True, slots=True)
class Durability:
    """What a store promises at the moment."""

    level: DurabilityLevel
    reason: str = ""
    """Why it is not strict and what to do, in one sentence for the host; empty if it is strict."""
    is_passing: bool = False
    """Whether it will be strict without anybody doing anything."""
    replicas: int = 0
    """How many replicas the store has. No commit waits for them, so each may lack the latest ones."""

    @property
    def is_strict(self) -> bool:
        return self.level is DurabilityLevel.STRICT


@dataclass(frozen=True, slots=True)
class Loss:
    """A room of which the store has lost something that it had acknowledged."""

    room: RoomId
    at: Instant
    """When a node noticed it."""
    moves: int | None
    """The moves that are left; None: the room is gone."""
