"""Records made from games, rooms and logs."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity
from pente_core.records.model.calendar_day import day_of
from pente_core.records.model.record import NOBODY, Contestant, End, Record
from pente_core.records.model.room_notes import analysis_of, comments_of, variations_of
from pente_core.records.model.sanitize import tidy
from pente_core.room.state.analysis import NO_ANALYSIS, Analysis
from pente_core.room.state.rated_seats import before_game
from pente_core.room.state.room import Room
from pente_core.room.values.annotations import (
    AnnotationRemoved,
    CommentAdded,
    PointsMarked,
    VariationAdded,
)
from pente_core.room.values.events import (
    Accepted,
    Banned,
    Chosen,
    Closed,
    ConditionsSet,
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
    RatingsChanged,
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
    VacationEnded,
    VacationStarted,
    WatchPolicyChanged,
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
    analysis: Analysis = NO_ANALYSIS,
) -> Record:
    """The record of a game or a room.

    For a room, the players are those in its seats now, and the time control, beginning and ``rated``
    default to its own; for a game, the caller has to give them. ``players`` are by seat after all swaps;
    missing ones are recorded as unknown. Raises ValueError if no record can hold the game.
    """
    if isinstance(source, Room):
        return record_of(
            source.game,
            before_game(source.seats, source.rated),
            begun=source.created.at if begun is None else begun,
            control=source.created.time if control is None else control,
            clocks=clocks,
            rated=_rated(source.created) if rated is None else rated,
            tags=tags,
            analysis=source.analysis,
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
        setup=source.setup,
        comments=comments_of(analysis, _turns(source), source.rules.size),
        variations=variations_of(analysis, len(source.turns), source.rules.size),
    )


def record_of_log(events: Iterable[Event]) -> Record:
    """The record of a room from its log, including the clock times after each turn.

    The log is not replayed; `pente_core.records.replay.check` can tell whether it makes sense. Raises
    ValueError if the log does not begin with Created, or if no record can hold the game.
    """
    log = list(events)
    if not log or not isinstance(log[0], Created):
        raise ValueError("a log must begin with the creation of its room")
    created, turns = log[0], _turns_of_log(log, log[0].ruleset)
    analysis, moment = analysis_of(log, len(turns)), day_of(created.at)
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
        setup=created.setup,
        comments=comments_of(analysis, [turn for turn, _ in turns], created.ruleset.size),
        variations=variations_of(analysis, len(turns), created.ruleset.size),
    )


def _seats(log: Iterable[Event], sides: int) -> list[Identity | None]:
    """The players by seat at the end of the log."""
    seats: list[Identity | None] = [None] * sides
    turns, swaps = 0, list[int]()
    for event in log:
        match event:
            case Joined(seat=seat, player=player) if 0 <= seat < sides:
                seats[seat] = player
            case Left(seat=seat) if 0 <= seat < sides:
                seats[seat] = None
            case Joined() | Left():
                raise ValueError(f"a seat must be a number from 0 to {sides - 1}")
            case Chosen(choice=Choice.SWAP):
                seats.reverse()
                swaps.append(turns)
            case TakenBack(turn_count=count):
                while swaps and swaps[-1] >= count:
                    seats.reverse()
                    swaps.pop()
                turns = count
            case (
                Created() | Declined() | Readied() | Started() | Moved() | Chosen() | Retired()
                | Offered() | Accepted() | Rejected() | TimeGiven() | Paused() | Resumed()
                | ConditionsSet() | VacationStarted() | VacationEnded()
                | Gone() | Returned() | Muted() | Unmuted() | Kicked() | Banned() | Unbanned() | Said()
                | WatchPolicyChanged() | OutageCredited() | Finished() | Continued() | RatingsChanged()
                | VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved()
                | Closed() | Hidden()
            ):  # fmt: skip
                pass
            case _ as unreachable:
                assert_never(unreachable)
        turns += isinstance(event, Moved | Chosen | Retired)
    return seats


def _turns_of_log(log: Iterable[Event], rules: Ruleset) -> list[tuple[Turn, Millis | None]]:
    """The turns that were not taken back, each with the time that its player had left after it."""
    turns: list[tuple[Turn, Millis | None]] = []
    for event in log:
        turn = turn_event(event)
        match turn:
            case Moved(point=point):
                turns.append((point, _left(turn)))
            case Chosen(choice=choice):
                turns.append((choice, _left(turn)))
            case Retired(seat=seat, reason=why) if rules.sides > 2:
                turns.append((Retirement(seat, why), _left(turn)))
            case TakenBack(turn_count=count):
                del turns[max(0, count) :]
            case Retired() | None:
                pass
            case _ as unreachable:
                assert_never(unreachable)
    return turns


def _left(event: Moved | Chosen | Retired) -> Millis | None:
    """The time that the player of a turn had left; after a swap, it is on the other seat's clock."""
    if not 0 <= event.seat < len(event.remaining):
        return None
    swapped = isinstance(event, Chosen) and event.choice is Choice.SWAP
    return event.remaining[1 - event.seat if swapped else event.seat]


def _contestant(player: Identity | None) -> Contestant:
    if player is None:
        return Contestant()
    return Contestant(tidy(player.name) or NOBODY, player.rating, player.kind)


def _rated(created: Created) -> bool | None:
    """True or unknown: early logs do not say whether a game was rated."""
    return True if created.options.rated else None


def _turns(game: Game) -> tuple[Turn, ...]:
    """The turns of a game. With two sides, a retirement is the end of the game and not a turn."""
    if game.rules.sides == 2:
        return tuple(turn for turn in game.turns if not isinstance(turn, Retirement))
    return game.turns


def _end(outcome: Outcome | Finished | None) -> End | None:
    if outcome is None:
        return None
    return End(() if outcome.termination is Termination.ABORTED else outcome.winners, outcome.termination)
