"""Playing on the page: taps, what may be done in a room, and new games, as far as no page is needed."""

from pathlib import Path

from tests.support.client.node import needs_node, run_node

TAPS = Path(__file__).with_name("node") / "taps.mjs"


@needs_node
async def test_taps_become_moves_and_forms_become_games() -> None:
    assert len(await run_node(TAPS)) >= 14
