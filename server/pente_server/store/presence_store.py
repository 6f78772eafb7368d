"""The storage interface for presence: how nodes share which players are connected where.

Each node publishes one page that the other nodes read: named fields of a few bytes each, opaque to the
store. A page expires soon after its node stops renewing it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NewType, Protocol

from pente_core.clock.instant import Millis

NodeName = NewType("NodeName", str)
"""Identifies a node for the lifetime of its process."""

PAGE_KEPT: Final = Millis(5000)
"""How long a page lives without being renewed, in milliseconds."""
CHANGES_KEPT: Final = 60_000
"""How many editions a page remembers which of its fields have changed; editions count milliseconds."""


@dataclass(frozen=True, slots=True)
class PresencePages:
    """The reply to a renewal."""

    is_new: bool
    """Whether this node had no page: earlier contents have expired and must be sent again."""
    others: Mapping[NodeName, int] = field(default_factory=dict)
    """The edition number of every other node's page. It changes whenever the contents change."""


class PageChanges(NamedTuple):
    """What has changed on a page."""

    edition: int
    """The edition that this leads to."""
    is_whole: bool
    """Whether these are all fields of the page; then others that were read before are gone."""
    fields: Mapping[str, bytes]
    """The changed fields; empty for one that was removed."""


class PresenceStore(Protocol):
    """Presence pages of all nodes.

    Every method may raise StoreUnavailable; it is then safe to call it again.
    """

    async def renew(self, node: NodeName, changes: Mapping[str, bytes]) -> PresencePages:
        """Renew a node's page and update the given fields; an empty value removes the field."""
        ...

    async def page(self, node: NodeName, since: int = 0) -> PageChanges:
        """What has changed on a node's page since an edition; 0: everything. Empty when it has expired.

        Costs what has changed, if that edition is not older than the page's by `CHANGES_KEPT`.
        """
        ...

    async def withdraw(self, node: NodeName) -> None:
        """Delete the page of a node that is shutting down."""
        ...
