"""The health of a node, as balancers and monitors ask for it over HTTP."""

from collections.abc import Callable, Sized

from pente_protocol.version import VERSION
from pente_server.heartbeat.heartbeat import Heartbeat


class Health:
    """Mutable: how many sessions there are."""

    def __init__(
        self, server: str, heartbeat: Heartbeat, durability: Callable[[], str], rooms: Sized
    ) -> None:
        """``server`` is the name of the program, ``rooms`` the live ones."""
        self._server = server
        self._heartbeat = heartbeat
        self._durability = durability
        self._rooms = rooms
        self.sessions = 0

    @property
    def is_serving(self) -> bool:
        return self._heartbeat.is_serving

    def report(self) -> dict[str, object]:
        """What /healthz says."""
        return {
            "status": "ok" if self.is_serving else "store away",
            "server": self._server,
            "protocol": VERSION,
            "durability": self._durability(),
            "connections": self.sessions,
            "rooms": len(self._rooms),
        }
