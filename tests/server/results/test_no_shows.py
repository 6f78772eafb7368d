"""Who does not come to three games in a day has a break from rated games."""

from itertools import count

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import Identity, RoomId
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import encode_game
from pente_protocol.messages.archive import GameSummary
from pente_server.results.no_shows import BREAK, DAY, NoShows
from pente_server.store.archive_store import ArchivedGame
from pente_server.store.memory.store import MemoryStore
from tests.support.games.room_scenario import ANN, BOB, T0

HOUR = Millis(60 * 60 * 1000)


class Archive:
    """An archive, and the time. Mutable."""

    def __init__(self) -> None:
        self.now = Instant(T0 + 10 * DAY)
        self.store = MemoryStore().archive
        self.no_shows = NoShows(self.store, lambda: self.now)
        self._numbers = count(1)
        self.read: list[int] = []

    async def game(self, *absent: int, ago: int = 0, rated: bool = True, private: bool = False) -> None:
        """A game of Ann and Bob that ended so long ago."""
        id_, end = RoomId(f"game-{next(self._numbers):06}"), Instant(self.now - ago)
        rules, time = RULESETS["pente"], parse_time_control("5+0")
        game = GameSummary(
            id_, rules, time, (ANN, BOB), Termination.ABORTED, (), 0, end, end, rated, private, no_show=absent
        )
        players = (ANN.id, BOB.id)
        await self.store.file(ArchivedGame(id_, end, encode_game(game), players, "pente", ()))

    async def until(self, player: Identity = ANN) -> Instant | None:
        return await self.no_shows.break_until(player.id, self.read.append)


@pytest.fixture
def archive() -> Archive:
    return Archive()


async def test_two_are_forgiven_and_after_three_there_is_an_hour_without_rated_games(
    archive: Archive,
) -> None:
    await archive.game(0, ago=3 * HOUR)
    await archive.game(0, ago=2 * HOUR)
    assert await archive.until() is None
    await archive.game(0, ago=60_000)
    assert await archive.until() == later(archive.now, Millis(HOUR - 60_000))
    assert await archive.until(BOB) is None
    archive.now = later(archive.now, Millis(HOUR - 60_000))
    assert await archive.until() is None


async def test_only_those_of_one_day_are_counted(archive: Archive) -> None:
    await archive.game(0, ago=DAY)
    await archive.game(0, ago=HOUR - 1)
    await archive.game(0)
    assert await archive.until() is None
    await archive.game(0)
    assert await archive.until() == later(archive.now, BREAK)


async def test_games_that_were_played_come_between(archive: Archive) -> None:
    for _ in range(120):
        await archive.game()
    for ago in (0, 20 * HOUR, 23 * HOUR):
        await archive.game(0, ago=ago)
    assert await archive.until() == later(archive.now, BREAK)


async def test_casual_games_count_unless_they_are_hidden(archive: Archive) -> None:
    for _ in range(3):
        await archive.game(1, rated=False, private=True)
    assert await archive.until(BOB) is None
    for _ in range(3):
        await archive.game(1, rated=False)
    assert await archive.until(BOB) == later(archive.now, BREAK)


async def test_filing_again_counts_once(archive: Archive) -> None:
    await archive.game(0)
    await archive.game(0)
    archive._numbers = count(2)
    await archive.game(0)
    assert await archive.until() is None


async def test_what_is_read_is_told(archive: Archive) -> None:
    for _ in range(120):
        await archive.game()
    await archive.until()
    assert archive.read == [50, 50, 20]
