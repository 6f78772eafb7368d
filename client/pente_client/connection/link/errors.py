"""Everything that the connection raises."""

from typing import Final

from pente_protocol.sentences import tell

UNANSWERED: Final = "unanswered"
"""The code where the connection broke each time that a request was sent."""
UPDATE_NEEDED: Final = "update-needed"
"""The code of a rejection by this client: only a newer version knows the game."""
NEEDS_UPDATE: Final = tell("reach.needs-update")
NO_POSITION: Final = tell("reach.no-position")


_REMEDIES: Final = {
    "account-needed": "pente account create NAME",
    "named-only": "pente account rename NAME",
    "right-needed": "pente account allow DEVICE",
}
"""What is typed against the cause of an error, by its code: the server's sentence is for every client."""


class ConnectionProblem(Exception):
    """A problem between this client and the server; the message is one sentence for a person."""


class CannotConnect(ConnectionProblem):
    """No connection could be made; the message says what to do about it."""


class UnconfirmedServer(CannotConnect):
    """A known server answers at a new address, if it is that server; nobody has confirmed it yet."""

    def __init__(self, server_id: str, address: str, question: str, refusal: str) -> None:
        """``question`` is for a person who can be asked, ``refusal`` is said where there is none."""
        super().__init__(refusal)
        self.server_id = server_id
        self.address = address
        self.question = question


class Unencrypted(CannotConnect):
    """An address leads over a network without encryption, and nobody has allowed that yet."""

    def __init__(self, address: str, host: str) -> None:
        super().__init__(tell("reach.is-not-encrypted-so-who", address=address, host=host))
        self.address = address
        self.question = tell("reach.is-not-encrypted-who-sits", address=address)


class ConnectionEnded(ConnectionProblem):
    """The connection was closed, or is lost for good; the message says why."""


class RemovedFromRoom(ConnectionEnded):
    """The server stopped showing the room to this player; the connection goes on."""


class RequestRejected(ConnectionProblem):
    """The server rejected a request. ``code`` is stable and for programs, ``text`` a sentence for people."""

    def __init__(self, code: str, text: str, retry: float | None = None) -> None:
        remedy = _REMEDIES.get(code)
        text = f"{text.removesuffix('.')}: {remedy}" if remedy else text
        super().__init__(text)
        self.code = code
        self.text = text
        self.retry = retry
        """The seconds after which the same request may succeed; None: unknown."""


class LinkLost(Exception):
    """One link is lost; another may be tried. Used only inside this package."""

    def __init__(
        self, reason: str, *, wait: float = 0.0, now: bool = False, is_passing: bool = False, code: int = 0
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code
        """The code with which the server closed the link; 0: it did not."""
        self.wait = wait
        """The least number of seconds to wait before the next try."""
        self.now = now
        """Whether to try again at once, because the next hello will differ."""
        self.is_passing = is_passing
        """Whether a server is expected there soon, so that even a first connection is tried for a while."""


class PermanentFailure(Exception):
    """Another try would be useless. Used only inside this package."""

    def __init__(self, problem: ConnectionProblem) -> None:
        super().__init__(str(problem))
        self.problem = problem
