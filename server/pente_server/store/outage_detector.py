"""Outage detection from the heartbeats of all nodes.

A node that starts beating, or resumes after a break, is in doubt: did any node serve since the latest beat
before it? While another node that was serving at that time may still be alive, the node waits. If the other
node beats again, service was never interrupted. If it is gone or too late, no node was serving, and the
span from that latest beat until now is an outage. A node in doubt does not serve.

The store in memory uses this implementation; `redis/beat.lua` does the same in Redis. Change both together.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_server.store.interface import Outage

HOLDS_FOR: Final = Millis(2000)
"""How long a node may serve after a beat, in milliseconds."""


@dataclass(slots=True)
class NodeHeartbeats:
    """The heartbeat record of one node. Mutable."""

    since: Instant
    """Start of its current series of beats without a break."""
    last: Instant
    """Its latest beat."""
    doubt: Instant | None
    """While the node is in doubt: when any node last served before ``since``. None: not in doubt."""


@dataclass(slots=True)
class OutageDetector:
    """The heartbeats of all nodes, and the outages still to be credited. Mutable."""

    services: dict[Hashable, NodeHeartbeats] = field(default_factory=dict)
    outages: list[Outage] = field(default_factory=list)

    def beat(
        self, node: Hashable, now: Instant, longest_gap: Millis, is_there: Callable[[Hashable], bool]
    ) -> bool:
        """Record a beat; return whether the node may serve.

        A gap longer than ``longest_gap`` since the node's previous beat is a break in its service.
        ``is_there`` returns whether a node may still be connected to the store.
        """
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
        """When any node last served; None: no node ever has."""
        return max(
            (one.last if one.doubt is None else one.doubt for one in self.services.values()), default=None
        )

    def _settle(self, service: NodeHeartbeats, doubt: Instant, there: list[NodeHeartbeats]) -> None:
        """End the node's doubt, if the question is decided; record an outage if there was one."""
        now = service.last
        # Other nodes that were serving when the doubt began and may be serving still.
        others = [
            one for one in there if one is not service and one.since <= doubt and now - one.last <= HOLDS_FOR
        ]
        if any(one.last >= service.since and one.doubt is None for one in others):
            service.doubt = None
        elif not others:
            service.doubt = None
            # Several nodes may come back from the same outage; only the first one records it.
            is_known = any(known.start <= doubt and known.end >= service.since for known in self.outages)
            if doubt < now and not is_known:
                self.outages.append(Outage(doubt, now))
