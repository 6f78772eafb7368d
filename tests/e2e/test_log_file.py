"""A log of the connection, as somebody would pass it on who asks for help."""

import json
from pathlib import Path

from tests.support.processes import JsonProcess, Process, serving

DOOR, ROOM, CHAT = "a word at the door", "open sesame", "what-nobody-else-shall-read"


async def test_a_log_tells_what_went_on_and_no_secret(tmp_path: Path) -> None:
    state, log = tmp_path / "state", tmp_path / "pente.log"
    (tmp_path / "door").write_text(DOOR)
    (tmp_path / "room").write_text(ROOM)
    secrets = [DOOR, ROOM, CHAT]
    logged = ("--log-file", str(log))
    phone = tmp_path / "phone"
    async with serving(tmp_path / "data", "--password-file", str(tmp_path / "door")) as server:
        create = ("account", "create", "anna", server.url, *logged)
        async with Process(*create, state=state, PENTE_PASSWORD=DOOR) as created:
            assert await created.ended() == 0
        link = ("account", "link", server.url)
        async with Process(*link, *logged, state=state, PENTE_PASSWORD=DOOR) as linking:
            told = await linking.line_with("pente account link")
            secrets.append(told.split()[3])
            assert await linking.ended() == 0
        given = (*link, secrets[-1])
        async with Process(*given, state=phone, PENTE_PASSWORD=DOOR, PENTE_LOG_FILE=str(log)) as linked:
            assert await linked.ended() == 0
        new = ("play", server.url, "--new", "--private", "--room-password-file", str(tmp_path / "room"))
        named = (*new, *logged, "--json", "--name", "anna")
        async with JsonProcess(*named, state=state, PENTE_PASSWORD=DOOR) as anna:
            room = await anna.until("room")
            secrets += [room["room"], room["code"]] if room["code"] else [room["room"]]
            await anna.type(f"'{CHAT}")
            await anna.until("said")
            await anna.type("/quit")
            await anna.ended()
    for home in (state, phone):
        kept = json.loads((home / "accounts.json").read_text())
        secrets += [account["secret"] for account in kept["accounts"]]
    text = log.read_text()
    assert [secret for secret in secrets if secret in text] == []
    for part in (
        "connecting to ws://",
        "sent",
        "received",
        '"t":"hello"',
        '"t":"create"',
        "ends with status 0",
    ):
        assert part in text
    assert log.stat().st_mode & 0o777 == 0o600


async def test_a_log_that_cannot_be_written_is_said_before_anything_is_done(tmp_path: Path) -> None:
    async with Process("lobby", "--plain", "--log-file", str(tmp_path), state=tmp_path) as lobby:
        assert "Is a directory; choose another --log-file" in await lobby.line()
        assert await lobby.ended() == 1
