"""The computer player of lessons and puzzles, which answers only where one of them needs it."""

import asyncio
from collections.abc import Callable, Sequence

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class LessonOpponent:
    """A `pente_client.local.ports.Opponent`, and the only one that there is to find.

    ``answer`` gives the answer that is due in a room and its position; None: there is none, and nothing ever
    comes.
    """

    def __init__(
        self,
        name: str,
        supports: Callable[[Ruleset], bool],
        answer: Callable[[RoomId, Position], Point | None],
    ) -> None:
        self._name, self._supports, self._answer = name, supports, answer

    @property
    def name(self) -> str:
        return self._name

    def opponent(self, name: str) -> "LessonOpponent":
        del name  # there is only one
        return self

    def supports(self, rules: Ruleset) -> bool:
        return self._supports(rules)

    async def take_turn(self, game: Game, clock: Clock, now: Instant, game_id: str) -> cmd.Play:
        del clock, now
        point = self._answer(RoomId(game_id), game.position)
        if point is None:
            await asyncio.Event().wait()
        assert point is not None
        return cmd.Play(point)

    async def explain(self, position: Position, game: str) -> Sequence[str]:
        """Nothing: what is shown says all."""
        del position, game
        return ()

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool:
        del position, seat, game
        return False

    async def settled(self) -> None:
        """Wait until an answer has come, which takes one turn of the loop."""
        await asyncio.sleep(0)
