"""How the bots of a ladder stand, computed from its results."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pente_bots.ladder.ladder_result import LadderResult
from pente_core.rating import NEW, Rating, Result, ratings_after


@dataclass(frozen=True, slots=True)
class LadderScore:
    """What one bot has reached."""

    rating: Rating = NEW
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


class LadderStanding:
    """The ratings and counts of a ladder. Mutable: results are added one at a time, in their order."""

    def __init__(self, results: Iterable[LadderResult] = ()) -> None:
        self._scores: Final[dict[str, LadderScore]] = {}
        self._met: Final = Counter[tuple[str, str]]()
        self._rooms: Final = set[str]()
        for result in results:
            self.add(result)

    def __contains__(self, room: str) -> bool:
        """Whether the game of a room is counted."""
        return room in self._rooms

    def add(self, result: LadderResult) -> None:
        """Count a game, once."""
        if result.room in self._rooms:
            return
        self._rooms.add(result.room)
        self._met[result.players] += 1
        before = [self.score(name) for name in result.players]
        won = [_result(result, name) for name in result.players]
        after = ratings_after([score.rating for score in before], won, result.instant)
        for name, score, rating, one in zip(result.players, before, after, won, strict=True):
            self._scores[name] = LadderScore(
                rating,
                score.wins + (one is Result.WIN),
                score.draws + (one is Result.DRAW),
                score.losses + (one is Result.LOSS),
            )

    def score(self, name: str) -> LadderScore:
        """What a bot has reached."""
        return self._scores.get(name, LadderScore())

    def met(self, first: str, second: str) -> int:
        """How many games two bots have played in which the first one sat first."""
        return self._met[first, second]

    def ranking(self, names: Iterable[str] = ()) -> Sequence[str]:
        """All bots that have played, and those that are named, the highest rating first."""
        known = {*self._scores, *names}
        return sorted(known, key=lambda name: (-self.score(name).rating.value, name))


def _result(result: LadderResult, name: str) -> Result:
    if result.winner is None:
        return Result.DRAW
    return Result.WIN if result.winner == name else Result.LOSS
