"""A game from a file or an archive, as a connection to its room: it can be looked at, and no more."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Final

from pente_client.connection import Replica, RequestRejected, Resynced, Update
from pente_client.connection.replica.validate import InvalidEvent
from pente_client.local.no_server import NO_SERVER, NoServer
from pente_client.play.shown.own_words import Seats
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.records import Comment, Record
from pente_core.records.model.record import NOBODY
from pente_core.records.model.review_notes import without_review_notes
from pente_core.review.review import GameReview
from pente_core.room import NO_ANALYSIS, Analysis, Room, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.analysis import annotated, misfit
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_core.value import replace
from pente_protocol.logs.game_records import log_of
from pente_protocol.logs.json_lines import EventLog
from pente_protocol.messages.checkpoint import NO_MARK
from pente_protocol.sentences import tell

READER: Final = Identity(PlayerId("f" * 32), "you")
"""Who looks at a recorded game, whoever played it."""
_AUTHOR: Final = Identity(PlayerId("e" * 32), "comment")
"""The author of what a record says, which has no authors."""
FILE_GAME: Final = RoomId("recorded-game")


class RecordedGame(NoServer):
    """A `pente_client.play.ports.GamePort` onto one room in which nothing happens any more. Mutable."""

    def __init__(self, id_: RoomId, replica: Replica, review: GameReview | None = None) -> None:
        self.id = id_
        self.review = review
        """What a computer says about its stones; None: nothing is known."""
        self._replica = replica
        self._updates: asyncio.Queue[Update | None] = asyncio.Queue()

    @classmethod
    def of_record(cls, record: Record) -> "RecordedGame":
        """The game of a record. Raises `pente_core.records.Unplayable`."""
        room = room_of_record(_without_remarks(record))
        return cls(FILE_GAME, Replica(FILE_GAME, room, NO_MARK, READER.id), record.review)

    @classmethod
    def of_log(cls, log: EventLog) -> "RecordedGame":
        """The game of a log from a server, every event of which is checked.

        Raises ValueError if it is not the log of a room.
        """
        id_ = log.room or FILE_GAME
        created, *events = log.events
        if not isinstance(created, ev.Created):
            raise ValueError(tell("local.not-a-room"))  # noqa: TRY004 -- a value from outside
        replica = Replica.opened(id_, created, NO_MARK, READER.id)
        try:
            for version, event in enumerate(events, start=2):
                replica.step(version, event, None)
        except InvalidEvent as invalid:
            raise ValueError(tell("local.no-fit", reason=invalid)) from None
        return cls(id_, replica)

    @property
    def me(self) -> Identity:
        return READER

    @property
    def public_url(self) -> str:
        return ""

    @property
    def fingerprint(self) -> str:
        return ""

    @property
    def is_local(self) -> bool:
        return True

    @property
    def shares_board(self) -> bool:
        return False

    def sender(self, room: RoomId, command: cmd.PlayerCommand) -> Identity:
        del room, command
        return READER

    @property
    def rooms(self) -> Mapping[RoomId, Replica]:
        return {self.id: self._replica}

    @property
    def latency(self) -> None:
        """None: there is no server."""

    def server_now(self) -> Instant:
        """The moment at which the game ended: no clock runs."""
        return self._replica.room.active

    async def updates(self) -> AsyncIterator[Update]:
        """The game whenever it is watched, and nothing else, for ever."""
        while (update := await self._updates.get()) is not None:
            yield update

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int:
        del room, command
        raise RequestRejected(NO_SERVER, tell("local.recorded"))

    async def set_up(
        self, room: RoomId, setup: Setup | None, rules: Ruleset | None = None, seats: Seats = None
    ) -> RoomId:
        del room, setup, rules, seats
        raise RequestRejected(NO_SERVER, tell("local.recorded"))

    async def watch(self, room: RoomId) -> Replica:
        if room != self.id:
            raise RequestRejected("unknown-room", tell("local.no-such-game"))
        self._updates.put_nowait(Resynced(room, self._replica.room))
        return self._replica

    async def unwatch(self, room: RoomId) -> None:
        """It stays."""


def _without_remarks(record: Record) -> Record:
    """The record without the comments that say what its review does; the better lines stay as branches."""
    return replace(record, comments=without_review_notes(record).comments)


def room_of_record(record: Record) -> Room:
    """A room in which the game of a record was played, with its comments and variations.

    Variations that can't be played, or are more than a room may have, are left out. Raises
    `pente_core.records.Unplayable`.
    """
    room = replay(log_of(_with_names(record)).events)
    return replace(room, analysis=_analysis_of(record, room.game, room.active))


def _with_names(record: Record) -> Record:
    """The record with colours in place of names that are unknown."""
    players = zip(record.players, record.ruleset.colours, strict=False)
    named = (replace(each, name=colour) if each.name == NOBODY else each for each, colour in players)
    return replace(record, players=tuple(named))


def _analysis_of(record: Record, game: Game, at: Instant) -> Analysis:
    analysis, number, turns = NO_ANALYSIS, 0, len(game.turns)

    def added(event: ev.AnnotationEvent) -> bool:
        nonlocal analysis, number
        if misfit(game, analysis, event) is not None:
            return False
        number += 1
        analysis = annotated(analysis, event, number, turns)
        return True

    nodes: list[int | None] = list(_nodes_of(record, game))
    plies = _nodes_by_ply(game)
    for comment in record.comments:
        added(ev.CommentAdded(at, _AUTHOR, plies[comment.ply], comment.text))
    for each in record.variations:
        node = nodes[each.node]
        is_there = node is not None and added(ev.VariationAdded(at, _AUTHOR, node, each.points))
        first = analysis.variations[-1].first if is_there else 0
        nodes += [first + ply if is_there else None for ply in range(len(each.points))]
        for said in each.comments if is_there else ():
            added(_in_variation(said, first, at))
    return analysis


def _in_variation(comment: Comment, first: int, at: Instant) -> ev.CommentAdded:
    return ev.CommentAdded(at, _AUTHOR, first + comment.ply - 1, comment.text)


def _nodes_of(record: Record, game: Game) -> Iterator[int]:
    """The node of the game for each node of the record, whose choices may have been lost."""
    yield 0
    node = 0
    for turn in record.turns:
        node += 1
        while game.turns[node - 1] != turn:
            node += 1
        yield node


def _nodes_by_ply(game: Game) -> list[int]:
    """The node after so many stones, the first of them."""
    nodes = [0]
    for node, turn in enumerate(game.turns, 1):
        if not isinstance(turn, Choice | Retirement):
            nodes.append(node)
    return nodes
