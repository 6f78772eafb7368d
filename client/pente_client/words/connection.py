"""The connection to the server, in the sentences of every output."""

from typing import Final

from pente_client.words.sentences import closed, sentence
from pente_core.room import Room
from pente_protocol.untrusted_text import clean

CONNECTED_AGAIN: Final = "Connected again."
CONNECTION_LOST: Final = "The connection is lost."
SUPERSEDED: Final = "You opened this room on another connection."


def superseded_text(way_in: str) -> str:
    """That a room goes on at another connection; ``way_in`` is what to type to go on here.

    >>> superseded_text("pente play --room 12")
    'You opened this room on another connection. To go on here: pente play --room 12'
    """
    return f"{SUPERSEDED} To go on here: {way_in}"


def lost_text(reason: str) -> str:
    """That the connection is lost, for now.

    >>> lost_text(lost_reason("nothing answers at ws://here/; is the server running?"))
    'Connection lost: nothing answers at ws://here/. Trying again.'
    """
    return f"Connection lost: {closed(reason)} Trying again."


def waiting_text(reason: str) -> str:
    """That there is no connection yet.

    >>> waiting_text("the server is not there just now; try again later")
    'The server is not there just now. Trying again.'
    """
    return f"{sentence(lost_reason(reason))} Trying again."


def lost_reason(reason: str) -> str:
    """Why the connection is lost, without the advice for a first connection; never empty."""
    return clean(reason.partition(";")[0]) or "no connection"


def loss_text(before: Room, after: Room) -> str:
    """That a server has lost the end of a room, whose players go on from what is left."""
    moves = len(before.game.turns) - len(after.game.turns)
    what = "what happened last in this room" if moves < 1 else "the last move" if moves == 1 else ""
    return f"The server lost {what or f'the last {moves} moves'}. The game goes on from what is shown now."


def ended_text(reason: str) -> str:
    """That the connection is lost for good."""
    return f"The connection has ended: {closed(clean(reason) or 'it was closed')}"


def latency_text(seconds: float) -> str:
    """How long a message takes to the server and back.

    >>> latency_text(0.0484), latency_text(0.0001)
    ('The server answers in 48 ms.', 'The server answers in 1 ms.')
    """
    return f"The server answers in {latency_ms(seconds)} ms."


def latency_ms(seconds: float) -> int:
    """The same in milliseconds, at least one."""
    return max(1, round(seconds * 1000))
