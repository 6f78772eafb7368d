"""What may be typed next, as the table of commands says."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.levels import highest_level
from pente_bots.shell.commands.analysis import FOREVER, SWITCHES
from pente_bots.shell.commands.games import SECOND_MOVES, sizes_of
from pente_bots.shell.commands.moves import PERSON
from pente_bots.shell.commands.setup import ACTIONS
from pente_bots.shell.state.command import InputKind
from pente_bots.shell.state.context import ShellContext
from pente_bots.shell.table import COMMANDS
from pente_core.rules.ruleset import RULESETS
from pente_protocol.game_options import PARAMETERS


def completions(context: ShellContext, line: str) -> list[str]:
    """The words that may stand where the last one of the line begins, in the order to show them."""
    *before, last = line.split(" ")
    words = [word for word in before if word]
    return [word for word in _candidates(context, words) if word.lower().startswith(last.lower())]


def _candidates(context: ShellContext, words: list[str]) -> Iterable[str]:
    if not words:
        return [command.name for command in COMMANDS]
    command = next((each for each in COMMANDS if each.name == words[0].lower()), None)
    if command is None or not command.kinds or len(words) > command.most:
        return []
    kind = command.kinds[min(len(words), len(command.kinds)) - 1]
    if kind is InputKind.ACTION:
        return _setup_words(context, words[1:])
    return _WORDS[kind](context)


def _setup_words(context: ShellContext, words: list[str]) -> Iterable[str]:
    """What follows ``setup`` and some words: an action, then a side, where it takes one, then points."""
    if not words:
        return ACTIONS
    if words[0] in {"put", "move", "captured"} and len(words) == 1:
        return context.game.rules.colours
    if words[0] == "put":
        return _points(context)
    if words[0] == "remove":
        board = context.game.position.board
        return [context.name(point) for point in board.geometry.points(board.occupied)]
    return []


def _points(context: ShellContext) -> Iterable[str]:
    """The legal points, or the choices that are due."""
    position = context.game.position
    return [*position.choices, *(context.name(point) for point in position.legal_points)]


def _players(_: ShellContext) -> Iterable[str]:
    return [*PLAYERS, *map(str, range(1, highest_level() + 1))]


_WORDS: Final[Mapping[InputKind, Callable[[ShellContext], Iterable[str]]]] = MappingProxyType(
    {
        InputKind.POINT: _points,
        InputKind.SIDE: lambda context: context.game.rules.colours,
        InputKind.PLAYER: _players,
        InputKind.OPPONENT: lambda context: [PERSON, *_players(context)],
        InputKind.RULES: lambda _: [*SECOND_MOVES, *RULESETS],
        InputKind.PARAMETER: lambda _: [f"{row.name}=" for row in PARAMETERS],
        InputKind.SIZE: lambda context: map(str, sizes_of(context.game.rules)),
        InputKind.DEPTH: lambda _: [FOREVER, *SWITCHES],
        InputKind.COMMAND: lambda _: [command.name for command in COMMANDS],
        InputKind.FILE: lambda _: [],
    }
)
