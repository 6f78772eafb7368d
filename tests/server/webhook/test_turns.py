"""Notifications of turns: who gets them, when, what is in them, and that nobody else does."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pente_core.identity import PlayerKind
from pente_core.room import OfferKind, Options, ViewerDelay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.account import (
    ChooseNotifications,
    NotificationsFound,
    TakeVacation,
    VacationFound,
)
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.webhook import delivery, turn_notifications
from pente_server.webhook.forms import WebhookForm
from pente_server.webhook.notification import CHOSEN, WebhookEvent
from pente_server.webhook.sender import Webhook
from tests.server.webhook.receiver import SECRET, Receiver, receiving
from tests.support.peer import Peer, a_game, peers, play, serving
from tests.support.waiting import until

DAYS = "3d/move"
DELAYED = Options(viewer_delay=ViewerDelay(seconds=60))
SPAN = 3 * 24 * 60 * 60 * 1000


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_notifications, "SWEEP_EVERY", 0.01)
    monkeypatch.setattr(delivery, "LOOK_EVERY", 0.01)


def at_once(url: str, **options: Any) -> Webhook:
    """A webhook that does not wait for players who are in the room."""
    return Webhook(url, **{"turn_waits": 0.0, "events": frozenset({WebhookEvent.YOUR_TURN}), **options})


async def choose(peer: Peer, *, your_turn: bool | None = None) -> NotificationsFound:
    return await peer.told(NotificationsFound, ChooseNotifications, your_turn=your_turn)


async def turns(receiver: Receiver, count: int) -> list[dict[str, Any]]:
    """The notifications that have arrived, once there are so many."""
    await until(lambda: len(receiver.taken) >= count)
    return [request.json for request in receiver.taken]


async def nothing_is_left(memory: MemoryDatabase) -> None:
    await until(lambda: not memory.turns and not memory.webhook.waiting)


class TestWhoIsNotified:
    async def test_a_player_who_wants_it_is_named_once_for_each_turn(self) -> None:
        memory = MemoryDatabase()
        async with (
            receiving() as receiver,
            serving(MemoryStore(memory), webhook=at_once(receiver.url), name="Club") as served,
            peers(served.url, "anna", "boris") as (anna, boris),
        ):
            assert (await choose(anna, your_turn=True)).are_sent
            room = await a_game(anna, boris, time=DAYS)
            (first,) = await turns(receiver, 1)
            await anna.act(room, cmd.Say("hello"))
            await play(anna, room, 180)
            await nothing_is_left(memory)  # boris does not want it
            await play(boris, room, 181)
            _, second = await turns(receiver, 2)
            await nothing_is_left(memory)
        assert len(receiver.taken) == 2
        assert first["event"] == "your-turn"
        assert first["id"] != second["id"]
        assert (first["room"], first["players"], first["server"]) == (room, ["anna", "boris"], "Club")
        assert first["text"] == (
            "anna, it is your turn against boris (freestyle, 3d/move), with 2 days 23 hours left. "
            f"To play: pente play --room {room}"
        )
        assert first["deadline"] == first["at"] + SPAN
        assert "subject" not in first

    async def test_a_player_who_is_in_the_room_is_not_named_at_once(self) -> None:
        memory = MemoryDatabase()
        async with (
            receiving() as receiver,
            serving(MemoryStore(memory), webhook=at_once(receiver.url, turn_waits=300.0)) as served,
            peers(served.url, "boris", "carol") as (boris, carol),
        ):
            async with Peer(served.url) as anna:
                await anna.hello("anna")
                await choose(anna, your_turn=True)
                await choose(carol, your_turn=True)
                room = await a_game(anna, boris, time=DAYS)
                other = await carol.create("freestyle", DAYS)
                await boris.act(other, cmd.Join())
                assert len(memory.turns) == 2
                await play(carol, other, 180)  # whose turn is over
                await play(boris, other, 181)
                assert not receiver.tried
            assert (await turns(receiver, 1))[0]["room"] == room

    async def test_one_player_can_not_fill_the_channel_and_no_turn_that_goes_on_is_lost(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(turn_notifications, "MOST_AT_ONCE", 2)
        memory, games = MemoryDatabase(), 4
        async with (
            receiving() as receiver,
            serving(MemoryStore(memory), webhook=at_once(receiver.url)) as served,
            peers(served.url, "anna", "boris", "carol") as (anna, boris, carol),
        ):
            await choose(anna, your_turn=True)
            await choose(carol, your_turn=True)
            for _ in range(games):
                await a_game(anna, boris, time=DAYS)
            await turns(receiver, 2)
            await a_game(carol, boris, time=DAYS)
            named = [each["players"][0] for each in await turns(receiver, 3)]
            assert named == ["anna", "anna", "carol"]
            assert len(memory.turns) == games - 2
            assert {turn.player for turn in memory.turns.values()} == {anna.welcome.player.id}

    async def test_a_live_game_names_only_those_who_are_not_there(self) -> None:
        memory = MemoryDatabase()
        async with (
            receiving() as receiver,
            serving(MemoryStore(memory), webhook=at_once(receiver.url)) as served,
            peers(served.url, "boris") as (boris,),
        ):
            async with Peer(served.url) as anna:
                await anna.hello("anna")
                await choose(anna, your_turn=True)
                room = await a_game(anna, boris, time="30+30")
                assert not memory.turns
                await play(anna, room, 180)
            await until(lambda: not served.node.hub.is_connected(anna.welcome.player.id))
            await play(boris, room, 181)
            (named,) = await turns(receiver, 1)
        assert named["players"] == ["anna", "boris"]

    async def test_bots_and_guests_are_not_notified(self) -> None:
        async with (
            serving() as served,
            Peer(served.url) as bot,
            Peer(served.url) as guest,
            peers(served.url, "anna") as (anna,),
        ):
            await bot.hello("deep-pente", kind=PlayerKind.BOT)
            await guest.hello()
            assert await bot.code(ChooseNotifications, your_turn=True) == ErrorCode.NOT_AVAILABLE
            assert await guest.code(ChooseNotifications) == ErrorCode.ACCOUNT_NEEDED
            assert not (await choose(anna)).your_turn
            found = await choose(anna, your_turn=True)
            assert (found.your_turn, found.are_sent) == (True, False)  # there is no webhook
            assert (await choose(anna)).your_turn
            assert not (await choose(anna, your_turn=False)).your_turn


class TestWhatIsStillSo:
    """The receiver is down while a turn ends in some way."""

    async def test_a_player_who_has_moved_meanwhile(self) -> None:
        async def moves(anna: Peer, room: Any) -> None:
            await play(anna, room, 180)

        assert not await taken_after(moves)

    async def test_a_player_who_does_not_want_it_any_more(self) -> None:
        async def opts_out(anna: Peer, _: Any) -> None:
            await choose(anna, your_turn=False)

        assert not await taken_after(opts_out)

    async def test_all_the_same_in_other_cases(self) -> None:
        async def chats(anna: Peer, room: Any) -> None:
            await anna.act(room, cmd.Say("hello"))

        (named,) = await taken_after(chats)
        assert named["players"] == ["anna", "boris"]


async def taken_after(act: Callable[[Peer, Any], Awaitable[None]]) -> list[dict[str, Any]]:
    """What arrives of a turn, if a player does something while the receiver is down."""
    memory, is_up = MemoryDatabase(), False
    async with (
        receiving(lambda _: 204 if is_up else 503) as receiver,
        serving(MemoryStore(memory), webhook=at_once(receiver.url)) as served,
        peers(served.url, "anna", "boris") as (anna, boris),
    ):
        await choose(anna, your_turn=True)
        room = await a_game(anna, boris, time=DAYS)
        await until(lambda: receiver.tried > 0)
        await act(anna, room)
        is_up = True
        await nothing_is_left(memory)
        return [request.json for request in receiver.taken]


class TestPrivacy:
    @pytest.mark.parametrize("options", [Options(private=True), DELAYED])
    @pytest.mark.parametrize("form", list(WebhookForm))
    async def test_of_a_private_game_nothing_but_the_players_own_name(
        self, form: WebhookForm, options: Options
    ) -> None:
        async with (
            receiving() as receiver,
            serving(webhook=at_once(receiver.url, form=form)) as served,
            peers(served.url, "anna", "boris") as (anna, boris),
        ):
            await choose(anna, your_turn=True)
            room = await anna.create("freestyle", DAYS, options=options)
            await boris.act(room, cmd.Join())
            await until(lambda: bool(receiver.taken))
        (request,) = receiver.taken
        sent = repr(request.headers) + request.body.decode()
        assert "anna, it is your turn in a private game, with 2 days 23 hours left." in sent
        assert not any(secret in sent for secret in ("boris", room, "freestyle", DAYS))

    def test_hosts_get_it_unless_they_choose_others(self) -> None:
        assert WebhookEvent.YOUR_TURN in CHOSEN


class TestCorrespondence:
    async def test_plans_a_vacation_new_nodes_and_a_receiver_that_is_down_half_of_the_time(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(delivery, "LONGEST_DELAY", 0.02)
        memory = MemoryDatabase()
        async with receiving(lambda number: 503 if number % 2 == 0 else 204) as receiver:
            webhook = at_once(receiver.url, secret=SECRET)
            async with (
                serving(MemoryStore(memory), webhook=webhook) as served,
                peers(served.url, "anna", "boris") as (anna, boris),
            ):
                await choose(anna, your_turn=True)
                await choose(boris, your_turn=True)
                room = await a_game(anna, boris, time=DAYS)
                await turns_of(receiver, "anna")
                await play(anna, room, 180)
                await turns_of(receiver, "anna", "boris")
                await anna.act(room, cmd.SetConditions(((Point(181), Point(182)),)))
                credentials = anna.credential, boris.credential
            async with serving(MemoryStore(memory), webhook=webhook) as served, Peer(served.url) as boris:
                await boris.hello(credential=credentials[1], rooms={room: 0})
                await boris.told(VacationFound, TakeVacation, days=2)
                await boris.happened(ev.VacationStarted)
                await play(boris, room, 181)  # anna's plan answers, and it is boris's turn again
                await boris.told(VacationFound, TakeVacation, days=0)
                await boris.happened(ev.VacationEnded)
                await turns_of(receiver, "anna", "boris", "boris")
            async with serving(MemoryStore(memory), webhook=webhook) as served, Peer(served.url) as boris:
                await boris.hello(credential=credentials[1], rooms={room: 0})
                await play(boris, room, 183)
                await turns_of(receiver, "anna", "boris", "boris", "anna")
                await nothing_is_left(memory)
        assert receiver.tried >= 2 * len(receiver.taken)
        assert all(request.is_signed() for request in receiver.taken)


async def turns_of(receiver: Receiver, *names: str) -> None:
    """Wait until these were named, one after the other, a notification that came again counted once."""

    def named() -> list[str]:
        by_id = {request.json["id"]: request.json["text"] for request in receiver.taken}
        return [text.split(",")[0] for text in by_id.values()]

    await until(lambda: named() == list(names))


async def test_who_is_away_is_notified_that_a_paused_game_is_to_go_on() -> None:
    memory = MemoryDatabase()
    async with (
        receiving() as receiver,
        serving(MemoryStore(memory), webhook=at_once(receiver.url)) as served,
        peers(served.url, "anna", "boris") as (anna, boris),
    ):
        room = await a_game(anna, boris, time=DAYS)
        await anna.act(room, cmd.Offer(OfferKind.PAUSE))
        await boris.act(room, cmd.Accept(OfferKind.PAUSE))
        await choose(anna, your_turn=True)
        await boris.act(room, cmd.Resume())
        (told,) = await turns(receiver, 1)
    assert told["text"].startswith("anna, your opponent wants to go on after the pause against boris ")
    assert "with 23 hours" in told["text"]
