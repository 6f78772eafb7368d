"""What the controller of a room has shown in lines: boards, lists, answers, questions, errors."""

from collections.abc import Sequence
from typing import assert_never

from pente_client.input.board_views import (
    DescribeAround,
    DescribeColumn,
    DescribeRow,
    DescribeStones,
    ShowClocks,
)
from pente_client.input.commands import HELP
from pente_client.input.inputs import (
    ShowBoard,
    ShowConditions,
    ShowMoves,
    ShowRules,
    ShowWho,
    ViewInput,
)
from pente_client.play.people.people_ports import CONNECTION_LOST
from pente_client.play.ports import CurrentRoom, GamePort
from pente_client.play.question import PendingQuestion
from pente_client.play.shown.advisor import GivenAdvice
from pente_client.play.shown.board_description import described
from pente_client.play.shown.lesson import Lesson
from pente_client.play.shown.practice_task import PracticeTask
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.shown.shown_review import ShownReview
from pente_client.play.viewpoint import Viewpoint
from pente_client.stream.output_port import Output
from pente_client.stream.update_feed import UpdateFeed
from pente_client.words.lists.review import stone_text
from pente_client.words.turns import premove_text
from pente_core.identity import RoomId
from pente_core.review.review import GameReview
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import OnlineList
from pente_protocol.sentences import tell


class LineFront:
    """The part of a `FrontEnd` that only shows something. Mutable.

    ``review`` is what a computer says about the game, which is over.
    """

    def __init__(
        self, client: GamePort, output: Output, feed: UpdateFeed, review: GameReview | None = None
    ) -> None:
        self._client, self._output, self._feed, self._review = client, output, feed, review
        self.question: PendingQuestion | None = None
        self._task: PracticeTask | None = None
        self._lesson: tuple[RoomId, Lesson] | None = None
        """What was said last in the tutorial, and in which room."""

    @property
    def current(self) -> CurrentRoom | None:
        room = self._feed.room
        replica = self._client.rooms.get(room) if room is not None else None
        if room is None or replica is None:
            return None
        return CurrentRoom(room, replica.room, replica.presence)

    def ask(self, question: PendingQuestion | None) -> None:
        self.question = question
        if question is not None:
            self._output.notice(question.text)

    def show(self, view: ViewInput, current: CurrentRoom, game: Game) -> None:
        match view:
            case ShowBoard():
                self._output.board(current.id, current.room, game)
            case ShowMoves():
                self._output.moves(current.id, current.room)
            case ShowRules():
                self._output.rules(current.id, current.room)
            case ShowWho():
                self._output.who(current.id, current.room, current.presence)
                if self._client.latency is not None:
                    self._output.latency(self._client.latency)
            case ShowConditions():
                self._output.conditions(current.id, current.room)
            case ShowClocks():
                remaining = current.room.clock.remaining_at(self._client.server_now())
                self._output.clocks(current.id, current.room, remaining)
            case DescribeRow() | DescribeColumn() | DescribeAround() | DescribeStones():
                for line in described(view, current.room, game):
                    self._output.notice(line)
            case _ as unreachable:
                assert_never(unreachable)

    def look(self, current: CurrentRoom, view: Viewpoint) -> None:
        self._output.look(current.id, current.room, view)
        if self._review is not None and not view.tried:
            stone = ShownReview.of(current.room.game, self._review).placed_at(view.node)
            if stone is not None:
                self._output.notice(stone_text(stone, current.room.created.ruleset))

    def flip_board(self) -> bool:
        self.reject("no-screen", tell("plain.no-screen"))
        return False

    def autoplay(self, seconds: float | None) -> bool:
        del seconds
        self.reject("no-screen", tell("plain.no-autoplay"))
        return False

    def show_advice(self, current: CurrentRoom, given: GivenAdvice) -> None:
        self._output.advice(current.id, given)

    def show_lesson(self, current: CurrentRoom, lesson: Lesson) -> bool:
        if self._feed.shown is None:
            return False  # it is said once its room was shown
        if (current.id, lesson) != self._lesson:
            self._output.lesson(current.id, current.room, lesson)
        self._lesson = (current.id, lesson)
        return True

    @property
    def review(self) -> GameReview | None:
        return self._review

    @property
    def goes_on_with_practice(self) -> bool:
        """Whether the next mistake comes now."""
        return self._task is not None and self._task.is_done

    def show_practice(self, task: PracticeTask | None) -> None:
        self._task = task
        if task is not None:
            self._output.notice(task.whole_text)

    def show_setup(self, current: CurrentRoom, draft: SetupDraft | None) -> None:
        self._output.setup(current.id, current.room, draft)

    def show_notes(self, current: CurrentRoom) -> None:
        self._output.notes(current.id, current.room)

    def show_code(self, room: RoomId, code: str, *, with_qr: bool) -> None:
        self._output.join_code(room, code, with_qr=with_qr)

    def show_help(self) -> None:
        for line in HELP:
            self._output.notice(line)

    def reject(self, code: str, text: str, typed: str = "") -> None:
        del typed  # it is on the screen still, or in the program
        if code != CONNECTION_LOST:  # the end of the session says that
            self._output.error(code, text)

    def notice(self, text: str) -> None:
        self._output.notice(text)

    def show_people(self, found: OnlineList) -> None:
        self._output.people(found, self._client.friends)

    def show_friends(self, found: FriendList) -> None:
        self._output.friends(found)

    def show_messages(self, messages: Sequence[DirectMessage]) -> None:
        self._output.messages(messages)

    def give_back(self, text: str) -> None:
        """Do nothing: the line is on the screen still, or in the program."""

    def premoves_changed(self, points: Sequence[Point]) -> None:
        current = self.current
        if points and current is not None:
            self._output.notice(premove_text(points, current.room.created.ruleset.size))

    def pending_changed(self) -> None:
        """Show nothing: what is answered is shown as an event or an error."""
