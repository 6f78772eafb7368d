"""The tactical suite: positions in which the side to move wins by force, each proven against every defence.

`tests.support.tactics.make` writes the file.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from pente_core.notation import format_position, parse_position
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position

FORCED_WINS = Path(__file__).parents[2] / "data" / "tactics" / "forced_wins.jsonl"
REAL = "real game "
"""How the source of a position begins that comes from a game of real people; its id and stones follow."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A position that the side to move wins by stones that all threaten to win with the next one."""

    position: Position
    win_in: int
    """The fewest stones, of both sides, in which such stones win: 3, 5, 7, ... A stone that threatens nothing
    at once may win, too, and even sooner."""
    wins: dict[Point, int]
    """The first stones that are known to keep the win, and in how many stones each wins; the quickest first.
    All those that threaten to win and keep the win in `win_in` are among them, and some slower ones."""
    line: tuple[Point, ...]
    """The main line: the quickest attack against the longest defence, until the win."""
    captures: bool
    """Whether a stone is captured in the main line."""
    source: str
    """The game, and how many of its stones were placed."""

    @property
    def best(self) -> tuple[Point, ...]:
        """The first stones of the quickest wins."""
        return tuple(point for point, stones in self.wins.items() if stones == self.win_in)

    @property
    def real(self) -> tuple[str, int] | None:
        """The id of the real game and the number of its stones before this position; None for other games."""
        if not self.source.startswith(REAL):
            return None
        id_, stones = self.source.removeprefix(REAL).split(" after ")
        return id_, int(stones)


def load_forced_wins(path: Path = FORCED_WINS) -> list[ForcedWin]:
    """The positions of the suite, in the order of the file."""
    return [parse_forced_win(line) for line in path.read_text(encoding="ascii").splitlines()]


def parse_forced_win(line: str) -> ForcedWin:
    """The inverse of `format_forced_win`."""
    fields = json.loads(line)
    position = parse_position(fields["position"])
    size = position.rules.size
    return ForcedWin(
        position=position,
        win_in=fields["win_in"],
        wins={parse_point(name, size): stones for name, stones in fields["wins"].items()},
        line=tuple(parse_point(name, size) for name in fields["line"].split()),
        captures=fields["captures"],
        source=fields["source"],
    )


def format_forced_win(one: ForcedWin) -> str:
    """One line of JSON, without its end."""
    size = one.position.rules.size
    fields = {
        "win_in": one.win_in,
        "wins": {format_point(point, size): stones for point, stones in one.wins.items()},
        "line": " ".join(format_point(point, size) for point in one.line),
        "captures": one.captures,
        "source": one.source,
        "position": format_position(one.position),
    }
    return json.dumps(fields)
