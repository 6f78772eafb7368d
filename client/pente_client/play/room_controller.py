"""The one controller of a room: from input to commands that are checked, sent and followed up."""

from typing import Final, assert_never

from pente_client.connection import NEEDS_UPDATE, UPDATE_NEEDED, ConnectionProblem, RequestRejected, Update
from pente_client.input.analysis import AnalysisOrder, GoTo, Try
from pente_client.input.blocking import BlockOrder
from pente_client.input.inputs import (
    AskAdvice,
    Input,
    NextGameInput,
    PlayBot,
    QuitInput,
    ShowBoard,
    ShowCode,
    ShowConditions,
    ShowHelp,
    ShowMoves,
    ShowRules,
    ShowWho,
    TuneInput,
)
from pente_client.input.invalid_input import InvalidInput
from pente_client.input.moderation import ModerationOrder
from pente_client.input.offer_answers import NoSuchOffer, OfferAnswer
from pente_client.input.parse import parse_input
from pente_client.input.people_orders import PeopleOrder
from pente_client.input.planning import PlanOrder
from pente_client.input.setup_orders import SetupOrder
from pente_client.play.advising import Advising
from pente_client.play.bot_offer import bot_to_play, challenge_instead, waits_for_anybody
from pente_client.play.look_back import LookBack
from pente_client.play.next_turn import NO_OTHER_TURN, next_on_turn
from pente_client.play.people_controller import PeopleController
from pente_client.play.ports import CONNECTION_LOST, CurrentRoom, FrontEnd, GamePort
from pente_client.play.position_setup import PositionSetup
from pente_client.play.question import PendingQuestion
from pente_client.play.shown.advisor import AdviceKind, Advisor
from pente_client.words.command_label import command_label
from pente_client.words.conditional_moves import line_text
from pente_client.words.lists.people import block_text
from pente_client.words.sentences import sentence
from pente_client.words.viewer_delay import said_text
from pente_client.words.waiting import NO_BOTS
from pente_core.identity import RoomId
from pente_core.room import (
    Play,
    PlayerCommand,
    Reason,
    Refused,
    Resign,
    Say,
    SetConditions,
    SetWatchPolicy,
    Status,
    decide,
)

_NO_ROOM: Final = "There is no game here yet."
_HOW_TO_ACCEPT: Final = "To accept it, type /join accept."
_NOT_WAITING: Final = "/bot is for an open room in which you wait alone."
_USUAL_SIZE: Final = 19


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
        advisor: Advisor | None = None,
    ) -> None:
        self._connection, self._front = connection, front
        self._may_play, self._asks, self._queues = may_play, asks, queues
        self.look_back = LookBack(connection, front, self.send, self._reject)
        self.position_setup = PositionSetup(connection, front, self._reject)
        self._advising = Advising(connection, front, advisor, self._reject)
        self.people = PeopleController(connection, front)
        self._pending: list[PlayerCommand] = []
        self._answered: dict[RoomId, int] = {}
        """The version of a room that the latest answer of the server has named."""

    def noticed(self, update: Update) -> None:
        """React to an update that was shown."""
        self.look_back.noticed(update)
        self._advising.noticed(update)

    def allow_playing(self) -> None:
        """The player has a seat from now on, where before they only watched."""
        self._may_play = True

    @property
    def pending_label(self) -> str:
        """What is on its way, in words; empty when nothing is."""
        return " and ".join(dict.fromkeys(command_label(sent, self._size) for sent in self._pending))

    def enter(self, text: str) -> bool:
        """Do what a line asks for; False: it was rejected, and may be corrected."""
        try:
            order = parse_input(text, self._size)
        except InvalidInput as error:
            return self._reject("bad-input", str(error))
        return self._do(order, text)

    def answer(self, *, yes: bool) -> None:
        """Answer the question that waits, if one does."""
        question = self._front.question
        self._front.ask(None)
        if not yes or question is None:
            return
        match question:
            case PendingQuestion.RESIGN:
                self.send(Resign(), "/resign")
            case PendingQuestion.LEAVE:
                self._front.leave()
            case _ as unreachable:
                assert_never(unreachable)

    def send(self, command: PlayerCommand, text: str = "") -> bool:
        """Send a command to the room unless it is certain to be refused; whether it is on its way."""
        current = self._front.current
        if current is None:
            return self._reject("no-room", _NO_ROOM)
        if self._is_read_only(current.id):
            return self._reject(UPDATE_NEEDED, NEEDS_UPDATE)
        if not self._queues and not self._is_free_for(current, command):
            return False
        self._pending.append(command)
        self._front.pending_changed()
        self._front.start(self._deliver(current.id, command, text))
        return True

    def _do(self, order: Input, text: str) -> bool:
        current = self._front.current
        match order:
            case QuitInput():
                self._front.quit()
            case ShowHelp():
                self._front.show_help()
            case NextGameInput():
                self._front.start(self._go_to_next(current))
            case TuneInput():
                self._front.tune(order)
            case _ if isinstance(order, PeopleOrder):
                self.people.enter(order, text, current.id if current else None)
            case _ if current is None:
                return self._reject("no-room", _NO_ROOM)
            case ShowBoard() | ShowMoves() | ShowWho() | ShowConditions() | ShowRules():
                self._front.show(order, current)
            case ShowCode():
                self._front.start(self._show_code(current.id, order, text))
            case _ if self._is_read_only(current.id):
                return self._reject(UPDATE_NEEDED, NEEDS_UPDATE)
            case ModerationOrder():
                return self._moderate(current, order, text)
            case BlockOrder():
                self._front.start(self._block(current, order, text))
            case PlayBot():
                return self._begin_bot_game(current, text)
            case AskAdvice(kind):
                return self._advising.ask(AdviceKind(kind), current, self.look_back.game(current))
            case SetupOrder():
                return self.position_setup.do(order, current)
            case Play(point) if self.position_setup.is_on(current):
                return self.position_setup.touch(current, point)
            case Play(point) if self._is_to_try(current):
                return self.look_back.do(Try((point,)), current, text)
            case Play() if self.look_back.is_looking(current) and not self._queues:
                return self._return_to_game(current, text)
            case _ if isinstance(order, AnalysisOrder):
                return self.look_back.do(order, current, text)
            case _ if not self._may_play and not isinstance(order, Say | SetWatchPolicy):
                return self._reject("only-watching", self._only_watching(current))
            case PlanOrder():
                return self._plan(current, order, text)
            case OfferAnswer():
                return self._answer_offer(current, order, text)
            case Resign() if self._asks:
                return self._confirm_resignation(current, order)
            case _:
                return self.send(order, text)
        return True

    def _only_watching(self, current: CurrentRoom) -> str:
        """What to type instead of what only a player can do."""
        room, me = current.room, self._connection.me.id
        is_invited = any(player.id == me for player in room.invited)
        if is_invited or room.seat_of(me) is not None:
            return f"You only watch here. In another terminal, type: pente play --room {current.id}"
        return "You only watch here. To play: pente play"

    def _is_to_try(self, current: CurrentRoom) -> bool:
        """Whether a point is a move to try, and not one to play."""
        is_over = current.room.status is Status.FINISHED
        if self._is_playing(current) or self._queues:
            return is_over and self.look_back.is_looking(current)
        return current.room.status is Status.PLAYING or self.look_back.is_looking(current)

    def _is_playing(self, current: CurrentRoom) -> bool:
        is_running = current.room.status is Status.PLAYING
        return is_running and current.room.seat_of(self._connection.me.id) is not None

    def _return_to_game(self, current: CurrentRoom, text: str) -> bool:
        """Show the game as it is before a stone is placed in it."""
        self.look_back.do(GoTo(None), current, text)
        return self._reject("looking-back", f"This is the game now. Press Enter to play {text.strip()}.")

    def _is_read_only(self, room: RoomId) -> bool:
        """Whether this version can't replay the room, and only shows its board."""
        replica = self._connection.rooms.get(room)
        return replica is not None and replica.is_read_only

    def _confirm_resignation(self, current: CurrentRoom, command: Resign) -> bool:
        if refused := self._refusal(current, command):
            return self._reject(refused.reason, str(refused))
        self._front.ask(PendingQuestion.RESIGN)
        return True

    def _answer_offer(self, current: CurrentRoom, answer: OfferAnswer, text: str) -> bool:
        try:
            return self.send(answer.to(current.room, self._connection.me.id), text)
        except NoSuchOffer as error:
            return self._reject("no-offer", str(error))

    def _begin_bot_game(self, current: CurrentRoom, text: str) -> bool:
        if not self._may_play or not waits_for_anybody(current.room, self._connection.me.id):
            return self._reject("not-waiting", _NOT_WAITING)
        self._front.start(self._play_bot(current, text))
        return True

    async def _play_bot(self, current: CurrentRoom, text: str) -> None:
        """Go to a game with a bot, and close the room that waits."""
        bot = await bot_to_play(self._connection)
        if bot is None:
            self._front.notice(NO_BOTS)
            return
        try:
            await challenge_instead(self._connection, current, bot.name, self._front.go_to)
        except ConnectionProblem as problem:
            self._fail(problem, text)

    async def _go_to_next(self, current: CurrentRoom | None) -> None:
        """Show the next game in which it is the player's turn, or say that there is none."""
        try:
            room = await next_on_turn(self._connection, None if current is None else current.id)
            if room is None:
                self._front.notice(NO_OTHER_TURN)
            else:
                await self._front.show_game(room)
        except ConnectionProblem as problem:
            self._fail(problem, "")

    def _plan(self, current: CurrentRoom, order: PlanOrder, text: str) -> bool:
        """Plan conditional moves, unless a line can't be carried out: then say which one."""
        for line in order.lines:
            refused = self._refusal(current, SetConditions((line,)))
            if refused is not None and refused.reason is not Reason.SO_ALREADY:
                text = f"{line_text(line, current.room)}: {refused}" if len(order.lines) > 1 else str(refused)
                return self._reject(refused.reason, text)
        return self.send(order.to(current.room, self._connection.me.id), text)

    def _moderate(self, current: CurrentRoom, order: ModerationOrder, text: str) -> bool:
        """Look up the player who is meant, and go on from there."""
        if current.room.created.by.id != self._connection.me.id:
            refused = Refused(Reason.NOT_HOST)
            return self._reject(refused.reason, str(refused))
        self._front.start(self._look_up(current, order, text))
        return True

    async def _look_up(self, current: CurrentRoom, order: ModerationOrder, text: str) -> None:
        try:
            command = await order.to(current.room, self._connection.profile)
        except ConnectionProblem as problem:
            self._fail(problem, text)
        else:
            self.send(command, text)

    async def _block(self, current: CurrentRoom, order: BlockOrder, text: str) -> None:
        """Block or unblock a player, and say so; when the server rejects it, say why."""
        change = self._connection.block if order.is_block else self._connection.unblock
        try:
            player = await change(order.target(current.room))
        except ConnectionProblem as problem:
            self._fail(problem, text)
        else:
            self._front.notice(block_text(player, is_block=order.is_block))

    async def _show_code(self, room: RoomId, order: ShowCode, text: str) -> None:
        """Get the room's join code, and show it; when the server rejects that, say why."""
        try:
            code = await self._connection.codes.share(room)
        except ConnectionProblem as problem:
            self._fail(problem, text)
        else:
            self._front.show_code(room, code, with_qr=order.with_qr)

    async def _deliver(self, room: RoomId, command: PlayerCommand, text: str) -> None:
        """See a command through; when it is rejected, say why and give back what was typed."""
        problem: ConnectionProblem | None = None
        try:
            problem = await self._act(room, command)
        finally:
            self._pending.remove(command)
            self._front.pending_changed()
        if problem is not None:
            current = self._front.current
            is_shown = current is not None and current.id == room
            self._fail(problem, text if is_shown else "")  # a line for one room never comes into another
        elif isinstance(command, Say):
            self._confirm_chat(room)

    def _confirm_chat(self, room: RoomId) -> None:
        """Tell viewers who see the game later what has become of their message."""
        current = self._front.current
        if current is not None and current.id == room:
            sent = said_text(current.room, current.room.seat_of(self._connection.me.id))
            if sent:
                self._front.notice(sent)

    async def _act(self, room: RoomId, command: PlayerCommand) -> ConnectionProblem | None:
        current = self._front.current
        if current is not None and current.id == room and self._is_up_to_date(current):
            refused = self._refusal(current, command)
            if refused is not None:
                return RequestRejected(refused.reason, str(refused))
        try:
            self._answered[room] = await self._connection.act(room, command)
        except ConnectionProblem as problem:
            return problem
        return None

    def _is_up_to_date(self, current: CurrentRoom) -> bool:
        """Whether our own copy of the room contains what the server answered last, so that it may judge."""
        return current.room.version >= self._answered.get(current.id, 0)

    def _is_free_for(self, current: CurrentRoom, command: PlayerCommand) -> bool:
        """Whether a command is allowed now, and no other one is on its way."""
        if refused := self._refusal(current, command):
            return self._reject(refused.reason, str(refused))
        turns = [sent for sent in self._pending if not isinstance(sent, Say)]
        if turns and not isinstance(command, Say):
            return self._reject("busy", f"Still sending {command_label(turns[0], self._size)}.")
        return True

    def _refusal(self, current: CurrentRoom, command: PlayerCommand) -> Refused | None:
        """Ask our own copy of the room first; its sentence is the same as the server's, only sooner."""
        by, now = self._connection.sender(current.id, command), self._connection.server_now()
        try:
            decide(current.room, command, by=by, now=now)
        except Refused as refused:
            return refused
        return None

    def _fail(self, problem: ConnectionProblem, text: str) -> None:
        code = problem.code if isinstance(problem, RequestRejected) else CONNECTION_LOST
        self._reject(code, sentence(str(problem)), text)

    def _reject(self, code: str, text: str, typed: str = "") -> bool:
        remedy = f" {_HOW_TO_ACCEPT}" if code == Reason.RATING_SHOWN else ""
        self._front.reject(code, text + remedy, typed)
        return False

    @property
    def _size(self) -> int:
        current = self._front.current
        return current.room.created.ruleset.size if current else _USUAL_SIZE
