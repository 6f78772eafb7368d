"""A foreign engine as a player, for matches on this machine."""

from random import Random
from typing import Final

from pente_bots.foreign_engines.engine_about import EngineAbout, objection
from pente_bots.foreign_engines.engine_command import EngineCommand
from pente_bots.foreign_engines.foreign_engine import ForeignEngine
from pente_bots.players.player import Player, PlayerResigned, legal_points
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.room import commands as cmd
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class EnginePlayer(Player):
    """Plays what an engine says. Mutable: it has a process from its first move on, so close it.

    Unlike other players it does not depend on ``chance``, and may raise ForeignEngineFailed.
    """

    keeps_state = True

    def __init__(self, chance: Random, command: EngineCommand, about: EngineAbout) -> None:
        """``about`` is what the engine said of itself when it was tried out."""
        super().__init__(chance)
        self._about: Final = about
        self._engine: Final = ForeignEngine(command)

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self._about.name

    def try_out(self, rules: Ruleset) -> None:
        """Have the engine set up a board. Raises ForeignEngineFailed; RulesRefused if it does not want to."""
        self._engine.try_out(rules)

    def objection(self, rules: Ruleset) -> str:
        return objection(self._about, self._engine.command.protocol, rules)

    def supports(self, rules: Ruleset) -> bool:
        """Games of lines, and what the engine declares."""
        return not self.objection(rules)

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        """Raises PlayerResigned when it resigns, and ForeignEngineFailed."""
        legal_points(position)
        match self._engine.decide(position, limit):
            case cmd.Play(point):
                return point
            case _:
                raise PlayerResigned

    def choose_swap(self, position: Position) -> Choice:
        """Raises PlayerResigned when it resigns, and ForeignEngineFailed."""
        if not position.choices:
            raise ValueError("no choice is due")
        match self._engine.decide(position, NO_LIMIT):
            case cmd.Choose(choice):
                return choice
            case _:
                raise PlayerResigned

    def close(self) -> None:
        self._engine.close()
