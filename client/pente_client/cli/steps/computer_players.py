"""The computer players of games without a server, and their advice, which live in another package."""

import asyncio
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, Final

from pente_client.play.shown.own_words import ShellAnswer
from pente_client.settings.settings_store import SettingsStore
from pente_client.terminal.session_terminal import session_terminal
from pente_core.puzzles.puzzle import Puzzle
from pente_core.records import Record
from pente_core.room import Room
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position

# import-linter does not see imports by name: a test holds these to the modules named here.
ADVICE: Final = "pente_bots.local.advice"
COMPARISON: Final = "pente_bots.local.comparison"
SHELL_WORDS: Final = "pente_bots.shell.game_words"
LOCAL_PLAYERS: Final = "pente_bots.local.local_players"
ENGINE_KERNEL: Final = "pente_bots.engine.kernel"
PUZZLE_SEARCH: Final = "pente_bots.puzzles.search_records"


def local_players() -> Any:
    """An open `pente_client.local.ports.OpponentFinder`; close it."""
    return import_module(LOCAL_PLAYERS).LocalPlayers()


def engine_is_compiled() -> bool:
    """Whether the engine of the computer players runs as machine code."""
    return bool(import_module(ENGINE_KERNEL).IS_COMPILED)


class ComputerAdvisor:
    """A `pente_client.play.shown.advisor.Advisor`, which is imported when it is first asked.

    ``always_warns``: also where the settings don't say so.
    """

    def __init__(self, *, always_warns: bool = False) -> None:
        self._always_warns = always_warns

    @property
    def warns(self) -> bool:
        """What the settings say now: they may be changed while a game goes on."""
        if self._always_warns:
            return True
        return SettingsStore.default(session_terminal().environ).load().settings.beginner

    async def advise(self, position: Position) -> Any:
        return await asyncio.to_thread(_advice, position)

    async def danger(self, position: Position) -> Any:
        return await asyncio.to_thread(_danger, position)

    async def compare(self, game: Game, *points: Point) -> Any:
        return await asyncio.to_thread(_compared, game, points)


class ComputerShell:
    """A `pente_client.play.shown.own_words.GameShell`. ``player`` plays where a line names nobody."""

    def __init__(self, player: str) -> None:
        self._player = player

    async def answer(self, line: str, room: Room) -> Any:
        return await asyncio.to_thread(_shell_answer, line, room, self._player)


def _shell_answer(line: str, room: Room, player: str) -> Any:
    created = room.created
    seed = f"{created.at}:{room.version}"
    answer = import_module(SHELL_WORDS).shell_answer
    said = answer(line, created.ruleset, created.setup, room.game.turns, player=player, seed=seed)
    return ShellAnswer(*said)


def _advice(position: Position) -> Any:
    return import_module(ADVICE).advise(position)


def _danger(position: Position) -> Any:
    return import_module(ADVICE).danger(position)


def _compared(game: Game, points: tuple[Point, ...]) -> Any:
    return import_module(COMPARISON).compare_stones(game, *points)


def puzzles_in(
    records: Iterable[tuple[str, Record]], least: int, most: int, processes: int
) -> Iterator[tuple[Puzzle, ...]]:
    """The puzzles of each record, which comes with a few words about where it is from, in their order.

    They are won in at least ``least`` and at most ``most`` stones of both sides.
    """
    found: Iterator[tuple[Puzzle, ...]] = import_module(PUZZLE_SEARCH).search_records(
        records, least, most, processes
    )
    return found
