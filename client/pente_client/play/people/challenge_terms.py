"""What game a challenge is for: what the player asks for, and for the rest what they have played last."""

from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Final

from pente_client.input.people_orders import ChallengeOrder
from pente_client.words.phrases import rules_name
from pente_client.words.series import GameFinder
from pente_core.clock.time_control import format_time_control
from pente_core.identity import PlayerId
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.messages.archive import GameFilter, GameSummary

USUAL_TIME: Final = "10+5"


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """The game of a challenge."""

    ruleset: str | Mapping[str, Any] = "pente"
    time: str = USUAL_TIME
    rated: bool = False
    seat: int | None = None
    """The seat of the challenger; None: drawn by lot."""
    may_be_casual: bool = True
    """Whether the game may be casual if it can't be rated: the player has not asked for either."""

    @property
    def text(self) -> str:
        """The game in words: ``pente 10+5, rated``."""
        rules = rules_name(ruleset_from(self.ruleset))
        time = "" if self.time == "-" else f" {self.time}"
        return f"{rules}{time}{', rated' if self.rated else ''}"


async def last_game(archive: GameFinder, me: PlayerId) -> GameSummary | None:
    """The latest finished game of a player. Raises ConnectionProblem."""
    async with aclosing(archive.games(GameFilter(player=me), most=1)) as pages:  # type: ignore[type-var]
        async for games, _ in pages:
            if games:
                return games[0]
    return None


async def challenge_terms(order: ChallengeOrder, archive: GameFinder, me: PlayerId) -> ChallengeTerms:
    """The terms of a challenge. Raises ConnectionProblem."""
    last = None if order.ruleset and order.time and order.rated is not None else await last_game(archive, me)
    ruleset: str | Mapping[str, Any] = order.ruleset or ("pente" if last is None else last.ruleset.spec)
    time = order.time or (None if last is None else last.time)
    rated = order.rated if order.rated is not None else (last is not None and last.rated)
    return ChallengeTerms(
        ruleset,
        USUAL_TIME if time is None else format_time_control(time),
        rated,
        order.seat,
        may_be_casual=order.rated is None,
    )
