"""Piskvork's protocol: one of our players as a brain for Piskvork, Gomocup and other managers.

All commands of the protocol, mandatory and optional, and our extension: see `docs/engines.md`.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from pente_bots.engine_server.bad_command import BadCommand
from pente_bots.engine_server.brain_board import BrainBoard, opening_position
from pente_bots.engine_server.brain_rules import BrainInfo
from pente_bots.engine_server.engine_loop import ServedEngine
from pente_bots.engine_server.events import EventQueue
from pente_bots.engine_server.served_player import ServedPlayer
from pente_bots.engine_server.thought import Answer, opening_answer, point_answer
from pente_core.notation import BadPosition, parse_position
from pente_core.rules.point import Point
from pente_core.rules.ruleset import InvalidRuleset, Ruleset

_STOPS: Final = ("STOP", "YXSTOP")
"""Ends a thought; the protocol has no word for that, managers use either."""
_BEGINS_ANEW: Final = ("START", "RECTSTART", "RESTART")
_GAME: Final = "game"
"""There is one game at a time."""
_MOST_STONES: Final = 25 * 25
_OWN: Final = "1"
_THEIRS: Final = "2"


class PiskvorkBrain(ServedEngine):
    """A brain. Mutable."""

    def __init__(self, events: EventQueue, player: ServedPlayer, say: Callable[[str], None]) -> None:
        super().__init__(events, player.thinking)
        self._player: Final = player
        self._say: Final = say
        self._info = BrainInfo()
        self._board: BrainBoard | None = None
        self._lines: list[str] | None = None
        """The lines of a board that is being sent; None: none is."""
        self._use_lines: Callable[[Sequence[str]], None] = self._use_board
        self._tell: Callable[[Answer], None] = self._tell_move
        self._commands: Final[dict[str, Callable[[str], None]]] = {
            "ABOUT": self._about,
            "BEGIN": self._begin,
            "BOARD": self._expect_board,
            "END": self._end,
            "INFO": self._note,
            "PLAY": self._play,
            "POSITION": self._think_about_position,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "START": self._start,
            "SWAP2BOARD": self._expect_opening,
            "TAKEBACK": self._take_back,
            "TURN": self._turn,
        }

    def hear(self, line: str) -> None:
        if self._lines is not None:
            self._collect(line)
            return
        name, _, rest = line.partition(" ")
        command = self._commands.get(name.upper())
        if name.upper() in _STOPS:
            return  # nothing is being thought about
        if command is None:
            self._say(f"UNKNOWN {name[:20]}")
            return
        self._do(lambda: command(rest))

    def hear_at_once(self, line: str) -> bool:
        # Where commands wait already, a script was sent ahead, and all of it is carried out in its order.
        name = line.partition(" ")[0].upper()
        if name in _STOPS:
            self.stop()
        elif name == "END" or (name in _BEGINS_ANEW and not self.has_waiting):
            self.forget()
            self.hear(line)
        elif name in ("ABOUT", "INFO") and not self.has_waiting:
            self.hear(line)
        else:
            return False
        return True

    def tell(self, answer: Answer) -> None:
        self._tell(answer)

    def complain(self, what: str) -> None:
        self._say(f"ERROR {what}")

    def _do(self, command: Callable[[], None]) -> None:
        try:
            command()
        except (BadCommand, BadPosition, InvalidRuleset) as bad:
            self.complain(str(bad))

    def _collect(self, line: str) -> None:
        """Take a line of a board."""
        assert self._lines is not None
        if line.upper() != "DONE":
            self._lines = [*self._lines, line][: _MOST_STONES + 1]
            return
        lines, self._lines = self._lines, None
        self._do(lambda: self._use_lines(lines))

    def _about(self, _: str) -> None:
        self._say(self._player.about)

    def _end(self, _: str) -> None:
        self.is_over = True

    def _note(self, rest: str) -> None:
        key, _, value = rest.strip().partition(" ")
        self._info = self._info.noted(key.lower(), value.strip())

    def _start(self, rest: str) -> None:
        found = re.fullmatch(r"\d{1,3}", rest.strip())
        if found is None:
            raise BadCommand("write START and the size of the board, such as START 20")
        self._rules(int(found[0]))
        self._board = BrainBoard(int(found[0]))
        self._say("OK")

    def _start_rectangle(self, rest: str) -> None:
        width, _, height = rest.partition(",")
        if width.strip() != height.strip():
            raise BadCommand("only square boards can be played on")
        self._start(width)

    def _restart(self, _: str) -> None:
        self._board = BrainBoard(self._started().size)
        self._say("OK")

    def _begin(self, _: str) -> None:
        self._think()

    def _turn(self, rest: str) -> None:
        board = self._started()
        board.place(board.theirs, board.point(rest))
        self._think()

    def _play(self, rest: str) -> None:
        board = self._started()
        point = board.point(rest)
        board.place(board.own, point)
        self._say(board.pair(point))

    def _take_back(self, rest: str) -> None:
        board = self._started()
        board.take_back(board.point(rest))
        self._say("OK")

    def _expect_board(self, _: str) -> None:
        self._lines, self._use_lines = [], self._use_board

    def _expect_opening(self, _: str) -> None:
        self._lines, self._use_lines = [], self._use_opening

    def _use_board(self, lines: Sequence[str]) -> None:
        self._board = board = BrainBoard(self._started().size)
        for line in lines:
            place, _, field = line.rpartition(",")
            if field.strip() not in (_OWN, _THEIRS):
                raise BadCommand(f"{line[:20]!r} has no field 1 or 2")
            board.place(board.own if field.strip() == _OWN else board.theirs, board.point(place))
        self._think()

    def _use_opening(self, lines: Sequence[str]) -> None:
        board = self._started()
        stones = [board.point(line) for line in lines]
        position = opening_position(self._rules(board.size, "swap2"), stones)
        self._tell = lambda answer: self._tell_opening(stones, answer.stones)
        self.think(opening_answer, self._player.thought(position, self._info.limit))

    def _think_about_position(self, rest: str) -> None:
        position = parse_position(rest.strip())
        self._player.check(position.rules)
        if not (position.choices or position.legal_points):
            raise BadCommand("nothing can be played in this position")
        self._tell = lambda answer: self._tell_of_position(BrainBoard(position.rules.size), answer)
        self.think(point_answer, self._player.thought(position, self._info.limit, game=_GAME))

    def _think(self) -> None:
        """Think about the board."""
        board = self._started()
        position = board.position(self._rules(board.size))
        if not position.legal_points:
            raise BadCommand("the board is full")
        self._tell = self._tell_move
        self.think(point_answer, self._player.thought(position, self._info.limit, game=_GAME))

    def _tell_move(self, answer: Answer) -> None:
        board = self._started()
        assert answer.stones, "no choice is due in a game of lines"
        board.place(board.own, answer.stones[0])
        self._say(board.pair(answer.stones[0]))

    def _tell_of_position(self, board: BrainBoard, answer: Answer) -> None:
        if answer.choice is not None:
            self._say(answer.choice.value.upper())
        elif answer.stones:
            self._say(board.pair(answer.stones[0]))

    def _tell_opening(self, stones: Sequence[Point], placed: Sequence[Point]) -> None:
        """Tell what is placed, and take the side that follows from it: until told otherwise, the one that
        moves first, unless the last stone was ours to place for the other.
        """
        after = [*stones, *placed]
        first, second = set(after[::2]), set(after[1::2])
        is_second = len(placed) == 1
        self._board = board = BrainBoard(self._started().size)
        board.own, board.theirs = (second, first) if is_second else (first, second)
        self._say(" ".join(map(board.pair, placed)) if placed else "SWAP")

    def _started(self) -> BrainBoard:
        """The board. Raises BadCommand."""
        if self._board is None:
            raise BadCommand("send START and the size of the board first")
        return self._board

    def _rules(self, size: int, swap: str = "none") -> Ruleset:
        """The rules of the game. Raises BadCommand and InvalidRuleset."""
        if self._info.problem:
            raise BadCommand(self._info.problem)
        rules = self._info.ruleset(size, swap)
        self._player.check(rules)
        return rules
