"""Engines that speak the Go Text Protocol, version 2, and play games of lines with its commands.

Black is the side that moves first, as such engines expect, whatever a ruleset calls it. Our extension for
captures and openings is described in `docs/gtp.md`.
"""

import re
from collections.abc import Iterator
from typing import Final

from pente_bots.foreign_engines.engine_about import EngineAbout
from pente_bots.foreign_engines.engine_command import EngineCommand
from pente_bots.foreign_engines.engine_session import EngineSession, RulesRefused, stones_added
from pente_bots.foreign_engines.engine_time import gtp_left, gtp_settings
from pente_bots.search.limit import Limit
from pente_core.clock.time_control import format_time_control
from pente_core.notation import format_position
from pente_core.rules.board import Board
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

_COLOURS: Final = ("b", "w", "red", "blue")
_SET_POSITION: Final = "pente-position"
_LIST_RULESETS: Final = "pente-rulesets"
_SET_CLOCK: Final = "pente-time_settings"
"""The commands of our extension."""
_LONGEST_ANSWER: Final = 2000
"""Lines."""


class _Refused(Exception):
    """The engine answers a command with a question mark; the message is what it says then."""


class GtpSession(EngineSession):
    """A conversation in GTP. Mutable."""

    farewell = "quit"

    def __init__(self, command: EngineCommand) -> None:
        super().__init__(command)
        self._commands: frozenset[str] = frozenset()
        """What the engine says that it knows."""
        self._known: tuple[Ruleset, Board] | None = None
        """The game that the engine has in mind."""
        self._settings = ""
        """The command that told it of the clock of this game."""

    def hello(self) -> None:
        until = self.starting()
        name = (self._ask("name", until) or [""])[0] or self._process.name
        self._process.name = name[:40]
        self._commands = frozenset(self._ask("list_commands", until))
        rulesets = list[str]()
        if {_SET_POSITION, _LIST_RULESETS} <= self._commands:
            rulesets = " ".join(self._ask(_LIST_RULESETS, until)).split()
        self.about = EngineAbout(name[:40], tuple(rulesets))

    def prepare(self, rules: Ruleset) -> None:
        until = self.starting()
        self._known, self._settings = None, ""
        try:
            self._try(f"boardsize {rules.size}", until)
        except _Refused as refused:
            what = f"refused a {rules.size}x{rules.size} board ({refused})"
            raise RulesRefused(str(self._process.failed(what))) from None
        self._ask("clear_board", until)
        self._known = rules, Board.empty(rules.size, rules.sides)

    def _answer(self, position: Position, limit: Limit, until: float) -> str:
        colour = _COLOURS[position.colour]
        is_extended = self.about.has_extension_for(position.rules)
        if is_extended:
            self._known = None
            self._ask(f"{_SET_POSITION} {format_position(position)}", until)
        else:
            self._place(position, until)
        self._tell_time(colour, limit, until)
        answer = " ".join(self._ask(f"genmove {colour}", until)).strip()
        self._known = None
        point = self._point(answer, position.rules.size)
        if point in position.legal_points and not is_extended:
            self._known = position.rules, position.board.toggled(position.colour, [point])
        return answer

    def _place(self, position: Position, until: float) -> None:
        """Place the stones that the engine does not know of, or all of them again."""
        added = self._unknown(position)
        if added is None:
            self.prepare(position.rules)
            added = self._unknown(position) or []
        for colour, point in added:
            self._ask(f"play {_COLOURS[colour]} {format_point(point, position.rules.size)}", until)

    def _unknown(self, position: Position) -> list[tuple[int, Point]] | None:
        """The stones that the engine does not know of; None if it knows of some that are not there."""
        if self._known is None or self._known[0] != position.rules:
            return None
        return stones_added(self._known[1], position.board)

    def _tell_time(self, colour: str, limit: Limit, until: float) -> None:
        settings = f"time_settings {' '.join(map(str, gtp_settings(limit, self.limits)))}"
        if _SET_CLOCK in self._commands and limit.clock is not None:
            settings = f"{_SET_CLOCK} {format_time_control(limit.clock.control)}"
        if settings.partition(" ")[0] in self._commands and settings != self._settings:
            self._ask(settings, until)
            self._settings = settings
        if "time_left" in self._commands and limit.clock is not None:
            left = gtp_left(limit, self.limits)
            self._ask(f"time_left {colour} {left.seconds} {left.stones}", until)

    def _ask(self, command: str, until: float) -> list[str]:
        """The answer to a command, line by line. Raises ForeignEngineFailed."""
        try:
            return self._try(command, until)
        except _Refused as refused:
            raise self._process.failed(f"refused the command {command[:60]!r} ({refused})") from None

    def _try(self, command: str, until: float) -> list[str]:
        """The same, but also raises _Refused."""
        self._process.send(command, until=until)
        lines = list(self._lines(until))
        text = re.sub(r"^[=?]\d*\s*", "", lines[0])
        if lines[0].startswith("?"):
            raise _Refused(" ".join([text, *lines[1:]])[:120])
        return [line for line in (text, *lines[1:]) if line]

    def _lines(self, until: float) -> Iterator[str]:
        """The lines of an answer, from that with its sign to the empty one behind it."""
        while not (line := self._process.line(until)).startswith(("=", "?")):
            pass  # the process is given up when there is too much of it
        for _ in range(_LONGEST_ANSWER):
            yield line
            if not (line := self._process.line(until)):
                return
        raise self._process.failed("writes an answer without an end")

    def _point(self, answer: str, size: int) -> Point:
        """The point of an answer; one that is on no board if it is none."""
        try:
            return parse_point(answer.upper(), size)
        except ValueError:
            return Point(-1)

    def _read(self, answer: str, size: int) -> Point | Choice | None:
        if answer.lower() == "resign":
            return None
        if answer.lower() in list(Choice) and not self.about.rulesets:
            raise ValueError(answer)
        if answer.lower() in list(Choice):
            return Choice(answer.lower())
        return parse_point(answer.upper(), size)
