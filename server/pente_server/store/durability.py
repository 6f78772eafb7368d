"""How safe an acknowledged commit is in a store."""

from dataclasses import dataclass
from enum import StrEnum


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

    @property
    def is_strict(self) -> bool:
        return self.level is DurabilityLevel.STRICT
