"""What a learner did in a lesson, and what it did, as the rules have judged it."""

from collections.abc import Callable
from dataclasses import dataclass

from pente_core.rules.game import Game
from pente_core.rules.move import Call, Move
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.value import replace

LEARNER, TEACHER = 0, 1
"""The seats."""

Answer = Callable[[Position], Point | None]
"""What the teacher plays in a position; None: nothing."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move of the learner, and the teacher's answer to it."""

    move: Move
    game: Game
    """After both."""
    reply: Move | None = None

    @classmethod
    def of(cls, before: Game, point: Point, answer: Answer) -> "Attempt":
        """The attempt with a stone on a point, which is legal (else IllegalMove is raised)."""
        move, game = before.play(point)
        at = None if game.is_over else answer(game.position)
        if at is None:
            return cls(move, game)
        reply, end = game.play(at)
        return cls(move, end, reply)


Check = Callable[[Attempt], bool]
"""What the rules have to say about an attempt."""


def anything(_: Attempt) -> bool:
    return True


def captures(attempt: Attempt) -> bool:
    return bool(attempt.move.captured)


def prevents_answer(attempt: Attempt) -> bool:
    """Whether there is nothing left that the teacher could do."""
    return attempt.reply is None


def is_at(name: str) -> Check:
    """Whether the stone is on a point of the tutorial's board."""
    return lambda attempt: attempt.move.point == parse_point(name, attempt.game.rules.size)


def calls(call: Call) -> Check:
    return lambda attempt: call in attempt.move.calls


def wins_by(termination: Termination) -> Check:
    """Whether the learner has won in a way."""

    def has_won(attempt: Attempt) -> bool:
        outcome = attempt.game.outcome
        return outcome is not None and outcome.termination is termination and LEARNER in outcome.winners

    return has_won


# What the teacher plays -----------------------------------------------------------------------------------


def nothing(_: Position) -> Point | None:
    return None


def places_at(name: str) -> Answer:
    """The point of that name, whatever happens."""
    return lambda position: parse_point(name, position.rules.size)


def capture(position: Position) -> Point | None:
    """Where a stone captures."""
    return _first(position, lambda move, _: bool(move.captured))


def win(position: Position) -> Point | None:
    """Where a stone wins."""
    return _first(position, lambda _, game: game.is_over)


def make(call: Call) -> Answer:
    """Where a stone makes such a row."""
    return lambda position: _first(position, lambda move, _: call in move.calls)


def stop_win(position: Position) -> Point | None:
    """Where the learner would win with one more stone."""
    return win(replace(position, colour=LEARNER))


def _first(position: Position, holds: Callable[[Move, Game], bool]) -> Point | None:
    game = Game(position)
    return next((point for point in position.legal_points if holds(*game.play(point))), None)
