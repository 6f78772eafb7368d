"""The connection to the server, in the sentences of every output."""

from typing import Final

from pente_client.words.sentences import closed, sentence
from pente_core.room import Room
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

CONNECTED_AGAIN: Final = tell("connection.again")
CONNECTION_LOST: Final = tell("connection.is-lost")
SUPERSEDED: Final = tell("connection.elsewhere")


def superseded_text(way_in: str) -> str:
    """That a room goes on at another connection; ``way_in`` is what to type to go on here.

    >>> superseded_text("pente play --room 12")
    'You opened this room on another connection. To go on here: pente play --room 12'
    """
    return f"{SUPERSEDED} {tell('connection.go-on-here', way_in=way_in)}"


def lost_text(reason: str) -> str:
    """That the connection is lost, for now.

    >>> lost_text(lost_reason("nothing answers at ws://here/; is the server running?"))
    'Connection lost: nothing answers at ws://here/. Trying again.'
    """
    return tell("connection.lost", reason=closed(reason))


def waiting_text(reason: str) -> str:
    """That there is no connection yet.

    >>> waiting_text("the server is not there just now; try again later")
    'The server is not there just now. Trying again.'
    """
    return tell("connection.trying", reason=sentence(lost_reason(reason)))


def lost_reason(reason: str) -> str:
    """Why the connection is lost, without the advice for a first connection; never empty."""
    return clean(reason.partition(";")[0]) or tell("connection.none")


def loss_text(before: Room, after: Room) -> str:
    """That a server has lost the end of a room, whose players go on from what is left."""
    moves = len(before.game.turns) - len(after.game.turns)
    what = tell("connection.lost-events") if moves < 1 else tell("connection.lost-moves", n=moves)
    return tell("connection.server-lost", what=what)


def ended_text(reason: str) -> str:
    """That the connection is lost for good."""
    return tell("connection.ended", reason=closed(clean(reason) or tell("connection.was-closed")))


def latency_text(seconds: float) -> str:
    """How long a message takes to the server and back.

    >>> latency_text(0.0484), latency_text(0.0001)
    ('The server answers in 48 ms.', 'The server answers in 1 ms.')
    """
    return tell("connection.latency", count=latency_ms(seconds))


def latency_ms(seconds: float) -> int:
    """The same in milliseconds, at least one."""
    return max(1, round(seconds * 1000))
