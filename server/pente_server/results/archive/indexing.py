"""Archive entries of finished games."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final

from pente_core.room import Room, hides_game
from pente_core.room import events as ev
from pente_core.room.apply import before_game
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_protocol.codec import encode_game
from pente_protocol.messages.archive import GameSummary
from pente_server.results.archive.position_tally import encode_tally, position_view, ruleset_text
from pente_server.results.post_game import FinishedRoom
from pente_server.store.archive_store import ArchivedGame, ArchiveStore, PositionVisit

TURNS_AT_ONCE: Final = 32
"""After this many turns of a long game, the event loop gets to run other tasks."""


async def file_game(archive: ArchiveStore, ended: FinishedRoom) -> None:
    """Put a finished game into the archive. Raises StoreUnavailable."""
    await archive.file(await archived_game(ended))


async def archived_game(ended: FinishedRoom) -> ArchivedGame:
    """The archive entry of a finished game, with its visited positions.

    Aborted and private games can be searched by position, but are not counted there: statistics are public
    and would reveal the moves of a private game, which only its players may find. Unplayed games are in the
    lists of their players alone.
    """
    entry = game_summary(ended)
    return ArchivedGame(
        ended.id,
        entry.end,
        encode_game(entry),
        tuple(player.id for player in entry.players),
        ruleset_text(entry.ruleset),
        () if entry.unplayed else await _positions(ended.room.game, is_counted=not entry.private),
        is_for_all=not entry.unplayed,
    )


def game_summary(ended: FinishedRoom) -> GameSummary:
    """The summary of a finished game, as shown in lists."""
    room, finished = ended.room, ended.finished
    created = room.created
    start = next((event.at for event in ended.events if isinstance(event, ev.Started)), created.at)
    return GameSummary(
        id=ended.id,
        ruleset=created.ruleset,
        time=created.time,
        players=tuple(player for player in before_game(room.seats, room.rated) if player is not None),
        termination=finished.termination,
        winners=finished.winners,
        moves=room.game.stones,
        start=start,
        end=finished.at,
        rated=created.options.rated,
        private=hides_game(room, ended.events),
        continues=created.continues,
        from_position=created.setup is not None,
        no_show=finished.no_show,
        unplayed=_is_unplayed(room),
    )


def may_see_game(room: Room, events: Sequence[ev.Event], player: str) -> bool:
    """Whether a player may see the game of a room once it is over; ``events`` are its whole log."""
    is_player = any(seat is not None and seat.id == player for seat in room.seats)
    return is_player or not (hides_game(room, events) or _is_unplayed(room))


def _is_unplayed(room: Room) -> bool:
    """Whether a game was aborted before each player had completed a turn: nobody but them looks at that."""
    outcome = room.game.outcome
    is_aborted = outcome is not None and outcome.termination is Termination.ABORTED
    return is_aborted and not room.game.is_played


async def _positions(game: Game, *, is_counted: bool) -> tuple[PositionVisit, ...]:
    return tuple([visit async for visit in _visits(game, is_counted=is_counted)])


async def _visits(game: Game, *, is_counted: bool) -> AsyncIterator[PositionVisit]:
    """The positions of a game, from its beginning to the last, each with its encoded tally."""
    result = game.outcome
    assert result is not None
    now = game.beginning
    for number, turn in enumerate((*game.turns, None)):
        place = position_view(now.position)
        counts = is_counted and result.termination is not Termination.ABORTED
        yield PositionVisit(place.key, encode_tally(place.code(turn), result.winners) if counts else b"")
        if turn is not None:
            now = now.with_turn(turn)
        if number % TURNS_AT_ONCE == 0:
            await asyncio.sleep(0)
