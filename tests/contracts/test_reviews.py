"""Reviews, and the queue of games that wait for one: what every store keeps to."""

from secrets import token_hex

import pytest

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_server.store import Account, Commit, Committed, Store
from pente_server.store.accounts.role import Role
from pente_server.store.memory import reviews as memory_reviews
from pente_server.store.redis.reviews import reviews as redis_reviews
from pente_server.store.reviews.review_store import (
    LEASE,
    MOST_ASKED,
    MOST_OF_ORIGIN,
    MOST_QUEUED,
    MOST_TRIES,
)
from tests.contracts.store_opener import OpenStore
from tests.support.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANNA, BORIS = PlayerId("0" * 31 + "a"), PlayerId("0" * 31 + "b")
ONE, OTHER = PlayerId("1" * 32), PlayerId("2" * 32)
FIRST, SECOND = RoomId("first"), RoomId("second")
NOW = Instant(1_700_000_000_000)
SOON, LATER = later(NOW, Millis(1)), later(NOW, Millis(LEASE + 1))


async def _ended(store: Store, expires_after: Millis | None = None) -> RoomId:
    """A room that is over, whose log is kept."""
    room = RoomId(token_hex(8))
    commit = Commit(room, 0, "command", (b"event",), None, is_over=True, expires_after=expires_after)
    assert isinstance(await store.commit(commit), Committed)
    return room


async def _is_gone(store: Store, game: RoomId) -> bool:
    return not await store.read(game, 0)


async def test_the_game_that_waits_longest_comes_first_and_each_reviewer_has_one(place: OpenStore) -> None:
    one, other = (await place()).reviews, (await place()).reviews
    assert await one.take(ONE, NOW) is None
    assert await one.ask(SECOND, BORIS, SOON)
    assert await one.ask(FIRST, ANNA, NOW)
    assert await other.is_waiting(FIRST)
    assert await other.take(ONE, SOON) == FIRST
    assert await one.take(ONE, SOON) == FIRST, "the same until it is done"
    assert await one.take(OTHER, SOON) == SECOND
    assert await one.is_waiting(FIRST), "also while it is reviewed"
    assert await one.drop(FIRST, ONE)
    assert not await one.is_waiting(FIRST)
    assert not await one.drop(FIRST, ONE)
    assert await one.take(ONE, SOON) is None


async def test_a_game_is_queued_once_whoever_asks(store: Store) -> None:
    for asker in (ANNA, BORIS, ANNA):
        assert await store.reviews.ask(FIRST, asker, NOW)
    assert await store.reviews.take(ONE, NOW) == FIRST
    assert await store.reviews.ask(FIRST, BORIS, NOW)
    assert await store.reviews.take(OTHER, NOW) is None


async def test_the_queue_is_bounded_for_each_player_and_for_all(store: Store) -> None:
    reviews = store.reviews
    for number in range(MOST_ASKED):
        assert await reviews.ask(RoomId(f"mine{number}"), ANNA, NOW)
    assert not await reviews.ask(FIRST, ANNA, NOW)
    assert not await reviews.is_waiting(FIRST)
    assert await reviews.ask(RoomId("mine0"), ANNA, NOW), "it is there already"
    for number in range(MOST_QUEUED - MOST_ASKED):
        asker = PlayerId(f"{100 + number // MOST_ASKED:032x}")
        assert await reviews.ask(RoomId(f"room{number}"), asker, NOW)
    assert not await reviews.ask(FIRST, BORIS, NOW)


async def test_the_players_of_one_origin_have_a_part_of_the_queue(store: Store) -> None:
    reviews = store.reviews

    def player(number: int) -> PlayerId:
        return PlayerId(f"{number:032x}")

    for number in range(MOST_OF_ORIGIN):
        assert await reviews.ask(RoomId(f"room{number}"), player(number), NOW, "near")
    assert not await reviews.ask(FIRST, ANNA, NOW, "near")
    assert await reviews.ask(FIRST, ANNA, NOW, "far")
    assert await reviews.ask(SECOND, ANNA, NOW), "where an origin does not count"
    assert await reviews.take(ONE, NOW) is not None
    assert not await reviews.ask(RoomId("third"), BORIS, NOW, "near"), "also while one is reviewed"


async def test_a_deleted_player_is_forgotten_and_the_games_stay(place: OpenStore) -> None:
    one, other = (await place()).reviews, (await place()).reviews
    games = [RoomId(f"room{number}") for number in range(MOST_ASKED)]
    for number, game in enumerate(games):
        assert await one.ask(game, ANNA, later(NOW, Millis(number)), "near")
    assert await one.ask(FIRST, BORIS, LATER, "near")
    assert await one.take(ONE, SOON) == games[0]
    for asker in (ANNA, ANNA):
        await other.forget(asker)
    assert await one.is_waiting(games[0])
    assert await one.take(ONE, SOON) == games[0], "it is still this reviewer's"
    assert await one.take(OTHER, SOON) == games[1]
    assert await one.ask(SECOND, ANNA, NOW), "none of them is hers any more"
    for number in range(MOST_OF_ORIGIN - MOST_ASKED - 1):
        assert await one.ask(RoomId(f"far{number}"), PlayerId(f"{number:032x}"), NOW, "near")
    assert not await one.ask(RoomId("another"), PlayerId("3" * 32), NOW, "near"), "they are still of its part"


async def test_the_game_of_a_lost_reviewer_goes_to_another(store: Store) -> None:
    await store.reviews.ask(FIRST, ANNA, NOW)
    assert await store.reviews.take(ONE, NOW) == FIRST
    assert await store.reviews.take(OTHER, SOON) is None
    assert await store.reviews.take(OTHER, LATER) == FIRST
    assert not await store.reviews.extend(FIRST, ONE, LATER)
    assert not await store.reviews.drop(FIRST, ONE)
    assert await store.reviews.drop(FIRST, OTHER)


async def test_a_reviewer_at_work_keeps_its_game(store: Store) -> None:
    await store.reviews.ask(FIRST, ANNA, NOW)
    assert await store.reviews.take(ONE, NOW) == FIRST
    assert await store.reviews.extend(FIRST, ONE, SOON)
    assert await store.reviews.take(OTHER, later(NOW, LEASE)) is None
    assert not await store.reviews.extend(SECOND, ONE, SOON)


async def test_a_game_that_nobody_finishes_is_given_up(store: Store) -> None:
    await store.reviews.ask(FIRST, ANNA, NOW)
    await store.reviews.ask(SECOND, ANNA, SOON)
    for _ in range(MOST_TRIES):
        assert await store.reviews.take(ONE, SOON) == FIRST
    assert await store.reviews.take(ONE, SOON) == SECOND
    assert not await store.reviews.is_waiting(FIRST)


async def test_a_question_for_work_shows_that_a_reviewer_is_there(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert not await one.reviews.is_attended()
    await other.reviews.take(ONE, NOW)
    assert await one.reviews.is_attended()


@pytest.mark.parametrize("says", ["extend", "drop"])
async def test_a_reviewer_at_work_is_there(
    place: OpenStore, monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    one, other = (await place()).reviews, (await place()).reviews
    assert await one.ask(FIRST, ANNA, NOW)
    with monkeypatch.context() as short:
        for module in (memory_reviews, redis_reviews):
            short.setattr(module, "ATTENDED", Millis(1))
        assert await one.take(ONE, NOW) == FIRST

    async def is_alone() -> bool:
        return not await other.is_attended()

    await until(is_alone)
    assert not await one.extend(FIRST, OTHER, NOW)
    assert not await other.is_attended(), "it is the game of another reviewer"
    assert await (one.extend(FIRST, ONE, NOW) if says == "extend" else one.drop(FIRST, ONE))
    assert await other.is_attended()


async def test_a_review_is_kept_beside_the_log_and_replaced_by_a_later_one(place: OpenStore) -> None:
    one, other = await place(), await place()
    game = await _ended(one)
    assert await other.reviews.find(game) is None
    for review in (b"first", b"second"):
        await one.reviews.put(game, review)
        assert await other.reviews.find(game) == review


async def test_a_review_goes_with_its_log(store: Store) -> None:
    game = await _ended(store, Millis(200))
    await store.reviews.put(game, b"a review")
    assert await store.reviews.find(game) == b"a review"
    await until(lambda: _is_gone(store, game))
    assert await store.reviews.find(game) is None
    await store.reviews.put(game, b"another")
    assert await store.reviews.find(game) is None, "there is no game"


async def test_the_host_gives_and_takes_roles(store: Store) -> None:
    account = Account(ONE, "reviewer-bot", PlayerKind.BOT)
    assert not await store.accounts.set_roles(ONE, {Role.REVIEWER})
    assert await store.accounts.open(account)
    assert await store.accounts.set_roles(ONE, {Role.REVIEWER})
    assert (await store.accounts.by_ids([ONE]))[0] == Account(
        ONE, "reviewer-bot", PlayerKind.BOT, roles=frozenset({Role.REVIEWER})
    )
    assert await store.accounts.set_roles(ONE, ())
    assert (await store.accounts.by_ids([ONE]))[0] == account
