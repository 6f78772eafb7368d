"""The session of a page: whom it connects as, and which accounts a browser keeps."""

from pathlib import Path

from tests.support.client.node import needs_node, run_node

SESSIONS = Path(__file__).with_name("node") / "sessions.mjs"


@needs_node
async def test_a_page_connects_with_the_account_that_its_browser_keeps_for_the_server() -> None:
    assert len(await run_node(SESSIONS)) >= 9
