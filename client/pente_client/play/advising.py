"""Asking for advice in the room that is shown."""

import asyncio
from collections.abc import Callable
from typing import Final

from pente_client.connection import RoomAdvanced, Update
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.play.shown.advisor import (
    CANNOT_THINK,
    NO_STONE_DUE,
    AdviceKind,
    Advisor,
    GivenAdvice,
    objection_to_advice,
)
from pente_client.words.advice import danger_text
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_protocol.sentences import tell

_ON_THE_BOARD: Final = frozenset(
    {Termination.LINE, Termination.CAPTURES, Termination.NO_MOVES, Termination.DEAD}
)
NO_ADVICE: Final = "no-advice"
MOST_ASKED: Final = 16
"""Questions that may wait for their answers: each takes the time of a processor, at a door that of a host."""
STILL_THINKING: Final = tell("advice.still-thinking")


class Advising:
    """Gets advice where it may be given, and has it shown. Mutable: knows what was asked.

    ``reject`` says why there is none.
    """

    def __init__(
        self,
        connection: GamePort,
        front: FrontEnd,
        advisor: Advisor | None,
        reject: Callable[[str, str], bool],
    ) -> None:
        self._connection, self._front, self._advisor, self._reject = connection, front, advisor, reject
        self._thinking = asyncio.Lock()
        self._asked = 0
        """Questions without an answer."""

    def ask(self, kind: AdviceKind, current: CurrentRoom, game: Game) -> bool:
        """Ask about a game as it is, or was; False: it was rejected."""
        objection = objection_to_advice(current.room, is_local=self._connection.is_local)
        if objection or self._advisor is None:
            return self._reject(NO_ADVICE, objection or CANNOT_THINK)
        if _is_decided(game) or not game.position.legal_points:
            return self._reject(NO_ADVICE, NO_STONE_DUE)
        if self._asked >= MOST_ASKED:
            return self._reject("busy", STILL_THINKING)
        self._asked += 1
        self._front.start(self._get(self._advisor, kind, current, game))
        return True

    def noticed(self, update: Update) -> None:
        """Warn a beginner whose turn has come."""
        match update:
            case RoomAdvanced(after=room, event=ev.Moved() | ev.Started() | ev.TakenBack()):
                pass
            case _:
                return
        current, advisor = self._front.current, self._advisor
        if current is None or current.room is not room or not self._is_asked(room):
            return
        objection = objection_to_advice(room, is_local=self._connection.is_local)
        if advisor is not None and not objection and advisor.warns:
            self._front.start(self._warn(advisor, room))

    def _is_asked(self, room: Room) -> bool:
        """Whether a person here is to place a stone."""
        is_mine = room.to_act is not None and room.seat_of(self._connection.me.id) == room.to_act
        return is_mine and not room.game.is_over and bool(room.game.position.legal_points)

    async def _warn(self, advisor: Advisor, room: Room) -> None:
        position = room.game.position
        seen = await advisor.danger(position)
        text = danger_text(seen.wins, seen.fours, seen.captures, position.rules.size)
        now = self._front.current
        if text and now is not None and now.room.changed == room.changed:
            self._front.notice(text)

    async def _get(self, advisor: Advisor, kind: AdviceKind, current: CurrentRoom, game: Game) -> None:
        try:
            async with self._thinking:  # one after the other, whatever is asked
                advice = await advisor.advise(game.position)
        except ValueError:
            self._reject(NO_ADVICE, CANNOT_THINK)
            return
        finally:
            self._asked -= 1
        now = self._front.current
        if now is not None and now.id == current.id:
            self._front.show_advice(now, GivenAdvice(kind, game, advice))


def _is_decided(game: Game) -> bool:
    """Whether the board has ended a game; after a resignation and the like, one could still play on."""
    return game.outcome is not None and game.outcome.termination in _ON_THE_BOARD
