"""Filing: what the archive keeps of a finished game."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from pente_core.game import Game
from pente_core.judging import play_turn
from pente_core.outcome import Termination
from pente_core.room import Created, Room, Started
from pente_core.room.options import Watching
from pente_protocol.codec import encode_game
from pente_protocol.messages import GameSummary
from pente_server.archive.tally import ruleset_text, sight, tally
from pente_server.registrar import Ended
from pente_server.store.archive import Filing, Visit

TURNS_AT_ONCE: Final = 32
"""After so many turns of a long game others come first."""


async def filing(ended: Ended) -> Filing:
    """A finished game as the archive takes it.

    Games without a result are found by position, and counted nowhere; so are private games, which only their
    players find: from what is counted everybody could tell how they went.
    """
    entry = archived(ended)
    return Filing(
        ended.id,
        entry.end,
        encode_game(entry),
        tuple(player.id for player in entry.players),
        ruleset_text(entry.ruleset),
        tuple([visit async for visit in _visits(ended.room.game, is_counted=not entry.private)]),
    )


def archived(ended: Ended) -> GameSummary:
    """A finished game in a list."""
    room, finished = ended.room, ended.finished
    created = room.created
    start = next((event.at for event in ended.events if isinstance(event, Started)), created.at)
    return GameSummary(
        id=ended.id,
        ruleset=created.ruleset,
        time=created.time,
        players=tuple(player for player in room.seats if player is not None),
        termination=finished.termination,
        winners=finished.winners,
        moves=room.game.position.ply,
        start=start,
        end=finished.at,
        rated=created.options.rated,
        private=is_private(created),
    )


def is_private(created: Created) -> bool:
    """Whether the games of a room are for their players only."""
    options = created.options
    return options.private or bool(options.lock) or options.watch is not Watching.ANYBODY


def may_see(room: Room, player: str) -> bool:
    """Whether a player may see the game of a room once it is over."""
    return not is_private(room.created) or any(seat is not None and seat.id == player for seat in room.seats)


async def _visits(game: Game, *, is_counted: bool) -> AsyncIterator[Visit]:
    """The positions of a game, and what is counted at each."""
    result = game.outcome
    assert result is not None
    now = Game.new(game.rules)
    for number, turn in enumerate((*game.turns, None)):
        place = sight(now.position)
        counts = is_counted and result.termination is not Termination.ABORTED
        yield Visit(place.key, tally(place.code(turn), result.winners) if counts else b"")
        if turn is not None:
            now = play_turn(now, turn)
        if number % TURNS_AT_ONCE == 0:
            await asyncio.sleep(0)
