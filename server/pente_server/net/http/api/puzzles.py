"""Puzzles, as `pente puzzle --from` reads them."""

from functools import cache
from importlib.resources import files
from typing import Final

from pente_core.puzzles.puzzle_text import line_of
from pente_protocol.messages.reviews import PuzzleList, Puzzles
from pente_server.net.http.api.answers import Content
from pente_server.net.http.api.parameters import request_from
from pente_server.net.http.api.resource import Query, ReaderPort, Resource

KEPT: Final = 300
"""Seconds for which they may be kept: games that have just ended add some."""
_LINES: Final = "application/jsonl"


@cache
def built_in_puzzles() -> bytes:
    """The puzzles that come with pente, a line each."""
    return files("pente_core.puzzles").joinpath("built_in.jsonl").read_bytes()


async def _puzzles(reader: ReaderPort, query: Query) -> Content:
    found = await reader.ask(request_from(Puzzles, query.given, ()), PuzzleList)
    own = "".join(f"{line_of(puzzle)}\n" for puzzle in found.puzzles)
    return Content(built_in_puzzles() + own.encode(), _LINES, KEPT)


PUZZLES: Final = (
    Resource(
        "/api/puzzles.jsonl",
        r"puzzles\.jsonl",
        (),
        _puzzles,
        "Forced wins to find, each with its whole solution: a line of JSON for each. First those that come"
        " with pente, then those from games of this server, the newest first, which name their game.",
        _LINES,
    ),
)
