"""A computer player as it is typed: a name or a level, with options."""

from dataclasses import dataclass
from random import Random

from pente_bots.players.player import Player
from pente_bots.players.player_options import InvalidOption
from pente_bots.roster import player_text
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.thinking.think_request import (
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
    """A player as `pente_bots.roster` parses it, but for engines of others. Raises ShellError.

    >>> parse_player("1").name
    'level-1'
    """
    try:
        found = player_text.parse_player(text)
    except InvalidOption as bad:
        raise ShellError(ErrorKind.INPUT, str(bad)) from None
    return PlayerChoice(found.label, found.make)


def usual_player(rules: Ruleset) -> PlayerChoice:
    """The player of those who don't choose one: `patterns` wherever it plays, elsewhere the weakest level."""
    choice = parse_player("patterns")
    return choice if choice.supports(rules) else parse_player("level-1")
