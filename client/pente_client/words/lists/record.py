"""Recorded games in words, turn by turn."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pente_client.words.events import chosen_text, retired_text
from pente_client.words.outcome import outcome_with_rows
from pente_client.words.phrases import captured_text, clock_text, rules_text, time_text
from pente_client.words.spoken.game_words import move_line
from pente_client.words.waiting import setup_text
from pente_core.identity import PlayerKind
from pente_core.records import Contestant, Record, replay_record, steps
from pente_core.records.model.field_formats import format_result
from pente_core.records.model.record import NOBODY
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Choice, Move
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.ruleset import Ruleset
from pente_protocol.sentences import tell


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn, the game after it, and the line that tells it."""

    turn: Turn
    move: Move | None
    """The move with its captures; None for a choice or a retirement."""
    game: Game
    line: str


def recorded_turns(record: Record) -> Iterator[RecordedTurn]:
    """The turns of a game. Raises `pente_core.records.Unplayable` at one that can't be played."""
    seats = list(enumerate(record.players))  # each with the seat at the end, as the heading names it
    if record.turns.count(Choice.SWAP) % 2:
        seats.reverse()
    before, number = record.beginning, 0
    for game in steps(record):
        turn = game.turns[-1]
        is_recorded = number < len(record.turns) and turn == record.turns[number]
        clock = record.clocks[number] if is_recorded and record.clocks else None
        number += is_recorded
        move = None if isinstance(turn, Choice | Retirement) else before.play(turn)[0]
        seat = turn.seat if isinstance(turn, Retirement) else before.position.to_act
        told = _told(turn, move, game, *seats[seat])
        if clock is not None:
            told = tell("record.with-clock", turn=told.removesuffix("."), time=clock_text(clock))
        yield RecordedTurn(turn, move, game, told)
        if turn is Choice.SWAP:
            seats.reverse()
        before = game


def record_heading(
    record: Record, stone: Callable[[Ruleset, int], str] | None, *, zone: str = ""
) -> list[str]:
    """Rules, players, date and place. ``stone`` gives the character for the stones of a seat; None: none.

    ``zone`` is that of the time, where it is known.
    """
    rules = record.ruleset
    about = [rules_text(rules)]
    if record.control is not None:
        about.append(time_text(record.control))
    if record.rated is not None:
        about.append(tell("phrase.rated" if record.rated else "record.unrated"))
    lines = ["; ".join(about)]
    if record.setup is not None:
        lines.append(f"  {setup_text(record.setup, rules)}")
    for colour, player in enumerate(record.players):
        drawn = f" {stone(rules, colour)}" if stone is not None else ""
        lines.append(f"  {rules.colours[colour]}{drawn}: {player_text(player)}")
    if record.day is not None:
        lines.append(
            f"  {record.day}" + (f" {record.time} {zone}".rstrip() if record.time is not None else "")
        )
    lines += [f"  {name}: {value}" for name, value in record.tags if value not in ("", "-", "?")]
    return lines


def player_text(player: Contestant) -> str:
    """A player with rating and kind.

    >>> player_text(Contestant("ann", 1500)), player_text(Contestant())
    ('ann (1500)', 'unknown')
    """
    name = tell("record.unknown") if player.name == NOBODY else player.name
    more = [] if player.rating is None else [str(player.rating)]
    if player.kind is PlayerKind.BOT:
        more.append(tell("people.a-bot"))
    return f"{name} ({', '.join(more)})" if more else name


def seat_names(record: Record, seats: Iterable[int], between: str = " and ") -> str:
    """The names of some seats; the colour where the name is unknown."""
    rules = record.ruleset
    return between.join(
        rules.colours[seat] if record.players[seat].name == NOBODY else record.players[seat].name
        for seat in seats
    )


def captures_text(game: Game) -> str:
    """The captures of each side so far; empty where the rules have none."""
    rules = game.rules
    if not rules.captures:
        return ""
    each = zip(rules.colours, game.position.taken, strict=True)
    counts = ", ".join(f"{colour} {captured_text(rules, count)}" for colour, count in each)
    return f"{tell('record.captured')} {counts}"


def recorded_outcome(record: Record) -> list[str]:
    """The end of the game. Raises `pente_core.records.Unplayable`."""
    game = replay_record(record)
    if game.outcome is None:
        return [tell("record.not-finished")]
    result = format_result(game.outcome.winners, record.ruleset)
    if game.outcome.termination is Termination.ABORTED:
        result = "?"
    if not _is_known(record, game.outcome):
        return [tell("record.result", result=result)]
    names = [seat_names(record, (seat,)) for seat in range(record.ruleset.sides)]
    shown = f"{result} ({game.outcome.termination})"
    return [outcome_with_rows(game, names), tell("record.result", result=shown)]


def _is_known(record: Record, outcome: Outcome) -> bool:
    """Whether the board or the record shows the reason of the end; otherwise it is only a guess."""
    on_the_board = (Termination.LINE, Termination.CAPTURES, Termination.NO_MOVES, Termination.DEAD)
    is_told = record.end is None or record.end.termination is not None
    return is_told or outcome.termination in on_the_board


def _told(turn: Turn, move: Move | None, game: Game, seat: int, player: Contestant) -> str:
    who = game.rules.colours[seat] if player.name == NOBODY else player.name
    if isinstance(turn, Choice):
        return chosen_text(who, turn)
    if isinstance(turn, Retirement):
        return retired_text(who, turn.why)
    assert move is not None
    return move_line(move, game, who, seat)
