"""`pente account`, `profile` and `leaders` at a real server, typed one after the other."""

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pente_client.cli import main
from pente_core.rating import Rating
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.messages.rooms import Create
from pente_server.access.access_control import AccessControl, AllowList
from tests.support.peer import Served, creating, peers, play, serving
from tests.support.ratings import give_rating

NOBODY_LEADS = "No ratings in pente yet."


class Shell:
    """Runs commands and remembers what they said. Mutable."""

    def __init__(self, state: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self._patch = patch
        self._capture = capture
        self.said = self.complaint = ""
        self.at(state)

    def at(self, state: Path) -> None:
        """Go on at another machine."""
        self._patch.setenv("PENTE_STATE", str(state))

    async def run(self, *arguments: str) -> int:
        status = await asyncio.to_thread(main, arguments)
        self.said, self.complaint = self._capture.readouterr()
        return status

    async def lines(self, *arguments: str) -> list[str]:
        """What a command says that works."""
        assert await self.run(*arguments) == 0, self.complaint
        return self.said.splitlines()

    async def json(self, *arguments: str) -> Any:
        """The one object that a command says."""
        (line,) = await self.lines(*arguments, "--json")
        return json.loads(line)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    for name in ("PENTE_URL", "PENTE_NAME", "PENTE_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    return Shell(tmp_path / "home", monkeypatch, capsys)


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as served:
        yield served


class TestFingerprints:
    async def test_known_servers_are_listed_with_what_links_say_of_them(
        self, served: Served, shell: Shell
    ) -> None:
        fingerprint = fingerprint_of(served.node.identity.server_id)
        await shell.lines("account", "create", "anna", served.url)
        assert await shell.lines("account", "servers") == [f"{served.url}#{fingerprint} - as anna"]
        listed = await shell.json("account", "servers")
        assert (listed["server"], listed["fingerprint"]) == (served.url, fingerprint)
        assert await shell.lines("account", "servers", "--forget", f"{served.url}#{fingerprint}")
        assert await shell.lines("account", "servers") == ["You have used no server yet."]

    async def test_a_code_for_another_device_is_told_to_no_other_server(
        self, served: Served, shell: Shell, tmp_path: Path
    ) -> None:
        await shell.lines("account", "create", "anna", served.url)
        said = await shell.lines("account", "link", "--server", served.url)
        *_, code, where = next(line for line in said if "pente account link" in line).split()
        assert where == f"{served.url}#{fingerprint_of(served.node.identity.server_id)}"
        shell.at(tmp_path / "phone")
        async with serving() as impostor:
            elsewhere = f"{impostor.url}#{where.partition('#')[2]}"
            assert await shell.run("account", "link", code, elsewhere) == 3
            assert "not the one that the link is for, so nothing was said to it" in shell.complaint
            assert await shell.lines("account", "servers") == ["You have used no server yet."]
        assert (await shell.lines("account", "link", code, where))[0].startswith("You are anna at ")

    async def test_half_a_link_is_refused_before_anything_is_dialled(
        self, served: Served, shell: Shell
    ) -> None:
        assert await shell.run("watch", f"{served.url}#b5xcq2", "--once", "--plain") != 0
        assert "copy the whole link" in shell.complaint


class TestNames:
    async def test_a_name_is_claimed_once(self, served: Served, shell: Shell, tmp_path: Path) -> None:
        (line,) = await shell.lines("account", "create", "anna", served.url)
        assert line.startswith(f"You are anna at {served.url}. Your id is ")
        assert await shell.lines("account", "create", "anna", served.url) == [line]

        shell.at(tmp_path / "elsewhere")
        assert await shell.run("account", "create", "ANNA", served.url) == 4
        assert "belongs to another player" in shell.complaint
        assert await shell.run("account", "create", "x", served.url) == 2

    async def test_names_are_listed_without_their_secrets(
        self, served: Served, shell: Shell, tmp_path: Path
    ) -> None:
        assert "pente account create" in (await shell.lines("account"))[0]
        for name in ("boris", "anna"):
            await shell.lines("account", "create", name, served.url)
        listed = [f"anna at {served.url}", f"boris at {served.url}"]

        assert await shell.lines("account") == await shell.lines("account", "show", served.url) == listed
        assert await shell.lines("account", "show", "wss://elsewhere.example") != listed
        kept = tmp_path / "home" / "accounts.json"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        told = "".join(await shell.lines("account", "show", "--json"))
        assert not any(one["secret"] in told for one in json.loads(kept.read_text())["accounts"])

    async def test_another_name_is_the_same_player(self, served: Served, shell: Shell) -> None:
        before = await shell.json("account", "create", "anna", served.url)
        after = await shell.json("account", "rename", "annika", served.url)
        assert (after["name"], after["id"]) == ("annika", before["id"])
        assert await shell.lines("account") == [f"annika at {served.url}"]
        assert (await shell.json("profile", "--server", served.url))["player"]["id"] == before["id"]
        assert await shell.run("account", "rename", "anni", served.url) == 4
        assert "less than a day" in shell.complaint

    async def test_players_are_blocked_listed_and_unblocked(self, served: Served, shell: Shell) -> None:
        async with peers(served.url, "mallory", "eve") as (mallory, _):
            await shell.lines("account", "create", "anna", served.url)
            assert (await shell.lines("account", "blocked", served.url))[0].startswith(
                "You have blocked nobody"
            )
            assert await shell.lines("account", "block", "MALLORY", served.url) == [
                "mallory is blocked: no more chat or invitations."
            ]
            assert (await shell.json("account", "block", "eve", served.url))["t"] == "blocked"
            assert await shell.lines("account", "blocked", served.url) == ["eve", "mallory"]
            assert await mallory.code(Create, **creating(invite=("anna",))) == "not-available"
            unblocked = await shell.json("account", "unblock", mallory.welcome.player.id, served.url)
            assert (unblocked["t"], unblocked["name"]) == ("unblocked", "mallory")
            assert (await shell.json("account", "blocked", served.url))["name"] == "eve"
            await mallory.create(invite=("anna",))
            assert await shell.run("account", "block", "anna", served.url) == 4
            assert "you can't block yourself" in shell.complaint
            assert await shell.run("account", "block", "nemo", served.url) == 4
            assert "there is no player nemo" in shell.complaint

    async def test_being_named_when_it_is_your_turn(self, served: Served, shell: Shell) -> None:
        await shell.lines("account", "create", "anna", served.url)
        (off,) = await shell.lines("account", "notify", "--server", served.url)
        assert off.startswith("You are not named")
        (on,) = await shell.lines("account", "notify", "on", "--server", served.url)
        assert "sends no notifications of turns" in on  # there is no webhook
        kept = await shell.json("account", "notify", "--server", served.url)
        assert kept == {"t": "notify", "your_turn": True, "sent": False}
        await shell.lines("account", "notify", "off", "--server", served.url)
        assert await shell.lines("account", "notify", "--server", served.url) == [off]

    async def test_the_same_player_on_another_machine(
        self, served: Served, shell: Shell, tmp_path: Path
    ) -> None:
        before = await shell.json("account", "create", "anna", served.url)
        await shell.lines("account", "create", "boris", served.url)
        file = tmp_path / "anna.json"

        await shell.lines("account", "export", str(file), "--name", "Anna")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        shell.at(tmp_path / "laptop")
        assert await shell.lines("account", "import", str(file)) == [f"anna at {served.url}"]
        assert (await shell.json("profile", "--server", served.url))["player"]["id"] == before["id"]
        assert stat.S_IMODE((tmp_path / "laptop" / "accounts.json").stat().st_mode) == 0o600

    async def test_what_can_not_be_exported_or_imported(
        self, served: Served, shell: Shell, tmp_path: Path
    ) -> None:
        file = tmp_path / "file"
        assert await shell.run("account", "export", str(file)) == 1
        assert "No such name here" in shell.complaint
        await shell.lines("account", "create", "anna", served.url)
        file.write_text("mine")
        assert await shell.run("account", "export", str(file)) == 1
        assert "already exists" in shell.complaint
        assert file.read_text() == "mine"
        for text in (b"mine", b"\xff", b'{"identities": []}', b'{"identities": [7]}'):
            file.write_bytes(text)
            assert await shell.run("account", "import", str(file)) == 1
            assert "pente account export" in shell.complaint
        assert await shell.run("account", "import", str(tmp_path / "nowhere")) == 1
        assert await shell.run("account", "show", "no server") == 1


class TestResults:
    async def test_results_and_leaders(self, served: Served, shell: Shell) -> None:
        async with peers(served.url, "anna", "boris") as (anna, boris):
            room = await anna.create("pente", "5+3", options=Options(rated=True))
            await boris.act(room, cmd.Join())
            await play(anna, room, 180)
            await play(boris, room, 0)
            await boris.act(room, cmd.Resign())
            await anna.happened(ev.RatingsChanged)
            head, apart, first, second = await shell.lines("leaders", served.url)
            assert (head, apart) == ("pente, blitz", "provisional ratings only:")
            assert first.split() == ["1662?", "anna", "1", "won,", "0", "lost,", "0", "drawn"]
            assert second.split()[:2] == ["1338?", "boris"]
            await give_rating(served.node.store, boris, Rating(1700, 60, 0.06), "gomoku/rapid")

        head, line, latest, ratings, title, game = await shell.lines(
            "profile", "anna", "--server", served.url
        )
        assert (latest, ratings) == ("Latest ratings, the newest last:", "  pente blitz: 1662?")
        assert head == f"anna (id {anna.welcome.player.id})"
        assert line.split()[:5] == ["pente", "blitz", "1662?", "1", "won,"]
        assert title == "Latest games:"
        assert f"{room} " in game
        assert "anna (1500?) - boris (1500?)" in game
        told = await shell.json("profile", "anna", "--server", served.url)
        assert [(point["rating"], point["provisional"]) for point in told["history"]] == [(1662, True)]
        assert told["streaks"] == {"won": 1, "lost": 0, "best": 1, "games": 1}
        assert told["against"] is None
        _, _, against, *_ = await shell.lines("profile", "anna", "--against", "boris", "--server", served.url)
        assert against.startswith("  Against boris: 1 won, 0 lost, 0 drawn, last on ")
        told = await shell.json("profile", "anna", "--against", "boris", "--server", served.url)
        assert (told["against"]["wins"], told["against"]["player"]["name"]) == (1, "boris")
        (score,) = told["scores"]
        assert [each["id"] for each in told["games"]] == [room]
        assert (score["rating"], score["provisional"], score["wins"]) == (1662, True, 1)

        title, first = await shell.lines("leaders", served.url, "--ruleset", "gomoku")
        assert (title, first.split()[:3]) == ("gomoku, rapid", ["1", "1700", "boris"])
        board = await shell.json("leaders", served.url, "--ruleset", "gomoku", "--speed", "rapid")
        assert [leader["player"]["name"] for leader in board["leaders"]] == ["boris"]
        assert await shell.run("leaders", served.url, "--speed", "warp") == 2

    async def test_of_nobody(self, served: Served, shell: Shell) -> None:
        assert await shell.run("profile", "nobody-here", "--server", served.url) == 4
        assert "there is no player nobody-here" in shell.complaint
        _, line = await shell.lines("profile", "--server", served.url)
        assert line == "  No finished games yet."


class TestGate:
    async def test_a_password_from_the_environment(
        self, shell: Shell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with serving(access_control=AccessControl("open sesame")) as served:
            assert await shell.run("leaders", served.url) == 4
            assert "PENTE_PASSWORD" in shell.complaint
            monkeypatch.setenv("PENTE_PASSWORD", "sesame")
            assert await shell.run("leaders", served.url) == 4
            assert "not the password" in shell.complaint
            monkeypatch.setenv("PENTE_PASSWORD", "open sesame")
            assert await shell.lines("leaders", served.url) == [NOBODY_LEADS]

    async def test_a_password_that_a_person_is_asked_for(
        self, shell: Shell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[str] = []

        def answer(prompt: str, _: object) -> str:
            asked.append(prompt)
            return "open sesame"

        monkeypatch.setattr("getpass.getpass", answer)
        monkeypatch.setattr("pente_client.cli.steps.connect.is_interactive", lambda _: True)
        async with serving(access_control=AccessControl("open sesame")) as served:
            assert await shell.lines("leaders", served.url) == [NOBODY_LEADS]
        assert asked == ["Server password: "]

    async def test_a_list(self, shell: Shell, tmp_path: Path) -> None:
        friends = tmp_path / "friends"
        friends.write_text("anna\n")
        async with serving(access_control=AccessControl(allowed=AllowList(friends))) as served:
            assert await shell.run("account", "create", "boris", served.url) == 4
            assert "list" in shell.complaint
            await shell.lines("account", "create", "anna", served.url)

    async def test_a_password_goes_only_to_servers_that_ask(
        self, served: Served, shell: Shell, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told: list[str] = []

        async def take(given: str, *_: str) -> None:
            told.append(given)

        monkeypatch.setattr(served.node.access_control, "check_password", take)
        monkeypatch.setenv("PENTE_PASSWORD", "open sesame")
        await shell.lines("profile", "--server", served.url)
        assert told == [""]
