"""How a bot behaves in its games."""

from dataclasses import dataclass
from typing import Final

from pente_bots.play.policy import Policy
from pente_core.identity import PlayerId, PlayerKind
from pente_core.room import ChatPolicy, Room
from pente_core.room import events as ev

PACE_WITH_PEOPLE: Final = 0.4
"""Seconds that a move takes at least against people: an answer at once startles them."""
DRAWS_AFTER: Final = 20
CLAIM_AFTER: Final = 60.0
WHY_HINT: Final = "Ask why? about any of my moves."
"""Follows the greeting where the bot explains its moves."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a bot behaves in its games. By default it says nothing but why it declines something."""

    policy: Policy
    pace: float | None = None
    """The least number of seconds per move, if the clock allows; None: `PACE_WITH_PEOPLE`, and none in games
    between bots."""
    greeting: str = ""
    """What it says when a game starts; empty: nothing."""
    thanks: str = ""
    """What it says when a game has ended; empty: nothing."""
    draws: bool = True
    """Whether it accepts a draw in a position that is not better for it."""
    draws_after: int = DRAWS_AFTER
    """How many stones each side must have placed before it considers a draw."""
    resigns_after: int = 0
    """After how many moves in a row that it saw as hopeless it resigns; 0: it plays on."""
    claims_after: float | None = None
    """How many seconds after a claim became possible it claims the win over an absent opponent; None: never.
    """
    explains: bool = False
    """Whether it explains its last move to its opponents in unrated games when they ask in the chat."""

    def pace_in(self, room: Room, me: PlayerId) -> float:
        """The least number of seconds per move in a game."""
        if self.pace is not None:
            return self.pace
        others = (player for player in room.seats if player is not None and player.id != me)
        return PACE_WITH_PEOPLE if any(player.kind is PlayerKind.PERSON for player in others) else 0.0

    def explains_in(self, room: Room) -> bool:
        """Whether it explains its moves in a game: never in a rated one."""
        options = room.created.options
        return self.explains and not options.rated and options.chat is not ChatPolicy.NOBODY


def due_message(behaviour: Behaviour, room: Room, me: PlayerId) -> str:
    """The message that is due in a room; empty: none, or it was said already.

    There is no greeting in a game that has been going on for a while: the bot has returned to it.
    """
    match room.status:
        case ev.Status.PLAYING if len(room.game.turns) <= len(room.seats):
            text = _greeting(behaviour, room, me)
        case ev.Status.FINISHED:
            text = behaviour.thanks
        case _:
            text = ""
    is_said = any(line.player.id == me and line.text == text for line in room.chat)
    return "" if is_said else text


def _greeting(behaviour: Behaviour, room: Room, me: PlayerId) -> str:
    people = (player for player in room.seats if player is not None and player.kind is PlayerKind.PERSON)
    is_asked = behaviour.explains_in(room) and any(player.id != me for player in people)
    return " ".join(filter(None, (behaviour.greeting, WHY_HINT if is_asked else "")))
