"""The door with real connections, and visits that need no server."""

import asyncio
import socket
import stat
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from pente_client.ssh_door.channel_output import LARGEST
from pente_client.ssh_door.door_limits import DoorLimits
from pente_client.ssh_door.key_accounts import has_account
from pente_client.ssh_door.ssh_door import open_door
from pente_client.ssh_door.visitor import Visitor
from pente_client.terminal.ask import ask, write_line
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell
from tests.support.ssh.ssh_terminal import Answers, SshTerminal, at_the_door, connected, key, session_of
from tests.support.waiting import patience, until

Work = Callable[[Visitor], Awaitable[int]]


class OpenDoor:
    """A door on a free port, and who has come. Mutable."""

    def __init__(self, data: Path, work: Work) -> None:
        self.data = data
        self.work = work
        self.visitors: list[Visitor] = []
        self.port = 0
        self.close: Callable[[], Awaitable[None]]

    async def visit(self, visitor: Visitor) -> int:
        self.visitors.append(visitor)
        return await self.work(visitor)


async def greet(visitor: Visitor) -> int:
    """Say hello, and stay until Enter."""
    await ask(f"hello {visitor.entrance}")
    return 0


@asynccontextmanager
async def opened(
    data: Path, work: Work = greet, limits: DoorLimits | None = None, **options: Any
) -> AsyncIterator[OpenDoor]:
    door = OpenDoor(data, work)
    listener = socket.create_server(("127.0.0.1", 0))
    door.port = listener.getsockname()[1]
    async with open_door([listener], door.visit, data, limits or DoorLimits(), **options) as opened:
        door.close = opened.close
        yield door


def files_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.rglob("*") if path.is_file())


async def stays_refused(refusal: Callable[[], Awaitable[object]]) -> None:
    with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError, OSError)):
        await refusal()


# Who comes


async def test_a_key_has_accounts_of_its_own(tmp_path: Path) -> None:
    anna, boris = key(), key()
    async with opened(tmp_path) as door:
        for keys in ([anna], [boris], [anna]):
            async with at_the_door(door.port, keys=keys) as terminal:
                await terminal.until("hello play")
    first, second, again = (visitor.accounts for visitor in door.visitors)
    assert first is not None
    assert second is not None
    assert again is not None
    assert first.path == again.path != second.path
    assert door.visitors[0].settings == door.visitors[2].settings != door.visitors[1].settings
    assert not has_account(first)


async def test_nothing_is_kept_of_a_key_that_plays_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, at_the_door(door.port, keys=[key()]) as terminal:
        await terminal.until("hello play")
    assert files_in(tmp_path) == ["host_key"]


async def test_watching_needs_no_key_and_takes_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, at_the_door(door.port, "watch", [key()]) as terminal:
        await terminal.until("hello watch")
    assert door.visitors[0].accounts is None


async def test_a_guest_answers_a_question_and_has_no_accounts(tmp_path: Path) -> None:
    client = Answers("guest")
    async with opened(tmp_path) as door, at_the_door(door.port, client=client) as terminal:
        await terminal.until("hello play")
    assert door.visitors[0].accounts is None
    assert "only play as a guest" in client.asked[0]


@pytest.mark.parametrize(
    ("user", "answers", "options"),
    [
        ("play", ("letmein",), {}),
        ("play", ("guest",), {"takes_guests": False}),
        ("name", ("guest",), {}),
        ("link", ("guest",), {}),
        ("root", ("guest",), {}),
        ("play", (), {}),
    ],
)
async def test_others_do_not_get_in(
    tmp_path: Path, user: str, answers: tuple[str, ...], options: dict[str, Any]
) -> None:
    async with opened(tmp_path, **options) as door:
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(door.port, user, client=Answers(*answers)):
                raise AssertionError("signed in")
    assert door.visitors == []


async def test_answers_can_not_be_tried_without_end(tmp_path: Path) -> None:
    client = Answers("letmein", tries=10_000)
    async with opened(tmp_path) as door:
        with pytest.raises((asyncssh.Error, OSError)):
            async with connected(door.port, client=client):
                raise AssertionError("signed in")
    assert len(client.asked) < 50


async def test_another_user_name_is_told_what_to_type_whatever_the_key(tmp_path: Path) -> None:
    client = Answers()
    async with opened(tmp_path) as door:
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(door.port, "root", [key()], client):
                raise AssertionError("signed in")
    assert f"ssh -p {door.port} play@HOST" in client.banners[0]
    assert "Nothing here is called root." in client.banners[0]


async def test_a_join_code_is_a_user_name(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, at_the_door(door.port, "k7m2qx", [key()]) as terminal:
        await terminal.until("hello play")
    assert door.visitors[0].code == "K7M2QX"


class Forged(asyncssh.SSHKeyPair):
    """The public key of another person, with signatures by one's own."""

    def __init__(self, theirs: asyncssh.SSHKey, own: asyncssh.SSHKey) -> None:
        super().__init__(
            b"ssh-ed25519", b"ssh-ed25519", [b"ssh-ed25519"], [b"ssh-ed25519"], theirs.public_data, b""
        )
        self._own = own

    def sign(self, data: bytes) -> bytes:
        return self._own.sign(data, b"ssh-ed25519")


async def test_a_key_that_is_named_and_not_proven_is_nobodys(tmp_path: Path) -> None:
    anna = key()
    async with opened(tmp_path) as door:
        async with at_the_door(door.port, keys=[Forged(anna, key())], client=Answers("guest")) as terminal:
            await terminal.until("hello play")
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(door.port, "play", [Forged(anna, key())]):
                raise AssertionError("signed in")
    assert [visitor.accounts for visitor in door.visitors] == [None]


async def test_the_address_is_that_of_the_connection(tmp_path: Path) -> None:
    async with (
        opened(tmp_path, public_host="pente.example.org") as door,
        at_the_door(door.port, "watch") as terminal,
    ):
        await terminal.until("hello")
    (visitor,) = door.visitors
    assert visitor.address == "127.0.0.1"
    assert visitor.door.command("play") == f"ssh -p {door.port} play@pente.example.org"


# What they can't do


async def test_there_is_nothing_but_one_session(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door.port, keys=[key()]) as connection:
        await stays_refused(lambda: connection.create_session(asyncssh.SSHClientSession, "id"))
        await stays_refused(
            lambda: connection.create_session(asyncssh.SSHClientSession, term_type="xterm-256color")
        )


@pytest.mark.parametrize(
    "attempt",
    [
        lambda connection: connection.run("id", check=True),
        lambda connection: connection.start_sftp_client(),
        lambda connection: connection.open_connection("127.0.0.1", 22),
        lambda connection: connection.open_unix_connection("/var/run/docker.sock"),
        lambda connection: connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22),
        lambda connection: connection.forward_remote_path("/tmp/pente-test", "/tmp/other"),
        lambda connection: connection.create_session(asyncssh.SSHClientSession, subsystem="netconf"),
        lambda connection: connection.create_tun(asyncssh.SSHTunTapSession),
    ],
)
async def test_commands_files_and_forwarding_are_refused(
    tmp_path: Path, attempt: Callable[[asyncssh.SSHClientConnection], Awaitable[object]]
) -> None:
    async with opened(tmp_path) as door, connected(door.port, keys=[key()]) as connection:
        await stays_refused(lambda: attempt(connection))
    assert door.visitors == []


async def test_variables_of_the_client_are_not_taken(tmp_path: Path) -> None:
    seen: list[dict[str, str]] = []

    async def look(_visitor: Visitor) -> int:
        seen.append(dict(session_terminal().environ))
        return 0

    async with opened(tmp_path, look) as door, connected(door.port, keys=[key()]) as connection:
        terminal = await session_of(connection, env={"PENTE_STATE": "/tmp", "LD_PRELOAD": "x"})
        await terminal.end()
    assert seen[0].keys() == {"TERM", "PENTE_CONFIG"}


@pytest.mark.parametrize("term", [None, "dumb", "x\x1b[2J"])
async def test_a_terminal_is_needed(tmp_path: Path, term: str | None) -> None:
    async with opened(tmp_path) as door, at_the_door(door.port, keys=[key()], term=term) as terminal:
        assert await terminal.end() == 2
    assert "need a terminal" in terminal.received
    assert door.visitors == []


async def test_there_are_so_many_sessions_from_an_address(tmp_path: Path) -> None:
    async with opened(tmp_path, limits=DoorLimits(per_address=2)) as door:
        async with at_the_door(door.port, "watch") as one, at_the_door(door.port, "watch"):
            await one.until("hello")
            with pytest.raises(asyncssh.DisconnectError, match="has all 2 sessions that it may have"):
                async with connected(door.port, "watch"):
                    raise AssertionError("let in")
        async with patience("a place"), at_the_door(door.port, "watch") as after:
            await after.until("hello")


async def test_who_sends_at_once_still_reads_why_they_are_turned_away(tmp_path: Path) -> None:
    async with (
        opened(tmp_path, limits=DoorLimits(sessions=1)) as door,
        at_the_door(door.port, "watch") as one,
    ):
        await one.until("hello")
        for sent in (b"SSH-2.0-x\r\n", b"x" * 65_536, b""):
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            writer.write(sent)
            async with patience("the end of the connection"):
                received = await reader.read()
            assert received.startswith(b"SSH-2.0-pente\r\n")
            assert b"All 1 sessions that there may be here are in use; come again later." in received
            writer.close()


async def test_the_log_says_who_was_turned_away_and_why_and_is_bounded(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = DoorLimits(per_address=1)
    async with opened(tmp_path, limits=limits) as door, at_the_door(door.port, "watch") as one:
        await one.until("hello")
        for _ in range(60):
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            async with patience("the end of the connection"):
                await reader.read()
            writer.close()
    lines = [record.getMessage() for record in caplog.records if "turned away" in record.getMessage()]
    assert lines[0] == (
        "127.0.0.1 was turned away: all 1 sessions of one address"
        " (--sessions-per-address, or --ssh-sessions-per-address)"
    )
    assert sum(int(line.split()[0]) if " more were " in line else 1 for line in lines) == 60
    assert len(lines) <= 8


async def test_signing_in_takes_no_longer_than_allowed(tmp_path: Path) -> None:
    async with opened(tmp_path, limits=DoorLimits(login=0.2)) as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        async with patience("the end of a connection that does not sign in"):
            received = await reader.read()
        assert received.startswith(b"SSH-2.0-")
        assert b"Signing in may take 0.2 seconds" in received
        writer.close()


async def test_a_connection_without_a_session_ends(tmp_path: Path) -> None:
    async with (
        opened(tmp_path, limits=DoorLimits(login=0.5)) as door,
        connected(door.port, "watch") as connection,
        patience("the end of a connection without a session"),
    ):
        await connection.wait_closed()


async def test_a_session_that_does_not_start_ends(tmp_path: Path) -> None:
    async with (
        opened(tmp_path, limits=DoorLimits(login=0.5)) as door,
        connected(door.port, "watch") as connection,
        patience("the end of a connection whose session has not started"),
    ):
        channel: Any = SSHClientChannel(
            connection, connection._loop, "strict", None, "strict", 65_536, 32_768
        )
        await channel._open(b"session")
        await connection.wait_closed()


async def test_a_session_without_a_key_press_ends_with_a_sentence(tmp_path: Path) -> None:
    async with (
        opened(tmp_path, limits=DoorLimits(idle=0.3)) as door,
        at_the_door(door.port, keys=[key()]) as terminal,
    ):
        await terminal.end()
    assert "You were away for long" in terminal.received


async def test_who_does_not_read_is_cut_off(tmp_path: Path) -> None:
    async def flood(_visitor: Visitor) -> int:
        while True:
            write_line("x" * 65_536)
            await asyncio.sleep(0)

    async with opened(tmp_path, flood) as door, connected(door.port, keys=[key()]) as connection:
        terminal = await session_of(connection)
        terminal.channel.pause_reading()
        await until(lambda: not sessions())
        assert len(terminal.sent) < 1 << 20


async def test_who_does_not_read_is_cut_off_whatever_their_window(tmp_path: Path) -> None:
    async def flood(_visitor: Visitor) -> int:
        for _ in range(400):
            write_line("x" * 65_536)
            await asyncio.sleep(0)
        return await greet(_visitor)

    async with opened(tmp_path, flood) as door, connected(door.port, keys=[key()]) as connection:
        transport: Any = vars(connection)["_transport"]
        channel, _ = await connection.create_session(
            SshTerminal, term_type="xterm", encoding=None, window=1 << 31
        )
        transport.pause_reading()
        assert channel is not None
        await until(lambda: not sessions())


@pytest.mark.parametrize(
    "sent",
    [b"GET / HTTP/1.1\r\n\r\n", b"\0" * 65_536, b"SSH-2.0-x\r\n" + b"\xff" * 65_536, b"SSH-1.5-x\r\n"],
    ids=["http", "zeros", "packets", "version-1"],
)
async def test_what_is_no_ssh_is_disconnected(tmp_path: Path, sent: bytes) -> None:
    async with opened(tmp_path) as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(sent)
        with suppress(ConnectionError):
            async with patience("the end of the connection"):
                await reader.read()
        writer.close()
        async with at_the_door(door.port, "watch") as terminal:
            await terminal.until("hello watch")


# Sessions beside each other


def sessions() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "ssh session"]


async def show_size(_visitor: Visitor) -> int:
    """A page that `q` leaves, and whose drawing fails after `x`."""
    keys, shell = KeyBindings(), TerminalShell[int]({}, ended=lambda status: status)
    broken: list[object] = []
    keys.add("q")(lambda _event: shell.leave(0))
    keys.add("x")(broken.append)
    keys.add("c-z")(lambda _event: shell.suspend())

    def drawn() -> str:
        if broken:
            raise ZeroDivisionError("a bug")
        size = get_app().output.get_size()
        return f"size {size.columns}x{size.rows}, TERM={session_terminal().environ['TERM']}"

    window = Window(FormattedTextControl(drawn, focusable=True))
    shell.build(Layout(window), keys, mouse=True)
    return await shell.run()


async def test_changes_of_the_window_are_drawn(tmp_path: Path) -> None:
    async with (
        opened(tmp_path, show_size) as door,
        at_the_door(door.port, keys=[key()], size=(100, 30)) as terminal,
    ):
        await terminal.until("size 100x30, TERM=xterm-256color")
        terminal.resize(60, 20)
        await terminal.until("size 60x20")
        terminal.type("q")
        assert await terminal.end() == 0


async def test_nobody_suspends_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[object] = []
    monkeypatch.setattr(Application, "suspend_to_background", suspended.append)
    async with opened(tmp_path, show_size) as door, at_the_door(door.port, keys=[key()]) as terminal:
        await terminal.until("size 80x24")
        terminal.type("\x1aq")
        assert await terminal.end() == 0
    assert suspended == []


async def test_a_window_of_a_hostile_size_is_drawn_in_bounds(tmp_path: Path) -> None:
    async with (
        opened(tmp_path, show_size) as door,
        at_the_door(door.port, keys=[key()], size=(300, 100)) as terminal,
    ):
        await terminal.until("size 300x100")
        for size in ((4_000_000_000, 4_000_000_000), (0, 0), (4_000_000_000, 4_000_000_000)):
            terminal.channel.change_terminal_size(*size)
        await until(lambda: f"size {LARGEST.columns}x{LARGEST.rows}" in terminal.received)


async def test_a_bug_ends_its_own_session_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with (
        opened(tmp_path, show_size) as door,
        at_the_door(door.port, keys=[key()]) as unlucky,
        at_the_door(door.port, keys=[key()], size=(90, 24)) as other,
    ):
        await unlucky.until("size 80x24")
        await other.until("size 90x24")
        unlucky.type("x")
        assert await unlucky.end() == 1
        assert "a bug" in caplog.text
        other.resize(70, 24)
        await other.until("size 70x24")
        other.type("q")
        assert await other.end() == 0


async def test_an_exception_of_a_visit_is_logged_and_ends_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_visitor: Visitor) -> int:
        raise ZeroDivisionError("a bug")

    async with opened(tmp_path, fail) as door, at_the_door(door.port, keys=[key()]) as terminal:
        assert await terminal.end() == 1
    assert "a session has failed; the others go on" in caplog.text


async def test_a_busy_session_does_not_stop_another(tmp_path: Path) -> None:
    stop = threading.Event()

    async def work(visitor: Visitor) -> int:
        if visitor.accounts is None:
            while not stop.is_set():  # never gives way to its own loop
                pass
            return 0
        return await show_size(visitor)

    async with (
        opened(tmp_path, work) as door,
        at_the_door(door.port, "watch") as busy,
        at_the_door(door.port, keys=[key()]) as other,
    ):
        await other.until("size 80x24")
        other.type("q")
        assert await other.end() == 0
        stop.set()
        assert await busy.end() == 0


async def test_the_door_closes_with_a_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, at_the_door(door.port, keys=[key()]) as terminal:
        await terminal.until("hello play")
        await door.close()
        assert await terminal.end() == 130
    assert "The door has closed. Your games go on" in terminal.received
    with pytest.raises((asyncssh.Error, OSError)):
        async with connected(door.port, "watch"):
            raise AssertionError("let in")
    await until(lambda: not sessions())


async def test_a_client_that_goes_away_leaves_no_thread(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        async with connected(door.port, keys=[key()]) as connection:
            terminal = await session_of(connection)
            await terminal.until("hello play")
            connection.abort()
        await until(lambda: not sessions())


async def test_the_data_directory_is_private(tmp_path: Path) -> None:
    data = tmp_path / "door"
    async with opened(data):
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        assert stat.S_IMODE((data / "host_key").stat().st_mode) == 0o600
