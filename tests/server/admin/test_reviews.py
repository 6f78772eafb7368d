"""Reviews and roles in `pente admin`: exported and imported with their games, checked, given and taken."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.puzzles.puzzle_text import format_puzzle, parse_puzzle
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_core.value import replace
from pente_protocol.codec import decode_review, encode_review
from pente_server.admin.cli import ROLES
from pente_server.store import Account, Commit
from pente_server.store.accounts.role import Role
from pente_server.store.redis.wire import keys
from tests.server.admin.test_export_import import run
from tests.support.games.double_four import MISSED, points_of, puzzle_of
from tests.support.peer import a_game, peers, play, serving
from tests.support.valkey import ALWAYS, KEYS, Valkey, redis_store, running_valkey

BOT = Account(PlayerId("0123456789abcdef0123456789abcdef"), "hexa-bot", PlayerKind.BOT)
WORSE = StoneReview(Expectation(100), Expectation(400), (Point(181),), Judgement.BLUNDER, (Point(7),))
REVIEW = GameReview("engine:nodes=1", (WORSE,))


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Valkey, Valkey]]:
    with running_valkey(*ALWAYS) as one, running_valkey(*ALWAYS) as other:
        yield one, other


@pytest.fixture
async def urls(servers: tuple[Valkey, Valkey]) -> tuple[str, str]:
    """The store of a server, and an empty one."""
    for server in servers:
        async with Redis.from_url(server.url) as client:
            await client.flushall()
    return servers[0].url, servers[1].url


async def a_reviewed_game(url: str) -> RoomId:
    async with (
        redis_store(url) as store,
        serving(store) as served,
        peers(served.url, "alice", "bob") as (alice, bob),
    ):
        game = await a_game(alice, bob)
        await play(alice, game, 180)
        await bob.act(game, cmd.Resign())
        await store.reviews.put(game, encode_review(REVIEW))
        await store.accounts.open(BOT)
        await store.accounts.set_roles(BOT.id, {Role.REVIEWER})
        return game


async def test_a_review_moves_with_its_game_and_a_role_with_its_account(
    urls: tuple[str, str], tmp_path: Path
) -> None:
    game, file = await a_reviewed_game(urls[0]), tmp_path / "export"
    assert await run("export", file, "--redis", urls[0]) == 0
    for merge in ((), ("--merge",)):
        assert await run("import", file, "--redis", urls[1], *merge) == 0
    async with redis_store(urls[1]) as store:
        found = await store.reviews.find(game)
        assert found is not None
        assert decode_review(found) == REVIEW
        (account,) = await store.accounts.by_ids([BOT.id])
        assert account is not None
        assert account.roles == {Role.REVIEWER}


async def test_a_puzzle_moves_with_its_game(urls: tuple[str, str], tmp_path: Path) -> None:
    file, puzzle = tmp_path / "export", puzzle_of(points_of(MISSED))
    async with (
        redis_store(urls[0]) as store,
        serving(store) as served,
        peers(served.url, "alice", "bob") as (alice, bob),
    ):
        game = await a_game(alice, bob)
        for number, point in enumerate(points_of(MISSED)):
            await play((alice, bob)[number % 2], game, point)
        await bob.act(game, cmd.Resign())
        source = f"game {game}, after stone 12"
        for key, each in ("1", puzzle), ("2", replace(puzzle, win_in=5)):  # the second one is no proof
            body = format_puzzle(replace(each, game=game, source=source)).encode()
            assert await store.puzzles.put(key, body, Instant(int(key)))
    assert await run("export", file, "--redis", urls[0]) == 0
    for merge in ((), ("--merge",)):
        assert await run("import", file, "--redis", urls[1], *merge) == 0
    async with redis_store(urls[1]) as store:
        (stored,) = await store.puzzles.newest()
        assert stored.at == 1
        assert parse_puzzle(stored.puzzle.decode()) == replace(puzzle, game=game, source=source)


async def test_a_review_is_not_imported_for_another_game(urls: tuple[str, str], tmp_path: Path) -> None:
    game, file = await a_reviewed_game(urls[0]), tmp_path / "export"
    assert await run("export", file, "--redis", urls[0]) == 0
    async with redis_store(urls[1]) as store:
        await store.commit(Commit(game, 0, "command", (b"another game",), None, is_over=True))
        await run("import", file, "--redis", urls[1], "--merge")
        assert await store.accounts.by_ids([BOT.id]) != [None], "the rest is imported"
        assert await store.reviews.find(game) is None


@pytest.mark.parametrize(
    "stones",
    [(), (WORSE, WORSE), (replace(WORSE, line=(Point(180), Point(180))),)],
    ids=["few", "many", "unplayable"],
)
async def test_a_review_that_does_not_fit_its_game_is_not_imported(
    urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], stones: tuple[StoneReview, ...]
) -> None:
    game, file = await a_reviewed_game(urls[0]), tmp_path / "export"
    async with redis_store(urls[0]) as store:
        await store.reviews.put(game, encode_review(GameReview("a made up one", stones)))
    assert await run("export", file, "--redis", urls[0]) == 0
    await run("import", file, "--redis", urls[1])
    assert f"the review of game {game} does not fit the game" in capsys.readouterr().err
    async with redis_store(urls[1]) as store:
        assert await store.reviews.find(game) is None
        assert await store.archive.entries([game]) != [None], "the game is imported"


async def test_a_check_finds_damaged_reviews_and_sets_them_aside(
    urls: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    game = await a_reviewed_game(urls[0])
    assert await run("check", "--redis", urls[0]) == 0
    async with redis_store(urls[0]) as store:
        await store.reviews.ask(RoomId("waiting"), BOT.id, Instant(0))
    async with Redis.from_url(urls[0]) as client:
        await client.set(KEYS.review(game), b"nonsense")
        await client.hset(keys.QUEUED_REVIEWS, "broken", "nonsense")
        await client.hset(keys.PUZZLES, "odd", "nonsense")
        await client.hset(keys.PUZZLES, "none", '1700000000000 {"position":"of nothing"}')
        assert await run("check", "--redis", urls[0], "--repair") == 0
        said = capsys.readouterr().out
        assert f"the review of game {game} can't be read" in said
        assert "the entry of broken in" in said
        assert "the entry of odd in" in said
        assert "the entry of none in" in said
        assert not await client.exists(keys.PUZZLES)
        assert await client.hkeys(keys.QUEUED_REVIEWS) == [b"waiting"]
        assert not await client.exists(KEYS.review(game))
        assert len(await client.keys("*:damaged:*")) == 3
    assert await run("check", "--redis", urls[0]) == 0


async def test_the_host_gives_and_takes_a_role(
    urls: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert tuple(Role) == ROLES
    async with redis_store(urls[0]) as store:
        await store.accounts.open(BOT)
        for change, roles in (("grant", {Role.REVIEWER}), ("revoke", set[Role]())):
            assert await run("account", change, "hexa-bot", "reviewer", "--redis", urls[0]) == 0
            (account,) = await store.accounts.by_ids([BOT.id])
            assert account is not None
            assert account.roles == roles
    assert capsys.readouterr().err == "hexa-bot: reviewer\nhexa-bot: no role\n"
    assert await run("account", "grant", "nobody", "reviewer", "--redis", urls[0]) == 1
    assert "there is no player nobody" in capsys.readouterr().err
    assert await run("account", "grant", "hexa-bot", "--redis", urls[0]) == 1
    assert "name a role: reviewer" in capsys.readouterr().err
    assert await run("account", "reset", "hexa-bot", "reviewer", "--redis", urls[0]) == 1
    assert "reset has no role" in capsys.readouterr().err
