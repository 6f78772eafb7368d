"""The health of a node, for load balancers and monitoring."""

from collections.abc import Callable, Mapping

from pente_protocol.version import VERSION
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.heartbeat.problems import StoreProblem


class Health:
    """What a node reports about itself over HTTP. Mutable: it counts sessions."""

    def __init__(
        self,
        server: str,
        heartbeat: Heartbeat,
        durability: Callable[[], str],
        rooms: Callable[[], int],
        warnings: Mapping[str, str],
    ) -> None:
        """``server`` is the name and version of the program; ``rooms`` counts the live rooms that
        everybody may know of.

        ``warnings`` are the sentences that the host should read, by name.
        """
        self._warnings = warnings
        self._server = server
        self._heartbeat = heartbeat
        self._durability = durability
        self._rooms = rooms
        self.sessions = 0

    @property
    def trouble(self) -> StoreProblem | None:
        """Why requests of players are not carried out; None while they are."""
        return self._heartbeat.trouble

    def report(self) -> dict[str, object]:
        """The content of /healthz."""
        trouble = self.trouble
        return {
            "status": "ok" if trouble is None else trouble.code,
            "reason": "" if trouble is None else trouble.text,
            "warnings": self._warnings,
            "server": self._server,
            "protocol": VERSION,
            "durability": self._durability(),
            "connections": self.sessions,
            "rooms": self._rooms(),
        }
