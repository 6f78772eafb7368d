"""The names of computer players in local games: from its name a player is found again."""

from collections.abc import Mapping, Sequence

from pente_bots.arena.match_player import parse_match_player
from pente_bots.local.levels import LEVELS
from pente_bots.players.catalogue import PLAYERS


def player_called(name: str) -> tuple[str, str, Mapping[str, str]]:
    """The full name of a player or level, the player in the catalogue, and its options. Raises ValueError."""
    name = name.lower()
    name = f"level-{name}" if f"level-{name}" in LEVELS else name
    if name in LEVELS:
        return (name, *LEVELS[name])
    player, _, words = name.replace(":", "-", 1).partition("-")
    if player not in PLAYERS:
        names = ", ".join(PLAYERS)
        raise ValueError(f"there is no player {player[:20]!r}; choose a level from 1 to 5, or {names}")
    text = name if ":" in name else _typed(player, words)
    options = parse_match_player(text).options
    return _label(player, options), player, dict(options)


def _label(player: str, options: Sequence[tuple[str, str]]) -> str:
    """The name of a player with options, in the characters of names: from it the player is found again.

    >>> _label("patterns", (("depth", "4"), ("width", "4,3")))
    'patterns-depth-4-width-4_3'
    >>> _label("weights", (("mode", "defensive"),))
    'weights-defensive'
    """
    words = [player]
    for option, value in options:
        words += [value] if value in _own_words(player) else [option, value.replace(",", "_")]
    return "-".join(words)


def _typed(player: str, label: str) -> str:
    """A player with options as they are typed, of its name in a game.

    >>> _typed("patterns", "depth-4-width-4_3")
    'patterns:depth=4,width=4,3'
    """
    words, own, options = iter(label.split("-") if label else ()), _own_words(player), []
    for word in words:
        option, value = (own[word], word) if word in own else (word, next(words, ""))
        options.append(f"{option}={value.replace('_', ',')}")
    return f"{player}:{','.join(options)}" if options else player


def _own_words(player: str) -> dict[str, str]:
    """The options of a player by those values that say what they are about."""
    return {
        value: option.name
        for option in PLAYERS[player].options
        for value in option.values.split(", ")
        if value.isalpha() and value not in ("on", "off")
    }
