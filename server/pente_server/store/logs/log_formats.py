"""Log formats: those that a node knows, and the one in which all nodes of a store begin new logs.

During an update, nodes of two versions share a store. What the newer one writes has to be readable for the
older one, so each node tells with its heartbeat which formats it knows, and gets the newest format that all
know. It never goes down again: there may be logs in it. So a program that does not know it can't use
the store any more, and neither can one that no longer writes it.

The store in memory uses `FormatAgreement`; `redis/beat.lua` does the same in Redis. Change both together.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_core.room import events as ev

SILENT_FOR: Final = Millis(30_000)
"""How long after its last beat a node may come back, in milliseconds, if it is still connected."""
COUNTED_FOR: Final = Millis(2000)
"""How long after its last beat it may come back even if it is not: it may just be reconnecting."""


@dataclass(frozen=True, slots=True)
class LogFormats:
    """The formats that a program writes; see `pente_core.room.Created.format`."""

    oldest: int
    newest: int
    """Those up to this one can be read, too."""

    def knows(self, common: int) -> bool:
        """Whether a node with these formats can use a store with this common format."""
        return self.oldest <= common <= self.newest


WRITTEN: Final = LogFormats(1, ev.LOG_FORMAT)
"""Those of this program."""


@dataclass(slots=True)
class FormatAgreement:
    """The common format of a store, and the newest one that each node knows. Mutable."""

    common: int = 0
    """0: there is none yet."""
    newest: dict[Hashable, int] = field(default_factory=dict)

    def agree(
        self,
        node: Hashable,
        formats: LogFormats,
        others: Iterable[tuple[Hashable, Instant]],
        *,
        now: Instant,
        is_there: Callable[[Hashable], bool],
    ) -> int:
        """The common format, which is kept if the node knows it.

        ``others`` are all nodes with their last beats, and ``is_there`` returns whether one may still be
        connected.
        """
        there = (
            self.newest[other]
            for other, last in others
            if other != node and now - last <= SILENT_FOR and (is_there(other) or now - last <= COUNTED_FOR)
        )
        common = max(self.common, min((formats.newest, *there)))
        if formats.knows(common):
            self.common, self.newest[node] = common, formats.newest
        return common
