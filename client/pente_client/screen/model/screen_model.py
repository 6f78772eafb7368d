"""All that the screen shows, as one value; widgets are functions of it and of the time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pente_client.addresses.join_link import JoinLink
from pente_client.play.bot_offer import waits_for_anybody
from pente_client.play.question import PendingQuestion
from pente_client.play.shown.lesson import Lesson, LessonStage
from pente_client.play.shown.practice_task import PracticeTask
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.shown.shown_review import ShownReview
from pente_client.screen.model.looked_at import LookedAt
from pente_client.screen.model.move_list import MoveList
from pente_client.screen.model.remarks import KEPT, Remark
from pente_client.terminal.board_size import LARGE, BoardSize
from pente_client.terminal.glyphs import UNICODE, Glyphs
from pente_client.terminal.pages.palette import PaletteState
from pente_client.words.series import UNPLAYED, SeriesScore, is_to_go_on
from pente_client.words.waiting import join_command, play_command
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.post_mortem import PlayerLook
from pente_protocol.messages.rooms import RoomPresence


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence for the player at the screen."""

    text: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class ScreenModel:
    """What the screen shows. Texts in it are clean."""

    me: Identity
    """The player at the screen; of several, the one who is asked."""
    is_local: bool = False
    """Whether there is no server."""
    shares_board: bool = False
    """Whether several people sit at the screen, so that it speaks of all by name."""
    glyphs: Glyphs = UNICODE
    largest: BoardSize = LARGE
    """The largest size in which the board may be drawn."""
    room_id: RoomId | None = None
    room: Room | None = None
    is_read_only: bool = False
    """Whether the room is one that this version can't replay, so that only its stones are shown."""
    known: int = 0
    """Updates up to this version of the room are in it already; 0 once one has come that was not."""
    presence: RoomPresence | None = None
    away: frozenset[PlayerId] = frozenset()
    """Players who are known to have gone away."""
    score: MoveList | None = None
    chat: tuple[Remark, ...] = ()
    cursor: Point | None = None
    heard: Remark | None = None
    """The latest message since the game last went on and nothing was typed."""
    notice: Notice | None = None
    question: PendingQuestion | None = None
    sending: str = ""
    """What was sent and is not answered yet."""
    lost: str = ""
    """Why there is no connection; empty while there is one."""
    is_over: bool = False
    """Whether the connection is lost for good."""
    is_elsewhere: bool = False
    """Whether that is because the player has opened the room at another connection."""
    bot: Identity | None = None
    """A bot that could be played instead of waiting."""
    has_left: bool = False
    """Whether the player has given up the seat, to quit."""
    shows_help: bool = False
    shows_rules: bool = False
    help_back: int = 0
    """How many lines the help or the rules are scrolled on."""
    palette: PaletteState | None = None
    shows_code: bool = False
    """Whether the way into the room is shown, with its join code."""
    code: str = ""
    """The room's join code; empty while it is not known."""
    follows: bool = False
    channel: TvChannel = BEST
    """The channel of TV that is followed."""
    url: str = ""
    """What a friend has to type to reach the same server."""
    public_url: str = ""
    """Where others find the server, if it says so."""
    fingerprint: str = ""
    """What links say of the server's key."""
    series: SeriesScore | None = UNPLAYED
    """The score of the series before this game; None where it is unknown."""
    standing: str = ""
    """How the player stands against the opponent; empty where that is unknown."""
    next_room: RoomId | None = None
    """The room that is shown next."""
    moves_on_at: Instant | None = None
    """When that will be, unless the player is busy with this room; None: when they ask for it."""
    moves_back: int = 0
    """How many lines the list of moves is scrolled back."""
    chat_back: int = 0
    """The same for the chat."""
    looked_at: LookedAt | None = None
    """Where the player looks in the game; None: at its end, or where it is now."""
    advised: tuple[Point, ...] = ()
    """The points that advice is about, until the game goes on or another moment is looked at."""
    review: ShownReview | None = None
    """What a computer says about the game, which is over; None: nothing is known."""
    practice: PracticeTask | None = None
    """The mistake that is learnt from."""
    lesson: Lesson | None = None
    """What a learner is told in the tutorial."""
    draft: SetupDraft | None = None
    """A position that is being set up, which is shown instead of the game."""
    is_turned: bool = False
    """Whether the board is seen from its other side."""
    pace: float | None = None
    """The seconds between two moves of autoplay; None: it is off."""
    premoves: tuple[Point, ...] = ()
    """What is to be played at the player's next turns."""
    looks: tuple[PlayerLook, ...] = ()
    """Where people look in it."""

    @property
    def seat(self) -> int | None:
        """The seat of the player at the screen, or None."""
        return self.room.seat_of(self.me.id) if self.room else None

    @property
    def reader_seat(self) -> int | None:
        """The seat of the player whom texts call *you*; None: nobody."""
        return None if self.shares_board else self.seat

    @property
    def size(self) -> int:
        """The size of the board; the usual one while there is no room."""
        return self.room.created.ruleset.size if self.room else 19

    @property
    def is_playing(self) -> bool:
        """Whether a game of the player's own is on, and they are still in it."""
        room, seat = self.room, self.seat
        if room is None or seat is None or room.status is not ev.Status.PLAYING:
            return False
        return not room.game.position.out >> seat & 1

    @property
    def may_look_back(self) -> bool:
        """Whether there is a game that has begun."""
        return self.room is not None and self.room.status in (ev.Status.PLAYING, ev.Status.FINISHED)

    @property
    def arrows_step(self) -> bool:
        """Whether the arrows step through the game: those of a player move the cursor while it goes on."""
        is_learning = self.practice is not None and not self.practice.is_done
        return self.may_look_back and not self.is_playing and self.lesson is None and not is_learning

    @property
    def is_live(self) -> bool:
        """Whether a running game is shown as it is now."""
        return self.room is not None and self.room.status is ev.Status.PLAYING and self.looked_at is None

    @property
    def covers(self) -> bool:
        """Whether something lies over the rest, which any key closes."""
        return self.scrolls or (self.shows_code and bool(self.code))

    @property
    def scrolls(self) -> bool:
        """Whether what lies over the rest can be scrolled."""
        return self.shows_help or self.shows_rules

    @property
    def way_in(self) -> str:
        """What to type to come into this room."""
        return self.way_to(self.room_id) if self.room_id else ""

    @property
    def join_link(self) -> JoinLink:
        """How friends come into this room, once its code is known."""
        return JoinLink(self.url, self.code, self.public_url, self.fingerprint)

    @property
    def way_for_others(self) -> str:
        """What others type to come into this room."""
        return join_command(self.url, self.public_url, self.room_id or "")

    def way_to(self, room: RoomId) -> str:
        """What to type to come into a room of this server."""
        return play_command(self.url, room)

    @property
    def choices(self) -> Sequence[Choice]:
        """The answers of an opening that are possible now; empty when a stone is due."""
        return self.room.game.position.choices if self.room else ()

    @property
    def names(self) -> Sequence[str]:
        """The names of viewers, as far as they are known."""
        return self.presence.viewer_names if self.presence else ()

    @property
    def is_after_the_game(self) -> bool:
        """Whether a game is shown that is over."""
        return self.room is not None and self.room.status is ev.Status.FINISHED

    @property
    def game(self) -> Game | None:
        """The game as it is drawn: as it is, as it was where the player looks, or as it is set up."""
        if self.draft is not None:
            return self.draft.game
        if self.looked_at is not None:
            return self.looked_at.game
        return self.room.game if self.room else None

    @property
    def moves(self) -> MoveList | None:
        """The moves of that game; None: it has none to show."""
        if self.draft is not None:
            return None
        return self.looked_at.moves if self.looked_at is not None else self.score

    @property
    def may_rematch(self) -> bool:
        """Whether the player's own game is over, and a rematch may be asked for or accepted."""
        room, seat = self.room, self.seat
        if (
            room is None
            or seat is None
            or room.status is not ev.Status.FINISHED
            or room.sequel
            or self.lesson
        ):
            return False
        return not is_to_go_on(room) and all(offer.concerns(seat) for offer in room.offers)

    @property
    def may_play_bot(self) -> bool:
        """Whether a bot is offered, and the player still waits alone."""
        return self.bot is not None and self.room is not None and waits_for_anybody(self.room, self.me.id)

    @property
    def goes_on_with_lesson(self) -> bool:
        """Whether Enter goes on with the tutorial; after a miss, only where the cursor was not moved on."""
        if self.lesson is None or self.room is None:
            return False
        is_moved = self.cursor is not None and self.room.game.position.board.colour_at(self.cursor) is None
        return self.lesson.stage is LessonStage.DONE or (self.lesson.is_tried and not is_moved)

    @property
    def goes_on_with_practice(self) -> bool:
        """Whether Enter goes on to the next mistake."""
        return self.practice is not None and self.practice.is_done

    @property
    def is_my_turn(self) -> bool:
        return self.room is not None and self.seat is not None and self.room.to_act == self.seat

    def saying(self, remarks: tuple[Remark, ...]) -> "ScreenModel":
        """The model with more remarks at the end of its chat."""
        return replace(self, chat=(*self.chat, *remarks)[-KEPT:]) if remarks else self

    def showing(self, room: Room) -> "ScreenModel":
        """The model with its room at another moment."""
        score = self.score.following(room.game) if self.score else MoveList.of(room.game)
        looked_at = None if self.looked_at is None else self.looked_at.following(room)
        return replace(self, room=room, score=score, looked_at=looked_at)
