"""What pages say about links: what everybody may see, or nothing."""

import pytest

from pente_core.identity import RoomId
from pente_core.room import BotPolicy, Options, ViewerDelay, WatchPolicy
from pente_core.room import commands as cmd
from pente_server.access.access_control import AccessControl
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.net.http.api.link_preview import NOWHERE, LinkPreview
from pente_server.store import ProblemCode
from tests.server.net.http.api.reading import a_finished_game, filed, play_in_turn
from tests.support.peer import Peer, Served, serving


async def preview(served: Served, path: str, client: str = "") -> LinkPreview | None:
    return await served.node.api.link_preview(path, client)


async def told(served: Served, path: str) -> tuple[str, str]:
    found = await preview(served, path)
    assert found is not None
    return found.title, found.description


async def test_a_room_from_its_opening_to_its_end(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    room = await alice.create("freestyle", "5+3", seat=0, options=Options(bots=BotPolicy.ANYBODY))
    about = "freestyle, 19x19, 5+3."
    assert await told(served, f"/r/{room}") == (
        "alice waits for an opponent",
        f"{about} The game has not begun.",
    )
    await bob.act(room, cmd.Join())
    await play_in_turn(room, (alice, bob), 180, 0)
    assert await told(served, f"/r/{room}") == ("alice – bob", f"{about} 2 moves so far, alice to move.")
    assert await preview(served, f"/g/{room}") is NOWHERE
    await bob.act(room, cmd.Resign())
    await filed(served)
    over = ("alice – bob", f"{about} alice won by resignation after 2 moves.")
    assert await told(served, f"/r/{room}") == over
    assert await told(served, f"/g/{room}") == over


async def test_a_player(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    await a_finished_game(served, alice, bob, 180)
    assert await told(served, "/u/Alice") == ("alice", "1 game played. Results, ratings and finished games.")


@pytest.mark.parametrize(
    "options",
    [
        Options(private=True),
        Options(watch=WatchPolicy.INVITED),
    ],
)
async def test_nothing_is_said_of_what_not_everybody_may_see(
    served: Served, trio: list[Peer], options: Options
) -> None:
    alice, bob, _ = trio
    room = await alice.create("freestyle", "-", invite=("bob",), options=options)
    assert await preview(served, f"/r/{room}") is NOWHERE
    await bob.act(room, cmd.Join())
    await play_in_turn(room, (alice, bob), 180)
    await bob.act(room, cmd.Resign())
    await filed(served)
    for path in (f"/r/{room}", f"/g/{room}"):
        assert await preview(served, path) is NOWHERE


async def test_a_delayed_game_is_told_as_it_is_seen(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    options = Options(bots=BotPolicy.ANYBODY, viewer_delay=ViewerDelay(moves=2))
    room = await alice.create("freestyle", "-", seat=0, options=options)
    await bob.act(room, cmd.Join())
    await play_in_turn(room, (alice, bob), 180, 0, 1)
    assert (await told(served, f"/r/{room}"))[1].endswith(" 1 move so far, bob to move.")


@pytest.mark.parametrize("path", ["/", "/r/short", "/x", "/r/abcdefgh/"])
async def test_what_leads_to_no_page(served: Served, path: str) -> None:
    assert await preview(served, path) is None


@pytest.mark.parametrize("path", ["/r/abcdefgh", "/g/abcdefgh", "/u/nobody", "/u/%00"])
async def test_what_is_not_there_looks_as_what_is_not_for_everybody(served: Served, path: str) -> None:
    assert await preview(served, path) is NOWHERE


async def test_a_closed_server_says_nothing() -> None:
    async with serving(access_control=AccessControl("secret")) as served, Peer(served.url) as alice:
        await alice.hello("alice", password="secret")
        room = await alice.create("freestyle", "-")
        assert await preview(served, f"/r/{room}") is None
        assert await preview(served, "/u/alice") is None


async def test_no_page_waits_for_a_store_that_is_away(served: Served, trio: list[Peer]) -> None:
    room: RoomId = await trio[0].create("freestyle", "-")
    assert await preview(served, f"/r/{room}") is not None
    served.node.problems.report(ProblemCode.REPLACED, "this is another store")
    assert await preview(served, f"/r/{room}") is None


async def test_previews_are_questions() -> None:
    async with serving(allowance=Allowance(questions=RateLimit(0.001, 2))) as served:
        api = served.node.api
        async with Peer(served.url) as alice:
            await alice.hello("alice")
            found = [await api.link_preview("/u/alice", "198.51.100.7") for _ in range(5)]
            assert found[0] is not None
            assert found[-1] is None
            assert await api.link_preview("/u/alice", "198.51.100.8") is not None
