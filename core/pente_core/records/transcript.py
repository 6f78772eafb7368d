"""Records made from games, rooms and logs, with what people have added to a finished game in its room."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity
from pente_core.records.model.calendar_day import day_of
from pente_core.records.model.field_formats import tidy
from pente_core.records.model.record import (
    NOBODY,
    Comment,
    Contestant,
    End,
    Record,
    RecordVariation,
    format_marks,
)
from pente_core.room import events as ev
from pente_core.room.analysis import NO_ANALYSIS, Analysis, annotated
from pente_core.room.apply import before_game
from pente_core.room.room import Room
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.ruleset import Ruleset


def analysis_of(events: Iterable[ev.Event], turn_count: int) -> Analysis:
    """The annotations in a log whose game has so many turns."""
    analysis = NO_ANALYSIS
    for number, event in enumerate(events, 1):
        if isinstance(event, ev.AnnotationEvent):
            analysis = annotated(analysis, event, number, turn_count)
    return analysis


def variations_of(analysis: Analysis, turn_count: int, size: int) -> tuple[RecordVariation, ...]:
    """The variations of an analysis, with what was said in them."""
    texts = _texts(analysis, size)
    numbers = {node: node for node in range(turn_count + 1)}
    found: list[RecordVariation] = []
    for each in analysis.variations:
        comments = (
            Comment(ply, text) for ply, node in enumerate(each.nodes, 1) for text in texts.get(node, ())
        )
        found.append(RecordVariation(numbers[each.node], each.points, tuple(comments)))
        numbers |= {node: len(numbers) + count for count, node in enumerate(each.nodes)}
    return tuple(found)


def comments_of(analysis: Analysis, turns: Sequence[Turn], size: int) -> tuple[Comment, ...]:
    """What was said of the game as it was played."""
    texts = _texts(analysis, size)
    found, ply = [Comment(0, text) for text in texts.get(0, ())], 0
    for node, turn in enumerate(turns, 1):
        ply += not isinstance(turn, Choice | Retirement)
        found += [Comment(ply, text) for text in texts.get(node, ())]
    return tuple(found)


def _texts(analysis: Analysis, size: int) -> dict[int, list[str]]:
    """The comments and marks as lines, by node, in the order in which they were added."""
    said = [(each.number, each.node, f"{each.player.name}: {each.text}") for each in analysis.comments]
    said += [
        (each.number, each.node, format_marks(each.points, size, each.player.name)) for each in analysis.marks
    ]
    texts: dict[int, list[str]] = {}
    for _, node, text in sorted(said):
        texts.setdefault(node, []).append(tidy(text))
    return texts


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


def record_of_log(events: Iterable[ev.Event]) -> Record:
    """The record of a room from its log, including the clock times after each turn.

    The log is not replayed; `pente_core.records.replay.check` can tell whether it makes sense. Raises
    ValueError if the log does not begin with Created, or if no record can hold the game.
    """
    log = list(events)
    if not log or not isinstance(log[0], ev.Created):
        raise ValueError("a log must begin with the creation of its room")
    recorded = [event for event in log if event.facts.record is not None]
    created, turns = log[0], _turns_of_log(recorded, log[0].ruleset)
    analysis, moment = analysis_of(log, len(turns)), day_of(created.at)  # by all: versions are counted
    return Record(
        ruleset=created.ruleset,
        players=tuple(map(_contestant, _seats(recorded, created.ruleset.sides))),
        turns=tuple(turn for turn, _ in turns),
        end=next((_end(event) for event in recorded if isinstance(event, ev.Finished)), None),
        rated=_rated(created),
        control=created.time,
        day=None if moment is None else moment[0],
        time=None if moment is None else moment[1],
        clocks=tuple(left for _, left in turns),
        setup=created.setup,
        comments=comments_of(analysis, [turn for turn, _ in turns], created.ruleset.size),
        variations=variations_of(analysis, len(turns), created.ruleset.size),
    )


def _seats(log: Iterable[ev.Event], sides: int) -> list[Identity | None]:
    """The players by seat at the end of the log."""
    seats: list[Identity | None] = [None] * sides
    turns, swaps = 0, list[int]()
    for event in log:
        if isinstance(event, ev.Joined | ev.Left):
            if not 0 <= event.seat < sides:
                raise ValueError(f"a seat must be a number from 0 to {sides - 1}")
            seats[event.seat] = event.player if isinstance(event, ev.Joined) else None
        elif isinstance(event, ev.TakenBack):
            while swaps and swaps[-1] >= event.turn_count:
                seats.reverse()
                swaps.pop()
            turns = event.turn_count
        elif ev.is_turn(event):
            if isinstance(event, ev.Chosen) and event.choice is Choice.SWAP:
                seats.reverse()
                swaps.append(turns)
            turns += 1
    return seats


def _turns_of_log(log: Iterable[ev.Event], rules: Ruleset) -> list[tuple[Turn, Millis | None]]:
    """The turns that were not taken back, each with the time that its player had left after it."""
    turns: list[tuple[Turn, Millis | None]] = []
    for event in filter(ev.is_turn, log):
        match event:
            case ev.Moved(point=point):
                turns.append((point, _left(event)))
            case ev.Chosen(choice=choice):
                turns.append((choice, _left(event)))
            case ev.Retired(seat=seat, reason=why):
                if rules.sides > 2:
                    turns.append((Retirement(seat, why), _left(event)))
            case ev.TakenBack(turn_count=count):
                del turns[max(0, count) :]
            case _ as unreachable:
                assert_never(unreachable)
    return turns


def _left(event: ev.Moved | ev.Chosen | ev.Retired) -> Millis | None:
    """The time that the player of a turn had left; after a swap, it is on the other seat's clock."""
    if not 0 <= event.seat < len(event.remaining):
        return None
    swapped = isinstance(event, ev.Chosen) and event.choice is Choice.SWAP
    return event.remaining[1 - event.seat if swapped else event.seat]


def _contestant(player: Identity | None) -> Contestant:
    if player is None:
        return Contestant()
    return Contestant(tidy(player.name) or NOBODY, player.rating, player.kind)


def _rated(created: ev.Created) -> bool | None:
    """True or unknown: early logs do not say whether a game was rated."""
    return True if created.options.rated else None


def _turns(game: Game) -> tuple[Turn, ...]:
    """The turns of a game. With two sides, a retirement is the end of the game and not a turn."""
    if game.rules.sides == 2:
        return tuple(turn for turn in game.turns if not isinstance(turn, Retirement))
    return game.turns


def _end(outcome: Outcome | ev.Finished | None) -> End | None:
    if outcome is None:
        return None
    return End(() if outcome.termination is Termination.ABORTED else outcome.winners, outcome.termination)
