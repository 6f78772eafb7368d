"""The accounts of house bots of earlier versions."""

from pathlib import Path

import pytest

from pente_protocol.login.proof import account_of
from pente_server.house_bots.former_accounts import former_accounts


def test_the_accounts_of_all_addresses_are_found(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "identities.json").write_text(
        '{"version": 1, "identities": ['
        '{"server": "ws://127.0.0.1:9000/", "kind": "bot", "name": "random-bot", "token": "one"},'
        '{"server": "ws://127.0.0.1:9001/", "kind": "bot", "name": "random-bot", "token": "two"}]}'
    )
    assert former_accounts(tmp_path) == {account_of("one"), account_of("two")}


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"[]", b'{"identities": [1]}', b"[" * 100_000])
def test_a_file_that_is_missing_or_damaged_has_none(tmp_path: Path, content: bytes | None) -> None:
    (tmp_path / "house").mkdir()
    if content is not None:
        (tmp_path / "house" / "identities.json").write_bytes(content)
    assert former_accounts(tmp_path) == frozenset()
