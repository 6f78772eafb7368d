"""People who come over SSH, with the real server, the real door and OpenSSH's client."""

import asyncio
import os
import re
import shutil
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncssh
import pytest

from pente_client.connection import Client
from tests.support.processes import JsonProcess, Process, ServerProcess, serving
from tests.support.server_program import one_sentence, refused
from tests.support.server_program import serving as serving_program
from tests.support.ssh.openssh import KEYGEN, SSH, OpenSsh, command, make_key, running
from tests.support.ssh.ssh_terminal import SshTerminal, at_the_door, key
from tests.support.waiting import until

needs_openssh = pytest.mark.skipif(not (SSH and KEYGEN), reason="OpenSSH's client is not installed")
needs_tmux = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")


@dataclass
class WithDoor:
    """A server with a door."""

    server: ServerProcess
    port: int


@asynccontextmanager
async def with_door(data: Path, *options: str) -> AsyncIterator[WithDoor]:
    async with serving(data, "--ssh", "0", *options) as server:
        line = await server.process.line_with("play over SSH")
        yield WithDoor(server, int(re.findall(r"-p (\d+)", line)[0]))


@pytest.fixture
async def door(tmp_path: Path) -> AsyncIterator[WithDoor]:
    async with with_door(tmp_path / "data") as door:
        yield door


async def named(terminal: SshTerminal, name: str) -> None:
    """Come for the first time."""
    await terminal.until("Your name here")
    terminal.type(f"{name}\r")
    await terminal.until(name, "? help")


async def test_a_seat_is_continued_in_another_door(door: WithDoor, tmp_path: Path) -> None:
    anna, server = key(), door.server
    async with AsyncExitStack() as people:
        boris = await people.enter_async_context(
            JsonProcess(
                *("play", server.url, "--new", "--seat", "0", "--json", "--name", "boris"),
                state=tmp_path / "boris",
            )
        )
        await boris.until("room")
        first = await people.enter_async_context(at_the_door(door.port, keys=[anna]))
        await named(first, "anna")
        first.type("p")
        await boris.until("started")
        await boris.type("K10")
        await first.until("Your turn")
        first.type("K9\r")
        assert (await boris.until("move", lambda line: line["ply"] == 2))["player"]["name"] == "anna"
        await boris.type("N10")
        await boris.until("move", lambda line: line["ply"] == 3)
        async with at_the_door(door.port, "link", [anna]) as link:
            await link.until("The code from your other device")
            link.type("\r")
            assert await link.end() == 0
        code = re.findall(r"The code: (\S+)\.", link.received)[0]
        async with Process("account", "link", code, server.url, state=tmp_path / "anna") as linking:
            await linking.line_with("You are anna")
        plain = await people.enter_async_context(
            Process("play", server.url, "--plain", state=tmp_path / "anna")
        )
        await first.until("on another connection")
        await plain.type("L8")
        assert (await boris.until("move", lambda line: line["ply"] == 4))["point"] == "L8"
        await boris.type("A1")
        await boris.until("move", lambda line: line["ply"] == 5)
        again = await people.enter_async_context(at_the_door(door.port, keys=[anna]))
        await again.until("anna", "? help")
        again.type("p")
        await again.until("Your turn")
        again.type("M7\r")
        assert (await boris.until("move", lambda line: line["ply"] == 6))["point"] == "M7"


async def test_a_friend_comes_by_the_join_code(door: WithDoor, tmp_path: Path) -> None:
    new = ("play", door.server.url, "--new", "--private", "--json", "--name", "boris")
    async with JsonProcess(*new, state=tmp_path) as boris:
        room = await boris.until("room")
        async with at_the_door(door.port, room["code"].lower(), [key()]) as anna:
            await anna.until("Your name here")
            anna.type("anna\r")
            await boris.until("started")
            await anna.until("boris", "anna")


async def test_the_password_of_a_room_is_asked_for_until_it_is_right(door: WithDoor, tmp_path: Path) -> None:
    new = ("play", door.server.url, "--new", "--room-password", "--json", "--name", "boris")
    async with JsonProcess(*new, state=tmp_path, PENTE_ROOM_PASSWORD="sesame") as boris:
        room = await boris.until("room")
        async with at_the_door(door.port, room["code"], [key()]) as anna:
            await anna.until("Your name here")
            anna.type("anna\r")
            for password in ("open", "barley", "sesame"):
                await anna.until("The password of this room (Enter: back to the lobby):")
                anna.type(f"{password}\r")
                if password != "sesame":
                    await anna.until("That is not the password of this room.")
            await boris.until("started")
            assert "sesame" not in anna.received
        async with at_the_door(door.port, room["code"], [key()]) as clara:
            await clara.until("Your name here")
            clara.type("clara\r")
            await clara.until("The password of this room")
            clara.type("\r")
            await clara.until("clara", "? help")


async def test_a_name_is_asked_for_once_and_can_be_changed(door: WithDoor) -> None:
    anna = key()
    async with at_the_door(door.port, keys=[anna]) as terminal:
        await terminal.until("Your name here")
        terminal.type("x\r")
        await terminal.until("2 to 20 letters")
        terminal.type("anna\r")
        await terminal.until("anna", "? help")
    async with at_the_door(door.port, keys=[key()]) as other:
        await other.until("Your name here")
        other.type("anna\r")
        await other.until("belongs to another player")
    async with at_the_door(door.port, "name", [anna]) as terminal:
        await terminal.until("Your new name")
        terminal.type("annika\r")
        assert await terminal.end() == 0
        assert "You are annika now." in terminal.received
    async with at_the_door(door.port, keys=[anna]) as terminal:
        await terminal.until("annika", "? help")


async def test_a_key_takes_over_the_account_of_another_device(door: WithDoor, tmp_path: Path) -> None:
    native = ("account", "create", "anna", door.server.url)
    async with Process(*native, state=tmp_path) as creating:
        await creating.line_with("You are anna")
    async with Process("account", "link", door.server.url, state=tmp_path) as offering:
        line = await offering.line_with("pente account link")
    code, anna = line.split()[3], key()
    async with at_the_door(door.port, "link", [anna]) as link:
        await link.until("The code from your other device")
        link.type(f"{code}\r")
        assert await link.end() == 0
    async with at_the_door(door.port, keys=[anna]) as terminal:
        await terminal.until("anna", "? help")
    async with Process("account", "devices", door.server.url, state=tmp_path) as devices:
        await devices.line_with("SSH")


async def test_a_password_of_the_server_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("open sesame\n")
    async with (
        with_door(tmp_path / "data", "--password-file", str(tmp_path / "password")) as door,
        at_the_door(door.port, keys=[key()]) as terminal,
    ):
        await terminal.until("Your name here")
        terminal.type("anna\r")
        await terminal.until("Password of the server:")
        terminal.type("wrong\r")
        await terminal.until("not the password")
        terminal.type("open sesame\r")
        await terminal.until("anna", "? help")
        assert "open sesame" not in terminal.received


async def test_a_door_of_its_own_hands_out_no_password_and_survives_its_server(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("open sesame\n")
    options = ("--password-file", str(tmp_path / "password"), "--trusted-proxy", "127.0.0.1")
    async with serving(tmp_path / "data", *options) as server:
        words = ("ssh-door", server.url, "--port", "0")
        async with Process(*words, state=tmp_path, PENTE_PASSWORD="open sesame") as opened:
            port = int(re.findall(r"-p (\d+)", await opened.line_with("play:"))[0])
            anna = key()
            async with at_the_door(port, keys=[anna]) as terminal:
                await terminal.until("Your name here")
                terminal.type("anna\r")
                await terminal.until("Password of the server:")
                terminal.type("open sesame\r")
                await terminal.until("anna", "? help")
                await server.kill()
                await server.start()
                terminal.type("n")
                await terminal.until("In one line")
                terminal.type("5+3\r")
                await terminal.until("Waiting for another player")


async def test_the_door_is_started_again_with_its_keys(door: WithDoor) -> None:
    anna = key()
    async with at_the_door(door.port, keys=[anna]) as terminal:
        await named(terminal, "anna")
        for child in children_of(door.server.process.process.pid):
            if "ssh-door" in child.read_text():
                os.kill(int(child.parent.name), signal.SIGKILL)
        await terminal.end()

    async def is_back() -> bool:
        try:
            async with at_the_door(door.port, keys=[anna]) as again:
                await again.until("anna", "? help")
        except (OSError, asyncssh.Error):
            return False
        return True

    await until(is_back)


async def test_the_server_logs_the_address_for_which_a_gateway_connects() -> None:
    options = ("--port", "0", "--store", "memory", "--trusted-proxy", "127.0.0.1", "--log-level", "info")
    async with (
        serving_program(*options) as served,
        Client(await served.url(), name="anna", on_behalf_of="203.0.113.7"),
    ):
        assert "name=anna" in await served.logged(" address=203.0.113.7 ")


def children_of(parent: int) -> list[Path]:
    """The command lines of the processes that a process has started."""
    return [
        stat.with_name("cmdline")
        for stat in Path("/proc").glob("[0-9]*/stat")
        if f") {stat.read_text().rpartition(') ')[2][0]} {parent} " in stat.read_text()
    ]


async def test_the_server_says_why_it_can_not_open_a_door(tmp_path: Path) -> None:
    store = ("--port", "0", "--store", "memory", "--data", str(tmp_path))
    async with serving(tmp_path / "other") as other:
        status, complaint = await refused(*store, "--ssh", str(other.port))
    assert status == 1
    assert one_sentence(complaint, f"port {other.port} is in use", "--ssh")


# OpenSSH


@asynccontextmanager
async def openssh(
    door: WithDoor, directory: Path, user: str = "play", identity: Path | None = None, columns: int = 80
) -> AsyncIterator[OpenSsh]:
    async with running(command(user, door.port, identity, directory), columns) as ssh:
        yield ssh


@needs_openssh
async def test_openssh_shows_the_lobby_and_a_game(door: WithDoor, tmp_path: Path) -> None:
    identity = make_key(tmp_path)
    async with openssh(door, tmp_path, identity=identity) as ssh:
        await ssh.until("Your name here")
        ssh.type("anna\r")
        await ssh.until("anna", "? help")
        ssh.type("n")
        await ssh.until("In one line")
        ssh.type("5+3\r")
        await ssh.until("Waiting for another player", f"ssh -p {door.port} ")
        code = re.findall(r"ssh -p \d+ (\w{6})@127", ssh.text.replace("\n", " "))[0]
        async with at_the_door(door.port, code, [key()]) as boris:
            await boris.until("Your name here")
            boris.type("boris\r")
            await ssh.until("boris", "anna")
            await boris.until("boris", "anna")
        ssh.resize(100, 30)
        await ssh.until("boris", "anna")


@needs_openssh
async def test_openssh_without_a_key_plays_as_a_guest_or_watches(door: WithDoor, tmp_path: Path) -> None:
    async with openssh(door, tmp_path) as ssh:
        await ssh.until("Type guest to play without a key:")
        ssh.type("guest\r")
        await ssh.until("guest-", "? help")
        ssh.type("q")
        assert await ssh.ended() == 0
    async with openssh(door, tmp_path, "watch", columns=100) as ssh:
        await ssh.until("No game is on")
        ssh.type("\x03")
        assert await ssh.ended() == 0


@needs_openssh
async def test_silent_connections_from_many_addresses_shut_nobody_out(door: WithDoor, tmp_path: Path) -> None:
    with ExitStack() as silent:
        for number in [*range(2, 15)] * 8:
            try:
                each = socket.create_connection(
                    ("127.0.0.1", door.port), source_address=(f"127.0.0.{number}", 0)
                )
            except OSError as error:
                pytest.skip(f"this system has one address of loopback only ({error})")
            silent.enter_context(each)
        async with openssh(door, tmp_path, identity=make_key(tmp_path)) as ssh:
            await ssh.until("Your name here")


@needs_openssh
@pytest.mark.parametrize(
    ("user", "shown"),
    [
        (
            "k7m2q0",
            ("Nothing here is called k7m2q0.", "a code has 6 characters", "play, watch, name, link or a"),
        ),
        ("anna", ("Nothing here is called anna.", "play@HOST", "play, watch, name, link or a")),
        ("name", ("This needs an SSH key", "ssh-keygen makes one", "watch@HOST")),
    ],
)
async def test_openssh_shows_what_to_type_instead(
    door: WithDoor, tmp_path: Path, user: str, shown: tuple[str, ...]
) -> None:
    async with running(command(user, door.port, None, tmp_path, "INFO"), columns=600) as ssh:
        assert await ssh.ended() != 0
        await ssh.until(*shown)
    assert "Permission denied" not in ssh.text


@needs_openssh
async def test_openssh_and_the_log_say_that_an_address_has_all_its_sessions(tmp_path: Path) -> None:
    options = ("--port", "0", "--store", "memory", "--data", str(tmp_path), "--ssh", "0")
    async with serving_program(*options, "--ssh-sessions-per-address", "1") as served:
        port = int(re.findall(r"ssh -p (\d+)", await served.greeting())[0])
        async with at_the_door(port, "watch") as one:
            await one.until("No game is on")
            async with running(command("play", port, None, tmp_path), columns=600) as ssh:
                assert await ssh.ended() != 0
                await ssh.until(
                    "Your address has all 1 sessions that it may have; end one, or ask the host for"
                )
        assert "127.0.0.1 was turned away: all 1 sessions of one address" in await served.logged(
            "turned away"
        )


@needs_openssh
@needs_tmux
async def test_openssh_in_tmux(door: WithDoor, tmp_path: Path) -> None:
    name, words = str(tmp_path / "tmux"), command("watch", door.port, None, tmp_path)

    async def tmux(*arguments: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *("tmux", "-S", name, "-f", "/dev/null", *arguments),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "TERM": "xterm-256color"},
        )
        return (await process.communicate())[0].decode()

    await tmux("new-session", "-d", "-x", "80", "-y", "24", *words)
    try:

        async def shows(part: str) -> bool:
            return part in await tmux("capture-pane", "-p")

        await until(lambda: shows("No game is on"))
        await tmux("resize-window", "-x", "60", "-y", "23")
        await until(lambda: shows("No game is on"))
        await tmux("send-keys", "?")
        await until(lambda: shows("closes"))
    finally:
        await tmux("kill-server")
