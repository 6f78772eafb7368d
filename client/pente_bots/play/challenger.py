"""Games with one opponent, one after another or several at once."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pente_bots.play.bot import Bot, is_with
from pente_client.connection import RequestRejected
from pente_core.identity import RoomId
from pente_core.room import Room, Status
from pente_core.room.values.options import Options
from pente_core.rules.ruleset import Ruleset
from pente_protocol.errors import ErrorCode

_LOG: Final = logging.getLogger("pente.bot")
_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 5.0
_MOST_REFUSALS: Final = 8
"""So many times in a row a match may be refused; a showcase goes on for ever."""
PASSING: Final = frozenset(
    {ErrorCode.UNKNOWN_PLAYER, ErrorCode.TOO_MANY, ErrorCode.RATE_LIMITED, ErrorCode.UNAVAILABLE}
)
"""Denials that time may cure: who is unknown may still connect for the first time."""


class OpponentUnwilling(Exception):
    """The opponent does not play; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class ChallengePlan:
    """What is proposed to whom."""

    opponent: str
    ruleset: Ruleset
    time: str
    games: int | None = None
    """None: for ever."""
    at_once: int = 1
    rest: float = 0.0
    """Seconds between the end of a game and the next invitation."""
    rated: bool = False
    """Whether the games count for ratings."""


class Challenger:
    """Keeps a number of games with one opponent going. Mutable.

    What is on is seen from the rooms, not remembered: a game that is on when it starts is one of those that
    are wanted, and is not opened a second time.
    """

    def __init__(self, challenge: ChallengePlan, tell: Callable[[str], None]) -> None:
        """``tell`` gets a line for each game that ends."""
        self._challenge = challenge
        self._tell = tell
        self._over = 0
        self._refusals = 0
        self._why = ""
        """The reason of the last refusal."""
        self._wait: float | None = None
        """Seconds to wait before the next offer."""

    def ended(self, room_id: RoomId, room: Room) -> None:
        """To be told each room of the bot that ends (see `Bot`)."""
        if room.status is Status.FINISHED and is_with(room, self._challenge.opponent):
            self._over += 1
            self._refusals = 0
            self._wait = self._challenge.rest
            self._tell(result_line(self._over, room_id, room))
        elif room.status is Status.CLOSED:
            self._refused(_last_words(room, self._challenge.opponent) or "the invitation was not accepted")

    async def run(self, bot: Bot) -> None:
        """Challenge until all games are over. Raises Denied, and Unwilling."""
        await bot.welcomed.wait()
        while not self._is_done:
            bot.stirred.clear()
            if not self._wants_more(bot):
                await bot.stirred.wait()
            elif self._wait is not None:
                wait, self._wait = self._wait, None
                await asyncio.sleep(wait)
            else:
                await self._open(bot)

    @property
    def _is_done(self) -> bool:
        return self._challenge.games is not None and self._over >= self._challenge.games

    def _wants_more(self, bot: Bot) -> bool:
        one = self._challenge
        on = bot.games_with(one.opponent)
        return on < one.at_once and (one.games is None or self._over + on < one.games)

    async def _open(self, bot: Bot) -> None:
        one = self._challenge
        if one.games is not None and self._refusals >= _MOST_REFUSALS:
            raise OpponentUnwilling(f"{one.opponent} does not play: {self._why}; try again later")
        try:
            await bot.open(one.ruleset, one.time, one.opponent, options=Options(rated=one.rated))
        except RequestRejected as denied:
            if denied.code not in PASSING:
                raise
            self._refused(denied.text)

    def _refused(self, why: str) -> None:
        """Wait the longer, the more often it happens."""
        self._refusals += 1
        self._why = why
        self._wait = float(min(_FIRST_WAIT * 2 ** min(self._refusals - 1, 10), _LONGEST_WAIT))
        _LOG.info("no game with %s yet: %s", self._challenge.opponent, why)


def _last_words(room: Room, name: str) -> str:
    """What somebody has said last in a room; empty: nothing."""
    lines = (line.text for line in reversed(room.chat) if line.player.name.casefold() == name.casefold())
    return next(lines, "")


def result_line(number: int, room_id: RoomId, room: Room) -> str:
    """One finished game: its number, the seats in order, the result, how it ended, stones placed, room."""
    names = " ".join(player.name if player else "?" for player in room.seats)
    outcome = room.game.outcome
    assert outcome is not None, "the game is over"
    stones = room.game.position.ply
    return f"{number} {names} {outcome.result} {outcome.termination} {stones} {room_id}"
