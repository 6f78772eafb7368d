"""Puzzles from finished games: what every store keeps to."""

import pytest

from pente_core.clock.instant import Instant, Millis, later
from pente_server.store import Store
from pente_server.store.reviews.puzzle_store import MOST_PUZZLES, PuzzleStore
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOW = Instant(1_700_000_000_000)


async def kept(puzzles: PuzzleStore) -> list[bytes]:
    return [stored.puzzle for stored in await puzzles.newest()]


def at(milliseconds: int) -> Instant:
    return later(NOW, Millis(milliseconds))


async def test_puzzles_are_kept_the_newest_first(place: OpenStore) -> None:
    one, other = (await place()).puzzles, (await place()).puzzles
    assert await kept(one) == []
    for key, puzzle, now in (
        ("a", b"the first", 1),
        ("c", b"with 2\nlines", 3),
        ("b", b"", 2),
        ("d", b"\xff", 2),
    ):
        assert await one.put(key, puzzle, at(now))
    assert await kept(other) == [b"with 2\nlines", b"", b"\xff", b"the first"]


async def test_a_position_has_one_puzzle(store: Store) -> None:
    assert await store.puzzles.put("a", b"the first", at(0))
    assert not await store.puzzles.put("a", b"another", at(1))
    assert await kept(store.puzzles) == [b"the first"]


async def test_the_oldest_puzzle_makes_room_for_another(store: Store) -> None:
    for number in range(MOST_PUZZLES + 2):
        assert await store.puzzles.put(f"{number:016x}", b"%d" % number, at(number))
    assert await kept(store.puzzles) == [b"%d" % number for number in range(MOST_PUZZLES + 1, 1, -1)]
    assert await store.puzzles.put(f"{0:016x}", b"0", at(1000)), "it was forgotten"
    assert len(await store.puzzles.newest()) == MOST_PUZZLES
