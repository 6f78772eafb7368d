"""Which invitations a bot accepts."""

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
    """The kinds of opponents a bot may be limited to."""

    ANYONE = "anyone"
    PERSONS = "persons"
    BOTS = "bots"


@dataclass(frozen=True, slots=True)
class Invitation:
    """A game that a bot is invited to."""

    host: Identity
    ruleset: Ruleset
    time: TimeControl
    is_rated: bool
    is_hidden: bool = False
    """Whether only its players can find the game afterwards."""


def no_reason(_rules: Ruleset) -> str:
    """No reason why a player can't play a ruleset."""
    return ""


@dataclass(frozen=True, slots=True)
class Policy:
    """Which invitations a bot accepts. By default those to every unrated game that its player can play."""

    supports: Callable[[Ruleset], bool]
    """Whether its player can play a ruleset."""
    rulesets: tuple[str, ...] = ()
    """The names of the rulesets that it accepts; empty: all that its player can play."""
    speeds: tuple[Speed, ...] = ()
    """The speeds that it accepts; empty: all."""
    fastest: TimeControl | None = None
    slowest: TimeControl | None = None
    opponents: OpponentKind = OpponentKind.ANYONE
    names: tuple[str, ...] = ()
    """If not empty, only these players may invite it, whatever their kind."""
    rated: bool = False
    """Whether it accepts rated games."""
    why_not: Callable[[Ruleset], str] = no_reason
    """Why its player can't play a ruleset, as a sentence; empty: no more than that."""
    accepts_rating: bool = False
    """Whether it accepts that a rating shows the result of a private game."""
    most_games: int = 20
    """The most games at a time."""
    most_each: int | None = None
    """The most games at a time with one player."""

    def objection(self, invitation: Invitation, games: int, games_with_host: int) -> str | None:
        """Why the bot declines, as a sentence for the host; None if it accepts.

        ``games`` and ``games_with_host`` count the games that it has already.
        """
        return (
            self._objection_to_host(invitation.host)
            or self._objection_to_rules(invitation)
            or self._objection_to_time(invitation.time)
            or self._objection_to_number(games, games_with_host)
        )

    def _objection_to_host(self, host: Identity) -> str | None:
        if self.names:
            known = host.name.casefold() in (name.casefold() for name in self.names)
            return None if known else f"I only play with {_listed(self.names)}."
        if self.opponents is OpponentKind.ANYONE or self.opponents is _KINDS.get(host.kind):
            return None
        return f"I only play with {self.opponents}."

    def _objection_to_rules(self, invitation: Invitation) -> str | None:
        rules = invitation.ruleset
        if self.rulesets and rules.base not in self.rulesets:
            return f"I don't play {rules.base}. I play {_listed(self.rulesets)}."
        if not self.supports(rules):
            return (
                self.why_not(rules) or f"I can't play {rules.base} with these parameters. Choose other ones."
            )
        if invitation.is_rated and not self.rated:
            return "I don't play rated games. Open an unrated one."
        if invitation.is_rated and invitation.is_hidden and not self.accepts_rating:
            return "I don't play private rated games. Open an unrated or a public one."
        return None

    def _objection_to_time(self, time: TimeControl) -> str | None:
        if self.speeds and speed_of(time) not in self.speeds:
            return f"I don't play {speed_of(time)}. I play {_listed(self.speeds)}."
        if self.fastest is not None and _duration(time) < _duration(self.fastest):
            return f"That is too fast for me. I need at least {format_time_control(self.fastest)}."
        if self.slowest is not None and _duration(time) > _duration(self.slowest):
            return f"That is too slow for me. I play at most {format_time_control(self.slowest)}."
        return None

    def _objection_to_number(self, games: int, games_with_host: int) -> str | None:
        if games >= self.most_games:
            return f"I have {_games(games)} already. Try again later."
        if self.most_each is not None and games_with_host >= self.most_each:
            return f"I have {_games(games_with_host)} with you already. Finish one first."
        return None


_KINDS: Final = {PlayerKind.PERSON: OpponentKind.PERSONS, PlayerKind.BOT: OpponentKind.BOTS}


def _duration(time: TimeControl) -> float:
    """The time that a side has for a game, which makes time controls of different kinds comparable."""
    span = estimated(time)
    return inf if span is None else span


def _games(count: int) -> str:
    return f"{count} game{'s' if count != 1 else ''}"


def _listed(words: tuple[str, ...]) -> str:
    """Words as a sentence lists them.

    >>> _listed(("ann", "bob", "cid"))
    'ann, bob and cid'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else str(last)
