"""The judgement of a position, in a unit that all players share."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Score:
    """What a side can expect of a game. Scores of different players can be compared."""

    chance: float = 0.5
    """The share of the point that the side gets on average against an equal opponent: 1 if it wins, 0 if it
    loses, 0.5 for a draw and where nothing is known."""
    win_in: int | None = None
    """How many stones are placed until the proven end, by both sides: positive if the side wins, negative if
    it loses, and never 0. None: nothing is proven."""

    @classmethod
    def won(cls, stones: int) -> Self:
        """The side wins with the last of so many stones; 1: with the next one."""
        return cls(1.0, stones)

    @classmethod
    def lost(cls, stones: int) -> Self:
        """The opponent wins with the last of so many stones; 2: with its next one."""
        return cls(0.0, -stones)

    @property
    def value(self) -> float:
        """The chance from -1 (the side loses) to 1 (it wins).

        >>> Score(0.75).value
        0.5
        """
        return 2 * self.chance - 1

    @property
    def rank(self) -> tuple[int, int, float]:
        """Sorts scores: a quick win before a slow one, and a slow loss before a quick one.

        >>> sorted(
        ...     [Score.lost(2), Score.won(1), Score(0.9), Score.lost(8), Score.won(5)], key=lambda s: s.rank
        ... )
        ... # doctest: +NORMALIZE_WHITESPACE
        [Score(chance=0.0, win_in=-2), Score(chance=0.0, win_in=-8), Score(chance=0.9, win_in=None),
         Score(chance=1.0, win_in=5), Score(chance=1.0, win_in=1)]
        """
        if self.win_in is None:
            return (0, 0, self.chance)
        return (1 if self.win_in > 0 else -1, -self.win_in, self.chance)

    def __neg__(self) -> "Score":
        """The same score for the opponent in a game of two."""
        return Score(1 - self.chance, None if self.win_in is None else -self.win_in)
