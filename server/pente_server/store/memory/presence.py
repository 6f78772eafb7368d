"""Presence in memory."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pente_core.clock.instant import Instant
from pente_server.store.presence_store import CHANGES_KEPT, PAGE_KEPT, NodeName, PageChanges, PresencePages


@dataclass(slots=True)
class PresencePage:
    """One node's page. Mutable."""

    renewed: Instant
    edition: int = 0
    fields: dict[str, bytes] = field(default_factory=dict)
    begun: int = 0
    """The first edition."""
    changed: dict[str, int] = field(default_factory=dict)
    """The edition of each field that was changed or removed lately, the oldest first."""

    def note(self, changes: Iterable[str]) -> None:
        """Note that these fields are changed by the present edition."""
        for name in changes:
            self.changed.pop(name, None)
            self.changed[name] = self.edition
        while self.changed and next(iter(self.changed.values())) < self.edition - CHANGES_KEPT:
            del self.changed[next(iter(self.changed))]


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
            page.begun = page.begun or page.edition
            page.note(changes)
        others = {name: other.edition for name, other in self._pages.items() if name != node}
        return PresencePages(is_new, others)

    async def page(self, node: NodeName, since: int = 0) -> PageChanges:
        self._drop_old()
        if (page := self._pages.get(node)) is None:
            return PageChanges(0, is_whole=True, fields={})
        if since < max(page.begun, page.edition - CHANGES_KEPT):
            return PageChanges(page.edition, is_whole=True, fields=dict(page.fields))
        changed = {name: page.fields.get(name, b"") for name, at in page.changed.items() if at > since}
        return PageChanges(page.edition, is_whole=False, fields=changed)

    async def withdraw(self, node: NodeName) -> None:
        self._pages.pop(node, None)

    def _drop_old(self) -> None:
        for node, page in tuple(self._pages.items()):
            if self._now() - page.renewed > PAGE_KEPT:
                del self._pages[node]
