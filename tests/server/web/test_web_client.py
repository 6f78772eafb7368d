"""The web client takes every golden vector of a server, and signs in as the protocol wants."""

from pathlib import Path

import pente_server
from pente_core.value import tag_of
from pente_protocol.spec.catalogue import requests
from tests.protocol.test_golden_vectors import FILE, GOLDEN
from tests.support.client.node import needs_node, run_node

SCRIPTS = Path(__file__).with_name("node")
CLIENT = str(Path(pente_server.__file__).with_name("web") / "client" / "index.js")

pytestmark = needs_node


async def test_the_web_client_takes_every_message_of_a_server() -> None:
    told = [vector["json"] for vector in GOLDEN["messages"] if vector["from"] == "server"]
    counts = await run_node(SCRIPTS / "golden.mjs", str(FILE), CLIENT)
    assert counts["taken"] >= len(told)
    assert counts["applied"] >= sum(wire["t"] == "happened" for wire in told)


async def test_the_web_client_signs_and_refuses_as_the_vectors_have_it() -> None:
    assert await run_node(SCRIPTS / "login.mjs", str(FILE.with_name("login.json")), CLIENT) == {
        "made": 5,
        "refused": 10,
    }


async def test_the_web_client_waits_for_the_replies_that_the_protocol_names() -> None:
    told = await run_node(SCRIPTS / "replies.mjs")
    assert told["rows"].items() <= {tag: tag_of(each.reply) for tag, each in requests().items()}.items()
    assert told["unknown"] == "replies.js has no row for yawn"


async def test_the_web_client_comes_back_soon_but_never_without_end() -> None:
    assert len(await run_node(SCRIPTS / "reconnects.mjs")) == 6
