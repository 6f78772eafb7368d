"""Conversion of game records to room logs and back.

Events hold the players and their seats, the ruleset, the time control, all turns, clocks and the end.
Whatever a record has in addition or differently (ratings, tags, comments, an unknown date) is stored in the
header (see `pente_protocol.logs.record_extras`), so that the record reads back the same.

Only games that can be played have a log: a record with an illegal turn can't be written. Choices that were
lost (see `pente_core.records.steps`) become *stay*. In that case a tag ``Opening`` with another meaning is
dropped, because a record with choices uses that tag for them.
"""

from collections.abc import Iterable, Iterator

from pente_core.clock.clock import Clock, Unlimited
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_core.records import BadRecord, DayTime, Record, ScannedRecord, record_of_log, replay_record
from pente_core.records.model.calendar_day import instant_of
from pente_core.records.model.scanned_record import records
from pente_core.room import events as ev
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice
from pente_core.value import replace
from pente_protocol.logs.json_lines import EventLog, ScannedLog, format_log, scan_logs
from pente_protocol.logs.record_extras import differences, with_extras


def read_gamelog(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the games of a text of logs. Raises BadRecord at the first that can't be read."""
    return records(scan_gamelog(lines))


def scan_gamelog(lines: Iterable[str]) -> Iterator[ScannedRecord]:
    """Yield the games of a text of logs, and errors in place of those that can't be read."""
    for entry in scan_logs(lines):
        yield _entry(entry)


def write_gamelog(played: Iterable[Record]) -> Iterator[str]:
    """Yield the log of each record. Raises `pente_core.records.Unplayable`."""
    for record in played:
        yield format_gamelog(record)


def format_gamelog(record: Record) -> str:
    """The text of the log of a record. Raises `pente_core.records.Unplayable`."""
    return format_log(log_of(record))


def log_of(record: Record) -> EventLog:
    """The log of a room in which the game of a record was played. Raises `pente_core.records.Unplayable`.

    A record has neither the times of moves nor the accounts of players. So all events have the moment at
    which the game began, and the player of the first seat has the id 1, and so on.
    """
    events = tuple(_events(record, replay_record(record)))
    told = record_of_log(events)
    if Choice.STAY in told.turns and Choice.STAY not in record.turns:
        record = replace(record, tags=tuple(tag for tag in record.tags if tag[0] != "Opening"))
    return EventLog(events, record=differences(record, told))


def record_in(log: EventLog) -> Record:
    """The record of a log. Raises ValueError if the log has none."""
    return with_extras(record_of_log(log.events), log.record)


def _entry(found: ScannedLog) -> ScannedRecord:
    if isinstance(found.content, BadRecord):
        return ScannedRecord(found.line, found.content)
    try:
        record = record_in(found.content)
    except ValueError as error:
        return ScannedRecord(found.line, BadRecord(found.line, 1, f"expected the log of a game: {error}"))
    turns: list[int] = []
    for line, event in zip(found.lines, found.content.events, strict=True):
        if isinstance(event, ev.TakenBack):
            del turns[max(0, event.turn_count) :]
        elif ev.is_turn(event) and (record.ruleset.sides > 2 or not isinstance(event, ev.Retired)):
            turns.append(line)
    return ScannedRecord(found.line, record, tuple(turns))


def _events(record: Record, game: Game) -> Iterator[ev.Event]:
    now = Instant(0)
    if record.day is not None:
        now = instant_of(record.day, record.time or DayTime(0, 0))
    players = _players(record)
    control = record.control or Unlimited()
    yield ev.Created(now, players[0], record.ruleset, control, format=ev.LOG_FORMAT, setup=record.setup)
    yield from (ev.Joined(now, seat, player) for seat, player in enumerate(players))
    yield ev.Started(now)
    left = _full(record)
    for left, event in _turns(record, game, now):  # noqa: B007 -- the last is wanted below
        yield event
    if record.end is not None:
        winners, outcome = record.end.winners, game.outcome
        assert outcome is not None
        lines = outcome.lines if outcome.winners == winners else ()
        yield ev.Finished(now, record.end.termination or outcome.termination, winners, lines, left)


def _players(record: Record) -> list[Identity]:
    """The players by seat at the start: the reverse of the final seats after an odd number of swaps."""
    players = [
        Identity(PlayerId(f"{seat + 1:032x}"), contestant.name, contestant.kind or PlayerKind.PERSON)
        for seat, contestant in enumerate(record.players)
    ]
    return players[::-1] if record.turns.count(Choice.SWAP) % 2 else players


def _full(record: Record) -> tuple[Millis, ...]:
    """The clock times at the start."""
    return Clock.new(record.control or Unlimited(), len(record.players)).remaining


def _turns(record: Record, game: Game, now: Instant) -> Iterator[tuple[tuple[Millis, ...], ev.Event]]:
    """Yield each turn as an event, together with the clock times after it."""
    left, before = _full(record), record.beginning
    known = record.clocks if len(record.clocks) == len(game.turns) else (None,) * len(game.turns)
    for turn, clock in zip(game.turns, known, strict=True):
        seat = turn.seat if isinstance(turn, Retirement) else before.position.to_act
        left = _with(left[::-1], 1 - seat, clock) if turn is Choice.SWAP else _with(left, seat, clock)
        match turn:
            case Choice():
                before = before.choose(turn)
                yield left, ev.Chosen(now, seat, turn, left)
            case Retirement(_, why):
                before = before.retire(seat, why)
                if len(record.players) > 2:
                    yield left, ev.Retired(now, seat, why, left)
            case point:
                move, before = before.play(point)
                key = f"{before.position.key:016x}"
                taken = move.captured, move.poofed
                yield left, ev.Moved(now, seat, move.colour, point, key, *taken, move.calls, left)


def _with(left: tuple[Millis, ...], seat: int, clock: Millis | None) -> tuple[Millis, ...]:
    if clock is None or not left:
        return left
    return (*left[:seat], clock, *left[seat + 1 :])
