"""Where a request comes from, as limits see it."""

from dataclasses import dataclass

from pente_core.identity import PlayerId


@dataclass(frozen=True, slots=True)
class Origin:
    """A player at an address."""

    player: PlayerId
    address: str
    is_exempt: bool = False
    """Whether the address is exempt from the limits per address."""
