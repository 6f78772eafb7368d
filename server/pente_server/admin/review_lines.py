"""The lines of an export about reviews of finished games, and puzzles from them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.puzzles.puzzle import Puzzle
from pente_core.puzzles.puzzle_text import format_puzzle, parse_puzzle
from pente_core.review.review import GameReview
from pente_protocol.codec import plain
from pente_server.admin.line_fields import ExportTag, Line


@dataclass(frozen=True, slots=True)
class ExportedReview:
    """The review of a game."""

    game: RoomId
    review: GameReview


@dataclass(frozen=True, slots=True)
class ExportedPuzzle:
    """A puzzle from a game."""

    at: Instant
    """When it was stored."""
    puzzle: Puzzle


ReviewItem = ExportedReview | ExportedPuzzle


def review_to_line(item: ReviewItem) -> Line:
    """Encode a review or a puzzle as a JSON object; the inverse of a reader of `REVIEW_READERS`."""
    match item:
        case ExportedReview(game, review):
            return {"t": ExportTag.REVIEW, "room": game, "review": plain(review)}
        case ExportedPuzzle(at, puzzle):
            return {"t": ExportTag.PUZZLE, "at": at, "puzzle": format_puzzle(puzzle)}


def _review(line: Line) -> ExportedReview:
    return ExportedReview(RoomId(str(line["room"])), msgspec.convert(line["review"], GameReview))


def _puzzle(line: Line) -> ExportedPuzzle:
    return ExportedPuzzle(Instant(int(line["at"])), parse_puzzle(str(line["puzzle"])))


REVIEW_READERS: Final[Mapping[str, Callable[[Line], ReviewItem]]] = {
    ExportTag.REVIEW: _review,
    ExportTag.PUZZLE: _puzzle,
}
"""What decodes a line. It raises KeyError, or a ValueError for an invalid one."""
