"""Reviews over the wire: for those who may see the game, by those who have the role, once it is over."""

from dataclasses import replace
from typing import Any

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room.options import ViewerDelay
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace as replace_value
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.hello import Hello, Welcome
from pente_protocol.messages.people import DeleteAccount
from pente_protocol.messages.reviews import (
    DeclineReview,
    FindReview,
    NextReview,
    RequestReview,
    ReviewFound,
    ReviewJob,
    ReviewStored,
    StoreReview,
)
from pente_server.limits.limit import RateLimit
from pente_server.limits.origin import Origin
from pente_server.results.reviews.review_drafts import MOST_DRAFTS, ReviewDrafts
from pente_server.store.accounts.role import Role
from pente_server.store.memory.reviews import MemoryReviews
from pente_server.store.reviews.review_store import (
    MOST_ASKED,
    MOST_OF_ORIGIN,
    MOST_TRIES,
    QueuedReview,
)
from tests.support.peer import GENEROUS, Peer, Served, a_game, peers, play, serving
from tests.support.waiting import until

GOOD = StoneReview(Expectation(500), Expectation(500))
BY = "engine:nodes=30000"
POINTS = (180, 200, 220, 160)


def replace_stone(line: tuple[int, ...] = (), **fields: Any) -> StoneReview:
    return replace_value(GOOD, line=tuple(map(Point, line)), **fields)


async def a_finished_game(alice: Peer, bob: Peer, stones: int = 4, **options: Any) -> RoomId:
    room = await alice.create("freestyle", "-", options=Options(**options))
    await bob.act(room, cmd.Join())
    for number, point in enumerate(POINTS[:stones]):
        await play((alice, bob)[number % 2], room, point)
    await bob.act(room, cmd.Resign())
    return room


async def a_reviewer(served: Served, peer: Peer) -> None:
    """Give a peer the role, and have it ask for work once, so that the server knows that it is there."""
    assert await served.node.store.accounts.set_roles(peer.welcome.player.id, {Role.REVIEWER})
    assert await peer.told(ReviewJob, NextReview) == ReviewJob(_any_id(peer))


def _any_id(peer: Peer) -> Any:
    return peer.said[-1].id  # type: ignore[union-attr]


async def found(peer: Peer, game: RoomId, question: type = FindReview) -> tuple[ReviewState, object]:
    answer = await peer.told(ReviewFound, question, game=game)
    assert answer.game == game
    return answer.state, answer.review


async def stored(peer: Peer, game: RoomId, *stones: StoneReview, after: int = 0, by: str = BY) -> int:
    answer = await peer.told(ReviewStored, StoreReview, game=game, by=by, after=after, stones=stones)
    return answer.stones


async def test_a_game_is_asked_for_reviewed_and_read(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(alice, bob)
    assert await found(alice, game) == (ReviewState.NONE, None)
    for _ in range(2):
        assert await found(alice, game, RequestReview) == (ReviewState.WAITING, None)

    job = await carol.told(ReviewJob, NextReview)
    assert job.game == game
    turns = ("K10", "L11", "M12", "J9")
    assert job == ReviewJob(job.id, game, RULESETS["freestyle"], turns=turns, wants_puzzles=job.wants_puzzles)
    bad = replace_stone(line=(181, 1), judgement=Judgement.BLUNDER)
    assert await stored(carol, game, GOOD, bad) == 2
    assert await found(bob, game) == (ReviewState.WAITING, None)
    assert await stored(carol, game, GOOD, after=7) == 2, "the part does not fit, and is not added"
    assert await stored(carol, game, GOOD, GOOD, after=2) == 4

    review = GameReview(BY, (GOOD, bad, GOOD, GOOD))
    assert await found(bob, game) == (ReviewState.DONE, review)
    assert await found(alice, game, RequestReview) == (ReviewState.DONE, review)
    assert (await carol.told(ReviewJob, NextReview)).game == ""


async def test_without_a_reviewer_the_server_says_so(trio: list[Peer]) -> None:
    alice, bob, _ = trio
    game = await a_finished_game(alice, bob)
    for question in (FindReview, RequestReview):
        assert await found(alice, game, question) == (ReviewState.UNAVAILABLE, None)


async def test_a_running_game_is_never_reviewed(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    room = await a_game(alice, bob)
    await play(alice, room, 180)
    for peer in trio:
        for question in (FindReview, RequestReview):
            assert await peer.code(question, game=room) == ErrorCode.UNKNOWN_ROOM
    # Not even if it should be in the queue, whyever.
    await served.node.store.reviews.ask(room, alice.welcome.player.id, Instant(0))
    assert (await carol.told(ReviewJob, NextReview)).game == ""
    assert not await served.node.store.reviews.is_waiting(room)


async def test_only_those_who_may_see_a_game_have_it_reviewed(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    for game in (
        await a_finished_game(alice, bob, private=True),
        await a_finished_game(alice, bob, viewer_delay=ViewerDelay(seconds=60)),
    ):
        for question in (FindReview, RequestReview):
            assert await carol.code(question, game=game) == ErrorCode.UNKNOWN_ROOM
        assert (await found(bob, game, RequestReview))[0] is ReviewState.WAITING
        job = await carol.told(ReviewJob, NextReview)
        assert job.game == game
        await stored(carol, game, *[GOOD] * 4)
        assert await carol.code(FindReview, game=game) == ErrorCode.UNKNOWN_ROOM
        assert (await found(alice, game))[0] is ReviewState.DONE


async def test_a_viewer_without_an_account_reads_but_does_not_ask(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(alice, bob)
    async with Peer(served.url) as viewer:
        await viewer.told(Welcome, Hello, client="test", watch_only=True)
        assert await viewer.code(RequestReview, game=game) == ErrorCode.ACCOUNT_NEEDED
        assert await viewer.code(NextReview) == ErrorCode.ACCOUNT_NEEDED
        assert await found(viewer, game) == (ReviewState.NONE, None)


async def test_others_get_no_games_to_review(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(alice, bob)
    await found(alice, game, RequestReview)
    assert await alice.code(NextReview) == ErrorCode.ROLE_NEEDED
    assert await alice.code(StoreReview, game=game, by=BY, stones=(GOOD,)) == ErrorCode.ROLE_NEEDED
    assert await alice.code(DeclineReview, game=game) == ErrorCode.ROLE_NEEDED
    assert await carol.code(StoreReview, game=game, by=BY, stones=(GOOD,)) == ErrorCode.BAD_REVIEW
    assert await carol.code(DeclineReview, game=game) == ErrorCode.BAD_REVIEW
    await carol.told(ReviewJob, NextReview)
    await served.node.store.accounts.set_roles(carol.welcome.player.id, ())
    assert await carol.code(StoreReview, game=game, by=BY, stones=(GOOD,)) == ErrorCode.ROLE_NEEDED


@pytest.mark.parametrize(
    ("stone", "by"),
    [
        (replace_stone(line=(180,)), BY),
        (replace_stone(line=(361,)), BY),
        (replace_stone(line=(1, 2, 1)), BY),
        (replace_stone(line=tuple(range(61))), BY),
        (replace_stone(good=(Point(1), Point(1))), BY),
        (replace_stone(good=(Point(180),)), BY),
        (GOOD, "two\nlines"),
        (GOOD, " "),
    ],
)
async def test_a_review_has_to_fit_its_game(
    served: Served, trio: list[Peer], stone: StoneReview, by: str
) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(alice, bob)
    await found(alice, game, RequestReview)
    await carol.told(ReviewJob, NextReview)
    assert await stored(carol, game, GOOD, by=BY) == 1
    for part in ((stone,), (GOOD,) * 5):
        code = await carol.code(StoreReview, game=game, by=by, after=1 if by == BY else 0, stones=part)
        assert code == ErrorCode.BAD_REVIEW
    assert (await found(alice, game))[0] is ReviewState.WAITING


@pytest.mark.parametrize(
    "expected", [Expectation(1001), Expectation(-1), Expectation(500, 10_000), Expectation(500, -10_000)]
)
async def test_what_nobody_can_expect_is_no_message(
    served: Served, trio: list[Peer], expected: Expectation
) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(alice, bob)
    await found(alice, game, RequestReview)
    await carol.told(ReviewJob, NextReview)
    for stone in (replace_stone(played=expected), replace_stone(best=expected)):
        assert await carol.code(StoreReview, game=game, by=BY, stones=(stone,)) == ErrorCode.BAD_MESSAGE
    assert await stored(carol, game, GOOD) == 1


async def test_a_declined_game_is_given_to_nobody(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(alice, bob)
    await found(alice, game, RequestReview)
    assert (await carol.told(ReviewJob, NextReview)).game == game
    await carol.ok(DeclineReview, game=game)
    assert (await carol.told(ReviewJob, NextReview)).game == ""
    assert await found(alice, game) == (ReviewState.NONE, None)


async def test_a_game_without_stones_has_nothing_to_review(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    room = await a_game(alice, bob)
    await alice.act(room, cmd.Abort())
    assert await alice.code(RequestReview, game=room) == ErrorCode.NO_REVIEW


async def test_asking_is_limited() -> None:
    async with (
        serving(allowance=replace(GENEROUS, reviews=RateLimit(20 / 3600, 2))) as served,
        peers(served.url, "alice", "bob", "carol") as (alice, bob, carol),
    ):
        await a_reviewer(served, carol)
        games = [await a_finished_game(alice, bob, 1) for _ in range(3)]
        for game in games[:2]:
            assert (await found(alice, game, RequestReview))[0] is ReviewState.WAITING
        assert await alice.code(RequestReview, game=games[2]) == ErrorCode.RATE_LIMITED
        assert (await found(alice, games[0], RequestReview))[0] is ReviewState.WAITING
        assert (await found(bob, games[2], RequestReview))[0] is ReviewState.WAITING


async def test_a_player_has_few_games_in_the_queue(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    games = [await a_finished_game(alice, bob, 1) for _ in range(MOST_ASKED + 1)]
    for game in games[:-1]:
        await found(alice, game, RequestReview)
    assert await alice.code(RequestReview, game=games[-1]) == ErrorCode.TOO_MANY
    await stored(carol, (await carol.told(ReviewJob, NextReview)).game, GOOD)
    assert (await found(alice, games[-1], RequestReview))[0] is ReviewState.WAITING


async def test_players_of_one_address_have_a_part_of_the_queue(
    served: Served, trio: list[Peer], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    reviews, game = served.node.store.reviews, await a_finished_game(alice, bob, 1)
    mark = Origin(alice.welcome.player.id, "local").mark(served.node.identity.secret)
    for number in range(MOST_OF_ORIGIN):
        assert await reviews.ask(RoomId(f"room{number}"), PlayerId(f"{number:032x}"), Instant(0), mark)
    with monkeypatch.context() as counted:
        counted.setattr(served.node.connection_limits, "is_exempt", lambda _: False)
        assert await alice.code(RequestReview, game=game) == ErrorCode.TOO_MANY
    assert (await found(alice, game, RequestReview))[0] is ReviewState.WAITING


def test_a_mark_of_an_origin_tells_no_address_and_is_the_same_for_all_its_players() -> None:
    one, other = PlayerId("1" * 32), PlayerId("2" * 32)
    marks = {Origin(player, "192.0.2.7").mark(b"secret") for player in (one, other)}
    assert len(marks) == 1
    assert Origin(one, "192.0.2.8").mark(b"secret") not in marks
    assert Origin(one, "192.0.2.7").mark(b"another") not in marks
    assert Origin(one, "192.0.2.7", is_exempt=True).mark(b"secret") == ""


async def test_a_deleted_player_is_not_in_the_queue_any_more(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(alice, bob)
    await found(alice, game, RequestReview)
    reviews = served.node.store.reviews
    assert isinstance(reviews, MemoryReviews)
    assert reviews.queued(game) == QueuedReview(0, alice.welcome.player.id)
    await alice.ok(DeleteAccount, name="alice")
    assert reviews.queued(game) == QueuedReview(0, PlayerId(""))
    assert (await found(bob, game))[0] is ReviewState.WAITING


async def test_a_question_for_a_review_reads_no_log(
    served: Served, trio: list[Peer], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    games = [await a_finished_game(alice, bob, private=private) for private in (False, True)]
    store, read = served.node.store, list[RoomId]()

    async def are_filed() -> bool:
        return None not in await store.archive.entries(games)

    await until(are_filed)
    whole = served.node.keeper.room_log.whole

    def noted(room: RoomId) -> object:
        read.append(room)
        return whole(room)

    monkeypatch.setattr(served.node.keeper.room_log, "whole", noted)
    for game in games:
        assert (await found(alice, game, RequestReview))[0] is ReviewState.WAITING
        assert (await found(bob, game))[0] is ReviewState.WAITING
    assert (await found(carol, games[0]))[0] is ReviewState.WAITING
    for question in (FindReview, RequestReview):
        assert await carol.code(question, game=games[1]) == ErrorCode.UNKNOWN_ROOM
    assert read == []


async def test_an_unreadable_review_counts_as_none(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(alice, bob)
    await served.node.store.reviews.put(game, b"no review")
    assert await found(alice, game) == (ReviewState.NONE, None)
    assert (await found(alice, game, RequestReview))[0] is ReviewState.WAITING
    assert (await carol.told(ReviewJob, NextReview)).game == game
    await stored(carol, game, *[GOOD] * 4)
    assert (await found(alice, game))[0] is ReviewState.DONE


def test_drafts_are_few_and_begin_anew_with_another_game() -> None:
    drafts = ReviewDrafts()
    first = drafts.of("one", "game", BY)  # type: ignore[arg-type]
    first.add(0, (GOOD,))
    first.add(0, (GOOD,))
    assert drafts.of("one", "game", BY).review == GameReview(BY, (GOOD,))  # type: ignore[arg-type]
    assert not drafts.of("one", "other", BY).stones  # type: ignore[arg-type]
    for number in range(MOST_DRAFTS):
        drafts.of(f"reviewer {number}", "game", BY).add(0, (GOOD,))  # type: ignore[arg-type]
    assert drafts.of(f"reviewer {MOST_DRAFTS - 1}", "game", BY).stones  # type: ignore[arg-type]
    assert not drafts.of("one", "other", BY).stones  # type: ignore[arg-type]


def test_an_entry_of_the_queue_reads_back() -> None:
    for entry in (QueuedReview(0, "a"), QueuedReview(MOST_TRIES, "", "b", "c")):  # type: ignore[arg-type]
        assert QueuedReview.parse(str(entry)) == entry
    for text in ("", "x a b", "1 a", "1 a b c"):
        with pytest.raises(ValueError, match=r".*"):
            QueuedReview.parse(text)
