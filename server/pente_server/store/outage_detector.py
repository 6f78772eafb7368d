"""Beats: which node served from when to when, and the outages in between.

A node that begins to beat, or begins again after a break, doubts whether anybody has served since the
last beat before. As long as another one that was serving then may still be there it waits: when that one
beats again, somebody has; when that one is gone or too late, nobody has, and what has passed is an outage.
Until it knows, the node does not serve.

This is how a store in memory does it; `beat.lua` does the same in Redis.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_server.store.interface import Outage

HOLDS_FOR: Final = Millis(2000)
"""For how long a node may serve after a beat."""


@dataclass(slots=True)
class NodeHeartbeats:
    """The beats of one node. Mutable."""

    since: Instant
    """Since when it beats without a break."""
    last: Instant
    doubt: Instant | None
    """Until when anybody had served before that, while it is not known whether anybody did in between."""


@dataclass(slots=True)
class OutageDetector:
    """Mutable: the beats of all nodes, and the outages that are still to be credited."""

    services: dict[Hashable, NodeHeartbeats] = field(default_factory=dict)
    outages: list[Outage] = field(default_factory=list)

    def beat(
        self, node: Hashable, now: Instant, longest_gap: Millis, is_there: Callable[[Hashable], bool]
    ) -> bool:
        """Take a beat; whether the node may serve. A longer gap since its last one is a break."""
        service = self.services.get(node)
        if service is None or now - service.last > longest_gap:
            service = NodeHeartbeats(now, now, self._latest())
        service.last = now
        self.services[node] = service
        if service.doubt is not None:
            self._settle(
                service, service.doubt, [one for name, one in self.services.items() if is_there(name)]
            )
        return service.doubt is None

    def _latest(self) -> Instant | None:
        """Until when anybody has served."""
        return max(
            (one.last if one.doubt is None else one.doubt for one in self.services.values()), default=None
        )

    def _settle(self, service: NodeHeartbeats, doubt: Instant, there: list[NodeHeartbeats]) -> None:
        now = service.last
        others = [
            one for one in there if one is not service and one.since <= doubt and now - one.last <= HOLDS_FOR
        ]
        if any(one.last >= service.since and one.doubt is None for one in others):
            service.doubt = None
        elif not others:
            service.doubt = None
            is_known = any(known.start <= doubt and known.end >= service.since for known in self.outages)
            if doubt < now and not is_known:
                self.outages.append(Outage(doubt, now))
