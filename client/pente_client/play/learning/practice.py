"""Learning from the mistakes of a reviewed game: a better stone is looked for in the place of each."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from pente_client.input.inputs import (
    Input,
    LessonOrder,
    LessonStep,
    NextGameInput,
    PracticeOrder,
    ShowSolution,
)
from pente_client.play.shown.advisor import Advisor
from pente_client.play.shown.practice_task import PracticeStage, PracticeTask
from pente_client.words.lists import review as words
from pente_core.identity import PlayerId, RoomId
from pente_core.review.judging import is_as_good
from pente_core.review.practice import PracticeResult, practice_result
from pente_core.review.review import Expectation, GameReview
from pente_core.review.reviewed_game import ReviewedStone, mistakes_of
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.point import Point

NO_PRACTICE: Final = "no-practice"


class PracticeFront(Protocol):
    """What shows a room, as far as learning needs it."""

    @property
    def review(self) -> GameReview | None:
        """What a computer says about the game that is shown; None: nothing is known."""

    def show_practice(self, task: PracticeTask | None) -> None:
        """Show the mistake that is learnt from; None: that is over."""

    def notice(self, text: str) -> None: ...

    def start(self, work: Coroutine[Any, Any, None]) -> object: ...


class PracticeRoom(Protocol):
    """The room that is shown."""

    @property
    def id(self) -> RoomId: ...

    @property
    def room(self) -> Room: ...


R = TypeVar("R", bound=PracticeRoom)
R_contra = TypeVar("R_contra", bound=PracticeRoom, contravariant=True)


class LookingPort(Protocol[R_contra]):
    """Looks at moments of the game, as `pente_client.play.look_back.LookBack` does."""

    def is_at(self, current: R_contra, node: int) -> bool: ...

    def look_ahead(self, current: R_contra, node: int, points: tuple[Point, ...] = ()) -> bool: ...

    def game(self, current: R_contra) -> Game: ...


class MistakePractice(Generic[R]):
    """Takes a person from mistake to mistake of the game that is shown. Mutable: knows how far.

    ``reject`` says why something is not done. ``advisor`` judges stones that the review does not know; None:
    nothing does.
    """

    def __init__(
        self,
        front: PracticeFront,
        look_back: LookingPort[R],
        me: PlayerId,
        reject: Callable[[str, str], bool],
        advisor: Advisor | None = None,
    ) -> None:
        self._front, self._look_back, self._me, self._reject = front, look_back, me, reject
        self._advisor = advisor
        self._room: RoomId | None = None
        self._mistakes: tuple[ReviewedStone, ...] = ()
        self._place = 0
        self._stage = PracticeStage.TASK
        self._found: set[int] = set()
        """The places of the mistakes for which a good stone was found."""
        self._looking = 0
        """The number of the latest search; what an earlier one finds is too late."""

    def do(self, order: Input, current: R) -> bool | None:
        """Do what is asked; False: it was rejected. None: it has nothing to do with learning."""
        if self._room != current.id:
            self._room = None
        match order:
            case PracticeOrder(who) if self._room is None:
                return self._begin(current, who)
            case PracticeOrder():
                self._end(words.ended_text(len(self._found), len(self._mistakes)))
            case ShowSolution() if self._room is not None:
                self._show_solution(current)
            case NextGameInput() if self._room is not None:
                self._turn_to(current, self._place + 1)
            case LessonOrder(LessonStep.AGAIN) if self._room is not None:
                self._turn_to(current, self._place)
            case LessonOrder(LessonStep.PREVIOUS) if self._room is not None:
                self._turn_to(current, max(0, self._place - 1))
            case cmd.Play(point) if self._is_due(current):
                return self._try(current, point)
            case _:
                return None
        return True

    def _begin(self, current: R, who: str) -> bool:
        review, game = self._front.review, current.room.game
        if review is None:
            return self._reject(NO_PRACTICE, words.NO_REVIEW)
        seat = current.room.seat_of(self._me) if not who else _seat_named(current.room, who)
        if who and seat is None:
            return self._reject(NO_PRACTICE, words.nobody_text(current.room, who))
        self._mistakes = mistakes_of(game, review, seat)
        if not self._mistakes:
            return self._reject(NO_PRACTICE, words.NO_MISTAKES)
        self._room, self._found = current.id, set()
        self._turn_to(current, 0)
        return True

    def _end(self, text: str) -> None:
        self._room = None
        self._front.show_practice(None)
        self._front.notice(text)

    def _turn_to(self, current: R, place: int) -> None:
        """Show a mistake from its beginning; behind the last one, end."""
        if place >= len(self._mistakes):
            self._end(words.ended_text(len(self._found), len(self._mistakes)))
            return
        self._place = place
        stone = self._mistakes[place]
        self._look_back.look_ahead(current, stone.turns)
        self._show(PracticeStage.TASK, words.task_text(current.room, stone))

    def _is_due(self, current: R) -> bool:
        """Whether a point is an answer, and not a move to try somewhere in the game."""
        if self._room is None or self._stage not in (PracticeStage.TASK, PracticeStage.MISSED):
            return False
        return self._look_back.is_at(current, self._mistakes[self._place].turns)

    def _try(self, current: R, point: Point) -> bool:
        stone, size = self._mistakes[self._place], current.room.created.ruleset.size
        if point not in self._look_back.game(current).position.legal_points:
            return self._reject(NO_PRACTICE, words.NOT_FREE)
        result = practice_result(stone.review, stone.point, point)
        text = words.result_text(stone, point, result, size)
        if result is PracticeResult.UNKNOWN and self._advisor is not None:
            self._show(PracticeStage.MISSED, words.looking_text(point, size))
            compared = self._advisor.compare(self._look_back.game(current), point, stone.review.line[0])
            self._front.start(self._judge(compared, self._looking, current, point, text))
        else:
            is_good = result in (PracticeResult.BEST, PracticeResult.GOOD)
            self._show_result(current, point, text, is_good=is_good)
        return True

    async def _judge(
        self,
        compared: Awaitable[Sequence[Expectation]],
        number: int,
        current: R,
        point: Point,
        otherwise: str,
    ) -> None:
        """Say what comes of a stone that the review does not know; ``otherwise`` where nobody can tell."""
        is_good, text = False, otherwise
        try:
            expected, best = await compared
        except ValueError:
            pass
        else:
            is_good = is_as_good(best, expected)
            size = current.room.created.ruleset.size
            text = words.compared_text(point, expected, best, size, is_good=is_good)
        if number == self._looking and self._room == current.id and self._is_due(current):
            self._show_result(current, point, text, is_good=is_good)

    def _show_result(self, current: R, point: Point, text: str, *, is_good: bool) -> None:
        if is_good:
            self._found.add(self._place)
            self._look_back.look_ahead(current, self._mistakes[self._place].turns, (point,))
        self._show(PracticeStage.SOLVED if is_good else PracticeStage.MISSED, text)

    def _show_solution(self, current: R) -> None:
        stone = self._mistakes[self._place]
        if not self._look_back.look_ahead(current, stone.turns, stone.review.line):
            self._look_back.look_ahead(current, stone.turns, stone.review.line[:1])
        self._show(PracticeStage.SHOWN, words.solution_text(stone, current.room.created.ruleset.size))

    def _show(self, stage: PracticeStage, text: str) -> None:
        self._stage = stage
        self._looking += 1
        stone = self._mistakes[self._place]
        self._front.show_practice(PracticeTask(self._place + 1, len(self._mistakes), stone, stage, text))


def _seat_named(room: Room, who: str) -> int | None:
    """The seat of a colour, or of a player by name."""
    wanted = who.casefold()
    if wanted in room.created.ruleset.colours:
        return room.created.ruleset.colours.index(wanted)
    names = [player.name.casefold() if player is not None else "" for player in room.seats]
    return names.index(wanted) if wanted in names else None
