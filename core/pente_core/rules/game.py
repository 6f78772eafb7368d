"""A game: the moves and choices made, the position they led to, and how it ended."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import assert_never

from pente_core.rules.fast_new import fast_new
from pente_core.rules.move import Choice, Illegal, IllegalMove, Move
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.verdict import drawn, verdict, winner_by_default


@dataclass(frozen=True, slots=True)
class Retirement:
    """A seat out of the game while others play on: it resigned, lost on time, or did not come back."""

    seat: int
    why: Termination


Turn = Point | Choice | Retirement
"""One thing that happened in a game: a stone placed, a choice made, or a seat retired."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game in progress or over. Every method gives a new game and leaves this one alone."""

    position: Position
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None

    @classmethod
    def new(cls, rules: Ruleset) -> "Game":
        """A game before its first move."""
        return cls(Position.initial(rules))

    @property
    def rules(self) -> Ruleset:
        """The ruleset that is played."""
        return self.position.rules

    @property
    def is_over(self) -> bool:
        """Whether nobody may act any more."""
        return self.outcome is not None

    def play(self, point: Point) -> "tuple[Move, Game]":
        """Place the next stone: what it did, and the game after it, which it may have ended.

        Raises IllegalMove.

        >>> from pente_core.rules.ruleset import RULESETS
        >>> move, game = Game.new(RULESETS["pente"]).play(Point(180))
        >>> game
        Game('pente', 'K10')
        """
        if self.outcome is not None:
            raise IllegalMove(Illegal.GAME_OVER)
        move, after, lines = self.position.judge(point)
        return move, _game(after, (*self.turns, point), verdict(move, after, lines))

    def choose(self, choice: Choice) -> "Game":
        """Answer in a swap opening. Raises IllegalMove."""
        if self.outcome is not None:
            raise IllegalMove(Illegal.GAME_OVER)
        return Game(self.position.choose(choice), (*self.turns, choice))

    def moved(self, move: Move) -> "Game":
        """The game after a move that was judged before; who won is not asked."""
        return _game(self.position.after(move), (*self.turns, move.point), self.outcome)

    def retire(self, seat: int, why: Termination) -> "Game":
        """The game once a seat has resigned or lost on time; the last side left wins."""
        position = self.position.without(seat)
        winners = winner_by_default(position)
        turns = (*self.turns, Retirement(seat, why))
        return Game(position, turns, Outcome(why, winners) if winners else drawn(position))

    def back_to(self, count: int) -> "Game":
        """The game after its first ``count`` turns, none of which ended it."""
        game = Game.new(self.rules)
        for turn in self.turns[:count]:
            game = game.with_turn(turn)
        return game

    def with_turn(self, turn: Turn) -> "Game":
        """The game after one more turn of any kind, whoever recorded it. Raises IllegalMove."""
        match turn:
            case Choice():
                return self.choose(turn)
            case Retirement(seat, why):
                if self.is_over or seat >= self.rules.sides or self.position.out >> seat & 1:
                    raise IllegalMove(Illegal.GAME_OVER)
                return self.retire(seat, why)
            case int():
                return self.play(turn)[1]
            case _ as unreachable:
                assert_never(unreachable)

    def ended(self, outcome: Outcome) -> "Game":
        """The game with its outcome."""
        return replace(self, outcome=outcome)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The turns as people write them: ``K10``, ``swap``, ``time:2``."""
        return tuple(format_turn(turn, self.rules.size) for turn in self.turns)

    def __repr__(self) -> str:
        spec = self.rules.spec
        end = f", {self.outcome.result}" if self.outcome else ""
        return f"Game({spec!r}, {' '.join(self.tokens)!r}{end})"


_game: Callable[[Position, tuple[Turn, ...], Outcome | None], Game] = fast_new(Game)


def format_turn(turn: Turn, size: int) -> str:
    """How people write a turn; `parse_turn` reads it back.

    >>> format_turn(Retirement(2, Termination.TIME), 19)
    'time:2'
    """
    match turn:
        case Choice():
            return turn.value
        case Retirement(seat, why):
            return f"{why}:{seat}"
        case int():
            return format_point(turn, size)
        case _ as unreachable:
            assert_never(unreachable)


def parse_turn(text: str, size: int) -> Turn:
    """Read a turn. Raises BadPoint when it is none."""
    why, colon, seat = text.partition(":")
    if text in _CHOICES:
        return Choice(text)
    if colon and why in RETIREMENTS and seat in _SEATS:
        return Retirement(int(seat), Termination(why))
    return parse_point(text, size)


_CHOICES = frozenset(Choice)
RETIREMENTS = frozenset({Termination.RESIGNATION, Termination.TIME, Termination.FORFEIT})
"""Why seats leave games."""
_SEATS = frozenset("0123")
