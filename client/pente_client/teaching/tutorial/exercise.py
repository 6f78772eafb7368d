"""An exercise of the tutorial: a position, a task, and what is said of every move."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pente_client.teaching.tutorial.attempt import Answer, Attempt, Check, nothing
from pente_core.rules.game import Game
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.rules.setup import Setup
from pente_core.value import replace

RULES: Final[Ruleset] = replace(RULESETS["pente"], size=13)
"""The usual rules, on a board that leaves space for the lesson beside it."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One move of the learner, who is white, in a position; the rules judge what it does.

    Texts may name ``{move}`` and ``{reply}``, the points of the learner and of the teacher; they only name
    the latter where there is one.
    """

    title: str
    task: str
    succeeds: Check
    praise: str
    """What is said of a move that succeeds."""
    hint: str
    """What speaks for a move that succeeds, as in: *captures the pair*."""
    faults: tuple[tuple[Check, str], ...] = ()
    """What is said of others: the first that fits. The last one fits all, unless every move succeeds."""
    stones: tuple[str, str] = ("", "")
    """The points of white and black; none at all: the empty board."""
    captured: int = 0
    """Stones that the learner has captured before."""
    answer: Answer = nothing
    keys: str = ""
    """What is said of the task only where there are a cursor and a mouse."""

    @property
    def setup(self) -> Setup | None:
        """The position; None: the empty board."""
        white, black = (
            tuple(sorted(parse_point(name, RULES.size) for name in each.split())) for each in self.stones
        )
        if not white and not black:
            return None
        return Setup((white, black), (self.captured, 0) if self.captured else ())

    def verdict(self, attempt: Attempt) -> str:
        """What is said of an attempt, in sentences."""
        texts = ((self.succeeds, self.praise), *self.faults)
        text = next(text for holds, text in texts if holds(attempt))
        reply = "" if attempt.reply is None else format_point(attempt.reply.point, RULES.size)
        return text.format(move=format_point(attempt.move.point, RULES.size), reply=reply)

    @property
    def solutions(self) -> tuple[Point, ...]:
        """The moves that succeed."""
        return _solutions(self)


@lru_cache(maxsize=32)
def _solutions(exercise: Exercise) -> tuple[Point, ...]:
    game = Game.new(RULES, exercise.setup)
    attempts = ((point, Attempt.of(game, point, exercise.answer)) for point in game.position.legal_points)
    return tuple(point for point, attempt in attempts if exercise.succeeds(attempt))
