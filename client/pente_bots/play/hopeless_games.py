"""When a bot resigns: after it has seen a game as hopeless several times in a row."""

from typing import Final, NamedTuple

from pente_bots.search.score import Score
from pente_core.identity import RoomId

HOPELESS: Final = 0.02
"""A game with less chance than this is hopeless."""


class _Count(NamedTuple):
    """The hopeless moves in a row of a game."""

    moves: int = 0
    before: int = 0
    """Without the latest one."""
    turns: int = -1
    """How many turns the game had before the latest one."""


class HopelessGames:
    """Counts for each game the moves in a row before which it was hopeless. Mutable.

    A restart of the bot begins the count anew, so that it resigns a few moves later.
    """

    def __init__(self, needed: int) -> None:
        """``needed``: how many moves in a row; 0: it never resigns."""
        self._needed: Final = needed
        self._counts: dict[RoomId, _Count] = {}

    @property
    def are_counted(self) -> bool:
        """Whether scores matter at all."""
        return self._needed > 0

    def is_enough(self, room_id: RoomId, turns: int, score: Score | None) -> bool:
        """Whether to resign instead of the next move, for which the bot has found this score.

        None: it has no opinion, so the count stays as it was. ``turns``: how many the game has; a move that
        it thinks about again, as after a pause, is counted once.
        """
        if score is None:
            return False
        last = self._counts.get(room_id, _Count())
        before = last.before if turns == last.turns else last.moves
        self._counts[room_id] = now = _Count(before + 1 if is_hopeless(score) else 0, before, turns)
        return self.are_counted and now.moves >= self._needed

    def forget(self, room_id: RoomId) -> None:
        """Forget a game that is over."""
        self._counts.pop(room_id, None)


def is_hopeless(score: Score) -> bool:
    """Whether the side that moves is proven lost, or as good as lost.

    >>> [is_hopeless(score) for score in (Score.lost(6), Score(0.01), Score(0.05))]
    [True, True, False]
    """
    return score.win_in < 0 if score.win_in is not None else score.chance < HOPELESS
