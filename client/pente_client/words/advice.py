"""Advice, in sentences."""

from collections.abc import Sequence
from typing import Final

from pente_core.rules.point import Point, format_point
from pente_core.rules.ruleset import Ruleset

_DEGREES: Final = (
    (1.0, "wins"),
    (0.95, "is winning"),
    (0.6, "stands much better"),
    (0.45, "stands better"),
    (0.33, "stands a little better"),
)
_EVEN: Final = "Both sides stand about the same."
_MOST_CAPTURES: Final = 2
_MOST_POINTS: Final = 4
_AHEAD: Final = "looks best a few moves ahead"
_QUIET: Final = "Nothing has to be answered at once; your stones stand best with it a few moves ahead."
_AT_ONCE: Final = "It does so at once."
_OPEN: Final = "Nothing is decided yet."


def hint_text(point: Point, reason: str, size: int) -> str:
    """The best point in a sentence; the reason may be empty.

    >>> hint_text(Point(180), "stops an open tessera", 19), hint_text(Point(180), "", 19)
    ('Hint: K10 stops an open tessera.', 'Hint: K10 looks best a few moves ahead.')
    """
    return f"Hint: {format_point(point, size)} {reason or _AHEAD}."


def value_text(value: float, colour: int, rules: Ruleset) -> str:
    """Who stands better; ``value`` is that for the side of a colour.

    >>> value_text(-0.5, 0, Ruleset()), value_text(1.0, 1, Ruleset()), value_text(0.1, 0, Ruleset())
    ('Black stands better (0.50).', 'Black wins (1.00).', 'Both sides stand about the same.')
    """
    degree = next((words for least, words in _DEGREES if abs(value) >= least), "")
    if not degree:
        return _EVEN if rules.sides == 2 else _OPEN
    if value > 0:
        return f"{rules.colours[colour].capitalize()} {degree} ({value:.2f})."
    if rules.sides > 2:
        return f"{rules.colours[colour].capitalize()} is in danger ({value:.2f})."
    return f"{rules.colours[1 - colour].capitalize()} {degree} ({-value:.2f})."


def why_lines(
    points: Sequence[tuple[Point, str]], meaning: str, line: Sequence[Point], size: int
) -> list[str]:
    """The best points with their reasons, of which some are empty, and the moves that are expected.

    ``meaning`` says in sentences what the reason of the first is good for; it may be empty too.

    >>> points = [(Point(180), "wins"), (Point(181), "makes an open two"), (Point(182), "")]
    >>> why_lines(points, "The game is over with it.", [Point(180), Point(200)], 19)[:2]
    ['Best: K10 wins. The game is over with it.', 'Also: L10 (makes an open two), M10.']
    >>> why_lines(points[2:], "", [Point(182)], 19)[0]
    'Best: M10. Nothing has to be answered at once; your stones stand best with it a few moves ahead.'
    """
    (best, reason), *others = points
    name = format_point(best, size)
    lines = [f"Best: {name} {reason}. {meaning or _AT_ONCE}" if reason else f"Best: {name}. {_QUIET}"]
    if others:
        lines.append(f"Also: {', '.join(_with_reason(point, why, size) for point, why in others)}.")
    else:
        lines.append("No other point was found that does as well.")
    if len(line) > 1:
        lines.append(f"Expected: {' '.join(format_point(point, size) for point in line)}.")
    return lines


def _with_reason(point: Point, reason: str, size: int) -> str:
    return f"{format_point(point, size)} ({reason})" if reason else format_point(point, size)


def danger_text(
    wins: Sequence[Point],
    fours: Sequence[Point],
    captures: Sequence[tuple[Point, Sequence[Point]]],
    size: int,
) -> str:
    """What a beginner is warned of; empty if nothing threatens.

    >>> danger_text([Point(180)], [], [], 19)
    'Careful: you lose with the next stone, unless you play K10.'
    >>> danger_text([], [Point(180), Point(181)], [(Point(0), [Point(20), Point(40)])], 19)
    'Careful: an open tessera comes; K10 or L10 stops it. Your B2 and C3 can be captured at A1.'
    """
    warnings = []
    if wins:
        warnings.append(f"Careful: you lose with the next stone, unless you play {_choice(wins, size)}.")
    elif fours:
        warnings.append(f"Careful: an open tessera comes; {_choice(fours, size)} stops it.")
    for at, stones in captures[:_MOST_CAPTURES]:
        names = " and ".join(format_point(stone, size) for stone in stones)
        warnings.append(f"Your {names} can be captured at {format_point(at, size)}.")
    return " ".join(warnings)


def _choice(points: Sequence[Point], size: int) -> str:
    names = [format_point(point, size) for point in points[:_MOST_POINTS]]
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]
