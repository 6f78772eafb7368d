"""The contestants of a match: players with their options, written as one word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

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

    def make(self, seed: str) -> Player:
        """The player, with all its randomness from ``seed``. Raises InvalidOption."""
        return make_player(self.player, dict(self.options), Random(seed))


def parse_match_player(text: str) -> MatchPlayer:
    """Parse ``name`` or ``name:option=value,option=value``. Raises InvalidOption.

    A value may contain commas: a part without an equals sign continues the value before it.

    >>> parse_match_player("alphabeta:depth=1,values=0,1,5").options
    (('depth', '1'), ('values', '0,1,5'))
    """
    name, _, rest = text.partition(":")
    options = tuple(split_option(word) for word in _words(rest))
    contestant = MatchPlayer(text, name, options)
    contestant.make("")
    return contestant


def parse_match_players(texts: Sequence[str]) -> tuple[MatchPlayer, ...]:
    """Parse several; repeated ones get a number.

    >>> [one.label for one in parse_match_players(["random", "random"])]
    ['random', 'random#2']
    """
    contestants: list[MatchPlayer] = []
    for number, text in enumerate(texts):
        one = parse_match_player(text)
        twins = texts[:number].count(text)
        contestants.append(MatchPlayer(f"{text}#{twins + 1}", one.player, one.options) if twins else one)
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
