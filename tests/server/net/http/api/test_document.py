"""What docs/http-api.md shows works, and it names every path with its parameters."""

import re
from pathlib import Path

from tests.server.net.http.api.reading import a_finished_game, raw, read
from tests.support.peer import Peer, Served

DOCUMENT = (Path(__file__).parents[5] / "docs" / "http-api.md").read_text()


async def test_the_examples_of_the_document_are_answered(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    game = await a_finished_game(served, alice, bob, 180)
    examples = re.findall(r"^curl .*?https://pente\.example\.org(/api[^\s']*)", DOCUMENT, re.MULTILINE)
    assert len(examples) >= 12
    for path in examples:
        here = path.replace("https://pente.example.org", "http://127.0.0.1:8765")
        head, body = await raw(served, re.sub("GAME|ROOM", game, here))
        assert head.startswith(b"HTTP/1.1 200 "), path
        assert body


async def test_the_document_names_every_path_and_parameter(served: Served) -> None:
    rows = [line for line in DOCUMENT.splitlines() if line.startswith("| `/api")]
    for resource in (await read(served, "/api"))[1]["resources"]:
        (row,) = (row for row in rows if f"`{resource['path']}`" in row.split("|")[1])
        named = re.findall(r"`(\w+)`", row.split("|")[3])
        assert named == resource["parameters"], resource


async def test_the_error_of_the_document_is_one(served: Served) -> None:
    _, said = await read(served, "/api/players/ann")
    assert f'{{"error": "{said["error"]}", "text": "{said["text"]}"}}' in DOCUMENT
