"""The one controller of a room: from input to commands that are checked, sent and followed up."""

from collections.abc import Callable, Sequence

from pente_client.connection import NEEDS_UPDATE, UPDATE_NEEDED, RequestRejected, Update
from pente_client.input.analysis import AnalysisOrder, GoTo, Try
from pente_client.input.blocking import BlockOrder
from pente_client.input.inputs import (
    AskAdvice,
    Input,
    LessonOrder,
    NextGameInput,
    PlayBot,
    PracticeOrder,
    PremoveOrder,
    QuitInput,
    ShowCode,
    ShowHelp,
    ShowSolution,
    TuneInput,
    ViewInput,
)
from pente_client.input.invalid_input import InvalidInput, NotAMove
from pente_client.input.moderation import ModerationOrder
from pente_client.input.offer_answers import NoSuchOffer, OfferAnswer
from pente_client.input.parse import parse_input
from pente_client.input.people_orders import PeopleOrder
from pente_client.input.planning import PlanOrder
from pente_client.input.setup_orders import SetupOrder
from pente_client.play.advising import Advising
from pente_client.play.bot_offer import BotOffer
from pente_client.play.command_sender import NO_ROOM, CommandSender
from pente_client.play.learning.practice import NO_PRACTICE, MistakePractice
from pente_client.play.lessons import NO_LESSON, ONLY_IN_TUTORIAL, Lessons, not_a_point
from pente_client.play.look_back import LookBack
from pente_client.play.moves_ahead import MOST_PREMOVES, NO_PREMOVE, WITHDRAWN, MovesAhead
from pente_client.play.people.people_controller import PeopleController
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.play.position_setup import PositionSetup
from pente_client.play.question import (
    ABORT_QUESTION,
    OTHER_GAME,
    RESIGN_QUESTION,
    PendingQuestion,
    QuestionKind,
    chat_question,
    play_question,
)
from pente_client.play.shown.advisor import AdviceKind
from pente_client.play.shown.guidance import NO_GUIDANCE, Guidance
from pente_client.play.shown.own_words import GameShell
from pente_client.play.side_requests import NOT_WAITING, SideRequests
from pente_client.settings.settings import Settings
from pente_client.words.conditional_moves import line_text
from pente_client.words.lists.review import NO_REVIEW, NOTHING_TO_SOLVE
from pente_core.identity import RoomId
from pente_core.room import Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_protocol.sentences import tell


class RoomController:
    """Carries out what a player types or clicks in a room. Mutable: knows what is on its way.

    * ``may_play`` False: a viewer may only chat, and moderate as the host.
    * ``asks``: whether a person confirms a resignation first.
    * ``queues``: whether a command may wait until those before it are answered, as a program expects; else
      a second one is rejected until then. Chat never waits on a screen.
    """

    def __init__(
        self,
        connection: GamePort,
        front: FrontEnd,
        *,
        may_play: bool = True,
        asks: bool = True,
        queues: bool = False,
        settings: Callable[[], Settings] = Settings,
        guidance: Guidance = NO_GUIDANCE,
    ) -> None:
        advisor, tutor = guidance.advisor, guidance.tutor
        self._connection, self._front = connection, front
        self._may_play, self._asks, self._queues = may_play, asks, queues
        self._sender = sender = CommandSender(connection, front, queues=queues)
        self.send, self._reject, self._refusal = sender.send, sender.reject, sender.refusal
        self._requests = SideRequests(connection, front, self._sender)
        self.look_back = LookBack(connection, front, self.send, self._reject)
        self._practice = MistakePractice(front, self.look_back, connection.me.id, self._reject, advisor)
        self.position_setup = PositionSetup(connection, front, self._reject)
        self._advising = Advising(connection, front, advisor, self._reject)
        self.lessons = Lessons(front, tutor, sender, self._advising) if tutor else None
        self.people = PeopleController(connection, front)
        self._settings, self._own_words = settings, guidance.own_words
        self._shell = guidance.shell
        self._asked_in: RoomId | None = None
        """The room that the latest question is about."""
        self.ahead = MovesAhead(
            connection,
            front,
            self._refusal,
            self.send,
            places_first=lambda: tutor is None and settings().first_stone,
        )

    @property
    def bots(self) -> BotOffer:
        """The bots that may be played instead of waiting."""
        return self._requests.bots

    def notice(self, update: Update) -> None:
        """Take note of an update, be it of a room that is not shown."""
        self.people.notice(update)
        self.bots.notice(update)

    def noticed(self, update: Update) -> None:
        """React to an update that was shown."""
        self.look_back.noticed(update)
        self._advising.noticed(update)
        self.ahead.go_on()
        if self.lessons is not None:
            self.lessons.noticed(update)

    def allow_playing(self) -> None:
        """The player has a seat from now on, where before they only watched."""
        self._may_play = True

    @property
    def pending_label(self) -> str:
        """What is on its way, in words; empty when nothing is."""
        return self._sender.label

    def enter(self, text: str) -> bool:
        """Do what a line asks for; False: it was rejected, and may be corrected."""
        if answer := self._own_words.answer(text):
            self._front.notice(answer)
            return True
        current = self._front.current
        if self._shell is not None and current is not None and self._own_words.is_for_shell(text):
            self._front.start(self._ask_shell(self._shell, text, current))
            return True
        try:
            order = parse_input(self._own_words.line(text), self._sender.size)
        except NotAMove as error:
            if self.lessons is not None:
                return self._reject("bad-input", not_a_point(self._sender.size))
            return self._ask_to_say(text) or self._reject("bad-input", str(error))
        except InvalidInput as error:
            return self._reject("bad-input", str(error))
        return self._do(order, text)

    async def _ask_shell(self, shell: GameShell, text: str, current: CurrentRoom) -> None:
        answer = await shell.answer(text, current.room)
        for line in answer.lines:
            self._front.notice(line)
        if answer.begun is not None:
            rules, setup, seats = answer.begun
            await self.position_setup.begin(current, setup, rules, seats)
        for turn in answer.turns:
            if isinstance(turn, Choice):
                self.send(cmd.Choose(turn), text)
            elif isinstance(turn, int):
                self.send(cmd.Play(turn), text)
            else:
                self.send(cmd.Resign(), text)

    def is_to_quit(self, text: str) -> bool:
        """Whether a line leaves the room."""
        return isinstance(self._parsed(text), QuitInput)

    def is_move(self, text: str) -> bool:
        """Whether a line takes a turn in the room that is shown."""
        current = self._front.current
        if current is None or not self._may_play or self.position_setup.is_on(current):
            return False
        is_made = self._own_words.is_for_shell(text) and text.strip().lower().startswith("genmove")
        return is_made or isinstance(self._parsed(text), cmd.Play | cmd.Choose)

    @property
    def is_up_to_date(self) -> bool:
        """Whether all that the server has answered is known of the room that is shown."""
        current = self._front.current
        return current is None or self._sender.is_up_to_date(current)

    def _parsed(self, text: str) -> Input | None:
        try:
            return parse_input(self._own_words.line(text), self._sender.size)
        except InvalidInput:
            return None

    def play(self, point: Point) -> bool:
        """Play on a point that was clicked or chosen with the cursor."""
        return self._do(cmd.Play(point), "")

    def answer(self, *, yes: bool) -> None:
        """Answer the question that waits, if one does."""
        question = self._front.question
        self._front.ask(None)
        if question is None:
            return
        if not yes:
            if question.is_harmless and question.typed:
                self._front.give_back(question.typed)
        elif question.kind is QuestionKind.LEAVE:
            self._front.leave()
        elif question.command is not None:
            self._carry_out(question.command, question.typed)

    def _waits_at_seat(self, current: CurrentRoom | None) -> bool:
        """Whether there is a seat to give up: otherwise to leave is to quit."""
        return (
            current is not None
            and current.room.status is ev.Status.WAITING
            and current.room.seat_of(self._connection.me.id) is not None
        )

    def _carry_out(self, command: cmd.PlayerCommand, typed: str) -> None:
        """Send what was asked about, but never to a game that was shown only after the question."""
        current = self._front.current
        if current is None or current.id == self._asked_in:
            self.send(command, typed)
        else:
            self._reject("other-game", OTHER_GAME)

    def _do(self, order: Input, text: str) -> bool:
        current = self._front.current
        done = None
        if current is not None:
            done = self.lessons.do(order, current) if self.lessons else self._practice.do(order, current)
        return self._do_in_game(order, current, text) if done is None else done

    def _do_in_game(self, order: Input, current: CurrentRoom | None, text: str) -> bool:
        match order:
            case QuitInput():
                self._front.quit()
            case ShowHelp():
                self._front.show_help()
            case cmd.Leave() if not self._waits_at_seat(current):
                self._front.quit()
            case PracticeOrder():
                return self._reject(NO_PRACTICE, NO_REVIEW)
            case LessonOrder():
                return self._reject(NO_LESSON, ONLY_IN_TUTORIAL)
            case ShowSolution():
                return self._reject(NO_LESSON, NOTHING_TO_SOLVE)
            case NextGameInput():
                self._front.start(self._requests.go_to_next(current))
            case TuneInput():
                self._front.tune(order)
            case _ if isinstance(order, PeopleOrder):
                self.people.enter(order, text, current.id if current else None)
            case _ if current is None:
                return self._reject("no-room", NO_ROOM)
            case _ if isinstance(order, ViewInput):
                self._front.show(order, current, self._game_shown(current))
            case ShowCode():
                self._front.start(self._requests.show_code(current.id, order, text))
            case _ if self._sender.is_read_only(current.id):
                return self._reject(UPDATE_NEEDED, NEEDS_UPDATE)
            case ModerationOrder():
                return self._requests.moderate(current, order, text)
            case BlockOrder():
                self._front.start(self._requests.block(current, order, text))
            case PlayBot() if not self._may_play:
                return self._reject("not-waiting", NOT_WAITING)
            case PlayBot(name):
                return self._requests.begin_bot_game(current, name, text)
            case AskAdvice(kind):
                return self._advising.ask(AdviceKind(kind), current, self.look_back.game(current))
            case SetupOrder():
                return self.position_setup.do(order, current)
            case cmd.Play(point) if self.position_setup.is_on(current):
                return self.position_setup.touch(current, point)
            case cmd.Play(point) if self._is_to_try(current):
                return self.look_back.do(Try((point,)), current, text)
            case cmd.Play() if self.look_back.is_looking(current) and not self._queues:
                return self._return_to_game(current, text)
            case _ if isinstance(order, AnalysisOrder):
                return self.look_back.do(order, current, text)
            case _ if not self._may_play and not isinstance(order, cmd.Say | cmd.SetWatchPolicy):
                return self._reject("only-watching", self._only_watching(current))
            case PlanOrder():
                return self._plan(current, order, text)
            case OfferAnswer():
                return self._answer_offer(current, order, text)
            case PremoveOrder(points):
                return self._plan_premoves(current, points)
            case cmd.Play(point) if self._is_premove(current):
                return self._add_premove(current, point)
            case cmd.Play(point) if self._is_confirmed(current):
                return self._confirm(current, play_question(point, self._sender.size, text))
            case cmd.Resign() if self._asks:
                return self._confirm(current, RESIGN_QUESTION)
            case cmd.Abort() if self._asks:
                return self._confirm(current, ABORT_QUESTION)
            case _:
                return self.send(order, text)
        return True

    def _game_shown(self, current: CurrentRoom) -> Game:
        """The game where the player looks; the position that they set up, if they do."""
        return self.position_setup.game(current) or self.look_back.game(current)

    def _only_watching(self, current: CurrentRoom) -> str:
        """What to type instead of what only a player can do."""
        room, me = current.room, self._connection.me.id
        is_invited = any(player.id == me for player in room.invited)
        if is_invited or room.seat_of(me) is not None:
            return tell("waiting.watch-only-room", room=current.id)
        return tell("waiting.watch-only")

    def _is_to_try(self, current: CurrentRoom) -> bool:
        """Whether a point is a move to try, and not one to play."""
        is_over = current.room.status is ev.Status.FINISHED
        if self._is_playing(current) or self._queues:
            return is_over and self.look_back.is_looking(current)
        return current.room.status is ev.Status.PLAYING or self.look_back.is_looking(current)

    def _is_playing(self, current: CurrentRoom) -> bool:
        is_running = current.room.status is ev.Status.PLAYING
        return is_running and current.room.seat_of(self._connection.me.id) is not None

    def _return_to_game(self, current: CurrentRoom, text: str) -> bool:
        """Show the game as it is before a stone is placed in it."""
        self.look_back.do(GoTo(None), current, text)
        return self._reject("looking-back", tell("note.enter-plays", text=text.strip()))

    def _confirm(self, current: CurrentRoom, question: PendingQuestion) -> bool:
        """Ask before a command is sent that would be allowed."""
        if question.command and (refused := self._refusal(current, question.command)):
            return self._reject(refused.reason, str(refused))
        self._ask(current, question)
        return True

    def _ask(self, current: CurrentRoom, question: PendingQuestion) -> None:
        self._asked_in = current.id
        self._front.ask(question)

    def _is_confirmed(self, current: CurrentRoom) -> bool:
        """Whether the player wants to be asked before a stone is placed."""
        match self._settings().confirm if self._asks else "never":
            case "always":
                return True
            case "correspondence":
                return is_correspondence(current.room.created.time)
            case _:
                return False

    def _ask_to_say(self, text: str) -> bool:
        """Ask whether a line is chat; False: it can't be said here."""
        current = self._front.current
        if not self._asks or current is None:
            return False
        try:
            said = parse_input(f"'{text}", self._sender.size)
        except InvalidInput:
            return False
        if not isinstance(said, cmd.Say) or self._refusal(current, said):
            return False
        self._ask(current, chat_question(said, text))
        return True

    def _is_premove(self, current: CurrentRoom) -> bool:
        """Whether a point is meant for the player's next turn."""
        is_person = self._asks or not self._queues
        return self._settings().premove and is_person and self.ahead.is_early(current)

    def _add_premove(self, current: CurrentRoom, point: Point) -> bool:
        try:
            self.ahead.add(current, point)
        except RequestRejected as refused:
            return self._reject(refused.code, str(refused))
        return True

    def _plan_premoves(self, current: CurrentRoom, points: Sequence[Point]) -> bool:
        """Plan what is to be played later, or nothing any more; a program may be early by that."""
        if not points:
            return self.withdraw_premoves() or self._reject("no-premove", NO_PREMOVE)
        try:
            self.ahead.plan(current, points[:MOST_PREMOVES])
        except RequestRejected as refused:
            return self._reject(refused.code, str(refused))
        return True

    def withdraw_premoves(self) -> bool:
        """Plan nothing any more; whether there was something."""
        if not self.ahead.cancel():
            return False
        self._front.notice(WITHDRAWN)
        return True

    def _answer_offer(self, current: CurrentRoom, answer: OfferAnswer, text: str) -> bool:
        try:
            return self.send(answer.to(current.room, self._connection.me.id, is_asked=self._asks), text)
        except NoSuchOffer as error:
            return self._reject("no-offer", str(error))

    def _plan(self, current: CurrentRoom, order: PlanOrder, text: str) -> bool:
        """Plan conditional moves, unless a line can't be carried out: then say which one."""
        for line in order.lines:
            refused = self._refusal(current, cmd.SetConditions((line,)))
            if refused is not None and refused.reason is not Reason.SO_ALREADY:
                text = f"{line_text(line, current.room)}: {refused}" if len(order.lines) > 1 else str(refused)
                return self._reject(refused.reason, text)
        return self.send(order.to(current.room, self._connection.me.id), text)
