"""The check of clients: our own one passes, and of a poor one everything is said that it misses."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Sequence
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
from tests.support.waiting import PATIENCE, patience

SUBJECT = Path(__file__).with_name("subject.mjs")
EVERY_LEVEL = tuple(level for level in Level if level is not Level.HANDSHAKE)
IMPATIENT = 0.3
"""Seconds: where a client is known to do nothing, it need not be waited for."""


@asynccontextmanager
async def checking(
    levels: Sequence[Level], seconds: float, silence: float = IMPATIENT
) -> AsyncIterator[tuple[str, Findings]]:
    """A check that goes on until the end of the block; its address, and what it has found by then."""
    findings = Findings()
    stage = Stage(findings, patience=seconds, silence=silence)
    async with listening(stage, 0) as url, patience("the end of the check"), asyncio.TaskGroup() as group:
        group.create_task(play(stage, levels))
        yield url, findings


def texts(findings: Findings, verdict: Verdict) -> str:
    return "\n".join(finding.text for finding in findings.with_verdict(verdict))


@needs_node
async def test_our_own_client_misses_nothing() -> None:
    async with checking(EVERY_LEVEL, PATIENCE) as (url, findings):
        subject = await asyncio.create_subprocess_exec(*node_command(SUBJECT, url, *EVERY_LEVEL))
        assert await subject.wait() == 0
    assert [finding for finding in findings.found if finding.verdict is not Verdict.PASSED] == []
    assert {finding.level for finding in findings.found} == set(Level)


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


async def test_a_client_that_does_nothing_well_is_told_so() -> None:
    async with checking(EVERY_LEVEL, IMPATIENT) as (url, findings), poor_client(url) as poor:
        await say(poor, id=1, **VIEWER)  # before the greeting
        await say(poor, id=1, t="watch", room="game-to-watch")  # the same id
        await say(poor, id=2, t="watch", room="no room")
    missed, unseen = texts(findings, Verdict.MISSED), texts(findings, Verdict.UNSEEN)
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
async def test_a_hello_that_no_server_takes_is_explained(hello: dict[str, Any], problem: str) -> None:
    async with checking((Level.WATCH,), IMPATIENT) as (url, findings), poor_client(url) as poor:
        await poor.recv()
        await say(poor, id=1, **{**VIEWER, **hello})
    assert problem in texts(findings, Verdict.MISSED)


async def test_a_client_that_comes_back_after_a_final_close_code_is_told_so() -> None:
    async with checking((), PATIENCE, silence=PATIENCE) as (url, findings):
        async with poor_client(url) as poor:
            await poor.recv()
            await say(poor, id=1, **VIEWER)
        async with connect(url, subprotocols=[Subprotocol(JSON_SUBPROTOCOL)]) as again:
            await again.recv()
    assert "connected again after close code 4503" in texts(findings, Verdict.MISSED)


async def test_an_unknown_subprotocol_is_named() -> None:
    async with checking((Level.WATCH,), IMPATIENT) as (url, findings), poor_client(url, "chess.v1"):
        pass
    assert "It offers the subprotocol chess.v1" in texts(findings, Verdict.MISSED)


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


@needs_node
async def test_the_command_prints_its_address_and_the_report(tmp_path: Path) -> None:
    async with Process("check-client", "watch", "resume", "--silence", "0.3", state=tmp_path) as check:
        url = (await check.line()).rpartition(" ")[2]
        subject = await asyncio.create_subprocess_exec(*node_command(SUBJECT, url, "watch"))
        assert await check.line() == "handshake:"
        assert await check.line_with(", 0 missed, 0 not seen.")
        assert await check.ended() == 0
        assert await subject.wait() == 0


async def test_our_client_for_terminals_misses_nothing_of_a_viewer(tmp_path: Path) -> None:
    async with Process("check-client", "--silence", "0.3", state=tmp_path / "check") as check:
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
