"""A machine that runs a node, until it is killed, and again after that."""

import asyncio
from collections.abc import Callable
from ipaddress import ip_address
from itertools import count
from random import Random
from typing import Final

from pente_server.background import restarted
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.sessions.session import Session
from pente_server.net.sessions.session_parts import SessionParts
from pente_server.node import Node
from pente_server.store import StoreUnavailable
from tests.chaos.simulation.runtime.host import Host
from tests.chaos.simulation.runtime.trace import Trace
from tests.chaos.simulation.store.faulty_store import SimStore
from tests.chaos.simulation.store.ledger import Ledger
from tests.chaos.simulation.store.link_faults import LinkFaults
from tests.chaos.simulation.wire import DeviceEnd, NodeEnd, wire
from tests.support.peer import GENEROUS

_START_AGAIN = 0.5
_STOPPED_WITHIN: Final = 0.2
_HERE: Final = ClientAddress("local", ip_address("127.0.0.1"), is_local=True)


class SimSession(Session):
    """A session whose hash does not depend on where it lies in memory: the hub keeps sessions in sets."""

    _serials = count()

    @classmethod
    def begin(cls) -> None:
        """Count anew."""
        cls._serials = count()

    def __init__(self, parts: SessionParts, connection: NodeEnd, ended: Callable[[Session], None]) -> None:
        self._serial = next(self._serials)
        super().__init__(parts, connection, _HERE, ended)

    def __hash__(self) -> int:
        return self._serial


class Machine:
    """Mutable: one life after the other of one node."""

    def __init__(self, name: str, chance: Random, ledger: Ledger, weather: LinkFaults, trace: Trace) -> None:
        self.name = name
        self.node: Node | None = None
        """While it serves."""
        self._chance = chance
        self._ledger = ledger
        self._weather = weather
        self._trace = trace
        self._host: Host | None = None
        self._store: SimStore | None = None
        self._ends: dict[NodeEnd, None] = {}
        self._remains: list[object] = []
        """What lay in the memory of nodes that were killed. It is kept, as the garbage collector would end
        tasks that wait for ever, in orders that do not follow from the seed.
        """

    @property
    def is_up(self) -> bool:
        """Whether it runs at all."""
        return self._host is not None

    @property
    def remembers(self) -> bool:
        """Whether it has any room in memory."""
        node = self.node
        return node is None or len(node.keeper) + len(node.hub) > 0

    def start(self) -> None:
        """Begin a new life, with another idea of the time."""
        ahead, drift = self._chance.uniform(-100, 100), self._chance.uniform(-1e-4, 1e-4)
        self._host = host = Host(self.name, self._chance, ahead, drift)
        self._store = SimStore(host, self._ledger, self._weather, self._trace)
        self._weather.up(self.name)
        self._trace.note(f"{self.name} starts")
        _ = host.run(self._live(host, self._store))

    def stop(self) -> None:
        """As SIGTERM does: what waits for the store is refused, and soon after the process is gone."""
        if self._host is None or self._store is None:
            return
        self._trace.note(f"{self.name} stops")
        asyncio.get_running_loop().call_later(self._chance.uniform(0, _STOPPED_WITHIN), self._end, self._host)
        self._store.shut()

    def _end(self, host: Host) -> None:
        """Kill the node, if it is still that which lived on ``host``."""
        if self._host is host:
            self.kill()

    def kill(self) -> None:
        """As SIGKILL does: nothing that was in memory is left, and nobody is told."""
        if self._host is None or self._store is None:
            return
        self._trace.note(f"{self.name} is killed")
        self._store.die()
        self._weather.down(self.name)
        self._remains += self._host, self.node, *self._ends
        for end in tuple(self._ends):
            end.vanish()
        self._ends.clear()
        for task in tuple(self._host.tasks):
            task.cancel()
        self._host = self._store = self.node = None

    def cut_news(self, seconds: float) -> None:
        if self._store is not None:
            self._store.cut_news(seconds)

    def connect(
        self, chance: Random, to_server: Callable[[bytes], None], to_client: Callable[[bytes], None]
    ) -> DeviceEnd | None:
        """The device's end of a new connection; None when nobody answers."""
        if self.node is None or self._host is None:
            return None
        device, end = wire(chance, to_server, to_client)
        self._ends[end] = None
        self._host.call(begin_session, self.node, self._host, end, lambda _: self._forget(end))
        return device

    def _forget(self, end: NodeEnd) -> None:
        self._ends.pop(end, None)

    async def _live(self, host: Host, store: SimStore) -> None:
        """What `Node.serving` does, without a socket."""
        node = Node(store, GENEROUS)
        while True:
            try:
                await node.heartbeat.beat()
                await node.identity.load()
                await node.room_directory.recount()
            except StoreUnavailable:
                await asyncio.sleep(_START_AGAIN)
            else:
                break
        for work in node._work():
            _ = host.run(restarted(work))
        self.node = node


def begin_session(
    node: Node, host: Host, end: NodeEnd, ended: Callable[[Session], None] = lambda _: None
) -> None:
    """Let a session of a node serve an end of a connection; call this on its host."""
    end.attach(host, SimSession(node.session_parts, end, ended))
