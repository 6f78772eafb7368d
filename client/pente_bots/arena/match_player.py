"""The contestants of a match: players with their options, written as one word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from pente_bots.foreign_engines.engine_about import EngineAbout
from pente_bots.foreign_engines.engine_command import (
    DEFAULT_LIMITS,
    EngineCommand,
    EngineLimits,
    EngineProtocol,
    parse_engine,
)
from pente_bots.foreign_engines.engine_player import EnginePlayer
from pente_bots.foreign_engines.foreign_engine import introduce
from pente_bots.players.catalogue import make_player
from pente_bots.players.player import Player
from pente_bots.players.player_options import split_option


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player that can be created for every game, in any process."""

    label: str
    """Its name in results; different for every contestant of a match."""
    player: str
    options: tuple[tuple[str, str], ...] = ()
    engine: tuple[EngineCommand, EngineAbout] | None = None
    """A foreign engine in place of a player that ships, and what it says of itself."""

    def make(self, seed: str) -> Player:
        """The player, with all its randomness from ``seed``; close it. Raises InvalidOption."""
        if self.engine is not None:
            return EnginePlayer(Random(seed), *self.engine)
        return make_player(self.player, dict(self.options), Random(seed))


def parse_match_player(text: str, limits: EngineLimits = DEFAULT_LIMITS) -> MatchPlayer:
    """Parse ``name``, ``name:option=value,option=value``, or ``gtp:COMMAND`` and ``piskvork:COMMAND`` for an
    engine, which is started to ask for its name. Raises InvalidOption, InvalidCommand, ForeignEngineFailed.

    A value may contain commas: a part without an equals sign continues the value before it.

    >>> parse_match_player("alphabeta:depth=1,values=0,1,5").options
    (('depth', '1'), ('values', '0,1,5'))
    """
    name, _, rest = text.partition(":")
    if name in list(EngineProtocol):
        command = parse_engine(rest, EngineProtocol(name), limits)
        about = introduce(command)
        return MatchPlayer(f"{name}:{about.name}", name, engine=(command, about))
    options = tuple(split_option(word) for word in _words(rest))
    contestant = MatchPlayer(text, name, options)
    contestant.make("")
    return contestant


def parse_match_players(
    texts: Sequence[str], limits: EngineLimits = DEFAULT_LIMITS
) -> tuple[MatchPlayer, ...]:
    """Parse several; repeated ones get a number.

    >>> [one.label for one in parse_match_players(["random", "random"])]
    ['random', 'random#2']
    """
    contestants: list[MatchPlayer] = []
    labels: list[str] = []
    for one in (parse_match_player(text, limits) for text in texts):
        twins = labels.count(one.label)
        labels.append(one.label)
        contestants.append(replace(one, label=f"{one.label}#{twins + 1}") if twins else one)
    return tuple(contestants)


def _words(text: str) -> Iterator[str]:
    """The options in a text, each with its commas."""
    word = ""
    for piece in text.split(",") if text else ():
        if word and "=" in piece:
            yield word
            word = piece
        else:
            word = f"{word},{piece}" if word else piece
    if word:
        yield word
