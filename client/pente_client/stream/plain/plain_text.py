"""A game as text that is only ever appended, for pipes, screen readers and terminals of any kind."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, assert_never

from pente_client.connection import (
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
    MoveExplained,
    PlayersChanged,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.play.shown.advisor import GivenAdvice
from pente_client.play.shown.lesson import Lesson
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.viewpoint import Viewpoint, game_shown
from pente_client.stream.plain.event_lines import EventLines
from pente_client.stream.plain.known_presence import KnownPresence
from pente_client.stream.plain.room_lines import PlainForm, RoomLines, move_lines
from pente_client.stream.reconstruct import ShownRoom
from pente_client.teaching.rules_lines import rules_text
from pente_client.words.absence import claims_text
from pente_client.words.conditional_moves import planned_lines
from pente_client.words.connection import (
    CONNECTED_AGAIN,
    ended_text,
    latency_text,
    loss_text,
    lost_reason,
    lost_text,
)
from pente_client.words.folding import folded
from pente_client.words.lists.annotations import notes_lines, said_at, where_text
from pente_client.words.lists.explanation import explanation_lines
from pente_client.words.lists.people import people_lines
from pente_client.words.lists.profile import standing_text
from pente_client.words.lists.who_is_here import friend_lines, message_lines, who_is_here_lines
from pente_client.words.personal_news import news_text
from pente_client.words.phrases import name_of, points_text
from pente_client.words.sentences import sentence
from pente_client.words.series import SeriesScore, series_score_text
from pente_client.words.spoken.board_words import stone_owners, stones_lines
from pente_client.words.spoken.game_words import clocks_line, last_turn_line
from pente_client.words.turns import turn_text
from pente_client.words.waiting import setup_hint
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import OnlineList
from pente_protocol.messages.people import HeadToHead
from pente_protocol.messages.rooms import RoomPresence
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

USUAL_FORM: Final = PlainForm()


class Plain:
    """Writes lines of text, folded at the width of the window. Mutable: it knows what it has shown.

    ``me`` gives the player who reads this, until a server says who it is; None: nobody in particular.
    ``now`` is the time by which clocks run; None: they are shown as they were when the room came.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        form: PlainForm = USUAL_FORM,
        *,
        me: Callable[[], PlayerId | None] = lambda: None,
        now: Callable[[], Instant] | None = None,
    ) -> None:
        self._raw, self._form = write, form
        self._reader, self._now = me, now
        self._rooms = RoomLines(form)
        self._presence = KnownPresence()
        self._events = EventLines(self._rooms, self._presence)
        self._shown_room = ShownRoom()
        self._lost: set[str] = set()
        """The reasons that were told since the connection was lost; empty while there is one."""

    @property
    def _me(self) -> PlayerId | None:
        return self._reader()

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
                self._write_all(self._presence.changes(self._shown_room.room, presence, self._me))
            case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
                self._write(news_text(update))
            case Removed(reason=reason):
                self._write(sentence(clean(reason)))
            case LooksChanged(looks=looks):
                self._write_all(self._presence.looks(self._shown_room.room, looks, self._me))
            case MoveExplained():
                self._write_all(explanation_lines(update))
            case FeaturedGameChanged() | LobbyChanged() | PlayersChanged() | Superseded():
                pass
            case ClientStopped(reason=reason):
                self._write(ended_text(reason))
            case _ as unreachable:
                assert_never(unreachable)

    def error(self, code: str, text: str) -> None:
        del code  # for programs
        self._write(tell("plain.not-done", reason=clean(text)))

    def notice(self, text: str) -> None:
        self._write(text)

    def warning(self, text: str) -> None:
        self._write(text)

    def board(self, id_: RoomId, room: Room, game: Game) -> None:
        self._write_all(self._rooms.board(room, game))
        if game is room.game:
            self._write_all(self._rooms.turn(id_, room, self._me, self._at(room)))

    def moves(self, id_: RoomId, room: Room) -> None:
        del id_
        self._write_all(move_lines(room))

    def clocks(self, id_: RoomId, room: Room, remaining: Sequence[Millis]) -> None:
        del id_
        self._write(clocks_line(room, remaining))
        if turn := turn_text(room, self._me):
            self._write(turn)

    def rules(self, id_: RoomId, room: Room) -> None:
        del id_
        self._write_all(rules_text(room.created.ruleset, self._form.charset))

    def who(self, id_: RoomId, room: Room, presence: RoomPresence | None) -> None:
        del id_
        self._write_all(people_lines(room, presence))

    def latency(self, seconds: float) -> None:
        self._write(latency_text(seconds))

    def look(self, id_: RoomId, room: Room, view: Viewpoint) -> None:
        del id_
        game = game_shown(room, view)
        if self._form.with_boards:
            self._write_all(self._rooms.drawn(room, game, view.points))
        last = last_turn_line(game, stone_owners(room))
        self._write(f"{where_text(room, view.node, view.tried)} {last}".rstrip())
        self._write_all(said_at(room, view.node))
        if view.points and view.following is None:
            points = points_text(view.points, room.created.ruleset.size)
            self._write(tell("plain.you-point-at", points=points))

    def advice(self, id_: RoomId, given: GivenAdvice) -> None:
        del id_
        self._write_all(given.lines)

    def lesson(self, id_: RoomId, room: Room, lesson: Lesson) -> None:
        del id_
        self._write_all(self._rooms.lesson(room, lesson))

    def setup(self, id_: RoomId, room: Room, draft: SetupDraft | None) -> None:
        del id_
        if draft is None:
            self._write(tell("plain.no-position"))
        else:
            colours, position = draft.rules.colours, draft.game.position
            in_words = stones_lines(position, colours)
            self._write_all(self._rooms.drawn(room, draft.game) if self._form.with_boards else in_words)
            self._write(setup_hint(draft.rules, draft.colour))

    def notes(self, id_: RoomId, room: Room) -> None:
        del id_
        self._write_all(notes_lines(room) or [tell("plain.no-notes")])

    def join_code(self, id_: RoomId, code: str, *, with_qr: bool) -> None:
        del id_
        self._write_all(self._rooms.join_code(code, with_qr=with_qr))

    def people(self, found: OnlineList, friends: Collection[PlayerId]) -> None:
        self._write_all(who_is_here_lines(found, friends))

    def friends(self, found: FriendList) -> None:
        self._write_all(friend_lines(found))

    def messages(self, messages: Sequence[DirectMessage]) -> None:
        self._write_all(message_lines(messages))

    def conditions(self, id_: RoomId, room: Room) -> None:
        del id_
        self._write_all(planned_lines(room, self._me))

    def claims_available(self, id_: RoomId, room: Room, claims: Sequence[cmd.ClaimKind]) -> None:
        del id_
        self._write(claims_text((room.seats[absence.seat] for absence in room.absent), claims))

    def head_to_head(self, id_: RoomId, score: HeadToHead) -> None:
        del id_
        self._write_all(filter(None, [standing_text(score)]))

    def series_score(self, id_: RoomId, room: Room, series: SeriesScore) -> None:
        del id_
        self._write(series_score_text(room, series))

    def finished(self, id_: RoomId, room: Room) -> None:
        pass  # the result was shown with the last event

    def _connected(self, me: PlayerId, name: str) -> None:
        self._write(CONNECTED_AGAIN if self._lost else tell("plain.connected-as", name=name))
        self._reader = lambda: me
        self._lost.clear()

    def _went_on(self, update: Resynced | RoomAdvanced) -> None:
        steps = self._shown_room.steps(update)
        if isinstance(update, Resynced) and update.before is not None:
            self._write(loss_text(update.before, update.after))
        if steps is None and isinstance(update, Resynced) and update.is_read_only:
            self._write_all(self._rooms.read_only(update.room, update.after))
        elif steps is None:
            self._presence.opened(update.after)
            self._write_all(self._rooms.whole(update.room, update.after, self._me, self._at(update.after)))
        is_live = isinstance(update, RoomAdvanced)
        for step in steps or ():
            self._write_all(self._events.lines(step, self._me, with_turn=is_live))
        if steps and not is_live and update.after.status is ev.Status.PLAYING:
            turn = self._rooms.turn(update.room, update.after, self._me, self._at(update.after))
            self._write_all(turn)

    def _at(self, room: Room) -> Instant:
        """The moment at which a room is shown."""
        return room.clock.since if self._now is None else self._now()

    def _write(self, text: str) -> None:
        for line in folded(text, self._form.columns()):
            self._raw(line)

    def _write_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(line)
