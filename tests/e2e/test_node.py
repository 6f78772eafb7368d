"""A client in another language, written from the specification alone: it needs Node, npm and its registry."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.npm import node_modules
from tests.support.processes import Process, ServerProcess
from tests.support.waiting import LONG_PATIENCE

SOURCE = Path(__file__).with_name("node")
SPECIFICATION = Path(__file__).parents[2] / "protocol" / "spec"
OLDEST = 18
READ_BY_NODE = {
    "an id that is a float": "JavaScript has one kind of number",
    "a version that is a float": "JavaScript has one kind of number",
    "text that is not UTF-8": "what can't be read becomes U+FFFD",
    "text with half a surrogate": "what can't be read becomes U+FFFD",
    "a time control without time": "a schema does not know what goes together",
}
"""The frames that are no messages, and that this client takes nevertheless."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's directory, with all that it needs."""
    packages = node_modules(SOURCE, OLDEST)
    directory = tmp_path_factory.mktemp("client")
    for file in (*SOURCE.glob("*.js"), SOURCE / "package.json"):
        shutil.copy(file, directory)
    (directory / "node_modules").symlink_to(packages, target_is_directory=True)
    return directory


async def _run(client: Path, script: str, *arguments: str) -> dict[str, Any]:
    """What a script prints as JSON."""
    process = await asyncio.create_subprocess_exec(
        *("node", script, *arguments),
        cwd=client,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(), LONG_PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0, err.decode()
    told: dict[str, Any] = json.loads(out)
    return told


@pytest.mark.asyncio(loop_scope="module")
async def test_a_client_from_the_specification_reads_and_writes_the_golden_vectors(client: Path) -> None:
    golden = json.loads((SPECIFICATION / "golden.json").read_text(encoding="utf-8"))
    told = await _run(client, "golden.js", str(SPECIFICATION))
    assert told["messages"] == len(golden["messages"])
    assert set(told["taken"]) == set(READ_BY_NODE)
    assert told["refused"] == len(golden["refused"]) - len(READ_BY_NODE)


@pytest.mark.asyncio(loop_scope="module")
async def test_clients_from_the_specification_play_a_whole_game_although_a_line_breaks(
    client: Path, server: ServerProcess
) -> None:
    told = await _run(client, "play.js", server.url, str(SPECIFICATION))
    assert told["termination"] == "line"
    assert told["winners"] == [0]
    # created, two joined, started, 11 stones, two lines of chat, finished; and a stone that was taken back
    assert told["version"] == 18 + len(("offered", "accepted", "taken back", "moved"))


@pytest.mark.asyncio(loop_scope="module")
async def test_a_client_from_the_specification_plays_a_whole_game_against_a_bot(
    client: Path, server: ServerProcess, homes: Path
) -> None:
    bot = ("bot", server.url, "--player", "priorities", "--name", "nemo", "--seed", "1")
    async with Process(*bot, state=homes / "nemo") as nemo:
        await nemo.line_with("nemo plays")
        told = await _run(client, "against.js", server.url, str(SPECIFICATION), "nemo")
    assert told["termination"] in ("line", "captures")
    assert len(told["winners"]) == 1


@pytest.mark.parametrize(
    "lock",
    sorted(Path(__file__).parents[1].glob("*/**/package-lock.json")),
    ids=lambda lock: lock.parent.name,
)
def test_a_lock_file_names_no_registry(lock: Path) -> None:
    assert "resolved" not in lock.read_text(encoding="utf-8")
