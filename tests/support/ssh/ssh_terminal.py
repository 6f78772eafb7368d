"""A person with an SSH client: a session of asyncssh on a terminal emulator."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any

import asyncssh
import pyte

from tests.support.waiting import patience


class SshTerminal(asyncssh.SSHClientSession[bytes]):
    """The client's side of a session: what it was sent, as an emulated terminal shows it. Mutable."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.channel: Any = None
        self.status: int | None = None
        self.ended = asyncio.Event()
        self._changed = asyncio.Event()

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def data_received(self, data: bytes, _datatype: Any) -> None:
        self.sent += data
        self._stream.feed(data)
        self._changed.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, _exc: Exception | None) -> None:
        self.ended.set()
        self._changed.set()

    @property
    def text(self) -> str:
        """The screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def received(self) -> str:
        """All that it was sent, with what controls the terminal."""
        return self.sent.decode("utf-8", "replace")

    async def until(self, *parts: str) -> str:
        """Wait until the screen shows some texts; the screen."""
        async with patience(f"{parts} on the screen", lambda: [self.text]):
            while not all(part in self.text for part in parts):
                assert not self.ended.is_set(), f"the session ended without {parts}: {self.text}"
                self._changed.clear()
                await self._changed.wait()
        return self.text

    def type(self, text: str) -> None:
        """Type something, as the keys send it."""
        self.channel.write(text.encode())

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.channel.change_terminal_size(columns, rows)

    async def end(self) -> int | None:
        """Wait for the end of the session; its exit status."""
        async with patience("the end of the session", lambda: [self.text]):
            await self.ended.wait()
        return self.status


class Answers(asyncssh.SSHClient):
    """A person without a key, who answers what they are asked."""

    def __init__(self, *answers: str, tries: int = 1) -> None:
        self.answers = answers
        self._tries = tries
        self.asked: list[str] = []
        self.banners: list[str] = []

    def auth_banner_received(self, msg: str, _lang: str) -> None:
        self.banners.append(msg)

    def kbdint_auth_requested(self) -> str | None:
        self._tries -= 1
        return "" if self.answers and self._tries >= 0 else None

    def kbdint_challenge_received(
        self, _name: str, instructions: str, _lang: str, prompts: Any
    ) -> Sequence[str]:
        self.asked.extend((instructions, *(prompt for prompt, _ in prompts)))
        return self.answers[: len(prompts)]


def key() -> asyncssh.SSHKey:
    """A new key."""
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def connected(
    port: int,
    user: str = "play",
    keys: Sequence[Any] = (),
    client: asyncssh.SSHClient | None = None,
    host: str = "127.0.0.1",
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """A connection that has signed in. Raises asyncssh.Error and ConnectionError."""
    connection, _ = await asyncssh.create_connection(
        lambda: client or Answers(),
        host,
        port,
        username=user,
        client_keys=list(keys) or None,
        known_hosts=None,
        agent_path=None,
        config=None,
        password_auth=False,
    )
    async with connection:
        yield connection


@asynccontextmanager
async def at_the_door(
    port: int,
    user: str = "play",
    keys: Sequence[Any] = (),
    *,
    size: tuple[int, int] = (80, 24),
    term: str | None = "xterm-256color",
    client: asyncssh.SSHClient | None = None,
    host: str = "127.0.0.1",
) -> AsyncIterator[SshTerminal]:
    """A session on a terminal."""
    async with connected(port, user, keys, client, host) as connection:
        yield await session_of(connection, size, term)


async def session_of(
    connection: asyncssh.SSHClientConnection,
    size: tuple[int, int] = (80, 24),
    term: str | None = "xterm-256color",
    env: Mapping[str, str] = MappingProxyType({}),
) -> SshTerminal:
    """A session of a connection, on a terminal."""
    terminal = SshTerminal(*size)
    await connection.create_session(
        lambda: terminal, term_type=term, term_size=size, env=list(env.items()), encoding=None
    )
    return terminal
