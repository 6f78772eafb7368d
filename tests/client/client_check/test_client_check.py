"""The check of clients: our own one passes, and of a poor one everything is said that it misses."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pente_client.client_check.report import report_lines
from pente_client.client_check.run import play
from pente_client.client_check.stage.findings import Finding, Findings, Level, Verdict
from pente_client.client_check.stage.server import listening
from pente_client.client_check.stage.stage import Stage
from pente_protocol.version import JSON_SUBPROTOCOL
from tests.support.client.node import needs_node, node_command
from tests.support.processes import Process
from tests.support.waiting import PATIENCE, patience, until

SUBJECT = Path(__file__).with_name("subject.mjs")
EVERY_LEVEL = tuple(level for level in Level if level is not Level.HANDSHAKE)
IMPATIENT = 0.3
"""Seconds: where a client is known to do nothing, it need not be waited for."""


class PoorStage(Stage):
    """For a client that does only some of what it should: what else it does is not waited for. Mutable."""

    has_done_all = False

    async def until(self, condition: Callable[[], object], seconds: float | None = None) -> bool:
        while not condition() and not self.has_done_all:
            await self._changed.wait()
        return await super().until(condition, IMPATIENT if seconds is None else seconds)

    def that_was_all(self) -> None:
        self.has_done_all = True
        self.changed()


@asynccontextmanager
async def checking(stage: Stage, levels: Sequence[Level]) -> AsyncIterator[str]:
    """A check that goes on until the end of the block; its address."""
    async with listening(stage, 0) as url, patience("the end of the check"), asyncio.TaskGroup() as group:
        group.create_task(play(stage, levels))
        yield url


def texts(stage: Stage, verdict: Verdict) -> str:
    return "\n".join(finding.text for finding in stage.findings.with_verdict(verdict))


@needs_node
async def test_our_own_client_misses_nothing() -> None:
    stage = Stage(Findings(), patience=PATIENCE, silence=IMPATIENT)
    async with checking(stage, EVERY_LEVEL) as url:
        subject = await asyncio.create_subprocess_exec(*node_command(SUBJECT, url, *EVERY_LEVEL))
        assert await subject.wait() == 0
    found = stage.findings.found
    assert [finding for finding in found if finding.verdict is not Verdict.PASSED] == []
    assert {finding.level for finding in found} == set(Level)


# A poor client


@asynccontextmanager
async def poor_client(url: str, subprotocol: str = JSON_SUBPROTOCOL) -> AsyncIterator[ClientConnection]:
    """A connection that is read until it is closed, without a thought about what comes."""
    async with connect(url, subprotocols=[Subprotocol(subprotocol)], compression=None) as connection:
        yield connection
        with suppress(ConnectionClosed):
            while True:
                await connection.recv()


async def say(connection: ClientConnection, **message: Any) -> None:
    await connection.send(json.dumps(message))


VIEWER: dict[str, Any] = {"t": "hello", "client": "poor/1", "watch_only": True}


@pytest.fixture
def poor_stage() -> PoorStage:
    return PoorStage(Findings(), patience=PATIENCE, silence=IMPATIENT)


async def test_a_client_that_does_nothing_well_is_told_so(
    poor_stage: PoorStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pente_client.client_check.stage.server._PAUSE", PATIENCE)
    async with checking(poor_stage, EVERY_LEVEL) as url, poor_client(url) as poor:
        await say(poor, id=1, **VIEWER)  # before the greeting
        await say(poor, id=1, t="watch", room="game-to-watch")  # the same id
        await say(poor, id=2, t="watch", room="no room")
        await until(lambda: "no message" in texts(poor_stage, Verdict.MISSED))  # the last of it
        poor_stage.that_was_all()
    missed, unseen = texts(poor_stage, Verdict.MISSED), texts(poor_stage, Verdict.UNSEEN)
    for part in (
        "before the greeting",
        "the id 1 twice",
        "no message",
        "an event was missing",
        "connect again",
    ):
        assert part in missed
    assert "made no move" in unseen
    assert "no finished game" in unseen
    assert "asked for no list" in unseen


@pytest.mark.parametrize(
    ("hello", "problem"),
    [
        ({"watch_only": False}, "no account"),
        ({"made_up": 1}, "Unknown key made_up"),
        ({"t": "rooms", "version": None}, "no message"),
    ],
)
async def test_a_hello_that_no_server_takes_is_explained(
    poor_stage: PoorStage, hello: dict[str, Any], problem: str
) -> None:
    async with checking(poor_stage, (Level.WATCH,)) as url, poor_client(url) as poor:
        await poor.recv()
        await say(poor, id=1, **{**VIEWER, **hello})
        await until(lambda: problem in texts(poor_stage, Verdict.MISSED))
        poor_stage.that_was_all()


async def test_a_client_that_comes_back_after_a_final_close_code_is_told_so() -> None:
    stage = Stage(Findings(), patience=PATIENCE, silence=PATIENCE)
    async with checking(stage, ()) as url:
        async with poor_client(url) as poor:
            await poor.recv()
            await say(poor, id=1, **VIEWER)
        async with connect(url, subprotocols=[Subprotocol(JSON_SUBPROTOCOL)]) as again:
            await again.recv()
    assert "connected again after close code 4503" in texts(stage, Verdict.MISSED)


async def test_an_unknown_subprotocol_is_named(poor_stage: PoorStage) -> None:
    async with checking(poor_stage, (Level.WATCH,)) as url:
        async with poor_client(url, "chess.v1"):
            pass
        poor_stage.that_was_all()
    assert "It offers the subprotocol chess.v1" in texts(poor_stage, Verdict.MISSED)


def test_the_report_has_a_line_for_each_finding_and_a_sum() -> None:
    findings = Findings()
    findings.passed(Level.WATCH, "It watches a room.")
    findings.missed(Level.RESUME, "It did not come back.")
    findings.missed(Level.RESUME, "It did not come back.")
    assert list(report_lines(findings, list(Level))) == [
        "watch:",
        "  ok        It watches a room.",
        "resume:",
        "  MISSED    It did not come back.",
        "1 ok, 1 missed, 0 not seen.",
    ]
    assert findings.found[0] == Finding(Level.WATCH, Verdict.PASSED, "It watches a room.")


# As a command

WAITS = ("--patience", str(PATIENCE), "--silence", str(IMPATIENT))


@needs_node
async def test_the_command_prints_its_address_and_the_report(tmp_path: Path) -> None:
    async with Process("check-client", "watch", "resume", *WAITS, state=tmp_path) as check:
        url = (await check.line()).rpartition(" ")[2]
        subject = await asyncio.create_subprocess_exec(*node_command(SUBJECT, url, "watch"))
        assert await check.line() == "handshake:"
        assert await check.line_with(", 0 missed, 0 not seen.")
        assert await check.ended() == 0
        assert await subject.wait() == 0


async def test_our_client_for_terminals_misses_nothing_of_a_viewer(tmp_path: Path) -> None:
    async with Process("check-client", *WAITS, state=tmp_path / "check") as check:
        url = (await check.line()).rpartition(" ")[2]
        async with Process("watch", url, "--json", state=tmp_path / "viewer"):
            assert await check.line_with(", 0 missed, 0 not seen.")
            assert await check.ended() == 0


async def test_without_a_client_the_command_ends_with_a_sentence(tmp_path: Path) -> None:
    async with Process("check-client", "--patience", "0.1", state=tmp_path) as check:
        assert await check.line_with("no client has connected within 0.1 s")
        assert await check.ended() == 3


async def test_an_unknown_level_is_a_usage_error(tmp_path: Path) -> None:
    async with Process("check-client", "chess", state=tmp_path) as check:
        assert await check.line_with("'chess' is no level")
        assert await check.ended() == 2


def test_every_level_has_a_checklist() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol" / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### (\w+)$", page, re.MULTILINE)) == {
        level.capitalize() for level in EVERY_LEVEL
    }
