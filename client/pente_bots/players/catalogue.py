"""All players, by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from pente_bots.players.alphabeta import AlphabetaPlayer
from pente_bots.players.engine import SearchPlayer
from pente_bots.players.levels import LEVEL_PLAYER, STRENGTHS, player_of_level
from pente_bots.players.patterns import PatternsPlayer
from pente_bots.players.player import Player
from pente_bots.players.player_options import (
    InvalidPlayerOption,
    PlayerOption,
    number,
    numbers,
    one_of,
    read_options,
    switch,
)
from pente_bots.players.priorities import PrioritiesPlayer
from pente_bots.players.random_player import RandomPlayer
from pente_bots.players.weights import MODES, WeightsPlayer


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A player that ships, with its options."""

    name: str
    summary: str
    make: Callable[..., Player]
    """Takes the randomness, and the values of the options by keyword."""
    options: tuple[PlayerOption, ...] = ()
    is_heavy: bool = False
    """Whether a move may take so long that it needs a process of its own."""
    plays: str = "every ruleset"
    """The rulesets that it supports, in words."""


PLAYERS: Mapping[str, CatalogueEntry] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            CatalogueEntry("random", "plays any legal point", RandomPlayer),
            CatalogueEntry(
                "priorities",
                "wins, stops wins, makes and stops open rows; looks one stone ahead",
                PrioritiesPlayer,
                (switch("captures", "also win and block by captures"),),
            ),
            CatalogueEntry(
                "weights",
                "adds up the lines through each point; does not see captures",
                WeightsPlayer,
                (
                    one_of("mode", "which lines count: all, the opponent's, or its own", MODES),
                    numbers("attack", "weights of own lines by their stones, from one"),
                    numbers("defence", "weights of the opponent's lines by their stones, from one"),
                ),
            ),
            CatalogueEntry(
                "alphabeta",
                "searches two plies by what every window may become; does not see captures",
                AlphabetaPlayer,
                (
                    number("depth", "plies to look ahead", 2, (1, 4)),
                    numbers("values", "values of windows by their stones, from none"),
                ),
                is_heavy=True,
                plays="two sides, one stone a turn",
            ),
            CatalogueEntry(
                "patterns",
                "looks ahead along the stones that make and break the best patterns",
                PatternsPlayer,
                (
                    number("level", "how far it looks", 2, (1, 5)),
                    number("depth", "stones to look ahead, instead of the level's", None, (1, 12)),
                    number("padding", "how far from other stones to play", None, (1, 25)),
                    numbers("width", "how many stones to try at each depth", low=1),
                    switch("resign", "resign positions that it sees as lost"),
                ),
                is_heavy=True,
                plays="two sides",
            ),
            CatalogueEntry(
                "engine",
                "searches deep, with captures and forced wins in view; the strongest",
                SearchPlayer,
                (
                    number("nodes", "positions to search for each move", None, (1, 1_000_000_000)),
                    number("depth", "stones to look ahead", None, (1, 64)),
                    number("hash", "memory for positions it has seen, in MiB", 32, (1, 4096)),
                    switch("resign", "resign positions that it sees as lost"),
                    switch("book", "play the first stones of games by its opening book", "on"),
                ),
                is_heavy=True,
                plays="two sides, one stone a turn, lines of five, no poof, no unbreakable lines",
            ),
            CatalogueEntry(
                LEVEL_PLAYER,
                "plays like a person of some strength, with the mistakes that go with it",
                player_of_level,
                (number("level", "how strong it is", 3, (1, len(STRENGTHS))),),
                is_heavy=True,
            ),
        )
    }
)


def entry_of(name: str) -> CatalogueEntry:
    """The entry of a player. Raises InvalidPlayerOption if there is none."""
    if name not in PLAYERS:
        raise InvalidPlayerOption(f"there is no player {name!r}; choose from {', '.join(PLAYERS)}")
    return PLAYERS[name]


def make_player(name: str, given: Mapping[str, str], chance: Random) -> Player:
    """A player with options as text. Raises InvalidPlayerOption.

    >>> make_player("priorities", {"captures": "on"}, Random(1)).captures
    True
    """
    entry = entry_of(name)
    return entry.make(chance, **read_options(entry.options, given))
