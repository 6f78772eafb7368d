"""What the server asks of its store about who is where, so that every node knows it of all others.

Each node keeps one page that the others read: fields with a few bytes each, of which the store knows
nothing. A page is gone soon after its node has stopped to renew it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NewType, Protocol

from pente_core.clock.instant import Millis

NodeName = NewType("NodeName", str)
"""Names a node for as long as its process lives."""

PAGE_KEPT: Final = Millis(5000)
"""How long a page that is not renewed is still one."""


@dataclass(frozen=True, slots=True)
class PresencePages:
    """The answer to a renewal."""

    is_new: bool
    """Whether there was no page of this node: what it wrote earlier is gone."""
    others: Mapping[NodeName, int] = field(default_factory=dict)
    """The edition of every other page; one with another edition has another content."""


class PresenceStore(Protocol):
    """Every method may raise StoreUnavailable, and may then be called again."""

    async def renew(self, node: NodeName, changes: Mapping[str, bytes]) -> PresencePages:
        """Keep the page of a node, with these fields changed; an empty one is dropped."""
        ...

    async def page(self, node: NodeName) -> Mapping[str, bytes]:
        """All fields of a page; none when there is no such page any more."""
        ...

    async def withdraw(self, node: NodeName) -> None:
        """Drop the page of a node that stops."""
        ...
