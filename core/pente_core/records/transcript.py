"""Making records of games and of rooms."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity
from pente_core.records.model.calendar_day import day_of
from pente_core.records.model.record import NOBODY, Contestant, End, Record
from pente_core.records.model.sanitize import tidy
from pente_core.room.state.room import Room
from pente_core.room.values.events import (
    Accepted,
    Banned,
    Chosen,
    Closed,
    Continued,
    Created,
    Declined,
    Event,
    Finished,
    Gone,
    Hidden,
    Joined,
    Kicked,
    Left,
    Moved,
    Muted,
    Offered,
    OutageCredited,
    Paused,
    Rated,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Said,
    Started,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    turn_event,
)
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.ruleset import Ruleset


def record_of(
    source: Game | Room,
    players: Sequence[Identity | None] = (),
    *,
    begun: Instant | None = None,
    control: TimeControl | None = None,
    clocks: tuple[Millis | None, ...] = (),
    rated: bool | None = None,
    tags: tuple[tuple[str, str], ...] = (),
) -> Record:
    """The record of a game or of a room.

    A room knows its players (those in its seats now), its time control, and when it was opened; for a game
    the caller has to. ``players`` are by seat, after all swaps, and unknown where they are missing.
    """
    if isinstance(source, Room):
        return record_of(
            source.game,
            source.seats,
            begun=source.created.at if begun is None else begun,
            control=source.created.time if control is None else control,
            clocks=clocks,
            rated=_rated(source.created) if rated is None else rated,
            tags=tags,
        )
    moment = None if begun is None else day_of(begun)
    seats = (*players, *(None,) * source.rules.sides)[: source.rules.sides]
    return Record(
        ruleset=source.rules,
        players=tuple(map(_contestant, seats)),
        turns=_turns(source),
        end=_end(source.outcome),
        rated=rated,
        control=control,
        day=None if moment is None else moment[0],
        time=None if moment is None else moment[1],
        clocks=clocks,
        tags=tags,
    )


def record_of_log(events: Iterable[Event]) -> Record:
    """The record of a room from its log; it tells the clocks, too.

    Nothing is played for it: whether the log makes sense is for `pente_core.records.replay.check` to say.
    Raises ValueError when it does not begin with Created, or no record can hold it.
    """
    log = list(events)
    if not log or not isinstance(log[0], Created):
        raise ValueError("a log begins with the creation of its room")
    created, turns = log[0], _turns_of_log(log, log[0].ruleset)
    moment = day_of(created.at)
    return Record(
        ruleset=created.ruleset,
        players=tuple(map(_contestant, _seats(log, created.ruleset.sides))),
        turns=tuple(turn for turn, _ in turns),
        end=next((_end(event) for event in log if isinstance(event, Finished)), None),
        rated=_rated(created),
        control=created.time,
        day=None if moment is None else moment[0],
        time=None if moment is None else moment[1],
        clocks=tuple(left for _, left in turns),
    )


def _seats(log: Iterable[Event], sides: int) -> list[Identity | None]:
    """Who sits where in the end."""
    seats: list[Identity | None] = [None] * sides
    turns, swaps = 0, list[int]()
    for event in log:
        match event:
            case Joined(seat=seat, player=player) if 0 <= seat < sides:
                seats[seat] = player
            case Left(seat=seat) if 0 <= seat < sides:
                seats[seat] = None
            case Joined() | Left():
                raise ValueError("a seat that is taken or left is one of the game")
            case Chosen(choice=Choice.SWAP):
                seats.reverse()
                swaps.append(turns)
            case TakenBack(turns=count):
                while swaps and swaps[-1] >= count:
                    seats.reverse()
                    swaps.pop()
                turns = count
            case (
                Created() | Declined() | Readied() | Started() | Moved() | Chosen() | Retired()
                | Offered() | Accepted() | Rejected() | TimeGiven() | Paused() | Resumed()
                | Gone() | Returned() | Muted() | Unmuted() | Kicked() | Banned() | Unbanned() | Said()
                | OutageCredited() | Finished() | Continued() | Rated() | Closed() | Hidden()
            ):  # fmt: skip
                pass
            case _ as unreachable:
                assert_never(unreachable)
        turns += isinstance(event, Moved | Chosen | Retired)
    return seats


def _turns_of_log(log: Iterable[Event], rules: Ruleset) -> list[tuple[Turn, Millis | None]]:
    """The turns that were not taken back, and what was left to the player who took each."""
    turns: list[tuple[Turn, Millis | None]] = []
    for event in log:
        turn = turn_event(event)
        match turn:
            case Moved(point=point):
                turns.append((point, _left(turn)))
            case Chosen(choice=choice):
                turns.append((choice, _left(turn)))
            case Retired(seat=seat, why=why) if rules.sides > 2:
                turns.append((Retirement(seat, why), _left(turn)))
            case TakenBack(turns=count):
                del turns[max(0, count) :]
            case Retired() | None:
                pass
            case _ as unreachable:
                assert_never(unreachable)
    return turns


def _left(event: Moved | Chosen | Retired) -> Millis | None:
    """What was left to the player who took a turn; after a swap his clock is that of the other seat."""
    if not 0 <= event.seat < len(event.left):
        return None
    swapped = isinstance(event, Chosen) and event.choice is Choice.SWAP
    return event.left[1 - event.seat if swapped else event.seat]


def _contestant(player: Identity | None) -> Contestant:
    if player is None:
        return Contestant()
    return Contestant(tidy(player.name) or NOBODY, player.rating, player.kind)


def _rated(created: Created) -> bool | None:
    """Logs of long ago don't say that a game was not rated."""
    return True if created.options.rated else None


def _turns(game: Game) -> tuple[Turn, ...]:
    """The turns of a game; with two sides the one who gives up ends it and takes no turn for that."""
    if game.rules.sides == 2:
        return tuple(turn for turn in game.turns if not isinstance(turn, Retirement))
    return game.turns


def _end(outcome: Outcome | Finished | None) -> End | None:
    if outcome is None:
        return None
    return End(() if outcome.termination is Termination.ABORTED else outcome.winners, outcome.termination)
