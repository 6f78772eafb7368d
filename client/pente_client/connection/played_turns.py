"""What was played in a position, with the points on which it was played.

The archive counts positions and moves that differ only by rotation or reflection as one, and doesn't say
which of the images was played. The latest games that had this very position do.
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pente_core.identity import RoomId
from pente_core.notation import format_position
from pente_core.records import Record, Unplayable, steps
from pente_core.rules.game import format_turn
from pente_core.rules.position import Position
from pente_core.value import replace
from pente_protocol.logs.game_records import record_in
from pente_protocol.logs.json_lines import EventLog
from pente_protocol.messages.archive import Explored, ExploredTurn, GameFilter, GameSummary

LATEST: Final = 20
"""How many of the latest games are read to see what was played."""


class ExplorerPort(Protocol):
    """The finished games of a server."""

    async def explored(self, position: Position) -> Explored: ...

    def games(
        self, which: GameFilter, cursor: str = "", most: int | None = None
    ) -> AsyncIterator[tuple[Sequence[GameSummary], str]]: ...

    def logs(self, rooms: Sequence[RoomId]) -> AsyncIterator[EventLog]: ...


@dataclass(frozen=True, slots=True)
class PlayedTurns:
    """The statistics of a position; the first notation of each turn is one that was really played there."""

    explored: Explored

    @classmethod
    async def read(cls, archive: ExplorerPort, position: Position) -> "PlayedTurns":
        """Ask a server. Raises `pente_client.connection.ConnectionProblem`."""
        explored = await archive.explored(position)
        if all(len(turn.notations) == 1 for turn in explored.turns):
            return cls(explored)
        counts = await _counted(archive, position)
        return cls(replace(explored, turns=tuple(_as_played(turn, counts) for turn in explored.turns)))

    @property
    def turns(self) -> Sequence[str]:
        """A notation for each turn."""
        return [turn.notations[0] for turn in self.explored.turns]


def _as_played(turn: ExploredTurn, counts: Counter[str]) -> ExploredTurn:
    """The same turn with the notation first that was played most often."""
    return replace(turn, notations=tuple(sorted(turn.notations, key=lambda each: -counts[each])))


async def _counted(archive: ExplorerPort, position: Position) -> Counter[str]:
    """How often each turn was played in the latest games that had this very position."""
    which, ids = GameFilter(position=format_position(position)), list[RoomId]()
    async for page, _ in archive.games(which, most=LATEST):
        ids += [game.id for game in page]
    counts = Counter[str]()
    if ids:
        async for log in archive.logs(ids):
            counts.update(_turn_after(log, position))
    return counts


def _turn_after(log: EventLog, position: Position) -> list[str]:
    """The turn that a game played in a position; empty if it had that one never, or only an image of it."""
    try:
        record = record_in(log)
        return _next_turn(record, position)
    except (ValueError, Unplayable):
        return []


def _next_turn(record: Record, position: Position) -> list[str]:
    before = record.beginning
    for game in steps(record):
        if before.position.key == position.key:
            return [format_turn(game.turns[-1], record.ruleset.size)]
        before = game
    return []
