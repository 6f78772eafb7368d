"""A room as lines of text: the whole of it, its board, whose turn it is, its result."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.addresses.join_link import JoinLink
from pente_client.connection import NEEDS_UPDATE
from pente_client.drawing.qr_code import qr_lines
from pente_client.drawing.text_board import UNICODE, Charset, board_lines, board_width
from pente_client.play.shown.lesson import Lesson
from pente_client.words.folding import USUAL_COLUMNS
from pente_client.words.lists.annotations import notes_lines
from pente_client.words.lists.people import options_text, player_description
from pente_client.words.outcome import names_by_seat, outcome_with_rows, why_text
from pente_client.words.phrases import name_of, names_of, points_text, rules_text, seated_name, time_text
from pente_client.words.spoken.board_words import captures_text, row_text, stone_owners, stones_lines
from pente_client.words.spoken.game_words import time_left, turn_line
from pente_client.words.turns import paused_text
from pente_client.words.viewer_delay import watching_text
from pente_client.words.waiting import join_command, setup_text, waiting_text
from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

HOW_TO_LOOK: Final = tell("plain.how-to-look")
HOW_TO_PLAY: Final = tell("plain.how-to-play")
HOW_TO_LOOK_AT_LESSON: Final = tell("plain.how-to-look-at-lesson")
_SHORT: Final = 60
"""Seconds for a first move up to which it is said how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainForm:
    """How plain text is written.

    ``url`` is what a friend has to type to reach the same server, ``public_url`` where others find it if it
    says so, ``fingerprint`` what links say of its key, and ``code_of`` has the join codes of rooms, as far as
    they are known. ``with_qr``: a room that
    waits is shown as a QR code too.
    ``with_boards``: a board is drawn after each move. ``shares_board``: several people play at this
    keyboard. ``teaches``: rooms are lessons, which say themselves what is on the board and to be done.
    ``columns``: how wide the window is now.
    """

    charset: Charset = UNICODE
    url: str = ""
    public_url: str = ""
    fingerprint: str = ""
    code_of: Callable[[RoomId], str] = lambda _: ""
    with_qr: bool = False
    with_boards: bool = False
    shares_board: Callable[[], bool] = lambda: False
    teaches: bool = False
    columns: Callable[[], int] = lambda: USUAL_COLUMNS


class RoomLines:
    """Makes lines of rooms; ``me`` is the player who reads them, if there is one.

    Mutable: it says once how one plays.
    """

    def __init__(self, form: PlainForm) -> None:
        self.form = form
        self._has_said_how = False
        self._charset, self._url, self._code_of = form.charset, form.url, form.code_of

    def board(self, room: Room, game: Game) -> Iterator[str]:
        """The board of a game, what was captured, and the last move."""
        yield from self.drawn(room, game)
        yield from self.captured(room, game)

    def captured(self, room: Room, game: Game) -> Iterator[str]:
        """What was captured, if anything was."""
        if text := captures_text(game, stone_owners(room)):
            yield text

    def whole(self, id_: RoomId, room: Room, me: PlayerId | None, at: Instant) -> Iterator[str]:
        """All of a room that comes into view at a moment."""
        if self.form.teaches:
            return
        rules = room.created.ruleset
        about = (rules_text(rules), time_text(room.created.time), options_text(room.options))
        yield tell("plain.room", room=id_, about="; ".join(filter(None, about)))
        for seat, player in enumerate(room.seats):
            who = player_description(player) if player else tell("people.open")
            yield f"  {self._colour(room, seat)}: {who}"
        if room.created.setup is not None:
            yield setup_text(room.created.setup, rules)
        if late := watching_text(room, None if me is None else room.seat_of(me)):
            yield late
        for line in room.chat:
            yield said_text(line)
        if room.status is ev.Status.CLOSED:
            yield tell("room.closed")
        elif room.status is ev.Status.WAITING:
            yield from self._waiting(id_, room, me)
        else:
            yield from self._so_far(room, me)
            yield from self.turn(id_, room, me, at)
            yield from self.result(id_, room)
        if room.status is ev.Status.FINISHED:
            yield from notes_lines(room)

    def how_to_play(self, room: Room, me: PlayerId | None) -> Iterator[str]:
        """How one plays and learns what is on the board, before the first stone of a player's first game."""
        plays = self.form.shares_board() or (me is not None and room.seat_of(me) is not None)
        if plays and room.status is ev.Status.PLAYING and not room.game.stones and not self._has_said_how:
            self._has_said_how = True
            yield HOW_TO_PLAY

    def _so_far(self, room: Room, me: PlayerId | None) -> Iterator[str]:
        """The game up to now: the moves and the board, or in words how far it is."""
        if self.form.with_boards:
            if room.game.turns:
                yield from move_lines(room)
            yield from self.drawn(room)
        elif room.game.stones:
            yield f"{_stones_so_far(room)} {HOW_TO_LOOK}"
        yield from self.how_to_play(room, me)
        yield from self.captured(room, room.game)

    def lesson(self, room: Room, lesson: Lesson) -> Iterator[str]:
        """What a learner is told; with a task, also what is on the board."""
        if not lesson.is_tried:
            unit, number, count = lesson.unit.capitalize(), lesson.number, lesson.count
            yield tell("plain.lesson", unit=unit, number=number, count=count, title=lesson.title)
            yield from self.drawn(room) if self.form.with_boards else ()
            position = room.game.position
            if position.board.occupied:
                yield from stones_lines(position, [name.capitalize() for name in position.rules.colours])
        yield lesson.text
        yield from filter(None, [lesson.what_next])
        if lesson.number == 1 and not (lesson.is_tried or self.form.with_boards):
            yield HOW_TO_LOOK_AT_LESSON

    def read_only(self, id_: RoomId, room: Room) -> Iterator[str]:
        """The stones of a room that this version can't replay."""
        yield tell("plain.room-of", room=id_, names=names_of(room.seats), update=NEEDS_UPDATE)
        if self.form.with_boards:
            yield from self.drawn(room)
        else:
            yield from stones_lines(room.game.position, stone_owners(room))

    def drawn(self, room: Room, game: Game | None = None, marked: Sequence[Point] = ()) -> Iterator[str]:
        """The board, or that of an earlier ``game`` of the room, with some points marked.

        In words, row by row, where the window is too narrow.
        """
        game = game or room.game
        if self.form.columns() < board_width(game.rules.size):
            yield from _rows_in_words(room, game)
            return
        turns, outcome = game.turns, game.outcome
        last = next((turn for turn in reversed(turns) if isinstance(turn, int)), None)
        won: Collection[Point] = [p for line in outcome.lines for p in line] if outcome else ()
        marked = marked or (() if last is None else (Point(last),))
        yield from board_lines(game.position, self._charset, last=marked, won=won)

    def turn(self, id_: RoomId, room: Room, me: PlayerId | None, at: Instant) -> Iterator[str]:
        """Whose turn it is and how long they have at a moment, or who is still missing."""
        if room.status is ev.Status.WAITING:
            yield from self._waiting(id_, room, me)
        if room.paused is not None:
            yield paused_text(room)
        if room.to_act is None or room.game.is_over or self.form.teaches:
            return  # it is over once the last player has left; the end is shown next
        left = time_left(room, room.clock.remaining_at(at))
        text = turn_line(room, me, left, helps=self.form.shares_board())
        seconds = _first_move_seconds(room, me, at)
        yield text if seconds is None else tell("plain.first-move-in", turn=text, n=seconds)

    def result(self, id_: RoomId, room: Room) -> Iterator[str]:
        """How a game has ended; nothing before that."""
        outcome = room.game.outcome
        if outcome is not None:
            yield outcome_with_rows(room.game, names_by_seat(room))
            yield tell("plain.result", result=outcome.result, why=outcome.termination)
            if why := why_text(self._url, id_, room):
                yield why

    def sides(self, room: Room) -> str:
        """Who plays against whom."""
        teams = dict.fromkeys(room.created.ruleset.team(seat) for seat in range(len(room.seats)))
        return tell("time.against").join(
            tell("phrase.and").join(
                f"{seated_name(room.seats[seat])} ({self._colour(room, seat)})" for seat in team
            )
            for team in teams
        )

    def join_code(self, code: str, *, with_qr: bool) -> Iterator[str]:
        """How friends come into a room with a join code."""
        link = JoinLink(self._url, code, self.form.public_url, self.form.fingerprint)
        yield from link.sentences
        if with_qr:
            yield from self._qr_code(link)

    def _waiting(self, id_: RoomId, room: Room, me: PlayerId | None) -> Iterator[str]:
        code = self._code_of(id_)
        link = JoinLink(self._url, code, self.form.public_url, self.form.fingerprint)
        command = join_command(self._url, self.form.public_url, id_)
        how, *more = link.sentences if code else (tell("plain.to-join", command=command),)
        text = waiting_text(room, me, how)
        if text:
            yield text
        if how in text:
            yield from more
            if code and self.form.with_qr:
                yield from self._qr_code(link)

    def _colour(self, room: Room, seat: int) -> str:
        rules = room.created.ruleset
        stone = f" {self._charset.stone(rules, seat)}" if self.form.with_boards else ""
        return f"{rules.colours[seat]}{stone}"

    def _qr_code(self, link: JoinLink) -> Iterator[str]:
        lines = qr_lines(link.link)
        if self._charset is not UNICODE:
            yield tell("plain.no-qr-in-ascii")
        elif max(map(len, lines), default=0) <= self.form.columns():
            yield from lines
        else:
            yield tell("plain.no-qr-so-narrow")


def move_lines(room: Room) -> Iterator[str]:
    """The moves of a game, ten on a line."""
    tokens = room.game.tokens
    for start in range(0, len(tokens), 10):
        yield f"{start + 1:>4}. " + " ".join(tokens[start : start + 10])
    if not tokens:
        yield tell("plain.no-moves")


def said_text(event: ev.Said) -> str:
    name, text = name_of(event.player), clean(event.text)
    if event.to is ev.ChatAudience.WATCHERS:
        return tell("plain.said-to-viewers", name=name, text=text)
    return f"<{name}> {text}"


def last_stone_text(room: Room, game: Game) -> str:
    """The last stone of a game of the room: ``anna K9``; empty without one, or if it is gone again."""
    last = next((Point(turn) for turn in reversed(game.turns) if isinstance(turn, int)), None)
    colour = None if last is None else game.position.board.colour_at(last)
    if last is None or colour is None:
        return ""
    return f"{stone_owners(room)[colour]} {points_text([last], game.rules.size)}"


def _stones_so_far(room: Room) -> str:
    count, last = room.game.stones, last_stone_text(room, room.game)
    if not last:
        return tell("plain.moves-so-far", n=count)
    return tell("plain.moves-and-last", n=count, last=last)


def _rows_in_words(room: Room, game: Game) -> Iterator[str]:
    """The rows from the top that have stones."""
    size, owners = game.rules.size, stone_owners(room)
    rows = [row_text(game.position, row, owners) for row in range(size - 1, -1, -1)]
    yield from [row for row in rows if "," in row] or [tell("plain.board-empty")]


def _first_move_seconds(room: Room, me: PlayerId | None, at: Instant) -> int | None:
    """How long a player has for the first move, if that is short; None where it is made, or another's."""
    due, seat = room.first_moves.until if room.first_moves else None, room.to_act
    player = None if seat is None else room.seats[seat]
    seconds = 0 if due is None else -(-elapsed(at, due) // 1000)
    if player is None or player.id != me or not 0 < seconds <= _SHORT:
        return None
    return seconds
