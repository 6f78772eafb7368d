"""The teacher: the computer player of the lessons, which answers only where an exercise needs it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from pente_client.teaching.tutorial.exercise import RULES, Exercise
from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Play
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

TEACHER_NAME: Final = "teacher"


class Teacher:
    """A `pente_client.local.ports.Opponent`, and the only one that there is to find.

    ``exercise`` gives that of a room.
    """

    def __init__(self, exercise: Callable[[RoomId], Exercise]) -> None:
        self._exercise = exercise

    @property
    def name(self) -> str:
        return TEACHER_NAME

    def opponent(self, name: str) -> "Teacher":
        del name  # there is only one
        return self

    def supports(self, rules: Ruleset) -> bool:
        return rules == RULES

    async def take_turn(self, position: Position, clock: Clock, now: Instant, game: str) -> Play:
        """The answer of the exercise; where it has none, nothing ever comes."""
        del clock, now
        point = self._exercise(RoomId(game)).answer(position)
        if point is None:
            await asyncio.Event().wait()
        assert point is not None
        return Play(point)

    async def explain(self, position: Position, game: str) -> Sequence[str]:
        """Nothing: the lesson says all."""
        del position, game
        return ()

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool:
        del position, seat, game
        return False

    async def settled(self) -> None:
        """Wait until an answer has come, which takes one turn of the loop."""
        await asyncio.sleep(0)
