"""Leaving a game on the screen: what is asked first, and whether a seat is given up."""

from collections.abc import Callable

from pente_client.connection import Update
from pente_client.play.leaving import give_up_seat
from pente_client.play.ports import GamePort
from pente_client.play.question import QuestionKind, leave_question
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.model.update_model import gave_up_seat
from pente_client.screen.room_front import RoomFront
from pente_client.words.waiting import gives_up_seat, lobby_command


class LeavingGame:
    """Leaves for the player who quits, or has given up the seat. Mutable: remembers how.

    ``leave`` leaves at once.
    """

    def __init__(self, connection: GamePort, front: RoomFront, leave: Callable[[], None]) -> None:
        self._connection, self._front, self._leave = connection, front, leave
        self._is_quitting = False
        self.has_left_to_go_on = False
        """Whether the player has given up a seat before the game, without quitting."""

    def noticed(self, update: Update) -> None:
        """Leave if an update was that the player has given up the seat, other than by quitting."""
        if not self._is_quitting and gave_up_seat(update, self._front.model):
            self.has_left_to_go_on = True
            self._front.change(has_left=True)
            self._leave()

    def quit(self) -> None:
        """Leave; a running game of the player's own only when asked for twice, or confirmed.

        Nobody asks who only waits: the seat is given up first, so that nobody joins a player who has gone.
        """
        model = self._front.model
        if model.room is not None and gives_up_seat(model.room, model.me.id) and not model.lost:
            self._front.start(self._give_up_seat())
        elif model.room is not None and self._goes_on_without_us and not _is_leaving(model):
            self._front.ask(leave_question(lobby_command(model.url), model.room.created.time))
        else:
            self._leave()

    @property
    def _goes_on_without_us(self) -> bool:
        """Whether a game of the player's is on, with a clock that does not wait for them."""
        model = self._front.model
        return model.is_playing and not model.is_over and not model.is_local

    async def _give_up_seat(self) -> None:
        self._is_quitting = True
        current = self._front.current
        if current is not None:
            has_left = await give_up_seat(self._connection, current, self._front.model.me.id)
            self._front.change(has_left=has_left)
        self._leave()


def _is_leaving(model: ScreenModel) -> bool:
    return model.question is not None and model.question.kind is QuestionKind.LEAVE
