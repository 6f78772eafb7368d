"""Every request, and every way in which it is not carried out."""

import asyncio
from typing import Any

import pytest

from pente_core.clock.clock import Fischer
from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_core.room import Reason, restore
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import encode
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages.base import CommandId, Error, Ok, RequestId
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Act, Acted, Create, Happened, RoomCreated, Synced, Unwatch, Watch
from pente_protocol.messages.tv import Follow
from pente_server.limits.limits import Allowance
from tests.support.peer import Peer, Served, a_game, creating, peers, play, serving
from tests.support.waiting import until

NOWHERE = RoomId("0123456789ab")


class TestCreate:
    async def test_the_room_is_shown_before_the_answer(self, trio: list[Peer]) -> None:
        alice = trio[0]
        ok = await alice.ok(Create, **creating())

        synced, reply = alice.said[-2:] if alice.said[-1] == ok else alice.said[-3:-1]
        assert isinstance(synced, Synced)
        assert reply == ok == RoomCreated(ok.id, synced.room, 2, ok.code)
        room = restore(synced.snapshot)
        assert room.status is ev.Status.WAITING
        assert room.seats == (alice.welcome.player, None)
        assert room.created.by == alice.welcome.player
        assert room.created.time == Fischer(Millis(300_000), Millis(3000))

    @pytest.mark.parametrize("ruleset", [*RULESETS, {"size": 13}, {"base": "gomoku", "size": 15, "sides": 3}])
    async def test_every_ruleset(self, trio: list[Peer], ruleset: object) -> None:
        room = await trio[0].create(ruleset)
        synced = await trio[0].heard(Synced)

        assert synced.room == room
        assert synced.snapshot.created.ruleset.base in RULESETS

    async def test_a_seat_is_drawn_by_lot(self, trio: list[Peer]) -> None:
        seats = set()
        for _ in range(40):
            await trio[0].create(seat=None)
            shot = (await trio[0].heard(Synced)).snapshot
            seats.add(shot.seats.index(trio[0].welcome.player))
        assert seats == {0, 1}

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"ruleset": "chess"}, ErrorCode.BAD_RULESET),
            ({"ruleset": "\x1b[31m" + "x" * 900}, ErrorCode.BAD_RULESET),
            ({"ruleset": {"size": 2}}, ErrorCode.BAD_RULESET),
            ({"ruleset": {"size": "big"}}, ErrorCode.BAD_RULESET),
            ({"ruleset": {"nonsense": None}}, ErrorCode.BAD_RULESET),
            ({"ruleset": {"base": 7}}, ErrorCode.BAD_RULESET),
            ({"ruleset": {"size": 10**18}}, ErrorCode.BAD_RULESET),
            ({"ruleset": {"captures": [1] * 200}}, ErrorCode.BAD_RULESET),
            ({"time": "soon"}, ErrorCode.BAD_TIME_CONTROL),
            ({"time": ""}, ErrorCode.BAD_TIME_CONTROL),
            ({"time": "0"}, ErrorCode.BAD_TIME_CONTROL),
            ({"time": "9999+9999"}, ErrorCode.BAD_TIME_CONTROL),
            ({"time": "٣"}, ErrorCode.BAD_TIME_CONTROL),
            ({"seat": 2}, Reason.NO_SUCH_SEAT),
            ({"seat": -1}, Reason.NO_SUCH_SEAT),
            ({"seat": 2**63}, Reason.NO_SUCH_SEAT),
            ({"invite": ("nobody",)}, ErrorCode.UNKNOWN_PLAYER),
            ({"invite": ("\x1b]0;\x07",)}, ErrorCode.UNKNOWN_PLAYER),
            ({"invite": ("bob", "carol")}, Reason.ROOM_FULL),
            ({"invite": ("nobody",) * 200}, Reason.ROOM_FULL),
        ],
        ids=ascii,
    )
    async def test_what_cannot_be_opened(self, trio: list[Peer], fields: dict[str, Any], code: str) -> None:
        answer = await trio[0].ask(Create, **creating(**fields))

        assert isinstance(answer, Error)
        assert answer.code == code
        assert answer.text
        assert (await trio[0].ok(Rooms)).rooms == ()

    async def test_the_same_request_again_opens_one_room(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        fields = creating()
        first = await alice.ok(Create, **fields)
        assert first.room is not None
        await bob.act(first.room, cmd.Join())

        again = await alice.ok(Create, **fields)

        assert again.room == first.room
        assert again.version == 4
        assert len((await alice.ok(Rooms)).rooms) == 1
        assert (await bob.ok(Create, **fields)).room != first.room

    async def test_the_same_request_many_times_at_once_opens_one_room(self, served: Served) -> None:
        fields = creating()
        async with Peer(served.url) as first, Peer(served.url) as second, Peer(served.url) as third:
            await first.hello("alice")
            await second.hello(credential=first.credential)
            await third.hello(credential=first.credential)
            rooms = await asyncio.gather(*(peer.ok(Create, **fields) for peer in (first, second, third)))

            assert len({ok.room for ok in rooms}) == 1
            assert len((await first.ok(Rooms)).rooms) == 1

    async def test_it_succeeds_again_even_at_the_limit(self) -> None:
        async with (
            serving(allowance=Allowance(rooms_per_person=2)) as served,
            peers(served.url, "alice") as (alice,),
        ):
            await alice.ok(Create, **creating())
            fields = creating()
            last = await alice.ok(Create, **fields)

            assert (await alice.ok(Create, **fields)).room == last.room
            assert await alice.code(Create, **creating()) == ErrorCode.TOO_MANY


class TestJoin:
    async def test_the_room_is_shown_and_the_game_begins(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create()
        ok = await bob.act(room, cmd.Join())

        synced = await bob.heard(Synced)
        assert bob.said.index(synced) < bob.said.index(ok)
        assert synced.snapshot.status is ev.Status.PLAYING
        assert ok.version == synced.snapshot.version == 4
        await alice.happened(ev.Started)
        assert [type(event) for _, event in alice.events(room)] == [ev.Joined, ev.Started]

    async def test_events_are_enough_for_who_has_some(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create()
        await bob.act(room, cmd.Join(), base=2)

        assert [version for version, _ in bob.events(room)] == [3, 4]
        assert not any(isinstance(message, Synced) for message in bob.said)

    async def test_a_watcher_gets_events_only(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create()
        await bob.ok(Watch, room=room)
        await bob.act(room, cmd.Join())

        assert [version for version, _ in bob.events(room)] == [3, 4]

    async def test_it_is_told_whose_turn_it_is_at_once_and_after_what_was_missed(
        self, trio: list[Peer]
    ) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob, "connect6")
        await play(alice, room, 180)
        await carol.ok(Watch, room=room)
        synced = await carol.heard(Synced)
        assert (synced.to_act, synced.left, synced.choices) == (1, 2, ())
        await carol.ok(Unwatch, room=room)
        await play(bob, room, 0)
        await bob.act(room, cmd.Say("hm"))
        await carol.ok(Watch, room=room, after=synced.snapshot.version)
        missed = [each for each in carol.said if isinstance(each, Happened)][-2:]
        assert [(each.to_act, each.left) for each in missed] == [(None, 0), (1, 1)]

    async def test_who_is_refused_does_not_watch(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        assert await carol.refusal(room, cmd.Join()) == Reason.ROOM_FULL
        await play(alice, room, 0)
        await carol.ok(Rooms)

        assert not any(isinstance(message, Synced | Happened) for message in carol.said)

    @pytest.mark.parametrize(
        ("command", "reason"),
        [
            (cmd.Join(0), Reason.SEAT_TAKEN),
            (cmd.Join(2), Reason.NO_SUCH_SEAT),
            (cmd.Join(-1), Reason.NO_SUCH_SEAT),
            (cmd.Join(2**60), Reason.NO_SUCH_SEAT),
        ],
    )
    async def test_a_seat_that_is_not_free(
        self, trio: list[Peer], command: cmd.PlayerCommand, reason: Reason
    ) -> None:
        room = await trio[0].create()
        assert await trio[1].refusal(room, command) == reason

    async def test_other_refusals(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create(invite=("bob",))
        assert await alice.refusal(room, cmd.Join()) == Reason.ALREADY_SEATED
        assert await carol.refusal(room, cmd.Join()) == Reason.RESERVED
        assert await carol.refusal(room, cmd.Decline()) == Reason.NOT_INVITED
        await bob.act(room, cmd.Decline())
        assert await carol.refusal(room, cmd.Join()) == Reason.ROOM_CLOSED
        assert await carol.refusal(room, cmd.Say("hello?")) == Reason.ROOM_CLOSED

    async def test_one_of_many_at_once_gets_the_seat(self, served: Served) -> None:
        names = [f"player-{n}" for n in range(10)]
        async with peers(served.url, "alice", *names) as (alice, *others):
            room = await alice.create()
            answers = await asyncio.gather(*(p.ask(Act, **p.acting(room, cmd.Join())) for p in others))

            winners = [answer for answer in answers if isinstance(answer, Acted)]
            losers = {answer.code for answer in answers if isinstance(answer, Error)}
            assert len(winners) == 1
            assert losers == {Reason.ROOM_FULL}


class TestPlaying:
    async def test_a_game_to_its_end(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        for point in range(4):
            await play(alice, room, point)
            await play(bob, room, 19 + point)
        ok = await alice.act(room, cmd.Play(Point(4)))

        for peer in (alice, bob):
            finished = await peer.happened(ev.Finished)
            assert finished.winners == (0,)
            assert finished.termination is Termination.LINE
        assert [version for version, _ in bob.events(room)] == list(range(5, 15))
        assert ok.version == 14
        assert (await bob.ok(Rooms)).rooms == ()
        assert await bob.refusal(room, cmd.Play(Point(30))) == Reason.GAME_OVER
        await bob.act(room, cmd.Say("good game"))

    async def test_a_move_is_told_before_it_is_answered(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        ok = await alice.act(room, cmd.Play(Point(0)))

        told = [m for m in alice.said if isinstance(m, Happened) and isinstance(m.event, ev.Moved)]
        assert alice.said.index(told[0]) < alice.said.index(ok)
        assert told[0].version == ok.version

    async def test_what_cannot_be_played(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        waiting = await alice.create()
        assert await alice.refusal(waiting, cmd.Play(Point(0))) == Reason.NOT_STARTED
        assert (
            await bob.refusal(waiting, cmd.Play(Point(0)), base=alice.version(waiting)) == Reason.NOT_SEATED
        )
        room = await a_game(alice, bob, "pente")
        assert await bob.refusal(room, cmd.Play(Point(180))) == Reason.NOT_YOUR_TURN
        assert await carol.refusal(room, cmd.Play(Point(180)), base=alice.version(room)) == Reason.NOT_SEATED
        assert await alice.refusal(room, cmd.Play(Point(0))) == Reason.NOT_CENTRE
        assert await alice.refusal(room, cmd.Choose(Choice.SWAP)) == Reason.NO_CHOICE_DUE
        for nowhere in (-1, 361, 2**63, -(2**63)):
            assert await alice.refusal(room, cmd.Play(Point(nowhere))) == Reason.OFF_BOARD
        await play(alice, room, 180)
        assert await bob.refusal(room, cmd.Play(Point(180))) == Reason.OCCUPIED
        await play(bob, room, 0)
        assert await alice.refusal(room, cmd.Play(Point(181))) == Reason.RESTRICTED
        assert await alice.refusal(room, cmd.Leave()) == Reason.STARTED

    async def test_a_swap_opening(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob, "d-pente")
        await play(alice, room, 180, 0, 40, 100)
        assert await bob.refusal(room, cmd.Play(Point(7))) == Reason.CHOICE_DUE
        await bob.act(room, cmd.Choose(Choice.SWAP))

        assert (await alice.happened(ev.Chosen)).choice is Choice.SWAP
        assert await alice.refusal(room, cmd.Play(Point(7))) == Reason.NOT_YOUR_TURN
        await play(bob, room, 7)

    async def test_a_move_on_an_older_game_is_stale_and_words_are_not(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        base = alice.version(room)
        await play(alice, room, 0)
        await play(bob, room, 1)

        assert await alice.refusal(room, cmd.Play(Point(2)), base=base) == Reason.STALE
        assert await alice.refusal(room, cmd.Play(Point(2)), base=None) == Reason.NO_BASE
        await bob.act(room, cmd.Say("your turn"))
        await alice.act(room, cmd.Say("I know"), base=base)
        await alice.happened(ev.Moved)
        await alice.act(room, cmd.Play(Point(2)), base=base + 2)

    async def test_the_same_command_again_is_carried_out_once(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        move = alice.acting(room, cmd.Play(Point(0)))
        first = await alice.ok(Act, **move)
        await play(bob, room, 1)

        async with Peer(served.url) as elsewhere:
            await elsewhere.hello(credential=alice.credential)
            for peer in (alice, elsewhere):
                assert (await peer.ok(Act, **move)).version == first.version
        assert len([1 for _, event in bob.events(room) if isinstance(event, ev.Moved)]) == 2
        # the id is a player's own
        assert (await bob.ask(Act, **{**move, "command": cmd.Play(Point(7))})).id
        assert await bob.refusal(room, cmd.Play(Point(8))) == Reason.NOT_YOUR_TURN

    async def test_resigning_and_leaving(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        assert await carol.refusal(room, cmd.Resign()) == Reason.NOT_SEATED
        await bob.act(room, cmd.Resign())
        assert (await alice.happened(ev.Finished)).winners == (0,)
        assert await alice.refusal(room, cmd.Resign()) == Reason.GAME_OVER
        assert await alice.refusal(room, cmd.Leave()) == Reason.GAME_OVER

        waiting = await alice.create()
        await alice.act(waiting, cmd.Leave())
        assert (await alice.happened(ev.Closed)).reason is ev.Closing.LEFT
        assert (await alice.ok(Rooms)).rooms == ()

    async def test_four_players(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol", "dave") as four:
            room = await four[0].create({"base": "freestyle", "sides": 4}, "5+0")
            for peer in four[1:]:
                await peer.act(room, cmd.Join())
            for peer in four:
                await peer.happened(ev.Started) if peer is not four[3] else None
            for number, peer in enumerate(four):
                await play(peer, room, number)
            await four[1].act(room, cmd.Resign())
            await play(four[0], room, 50)
            assert await four[1].refusal(room, cmd.Play(Point(60))) == Reason.NOT_YOUR_TURN
            await play(four[2], room, 60)
            await four[2].act(room, cmd.Resign())
            await four[3].act(room, cmd.Resign())
            assert (await four[1].happened(ev.Finished)).winners == (0,)


class TestSaying:
    async def test_text_is_made_harmless(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await alice.act(room, cmd.Say("a\x1b[2Jb\u202ec\n d" + "!" * 300))
        said = await bob.happened(ev.Said)
        assert said.text == ("a[2Jbc d" + "!" * 300)[:200]
        assert said.player == alice.welcome.player

    @pytest.mark.parametrize("text", ["", " \t\n ", "\x1b", "\u202e\u200b\u3164"], ids=ascii)
    async def test_nothing_cannot_be_said(self, trio: list[Peer], text: str) -> None:
        room = await trio[0].create()
        assert await trio[0].refusal(room, cmd.Say(text)) == Reason.BAD_TEXT

    async def test_players_do_not_talk_to_watchers_only(self, trio: list[Peer]) -> None:
        room = await trio[0].create()
        assert await trio[0].refusal(room, cmd.Say("psst", ev.ChatAudience.WATCHERS)) == Reason.NOT_WATCHING


class TestLists:
    async def test_rooms_are_listed_until_they_are_over(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        first = await alice.create("pente", "5+3")
        second = await bob.create("gomoku", "-")
        rooms = [row.room for row in reversed((await carol.ok(Rooms)).rooms)]

        assert [room.id for room in rooms] == [first, second]
        assert rooms[0].host == alice.welcome.player
        assert [room.status for room in rooms] == [ev.Status.WAITING] * 2
        await carol.act(first, cmd.Join())
        assert (await bob.ok(Rooms)).rooms[-1].room.status is ev.Status.PLAYING
        assert (await bob.ok(Rooms)).rooms[-1].room.seats == (alice.welcome.player, carol.welcome.player)
        await alice.act(first, cmd.Resign())
        assert [row.room.id for row in (await carol.ok(Rooms)).rooms] == [second]

    async def test_of_very_many_rooms_the_newest_are_listed(self, trio: list[Peer]) -> None:
        rooms = [await trio[0].create() for _ in range(103)]

        page = await trio[1].ok(Rooms)
        rest = await trio[1].ok(Rooms, cursor=page.cursor)
        assert (len(page.rooms), len(rest.rooms), rest.cursor) == (100, 3, "")
        assert {row.room.id for row in (*page.rooms, *rest.rooms)} == set(rooms)
        times = [row.room.created_at for row in (*page.rooms, *rest.rooms)]
        assert times == sorted(times, reverse=True)

    async def test_a_welcome_lists_the_rooms_of_the_player(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        seat = await alice.create()
        opened = served.node.heartbeat.now()
        await until(lambda: served.node.heartbeat.now() > opened)  # of two at the same moment none is older
        invitation = await bob.create(invite=("alice",))
        await carol.create()
        async with Peer(served.url) as again:
            welcome = await again.hello(credential=alice.credential)

        assert [row.room.id for row in welcome.rooms] == [seat, invitation]


class TestOtherRooms:
    @pytest.mark.parametrize(
        ("message", "fields"),
        [
            (Watch, {}),
            (Act, {"base": 0, "command_id": CommandId("12345678"), "command": cmd.Join()}),
            (Act, {"base": 0, "command_id": CommandId("12345678"), "command": cmd.Say("hello?")}),
        ],
    )
    async def test_there_is_no_such_room(
        self, trio: list[Peer], message: type, fields: dict[str, Any]
    ) -> None:
        assert await trio[0].code(message, room=NOWHERE, **fields) == ErrorCode.UNKNOWN_ROOM

    async def test_unwatching_what_is_not_watched_does_no_harm(self, trio: list[Peer]) -> None:
        assert isinstance(await trio[0].ok(Unwatch, room=NOWHERE), Ok)

    async def test_follow_without_a_game(self, trio: list[Peer]) -> None:
        assert (await trio[0].ok(Follow)).room is None


class TestGarbage:
    @pytest.mark.parametrize(
        "frame",
        [
            b"",
            b"\xc1",
            b"\x81\xa1t\xa3act",
            "text",
            encode(Watch(RequestId(9), RoomId("short"))),
            encode(Watch(RequestId(9), RoomId("../../etc/passwd"))),
            encode(Watch(RequestId(9), NOWHERE, after=Checkpoint(7, Mark("x" * 16)))),
            encode(Unwatch(RequestId(0), NOWHERE)),
            encode(Hello(RequestId(9), "again")),
            encode(Ok(RequestId(1))),
        ],
        ids=ascii,
    )
    async def test_it_is_answered_and_nobody_else_notices(self, trio: list[Peer], frame: bytes | str) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        await carol.send(frame)

        assert (await carol.heard(Error)).code == ErrorCode.BAD_MESSAGE
        await play(alice, room, 0)
        await bob.happened(ev.Moved)
        await carol.happened(ev.Moved)

    async def test_our_own_mistake_ends_the_connection_and_not_the_room(
        self,
        trio: list[Peer],
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        with monkeypatch.context() as patch:

            def broken(_: object) -> bytes:
                raise ZeroDivisionError

            patch.setattr("pente_server.rooms.recorder.encode_event", broken)
            _ = await alice.post(Act, **alice.acting(room, cmd.Play(Point(0))))
            assert (await alice.closed())[0] == CloseCode.INTERNAL
        assert "ZeroDivisionError" in caplog.text

        assert await bob.refusal(room, cmd.Play(Point(0))) == Reason.NOT_YOUR_TURN
        await bob.act(room, cmd.Say("what happened?"))

    async def test_mistakes_that_a_peer_can_make_are_no_news(
        self, served: Served, trio: list[Peer], caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level("WARNING"):
            await trio[0].send(b"\xc1\x1b[31m")
            await trio[0].heard(Error)
            await trio[1].code(Watch, room=NOWHERE)
            trio[2].connection.transport.abort()
            async with Peer(served.url) as stranger:
                await stranger.send("hello")
                await stranger.closed()

        assert caplog.records == []
