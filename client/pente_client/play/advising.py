"""Asking for advice in the room that is shown."""

from collections.abc import Callable
from typing import Final

from pente_client.play.ports import CurrentRoom, FrontEnd
from pente_client.play.shown.advisor import (
    CANNOT_THINK,
    NO_STONE_DUE,
    AdviceKind,
    Advisor,
    GivenAdvice,
    objection_to_advice,
)
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination

_ON_THE_BOARD: Final = frozenset(
    {Termination.LINE, Termination.CAPTURES, Termination.NO_MOVES, Termination.DEAD}
)
NO_ADVICE: Final = "no-advice"


class Advising:
    """Gets advice where it may be given, and has it shown. ``reject`` says why there is none."""

    def __init__(
        self, front: FrontEnd, advisor: Advisor | None, reject: Callable[[str, str], bool], *, is_local: bool
    ) -> None:
        self._front, self._advisor, self._reject, self._is_local = front, advisor, reject, is_local

    def ask(self, kind: AdviceKind, current: CurrentRoom, game: Game) -> bool:
        """Ask about a game as it is, or was; False: it was rejected."""
        objection = objection_to_advice(current.room, is_local=self._is_local)
        if objection or self._advisor is None:
            return self._reject(NO_ADVICE, objection or CANNOT_THINK)
        if _is_decided(game) or not game.position.legal_points:
            return self._reject(NO_ADVICE, NO_STONE_DUE)
        self._front.start(self._get(self._advisor, kind, current, game))
        return True

    async def _get(self, advisor: Advisor, kind: AdviceKind, current: CurrentRoom, game: Game) -> None:
        try:
            advice = await advisor.advise(game.position)
        except ValueError:
            self._reject(NO_ADVICE, CANNOT_THINK)
            return
        now = self._front.current
        if now is not None and now.id == current.id:
            self._front.show_advice(now, GivenAdvice(kind, game, advice))


def _is_decided(game: Game) -> bool:
    """Whether the board has ended a game; after a resignation and the like, one could still play on."""
    return game.outcome is not None and game.outcome.termination in _ON_THE_BOARD
