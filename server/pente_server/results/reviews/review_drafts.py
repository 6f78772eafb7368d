"""Reviews that are being sent, put together from their parts."""

from dataclasses import dataclass, field
from typing import Final

from pente_core.identity import PlayerId, RoomId
from pente_core.review.review import GameReview, StoneReview

MOST_DRAFTS: Final = 32
"""How many reviewers may be sending a review; the draft that was begun first makes room for another."""


@dataclass(slots=True)
class ReviewDraft:
    """The first stones of a review. Mutable."""

    game: RoomId
    by: str
    stones: list[StoneReview] = field(default_factory=list)

    def add(self, after: int, stones: tuple[StoneReview, ...]) -> None:
        """Add a part, if it begins where the draft ends."""
        if after == len(self.stones):
            self.stones += stones

    @property
    def review(self) -> GameReview:
        """The review so far."""
        return GameReview(self.by, tuple(self.stones))


class ReviewDrafts:
    """The drafts of reviewers, one each. Mutable."""

    def __init__(self) -> None:
        self._drafts: dict[PlayerId, ReviewDraft] = {}

    def of(self, reviewer: PlayerId, game: RoomId, by: str) -> ReviewDraft:
        """The draft of a reviewer; an empty one for another game than before, or under another name."""
        draft = self._drafts.get(reviewer)
        if draft is not None and (draft.game, draft.by) == (game, by):
            return draft
        self.drop(reviewer)
        if len(self._drafts) >= MOST_DRAFTS:
            del self._drafts[next(iter(self._drafts))]
        self._drafts[reviewer] = draft = ReviewDraft(game, by)
        return draft

    def drop(self, reviewer: PlayerId) -> None:
        """Forget the draft of a reviewer, if there is one."""
        self._drafts.pop(reviewer, None)
