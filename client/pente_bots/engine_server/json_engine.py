"""Our own protocol of JSON lines: a position in, a move with its value and the expected line out.

See `docs/engines.md`.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from typing import Any, Final

from pente_bots.engine_server.bad_command import BadCommand
from pente_bots.engine_server.engine_loop import ServedEngine
from pente_bots.engine_server.events import EventQueue
from pente_bots.engine_server.served_player import ServedPlayer
from pente_bots.engine_server.thought import Answer, answer
from pente_bots.search.limit import NO_LIMIT, Limit, PlayerClock
from pente_bots.search.request import SearchLine, SearchReport
from pente_bots.thinking.time_budget import limit_of
from pente_core.clock.clock import BadTimeControl, Odds
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import initial_time, parse_time_control
from pente_core.notation import BadPosition, parse_position
from pente_core.rules.point import format_point
from pente_core.rules.position import Position

Line = dict[str, Any]
_LONGEST_TIME: Final = 24 * 60 * 60 * 1000
_MOST_NODES: Final = 10**12
_MOST_DEPTH: Final = 361
_MOST_LINES: Final = 20
_LONGEST_GAME: Final = 100


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
        self._wanted = 1
        """The lines that were asked for."""
        self._is_informed = False
        """Whether the manager wants to know what is found on the way."""
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
        if answer.found is not None:
            line |= self._found(answer.found)
        self._write(line | {"stopped": True} if self._is_stopped else line)

    def tell_report(self, report: SearchReport) -> None:
        if self._is_informed:
            self._write({"info": self._found(report)})

    def _found(self, report: SearchReport) -> Line:
        """A report: the best line, what is known of the search, and all lines, if more than one was asked
        for.
        """
        found = _line(report.best, self._size)
        found |= {name: count for name, count in _counts(report) if count}
        if self._wanted > 1:
            found["lines"] = [_line(each, self._size) for each in report.lines]
        return found

    def complain(self, what: str) -> None:
        self._write({"error": what})

    def _do(self, request: Line) -> None:
        self._id = request.get("id")
        match request.get("do"):
            case "about":
                self._write({"name": self._player.name, "version": self._player.version})
            case "move":
                self._begin(_position(request), request)
            case "stop":
                pass  # nothing is being thought about
            case "quit":
                self.is_over = True
            case other:
                raise BadCommand(f"do can't be {json.dumps(other)[:40]}; it is about, move, stop or quit")

    def _begin(self, position: Position, request: Line) -> None:
        limit, lines, game = _limit(request), _number(request, "lines", _MOST_LINES) or 1, _game(request)
        informed = request.get("info", False)
        if not isinstance(informed, bool):
            raise BadCommand("info is true or false")
        self._player.check(position.rules)
        if not (position.choices or position.legal_points):
            raise BadCommand("nothing can be played in this position")
        self._size, self._is_stopped = position.rules.size, False
        self._wanted, self._is_informed = lines, informed
        self.think(answer, self._player.thought(position, limit, lines=lines, game=game))

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
    id_ = request.get("id")
    if not isinstance(id_, str | int | float | None) or (isinstance(id_, float) and not isfinite(id_)):
        raise BadCommand("an id is a text or a number")
    return request


def _position(request: Line) -> Position:
    """The position of a request. Raises BadCommand and BadPosition."""
    text = request.get("position")
    if not isinstance(text, str):
        raise BadCommand("move needs a position, a text of seven fields")
    return parse_position(text)


def _limit(request: Line) -> Limit:
    """The limits of a request, of which the time is the share of the clock, unless it is told. Raises
    BadCommand.
    """
    limit = _clock_limit(request)
    time = _number(request, "time", _LONGEST_TIME, least=0)
    nodes, depth = _number(request, "nodes", _MOST_NODES), _number(request, "depth", _MOST_DEPTH)
    if time is not None:
        clock = limit.clock and replace(limit.clock, most=Millis(time))
        limit = Limit(Millis(time), clock)
    return replace(limit, nodes=nodes, depth=depth)


def _clock_limit(request: Line) -> Limit:
    """What follows from the clock of a request. Raises BadCommand."""
    text, left = request.get("clock"), _number(request, "left", _LONGEST_TIME, least=0)
    if text is None:
        return NO_LIMIT
    if not isinstance(text, str):
        raise BadCommand('clock is a text, such as "5+3"')
    try:
        control = parse_time_control(text)
    except BadTimeControl as bad:
        raise BadCommand(f"clock: {bad}") from None
    whole = initial_time(control)
    if isinstance(control, Odds) or whole is None:
        raise BadCommand("clock is that of the side to move, with a time")
    return limit_of(PlayerClock(control, whole if left is None else Millis(left)))


def _number(request: Line, name: str, most: int, *, least: int = 1) -> int | None:
    """A whole number of a request; None: there is none. Raises BadCommand."""
    number = request.get(name)
    if number is None:
        return None
    if type(number) is not int or not least <= number <= most:
        raise BadCommand(f"{name} is a whole number from {least} to {most}")
    return number


def _game(request: Line) -> str:
    """The game of a request; empty: it does not say. Raises BadCommand."""
    game = request.get("game", "")
    if not isinstance(game, str) or len(game) > _LONGEST_GAME:
        raise BadCommand(f"game is a text of at most {_LONGEST_GAME} characters")
    return game


def _line(line: SearchLine, size: int) -> Line:
    """A line, with the stones until a proven end."""
    found: Line = {"value": round(line.score.value, 4)}
    if line.score.win_in is not None:
        found["win_in"] = line.score.win_in
    return found | {"line": [format_point(point, size) for point in line.points]}


def _counts(report: SearchReport) -> tuple[tuple[str, int], ...]:
    return (("depth", report.depth), ("nodes", report.nodes))


def _move(answer: Answer, size: int) -> str:
    if answer.resigns:
        return "resign"
    if answer.choice is not None:
        return answer.choice.value
    assert answer.found is not None, "one of the three"
    return format_point(answer.found.best.points[0], size)
