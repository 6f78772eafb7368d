"""Puzzles, as `pente puzzle --from` reads them."""

from functools import cache
from importlib.resources import files
from typing import Final

from pente_server.net.http.api.answers import Content
from pente_server.net.http.api.resource import Query, ReaderPort, Resource

KEPT: Final = 3600
"""Seconds for which they may be kept: until there is another release."""
_LINES: Final = "application/jsonl"


@cache
def built_in_puzzles() -> bytes:
    """The puzzles that come with pente, a line each."""
    return files("pente_core.puzzles").joinpath("built_in.jsonl").read_bytes()


async def _puzzles(_: ReaderPort, __: Query) -> Content:
    return Content(built_in_puzzles(), _LINES, KEPT)


PUZZLES: Final = (
    Resource(
        "/api/puzzles.jsonl",
        r"puzzles\.jsonl",
        (),
        _puzzles,
        "Forced wins to find, each with its whole solution: a line of JSON for each.",
        _LINES,
    ),
)
