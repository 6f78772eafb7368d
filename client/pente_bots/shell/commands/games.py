"""Commands that begin another game, or change what is played."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from pente_bots.shell.state.context import ShellAnswer, ShellContext
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.point_names import quoted
from pente_bots.shell.text.board_text import board_lines
from pente_bots.shell.text.rules_text import rules_lines
from pente_client.options.ruleset_options import ruleset_of
from pente_core.rules.ruleset import InvalidRuleset, Opening, Ruleset, SecondMove
from pente_core.value import replace as changed

SECOND_MOVES: Final = {"tournament": SecondMove.TOURNAMENT, "casual": SecondMove.FREE}
"""The published command shell knows two rulesets, which differ in the second move of the first side. In
both it begins in the centre."""
_LEAST_WITH_CENTRE: Final = 7
_MOST_WITH_CENTRE: Final = 19
"""The sizes of boards in games that begin in the centre: 7x7 is the smallest with room for a tournament
opening, 19x19 the usual one."""
_SIZES: Final = range(3, 26)


def boardsize(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Begin again on a board of another size."""
    sizes = sizes_of(context.game.rules)
    size = int(words[0]) if words[0].isdecimal() and len(words[0]) <= 3 else 0
    if size not in sizes:
        raise ShellError(ErrorKind.BOARDSIZE, _range_text(sizes))
    return (yield from _begun(context, changed(context.game.rules, size=size)))


def reset(context: ShellContext, words: Sequence[str]) -> ShellAnswer:  # noqa: ARG001 -- it takes none
    """Begin again with the same rules, without computer players."""
    return (yield from _begun(context, context.game.rules))


def changerules(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Begin again by other rules."""
    rules = _rules_from(words, context.game.rules)
    context = replace(context, game=context.game.again(rules))
    yield from rules_lines(rules)
    yield from board_lines(context)
    return context.game


def sizes_of(rules: Ruleset, most_with_centre: int = _MOST_WITH_CENTRE) -> list[int]:
    """The sizes of boards on which these rules can be played."""
    has_centre = rules.opening is Opening.CENTRE or rules.second_move is not SecondMove.FREE
    sizes = range(_LEAST_WITH_CENTRE, most_with_centre + 1) if has_centre else _SIZES
    return [size for size in sizes if _is_playable(rules, size)]


def _begun(context: ShellContext, rules: Ruleset) -> ShellAnswer:
    context = replace(context, game=context.game.again(rules))
    yield from board_lines(context)
    return context.game


def _is_playable(rules: Ruleset, size: int) -> bool:
    try:
        changed(rules, size=size)
    except InvalidRuleset:
        return False
    return True


def _range_text(sizes: list[int]) -> str:
    if len(sizes) < 2:
        return " ".join(map(str, sizes)) or "what it is"
    odd = "odd " if all(size % 2 for size in sizes) else ""
    return f"{odd}between {sizes[0]} and {sizes[-1]}"


def _rules_from(words: Sequence[str], now: Ruleset) -> Ruleset:
    """The ruleset that was typed, on a board of the same size as now where that can be. Raises ShellError."""
    name, changes = words[0], dict(map(_change, words[1:]))
    if name.lower() in SECOND_MOVES:
        name, changes = (
            "pente",
            {"second_move": SECOND_MOVES[name.lower()].value, "first": now.first.value, **changes},
        )
    try:
        rules = ruleset_of(name, changes)
    except InvalidRuleset as bad:
        raise ShellError(ErrorKind.INPUT, str(bad)) from None
    has_size = "size" in changes or "size" in name
    return changed(rules, size=now.size) if not has_size and now.size in sizes_of(rules) else rules


def _change(word: str) -> tuple[str, Any]:
    """A parameter and its value, written ``size=13``, ``captures=2,3``. Raises ShellError."""
    name, equals, text = word.partition("=")
    if not (name and equals):
        raise ShellError(ErrorKind.INPUT, f"{quoted(word)} is not a parameter; write size=13")
    try:
        return name.replace("-", "_"), json.loads(f"[{text}]" if "," in text else text)
    except (ValueError, RecursionError):
        return name.replace("-", "_"), text
