"""What a connection gets of the archive: what its player may know, in pages, and nothing for nonsense."""

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.notation import format_position
from pente_core.room import OfferKind, Options, ViewerDelay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import Explore, Explored, GameFilter, GameList, Games, LogList, Logs
from pente_protocol.messages.rooms import Unwatch, Watch
from tests.support.peer import Peer, Served, a_game, play
from tests.support.waiting import until

FOR_EVER = Instant(1 << 45)


async def filed(served: Served) -> None:
    async def is_filed() -> bool:
        return not await served.node.store.archive.unfiled(FOR_EVER)

    await until(is_filed)


async def events_of(peer: Peer, room: RoomId) -> list[object]:
    logged = await peer.told(LogList, Logs, rooms=(room,))
    (page,) = logged.logs
    assert (page.room, page.complete) == (room, True)
    return list(page.events)


async def test_a_game_is_found_and_read_as_soon_as_it_is_over(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    room = await a_game(alice, bob)
    await play(alice, room, 180)
    assert await carol.code(Logs, rooms=(room,)) == ErrorCode.UNKNOWN_ROOM

    await bob.act(room, cmd.Resign())
    await filed(served)

    found = await carol.told(GameList, Games, which=GameFilter(player="alice"))
    assert [(game.id, game.moves, game.winners) for game in found.games] == [(room, 1, (0,))]
    assert isinstance((await events_of(carol, room))[-1], ev.Finished)
    start = format_position(Game.new(ruleset_from("freestyle")).position)
    assert (await carol.told(Explored, Explore, position=start)).games == 1


async def test_who_watches_a_game_that_goes_on_reads_its_log_and_nobody_else(trio: list[Peer]) -> None:
    alice, bob, carol = trio
    room = await a_game(alice, bob)
    await play(alice, room, 180)
    await carol.ok(Watch, room=room)
    await carol.act(room, cmd.Say("psst", to=ev.ChatAudience.WATCHERS))
    await alice.act(room, cmd.SetConditions(lines=((Point(0), Point(1)),)))
    assert isinstance((await events_of(carol, room))[-1], ev.Hidden)  # what alice plans
    assert not any(isinstance(event, ev.Said) for event in await events_of(alice, room))
    await carol.ok(Unwatch, room=room)
    assert await carol.code(Logs, rooms=(room,)) == ErrorCode.UNKNOWN_ROOM


async def test_who_watches_later_reads_the_log_only_once_the_end_is_shown(trio: list[Peer]) -> None:
    alice, bob, carol = trio
    room = await alice.create("freestyle", "-", seat=0, options=Options(viewer_delay=ViewerDelay(moves=2)))
    await bob.act(room, cmd.Join())
    await play(alice, room, 180)
    await carol.ok(Watch, room=room)
    assert await carol.code(Logs, rooms=(room,)) == ErrorCode.UNKNOWN_ROOM
    assert isinstance((await events_of(alice, room))[-1], ev.Moved)


async def test_what_watchers_said_is_hidden_from_the_players(trio: list[Peer]) -> None:
    alice, bob, carol = trio
    room = await a_game(alice, bob)
    await carol.ok(Watch, room=room)
    await carol.act(room, cmd.Say("black is lost", ev.ChatAudience.WATCHERS))
    await bob.act(room, cmd.Resign())

    said = [type(event) for event in await events_of(alice, room)]
    assert (ev.Hidden in said, ev.Said in said) == (True, False)
    assert ev.Said in [type(event) for event in await events_of(carol, room)]


async def test_private_games_are_read_by_their_players_only(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    room = await alice.create("freestyle", "-", options=Options(private=True))
    await bob.act(room, cmd.Join())
    await bob.act(room, cmd.Resign())
    await filed(served)

    assert await events_of(alice, room)
    assert [game.id for game in (await bob.told(GameList, Games)).games] == [room]
    assert await carol.code(Logs, rooms=(room,)) == ErrorCode.UNKNOWN_ROOM
    assert (await carol.told(GameList, Games)).games == ()
    start = format_position(Game.new(ruleset_from("freestyle")).position)
    assert (await alice.told(Explored, Explore, position=start)).games == 0


async def test_turns_that_were_taken_back_were_not_played(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    room = await a_game(alice, bob)
    await play(alice, room, 180)
    await play(bob, room, 200)
    await bob.act(room, cmd.Offer(OfferKind.TAKEBACK))
    await alice.act(room, cmd.Accept(OfferKind.TAKEBACK))
    await play(bob, room, 220)
    await alice.act(room, cmd.Resign())
    await filed(served)

    _, first = Game.new(ruleset_from("freestyle")).play(Point(180))
    answer = await carol.told(Explored, Explore, position=format_position(first.position))
    assert (answer.games, answer.wins, len(answer.turns)) == (1, (0, 1), 1)
    _, taken_back = first.play(Point(200))
    text = format_position(taken_back.position)
    assert (await carol.told(GameList, Games, which=GameFilter(position=text))).games == ()


async def test_logs_come_in_pages(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    rooms = [await a_game(alice, bob) for _ in range(3)]
    for room in rooms:
        for number in range(240):
            await (alice, bob)[number % 2].act(room, cmd.Say(f"{number} {'blah ' * 38}"))
        await bob.act(room, cmd.Resign())

    read: dict[RoomId, int] = {}
    waiting, answers = list(rooms), 0
    while waiting:
        since = read.get(waiting[0], 0)
        logged = await carol.told(LogList, Logs, rooms=tuple(waiting), after=since)
        answers += 1
        for page in logged.logs:
            assert page.room == waiting[0]
            read[page.room] = read.get(page.room, 0) + len(page.events)
            if page.complete:
                waiting.pop(0)

    assert 3 <= answers <= 6
    assert read == {room: served.node.keeper.known(room).version for room in rooms}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("question", "fields", "code"),
    [
        (Logs, {"rooms": ()}, ErrorCode.UNKNOWN_ROOM),
        (Logs, {"rooms": (RoomId("0123456789ab"),)}, ErrorCode.UNKNOWN_ROOM),
        (Explore, {"position": "K10"}, ErrorCode.BAD_POSITION),
        (Explore, {"position": ""}, ErrorCode.BAD_POSITION),
        (Games, {"cursor": "?"}, ErrorCode.BAD_CURSOR),
        (Games, {"which": GameFilter(ruleset="chess")}, ErrorCode.BAD_RULESET),
        (Games, {"which": GameFilter(position="?")}, ErrorCode.BAD_POSITION),
    ],
)
async def test_nonsense_is_answered(
    trio: list[Peer], question: type, fields: dict[str, object], code: str
) -> None:
    assert await trio[0].code(question, **fields) == code


@pytest.mark.parametrize("count", [1, 50])
async def test_a_count_within_the_bounds_is_answered(trio: list[Peer], count: int) -> None:
    assert (await trio[0].told(GameList, Games, count=count)).games == ()


@pytest.mark.parametrize("after", [-1, 10**12])
async def test_a_version_that_never_was(trio: list[Peer], after: int) -> None:
    alice, bob, _ = trio
    room = await a_game(alice, bob)
    await bob.act(room, cmd.Resign())

    logged = await alice.told(LogList, Logs, rooms=(room,), after=after)

    assert logged.logs[0].complete or logged.logs[0].events
