"""The command that searches deeper and deeper, until it is stopped."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from pente_bots.patterns.lookahead import Branch, Lookahead, SearchShape
from pente_bots.patterns.pattern_scores import WON
from pente_bots.players.patterns import LEVELS, main_line, search_tree, worth_text
from pente_bots.shell.state.context import ShellAnswer, ShellContext
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_core.rules.position import Position

MOST_DEPTH: Final = 12
USUAL_DEPTH: Final = 4
FOREVER: Final = "forever"
SWITCHES: Final = {"on": True, "off": False}
_WIDEST: Final = LEVELS[max(LEVELS)]
_MOST_LINES: Final = 30
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
    stops = context.options.is_endless or [word.lower() for word in words] == [FOREVER]
    try:
        for depth in range(1, _depth(context, words) + 1):
            tree = _searched(context, position, depth, stops=stops)
            yield context.renamed(_line(context, tree, depth))
            if abs(tree[0].worth) > WON:
                break
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


def _searched(context: ShellContext, position: Position, depth: int, *, stops: bool) -> list[Branch]:
    """The searched tree. Raises AnalysisStopped, but never at the first depth, so that there is a tree.

    A script, of which all lines are waiting, says itself how deep to go; so only what ``stops`` is stopped.
    """

    def check() -> None:
        if stops and depth > 1 and context.is_interrupted():
            raise AnalysisStopped

    shape = SearchShape(depth, _WIDEST.padding, _WIDEST.widths)
    return Lookahead(
        position, shape, Random(f"{context.options.seed}:{position.key}"), check=check
    ).branches()


def _line(context: ShellContext, tree: list[Branch], depth: int) -> str:
    who = context.colour(context.game.position.colour)
    return f"depth {depth}: {who} {worth_text(tree[0].worth)}, main line: {main_line(tree, context.size)}"


def _tree_lines(tree: list[Branch], size: int) -> Iterator[str]:
    """The tree from its root, as many plies of it as fit, at least one."""
    lines = list(search_tree(tree, size))
    deepest = max((_ply(line) for line in lines), default=0)
    fitting = (plies for plies in range(deepest, 0, -1) if _count(lines, plies) <= _MOST_LINES)
    plies = next(fitting, 0)
    yield from (line for line in lines if _ply(line) <= plies)
    if plies < deepest:
        yield f"(searched {deepest - plies} deeper)"


def _count(lines: list[str], plies: int) -> int:
    return sum(_ply(line) <= plies for line in lines)


def _ply(line: str) -> int:
    """How deep a line of a tree stands, from 0."""
    return (len(line) - len(line.lstrip())) // 2
