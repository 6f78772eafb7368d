"""All players, by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from pente_bots.players.alphabeta import AlphabetaPlayer
from pente_bots.players.patterns import PatternsPlayer
from pente_bots.players.player import Player
from pente_bots.players.player_options import (
    InvalidOption,
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
    """A player that can be asked for by name."""

    name: str
    summary: str
    make: Callable[..., Player]
    """Takes chance, and the values of the options by keyword."""
    options: tuple[PlayerOption, ...] = ()
    is_heavy: bool = False
    """Whether a move may take longer than an event loop can wait in passing: it needs a process."""
    plays: str = "every ruleset"
    """The games that it supports, in words."""


PLAYERS: Mapping[str, CatalogueEntry] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            CatalogueEntry("random", "any legal point", RandomPlayer),
            CatalogueEntry(
                "priorities",
                "wins, stops wins, makes and stops open rows; looks one stone ahead",
                PrioritiesPlayer,
                (switch("captures", "count winning and blocking by capture too"),),
            ),
            CatalogueEntry(
                "weights",
                "adds up the lines that a point lies on; does not see captures",
                WeightsPlayer,
                (
                    one_of("mode", "whose lines count: both sides' or the opponent's", MODES),
                    numbers("attack", "weights of own lines by stones, from one on"),
                    numbers("defence", "weights of the opponent's lines by stones, from one on"),
                ),
            ),
            CatalogueEntry(
                "alphabeta",
                "searches two plies by what every window may become; does not see captures",
                AlphabetaPlayer,
                (
                    number("depth", "plies to look ahead", 2, (1, 4)),
                    numbers("values", "values of windows by stones, from none on"),
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
                    number("depth", "stones to look ahead, in place of the level's", None, (1, 12)),
                    number("padding", "how far from the others to place stones", None, (1, 25)),
                    numbers("width", "how many stones to try at each depth", low=1),
                    switch("resign", "give up what it sees lost"),
                ),
                is_heavy=True,
                plays="two sides",
            ),
        )
    }
)


def entry_of(name: str) -> CatalogueEntry:
    """The entry of a player. Raises BadOption when there is none."""
    if name not in PLAYERS:
        raise InvalidOption(f"there is no player {name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[name]


def make_player(name: str, given: Mapping[str, str], chance: Random) -> Player:
    """A player with options as people write them. Raises BadOption.

    >>> make_player("priorities", {"captures": "on"}, Random(1)).captures
    True
    """
    entry = entry_of(name)
    return entry.make(chance, **read_options(entry.options, given))
