"""Notifications of the host: which there are, how they are sent, and that they arrive."""

import asyncio
import json
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from pente_client.cli import main
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_core.room import BotPolicy, Options
from pente_core.room import commands as cmd
from pente_core.value import replace
from pente_server.store.house_store import LeaseHolder
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.webhook import room_notifications
from pente_server.webhook.delivery import GIVEN_UP, WebhookDelivery
from pente_server.webhook.forms import WebhookForm, body_of, headers_of
from pente_server.webhook.notification import (
    Notification,
    WebhookEvent,
    decode_notification,
    encode_notification,
    new_notification,
)
from pente_server.webhook.sender import Delivery, Sent, Webhook
from pente_server.webhook.signature import InvalidSecret, read_secret
from pente_server.webhook.store_watch import StoreWatch
from tests.server.webhook.receiver import SECRET, Receiver, receiving
from tests.support.peer import Peer, a_game, peers, play, serving
from tests.support.waiting import until

NOW = Instant(1_800_000_000_000)
NODE = LeaseHolder("node")


def a_notification(number: int = 0, at: Instant = NOW) -> Notification:
    return Notification(f"id-{number}", WebhookEvent.TEST, at, f"number {number}")


class TestForms:
    def test_our_own_json_has_every_field(self) -> None:
        notification = Notification(
            "1",
            WebhookEvent.GAME_BEGINS,
            NOW,
            "ann and bob ...",
            "Club",
            "room",
            ("ann", "bob"),
            "pente",
            "5+3",
        )
        content_type, body = body_of(WebhookForm.JSON, notification)
        assert content_type == "application/json"
        assert json.loads(body) == {
            "id": "1", "event": "game-begins", "at": NOW, "text": "ann and bob ...", "server": "Club",
            "room": "room", "players": ["ann", "bob"], "ruleset": "pente", "time": "5+3",
        }  # fmt: skip
        assert decode_notification(body) == notification

    def test_names_mention_nobody_and_are_no_markup(self) -> None:
        notification = new_notification(WebhookEvent.TEST, NOW, "<!channel> a_b_c & @everyone", "Club")
        discord = json.loads(body_of(WebhookForm.DISCORD, notification)[1])
        assert discord == {
            "content": "Club: <!channel> a\\_b\\_c & @everyone", "allowed_mentions": {"parse": []},
        }  # fmt: skip
        slack = json.loads(body_of(WebhookForm.SLACK, notification)[1])
        assert slack == {"text": "Club: &lt;!channel&gt; a_b_c &amp; @everyone"}
        kind, text = body_of(WebhookForm.NTFY, notification)
        assert (kind, text.decode()) == ("text/plain; charset=utf-8", "Club: <!channel> a_b_c & @everyone")

    def test_a_link_is_not_escaped(self) -> None:
        link = "https://pente.example.org/r/a_b_c"
        test = new_notification(WebhookEvent.TEST, NOW, f"x_y waits. To join: {link}")
        notification = replace(test, link=link)
        discord = json.loads(body_of(WebhookForm.DISCORD, notification)[1])
        assert discord["content"] == f"x\\_y waits. To join: {link}"
        assert headers_of(WebhookForm.NTFY, notification) == {"Click": link}
        assert headers_of(WebhookForm.NTFY, test) == headers_of(WebhookForm.SLACK, notification) == {}

    @pytest.mark.parametrize("body", [b"", b"{}", b"\xff", b'{"id": 1}'])
    def test_what_is_no_notification_is_none(self, body: bytes) -> None:
        assert decode_notification(body) is None


class TestSecrets:
    def test_a_text_or_base64(self) -> None:
        assert read_secret("0123456789abcdef") == b"0123456789abcdef"
        assert read_secret("whsec_MDEyMzQ1Njc4OWFiY2RlZg==") == b"0123456789abcdef"

    @pytest.mark.parametrize("text", ["", "too short", "whsec_MDEy", "whsec_%%%"])
    def test_others_are_refused(self, text: str) -> None:
        with pytest.raises(InvalidSecret):
            read_secret(text)

    def test_neither_address_nor_secret_is_shown(self) -> None:
        shown = repr(Webhook("https://example.org/token", secret=SECRET))
        assert "token" not in shown
        assert "secret of" not in shown


class TestSending:
    async def test_it_arrives_signed(self) -> None:
        async with receiving() as receiver:
            sent = await Webhook(receiver.url, secret=SECRET).send(a_notification(), lambda: 1_800_000_000.5)
        assert sent == Sent(Delivery.DELIVERED)
        (request,) = receiver.taken
        assert request.headers["webhook-id"] == "id-0"
        assert request.headers["webhook-timestamp"] == "1800000000"
        assert request.is_signed()
        assert not request.is_signed(b"another secret")

    @pytest.mark.parametrize(
        ("status", "delivery"),
        [(200, Delivery.DELIVERED), (301, Delivery.REJECTED), (307, Delivery.REJECTED),
         (404, Delivery.REJECTED), (429, Delivery.LATER), (500, Delivery.LATER), (503, Delivery.LATER),
         (0, Delivery.LATER)],
    )  # fmt: skip
    async def test_what_an_answer_means(self, status: int, delivery: Delivery) -> None:
        async with receiving(lambda _: status) as receiver:
            assert (await Webhook(receiver.url).send(a_notification())).delivery is delivery
        assert receiver.tried == 1  # no redirect is followed

    async def test_nobody_answers(self) -> None:
        async with receiving() as receiver:
            pass
        assert (await Webhook(receiver.url).send(a_notification())).delivery is Delivery.LATER


class TestDelivery:
    async def test_each_arrives_in_order_at_a_receiver_that_is_down_half_of_the_time(self) -> None:
        database = MemoryDatabase()
        async with receiving(lambda tried: 204 if tried % 2 else 503 if tried % 4 else 0) as receiver:
            webhook = Webhook(receiver.url, secret=SECRET)
            first = delivery_at(database, webhook)
            for number in range(6):
                first.add(a_notification(number))
            working = asyncio.create_task(first.run())
            await until(lambda: len(receiver.taken) >= 2)
            await killed(working)  # another node goes on with what is in the store
            second = delivery_at(database, webhook)
            second.add(a_notification(6))
            working = asyncio.create_task(second.run())
            await until(lambda: any(request.json["id"] == "id-6" for request in receiver.taken))
            await killed(working)
        ids = [request.json["id"] for request in receiver.taken]
        assert list(dict.fromkeys(ids)) == [f"id-{number}" for number in range(7)]
        assert all(request.is_signed() for request in receiver.taken)

    async def test_delays_grow_until_a_day_is_over(self) -> None:
        slept: list[float] = []
        clock = [int(NOW)]

        async def sleep(seconds: float) -> None:
            slept.append(seconds)
            clock[0] += round(seconds * 1000)
            if database.webhook.waiting == [] and delivery_is_done():
                raise asyncio.CancelledError
            await asyncio.sleep(0)

        def delivery_is_done() -> bool:
            return bool(slept) and clock[0] - NOW > GIVEN_UP

        async def send(_: Notification) -> Sent:
            return Sent(Delivery.LATER, "no")

        database = MemoryDatabase()
        delivery = WebhookDelivery(
            MemoryStore(database).webhook, send, lambda: Instant(clock[0]), sleep, node=NODE
        )
        delivery.add(a_notification())
        with pytest.raises(asyncio.CancelledError):
            await delivery.run()
        assert slept[:10] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300]
        assert set(slept[10:-1]) == {300}

    async def test_one_that_is_rejected_holds_nobody_back(self) -> None:
        async with receiving(lambda tried: 400 if tried == 0 else 204) as receiver:
            delivery = delivery_at(MemoryDatabase(), Webhook(receiver.url))
            for number in range(2):
                delivery.add(a_notification(number))
            working = asyncio.create_task(delivery.run())
            await until(lambda: len(receiver.taken) == 1)
            await killed(working)
        assert receiver.taken[0].json["id"] == "id-1"


def delivery_at(database: MemoryDatabase, webhook: Webhook) -> WebhookDelivery:
    async def soon(_: float) -> None:
        await asyncio.sleep(0.001)

    return WebhookDelivery(
        MemoryStore(database).webhook, webhook.send, database.now, soon, node=LeaseHolder(token_hex(8))
    )


async def killed(work: "asyncio.Task[None]") -> None:
    work.cancel()
    await asyncio.wait([work])


class TestRooms:
    async def test_a_game_begins_and_somebody_waits(self) -> None:
        async with receiving() as receiver:
            webhook = Webhook(receiver.url, waits=0.01)
            async with (
                serving(webhook=webhook, name="Club") as served,
                peers(served.url, "anna", "boris") as (anna, boris),
            ):
                await anna.create(options=Options(private=True))
                room = await anna.create(time="5+3")
                waits = await taken(receiver, "somebody-waits")
                await boris.act(room, cmd.Join())
                begins = await taken(receiver, "game-begins")
        assert waits["text"] == f"anna waits for an opponent (pente, 5+3). To join: pente play --room {room}"
        assert waits["players"] == ["anna"]
        assert set(begins["players"]) == {"anna", "boris"}
        assert (begins["room"], begins["ruleset"], begins["time"]) == (room, "pente", "5+3")
        assert {request.json["room"] for request in receiver.taken} == {room}  # nothing of the private one
        assert {request.json["server"] for request in receiver.taken} == {"Club"}

    async def test_a_game_ends(self) -> None:
        async with receiving() as receiver:
            events = frozenset({WebhookEvent.GAME_ENDS})
            async with (
                serving(webhook=Webhook(receiver.url, events=events)) as served,
                peers(served.url, "anna", "boris") as (anna, boris),
            ):
                secret = await anna.create(options=Options(private=True))
                await boris.act(secret, cmd.Join())
                await boris.act(secret, cmd.Resign())
                room = await a_game(anna, boris)
                await play(anna, room, 180)
                await boris.act(room, cmd.Resign())
                ends = await taken(receiver, "game-ends")
        how = f"To see it: pente replay {room}"
        assert ends["text"] == f"anna beat boris by resignation, 1 stone (freestyle, -). {how}"
        assert {request.json["room"] for request in receiver.taken} == {room}

    async def test_a_player_waits_once_in_ten_minutes_in_however_many_rooms(self) -> None:
        async with receiving() as receiver:
            webhook = Webhook(receiver.url, waits=0.01)
            async with (
                serving(webhook=webhook) as served,
                peers(served.url, "anna", "boris") as (anna, boris),
            ):
                first = await anna.create(time="5+3")
                await taken(receiver, "somebody-waits")
                second = await anna.create(time="3+2")
                third = await boris.create(time="3+2")
                await until(lambda: len(receiver.taken) == 2)
                looks = served.node.host_webhooks[0].tasks
                await until(lambda: not looks)
        assert {request.json["room"] for request in receiver.taken} == {first, third}
        assert second

    async def test_one_host_can_not_fill_the_channel_with_games_that_begin(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(room_notifications, "MOST_AT_ONCE", 2)
        events = frozenset({WebhookEvent.GAME_BEGINS})
        async with (
            receiving() as receiver,
            serving(webhook=Webhook(receiver.url, events=events)) as served,
            peers(served.url, "anna", "boris") as (anna, boris),
        ):
            first, second, _ = [await a_game(anna, boris) for _ in range(3)]
            last = await a_game(boris, anna)
            await until(lambda: len(receiver.taken) == 3)
        assert [request.json["room"] for request in receiver.taken] == [first, second, last]

    async def test_bots_among_themselves_are_no_news(self) -> None:
        async with (
            receiving() as receiver,
            serving(webhook=Webhook(receiver.url, waits=0.01)) as served,
            Peer(served.url) as one,
            Peer(served.url) as other,
            Peer(served.url) as anna,
        ):
            await one.hello("one-bot", kind=PlayerKind.BOT)
            await other.hello("other-bot", kind=PlayerKind.BOT)
            await anna.hello("anna")
            await other.act(await one.create(options=Options(bots=BotPolicy.ANYBODY)), cmd.Join())
            room = await anna.create()
            await taken(receiver, "somebody-waits")
        assert {request.json["room"] for request in receiver.taken} == {room}


async def taken(receiver: Receiver, event: str) -> dict[str, Any]:
    def found() -> bool:
        return any(request.json["event"] == event for request in receiver.taken)

    await until(found)
    return next(request.json for request in receiver.taken if request.json["event"] == event)


class TestStoreWatch:
    async def test_the_host_is_told_when_the_store_is_away_and_back(self) -> None:
        troubles = iter(["", "the store does not answer", "the store does not answer", "still", ""])
        told: list[str] = []
        is_over = asyncio.Event()

        async def send(notification: Notification) -> Sent:
            told.append(notification.text)
            if len(told) == 2:
                is_over.set()
            return Sent(Delivery.DELIVERED)

        async def soon(_: float) -> None:
            await asyncio.sleep(0)

        watch = StoreWatch(lambda: next(troubles, ""), send, lambda: NOW, sleep=soon)
        working = asyncio.create_task(watch.run())
        await until(is_over.is_set)
        await killed(working)
        assert told == [
            "The store is away, and games stand still: the store does not answer.",
            "The store is back, and games go on.",
        ]


def test_the_twin_of_encoding() -> None:
    assert decode_notification(encode_notification(a_notification())) == a_notification()


class TestTry:
    async def test_the_host_tries_it(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        (tmp_path / "secret").write_bytes(SECRET + b"\n")
        async with receiving() as receiver:
            (tmp_path / "url").write_text(f"{receiver.url}\n")
            options = (
                "--webhook-url-file",
                str(tmp_path / "url"),
                "--webhook-secret-file",
                str(tmp_path / "secret"),
            )
            assert await asyncio.to_thread(main, ("admin", "webhook", "test", *options)) == 0
        (request,) = receiver.taken
        assert request.json["event"] == "test"
        assert request.is_signed()
        assert capsys.readouterr().err == "delivered\n"

    async def test_why_it_does_not_arrive(self, capsys: pytest.CaptureFixture[str]) -> None:
        async with receiving(lambda _: 403) as receiver:
            assert await asyncio.to_thread(main, ("admin", "webhook", "test", "--webhook", receiver.url)) == 1
        assert "HTTP status 403" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "options",
        [(), ("--webhook", "ftp://a"), ("--webhook", "https://a", "--webhook-events", "nothing"),
         ("--webhook", "https://a", "--webhook-secret-file", "/nowhere"), ("--webhook-waits", "0")],
    )  # fmt: skip
    def test_wrong_options_are_one_sentence(
        self, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(("admin", "webhook", "test", *options)) in (1, 2)
        assert len(capsys.readouterr().err.splitlines()) == 1
