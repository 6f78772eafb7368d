"""What a local game needs of computer players. The command line fills it, as the client imports no bots."""

from collections.abc import Sequence
from typing import Protocol

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class Opponent(Protocol):
    """A computer player in a local game. It thinks without blocking the event loop."""

    @property
    def name(self) -> str:
        """Its name in the game; it is found again by that."""

    def supports(self, rules: Ruleset) -> bool:
        """Whether it plays by these rules."""

    async def take_turn(
        self, game: Game, clock: Clock, now: Instant, game_id: str
    ) -> cmd.Play | cmd.Choose | cmd.Resign | None:
        """What it does in a game in which it is to act; None: it can't think.

        ``game_id`` is its id, in which equal positions get equal answers.
        """

    async def explain(self, position: Position, game: str) -> Sequence[str]:
        """What it has to say about a position before it moves, in lines; may be none."""

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool: ...


class OpponentFinder(Protocol):
    """Finds computer players by name."""

    def opponent(self, name: str) -> Opponent:
        """Raises ValueError for an unknown name; the message says which there are."""
