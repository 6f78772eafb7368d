"""Hello: who is let in, as whom, and what anybody else is told."""

import asyncio
import re
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pente_core.identity import PlayerKind
from pente_protocol.codec import encode
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.hello import Greeting, Hello
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.people import Profile, ProfileFound
from pente_protocol.messages.tv import Follow
from pente_protocol.untrusted_text import RESERVED_NAMES
from pente_protocol.version import SUBPROTOCOL
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.sessions import session, sign_in
from tests.support.peer import GENEROUS, Peer, Served, serving


async def refusal(url: str, **fields: Any) -> tuple[Error, int]:
    """The error and the close code that a hello gets."""
    async with Peer(url) as peer:
        answer = await (await peer.post(Hello, **await peer.introduced(**fields)))
        assert isinstance(answer, Error)
        code, reason = await peer.closed()
        assert reason
        return answer, code


class TestFirstMessage:
    async def test_a_stranger_becomes_a_guest(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            welcome = await peer.hello()
            assert peer.connection.subprotocol == SUBPROTOCOL

        assert re.fullmatch(r"guest-\d{6}", welcome.player.name)
        assert re.fullmatch(r"[0-9a-f]{32}", welcome.player.id)
        assert welcome.server.startswith("pente/")
        assert welcome.durability == "memory"
        assert welcome.limits == ()  # a guest has those of the greeting
        assert welcome.rooms == ()

    async def test_silence_is_not_waited_for(self, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(session, "HELLO_WITHIN", 0.05)
        async with Peer(served.url) as peer:
            assert await peer.closed() == (CloseCode.NO_HELLO, "no hello came in time")

    @pytest.mark.parametrize(
        "frame",
        [
            b"",
            b"\xff",
            b"\xc1",
            b"hello",
            "hello",
            b"\x80",
            b"\x91" * 4000,
            bytes(8192),
            encode(Rooms(RequestId(1))),
            encode(Follow(RequestId(1))),
            encode(Hello(RequestId(0), "test")),
        ],
        ids=lambda frame: repr(frame[:20]),
    )
    async def test_garbage_ends_the_connection(self, served: Served, frame: bytes | str) -> None:
        async with Peer(served.url) as peer:
            await peer.send(frame)
            code, reason = await peer.closed()

            assert code == CloseCode.BAD_MESSAGE
            greeting, error = peer.said
            assert isinstance(greeting, Greeting)
            assert isinstance(error, Error)
            assert error.code == ErrorCode.BAD_MESSAGE
            assert error.text.startswith(reason[:100])

    async def test_what_is_too_long_is_not_read(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            await peer.send(bytes(8193))
            assert (await peer.closed())[0] == CloseCode.TOO_BIG

    async def test_nobody_says_hello_twice(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            welcome = await peer.hello()
            again = await (await peer.post(Hello, client="test"))
            assert isinstance(again, Error)
            assert (again.code, again.at) == (ErrorCode.BAD_MESSAGE, "/t")
            assert (await peer.told(ProfileFound, Profile)).player == welcome.player

    @pytest.mark.parametrize("subprotocols", [["mqtt"], ["pente.v0+msgpack", "pente.v2+msgpack"], []])
    async def test_another_subprotocol_is_not_agreed_to(
        self, served: Served, subprotocols: list[Subprotocol]
    ) -> None:
        async with connect(served.url, subprotocols=subprotocols or None, proxy=None) as connection:
            with pytest.raises(ConnectionClosed) as caught:
                await connection.recv()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == CloseCode.BAD_SUBPROTOCOL
        assert SUBPROTOCOL in caught.value.rcvd.reason

    async def test_a_peer_that_leaves_in_the_middle_of_hello(self, served: Served) -> None:
        for _ in range(5):
            async with Peer(served.url) as peer:
                await peer.send(encode(Hello(RequestId(1), "test")))
                peer.connection.transport.abort()
        async with Peer(served.url) as peer:
            await peer.hello()
            assert served.node.health.report()["status"] == "ok"


class TestNames:
    async def test_a_name_and_its_secret(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            first = await peer.hello("Alice", kind=PlayerKind.BOT)
        async with Peer(served.url) as another:
            again = await another.hello(credential=peer.credential)
            assert again.player == first.player
            assert again.player.kind is PlayerKind.BOT

    async def test_one_player_on_many_connections(self, served: Served) -> None:
        async with Peer(served.url) as one, Peer(served.url) as two:
            first = await one.hello("Alice")
            assert (await two.hello(credential=one.credential)).player == first.player

    @pytest.mark.parametrize("name", ["Alice", "aLICE"])
    async def test_the_name_of_somebody_else(self, served: Served, name: str) -> None:
        async with Peer(served.url) as peer:
            await peer.hello("Alice")
        error, code = await refusal(served.url, name=name)

        assert error.code == ErrorCode.NAME_TAKEN
        assert code == CloseCode.REFUSED_HELLO

    @pytest.mark.parametrize(
        "name",
        [
            "a",
            "x" * 21,
            "with space",
            "semi;colon",
            "\x1b[2Jred",
            "new\nline",
            "nul\0",
            "right\u202eleft",
            "Älice",
            "аlice",
            "-" * 30,
            "--",
            "guest-000001",
            "Adm1n",
            *sorted(RESERVED_NAMES),
            "ADMIN",
            "Server",
        ],
        ids=ascii,
    )
    async def test_a_name_that_nobody_may_have(self, served: Served, name: str) -> None:
        error, code = await refusal(served.url, name=name)

        assert error.code == ErrorCode.BAD_NAME
        assert code == CloseCode.REFUSED_HELLO
        assert error.text.isprintable()
        assert error.text.isascii()

    async def test_many_claim_a_name_at_once(self, served: Served) -> None:
        async def claim() -> str:
            async with Peer(served.url) as peer:
                answer = await (await peer.post(Hello, **await peer.introduced("Alice")))
                return answer.code if isinstance(answer, Error) else "welcome"

        answers = await asyncio.gather(*(claim() for _ in range(12)))

        assert sorted(answers) == [ErrorCode.NAME_TAKEN] * 11 + ["welcome"]


class TestNewAccounts:
    async def test_from_this_machine_there_may_be_many(self) -> None:
        async with serving(allowance=Allowance(accounts=RateLimit(1e-6, 1))) as served:
            for _ in range(4):
                async with Peer(served.url) as peer:
                    await peer.hello()

    async def test_from_another_they_are_few_and_old_ones_may_come_back(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)
        async with serving(allowance=Allowance(accounts=RateLimit(1e-3, 2))) as served:
            async with Peer(served.url) as peer:
                await peer.hello()
                credential = peer.credential
            async with Peer(served.url) as peer:
                await peer.hello("Alice")
            error, code = await refusal(served.url, name="Bob")
            assert error.code == ErrorCode.RATE_LIMITED
            assert error.retry_ms is not None
            assert code == CloseCode.BUSY
            async with Peer(served.url) as peer:
                await peer.hello(credential=credential)


async def test_without_a_store_a_hello_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "PATIENCE", 0.05)
    async with serving(allowance=GENEROUS) as served:
        monkeypatch.setattr(served.node.heartbeat, "_last_good", float("-inf"))
        monkeypatch.setattr("pente_server.heartbeat.heartbeat.INTERVAL", 3600)

        async def away() -> None:
            served.node.heartbeat._open.clear()

        monkeypatch.setattr(served.node.heartbeat, "beat", away)
        error, code = await refusal(served.url, name="Bob")

    assert error.code == ErrorCode.UNAVAILABLE
    assert error.retry_ms == 500
    assert code == CloseCode.BUSY
