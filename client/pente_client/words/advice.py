"""Advice, in sentences."""

from collections.abc import Sequence
from typing import Final

from pente_core.rules.point import Point, format_point
from pente_core.rules.ruleset import Ruleset

_DEGREES: Final = (
    (1.0, "wins"),
    (0.6, "stands much better"),
    (0.45, "stands better"),
    (0.33, "stands a little better"),
)
_EVEN: Final = "Both sides stand about the same."
_OPEN: Final = "Nothing is decided yet."


def hint_text(point: Point, reason: str, size: int) -> str:
    """The best point in a sentence.

    >>> hint_text(Point(180), "stops an open four", 19)
    'Hint: K10 stops an open four.'
    """
    return f"Hint: {format_point(point, size)} {reason}."


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


def why_lines(points: Sequence[tuple[Point, str]], line: Sequence[Point], size: int) -> list[str]:
    """The best points with their reasons, and the moves that are expected.

    >>> why_lines([(Point(180), "wins"), (Point(181), "makes an open two")], [Point(180), Point(200)], 19)
    ['Best: K10 wins.', 'Also: L10 makes an open two.', 'Expected: K10 L11']
    """
    names = [format_point(point, size) for point in line]
    lines = [f"Also: {format_point(point, size)} {reason}." for point, reason in points]
    lines[0] = lines[0].replace("Also", "Best", 1)
    return [*lines, f"Expected: {' '.join(names)}"] if len(names) > 1 else lines
