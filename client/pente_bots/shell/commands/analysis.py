"""The command that searches deeper and deeper, until it is stopped."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from pente_bots.patterns.lookahead import Branch, Lookahead, SearchShape
from pente_bots.players.patterns import LEVELS, main_line, search_tree, worth_text
from pente_bots.shell.state.context import ShellAnswer, ShellContext
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_core.rules.position import Position

MOST_DEPTH: Final = 12
USUAL_DEPTH: Final = 4
FOREVER: Final = "forever"
SWITCHES: Final = {"on": True, "off": False}
_WIDEST: Final = LEVELS[max(LEVELS)]
_MOST_LINES: Final = 60
"""How many lines of the searched tree are shown."""


class AnalysisStopped(Exception):
    """Another line was typed."""


def analyse(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """The main line at one depth after the other, and then the searched tree."""
    if words and words[0].lower() in SWITCHES:
        return (yield from _switched(context, shows=SWITCHES[words[0].lower()]))
    context.check_going_on()
    position = context.game.position
    if position.rules.sides > 2:
        raise ShellError(ErrorKind.INPUT, "an analysis needs two sides; try poseval")
    if position.choices:
        raise ShellError(ErrorKind.INPUT, f"first choose: play {', play '.join(position.choices)}")
    tree: list[Branch] = []
    try:
        for depth in range(1, _depth(context, words) + 1):
            tree = _searched(context, position, depth)
            yield context.renamed(_line(context, tree, depth))
    except (AnalysisStopped, KeyboardInterrupt):
        yield "Stopped."
    yield from map(context.renamed, _tree_lines(tree, context.size))
    return None


def _switched(context: ShellContext, *, shows: bool) -> ShellAnswer:
    yield f"Computer players {'show' if shows else 'do not show'} what they search."
    return replace(context.game, shows_thinking=shows)


def _depth(context: ShellContext, words: Sequence[str]) -> int:
    """How deep to search. Raises ShellError."""
    if not words:
        return MOST_DEPTH if context.options.is_endless else USUAL_DEPTH
    word = words[0].lower()
    if word == FOREVER:
        return MOST_DEPTH
    if not (word.isascii() and word.isdecimal() and 1 <= int(word[:3]) <= MOST_DEPTH):
        raise ShellError(
            ErrorKind.INPUT, f"the depth is a number from 1 to {MOST_DEPTH}, {FOREVER}, on or off"
        )
    return int(word)


def _searched(context: ShellContext, position: Position, depth: int) -> list[Branch]:
    """The searched tree. Raises AnalysisStopped, but never at the first depth, so that there is a tree."""

    def check() -> None:
        if depth > 1 and context.is_interrupted():
            raise AnalysisStopped

    shape = SearchShape(depth, _WIDEST.padding, _WIDEST.widths)
    return Lookahead(
        position, shape, Random(f"{context.options.seed}:{position.key}"), check=check
    ).branches()


def _line(context: ShellContext, tree: list[Branch], depth: int) -> str:
    who = context.colour(context.game.position.colour)
    return f"depth {depth}: {worth_text(tree[0].worth)} for {who}, main line: {main_line(tree, context.size)}"


def _tree_lines(tree: list[Branch], size: int) -> Iterator[str]:
    lines = list(search_tree(tree, size))
    yield from lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        yield f"… {len(lines) - _MOST_LINES} more lines"
