"""A room as lines of text: the whole of it, its board, whose turn it is, its result."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from pente_client.addresses.join_link import JoinLink
from pente_client.connection import NEEDS_UPDATE
from pente_client.drawing.qr_code import qr_lines
from pente_client.drawing.text_board import UNICODE, Charset, board_lines
from pente_client.words.lists.annotations import notes_lines
from pente_client.words.lists.people import options_text, player_description
from pente_client.words.outcome import names_by_seat, outcome_with_rows, why_text
from pente_client.words.phrases import (
    captured_text,
    name_of,
    names_of,
    points_text,
    rules_text,
    seated_name,
    time_text,
)
from pente_client.words.turns import PAUSED, turn_text
from pente_client.words.viewer_delay import watching_text
from pente_client.words.waiting import play_command, setup_text, waiting_text
from pente_core.clock.instant import elapsed
from pente_core.identity import PlayerId, RoomId
from pente_core.room import ChatAudience, Room, Said, Status
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_protocol.untrusted_text import clean

_SHORT: Final = 60
"""Seconds for a first move up to which it is said how many there are."""


class RoomLines:
    """Makes lines of rooms; ``me`` is the player who reads them, if there is one.

    ``url`` is what a friend has to type to reach the same server, and ``code_of`` has the join codes of
    rooms, as far as they are known. ``with_qr``: a room that waits is shown as a QR code too. ``teaches``:
    rooms are lessons, in which only the board matters.
    """

    def __init__(
        self,
        charset: Charset,
        url: str,
        code_of: Callable[[RoomId], str],
        *,
        with_qr: bool,
        teaches: bool = False,
    ) -> None:
        self._charset, self._url, self._code_of, self._with_qr = charset, url, code_of, with_qr
        self._teaches = teaches

    def board(self, id_: RoomId, room: Room, me: PlayerId | None) -> Iterator[str]:
        """The board, what was captured, and whose turn it is."""
        yield from self.drawn(room)
        yield from _captures(room)
        yield from self.turn(id_, room, me)

    def whole(self, id_: RoomId, room: Room, me: PlayerId | None) -> Iterator[str]:
        """All of a room that comes into view."""
        if self._teaches:
            yield from self.drawn(room)
            return
        rules = room.created.ruleset
        about = (rules_text(rules), time_text(room.created.time), options_text(room.options))
        yield f"Room {id_}: {'; '.join(filter(None, about))}"
        for seat, player in enumerate(room.seats):
            yield f"  {self._colour(room, seat)}: {player_description(player) if player else 'open'}"
        if room.created.setup is not None:
            yield setup_text(room.created.setup, rules)
        if late := watching_text(room, None if me is None else room.seat_of(me)):
            yield late
        for line in room.chat:
            yield said_text(line)
        if room.game.turns:
            yield from move_lines(room)
        if room.status is Status.FINISHED:
            yield from self.drawn(room)
            yield from self.result(id_, room)
            yield from notes_lines(room)
        elif room.status is Status.CLOSED:
            yield "The room is closed."
        elif room.status is Status.WAITING:
            yield from self._waiting(id_, room, me)
        else:
            yield from self.board(id_, room, me)

    def read_only(self, id_: RoomId, room: Room) -> Iterator[str]:
        """The board of a room that this version can't replay."""
        yield f"Room {id_}: {names_of(room.seats)}. {NEEDS_UPDATE}"
        yield from self.drawn(room)

    def drawn(self, room: Room, game: Game | None = None, marked: Sequence[Point] = ()) -> Iterator[str]:
        """The board, or that of an earlier ``game`` of the room, with some points marked."""
        game = game or room.game
        turns, outcome = game.turns, game.outcome
        last = next((turn for turn in reversed(turns) if isinstance(turn, int)), None)
        won: Collection[Point] = [p for line in outcome.lines for p in line] if outcome else ()
        marked = marked or (() if last is None else (Point(last),))
        yield from board_lines(game.position, self._charset, last=marked, won=won)

    def stones(self, room: Room) -> Iterator[str]:
        """Where the stones of each side are."""
        rules, board = room.created.ruleset, room.game.position.board
        for seat, colour in enumerate(rules.colours):
            points = [Point(point) for point in board.geometry.points(board.stones[seat])]
            if points:
                yield f"{colour.capitalize()} has {points_text(points, rules.size)}."

    def turn(self, id_: RoomId, room: Room, me: PlayerId | None) -> Iterator[str]:
        """Whose turn it is, or who is still missing."""
        if room.status is Status.WAITING:
            yield from self._waiting(id_, room, me)
        if room.paused is not None:
            yield PAUSED
        if room.to_act is None or room.game.is_over or self._teaches:
            return  # it is over once the last player has left; the end is shown next
        yield f"{turn_text(room, me)}{_first_move(room, me)}"

    def result(self, id_: RoomId, room: Room) -> Iterator[str]:
        """How a game has ended; nothing before that."""
        outcome = room.game.outcome
        if outcome is not None:
            yield outcome_with_rows(room.game, names_by_seat(room))
            yield f"Result: {outcome.result} ({outcome.termination})"
            if why := why_text(self._url, id_, room):
                yield why

    def sides(self, room: Room) -> str:
        """Who plays against whom."""
        teams = dict.fromkeys(room.created.ruleset.team(seat) for seat in range(len(room.seats)))
        return " against ".join(
            " and ".join(f"{seated_name(room.seats[seat])} ({self._colour(room, seat)})" for seat in team)
            for team in teams
        )

    def join_code(self, code: str, *, with_qr: bool) -> Iterator[str]:
        """How friends come into a room with a join code."""
        link = JoinLink(self._url, code)
        yield from link.sentences
        if with_qr:
            yield from self._qr_code(link)

    def _waiting(self, id_: RoomId, room: Room, me: PlayerId | None) -> Iterator[str]:
        code = self._code_of(id_)
        link = JoinLink(self._url, code)
        how, *more = link.sentences if code else (f"To join: {play_command(self._url, id_)}",)
        text = waiting_text(room, me, how)
        if text:
            yield text
        if how in text:
            yield from more
            if code and self._with_qr:
                yield from self._qr_code(link)

    def _colour(self, room: Room, seat: int) -> str:
        rules = room.created.ruleset
        return f"{rules.colours[seat]} {self._charset.stone(rules, seat)}"

    def _qr_code(self, link: JoinLink) -> Iterator[str]:
        yield from qr_lines(link.scanned, is_ascii=self._charset is not UNICODE)


def move_lines(room: Room) -> Iterator[str]:
    """The moves of a game, ten on a line."""
    tokens = room.game.tokens
    for start in range(0, len(tokens), 10):
        yield f"{start + 1:>4}. " + " ".join(tokens[start : start + 10])
    if not tokens:
        yield "No moves yet."


def said_text(event: Said) -> str:
    aside = " (to viewers)" if event.to is ChatAudience.WATCHERS else ""
    return f"<{name_of(event.player)}>{aside} {clean(event.text)}"


def _captures(room: Room) -> Iterator[str]:
    rules = room.created.ruleset
    if rules.captures and room.game.turns:
        each = zip(rules.colours, room.game.position.taken, strict=True)
        yield "Captured: " + ", ".join(f"{name} {captured_text(rules, count)}" for name, count in each)


def _first_move(room: Room, me: PlayerId | None) -> str:
    """How long a player has for the first move; empty where it is made, or another's."""
    due, seat = room.first_moves.until if room.first_moves else None, room.to_act
    player = None if seat is None else room.seats[seat]
    seconds = 0 if due is None else elapsed(room.clock.since, due) // 1000
    if player is None or player.id != me or not 0 < seconds <= _SHORT:
        return ""
    return f" You have {seconds} s for your first move, else the game is aborted."
