"""How a bot answers the question why it made its last move, in the chat of an unrated game."""

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.ports import BotConnection, ThinkerPort
from pente_bots.play.room_requests import send_command
from pente_bots.play.room_tasks import RoomTasks
from pente_bots.players.priorities import reason_of
from pente_bots.search.limit import Limit
from pente_bots.search.score import Score
from pente_bots.thinking.thinker import CannotThink
from pente_client.connection import Replica
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind, RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position

_QUESTIONS: Final = frozenset({"why", "explain", "/why", "/explain", "why that", "why did you play that"})
"""What counts as the question, without the mark at its end. Everything else in the chat is ignored."""
_LONGEST_QUESTION: Final = 40
_KEY: Final = "why"
_PAUSE: Final = 3.0
"""Seconds between two answers of a bot, in all its games, so that its chat stays far below a server's limit.
"""
_THOUGHT: Final = Millis(300)
"""The most milliseconds to think about an answer, as the bots of a process have other games, with clocks."""


class MoveQuestions:
    """Answers each question about the latest move once. Mutable.

    Only people who play against the bot are answered: viewers of a game could pass on what they hear. What
    was asked while the connection was lost is not answered.
    """

    def __init__(
        self, connection: BotConnection, thinker: ThinkerPort, behaviour: Behaviour, tasks: RoomTasks
    ) -> None:
        self._connection = connection
        self._thinker = thinker
        self._behaviour = behaviour
        self._tasks = tasks
        self._explained: dict[RoomId, int] = {}
        """How many turns the games had whose last move was explained, while they go on."""
        self._next = 0.0
        """When the next question may be answered, in seconds of the monotonic clock."""

    def heard(self, room_id: RoomId, line: ev.Said) -> None:
        """Answer a line of chat, if it is a question of an opponent that may be answered."""
        replica = self._connection.rooms.get(room_id)
        if replica is None or not self._may_answer(replica, line):
            return
        moment = _last_move(replica)
        if moment is None or self._explained.get(room_id) == moment.turns or time.monotonic() < self._next:
            return
        self._explained[room_id] = moment.turns
        self._next = time.monotonic() + _PAUSE
        self._tasks.start_once(room_id, _KEY, self._answer(room_id, moment))

    def forget(self, room_id: RoomId) -> None:
        """Forget a game that nobody watches any more."""
        self._explained.pop(room_id, None)

    def _may_answer(self, replica: Replica, line: ev.Said) -> bool:
        room = replica.room
        is_opponent = room.seat_of(line.player.id) not in (None, replica.seat_of_me)
        is_asked = is_opponent and line.player.kind is PlayerKind.PERSON and line.to is ev.ChatAudience.ALL
        return (
            is_asked
            and self._behaviour.explains_in(room)
            and room.status in (ev.Status.PLAYING, ev.Status.FINISHED)
            and is_question(line.text)
        )

    async def _answer(self, room_id: RoomId, moment: "_OwnMove") -> None:
        reason = await asyncio.to_thread(reason_of, moment.position, moment.point)
        text = explanation(moment.position, moment.point, reason, await self._score(moment))
        await send_command(self._connection, room_id, cmd.Say(text))

    async def _score(self, moment: "_OwnMove") -> Score | None:
        """What the player expected before its move; None: it has no opinion.

        It is not asked as the player of this game, which may keep what it has found for the next move.
        """
        try:
            return (await self._thinker.consider(moment.position, Limit(_THOUGHT), "", None)).score
        except CannotThink:
            return None


@dataclass(frozen=True, slots=True)
class _OwnMove:
    """The last stone of the bot in a game."""

    position: Position
    """Before it."""
    point: Point
    turns: int
    """How many turns the game had before it."""


def _last_move(replica: Replica) -> _OwnMove | None:
    """None: it has placed none since the last choice of the opening, after which seats may be exchanged."""
    game = replica.room.game
    for turns in range(len(game.turns) - 1, -1, -1):
        turn = game.turns[turns]
        if not isinstance(turn, int):
            return None
        position = game.back_to(turns).position
        if position.to_act == replica.seat_of_me:
            return _OwnMove(position, turn, turns)
    return None


def is_question(text: str) -> bool:
    """Whether a line of chat asks for the reason of a move, and says nothing else.

    >>> [is_question(text) for text in ("why?", " Explain ", "why are you so slow?", "?")]
    [True, True, False, False]
    """
    return len(text) <= _LONGEST_QUESTION and text.strip().rstrip("?!. ").casefold() in _QUESTIONS


def explanation(position: Position, point: Point, reason: str, score: Score | None) -> str:
    """Why a stone was placed, and what the player expects of the game, in a sentence or two.

    ``score`` is for the side that placed it; None: it has no opinion.
    """
    name = format_point(point, position.rules.size)
    if not position.board.occupied:
        return f"{name}: the game has to begin somewhere."
    why = f"{name} {reason}." if reason else f"Nothing was urgent, and I liked {name} best."
    return " ".join(filter(None, (why, _expectation(score))))


def _expectation(score: Score | None) -> str:
    """What a player expects, in a sentence; empty: nothing."""
    if score is None or score == Score():
        return ""
    if score.win_in is not None:
        stones = abs(score.win_in)
        return f"I see a win in {stones} stones." if score.win_in > 0 else f"I am lost in {stones} stones."
    words = ((0.9, "I expect to win."), (0.7, "I think I stand better."), (0.3, "I think we are about even."))
    likely = next((text for least, text in words if score.chance >= least), None)
    return likely or ("I think you stand better." if score.chance >= 0.1 else "I expect to lose.")
