"""Rating pools: one for each named ruleset and speed. Players are compared within a pool."""

from typing import Final, Self

from pente_core.clock.instant import Millis
from pente_core.clock.time_control import ByoYomi, Delay, Fischer, Odds, PerMove, TimeControl, Unlimited
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import Value
from pente_core.value.open_enum import OpenEnum

TURNS: Final = 40
"""The number of turns of each side that the estimate of a game's duration assumes."""
CUSTOM: Final = "custom"
"""The name that stands for all rulesets without a name."""
_MINUTE: Final = 60_000


class Unrated(ValueError):
    """The game can't be rated; the message says why and what to do instead."""


class Speed(OpenEnum):
    """The speed of a game, by the estimated time of each side: the starting time and what 40 turns add."""

    BULLET = "bullet"
    """Less than 3 minutes."""
    BLITZ = "blitz"
    """Less than 8 minutes."""
    RAPID = "rapid"
    """Less than 25 minutes."""
    SLOW = "slow"
    """25 minutes or more."""
    CORRESPONDENCE = "correspondence"
    """A day or more per turn, or no time limit."""


class Pool(Value, order=True):
    """A named ruleset, or `CUSTOM`, and a speed."""

    ruleset: str
    speed: Speed

    def __str__(self) -> str:
        """The text form, such as ``pente/blitz``.

        >>> Pool.parse(str(Pool("pente", Speed.BLITZ)))
        Pool(ruleset='pente', speed=<Speed.BLITZ: 'blitz'>)
        """
        return f"{self.ruleset}/{self.speed.value}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a pool; the inverse of `str`. The ruleset's name is not checked. Raises ValueError."""
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
    """The pool in which a game counts for the players' results, rated or not."""
    return Pool(ruleset.base if _has_name(ruleset.even) else CUSTOM, speed_of(control))


def rated_pool(ruleset: Ruleset, control: TimeControl, *, handicaps: bool = False) -> Pool:
    """The pool in which a game changes ratings. Raises Unrated if the game can't be rated.

    With ``handicaps`` it can be also where the sides have different times, or need different captures.

    A rated game has two sides, because Glicko-2 compares two players; a named ruleset, because ratings under
    rules that few others play mean little; and a time limit, because otherwise a player who is losing could
    just stay away.
    """
    if ruleset.sides != 2:
        raise Unrated("only games with two sides can be rated; play this one casually")
    if isinstance(control, Unlimited):
        raise Unrated("a rated game needs a clock; set a time control, or play casually")
    if not handicaps and (ruleset.goals or isinstance(control, Odds)):
        raise Unrated("a rated game gives no handicap; play this one casually")
    if not _has_name(ruleset.even):
        raise Unrated(
            f"a rated game can't change the rules of {ruleset.base}; use them unchanged, or play casually"
        )
    return pool_of(ruleset, control)


def _has_name(ruleset: Ruleset) -> bool:
    return ruleset == RULESETS[ruleset.base]


def estimated(control: TimeControl) -> Millis | None:
    """The estimated time of each side for a whole game; None for correspondence and unlimited time.

    With time odds that of the side that has most.
    """
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
            # A period that is not used up is full again in the next turn, so their number matters little.
            # The estimate is that every second turn takes one period.
            return Millis(initial + TURNS // 2 * period)
        case Odds():
            return max(span for span in map(estimated, control.each) if span is not None)
