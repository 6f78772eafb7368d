"""A server that is full, or not there behind its proxy: what players are told, and that they get in later."""

import signal
from pathlib import Path

import pytest

from pente_server.limits.limits import Allowance
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.http import refusals
from tests.support.client.fake_proxy import proxy_without_server
from tests.support.peer import GENEROUS, peers, serving
from tests.support.processes import Process

AWAY = "The server is not there just now. Trying again."
GATEWAY = ("502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout")


@pytest.fixture
def _not_exempt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loopback counts like any address."""
    monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)


class TestFull:
    @pytest.mark.usefixtures("_not_exempt")
    @pytest.mark.parametrize("command", ["play", "watch", "lobby", "profile"])
    async def test_the_ninth_person_of_a_club_is_told_so(self, command: str, tmp_path: Path) -> None:
        names = [f"member{number}" for number in range(8)]
        url = ("--server",) if command == "profile" else ()
        async with (
            serving(allowance=Allowance()) as served,
            peers(served.url, *names),
            Process(command, *url, served.url, "--json", state=tmp_path) as ninth,
        ):
            assert await ninth.ended() == 3
        assert "".join(ninth.said) == (
            f"pente {command}: too many people are connected from your network (8); close one, or ask the"
            " host to raise --connections-per-address"
        )

    @pytest.mark.usefixtures("_not_exempt")
    async def test_a_bot_is_told_so_too(self, tmp_path: Path) -> None:
        async with (
            serving(allowance=Allowance(connections_per_address=1)) as served,
            peers(served.url, "ann"),
            Process("bot", served.url, "--player", "random", state=tmp_path) as bot,
        ):
            assert await bot.ended() == 3
        assert "too many people are connected from your network (1)" in bot.said[-1]

    async def test_who_was_in_is_patient(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(refusals, "RETRY_AFTER", 1)
        async with (
            serving() as served,
            Process("play", served.url, "--plain", state=tmp_path, COLUMNS="200") as anna,
        ):
            await anna.line_with("Waiting")
            with monkeypatch.context() as crowd:
                crowd.setattr(ConnectionLimiter, "is_full_for", lambda *_: True)
                for connection in tuple(served.node.server.connections):
                    connection.abort()
                told = await anna.line_with("Too many people")
            await anna.line_with("Connected again.")
        assert told.startswith("Connection lost: Too many people are connected from your network")
        assert told.endswith("Trying again.")


class TestAway:
    @pytest.mark.parametrize("status", GATEWAY)
    async def test_a_first_connection_waits_for_the_server(self, status: str, tmp_path: Path) -> None:
        async with serving() as served, proxy_without_server(status) as proxy:
            proxy.server = served.port
            async with Process("play", proxy.url, "--plain", state=tmp_path) as anna:
                assert await anna.line() == AWAY
                proxy.status = ""
                await anna.line_with("Waiting")

    @pytest.mark.parametrize(
        ("arguments", "told"), [(("watch", "--json"), '"t":"connected"'), (("lobby", "--plain"), "open")]
    )
    async def test_so_does_every_output(self, arguments: tuple[str, str], told: str, tmp_path: Path) -> None:
        command, output = arguments
        async with serving() as served, proxy_without_server(GATEWAY[0]) as proxy:
            proxy.server = served.port
            async with Process(command, proxy.url, output, state=tmp_path) as program:
                assert await program.line() == AWAY
                proxy.status = ""
                await program.line_with(told)

    async def test_so_does_a_bot(self, tmp_path: Path) -> None:
        async with serving() as served, proxy_without_server(GATEWAY[1]) as proxy:
            proxy.server = served.port
            async with Process("bot", proxy.url, "--player", "random", state=tmp_path) as bot:
                await bot.line_with("trying again: the server is not there just now")
                proxy.status = ""
                await bot.line_with("plays at")

    async def test_ctrl_c_ends_the_waiting(self, tmp_path: Path) -> None:
        async with (
            proxy_without_server(GATEWAY[2]) as proxy,
            Process("play", proxy.url, "--plain", state=tmp_path) as anna,
        ):
            assert await anna.line() == AWAY
            anna.process.send_signal(signal.SIGINT)
            assert await anna.ended() == 130
        assert "Traceback" not in "\n".join(anna.said)

    async def test_a_game_goes_on_when_the_server_is_back(self, tmp_path: Path) -> None:
        async with serving(allowance=GENEROUS) as served, proxy_without_server("") as proxy:
            proxy.server = served.port
            async with Process("play", proxy.url, "--plain", state=tmp_path) as anna:
                await anna.line_with("Waiting")
                proxy.status = GATEWAY[1]
                proxy.cut()
                await anna.line_with("Connection lost: the server is not there just now. Trying again.")
                proxy.status = ""
                await anna.line_with("Connected again.")
