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
from pente_protocol.sentences import tell


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
    plays: str = tell("player.every-ruleset")
    """The rulesets that it supports, in words."""


PLAYERS: Mapping[str, CatalogueEntry] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            CatalogueEntry("random", tell("player.plays-any-legal-point"), RandomPlayer),
            CatalogueEntry(
                "priorities",
                tell("player.wins-stops-wins-makes-and"),
                PrioritiesPlayer,
                (switch("captures", tell("player.also-win-and-block-by")),),
            ),
            CatalogueEntry(
                "weights",
                tell("player.adds-up-the-lines-through"),
                WeightsPlayer,
                (
                    one_of("mode", tell("player.which-lines-count-all-the"), MODES),
                    numbers("attack", tell("player.weights-of-own-lines-by")),
                    numbers("defence", tell("player.weights-of-the-opponents-lines")),
                ),
            ),
            CatalogueEntry(
                "alphabeta",
                tell("player.searches-two-plies-by-what"),
                AlphabetaPlayer,
                (
                    number("depth", tell("player.plies-to-look-ahead"), 2, (1, 4)),
                    numbers("values", tell("player.values-of-windows-by-their")),
                ),
                is_heavy=True,
                plays=tell("player.two-sides-one-stone-a"),
            ),
            CatalogueEntry(
                "patterns",
                tell("player.looks-ahead-along-the-stones"),
                PatternsPlayer,
                (
                    number("level", tell("player.how-far-it-looks"), 2, (1, 5)),
                    number("depth", tell("player.stones-to-look-ahead-instead"), None, (1, 12)),
                    number("padding", tell("player.how-far-from-other-stones"), None, (1, 25)),
                    numbers("width", tell("player.how-many-stones-to-try"), low=1),
                    switch("resign", tell("player.resign-positions-that-it-sees")),
                ),
                is_heavy=True,
                plays=tell("player.two-sides"),
            ),
            CatalogueEntry(
                "engine",
                tell("player.searches-deep-with-captures-and"),
                SearchPlayer,
                (
                    number("nodes", tell("player.positions-to-search-for-each"), None, (1, 1_000_000_000)),
                    number("depth", tell("player.stones-to-look-ahead"), None, (1, 64)),
                    number("hash", tell("player.memory-for-positions-it-has"), 32, (1, 4096)),
                    switch("resign", tell("player.resign-positions-that-it-sees")),
                    switch("book", tell("player.play-the-first-stones-of"), "on"),
                ),
                is_heavy=True,
                plays=tell("player.two-sides-one-stone-a-2"),
            ),
            CatalogueEntry(
                LEVEL_PLAYER,
                tell("player.plays-like-a-person-of"),
                player_of_level,
                (number("level", tell("player.how-strong-it-is"), 3, (1, len(STRENGTHS))),),
                is_heavy=True,
            ),
        )
    }
)


def entry_of(name: str) -> CatalogueEntry:
    """The entry of a player. Raises InvalidPlayerOption if there is none."""
    if name not in PLAYERS:
        raise InvalidPlayerOption(
            tell("player.there-is-no-player-choose", name=repr(name), players=", ".join(PLAYERS))
        )
    return PLAYERS[name]


def make_player(name: str, given: Mapping[str, str], chance: Random) -> Player:
    """A player with options as text. Raises InvalidPlayerOption.

    >>> make_player("priorities", {"captures": "on"}, Random(1)).captures
    True
    """
    entry = entry_of(name)
    return entry.make(chance, **read_options(entry.options, given))
