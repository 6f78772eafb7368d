"""Replaying and checking of records."""

from collections.abc import Iterator

from pente_core.records.model.field_formats import format_result
from pente_core.records.model.record import End, Record
from pente_core.room.refusals import Reason, clause
from pente_core.rules.game import Game, format_turn
from pente_core.rules.move import Choice, IllegalMove
from pente_core.rules.outcome import Outcome, Termination
from pente_core.value import Value


class Problem(Value):
    """A problem of a record."""

    turn: int | None
    """The number of the illegal turn, from 0; None if the recorded end is wrong."""
    reason: str
    """A sentence without a capital letter and a full stop."""


class Unplayable(ValueError):
    """The record has an illegal turn; ``problem`` says which."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.reason)
        self.problem = problem


def steps(record: Record) -> Iterator[Game]:
    """Yield the game after each turn of a record, without the one before the first. Raises Unplayable.

    If the record of a swap opening has no choices at all, they were lost, because pente.org's text has no
    place for them. Each choice that is due is then assumed to be *stay*, and yields a game of its own. The
    players of a record are in their final seats, so this does not change whose stones they are.
    """
    game = record.beginning
    are_lost = not any(isinstance(turn, Choice) for turn in record.turns)
    for number, turn in enumerate(record.turns):
        try:
            if are_lost and game.position.choices and isinstance(turn, int):
                game = game.choose(Choice.STAY)
                yield game
            game = game.with_turn(turn)
        except IllegalMove as illegal:
            raise Unplayable(_illegal(record, number, illegal)) from None
        yield game


def replay_record(record: Record) -> Game:
    """The game of a record, with the outcome on the board or else the recorded one.

    If neither gives a reason for the end, it is resignation for a win, and agreement for a draw. Raises
    Unplayable.
    """
    game = record.beginning
    for after in steps(record):
        game = after
    if game.outcome is not None or record.end is None:
        return game
    usual = Termination.RESIGNATION if record.end.winners else Termination.AGREEMENT
    return game.ended(Outcome(record.end.termination or usual, record.end.winners))


def check(record: Record) -> list[Problem]:
    """The problem of a record: its first illegal turn, or an end that does not fit; empty if none."""
    game = record.beginning
    try:
        for after in steps(record):
            game = after
    except Unplayable as unplayable:
        return [unplayable.problem]
    reason = _misfit(record, game)
    return [] if reason is None else [Problem(None, reason)]


def _illegal(record: Record, number: int, illegal: IllegalMove) -> Problem:
    token = format_turn(record.turns[number], record.ruleset.size)
    return Problem(number, f"turn {number + 1}, {token}, is illegal: {clause(Reason(illegal.reason.value))}")


def _misfit(record: Record, game: Game) -> str | None:
    """The reason why the recorded end does not fit the game; None if it fits."""
    end, outcome = record.end, game.outcome
    if outcome is None:
        reason = None if end is None else _why_not(end)
        return reason and f"the recorded end is {_told(record, end)}, but {reason}"
    shown = _told(record, End(outcome.winners, outcome.termination))
    if end is None:
        return f"no result is recorded, but the game ended {shown}"
    if end.winners != outcome.winners or end.termination not in (None, outcome.termination):
        return f"the recorded end is {_told(record, end)}, but the game ended {shown}"
    return None


def _why_not(end: End) -> str | None:
    """The reason why an undecided game can't have this end; None if it can."""
    match end.termination:
        case Termination.LINE | Termination.CAPTURES | Termination.NO_MOVES | Termination.DEAD:
            return "the last turn does not end the game"
        case Termination.RESIGNATION | Termination.TIME | Termination.FORFEIT if not end.winners:
            return "this end has a winner"
        case Termination.AGREEMENT if end.winners:
            return "this end has no winner"
        case _:
            return None


def _told(record: Record, end: End | None) -> str:
    assert end is not None
    result = "?" if end.termination is Termination.ABORTED else format_result(end.winners, record.ruleset)
    return result if end.termination is None else f"{result} ({end.termination})"
