"""What people type to name a computer player."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from pente_bots.foreign_engines.engine_command import EngineLimits, EngineProtocol, parse_engine
from pente_bots.foreign_engines.foreign_engine import introduce
from pente_bots.players.catalogue import PLAYERS, make_player
from pente_bots.players.levels import LEVEL_PLAYER, LEVELS, check_level, highest_level
from pente_bots.players.player_options import InvalidPlayerOption, split_options
from pente_bots.roster.named_player import EnginePlayerMaker, NamedPlayer
from pente_bots.roster.own_file import own_player
from pente_bots.thinking.think_request import CataloguePlayerMaker
from pente_protocol.sentences import tell

_OWN_FILE: Final = re.compile(r"(?P<path>.+\.py)(?::(?P<class>[^/\\:]*))?", re.DOTALL)
_LEVEL: Final = re.compile(r"(?:level-)?([0-9]{1,4})")
_LONGEST_QUOTED: Final = 40


def parse_player(text: str, limits: EngineLimits | None = None) -> NamedPlayer:
    """Parse the name of a player; see the README of this folder for what can be typed.

    Loads a file of one's own, and starts an engine to ask for its name. Without ``limits`` there can't be
    engines of others. Raises InvalidPlayerOption, InvalidCommand, ForeignEngineFailed.

    >>> parse_player("patterns-5").make
    CataloguePlayerMaker(player='patterns', options=(('level', '5'),))
    >>> parse_player("1").label
    'level-1'
    """
    kind, _, rest = text.partition(":")
    if kind in list(EngineProtocol):
        return _engine(EngineProtocol(kind), rest, limits)
    level = _LEVEL.fullmatch(text.lower())
    if level is not None:
        check_level(int(level[1]))
    if _is_shipped(text):
        return _shipped(text)
    file = _OWN_FILE.fullmatch(text)
    if file is not None:
        return NamedPlayer(text, own_player(file["path"], file["class"] or ""))
    raise InvalidPlayerOption(
        tell(
            "cli-bot.there-is-no-player-choose",
            text=repr(text[:_LONGEST_QUOTED]),
            player_names=player_names(),
        )
    )


def with_options(player: NamedPlayer, given: Mapping[str, str]) -> NamedPlayer:
    """A player with more options, which count before those that it has. Raises InvalidPlayerOption.

    >>> with_options(parse_player("patterns-5"), {"depth": "2"}).make.options
    (('level', '5'), ('depth', '2'))
    """
    if not given:
        return player
    if not isinstance(player.make, CataloguePlayerMaker):
        raise InvalidPlayerOption(
            tell("cli-bot.has-no-option-it-has", label=player.label, next=repr(next(iter(given))))
        )
    options = {**dict(player.make.options), **given}
    make_player(player.make.player, options, Random(0)).close()
    return replace(player, make=CataloguePlayerMaker(player.make.player, tuple(options.items())))


def parse_players(texts: Sequence[str], limits: EngineLimits | None = None) -> tuple[NamedPlayer, ...]:
    """Parse several; repeated ones get a number, so that all labels are different.

    >>> [one.label for one in parse_players(["random", "random"])]
    ['random', 'random#2']
    """
    players: list[NamedPlayer] = []
    for text in texts:
        one, taken = parse_player(text, limits), {other.label for other in players}
        labels = (f"{one.label}#{number}" if number > 1 else one.label for number in range(1, len(texts) + 1))
        players.append(replace(one, label=next(label for label in labels if label not in taken)))
    return tuple(players)


def player_names() -> str:
    """The players that can be typed, for people."""
    named = (name for name in PLAYERS if name != LEVEL_PLAYER)
    return tell("cli-bot.a-level-from-1-to", named=", ".join(named), highest_level=highest_level())


def plain_name(player: NamedPlayer) -> str:
    """A name in the letters of names, by which `parse_player` finds a player that ships again.

    That of a file is its path, as there is nothing else to find it by, without the ``./`` before it.

    >>> plain_name(parse_player("patterns:depth=4,width=4,3"))
    'patterns-depth-4-width-4_3'
    >>> plain_name(parse_player("weights:mode=defensive"))
    'weights-defensive'
    """
    make = player.make
    if player.label in LEVELS or not isinstance(make, CataloguePlayerMaker):
        return player.label.removeprefix("./")
    words = [make.player]
    for option, value in make.options:
        words += [value] if value in _own_words(make.player) else [option, value.replace(",", "_")]
    return "-".join(words)


def _engine(protocol: EngineProtocol, command: str, limits: EngineLimits | None) -> NamedPlayer:
    if limits is None:
        raise InvalidPlayerOption(tell("cli-bot.engines-of-others-play-in"))
    parsed = parse_engine(command, protocol, limits)
    about = introduce(parsed)
    return NamedPlayer(f"{protocol}:{about.name}", EnginePlayerMaker(parsed, about))


def _is_shipped(text: str) -> bool:
    name = text.lower()
    return name in LEVELS or f"level-{name}" in LEVELS or _player_of(name) in PLAYERS


def _player_of(name: str) -> str:
    """The player in the catalogue that a name begins with, if it is one.

    >>> _player_of("patterns-5"), _player_of("weights:mode=balanced")
    ('patterns', 'weights')
    """
    return re.split("[:-]", name, maxsplit=1)[0]


def _shipped(text: str) -> NamedPlayer:
    """A level, or a player with options. Raises InvalidPlayerOption."""
    name = text.lower()
    level = name if name in LEVELS else f"level-{name}"
    if level in LEVELS:
        player, given = LEVELS[level]
        return NamedPlayer(level, CataloguePlayerMaker(player, tuple(given.items())))
    player = _player_of(name)
    rest = name.removeprefix(player)
    options = dict(split_options(rest[1:]) if rest.startswith(":") else _dashed_options(player, rest[1:]))
    make_player(player, options, Random(0)).close()
    return NamedPlayer(text, CataloguePlayerMaker(player, tuple(options.items())))


def _dashed_options(player: str, text: str) -> Iterator[tuple[str, str]]:
    """The options of ``5``, the level, or of ``depth-4-width-4_3``.

    >>> list(_dashed_options("patterns", "depth-4-width-4_3"))
    [('depth', '4'), ('width', '4,3')]
    """
    words, own = iter(text.split("-") if text else ()), _own_words(player)
    for word in words:
        if word.isdecimal():
            yield _level_of(player, word)
        else:
            option, value = (own[word], word) if word in own else (word, next(words, ""))
            yield option, value.replace("_", ",")


def _level_of(player: str, number: str) -> tuple[str, str]:
    if "level" not in (option.name for option in PLAYERS[player].options):
        raise InvalidPlayerOption(tell("cli-bot.has-no-levels-choose-a", player=player, count=len(LEVELS)))
    return "level", number


def _own_words(player: str) -> dict[str, str]:
    """The options of a player by those values that say what they are about."""
    return {
        value: option.name
        for option in PLAYERS[player].options
        for value in option.values.split(", ")
        if value.isalpha() and value not in ("on", "off")
    }
