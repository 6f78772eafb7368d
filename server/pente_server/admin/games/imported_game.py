"""The room of a recorded game: its log, with an id that follows from the game."""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.records import Contestant, End, Problem, Record, Unplayable, check, replay_record
from pente_core.room import Room, replay
from pente_core.room import events as ev
from pente_core.rules.game import format_turn
from pente_core.rules.outcome import Termination
from pente_core.value import replace
from pente_protocol.logs.game_records import log_of
from pente_server.admin.export_format import ExportedRoom
from pente_server.admin.games.record_notes import notes_of
from pente_server.results.archive.imported_players import imported_player
from pente_server.results.post_game import FinishedRoom
from pente_server.store.redis.export_scan import StoredRoom

_PREFIX: Final = "imported-"
_RATINGS: Final = range(1, 10_000)


class NotImportable(Exception):
    """A record that has no place in an archive."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.reason)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A recorded game as a room of the server."""

    logged: ExportedRoom
    room: Room

    @property
    def id(self) -> RoomId:
        return self.logged.held.id

    @property
    def ended(self) -> FinishedRoom:
        """What is filed in the archive."""
        return FinishedRoom(self.id, self.room, self.logged.events)


def imported_game(record: Record, now: Instant) -> ImportedGame:
    """The room of a record. A game of the future is one of ``now``. Raises NotImportable."""
    whole = _with_end(record)
    if problems := check(whole):
        raise NotImportable(problems[0])
    players = [_player(each) for each in whole.players]
    played = [_imported(event, players, now) for event in log_of(whole).events]
    events = (*played, *notes_of(whole, players, played[-1].at))
    held = StoredRoom(_id_of(whole, players), left=None, commands=())
    return ImportedGame(ExportedRoom(held, events), replay(events))


def _player(contestant: Contestant) -> Identity:
    """The player that a name stands for, with the rating that the record has, if it can be one."""
    player = imported_player(contestant.name, contestant.kind or PlayerKind.PERSON)
    rating = contestant.rating if contestant.rating in _RATINGS else None
    return replace(player, rating=rating)


def _with_end(record: Record) -> Record:
    """The record with the end that the board shows, if none is written down. Raises NotImportable."""
    if record.end is not None:
        if record.end.termination is Termination.ABORTED:
            raise NotImportable(Problem(None, "the game was aborted"))
        return record
    try:
        outcome = replay_record(record).outcome
    except Unplayable as unplayable:
        raise NotImportable(unplayable.problem) from None
    if outcome is None:
        raise NotImportable(Problem(None, "the game has no result"))
    return replace(record, end=End(outcome.winners, outcome.termination))


def _imported(event: ev.Event, players: list[Identity], now: Instant) -> ev.Event:
    """An event of a record's log with the players that the names stand for."""
    moved = replace(event, at=min(event.at, now))
    if isinstance(moved, ev.Created):
        return replace(moved, by=players[0])
    if isinstance(moved, ev.Joined):
        return replace(moved, player=_seated(moved, players))
    return moved


def _seated(event: ev.Joined, players: list[Identity]) -> Identity:
    """Who takes a seat. In a log of `log_of`, the player who has the first seat in the end has the id 1."""
    return players[int(event.player.id, 16) - 1]


def _id_of(record: Record, players: list[Identity]) -> RoomId:
    """Equal for equal games: the same players, rules, day, turns and winners."""
    assert record.end is not None
    size = record.ruleset.size
    said = [
        record.ruleset.spec,
        [player.id for player in players],
        str(record.day),
        [format_turn(turn, size) for turn in record.turns],
        record.end.winners,
        None if record.setup is None else repr(record.setup),
    ]
    digest = sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
    return RoomId(f"{_PREFIX}{digest[:24]}")
