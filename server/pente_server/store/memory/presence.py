"""Presence in memory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pente_core.clock.instant import Instant
from pente_server.store.presence_store import PAGE_KEPT, NodeName, PresencePages


@dataclass(slots=True)
class PresencePage:
    """One node's page. Mutable."""

    renewed: Instant
    edition: int = 0
    fields: dict[str, bytes] = field(default_factory=dict)


class MemoryPresence:
    """A `PresenceStore` in memory."""

    def __init__(self, pages: dict[NodeName, PresencePage], now: Callable[[], Instant]) -> None:
        """``pages`` is shared by the stores of one process; ``now`` is their common clock."""
        self._pages = pages
        self._now = now

    async def renew(self, node: NodeName, changes: Mapping[str, bytes]) -> PresencePages:
        self._drop_old()
        is_new = node not in self._pages
        page = self._pages.setdefault(node, PresencePage(self._now()))
        page.renewed = self._now()
        for name, body in changes.items():
            page.fields[name] = body
            if not body:
                del page.fields[name]
        if changes or is_new:
            # At least the time, so that a node whose page expired never reuses an edition number.
            page.edition = max(page.edition + 1, page.renewed)
        others = {name: other.edition for name, other in self._pages.items() if name != node}
        return PresencePages(is_new, others)

    async def page(self, node: NodeName) -> Mapping[str, bytes]:
        self._drop_old()
        return dict(self._pages[node].fields) if node in self._pages else {}

    async def withdraw(self, node: NodeName) -> None:
        self._pages.pop(node, None)

    def _drop_old(self) -> None:
        for node, page in tuple(self._pages.items()):
            if self._now() - page.renewed > PAGE_KEPT:
                del self._pages[node]
