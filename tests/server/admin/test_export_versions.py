"""Exports of older programs are read for ever, and those of newer ones are refused."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pente_server.admin import export_format
from pente_server.admin.export_format import FORMAT, InvalidExport, item_to_line, read
from pente_server.admin.importer import check_file, check_store
from pente_server.admin.line_fields import ExportTag
from pente_server.admin.progress import Progress
from pente_server.store import Account
from pente_server.store.redis.store import RedisStore
from pente_server.store.server_identity import new_server_identity
from tests.contracts.accounts.devices import a_device, an_account
from tests.support.valkey import ALWAYS, running_valkey

FROZEN = Path(__file__).parents[2] / "data" / "frozen"
EXPORT = FROZEN / "export_1.jsonl"


@pytest.fixture
async def store() -> AsyncIterator[RedisStore]:
    with running_valkey(*ALWAYS) as valkey:
        store = await RedisStore.connect(valkey.url)
        yield store
        await store.close()


def changed(tmp_path: Path, *lines: dict[str, Any]) -> Path:
    path = tmp_path / "export.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def header(format_: object) -> dict[str, Any]:
    return {"t": "export", "format": format_, "program": "pente", "at": 1}


async def test_the_export_of_the_first_format_can_be_imported(store: RedisStore) -> None:
    check_file(EXPORT, Progress())
    await check_store(store, merge=False)


def test_it_says_what_it_said() -> None:
    items = list(read(EXPORT))
    lines = [json.loads(line) for line in EXPORT.read_text(encoding="utf-8").splitlines()]
    assert [json.loads(json.dumps(item_to_line(item))) for item in items] == lines[1:-1]
    assert {line["t"] for line in lines} == set(ExportTag)


def test_what_is_written_now_is_read_again(tmp_path: Path) -> None:
    items = [new_server_identity(), an_account("anna", a_device(), a_device("")), *read(EXPORT)]
    lines = [item_to_line(item) for item in items]
    path = changed(tmp_path, header(FORMAT), *lines, {"t": "end", "lines": len(lines) + 1})
    assert list(read(path)) == items


def test_there_is_an_upgrade_from_every_older_format() -> None:
    assert set(export_format.UPGRADES) == set(range(1, FORMAT))


def test_an_export_is_upgraded_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if an account had once been a person with a nick."""
    monkeypatch.setattr(export_format, "FORMAT", 3)
    upgrades = {
        1: lambda line: line | {"t": "account"} if line["t"] == "person" else line,
        2: lambda line: (
            {name: value for name, value in line.items() if name != "nick"}
            | ({"name": line["nick"]} if "nick" in line else {})
        ),
    }
    monkeypatch.setattr(export_format, "UPGRADES", upgrades)
    person: dict[str, Any] = {"t": "person", "id": "a" * 32, "nick": "ann", "kind": "person"}
    person |= {"renamed": None, "devices": []}
    path = changed(tmp_path, header(1), person, {"t": "end", "lines": 2})
    (account,) = read(path)
    assert isinstance(account, Account)
    assert account.name == "ann"


@pytest.mark.parametrize("found", [FORMAT + 1, 0, -1, "1", 1.5, True, None])
def test_an_unknown_format_is_refused(tmp_path: Path, found: object) -> None:
    with pytest.raises(InvalidExport, match="use a newer pente"):
        list(read(changed(tmp_path, header(found), {"t": "end", "lines": 1})))
