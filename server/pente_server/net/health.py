"""The health of a node, for load balancers and monitoring."""

from collections.abc import Callable

from pente_protocol.version import VERSION
from pente_server.heartbeat.heartbeat import Heartbeat


class Health:
    """What a node reports about itself over HTTP. Mutable: it counts sessions."""

    def __init__(
        self, server: str, heartbeat: Heartbeat, durability: Callable[[], str], rooms: Callable[[], int]
    ) -> None:
        """``server`` is the name and version of the program; ``rooms`` counts the live rooms that everybody
        may know of.
        """
        self._server = server
        self._heartbeat = heartbeat
        self._durability = durability
        self._rooms = rooms
        self.sessions = 0

    @property
    def is_serving(self) -> bool:
        return self._heartbeat.is_serving

    def report(self) -> dict[str, object]:
        """The content of /healthz."""
        return {
            "status": "ok" if self.is_serving else "store not reachable",
            "server": self._server,
            "protocol": VERSION,
            "durability": self._durability(),
            "connections": self.sessions,
            "rooms": self._rooms(),
        }
