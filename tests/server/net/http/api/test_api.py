"""What is read over HTTP: lists, games and records, and sentences for what can't be."""

import re
from collections.abc import Callable, Iterator

import pytest

from pente_client.teaching.puzzles.built_in import built_in_puzzles
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.puzzles.proof import flaw_of
from pente_core.puzzles.puzzle_text import format_puzzle, parse_puzzle, read_puzzles, written
from pente_core.records import Record, read_pgn, read_sgf
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.rules.point import Point
from pente_core.value import replace
from pente_protocol.codec import encode_review
from pente_protocol.messages.rooms import Create, RoomCreated
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.http.sites import SitePolicy
from pente_server.requests.puzzles import ANSWER_BYTES
from pente_server.results.reviews.puzzle_check import json_length
from pente_server.store import ProblemCode
from pente_server.store.reviews.puzzle_store import MOST_PUZZLES
from tests.server.net.http.api.reading import EMPTY, a_finished_game, filed, raw, read
from tests.server.net.http.test_pages import exchange, get
from tests.support.peer import Peer, Served, a_game, creating, serving


async def test_a_game_is_read_as_a_record(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    game = await a_finished_game(served, alice, bob, 180, 0, 1)
    for suffix, reader in (("sgf", read_sgf), ("pgn", read_pgn)):
        status, headers, body = await exchange(served, get(f"/api/games/{game}.{suffix}"))
        assert status == 200
        assert headers["content-disposition"] == f'attachment; filename="{game}.{suffix}"'
        (record,) = reader(body.splitlines(keepends=True))
        assert [player.name for player in record.players] == ["alice", "bob"]
        assert len(record.turns) == 3


@pytest.mark.parametrize(("suffix", "read_records"), [("sgf", read_sgf), ("pgn", read_pgn)])
async def test_a_record_has_the_review_of_its_game(
    served: Served, trio: list[Peer], suffix: str, read_records: Callable[[list[str]], Iterator[Record]]
) -> None:
    alice, bob, _ = trio
    game = await a_finished_game(served, alice, bob, 180, 0, 1)
    fair, bad = (
        Expectation(500),
        StoneReview(Expectation(200), Expectation(600), (Point(5),), Judgement.BLUNDER),
    )
    review = GameReview("engine", (StoneReview(fair, fair), bad))
    for found in (review, GameReview("engine", (bad,) * 4)):  # the second one has too many stones
        await served.node.store.reviews.put(game, encode_review(found))
        _, _, body = await exchange(served, get(f"/api/games/{game}.{suffix}"))
        (record,) = read_records(body.splitlines(keepends=True))
        assert record.review == (found if found is review else None)


async def test_pages_of_a_list_follow_each_other(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    games = [await a_finished_game(served, alice, bob) for _ in range(3)]
    found, cursor = [], ""
    while True:
        status, page = await read(served, f"/api/games?count=2&cursor={cursor}")
        assert status == 200
        found += [game["id"] for game in page.get("games", ())]
        cursor = page.get("cursor", "")
        if not cursor:
            break
    assert found == games[::-1]


async def test_games_are_found_by_days(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    game = await a_finished_game(served, alice, bob)
    ended = (await read(served, "/api/games"))[1]["games"][0]["end"]
    assert ended > 0
    for query, found in (
        ("since=2020-01-31", [game]),
        ("until=2020-01-31", []),
        ("since=2020-01-31T18:30Z&result=won&player=alice", [game]),
        ("result=lost&player=alice", []),
        ("ruleset=freestyle", [game]),
        ("ruleset=pente", []),
    ):
        games = (await read(served, f"/api/games?{query}"))[1].get("games", [])
        assert [each["id"] for each in games] == found, query


async def test_who_has_the_content_is_sent_none(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    _, headers, body = await exchange(served, get("/api/rooms"))
    tag = headers["etag"]
    assert re.fullmatch('"[0-9a-f]{32}"', tag)
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        status, again, nothing = await exchange(served, get("/api/rooms", f"If-None-Match: {known}"))
        assert (status, again["etag"], nothing) == (304, tag, "")
        assert again["access-control-allow-origin"] == "*"

    await a_game(alice, bob)
    status, headers, changed = await exchange(served, get("/api/rooms", f"If-None-Match: {tag}"))
    assert status == 200
    assert headers["etag"] != tag
    assert changed != body


async def test_every_answer_may_be_read_and_is_what_it_says(served: Served) -> None:
    for path in ("/api", "/api/", "/api/rooms", "/api/games?x=1", "/api/nothing", "/api/players/nobody"):
        _, headers, _ = await exchange(served, get(path))
        assert headers["content-type"] == "application/json"
        assert headers["access-control-allow-origin"] == "*"
        assert headers["cross-origin-resource-policy"] == "cross-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "cache-control" in headers
        assert "server" not in headers


async def test_only_the_head_is_asked_for(served: Served) -> None:
    _, headers, _ = await exchange(served, get("/api/rooms"))
    status, same, body = await exchange(served, get("/api/rooms").replace("GET", "HEAD"))
    assert (status, body, same["etag"]) == (200, "", headers["etag"])


async def test_a_browser_asks_whether_its_page_may(served: Served) -> None:
    status, headers, body = await exchange(served, get("/api/games?x=1").replace("GET", "OPTIONS"))
    assert (status, body) == (204, "")
    assert headers["access-control-allow-methods"] == "get, head, options"
    assert headers["access-control-allow-headers"] == "if-none-match"

    status, headers, _ = await exchange(served, get("/healthz").replace("GET", "OPTIONS"))
    assert (status, headers["allow"]) == (405, "get, head")
    status, _, _ = await exchange(served, get("/api/../healthz").replace("GET", "OPTIONS"))
    assert status in (204, 404, 405)


async def test_pages_of_others_read_a_public_server_only() -> None:
    origin = "Origin: https://club.example"
    trusted = Networks([parse_network("127.0.0.1")])
    async with serving(sites=SitePolicy(trusted_proxies=trusted)) as served:
        assert (await exchange(served, get("/api/rooms", origin)))[0] == 403
        forwarded = "X-Forwarded-For: 198.51.100.7"
        assert (await read(served, "/api/rooms", origin, forwarded))[0] == 200
        assert (await exchange(served, get("/healthz", origin, forwarded)))[0] == 403


@pytest.mark.parametrize(
    ("path", "status", "code", "text"),
    [
        ("x", 404, "not-found", "GET /api says what there is"),
        ("games/short", 404, "not-found", "GET /api says what there is"),
        ("games/abcdefgh", 404, "unknown-room", "no such room"),
        ("games/abcdefgh.sgf", 404, "unknown-room", "no such room"),
        ("games/abcdefgh.sgf?x=1", 400, "bad-parameter", "There are none."),
        ("games?x%0A=1", 400, "bad-parameter", "There are: player, ruleset"),
        ("games?player=a&player=b", 400, "bad-parameter", "player is given twice"),
        ("games?since=soon", 400, "bad-parameter", "write 2026-01-31"),
        ("games?count=1e3", 400, "bad-parameter", "write a whole number"),
        ("games?count=51", 400, "bad-parameter", "The parameter count is not valid: "),
        ("games?result=nice", 400, "bad-parameter", "The parameter result is not valid: "),
        ("games?ruleset=nice", 400, "bad-ruleset", "there is no ruleset 'nice'"),
        ("games?position=nice", 400, "bad-position", ""),
        ("games?cursor=nice", 400, "bad-cursor", "Search from the beginning"),
        ("rooms/abcdefgh", 404, "unknown-room", "no such room"),
        ("rooms/abcdefgh?x=1", 400, "bad-parameter", "There are none."),
        ("explore", 400, "bad-parameter", "This needs the parameter position."),
        ("explore?position=nice", 400, "bad-position", ""),
        ("rooms?present=yes", 400, "bad-parameter", "write true or false"),
        ("rooms?my_turn=true", 400, "bad-parameter", "There is no parameter my_turn"),
        ("rooms?player=nobody", 404, "unknown-player", "Check the name"),
        ("players/nobody", 404, "unknown-player", "Check the name"),
        ("leaders?speed=hasty", 400, "bad-parameter", "The parameter speed is not valid: "),
    ],
)
async def test_what_is_wrong_is_said(served: Served, path: str, status: int, code: str, text: str) -> None:
    found, said = await read(served, f"/api/{path}")
    assert (found, said["error"]) == (status, code)
    assert text in said["text"]
    assert said.keys() == {"error", "text"}


async def test_a_store_that_is_away(served: Served) -> None:
    served.node.problems.report(ProblemCode.REPLACED, "this is another store")
    status, headers, body = await exchange(served, get("/api/rooms"))
    assert (status, headers["retry-after"], headers["cache-control"]) == (503, "1", "no-store")
    assert "this is another store" in body


async def test_an_address_has_the_questions_of_a_connection() -> None:
    few = Allowance(questions=RateLimit(0.001, 3))
    trusted = Networks([parse_network("127.0.0.1")])
    async with serving(allowance=few, sites=SitePolicy(trusted_proxies=trusted)) as served:
        statuses = [
            (await exchange(served, get("/api/rooms", f"X-Forwarded-For: {client}")))[0]
            for client in ("198.51.100.7",) * 5 + ("198.51.100.8",)
        ]
        assert statuses[0] == 200
        assert statuses[3:] == [429, 429, 200]
        _, headers, body = await exchange(served, get("/api/rooms", "X-Forwarded-For: 198.51.100.7"))
        assert int(headers["retry-after"]) > 0
        assert "Ask again in a moment" in body
    async with serving(allowance=few) as served:  # this machine is exempt
        assert {(await exchange(served, get("/api/rooms")))[0] for _ in range(5)} == {200}


async def test_what_is_listed_can_be_asked_for(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    game = await a_finished_game(served, alice, bob)
    await filed(served)
    _, index = await read(served, "/api")
    needed = {"position": EMPTY, "url": f"http://127.0.0.1:8765/g/{game}"}
    code = (await alice.told(RoomCreated, Create, **creating())).code
    for resource in index["resources"]:
        path = resource["path"].replace("ID", game).replace("NAME", "alice").replace("CODE", code)
        empty = "&".join(f"{name}={needed.get(name, '')}" for name in resource["parameters"])
        head, body = await raw(served, f"{path}?{empty}")
        assert head.startswith(b"HTTP/1.1 200 "), path
        assert body


async def test_puzzles_are_read_as_a_file_of_the_terminal(served: Served) -> None:
    head, body = await raw(served, "/api/puzzles.jsonl")
    assert b"Content-Type: application/jsonl\r\n" in head
    puzzles = list(read_puzzles(body.decode().splitlines()))
    assert len(puzzles) >= 50
    assert {flaw_of(puzzle) for puzzle in puzzles} == {""}


async def test_puzzles_from_games_come_after_those_that_come_with_pente(served: Served) -> None:
    async def lines(known: str = "") -> tuple[int, dict[str, str], list[str]]:
        asked = get("/api/puzzles.jsonl", *([f"If-None-Match: {known}"] if known else []))
        status, headers, body = await exchange(served, asked)
        return status, headers, body.splitlines()

    _, headers, built_in = await lines()
    assert headers["cache-control"] == "public, max-age=300"
    assert (await lines(headers["etag"]))[0] == 304
    own = [
        format_puzzle(replace(parse_puzzle(built_in[0]), game=RoomId(game)))
        for game in ("the-first", "a-second")
    ]
    for number, line in enumerate((*own, "no puzzle")):
        await served.node.store.puzzles.put(f"{number}", line.encode(), Instant(number))
    status, changed, all_lines = await lines(headers["etag"])
    assert (status, all_lines) == (200, [*built_in, *reversed(own)])
    assert changed["etag"] != headers["etag"]


async def test_an_answer_has_as_many_puzzles_as_fit(served: Served) -> None:
    (longest,) = (each for each in built_in_puzzles() if len(format_puzzle(each)) > 1900)
    puzzle = replace(longest, game=RoomId("r" * 40))
    for number in range(MOST_PUZZLES):
        await served.node.store.puzzles.put(f"{number}", format_puzzle(puzzle).encode(), Instant(number))
    _, _, body = await exchange(served, get("/api/puzzles.jsonl"))
    own = [line for line in body.splitlines() if "r" * 40 in line]
    assert len(own) == ANSWER_BYTES // json_length(written(puzzle))
    assert 40 < len(own) < MOST_PUZZLES
