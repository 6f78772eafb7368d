"""What hosts wish for their rooms: who comes in, who talks, who is sent away; and what players agree on."""

from typing import Any

import pytest

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_core.room import ChatPolicy, OfferKind, Options, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.options import LOCKED
from pente_core.rules.point import Point
from pente_protocol.messages.lists import Browse, LobbyUpdate, Rooms
from pente_protocol.messages.rooms import Act, Acted, Create, Dismissed, Synced, Watch
from pente_server.access.room_passwords import LONGEST_PASSWORD
from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBuckets
from tests.support.peer import Peer, Served, a_game, creating, peers, play, serving


def snapshot_in(peer: Peer, room: RoomId) -> Any:
    return next(m.snapshot for m in reversed(peer.said) if isinstance(m, Synced) and m.room == room)


class TestPasswords:
    async def test_who_comes_uninvited_needs_the_password(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create(password="sesame")
        assert await bob.code(Watch, room=room) == "password-needed"
        assert await bob.code(Watch, room=room, password="simsim") == "wrong-password"
        assert await bob.refusal(room, cmd.Join()) == "password-needed"
        assert await bob.refusal(room, cmd.Say("let me in")) == "password-needed"

        await bob.act(room, cmd.Join(password="sesame"))
        await carol.ok(Watch, room=room, password="sesame")
        await carol.act(room, cmd.Say("hello"))
        assert (await alice.happened(ev.Joined)).player.name == "bob"

    @pytest.mark.parametrize("fields", [{}, {"password": "sesame"}])
    async def test_a_hash_in_place_of_a_password_is_refused(
        self, trio: list[Peer], fields: dict[str, str]
    ) -> None:
        options = Options(password_hash="mine")
        assert await trio[0].code(Create, **creating(options=options, **fields)) == "bad-message"

    async def test_nobody_is_shown_its_hash(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create(password="sesame")
        await bob.ok(Watch, room=room, password="sesame")
        assert snapshot_in(alice, room).created.options.password_hash == LOCKED
        assert snapshot_in(bob, room).created.options.password_hash == LOCKED
        listed = (await bob.ok(Rooms)).rooms
        assert [row.room.options.password_hash for row in listed] == [LOCKED]

    async def test_the_invited_need_none(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create(password="sesame", invite=("bob",))
        await bob.ok(Watch, room=room)
        await bob.act(room, cmd.Join())

    async def test_a_break_is_no_reason_to_be_locked_out(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create(password="sesame")
        await carol.ok(Watch, room=room, password="sesame")
        seen = carol.version(room)
        await bob.act(room, cmd.Join(password="sesame"))
        async with Peer(served.url) as again, Peer(served.url) as forgetful:
            await again.hello(credential=carol.credential, rooms={room: seen}, passwords={room: "sesame"})
            assert [type(event) for _, event in again.events(room)] == [ev.Joined, ev.Started]
            await forgetful.hello(credential=carol.credential, rooms={room: seen})
            assert (await forgetful.heard(Dismissed)).code == "password-needed"
            assert not forgetful.events(room)

    async def test_nobody_tries_many(
        self, served: Served, trio: list[Peer], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(served.node.room_passwords, "_tries", TokenBuckets(0.5, 10, lambda: 0.0))
        alice, bob, _ = trio
        room = await alice.create(password="sesame")
        codes = [await bob.code(Watch, room=room, password=str(number)) for number in range(12)]
        assert codes == ["wrong-password"] * 10 + ["rate-limited"] * 2

    async def test_one_that_is_too_long_is_refused(self, trio: list[Peer]) -> None:
        too_long = "x" * (LONGEST_PASSWORD + 1)
        assert await trio[0].code(Create, **creating(password=too_long)) == "wrong-password"


class TestPrivacy:
    async def test_a_private_room_is_in_no_list(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        await carol.ok(Browse)
        room = await alice.create(options=Options(private=True))
        open_room = await alice.create()
        news = await carol.heard(LobbyUpdate, lambda lobby: bool(lobby.rooms))
        assert [row.room.id for row in news.rooms] == [open_room]
        assert [row.room.id for row in (await bob.ok(Rooms)).rooms] == [open_room]
        await bob.act(room, cmd.Join())
        await bob.act(room, cmd.Resign())
        await bob.act(open_room, cmd.Join())
        assert room not in (await carol.heard(LobbyUpdate)).removed

    async def test_only_the_invited_watch(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create(options=Options(watch=WatchPolicy.INVITED), invite=("bob",))
        assert await carol.code(Watch, room=room) == "not-invited"
        assert await carol.refusal(room, cmd.Say("who is there?")) == "not-invited"
        await bob.ok(Watch, room=room)

    async def test_only_players_talk(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create(options=Options(chat=ChatPolicy.PLAYERS))
        await bob.act(room, cmd.Join())
        await carol.ok(Watch, room=room)
        await bob.act(room, cmd.Say("good luck"))
        assert await carol.refusal(room, cmd.Say("good luck")) == "no-chat"


class TestHosts:
    async def test_who_is_kicked_hears_no_more_and_may_come_back(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        await alice.act(room, cmd.Kick(carol.welcome.player.id))
        await carol.happened(ev.Kicked)
        assert (await carol.heard(Dismissed)).code == "kicked"
        await play(alice, room, 0)
        await carol.ok(Watch, room=room)
        assert ev.Moved not in {type(event) for _, event in carol.events(room)}
        await play(bob, room, 1)
        assert (await carol.happened(ev.Moved)).point == 1

    async def test_who_is_banned_stays_away(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        await alice.act(room, cmd.Ban(carol.welcome.player.id))
        await bob.happened(ev.Banned)
        await carol.heard(Dismissed)
        assert await carol.code(Watch, room=room) == "banned"
        assert await carol.refusal(room, cmd.Say("why?")) == "banned"
        async with Peer(served.url) as again:
            await again.hello(credential=carol.credential, rooms={room: 3})
            assert (await again.heard(Dismissed)).code == "banned"
        await alice.act(room, cmd.Unban(carol.welcome.player.id))
        await carol.ok(Watch, room=room)

    async def test_what_was_said_before_the_ban_was_said(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        said = carol.acting(room, cmd.Say("hello"))
        version = (await carol.ok(Act, **said)).version
        await alice.act(room, cmd.Ban(carol.welcome.player.id))
        assert (await carol.ok(Act, **said)).version == version
        assert await carol.refusal(room, cmd.Say("hello?")) == "banned"

    async def test_who_is_muted_may_still_look_on(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        assert await bob.refusal(room, cmd.Mute(carol.welcome.player.id)) == "not-host"
        await alice.act(room, cmd.Mute(carol.welcome.player.id))
        assert await carol.refusal(room, cmd.Say("boo")) == "muted"
        await play(alice, room, 0)
        await carol.happened(ev.Moved)


class TestAgreements:
    async def test_a_takeback_gives_the_time_back(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob, time="5+3")
        await carol.ok(Watch, room=room)
        await play(alice, room, 0)
        await play(bob, room, 1)
        await alice.act(room, cmd.Offer(OfferKind.TAKEBACK))
        await bob.act(room, cmd.Accept(OfferKind.TAKEBACK))
        for peer in trio:
            taken = await peer.happened(ev.TakenBack)
            assert (taken.seat, taken.turn_count) == (0, 0)
            assert taken.remaining == (Millis(300_000), Millis(300_000))
        await play(alice, room, 2)

    async def test_a_move_withdraws_it(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await play(alice, room, 0)
        await alice.act(room, cmd.Offer(OfferKind.TAKEBACK))
        await play(bob, room, 1)
        assert await bob.refusal(room, cmd.Accept(OfferKind.TAKEBACK)) == "no-offer"

    async def test_a_game_that_hardly_began_is_aborted(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await play(alice, room, 0)
        await bob.act(room, cmd.Abort())
        assert (await alice.happened(ev.Finished)).termination == "aborted"

    async def test_a_game_is_cancelled_by_agreement(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        for point in range(4):
            await play((alice, bob)[point % 2], room, point)
        assert await bob.refusal(room, cmd.Abort()) == "under-way"
        await bob.act(room, cmd.Offer(OfferKind.CANCEL))
        await alice.act(room, cmd.Accept(OfferKind.CANCEL))
        assert (await bob.happened(ev.Finished)).termination == "aborted"

    async def test_it_begins_when_all_are_ready(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create(options=Options(ready_check=True))
        await bob.act(room, cmd.Join())
        assert await alice.refusal(room, cmd.Play(Point(180))) == "not-started"
        await bob.act(room, cmd.Ready())
        await alice.act(room, cmd.Ready())
        await bob.happened(ev.Started)


class TestSequels:
    async def test_a_rematch_with_seats_exchanged(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create("keryo-pente", "5+3", options=Options(chat=ChatPolicy.PLAYERS))
        await bob.act(room, cmd.Join())
        await alice.act(room, cmd.Ban(carol.welcome.player.id))
        await bob.act(room, cmd.Resign())
        await bob.act(room, cmd.Offer(OfferKind.REMATCH))
        await alice.act(room, cmd.Accept(OfferKind.REMATCH))
        sequel = RoomId((await bob.happened(ev.Continued)).room)
        assert await carol.code(Watch, room=f"{room}-2") == "unknown-room"

        await bob.ok(Watch, room=sequel)
        shot = snapshot_in(bob, sequel)
        assert [player.name for player in shot.seats] == ["bob", "alice"]
        assert (shot.created.continues, shot.created.number) == (room, 2)
        assert (shot.created.options.chat, shot.created.ruleset.base) == ("players", "keryo-pente")
        assert await carol.code(Watch, room=sequel) == "banned"
        await play(bob, sequel, 180)
        assert await alice.refusal(room, cmd.Offer(OfferKind.REMATCH)) == "continued"

        await alice.act(sequel, cmd.Resign())
        await alice.act(sequel, cmd.Offer(OfferKind.REMATCH))
        await bob.act(sequel, cmd.Accept(OfferKind.REMATCH))
        await alice.ok(Watch, room=(await bob.happened(ev.Continued)).room)

    async def test_a_set_goes_on_by_itself(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create("freestyle", "-", options=Options(games=2))
        await bob.act(room, cmd.Join())
        await bob.act(room, cmd.Resign())
        sequel = RoomId((await alice.happened(ev.Continued)).room)
        for peer in (alice, bob):
            await peer.ok(Watch, room=sequel)
        await play(bob, sequel, 0)
        await bob.act(sequel, cmd.Resign())
        await alice.happened(ev.Finished)
        assert not [event for _, event in alice.events(sequel) if isinstance(event, ev.Continued)]

    async def test_nobody_else_names_a_sequel(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await bob.act(room, cmd.Resign())
        for name in (f"{room}-2", f"{room}-3", "nowhere12-2", "5e90e1a1b2c3d4e5"):
            assert await alice.code(Watch, room=name) == "unknown-room"

    async def test_it_needs_a_seat_no_more_than_the_game_before(self) -> None:
        async with (
            serving(allowance=Allowance(rooms_per_person=1)) as served,
            peers(served.url, "ann", "bob") as pair,
        ):
            ann, bob = pair
            room = await a_game(ann, bob)
            await bob.act(room, cmd.Resign())
            await bob.act(room, cmd.Offer(OfferKind.REMATCH))
            ok = await ann.act(room, cmd.Accept(OfferKind.REMATCH))
            assert isinstance(ok, Acted)
            await ann.ok(Watch, room=(await ann.happened(ev.Continued)).room)
