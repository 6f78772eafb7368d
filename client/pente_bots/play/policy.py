"""Whom a bot plays with, and which games."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Final

from pente_core.clock.time_control import TimeControl, format_time_control
from pente_core.identity import Identity, PlayerKind
from pente_core.rating import Speed, estimated, speed_of
from pente_core.rules.ruleset import Ruleset


class OpponentKind(StrEnum):
    """Kinds of players that a bot may play with."""

    ANYONE = "anyone"
    PERSONS = "persons"
    BOTS = "bots"


@dataclass(frozen=True, slots=True)
class Invitation:
    """A game that somebody invites a bot to."""

    host: Identity
    ruleset: Ruleset
    time: TimeControl
    is_rated: bool


@dataclass(frozen=True, slots=True)
class Policy:
    """Which invitations a bot accepts. By default all that it can play, but no rated ones."""

    supports: Callable[[Ruleset], bool]
    """Which rulesets its player can play."""
    rulesets: tuple[str, ...] = ()
    """The names of those that it plays; empty: all that it can."""
    speeds: tuple[Speed, ...] = ()
    """Empty: all."""
    fastest: TimeControl | None = None
    slowest: TimeControl | None = None
    company: OpponentKind = OpponentKind.ANYONE
    names: tuple[str, ...] = ()
    """With any: only those may invite it, of whatever kind."""
    rated: bool = False
    """Whether it plays games that count for ratings."""
    most_games: int = 20
    """Invitations beyond so many games at once are declined."""
    most_each: int | None = None
    """The same for the games with one player."""

    def objection(self, proposal: Invitation, games: int, games_with_host: int) -> str | None:
        """Why it declines, for the one who invites it; None when it accepts.

        ``games`` and ``games_with_host`` are the games that it has already.
        """
        return (
            self._objection_to_host(proposal.host)
            or self._objection_to_rules(proposal)
            or self._objection_to_time(proposal.time)
            or self._objection_to_number(games, games_with_host)
        )

    def _objection_to_host(self, host: Identity) -> str | None:
        if self.names:
            known = host.name.casefold() in (name.casefold() for name in self.names)
            return None if known else f"I play with {_listed(self.names)} only"
        if self.company is OpponentKind.ANYONE or self.company is _COMPANIES[host.kind]:
            return None
        return f"I play with {self.company} only"

    def _objection_to_rules(self, proposal: Invitation) -> str | None:
        rules = proposal.ruleset
        if self.rulesets and rules.base not in self.rulesets:
            return f"I do not play {rules.base}, but {_listed(self.rulesets)}"
        if not self.supports(rules):
            return f"I can't play {rules.base} with these parameters"
        if proposal.is_rated and not self.rated:
            return "I play no rated games; open one that is not rated"
        return None

    def _objection_to_time(self, time: TimeControl) -> str | None:
        if self.speeds and speed_of(time) not in self.speeds:
            return f"I do not play {speed_of(time)}, but {_listed(self.speeds)}"
        if self.fastest is not None and _duration(time) < _duration(self.fastest):
            return f"that is too fast for me; give at least {format_time_control(self.fastest)}"
        if self.slowest is not None and _duration(time) > _duration(self.slowest):
            return f"that is too slow for me; give at most {format_time_control(self.slowest)}"
        return None

    def _objection_to_number(self, games: int, games_with_host: int) -> str | None:
        if games >= self.most_games:
            return f"I have {_games(games)} already; try again later"
        if self.most_each is not None and games_with_host >= self.most_each:
            return f"I have {_games(games_with_host)} with you already; finish one first"
        return None


_COMPANIES: Final = {PlayerKind.PERSON: OpponentKind.PERSONS, PlayerKind.BOT: OpponentKind.BOTS}


def _duration(time: TimeControl) -> float:
    """What each side has for a game, so that time controls of different kinds can be compared."""
    span = estimated(time)
    return inf if span is None else span


def _games(count: int) -> str:
    return f"{count} game{'s' if count != 1 else ''}"


def _listed(words: tuple[str, ...]) -> str:
    """Words as a sentence has them.

    >>> _listed(("ann", "bob", "cid"))
    'ann, bob and cid'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else str(last)
