"""Turning TV to another game or channel."""

from pente_client.connection import ConnectionProblem
from pente_client.input.inputs import TuneInput
from pente_client.play.ports import GamePort
from pente_client.screen.ports import PagePort
from pente_client.screen.shown_model import ShownModel
from pente_client.words.sentences import sentence
from pente_client.words.waiting import NOT_ON_TV, tuned_text
from pente_protocol.choices.tv_channel import BEST, BOTS, PEOPLE
from pente_protocol.untrusted_text import clean


class TvTuner:
    """Asks the server for other games of TV, while TV is on."""

    def __init__(self, connection: GamePort, page: PagePort, shown: ShownModel) -> None:
        self._connection, self._page, self._shown = connection, page, shown

    def tune(self, order: TuneInput) -> None:
        if self._shown.model.follows:
            self._page.start(self._tune(order))
        else:
            self._shown.notify(NOT_ON_TV, is_error=True)

    def next_channel(self) -> None:
        """Follow the channel after this one, of those that are not about a ruleset."""
        first = (BEST, PEOPLE, BOTS)
        place = first.index(self._shown.model.channel) if self._shown.model.channel in first else -1
        self.tune(TuneInput(first[(place + 1) % len(first)]))

    async def _tune(self, order: TuneInput) -> None:
        channel = order.channel or self._shown.model.channel
        beside = None if order.channel else self._shown.model.room_id
        try:
            room = await self._connection.tune(channel, beside, back=order.back)
        except ConnectionProblem as problem:
            self._shown.notify(sentence(clean(str(problem))), is_error=True)
            return
        self._shown.change(channel=channel)
        self._shown.notify(tuned_text(channel, room, beside))
