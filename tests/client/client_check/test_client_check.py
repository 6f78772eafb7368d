"""The check of clients: our own one passes, and of a poor one everything is said that it misses."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pente_client.client_check.report import report_lines
from pente_client.client_check.run import play
from pente_client.client_check.stage.findings import PARTS, Finding, Findings, Part, Verdict
from pente_client.client_check.stage.server import listening
from pente_client.client_check.stage.stage import Stage
from pente_protocol.choices.level import Level
from pente_protocol.levels import REQUESTS
from pente_protocol.messages.features import ServerFeature
from pente_protocol.spec.catalogue import requests
from pente_protocol.spec.pages import PROTOCOL, page_of
from pente_protocol.version import JSON_SUBPROTOCOL
from tests.client.client_check import plain_client as plain
from tests.support.client.node import needs_node, node_command
from tests.support.processes import Process
from tests.support.waiting import PATIENCE, patience, until

SUBJECT = Path(__file__).with_name("subject.mjs")
EVERY_PART = tuple(Part)
CORE = PARTS[Level.CORE]
IMPATIENT = 0.3
"""Seconds: where a client is known to do nothing, it need not be waited for."""
Start = Callable[[str], Awaitable[object]]
"""Starts a client with an address, and ends when it does."""


class PoorStage(Stage):
    """For a client that does only some of what it should: what else it does is not waited for. Mutable."""

    def that_was_all(self) -> None:
        self.patience = IMPATIENT
        self.changed()


@asynccontextmanager
async def checking(stage: Stage, parts: Collection[Part], start: Start | None = None) -> AsyncIterator[str]:
    """A check that goes on until the end of the block; its address.

    ``start`` is for those clients that are started again when the check asks for it.
    """
    async with listening(stage, 0) as url, patience("the end of the check"), asyncio.TaskGroup() as group:
        if start is not None:

            def start_again(_: str) -> None:
                group.create_task(_started(start, url))

            stage.ask = start_again
        group.create_task(play(stage, parts))
        yield url


async def _started(start: Start, url: str) -> None:
    await start(url)


def texts(stage: Stage, verdict: Verdict) -> str:
    return "\n".join(finding.text for finding in stage.findings.with_verdict(verdict))


@pytest.fixture
def poor_stage() -> PoorStage:
    return PoorStage(Findings(), patience=PATIENCE, silence=IMPATIENT)


async def our_own(url: str) -> int:
    """Our client in JavaScript, which shows all that can be checked."""
    subject = await asyncio.create_subprocess_exec(*node_command(SUBJECT, url, *EVERY_PART))
    return await subject.wait()


@needs_node
async def test_our_own_client_misses_nothing() -> None:
    stage = Stage(Findings(), patience=PATIENCE, silence=IMPATIENT)
    async with checking(stage, EVERY_PART, our_own) as url:
        assert await our_own(url) == 0
    found = stage.findings.found
    assert [finding for finding in found if finding.verdict is not Verdict.PASSED] == []
    assert {finding.part for finding in found} == set(Part)


# Planted mistakes

MISTAKES = {
    plain.LeavesGaps: "It did not notice that an event was missing.",
    plain.DrawsNewCommandIds: "It sent it under another command_id.",
    plain.ResumesWithAnotherMark: "under rooms with version",
    plain.KeepsWhatIsHigher: "After a snapshot with a lower version and another mark",
    plain.BelievesEveryServer: "It signed in although it met a greeting with a signature that was",
    plain.ChecksOnlyTheId: "It signed in although it met a greeting with a signature that was",
    plain.ChecksOnlyTheSignature: "It signed in although it met a greeting with the id of a server",
    plain.SwallowsUnknownEvents: "It did not count an event that it does not know",
    plain.CountsUnknownEventsOnly: "It did not load the room anew after an event that it does not know.",
    plain.StopsAtUnknownEvents: "It did not load the room anew after an event that it does not know.",
    plain.IgnoresCaptures: "It loaded the room anew after a capture, although the key was right.",
    plain.IgnoresKeys: "It did not notice that the key of a position was not that of its board",
    plain.IgnoresCapturesAndKeys: "It did not notice that the key of a position was not that of its board",
    plain.NamesTheFirstBase: "which was sent before, has changed the game.",
    plain.NamesAnotherMark: "The base of a turn has another mark",
    plain.TakesAnythingForAReply: "It took another message with the id of a command for its reply.",
}
"""The sentence that has to come first for each client with a mistake."""


async def test_a_client_without_a_mistake_passes() -> None:
    stage = Stage(Findings(), patience=PATIENCE, silence=IMPATIENT)
    async with checking(stage, CORE, lambda url: plain.Client(url).run()) as url:
        await plain.Client(url).run()
    found = stage.findings.found
    assert [finding for finding in found if finding.verdict is not Verdict.PASSED] == []
    assert {finding.part for finding in found} == set(CORE)


@pytest.mark.parametrize("client", MISTAKES, ids=lambda client: client.__name__)
async def test_each_planted_mistake_is_named(client: type[plain.Client], poor_stage: PoorStage) -> None:
    tasks: list[asyncio.Task[Any]] = []
    findings = poor_stage.findings
    async with listening(poor_stage, 0) as url, patience("the mistake", lambda: findings.found):

        def start(_: str) -> None:
            tasks.append(asyncio.create_task(client(url, poor_stage.that_was_all).run()))

        start("")
        poor_stage.ask = start
        tasks.append(checked := asyncio.create_task(play(poor_stage, CORE)))
        await until(lambda: findings.has(Verdict.MISSED) or checked.done())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert MISTAKES[client] in next(findings.with_verdict(Verdict.MISSED)).text


def test_every_mistake_has_a_sentence() -> None:
    assert set(MISTAKES) == {
        each
        for each in vars(plain).values()
        if isinstance(each, type) and issubclass(each, plain.Client) and each is not plain.Client
    }


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


async def test_a_client_that_does_nothing_well_is_told_so(
    poor_stage: PoorStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pente_client.client_check.stage.server._PAUSE", PATIENCE)
    async with checking(poor_stage, EVERY_PART) as url, poor_client(url) as poor:
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
    async with checking(poor_stage, (Part.WATCH,)) as url, poor_client(url) as poor:
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
    async with checking(poor_stage, (Part.WATCH,)) as url:
        async with poor_client(url, "chess.v1"):
            pass
        poor_stage.that_was_all()
    assert "It offers the subprotocol chess.v1" in texts(poor_stage, Verdict.MISSED)


def test_the_report_has_a_line_for_each_finding_and_a_sum_for_each_level() -> None:
    findings = Findings()
    findings.passed(Part.WATCH, "It watches a room.")
    findings.missed(Part.RESUME, "It did not come back.")
    findings.missed(Part.RESUME, "It did not come back.")
    findings.unseen(Part.ARCHIVE, "It listed no finished games.")
    assert list(report_lines(findings, (Part.HANDSHAKE, Part.WATCH, Part.RESUME, Part.ARCHIVE))) == [
        "core, watch:",
        "  ok        It watches a room.",
        "core, resume:",
        "  MISSED    It did not come back.",
        "lists, archive:",
        "  not seen  It listed no finished games.",
        "core (without play): 1 ok, 1 missed, 0 not seen.",
        "lists (without lobby): 0 ok, 0 missed, 1 not seen.",
    ]
    assert findings.found[0] == Finding(Part.WATCH, Verdict.PASSED, "It watches a room.")


def test_every_request_stands_in_one_level() -> None:
    levels = [request for some in REQUESTS.values() for request in some]
    assert len(levels) == len(set(levels))
    assert set(levels) == set(requests().values())
    assert set(PARTS) < set(REQUESTS) == set(Level)
    for level, some in REQUESTS.items():
        page = PROTOCOL if level is Level.CORE else f"{level}.md"
        assert {page_of(request) for request in some} == {page}
    assert set(Level) - {Level.CORE} < set(map(str, ServerFeature))
    assert [part for parts in PARTS.values() for part in parts] == list(Part)


# As a command

WAITS = ("--patience", str(PATIENCE), "--silence", str(IMPATIENT))


@needs_node
async def test_the_command_prints_its_address_and_asks_for_the_client_again_and_reports(
    tmp_path: Path,
) -> None:
    async with Process("check-client", "core", *WAITS, state=tmp_path) as check:
        url = (await check.line()).rpartition(" ")[2]
        assert await our_own(url) == 0
        assert "Start your client again" in await check.line()
        assert await our_own(url) == 0
        assert "Start your client again" in await check.line()
        assert await our_own(url) == 0
        assert await check.line() == "core, handshake:"
        assert await check.line_with("core: ") == "core: 18 ok, 0 missed, 0 not seen."
        assert await check.ended() == 0


async def test_our_client_for_terminals_misses_nothing_of_a_viewer(tmp_path: Path) -> None:
    async with Process("check-client", "watch", "resume", *WAITS, state=tmp_path / "check") as check:
        url = (await check.line()).rpartition(" ")[2]
        for wanted in ("Start your client again", "Start your client again", ", 0 missed, 0 not seen."):
            async with Process("watch", url, "--json", state=tmp_path / "viewer"):
                assert await check.line_with(wanted)
        assert await check.ended() == 0


async def test_without_a_client_the_command_ends_with_a_sentence(tmp_path: Path) -> None:
    async with Process("check-client", "--patience", "0.1", state=tmp_path) as check:
        assert await check.line_with("no client has connected within 0.1 s")
        assert await check.ended() == 3


async def test_an_unknown_level_is_a_usage_error(tmp_path: Path) -> None:
    async with Process("check-client", "chess", state=tmp_path) as check:
        assert await check.line_with("'chess' is no level")
        assert await check.ended() == 2


def test_every_part_has_a_checklist_in_its_level() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol" / "README.md").read_text(encoding="utf-8")
    titles = re.findall(r"^#{3,4} (.*)$", page.partition("## Checklists")[2], re.MULTILINE)
    assert titles == [title.capitalize() for level, parts in PARTS.items() for title in (level.value, *parts)]
