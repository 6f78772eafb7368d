"""Games: the turns so far, the position they led to, and the outcome."""

from typing import assert_never

from pente_core.rules.move import Choice, Illegal, IllegalMove, Move
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_core.rules.verdict import drawn, verdict, winner_by_default
from pente_core.value import Value, replace


class Retirement(Value):
    """A seat dropping out of the game: its player resigned, lost on time, or did not return."""

    seat: int
    why: Termination


Turn = Point | Choice | Retirement
"""A turn: a stone placed, a choice made, or a seat retired."""


class Game(Value):
    """A game in progress or over. It is immutable: methods return a new game."""

    position: Position
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None
    setup: Setup | None = None
    """The position in which the game began; None: on the empty board."""

    @classmethod
    def new(cls, rules: Ruleset, setup: Setup | None = None) -> "Game":
        """A game before its first move. Raises BadSetup when it can't begin from ``setup``."""
        if setup is None:
            return cls(Position.initial(rules))
        return cls(setup.position(rules), setup=setup)

    @property
    def beginning(self) -> "Game":
        """The game as it was before its first move."""
        return Game.new(self.rules, self.setup)

    @property
    def stones(self) -> int:
        """How many stones were placed in the game; those of a setup are not counted."""
        return self.position.ply - (self.setup.ply if self.setup else 0)

    @property
    def is_played(self) -> bool:
        """Whether each player has completed a turn of stones, on whichever seat they sit since a swap.

        A stone that was captured counts; one that was taken back is not in the game, and a choice is none.
        """
        completed, now = set[int](), self.beginning
        for turn in self.turns:
            seat, now = now.position.to_act, now.with_turn(turn)
            if turn is Choice.SWAP:
                completed = {1 - seat for seat in completed}
            elif isinstance(turn, int) and (now.is_over or now.position.to_act != seat):
                completed.add(seat)
            if len(completed) == self.rules.sides:
                return True
        return False

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the game."""
        return self.position.rules

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    def play(self, point: Point) -> "tuple[Move, Game]":
        """Place the next stone: the move with its effects, and the game after it, which may be over.

        Raises IllegalMove.

        >>> from pente_core.rules.ruleset import RULESETS
        >>> move, game = Game.new(RULESETS["pente"]).play(Point(180))
        >>> game
        Game('pente', 'K10')
        """
        if self.outcome is not None:
            raise IllegalMove(Illegal.GAME_OVER)
        move, after, lines = self.position.judge(point)
        last = self._only_maker_of_rows if after.compiled.is_row_new else None
        return move, Game(after, (*self.turns, point), verdict(move, after, lines, last), self.setup)

    @property
    def _only_maker_of_rows(self) -> Point | None:
        """The last stone, if a row that stands can only be one that it has made: others were judged before,
        but for those of a setup, or before a choice.
        """
        last = self.turns[-1] if self.turns and self.setup is None else None
        return last if isinstance(last, int) else None

    def choose(self, choice: Choice) -> "Game":
        """Make a choice in a swap opening. Raises IllegalMove."""
        if self.outcome is not None:
            raise IllegalMove(Illegal.GAME_OVER)
        return Game(self.position.choose(choice), (*self.turns, choice), None, self.setup)

    def moved(self, move: Move) -> "Game":
        """The game after a move that was judged before; nothing is checked, the outcome stays the same."""
        return Game(self.position.after(move), (*self.turns, move.point), self.outcome, self.setup)

    def retire(self, seat: int, why: Termination) -> "Game":
        """The game after a seat has retired; if only one side is left, that side wins. Nothing is checked."""
        position = self.position.without(seat)
        winners = winner_by_default(position)
        turns = (*self.turns, Retirement(seat, why))
        outcome = Outcome(why, winners) if winners else drawn(position)
        return Game(position, turns, outcome, self.setup)

    def back_to(self, count: int) -> "Game":
        """The game after its first ``count`` turns, replayed from its beginning; none may have ended it."""
        game = self.beginning
        for turn in self.turns[:count]:
            game = game.with_turn(turn)
        return game

    def with_turn(self, turn: Turn) -> "Game":
        """The game after one more turn of any kind. Raises IllegalMove."""
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
        """The game ended with an outcome, such as an agreed draw."""
        return replace(self, outcome=outcome)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The turns in text form: ``K10``, ``swap``, ``time:2``."""
        return tuple(format_turn(turn, self.rules.size) for turn in self.turns)

    def __repr__(self) -> str:
        spec = self.rules.spec
        start = f", {self.setup!r}" if self.setup else ""
        end = f", {self.outcome.result}" if self.outcome else ""
        return f"Game({spec!r}, {' '.join(self.tokens)!r}{end}{start})"


def format_turn(turn: Turn, size: int) -> str:
    """The text form of a turn; the inverse of `parse_turn`.

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
    """Parse the text form of a turn. Raises BadPoint when it is not one."""
    why, colon, seat = text.partition(":")
    if text in _CHOICES:
        return Choice(text)
    if colon and why in RETIREMENTS and seat in _SEATS:
        return Retirement(int(seat), Termination(why))
    return parse_point(text, size)


_CHOICES = frozenset(Choice)
RETIREMENTS = frozenset({Termination.RESIGNATION, Termination.TIME, Termination.FORFEIT})
"""The reasons for which a seat retires while others play on."""
_SEATS = frozenset("0123")
