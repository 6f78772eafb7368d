"""What the room's controller has shown: lists, answers, questions, errors."""

from collections.abc import Coroutine, Sequence
from typing import Any, assert_never

from pente_client.input.board_views import (
    DescribeAround,
    DescribeColumn,
    DescribeRow,
    DescribeStones,
    ShowClocks,
)
from pente_client.input.inputs import ShowBoard, ShowConditions, ShowMoves, ShowRules, ShowWho, ViewInput
from pente_client.play.ports import CurrentRoom, GamePort
from pente_client.play.question import PendingQuestion
from pente_client.play.shown.advisor import AdviceKind, GivenAdvice
from pente_client.play.shown.board_description import described
from pente_client.play.shown.lesson import Lesson
from pente_client.play.shown.practice_task import PracticeTask
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.shown.shown_review import ShownReview
from pente_client.screen.model.remarks import Remark, RemarkKind
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.ports import PagePort
from pente_client.screen.shown_model import ShownModel
from pente_client.words.conditional_moves import planned_lines
from pente_client.words.connection import latency_text
from pente_client.words.lists.annotations import notes_lines
from pente_client.words.lists.people import people_lines
from pente_client.words.lists.who_is_here import friend_lines, message_lines, who_is_here_lines
from pente_client.words.spoken.game_words import clocks_line
from pente_core.identity import RoomId
from pente_core.review.review import GameReview, problems_of_review
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import OnlineList
from pente_protocol.sentences import tell


class RoomFront(ShownModel):
    """The part of a `FrontEnd` that only shows something. Mutable, as its model is."""

    def __init__(self, connection: GamePort, page: PagePort, model: ScreenModel) -> None:
        super().__init__(page, model)
        self._connection = connection

    @property
    def current(self) -> CurrentRoom | None:
        model = self.model
        if model.room is None or model.room_id is None:
            return None
        return CurrentRoom(model.room_id, model.room, model.presence)

    @property
    def question(self) -> PendingQuestion | None:
        return self.model.question

    def ask(self, question: PendingQuestion | None) -> None:
        self.change(question=question)
        self._page.changed()

    def show(self, view: ViewInput, current: CurrentRoom, game: Game) -> None:
        match view:
            case ShowRules():
                self.change(shows_rules=True, help_back=0)
                self._page.changed()
            case ShowWho():
                here = "; ".join(people_lines(current.room, current.presence))
                latency = self._connection.latency
                self.notify(here if latency is None else f"{here}. {latency_text(latency)}")
            case ShowConditions():
                self.notify(" ".join(planned_lines(current.room, self.model.me.id)))
            case ShowBoard() | ShowMoves():
                self.notify(tell("status.on-the-screen"))
            case ShowClocks():
                remaining = current.room.clock.remaining_at(self._connection.server_now())
                self.notify(clocks_line(current.room, remaining))
            case DescribeRow() | DescribeColumn() | DescribeAround() | DescribeStones():
                self.say(*described(view, current.room, game))
            case _ as unreachable:
                assert_never(unreachable)

    def show_review(self, review: GameReview) -> None:
        """Show what a computer says about the game, which is over. One that does not fit it is not shown."""
        room = self.model.room
        if room is None or room.status is not ev.Status.FINISHED:
            return
        game = room.game
        if not any(problems_of_review(review, game.stones, game.rules.size**2)):
            self.change(review=ShownReview.of(game, review))
            self._page.changed()

    @property
    def review(self) -> GameReview | None:
        return None if self.model.review is None else self.model.review.review

    def show_practice(self, task: PracticeTask | None) -> None:
        self.change(practice=task, notice=None)
        self._page.changed()

    def show_notes(self, current: CurrentRoom) -> None:
        lines = notes_lines(current.room) or [tell("status.no-notes")]
        remarks = tuple(Remark(RemarkKind.HAPPENED, line) for line in lines)
        self._replace(self.model.saying(remarks))
        self._page.changed()

    def show_advice(self, current: CurrentRoom, given: GivenAdvice) -> None:
        del current
        points = given.advice.points if given.kind is not AdviceKind.EVAL else ()
        self.change(advised=tuple(advised.point for advised in points[:1]))
        self.notify(" ".join(given.lines))

    def show_lesson(self, current: CurrentRoom, lesson: Lesson) -> bool:
        del current
        self.change(lesson=lesson)
        self._page.changed()
        return True

    def show_setup(self, current: CurrentRoom, draft: SetupDraft | None) -> None:
        del current
        self.change(draft=draft, notice=None, looked_at=None)
        self._page.changed()

    def show_code(self, room: RoomId, code: str, *, with_qr: bool) -> None:
        if room != self.model.room_id:
            return
        self.change(code=code)
        if with_qr:
            self.change(shows_code=True)
            self._page.changed()
        else:
            self.notify(". ".join(self.model.join_link.sentences))

    def show_people(self, found: OnlineList) -> None:
        self.say(*who_is_here_lines(found, self._connection.friends))

    def show_friends(self, found: FriendList) -> None:
        self.say(*friend_lines(found))

    def show_messages(self, messages: Sequence[DirectMessage]) -> None:
        self.say(*message_lines(messages))

    def reject(self, code: str, text: str, typed: str = "") -> None:
        del code  # for programs
        if typed:
            self._page.give_back(typed)
        self.notify(text, is_error=True)

    def give_back(self, text: str) -> None:
        self._page.give_back(text)

    def premoves_changed(self, points: Sequence[Point]) -> None:
        self.change(premoves=tuple(points))
        self._page.changed()

    def notice(self, text: str) -> None:
        self.notify(text)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self._page.start(work)
