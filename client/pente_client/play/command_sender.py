"""Commands on their way: checked on the local copy, sent, and followed up."""

from typing import Final

from pente_client.connection import NEEDS_UPDATE, UPDATE_NEEDED, ConnectionProblem, RequestRejected
from pente_client.play.people.people_ports import CONNECTION_LOST
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.play.shown.command_label import command_label
from pente_client.words.sentences import sentence
from pente_client.words.viewer_delay import said_text
from pente_core.identity import RoomId
from pente_core.room import Reason, Refused, decide
from pente_core.room import commands as cmd
from pente_core.rules.point import format_point
from pente_protocol.sentences import tell

NO_ROOM: Final = tell("waiting.no-game")
_HOW_TO_ACCEPT: Final = tell("waiting.how-to-accept")
_USUAL_SIZE: Final = 19


class CommandSender:
    """Sends commands to the room that is shown. Mutable: knows what is on its way.

    ``queues``: see `pente_client.play.room_controller`.
    """

    def __init__(self, connection: GamePort, front: FrontEnd, *, queues: bool) -> None:
        self._connection, self._front, self._queues = connection, front, queues
        self._pending: list[cmd.PlayerCommand] = []
        self._answered: dict[RoomId, int] = {}
        """The version of a room that the latest answer of the server has named."""

    @property
    def label(self) -> str:
        """What is on its way, in words; empty when nothing is."""
        return tell("phrase.and").join(
            dict.fromkeys(command_label(sent, self.size) for sent in self._pending)
        )

    def send(self, command: cmd.PlayerCommand, text: str = "") -> bool:
        """Send a command to the room unless it is certain to be refused; whether it is on its way."""
        current = self._front.current
        if current is None:
            return self.reject("no-room", NO_ROOM)
        if self.is_read_only(current.id):
            return self.reject(UPDATE_NEEDED, NEEDS_UPDATE)
        if not self._queues and not self._is_free_for(current, command):
            return False
        self._pending.append(command)
        self._front.pending_changed()
        self._front.start(self._deliver(current.id, command, text))
        return True

    def is_read_only(self, room: RoomId) -> bool:
        """Whether this version can't replay the room, and only shows its board."""
        replica = self._connection.rooms.get(room)
        return replica is not None and replica.is_read_only

    def refusal(self, current: CurrentRoom, command: cmd.PlayerCommand) -> Refused | None:
        """Ask our own copy of the room first; its sentence is the same as the server's, only sooner."""
        by, now = self._connection.sender(current.id, command), self._connection.server_now()
        try:
            decide(current.room, command, by=by, now=now)
        except Refused as refused:
            return refused
        return None

    def fail(self, problem: ConnectionProblem, text: str) -> None:
        """Say why something was not done, and give back what was typed."""
        code = problem.code if isinstance(problem, RequestRejected) else CONNECTION_LOST
        self.reject(code, sentence(str(problem)), text)

    def reject(self, code: str, text: str, typed: str = "") -> bool:
        """Say why something is not done; always False."""
        remedy = f" {_HOW_TO_ACCEPT}" if code == Reason.RATING_SHOWN else ""
        self._front.reject(code, text + remedy, typed)
        return False

    @property
    def size(self) -> int:
        """The size of the board that is shown; the usual one without a room."""
        current = self._front.current
        return current.room.created.ruleset.size if current else _USUAL_SIZE

    async def _deliver(self, room: RoomId, command: cmd.PlayerCommand, text: str) -> None:
        """See a command through; when it is rejected, say why and give back what was typed."""
        problem: ConnectionProblem | None = None
        try:
            problem = await self._act(room, command)
        finally:
            self._pending.remove(command)
            self._front.pending_changed()
        if problem is not None:
            if isinstance(problem, RequestRejected) and problem.code == Reason.NOT_YOUR_TURN:
                problem = RequestRejected(problem.code, self._too_early(str(problem), command))
            current = self._front.current
            is_shown = current is not None and current.id == room
            self.fail(problem, text if is_shown else "")  # a line for one room never comes into another
        elif isinstance(command, cmd.Say):
            self._confirm_chat(room)

    def _confirm_chat(self, room: RoomId) -> None:
        """Tell viewers who see the game later what has become of their message."""
        current = self._front.current
        if current is not None and current.id == room:
            sent = said_text(current.room, current.room.seat_of(self._connection.me.id))
            if sent:
                self._front.notice(sent)

    async def _act(self, room: RoomId, command: cmd.PlayerCommand) -> ConnectionProblem | None:
        current = self._front.current
        if current is not None and current.id == room and self.is_up_to_date(current):
            refused = self.refusal(current, command)
            if refused is not None:
                return RequestRejected(refused.reason, str(refused))
        try:
            self._answered[room] = await self._connection.act(room, command)
        except ConnectionProblem as problem:
            return problem
        return None

    def _too_early(self, why: str, command: cmd.PlayerCommand) -> str:
        """Why a command was rejected; of a stone also that it is not played later, and how it would be."""
        if not isinstance(command, cmd.Play):
            return why
        point = format_point(command.point, self.size)
        return tell("sent.too-early", why=sentence(why), point=point)

    def is_up_to_date(self, current: CurrentRoom) -> bool:
        """Whether our own copy of the room contains what the server answered last, so that it may judge."""
        return current.room.version >= self._answered.get(current.id, 0)

    def _is_free_for(self, current: CurrentRoom, command: cmd.PlayerCommand) -> bool:
        """Whether a command is allowed now, and no other one is on its way."""
        if refused := self.refusal(current, command):
            is_early = refused.reason is Reason.NOT_YOUR_TURN
            text = self._too_early(str(refused), command) if is_early else str(refused)
            return self.reject(refused.reason, text)
        turns = [sent for sent in self._pending if not isinstance(sent, cmd.Say)]
        if turns and not isinstance(command, cmd.Say):
            sending = tell("sent.still-sending", what=command_label(turns[0], self.size))
            return self.reject("busy", sending if command in turns else self._too_early(sending, command))
        return True
