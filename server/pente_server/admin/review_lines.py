"""The lines of an export about reviews of finished games."""

from dataclasses import dataclass

import msgspec

from pente_core.identity import RoomId
from pente_core.review.review import GameReview
from pente_protocol.codec import plain
from pente_protocol.tags import ExportTag
from pente_server.admin.line_fields import Line


@dataclass(frozen=True, slots=True)
class ExportedReview:
    """The review of a game."""

    game: RoomId
    review: GameReview


def review_to_line(item: ExportedReview) -> Line:
    """Encode a review as a JSON object; the inverse of `review_from_line`."""
    return {"t": ExportTag.REVIEW, "room": item.game, "review": plain(item.review)}


def review_from_line(line: Line) -> ExportedReview:
    """Decode a review. Raises KeyError, or a ValueError for an invalid one."""
    return ExportedReview(RoomId(str(line["room"])), msgspec.convert(line["review"], GameReview))
