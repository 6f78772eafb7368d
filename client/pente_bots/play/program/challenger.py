"""Challenges: games with one opponent, one after another or several at a time."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pente_bots.play.bot import Bot, log_end
from pente_bots.play.bot_games import has_player
from pente_client.connection import RequestRejected
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.room.options import Options
from pente_core.rules.ruleset import Ruleset
from pente_protocol.errors import ErrorCode

_LOG: Final = logging.getLogger("pente.bot")
_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 5.0
_MOST_DECLINED: Final = 8
"""How often in a row the opponent may decline a match; a showcase goes on for ever."""
TEMPORARY: Final = frozenset(
    {ErrorCode.UNKNOWN_PLAYER, ErrorCode.TOO_MANY, ErrorCode.RATE_LIMITED, ErrorCode.UNAVAILABLE}
)
"""Rejections that may pass with time: an unknown player may still connect for the first time."""


class OpponentUnwilling(Exception):
    """The opponent does not play; the message is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class ChallengePlan:
    """Whom a bot challenges, and to what."""

    opponent: str
    ruleset: Ruleset
    time: str
    games: int | None = None
    """None: for ever."""
    at_once: int = 1
    rest: float = 0.0
    """Seconds between the end of a game and the next challenge."""
    rated: bool = False
    """Whether the games are rated."""
    rests_first: bool = False
    """Whether it rests before the first challenge, too."""
    seat: int | None = None
    """The bot's own seat in the games that it opens; None: drawn."""


class Challenger:
    """Keeps a number of games with one opponent going. Mutable.

    It counts the rooms instead of remembering what it opened: a game that is going on when it starts is one
    of the wanted ones, and is not opened a second time.
    """

    def __init__(self, plan: ChallengePlan, report: Callable[[str], None]) -> None:
        """``report`` gets a line for each game that ends."""
        self._plan = plan
        self._report = report
        self._finished = 0
        self._declined = 0
        """How often in a row there was no game."""
        self._reason = ""
        """Why there was no game the last time."""
        self._wait: float | None = plan.rest if plan.rests_first else None
        """Seconds to wait before the next challenge."""

    def ended(self, room_id: RoomId, room: Room) -> None:
        """Count a room of the bot that has ended; for `Bot`, which calls it."""
        if room.status is ev.Status.FINISHED and has_player(room, self._plan.opponent):
            self._finished += 1
            self._declined = 0
            self._wait = self._plan.rest
            self._report(result_line(self._finished, room_id, room))
        elif room.status is ev.Status.CLOSED:
            self._no_game(_last_message(room, self._plan.opponent) or "the invitation was not accepted")
        else:  # a game with another player, from before
            log_end(room_id, room)

    async def run(self, bot: Bot) -> None:
        """Challenge until all games are over. Raises RequestRejected and OpponentUnwilling."""
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
        return self._plan.games is not None and self._finished >= self._plan.games

    def _wants_more(self, bot: Bot) -> bool:
        plan = self._plan
        current = bot.games_with(plan.opponent)
        return current < plan.at_once and (plan.games is None or self._finished + current < plan.games)

    async def _open(self, bot: Bot) -> None:
        plan = self._plan
        if plan.games is not None and self._declined >= _MOST_DECLINED:
            reason = self._reason.rstrip(".")
            raise OpponentUnwilling(f"{plan.opponent} does not play: {reason}; try again later")
        try:
            options = Options(rated=plan.rated)
            await bot.open(plan.ruleset, plan.time, plan.opponent, seat=plan.seat, options=options)
        except RequestRejected as rejected:
            is_passing = rejected.code in TEMPORARY or self._is_unrated_showcase(rejected)
            if not is_passing:
                raise
            if rejected.code == ErrorCode.RATE_LIMITED and rejected.retry is not None:
                self._wait = min(
                    rejected.retry, _LONGEST_WAIT
                )  # our own haste, and no answer of the opponent
            else:
                self._no_game(rejected.text)

    def _is_unrated_showcase(self, rejected: RequestRejected) -> bool:
        """Whether the server does not rate the games of a showcase, which the bot's other games outlive."""
        return self._plan.games is None and rejected.code == ErrorCode.NOT_RATED

    def _no_game(self, reason: str) -> None:
        """Wait before the next challenge, twice as long each time."""
        self._declined += 1
        self._reason = reason
        self._wait = float(min(_FIRST_WAIT * 2 ** min(self._declined - 1, 10), _LONGEST_WAIT))
        _LOG.info("no game with %s yet: %s", self._plan.opponent, reason)


def _last_message(room: Room, name: str) -> str:
    """The last chat message of a player in a room; empty: none."""
    lines = (line.text for line in reversed(room.chat) if line.player.name.casefold() == name.casefold())
    return next(lines, "")


def result_line(number: int, room_id: RoomId, room: Room) -> str:
    """A finished game: its number, the players by seat, the result, the termination, the stones, the room."""
    names = " ".join(player.name if player else "?" for player in room.seats)
    outcome = room.game.outcome
    assert outcome is not None, "the game is over"
    stones = room.game.stones
    return f"{number} {names} {outcome.result} {outcome.termination} {stones} {room_id}"
