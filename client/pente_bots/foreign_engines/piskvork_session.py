"""Engines that speak the protocol of Piskvork and Gomocup.

Columns count from 0 on the left, rows from 0 at the top. Our extension for everything that the protocol has
no words for is described in `docs/engines.md`.
"""

import logging
import re
from collections.abc import Iterator
from typing import Final

from pente_bots.foreign_engines.engine_about import EngineAbout
from pente_bots.foreign_engines.engine_command import EngineCommand
from pente_bots.foreign_engines.engine_session import EngineSession, RulesRefused, stones_added
from pente_bots.foreign_engines.engine_time import piskvork_times
from pente_bots.search.limit import Limit
from pente_core.notation import format_position
from pente_core.rules.board import Board
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, point_at
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

_LOG: Final = logging.getLogger("pente.bot")
_EXTENSION: Final = "pente"
"""The key of ABOUT with which an engine says for which rulesets it knows our extension."""
_RESIGNATION: Final = "RESIGN"
_EXACT: Final = 1
"""The bit of ``INFO rule`` for a row of exactly five; our rulesets have none of the other bits."""
_GAME_OF_BRAINS: Final = 1


class PiskvorkSession(EngineSession):
    """A conversation in Piskvork's protocol. Mutable."""

    farewell = "END"

    def __init__(self, command: EngineCommand) -> None:
        super().__init__(command)
        self._known: tuple[Ruleset, Board, int] | None = None
        """The game that the engine has in mind: its rules, its board, and the colour of the engine."""

    def hello(self) -> None:
        """Ask with ABOUT, which also old engines answer, if only with a text for people."""
        until = self.starting()
        self._process.send("ABOUT", until=until)
        line = self._process.line(until)
        told = {key.lower(): value for key, value in re.findall(r'(\w+)\s*=\s*"([^"]*)"', line)}
        name = told.get("name") or self._process.name
        self._process.name = name[:40]
        self.about = EngineAbout(name[:40], tuple(told.get(_EXTENSION, "").split()))

    def prepare(self, rules: Ruleset) -> None:
        until = self.starting()
        self._known = None
        self._process.send(f"START {rules.size}", until=until)
        answer = self._reply(until)
        if answer.upper().startswith("ERROR"):
            what = f"refused a {rules.size}x{rules.size} board ({answer[:80]})"
            raise RulesRefused(str(self._process.failed(what)))
        if not answer.upper().startswith("OK"):
            raise self._process.failed(f"answered {answer[:40]!r} to START")

    def _answer(self, position: Position, limit: Limit, until: float) -> str:
        colour, size = position.colour, position.rules.size
        commands = list(self._commands(position))
        if commands[0] in ("BOARD", "BEGIN"):
            self.prepare(position.rules)
        self._known = None
        self._process.send(*self._infos(position.rules, limit), *commands, until=until)
        answer = self._reply(until)
        while found := re.fullmatch(r"SUGGEST\s+(\d+\s*,\s*\d+)", answer, re.IGNORECASE):
            self._process.send(f"PLAY {found[1]}", until=until)
            answer = self._reply(until)
        point = self._point(answer, size)
        if point in position.legal_points:
            self._known = position.rules, position.board.toggled(colour, [point]), colour
        return answer

    def _commands(self, position: Position) -> Iterator[str]:
        """The commands that tell of a position: the last stone alone, where the engine knows the rest."""
        colour, size = position.colour, position.rules.size
        if self.about.has_extension_for(position.rules):
            yield f"POSITION {format_position(position)}"
        elif (last := self._last_stone(position)) is not None:
            yield f"TURN {_pair(last, size)}"
        elif not position.board.occupied:
            yield "BEGIN"
        else:
            yield "BOARD"
            for seat, stones in enumerate(position.board.stones):
                for point in position.board.geometry.points(stones):
                    yield f"{_pair(point, size)},{1 if seat == colour else 2}"
            yield "DONE"

    def _last_stone(self, position: Position) -> Point | None:
        """The stone of the opponent that is all that the engine does not know of; None if there is more."""
        if self._known is None:
            return None
        rules, board, colour = self._known
        if (rules, colour) != (position.rules, position.colour):
            return None
        match stones_added(board, position.board):
            case [(other, point)] if other != colour:
                return point
            case _:
                return None

    def _infos(self, rules: Ruleset, limit: Limit) -> Iterator[str]:
        times = piskvork_times(limit, self.limits)
        yield f"INFO rule {_EXACT if rules.exact_line else 0}"
        yield f"INFO game_type {_GAME_OF_BRAINS}"
        yield f"INFO max_memory {self.limits.memory}"
        for key, value in times._asdict().items():
            yield f"INFO {key} {value}"

    def _reply(self, until: float) -> str:
        """The next line that is an answer. Raises ForeignEngineFailed."""
        while True:  # the process is given up when there is too much of it
            line = self._process.line(until)
            word = line.partition(" ")[0].upper()
            if word in ("MESSAGE", "DEBUG"):
                _LOG.debug("%s: %s", self._process.name, line)
            elif word == "UNKNOWN":
                raise self._process.failed(f"does not know a command ({line[:80]})")
            elif line:
                return line

    def _point(self, answer: str, size: int) -> Point:
        """The point of an answer; one that is on no board if it is none."""
        found = re.fullmatch(r"(\d{1,3})\s*,\s*(\d{1,3})", answer)
        if found is None:
            return Point(-1)
        column, row = int(found[1]), size - 1 - int(found[2])
        is_on_board = 0 <= column < size and 0 <= row < size
        return point_at(column, row, size) if is_on_board else Point(-1)

    def _read(self, answer: str, size: int) -> Point | Choice | None:
        if answer.upper() == _RESIGNATION:
            return None
        if answer.lower() in list(Choice):
            return Choice(answer.lower())
        point = self._point(answer, size)
        if point < 0:
            raise ValueError(answer)
        return point


def _pair(point: Point, size: int) -> str:
    """A point as a column and a row from the top.

    >>> _pair(Point(0), 15), _pair(Point(14 * 15 + 3), 15)
    ('0,14', '3,0')
    """
    row, column = divmod(point, size)
    return f"{column},{size - 1 - row}"
