"""Setting up a position by hand, from which a new local game begins."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, assert_never

from pente_client.connection import ConnectionProblem, RequestRejected
from pente_client.input.setup_orders import SetupAction, SetupOrder
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.play.shown.own_words import Seats
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.words.sentences import sentence
from pente_core.identity import RoomId
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.sentences import tell

BAD_SETUP: Final = "bad-setup"
ONLY_LOCAL: Final = tell("setup.only-local")
NOT_SETTING_UP: Final = tell("setup.not-begun")


class PositionSetup:
    """The position that the player sets up in the room that is shown. Mutable.

    ``reject`` says why something is not done.
    """

    def __init__(self, connection: GamePort, front: FrontEnd, reject: Callable[[str, str], bool]) -> None:
        self._connection, self._front, self._reject = connection, front, reject
        self._room: RoomId | None = None
        self._draft: SetupDraft | None = None

    def is_on(self, current: CurrentRoom) -> bool:
        """Whether a position is being set up there."""
        return self._draft is not None and self._room == current.id

    def game(self, current: CurrentRoom) -> Game | None:
        """A game that begins from the position that is being set up there; None: there is none."""
        return self._draft.game if self._draft is not None and self.is_on(current) else None

    def touch(self, current: CurrentRoom, point: Point) -> bool:
        """Put another stone on a point, or none."""
        assert self._draft is not None
        return self._show(current, self._draft.touched(point))

    def do(self, order: SetupOrder, current: CurrentRoom) -> bool:
        """Do what was typed; False: it was rejected."""
        if not self._connection.is_local:
            return self._reject("only-local", ONLY_LOCAL)
        if order.action is SetupAction.BEGIN:
            return self._show(current, SetupDraft.of(current.room.game.position))
        if not self.is_on(current) or self._draft is None:
            return self._reject(BAD_SETUP, NOT_SETTING_UP)
        match order.action:
            case SetupAction.PUT | SetupAction.TURN:
                return self._with_colour(current, self._draft, order)
            case SetupAction.REMOVE:
                return self._show(current, self._draft.with_stones(None, frozenset(order.points)))
            case SetupAction.CLEAR:
                sides = self._draft.rules.sides
                return self._show(current, SetupDraft(self._draft.rules, (frozenset(),) * sides))
            case SetupAction.TAKEN:
                return self._with_taken(current, self._draft, order.taken)
            case SetupAction.PLAY:
                self._front.start(self._play(current, self._draft))
                return True
            case SetupAction.CANCEL:
                return self._show(current, None)
            case _ as unreachable:
                assert_never(unreachable)

    def _with_colour(self, current: CurrentRoom, draft: SetupDraft, order: SetupOrder) -> bool:
        colours = draft.rules.colours
        if order.colour not in colours:
            return self._reject(BAD_SETUP, tell("setup.colours", colours=tell("phrase.and").join(colours)))
        colour = colours.index(order.colour)
        if order.action is SetupAction.TURN:
            return self._show(current, replace(draft, colour=colour))
        return self._show(current, draft.with_stones(colour, frozenset(order.points)))

    def _with_taken(self, current: CurrentRoom, draft: SetupDraft, taken: tuple[int, ...]) -> bool:
        if len(taken) != draft.rules.sides:
            return self._reject(BAD_SETUP, tell("setup.captured-counts", count=draft.rules.sides))
        return self._show(current, replace(draft, taken=taken))

    async def _play(self, current: CurrentRoom, draft: SetupDraft) -> None:
        await self.begin(current, draft.setup)

    async def begin(
        self,
        current: CurrentRoom,
        setup: Setup | None,
        rules: Ruleset | None = None,
        seats: Seats = None,
    ) -> None:
        """Begin a game, of the same players if no others are named, and show it; else say why none can begin
        there.
        """
        try:
            room = await self._connection.set_up(current.id, setup, rules, seats)
            if self.is_on(current):
                self._show(current, None)
            await self._front.show_game(room)
        except ConnectionProblem as problem:
            code = problem.code if isinstance(problem, RequestRejected) else BAD_SETUP
            self._reject(code, sentence(str(problem)))

    def _show(self, current: CurrentRoom, draft: SetupDraft | None) -> bool:
        self._room, self._draft = current.id, draft
        self._front.show_setup(current, draft)
        return True
