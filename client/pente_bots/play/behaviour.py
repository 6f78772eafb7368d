"""How a bot behaves in its games."""

from dataclasses import dataclass

from pente_bots.play.policy import Policy
from pente_core.identity import PlayerId
from pente_core.room import Room, Status


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a bot behaves in its games. By default it says nothing but why it declines an invitation."""

    policy: Policy
    pace: float = 0.0
    """The least number of seconds per move, if the clock allows."""
    greeting: str = ""
    """What it says when a game starts; empty: nothing."""
    thanks: str = ""
    """What it says when a game has ended; empty: nothing."""
    draws: bool = True
    """Whether it accepts a draw in a position that is not better for it."""


def due_message(behaviour: Behaviour, room: Room, me: PlayerId) -> str:
    """The message that is due in a room; empty: none, or it was said already.

    There is no greeting in a game that has been going on for a while: the bot has returned to it.
    """
    match room.status:
        case Status.PLAYING if len(room.game.turns) <= len(room.seats):
            text = behaviour.greeting
        case Status.FINISHED:
            text = behaviour.thanks
        case _:
            text = ""
    is_said = any(line.player.id == me and line.text == text for line in room.chat)
    return "" if is_said else text
