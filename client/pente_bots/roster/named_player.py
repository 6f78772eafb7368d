"""A computer player with the name by which people know it."""

from dataclasses import dataclass
from random import Random

from pente_bots.foreign_engines.engine_about import EngineAbout
from pente_bots.foreign_engines.engine_command import EngineCommand
from pente_bots.foreign_engines.engine_player import EnginePlayer
from pente_bots.players.catalogue import entry_of
from pente_bots.players.player import Player
from pente_bots.roster.own_file import OwnPlayerMaker
from pente_bots.thinking.think_request import CataloguePlayerMaker


@dataclass(frozen=True, slots=True)
class EnginePlayerMaker:
    """Creates players that are an engine of others, each with a process of its own."""

    command: EngineCommand
    about: EngineAbout
    """What it said of itself when it was tried out."""

    def __call__(self, chance: Random) -> EnginePlayer:
        return EnginePlayer(chance, self.command, self.about)


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player that can be created for every game, in any process."""

    label: str
    """What it is called in tables, as it was typed."""
    make: CataloguePlayerMaker | OwnPlayerMaker | EnginePlayerMaker

    @property
    def is_heavy(self) -> bool:
        """Whether a move may take so long that it needs a process of its own."""
        return not isinstance(self.make, CataloguePlayerMaker) or entry_of(self.make.player).is_heavy

    @property
    def is_ours(self) -> bool:
        """Whether it ships: a failure of it is an error in this program, not its own."""
        return isinstance(self.make, CataloguePlayerMaker)

    def player(self, seed: str) -> Player:
        """The player, with all its randomness from ``seed``; close it."""
        return self.make(Random(seed))
