"""Where a request comes from, as limits see it."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from pente_core.identity import PlayerId

_MARK: Final = 6
"""Bytes: enough to tell a few hundred origins apart."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A player at an address."""

    player: PlayerId
    address: str
    is_exempt: bool = False
    """Whether the address is exempt from the limits per address."""

    def mark(self, secret: bytes) -> str:
        """A mark of the address for a store, which tells nothing about it without the server's secret.

        Empty for an address that is exempt.
        """
        if self.is_exempt:
            return ""
        mark = blake2b(self.address.encode(), digest_size=_MARK, key=secret[:64], person=b"pente origin")
        return mark.hexdigest()
