"""Looking back on the page: steps, places, and stepping by itself."""

from collections.abc import Callable

from pente_client.input.analysis import GoTo, LookOrder, StepMoves
from pente_client.screen.autoplay import AutoplayLoop, faster, slower
from pente_client.screen.ports import PagePort
from pente_client.screen.shown_model import ShownModel


class LookingBack:
    """Steps through the game that is shown. Mutable: may be stepping by itself.

    ``look`` carries an order out; whether it was.
    """

    def __init__(self, shown: ShownModel, page: PagePort, look: Callable[[LookOrder], bool]) -> None:
        self._shown, self._page, self._look = shown, page, look
        self._loop = AutoplayLoop(self._step_on, page.sleep)

    def close(self) -> None:
        """Step no more."""
        self._loop.set(None)

    def step(self, moves: int) -> None:
        """Look so many moves on or back."""
        self.set_pace(None)
        self._look(StepMoves(moves))

    def look_at(self, node: int | None) -> None:
        """Look at a move of the game; None: at its end, or at the game as it is now."""
        self.set_pace(None)
        self._look(GoTo(node))

    def go_to_turn(self, turns: int) -> None:
        """Look at the line that is shown after so many of its turns."""
        moves = self._shown.model.moves
        if moves is not None:
            self.step(turns - len(moves.turns))

    def play_on(self, *, is_faster: bool) -> None:
        """Begin to step by itself, or do so faster; or slower, and then no more."""
        self.set_pace(faster(self._shown.model.pace) if is_faster else slower(self._shown.model.pace))

    def set_pace(self, pace: float | None) -> None:
        """Step by itself, so many seconds apart; None: no more."""
        if self._loop.set(pace):
            self._page.start(self._play_through())
        self._shown.change(pace=pace)
        self._page.changed()

    async def _play_through(self) -> None:
        model = self._shown.model
        if model.looked_at is None or model.looked_at.place + 1 == len(model.looked_at.line.entries):
            self._look(GoTo(0))  # from the beginning, as nothing follows
        await self._loop.run()
        self._shown.change(pace=None)
        self._page.changed()

    def _step_on(self) -> bool:
        """One step of autoplay; whether there is another one."""
        before = self._shown.model.looked_at
        if before is None or not self._look(StepMoves(1)):
            return False
        after = self._shown.model.looked_at
        return after is not None and after.view != before.view
