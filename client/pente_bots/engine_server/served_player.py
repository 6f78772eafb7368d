"""The player that an engine is, as every protocol needs it."""

from random import Random
from typing import Final

from pente_bots.engine_server.bad_command import BadCommand
from pente_bots.engine_server.thinking_process import ThinkingProcess
from pente_bots.engine_server.thought import Thought
from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import PlayerMaker
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class ServedPlayer:
    """A player with the process in which it thinks."""

    def __init__(self, name: str, version: str, make: PlayerMaker, seed: str) -> None:
        self.name: Final = name
        self.version: Final = version
        self.thinking: Final = ThinkingProcess()
        self._make: Final = make
        self._seed: Final = seed
        self._judge: Final = make(Random(0))

    @property
    def about(self) -> str:
        """What Piskvork's ABOUT gets, with the declaration of our extension."""
        return f'name="{self.name}", version="{self.version}", author="the pente authors", pente="*"'

    def thought(self, position: Position, limit: Limit, *, lines: int = 1, game: str = "") -> Thought:
        """A position for this player to think about."""
        return Thought(self._make, self._seed, position, limit, lines, game)

    def check(self, rules: Ruleset) -> None:
        """Raises BadCommand if the player does not play by these rules."""
        if not self._judge.supports(rules):
            raise BadCommand(f"the player does not play {rules.base} with these parameters")
