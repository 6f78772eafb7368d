"""A computer player as it is typed: a name or a level, with options."""

from dataclasses import dataclass
from random import Random

from pente_bots.arena.match_player import parse_match_player
from pente_bots.local.levels import LEVELS
from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.player import Player
from pente_bots.players.player_options import InvalidOption
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.point_names import quoted
from pente_bots.thinking.think_request import (
    CataloguePlayerMaker,
    PlayerMaker,
    ThinkRequest,
)
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A computer player by its name."""

    name: str
    make: PlayerMaker

    def supports(self, rules: Ruleset) -> bool:
        return self.player("").supports(rules)

    def player(self, seed: str) -> Player:
        """The player, with randomness from a seed."""
        return self.make(Random(seed))

    def request(self, position: Position, seed: str, limit: Limit = NO_LIMIT) -> ThinkRequest:
        """A question about a position. Equal seeds and positions give equal answers."""
        return ThinkRequest(self.make, seed, limit, position)


def parse_player(text: str) -> PlayerChoice:
    """A player by name or level, with options: ``priorities``, ``3``, ``patterns:level=3,width=4,3``.

    Raises ShellError.

    >>> parse_player("1").name
    'level-1'
    """
    level = text if text in LEVELS else f"level-{text}"
    if level in LEVELS:
        player, given = LEVELS[level]
        return PlayerChoice(level, CataloguePlayerMaker(player, tuple(given.items())))
    if text.partition(":")[0] not in PLAYERS:
        raise ShellError(ErrorKind.INPUT, f"there is no player {quoted(text)}; choose from {player_names()}")
    try:
        found = parse_match_player(text)
    except InvalidOption as bad:
        raise ShellError(ErrorKind.INPUT, str(bad)) from None
    return PlayerChoice(text, CataloguePlayerMaker(found.player, found.options))


def player_names() -> str:
    """The players and levels, for people."""
    return f"{', '.join(PLAYERS)}, or a level from 1 to {len(LEVELS)}"


def usual_player(rules: Ruleset) -> PlayerChoice:
    """The player of those who don't choose one: `patterns` wherever it plays, elsewhere the weakest level."""
    choice = parse_player("patterns")
    return choice if choice.supports(rules) else parse_player("level-1")
