"""How a bot behaves at the tables."""

from dataclasses import dataclass

from pente_bots.play.policy import Policy
from pente_core.identity import PlayerId
from pente_core.room import Room, Status


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a bot behaves at the tables. By default it says nothing but why it declines."""

    policy: Policy
    pace: float = 0.0
    """The least number of seconds for a move, where the clock allows."""
    greeting: str = ""
    """What it says when a game begins; empty: nothing."""
    thanks: str = ""
    """What it says when a game is over; empty: nothing."""
    draws: bool = True
    """Whether it agrees to a draw where it does not stand better."""


def due_message(manners: Behaviour, room: Room, me: PlayerId) -> str:
    """What is to be said in a room as it is now; empty: nothing. What was said already is in the room.

    A game that has gone on for a while is not greeted: it is taken up again.
    """
    match room.status:
        case Status.PLAYING if len(room.game.turns) <= len(room.seats):
            words = manners.greeting
        case Status.FINISHED:
            words = manners.thanks
        case _:
            words = ""
    is_said = any(line.player.id == me and line.text == words for line in room.chat)
    return "" if is_said else words
