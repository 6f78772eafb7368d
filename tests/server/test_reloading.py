"""What a server reads again at SIGHUP, with the real command line."""

import os
import pty
import signal
from pathlib import Path

import pytest

from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.hello import Hello
from tests.support.peer import Peer
from tests.support.server_program import serving, started

INFO = ("--log-level", "info")
MEMORY = ("--port", "0", "--store", "memory", *INFO)


async def refusal(url: str, name: str = "", password: str = "") -> str | None:
    """The code with which a server refuses a player; None if it does not."""
    async with Peer(url) as peer:
        fields = await peer.introduced(name, password=password)
        answer = await (await peer.post(Hello, **fields))
    return answer.code if isinstance(answer, Error) else None


async def test_a_new_password_is_for_new_connections(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("one\n")
    async with serving(*MEMORY, "--password-file", str(file)) as served:
        url = await served.url()
        async with Peer(url) as early:
            await early.hello(password="one")

            file.write_text("two\n")
            assert "reloaded" in await served.reloaded()
            assert await refusal(url, password="one") == ErrorCode.WRONG_PASSWORD
            assert await refusal(url, password="two") is None
            await early.create()


@pytest.mark.parametrize("content", [b"", b"\xff", b"x" * 501, None], ids=repr)
async def test_a_password_that_is_none_leaves_the_old_one(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "password"
    file.write_text("one")
    async with serving(*MEMORY, "--password-file", str(file)) as served:
        url = await served.url()
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)
        assert "the password can't be reloaded and stays as it was: " in await served.reloaded()
        await served.logged("reloaded")
        assert await refusal(url) == ErrorCode.PASSWORD_NEEDED
        assert await refusal(url, password="one") is None


async def test_a_file_of_options_is_read_again(tmp_path: Path) -> None:
    options, password, friends = (tmp_path / name for name in ("options", "password", "friends"))
    password.write_text("sesame")
    friends.write_text("anna\n")
    options.write_text("--store memory  # for now\n\n--port 0\n")
    async with serving(*INFO, f"@{options}") as served:
        url = await served.url()
        assert await refusal(url, "boris") is None

        options.write_text(
            "--store memory\n--port 0\n--log-level debug\n"
            f"--allow-list '{friends}'\n--password-file {password}\n"
        )
        assert "log_level=debug" in await served.reloaded()
        assert await refusal(url, "anna") == ErrorCode.PASSWORD_NEEDED
        assert await refusal(url, "cleo", "sesame") == ErrorCode.NOT_ALLOWED
        assert await refusal(url, "anna", "sesame") is None

        options.write_text("--store memory\n--port 0\n")
        await served.reloaded()
        assert await refusal(url, "cleo") is None


async def test_what_can_not_change_is_named(tmp_path: Path) -> None:
    options = tmp_path / "options"
    options.write_text("--store memory --port 0")
    async with serving(f"@{options}", "--log-level", "warning") as served:
        url = await served.url()
        options.write_text("--store memory --port 1 --host ::1 --rate-bots --no-lag-compensation")
        line = await served.reloaded("started again")
        assert line.rstrip().endswith(": --host, --port, --no-lag-compensation, --rate-bots")
        assert await refusal(url) is None


@pytest.mark.parametrize(
    "content",
    ["--nonsense", "--log-level loud", "--port x", "--password-file 'x", "--help", "@other", "\udcff", None],
)
async def test_options_that_make_no_sense_change_nothing(tmp_path: Path, content: str | None) -> None:
    options, password = tmp_path / "options", tmp_path / "password"
    password.write_text("one")
    options.write_text(f"--store memory --port 0 --password-file {password}")
    async with serving(*INFO, f"@{options}") as served:
        url = await served.url()
        if content is None:
            options.unlink()
        else:
            options.write_bytes(content.encode(errors="surrogateescape"))
        password.write_text("two")
        assert "the options can't be reloaded and stay as they were: " in await served.reloaded()
        assert "Traceback" not in await served.logged("reloaded")
        assert await refusal(url, password="two") is None
        assert await refusal(url, password="one") == ErrorCode.WRONG_PASSWORD


async def test_a_list_is_replaced_at_once(tmp_path: Path) -> None:
    friends = tmp_path / "friends"
    friends.write_text("anna\n")
    async with serving(*MEMORY, "--allow-list", str(friends)) as served:
        url = await served.url()
        assert await refusal(url, "boris") == ErrorCode.NOT_ALLOWED
        friends.write_bytes(b"\xff\xff")
        assert "the allow list can't be reloaded and stays as it was: " in await served.reloaded()
        assert await refusal(url, "boris") == ErrorCode.NOT_ALLOWED
        assert await refusal(url, "anna") is None
        friends.write_text("boris\n")
        await served.logged("reloaded")
        await served.reloaded()
        assert await refusal(url, "boris") is None


async def test_a_terminal_that_closes_ends_the_server() -> None:
    terminal, stdin = pty.openpty()
    async with started(MEMORY, {}, stdin) as served:
        os.close(stdin)
        await served.greeting()
        served.process.send_signal(signal.SIGHUP)
        await served.logged("reloaded")  # as it is still there

        os.close(terminal)
        served.process.send_signal(signal.SIGHUP)
        status, _ = await served.ended()
    assert status == 0
