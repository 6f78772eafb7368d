"""Our own protocol of JSON lines: a position in, a move with its value and the expected line out.

See `docs/engines.md`.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from pente_bots.engine_server.bad_command import BadCommand
from pente_bots.engine_server.engine_loop import ServedEngine
from pente_bots.engine_server.events import EventQueue
from pente_bots.engine_server.served_player import ServedPlayer
from pente_bots.engine_server.thought import Answer, answer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.clock.instant import Millis
from pente_core.notation import BadPosition, parse_position
from pente_core.rules.point import format_point
from pente_core.rules.position import Position

Line = dict[str, Any]
_LONGEST_TIME: Final = 24 * 60 * 60 * 1000


class JsonEngine(ServedEngine):
    """An engine that answers requests with their ``id``. Mutable."""

    def __init__(self, events: EventQueue, player: ServedPlayer, say: Callable[[str], None]) -> None:
        super().__init__(events, player.thinking)
        self._player: Final = player
        self._say: Final = say
        self._id: Any = None
        """The id of the request that is being answered."""
        self._size = 0
        """The board of the position that is being thought about."""
        self._is_stopped = False

    def hear(self, line: str) -> None:
        self._id = None
        try:
            self._do(_parsed(line))
        except (BadCommand, BadPosition) as bad:
            self.complain(str(bad))

    def hear_at_once(self, line: str) -> bool:
        try:
            request = _parsed(line)
        except BadCommand:
            return False
        match request.get("do"):
            case "stop":
                self._is_stopped = True
                self.stop()
            case "quit":
                self.forget()
                self.is_over = True
            case _:
                return False
        return True

    def tell(self, answer: Answer) -> None:
        line: Line = {"move": _move(answer, self._size)}
        if answer.chosen is not None:
            line["value"] = round(answer.chosen.score.value, 4)
            line["line"] = [format_point(point, self._size) for point in answer.chosen.points]
        self._write(line | {"stopped": True} if self._is_stopped else line)

    def complain(self, what: str) -> None:
        self._write({"error": what})

    def _do(self, request: Line) -> None:
        self._id = request.get("id")
        match request.get("do"):
            case "about":
                self._write({"name": self._player.name, "version": self._player.version})
            case "move":
                self._begin(_position(request), _limit(request))
            case "stop":
                pass  # nothing is being thought about
            case "quit":
                self.is_over = True
            case other:
                raise BadCommand(f"do can't be {json.dumps(other)[:40]}; it is about, move, stop or quit")

    def _begin(self, position: Position, limit: Limit) -> None:
        self._player.check(position.rules)
        if not (position.choices or position.legal_points):
            raise BadCommand("nothing can be played in this position")
        self._size, self._is_stopped = position.rules.size, False
        self.think(answer, position, limit)

    def _write(self, line: Line) -> None:
        known = {} if self._id is None else {"id": self._id}
        self._say(json.dumps(known | line, ensure_ascii=True, separators=(",", ":")))


def _parsed(line: str) -> Line:
    """The object in a line. Raises BadCommand."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadCommand(f"the line is not valid JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadCommand('a line is an object, such as {"do":"about"}')
    if not isinstance(request.get("id"), str | int | float | None):
        raise BadCommand("an id is a text or a number")
    return request


def _position(request: Line) -> Position:
    """The position of a request. Raises BadCommand and BadPosition."""
    text = request.get("position")
    if not isinstance(text, str):
        raise BadCommand("move needs a position, a text of seven fields")
    return parse_position(text)


def _limit(request: Line) -> Limit:
    """The time of a request. Raises BadCommand."""
    time = request.get("time")
    if time is None:
        return NO_LIMIT
    if type(time) is not int or not 0 <= time <= _LONGEST_TIME:
        raise BadCommand("time is a whole number of milliseconds, at most a day")
    return Limit(Millis(time))


def _move(answer: Answer, size: int) -> str:
    if answer.resigns:
        return "resign"
    if answer.choice is not None:
        return answer.choice.value
    assert answer.chosen is not None, "one of the three"
    return format_point(answer.chosen.points[0], size)
