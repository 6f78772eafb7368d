"""A game as text that is only ever appended, for pipes, screen readers and terminals of any kind."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, assert_never

from pente_client.connection import (
    NEEDS_UPDATE,
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    LooksChanged,
    MessageArrived,
    PlayersChanged,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.connection.servers.join_link import JoinLink
from pente_client.drawing.qr_code import qr_lines
from pente_client.drawing.text_board import UNICODE, Charset, board_lines
from pente_client.play.viewpoint import Viewpoint, game_shown
from pente_client.stream.output_port import is_decisive
from pente_client.stream.reconstruct import ShownRoom
from pente_client.words.absence import claims_text
from pente_client.words.conditional_moves import end_of_plan_text, planned_lines
from pente_client.words.connection import CONNECTED_AGAIN, ended_text, loss_text, lost_reason, lost_text
from pente_client.words.events import DescribedEvent, event_text, move_text, presence_text
from pente_client.words.lists.annotations import (
    annotation_text,
    comment_text,
    notes_lines,
    place_text,
    said_at,
    where_text,
)
from pente_client.words.lists.people import options_text, people_lines, player_description
from pente_client.words.lists.who_is_here import friend_lines, message_lines, who_is_here_lines
from pente_client.words.offers import offer_question
from pente_client.words.outcome import names_by_seat, outcome_with_rows, why_text
from pente_client.words.personal_news import news_text
from pente_client.words.phrases import (
    captured_text,
    clocks_text,
    name_of,
    names_of,
    rules_text,
    seated_name,
    time_text,
)
from pente_client.words.sentences import sentence
from pente_client.words.series import SeriesScore, series_score_text
from pente_client.words.turns import PAUSED, turn_text
from pente_client.words.waiting import play_command, setup_text, waiting_text
from pente_core.clock.instant import elapsed
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import (
    Accepted,
    AnnotationRemoved,
    Banned,
    ChatAudience,
    Chosen,
    ClaimKind,
    Closed,
    CommentAdded,
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
    PointsMarked,
    RatingsChanged,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Room,
    Said,
    Started,
    Status,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    VacationEnded,
    VacationStarted,
    VariationAdded,
    WatchPolicyChanged,
)
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_protocol.messages import DirectMessage, FriendList, OnlineList, PlayerLook, RoomPresence
from pente_protocol.untrusted_text import clean

_SHORT: Final = 60
"""Seconds for a first move up to which it is said how many there are."""
_ON_THE_BOARD: Final = frozenset(
    {Termination.LINE, Termination.CAPTURES, Termination.NO_MOVES, Termination.DEAD}
)
"""Endings by a move, after which the board is not shown yet."""


class Plain:
    """Writes lines of text. Mutable: it knows what it has shown.

    ``url`` is what a friend has to type to reach the same server, and ``code_of`` has the join codes of
    rooms, as far as they are known. ``with_qr``: a room that waits is shown as a QR code too. ``me`` is the
    player who reads this, until a server says who it is; None: nobody in particular.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        *,
        charset: Charset = UNICODE,
        url: str = "",
        code_of: Callable[[RoomId], str] = lambda _: "",
        with_qr: bool = False,
        me: PlayerId | None = None,
    ) -> None:
        self._write = write
        self._charset = charset
        self._url = url
        self._code_of = code_of
        self._with_qr = with_qr
        self._me = me
        self._shown_room = ShownRoom()
        self._absent: set[PlayerId] = set()
        """Players who were shown as away."""
        self._coming: set[PlayerId] = set()
        """Players who have just joined; a moment later they are here."""
        self._looking: frozenset[PlayerId] = frozenset()
        """The people who are known to look at a game that is over."""
        self._lost: set[str] = set()
        """The reasons that were told since the connection was lost; empty while there is one."""

    def show(self, update: Update) -> None:
        match update:
            case Connected(welcome=welcome):
                self._connected(welcome.player.id, name_of(welcome.player))
            case Disconnected(reason=reason):
                if reason not in self._lost:
                    self._write(lost_text(lost_reason(reason)))
                self._lost.add(reason)
            case Resynced() | RoomAdvanced():
                self._went_on(update)
            case PresenceChanged(presence=presence):
                self._present(presence)
            case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
                self._write(news_text(update))
            case Removed(reason=reason):
                self._write(sentence(clean(reason)))
            case LooksChanged(looks=looks):
                self._looked(looks)
            case FeaturedGameChanged() | LobbyChanged() | PlayersChanged() | Superseded():
                pass
            case ClientStopped(reason=reason):
                self._write(ended_text(reason))
            case _ as unreachable:
                assert_never(unreachable)

    def error(self, code: str, text: str) -> None:
        del code  # for programs
        self._write(f"Not done: {clean(text)}")

    def notice(self, text: str) -> None:
        self._write(text)

    def board(self, id_: RoomId, room: Room) -> None:
        self._draw(room)
        self._captures(room)
        self._turn(id_, room)

    def moves(self, id_: RoomId, room: Room) -> None:
        del id_
        tokens = room.game.tokens
        for start in range(0, len(tokens), 10):
            self._write(f"{start + 1:>4}. " + " ".join(tokens[start : start + 10]))
        if not tokens:
            self._write("No moves yet.")

    def who(self, id_: RoomId, room: Room, presence: RoomPresence | None) -> None:
        del id_
        for line in people_lines(room, presence):
            self._write(line)

    def look(self, id_: RoomId, room: Room, view: Viewpoint) -> None:
        del id_
        self._draw(room, game_shown(room, view), view.points)
        for line in (where_text(room, view.node), *said_at(room, view.node)):
            self._write(line)

    def notes(self, id_: RoomId, room: Room) -> None:
        del id_
        for line in notes_lines(room) or ["No notes yet. /comment TEXT writes one."]:
            self._write(line)

    def join_code(self, id_: RoomId, code: str, *, with_qr: bool) -> None:
        del id_
        link = JoinLink(self._url, code)
        for line in link.sentences:
            self._write(line)
        if with_qr:
            self._qr_code(link)

    def _qr_code(self, link: JoinLink) -> None:
        for line in qr_lines(link.scanned, is_ascii=self._charset is not UNICODE):
            self._write(line)

    def people(self, found: OnlineList, friends: Collection[PlayerId]) -> None:
        for line in who_is_here_lines(found, friends):
            self._write(line)

    def friends(self, found: FriendList) -> None:
        for line in friend_lines(found):
            self._write(line)

    def messages(self, messages: Sequence[DirectMessage]) -> None:
        for line in message_lines(messages):
            self._write(line)

    def conditions(self, id_: RoomId, room: Room) -> None:
        del id_
        for line in planned_lines(room, self._me):
            self._write(line)

    def claims_available(self, id_: RoomId, room: Room, claims: Sequence[ClaimKind]) -> None:
        del id_
        self._write(claims_text((room.seats[absence.seat] for absence in room.absent), claims))

    def series_score(self, id_: RoomId, room: Room, series: SeriesScore) -> None:
        del id_
        self._write(series_score_text(room, series))

    def finished(self, id_: RoomId, room: Room) -> None:
        pass  # the result was shown with the last event

    def _connected(self, me: PlayerId, name: str) -> None:
        self._write(CONNECTED_AGAIN if self._lost else f"Connected as {name}.")
        self._me = me
        self._lost.clear()

    def _went_on(self, update: Resynced | RoomAdvanced) -> None:
        steps = self._shown_room.steps(update)
        if isinstance(update, Resynced) and update.before is not None:
            self._write(loss_text(update.before, update.after))
        if steps is None and isinstance(update, Resynced) and update.is_read_only:
            self._shown_only(update.room, update.after)
        elif steps is None:
            self._opened(update.room, update.after)
        for step in steps or ():
            self._tell(step)

    def _shown_only(self, id_: RoomId, room: Room) -> None:
        """Show the board of a room that this version can't replay."""
        self._write(f"Room {id_}: {names_of(room.seats)}. {NEEDS_UPDATE}")
        self._draw(room)

    def _opened(self, id_: RoomId, room: Room) -> None:
        """Show the whole of a room that comes into view."""
        rules = room.created.ruleset
        self._absent = {player.id for player in _absent(room)}
        about = (rules_text(rules), time_text(room.created.time), options_text(room.options))
        self._write(f"Room {id_}: {'; '.join(filter(None, about))}")
        for seat, player in enumerate(room.seats):
            self._write(f"  {self._colour(room, seat)}: {player_description(player) if player else 'open'}")
        if room.created.setup is not None:
            self._write(setup_text(room.created.setup, rules))
        for line in room.chat:
            self._write(_said(line))
        if room.game.turns:
            self.moves(id_, room)
        if room.status is Status.FINISHED:
            self._draw(room)
            self._result(id_, room)
            for note in notes_lines(room):
                self._write(note)
        elif room.status is Status.CLOSED:
            self._write("The room is closed.")
        elif room.status is Status.WAITING:
            self._waiting(id_, room)
        else:
            self.board(id_, room)

    def _tell(self, step: RoomAdvanced) -> None:
        if isinstance(step.event, Joined):
            self._coming.add(step.event.player.id)
        for line in self._lines(step.event, step.before, step.after):
            self._write(line)
        ended = end_of_plan_text(step.event, step.before, step.after, self._me)
        if ended is not None:
            self._write(ended)
        self._show_after(step)

    def _show_after(self, step: RoomAdvanced) -> None:
        """Show the board, the turn or the result, where an event has changed it."""
        match step.event:
            case Moved() as moved if is_decisive(moved, step.before):
                pass  # the end that follows shows the board
            case Left() if not any(step.after.seats):
                pass  # the room is closed next
            case Moved() | Started():
                self._draw(step.after)
                self._turn(step.room, step.after)
            case TakenBack():
                self.board(step.room, step.after)
            case Readied() if step.after.status is Status.PLAYING:
                pass  # whose turn it is was told when the game began
            case Chosen() | Retired() | Joined() | Left() | Readied() | Resumed():
                self._turn(step.room, step.after)
            case Finished(termination=termination):
                if termination in _ON_THE_BOARD:
                    self._draw(step.after)
                self._result(step.room, step.after)
            case Created() | Declined() | Closed() | Hidden() | Said() | Continued() | RatingsChanged():
                pass
            case Offered() | Accepted() | Rejected() | TimeGiven() | Paused() | OutageCredited():
                pass
            case Gone() | Returned() | Muted() | Unmuted() | Kicked() | Banned() | Unbanned():
                pass
            case WatchPolicyChanged() | ConditionsSet() | VacationStarted() | VacationEnded():
                pass
            case VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved():
                pass
            case _ as unreachable:
                assert_never(unreachable)

    def _lines(self, event: Event, before: Room, after: Room) -> Iterator[str]:
        if isinstance(event, DescribedEvent):
            if not isinstance(event, Gone | Returned) or self._notices(event, after):
                yield self._described(event, before, after)
            return
        match event:
            case Moved():
                yield _move(event, before, after)
            case Said():
                yield _said(event)
            case CommentAdded():
                yield comment_text(event, after)
            case VariationAdded() | PointsMarked() | AnnotationRemoved():
                yield annotation_text(event, before, after)
            case Created() | Finished() | Hidden():
                pass
            case _ as unreachable:
                assert_never(unreachable)

    def _described(self, event: DescribedEvent, before: Room, after: Room) -> str:
        """An event in one sentence, with what else is good to know about it."""
        text = event_text(event, before, after, self._me)
        if isinstance(event, Started):
            return f"{text.removesuffix('.')}: {self._sides(after)}."
        if isinstance(event, TimeGiven):
            return f"{text} Clocks: {clocks_text(after.created.time, event.remaining)}"
        if isinstance(event, Offered) and self._is_for_me(event.seat, after):
            rest = " (or just move)" if after.status is Status.PLAYING else ""
            return f"{offer_question(after, event.seat, event.kind)}{rest}"
        return text

    def _notices(self, event: Gone | Returned, room: Room) -> bool:
        """Note that a player went away or came back; False when presence has shown the return."""
        players = {player.id for player in room.seats[event.seat : event.seat + 1] if player}
        if isinstance(event, Gone):
            self._absent |= players
            return True
        known = players & self._absent
        self._absent -= known
        return bool(known)

    def _is_for_me(self, maker: int, room: Room) -> bool:
        """Whether we are to answer an offer."""
        seat = None if self._me is None else room.seat_of(self._me)
        return seat is not None and seat != maker

    def _sides(self, room: Room) -> str:
        """Who plays against whom."""
        teams = dict.fromkeys(room.created.ruleset.team(seat) for seat in range(len(room.seats)))
        return " against ".join(
            " and ".join(f"{seated_name(room.seats[seat])} ({self._colour(room, seat)})" for seat in team)
            for team in teams
        )

    def _colour(self, room: Room, seat: int) -> str:
        rules = room.created.ruleset
        return f"{rules.colours[seat]} {self._charset.stone(rules, seat)}"

    def _draw(self, room: Room, game: Game | None = None, marked: Sequence[Point] = ()) -> None:
        game = game or room.game
        turns, outcome = game.turns, game.outcome
        last = next((turn for turn in reversed(turns) if isinstance(turn, int)), None)
        won: Collection[Point] = [p for line in outcome.lines for p in line] if outcome else ()
        marked = marked or (() if last is None else (Point(last),))
        for line in board_lines(game.position, self._charset, last=marked, won=won):
            self._write(line)

    def _captures(self, room: Room) -> None:
        rules = room.created.ruleset
        if rules.captures and room.game.turns:
            each = zip(rules.colours, room.game.position.taken, strict=True)
            self._write(
                "Captured: " + ", ".join(f"{name} {captured_text(rules, count)}" for name, count in each)
            )

    def _turn(self, id_: RoomId, room: Room) -> None:
        """Whose turn it is, or who is still missing."""
        if room.status is Status.WAITING:
            self._waiting(id_, room)
        if room.paused is not None:
            self._write(PAUSED)
        if room.to_act is None or room.game.is_over:
            return  # it is over once the last player has left; the end is shown next
        self._write(f"{turn_text(room, self._me)}{_first_move(room, self._me)}")

    def _waiting(self, id_: RoomId, room: Room) -> None:
        code = self._code_of(id_)
        link = JoinLink(self._url, code)
        how, *more = link.sentences if code else (f"To join: {play_command(self._url, id_)}",)
        text = waiting_text(room, self._me, how)
        if text:
            self._write(text)
        if how in text:
            for line in more:
                self._write(line)
            if code and self._with_qr:
                self._qr_code(link)

    def _result(self, id_: RoomId, room: Room) -> None:
        outcome = room.game.outcome
        if outcome is not None:
            self._write(outcome_with_rows(room.game, names_by_seat(room)))
            self._write(f"Result: {outcome.result} ({outcome.termination})")
            if why := why_text(self._url, id_, room):
                self._write(why)

    def _present(self, presence: RoomPresence) -> None:
        """Say which players have gone away or come back."""
        room = self._shown_room.room
        if room is None or (room.created.continues and not room.game.turns):
            return  # players who go on to the next room are in neither for a moment
        for player, here in zip(room.seats, presence.present, strict=False):
            if player is None or player.id == self._me:
                continue
            if here:
                self._coming.discard(player.id)
            if here == (player.id not in self._absent) or player.id in self._coming:
                continue
            self._absent ^= {player.id}
            self._write(presence_text(player, is_here=here))

    def _looked(self, looks: Sequence[PlayerLook]) -> None:
        """Say who has begun to show where they look; to see each of their steps, one follows them."""
        room, known = self._shown_room.room, self._looking
        self._looking = frozenset(look.player.id for look in looks)
        for look in looks:
            if room is not None and look.player.id not in known | {self._me}:
                who, place = name_of(look.player), place_text(room, look.node)
                self._write(f"{who} shows {place}. To go along: /follow {who}")


def _absent(room: Room) -> Iterator[Identity]:
    """The players who are away."""
    return (player for absence in room.absent if (player := room.seats[absence.seat]) is not None)


def _move(event: Moved, before: Room, after: Room) -> str:
    text = move_text(event, after.game, name_of(before.seats[event.seat]))
    clocks = clocks_text(after.created.time, event.remaining)
    return f"{text} - clocks {clocks}" if clocks else text


def _said(event: Said) -> str:
    aside = " (to viewers)" if event.to is ChatAudience.WATCHERS else ""
    return f"<{name_of(event.player)}>{aside} {clean(event.text)}"


def _first_move(room: Room, me: PlayerId | None) -> str:
    """How long a player has for the first move; empty where it is made, or another's."""
    due, seat = room.first_moves.until if room.first_moves else None, room.to_act
    player = None if seat is None else room.seats[seat]
    seconds = 0 if due is None else elapsed(room.clock.since, due) // 1000
    if player is None or player.id != me or not 0 < seconds <= _SHORT:
        return ""
    return f" You have {seconds} s for your first move, else the game is aborted."
