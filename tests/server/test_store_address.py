"""The address of the store, and its password, which nobody else on the machine may see."""

import argparse
from pathlib import Path

import pytest
from redis.asyncio import BlockingConnectionPool

from pente_server.access.host_files import UnusableFile
from pente_server.serve_arguments import parse_options
from pente_server.store_address import InvalidStoreAddress, redis_url
from tests.support.server_program import one_sentence, refused, serving
from tests.support.valkey import ALWAYS, running_valkey


def parsed(*arguments: str | Path) -> argparse.Namespace:
    return parse_options([str(argument) for argument in arguments])


@pytest.mark.parametrize(
    "url", ["redis://:secret@h:1", "rediss://u:secret@h/0", "unix:///s?password=secret", "redis://[:a@b"]
)
async def test_a_password_in_the_command_line_is_refused(url: str) -> None:
    status, complaint = await refused("--redis", url)

    assert status == 2
    assert "--redis-password-file" in complaint
    assert "secret" not in complaint


@pytest.mark.parametrize("url", ["redis://h:1/0", "redis://user@h:1", "unix:///s?db=1", "nonsense"])
def test_other_addresses_are_for_the_store_to_judge(url: str) -> None:
    assert redis_url(parsed("--redis", url)) == url


@pytest.mark.parametrize(
    ("url", "user"),
    [
        ("redis://h:1/0", None),
        ("redis://user@h:1/0", "user"),
        ("redis://user@[::1]:1/0", "user"),
        ("unix:///s?db=1", None),
    ],
)
@pytest.mark.parametrize("password", ["secret", "@:/?#[]%", "two words", "ä"])
def test_the_password_comes_from_a_file(url: str, user: str | None, password: str, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(f"{password}\nnot this\n", encoding="utf-8")

    full = redis_url(parsed("--redis", url, "--redis-password-file", file))

    parts = BlockingConnectionPool.from_url(full).connection_kwargs
    before = BlockingConnectionPool.from_url(url).connection_kwargs
    assert parts["password"] == password
    assert parts.get("username") == user
    for name in ("host", "port", "db", "path"):
        assert parts.get(name) == before.get(name)


def test_a_password_needs_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PENTE_REDIS", raising=False)
    file = tmp_path / "secret"
    file.write_text("secret\n")
    with pytest.raises(InvalidStoreAddress, match="--redis"):
        redis_url(parsed("--redis-password-file", file))

    monkeypatch.setenv("PENTE_REDIS", "redis://h:1/0")
    assert redis_url(parsed("--redis-password-file", file)) == "redis://:secret@h:1/0"


def test_what_is_typed_takes_the_place_of_what_variables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENTE_REDIS", "redis://:secret@h:1")
    assert redis_url(parsed("--store", "memory")) == ""
    assert redis_url(parsed()) == "redis://:secret@h:1"
    monkeypatch.setenv("PENTE_STORE", "memory")
    assert parsed("--redis", "redis://g:1").store is None
    with pytest.raises(InvalidStoreAddress, match="PENTE_REDIS and PENTE_STORE"):
        redis_url(parsed())
    monkeypatch.setenv("PENTE_REDIS", "")
    assert parsed().store == "memory"


@pytest.mark.parametrize("content", [None, b"", b"\nx\n", b"\xff"], ids=repr)
def test_a_file_without_a_password(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UnusableFile, match="secret"):
        redis_url(parsed("--redis", "redis://h:1", "--redis-password-file", file))


async def test_a_server_with_a_password_for_its_store(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_text("sesame\n")
    wrong.write_text("open\n")
    with running_valkey(*ALWAYS, "--requirepass", "sesame") as valkey:
        store = ("--port", "0", "--redis", valkey.url)
        async with serving(*store, "--redis-password-file", str(right)) as served:
            assert "strict" in await served.greeting()
        status, complaint = await refused(*store, "--redis-password-file", str(wrong))

    assert status == 1
    assert one_sentence(complaint, "password")
    assert "sesame" not in complaint
