"""Pools: who is compared with whom. One for every named ruleset and speed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

from pente_core.clock.instant import Millis
from pente_core.clock.time_control import ByoYomi, Delay, Fischer, PerMove, TimeControl, Unlimited
from pente_core.rules.ruleset import RULESETS, Ruleset

TURNS: Final = 40
"""How many turns of each side a game is taken to last when its duration is estimated."""
CUSTOM: Final = "custom"
"""What stands for the ruleset where it has no name of its own."""
_MINUTE: Final = 60_000


class Unrated(ValueError):
    """Why a game can't be rated: one sentence that says what to do."""


class Speed(StrEnum):
    """How quickly a game is played, by what each side has for it: its stock and 40 times what a turn adds."""

    BULLET = "bullet"
    """Less than three minutes."""
    BLITZ = "blitz"
    """Less than eight."""
    RAPID = "rapid"
    """Less than twenty-five."""
    SLOW = "slow"
    """Longer."""
    CORRESPONDENCE = "correspondence"
    """A day or more for every turn, or no clocks at all."""


@dataclass(frozen=True, slots=True, order=True)
class Pool:
    """A ruleset that has a name, and a speed."""

    ruleset: str
    speed: Speed

    def __str__(self) -> str:
        """How it is written: ``pente/blitz``.

        >>> Pool.parse(str(Pool("pente", Speed.BLITZ)))
        Pool(ruleset='pente', speed=<Speed.BLITZ: 'blitz'>)
        """
        return f"{self.ruleset}/{self.speed.value}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The twin of `str`. Raises ValueError."""
        ruleset, _, speed = text.partition("/")
        return cls(ruleset, Speed(speed))


def speed_of(control: TimeControl) -> Speed:
    """The speed of games with a time control.

    >>> from pente_core.clock.time_control import parse_time_control
    >>> [speed_of(parse_time_control(text)).value for text in ("1+1", "5+3", "10", "0+5x30", "3d/move")]
    ['bullet', 'blitz', 'rapid', 'rapid', 'correspondence']
    """
    span = estimated(control)
    if span is None:
        return Speed.CORRESPONDENCE
    if span < 3 * _MINUTE:
        return Speed.BULLET
    if span < 8 * _MINUTE:
        return Speed.BLITZ
    return Speed.RAPID if span < 25 * _MINUTE else Speed.SLOW


def pool_of(ruleset: Ruleset, control: TimeControl) -> Pool:
    """Where a game counts in a player's results."""
    return Pool(ruleset.base if _has_name(ruleset) else CUSTOM, speed_of(control))


def rated_pool(ruleset: Ruleset, control: TimeControl) -> Pool:
    """Where a game changes ratings. Raises Unrated when it can't.

    Two sides only: Glicko-2 compares two. Named rules only: a rating on a board of one's own making says
    nothing. With clocks only: else who is losing just goes away.
    """
    if ruleset.sides != 2:
        raise Unrated("only games of two sides are rated; play this one casually")
    if isinstance(control, Unlimited):
        raise Unrated("a rated game needs clocks; give a time control, or play casually")
    if not _has_name(ruleset):
        raise Unrated(f"rated games are played by the rules of {ruleset.base} as they are")
    return pool_of(ruleset, control)


def _has_name(ruleset: Ruleset) -> bool:
    return ruleset == RULESETS[ruleset.base]


def estimated(control: TimeControl) -> Millis | None:
    """What each side has for a game; None for days."""
    match control:
        case Unlimited():
            return None
        case PerMove(each):
            return None if control.is_correspondence else Millis(TURNS * each)
        case Fischer(initial, increment):
            return Millis(initial + TURNS * increment)
        case Delay(initial, delay):
            return Millis(initial + TURNS * delay)
        case ByoYomi(initial, _, period):
            # Periods come back as long as they are kept: about half of the turns are played in them.
            return Millis(initial + TURNS // 2 * period)
