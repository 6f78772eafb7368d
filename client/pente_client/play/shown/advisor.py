"""Advice about a position: the port to who gives it, and when it may be given."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, assert_never

from pente_client.words.advice import hint_text, value_text, why_lines
from pente_core.review.review import Expectation
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_protocol.sentences import tell

NEVER_RATED: Final = tell("advice.never-rated")
NOT_HERE: Final = tell("advice.not-here")
NO_STONE_DUE: Final = tell("advice.no-stone-due")
CANNOT_THINK: Final = tell("advice.none")


class AdviceKind(StrEnum):
    """What is asked for."""

    HINT = "hint"
    """The best point, with a reason."""
    WHY = "why"
    """Also other points, and the moves that are expected."""
    EVAL = "eval"
    """Who stands better."""


class AdvisedPoint(Protocol):
    """A point for the next stone."""

    @property
    def point(self) -> Point: ...
    @property
    def reason(self) -> str:
        """What speaks for it, such as *stops an open tessera*; may be empty."""

    @property
    def meaning(self) -> str:
        """What that is good for, in sentences; may be empty."""


class Advice(Protocol):
    """What a player sees in a position."""

    @property
    def value(self) -> float:
        """The value for the side to place the next stone, from -1 (it loses) to 1 (it wins)."""

    @property
    def points(self) -> Sequence[AdvisedPoint]:
        """The best points, the best first; at least one."""

    @property
    def line(self) -> Sequence[Point]:
        """The expected moves, from the best point on."""


class Danger(Protocol):
    """What the opponents threaten."""

    @property
    def wins(self) -> Sequence[Point]:
        """Where a stone stops a win with the next stone; empty: none is threatened."""

    @property
    def fours(self) -> Sequence[Point]:
        """Where a stone stops an open tessera."""

    @property
    def captures(self) -> Sequence[tuple[Point, Sequence[Point]]]:
        """Where the opponents can capture, and what."""


class Advisor(Protocol):
    """Gives advice. The command line fills this port, as the client imports no bots."""

    @property
    def warns(self) -> bool:
        """Whether the player wants to be warned, as a beginner."""

    async def danger(self, position: Position) -> Danger:
        """What threatens the side to place the next stone. Raises ValueError where no stone is due."""

    async def advise(self, position: Position) -> Advice:
        """Advice where a stone is due. The event loop is not blocked. Raises ValueError where none is."""

    async def compare(self, game: Game, *points: Point) -> Sequence[Expectation]:
        """What the side to place the next stone can expect after each of some stones, by searches of equal
        size. The event loop is not blocked. Raises ValueError where that can't be told.
        """


@dataclass(frozen=True, slots=True)
class GivenAdvice:
    """An answer to what was asked."""

    kind: AdviceKind
    game: Game
    """The game as it was where the player looked."""
    advice: Advice

    @property
    def lines(self) -> list[str]:
        """The advice in sentences; at least one."""
        position, advice = self.game.position, self.advice
        rules = position.rules
        value = value_text(advice.value, position.colour, rules)
        match self.kind:
            case AdviceKind.HINT:
                best = advice.points[0]
                return [hint_text(best.point, best.reason, rules.size)]
            case AdviceKind.WHY:
                points = [(advised.point, advised.reason) for advised in advice.points]
                meaning = advice.points[0].meaning
                return [*why_lines(points, meaning, advice.line, rules.size), value]
            case AdviceKind.EVAL:
                return [value]
            case _ as unreachable:
                assert_never(unreachable)


def objection_to_advice(room: Room, *, is_local: bool) -> str:
    """Why there is no advice in a room now; empty where there is."""
    if is_local or room.status is ev.Status.FINISHED:
        return ""
    if room.created.options.rated:
        return NEVER_RATED
    return "" if room.created.options.hints else NOT_HERE
