"""The rules of a ruleset as a page: sentences and diagrams, all made from the ruleset itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pente_client.drawing.text_board import Charset, crop_lines
from pente_client.teaching.examples import RuleExample, closed_crop, closed_points
from pente_client.words.ruleset import COUNTS, meaning, rules_title
from pente_client.words.turns import opening_lines
from pente_core.rules.ruleset import Opening, Ruleset, SecondMove, Swap

_NAMED: Final = {1: "One stone", 2: "A pair"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A diagram: a caption, the board before a move, and after it (empty: it is about no move)."""

    caption: str
    before: tuple[str, ...]
    """Rows of equal length."""
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the rules."""

    title: str
    sentences: tuple[str, ...]
    figures: tuple[Figure, ...] = ()


def rules_page(rules: Ruleset, charset: Charset) -> tuple[Section, ...]:
    """The whole page; what the ruleset does not have is not on it."""
    sections = (
        _aim(rules, charset),
        _turns(rules),
        _captures(rules, charset),
        _poof(rules, charset),
        _unbreakable(rules, charset),
        _opening(rules, charset),
        _calls(rules, charset),
        Section("Draw", (meaning(rules, "dead_draw"),)),
    )
    return tuple(section for section in sections if section is not None)


def _aim(rules: Ruleset, charset: Charset) -> Section:
    sentences = [
        f"{rules_title(rules)}.",
        meaning(rules, "size"),
        meaning(rules, "line"),
        meaning(rules, "exact_line") if rules.line < rules.size else "",
        meaning(rules, "goal") if rules.captures else "",
        f"That is {rules.goal // 2} pairs." if rules.captures == (2,) and not rules.goal % 2 else "",
        meaning(rules, "goals") if rules.goals else "",
    ]
    half = rules.line // 2
    row = f"{'X' * half}*{'X' * (rules.line - half - 1)}"
    figures = [] if rules.unbreakable else list(_figures(rules, charset, _framed(rules, row), "This wins."))
    if rules.exact_line:
        figures += _figures(rules, charset, f"X{row}", "One stone too many: this does not win.")
    return Section("How to win", tuple(filter(None, sentences)), tuple(figures))


def _turns(rules: Ruleset) -> Section:
    names = ("sides", "first", "stones_per_turn", *(("teams",) if rules.sides > 2 else ()))
    stay = "Stones stay where they are, unless they are captured." if rules.captures else "Stones never move."
    return Section("Turns", (*(meaning(rules, name) for name in names), stay))


def _captures(rules: Ruleset, charset: Charset) -> Section | None:
    if not rules.captures:
        return None
    figures: list[Figure] = []
    for run in _below_line(rules, rules.captures):
        figures += _figures(rules, charset, f"X{'O' * run}*.", f"{_count(run)} captured.")
    longer = max(rules.captures) + 1
    if longer < rules.line:
        figures += _figures(rules, charset, f"X{'O' * longer}*.", f"{_count(longer)} are safe.")
    figures += _mixed(rules, charset)
    figures += _moved_between(rules, charset)
    sentences = (
        meaning(rules, "captures"),
        "This happens along rows, columns and diagonals, in several directions at once, also at the edge.",
        "Captured stones leave the board, and their points are free again.",
    )
    return Section("Captures", sentences, tuple(figures))


def _mixed(rules: Ruleset, charset: Charset) -> Iterator[Figure]:
    """A pair of two opponents, where there are several."""
    if rules.sides < 3 or 2 not in rules.captures:
        return
    pair, says = ("O@", "Both opponents' stones count.") if rules.teams else ("O#", "Of two opponents: safe.")
    yield from _figures(rules, charset, f"X{pair}*.", says)


def _moved_between(rules: Ruleset, charset: Charset) -> Iterator[Figure]:
    """A run that is completed between two enemy stones, and stays."""
    run = next((run for run in _below_line(rules, rules.captures) if run not in rules.poof), 0)
    if run:
        row = f"O{'X' * (run - 1)}*O."
        yield from _figures(rules, charset, row, "Moving between two enemy stones is safe.")


def _poof(rules: Ruleset, charset: Charset) -> Section | None:
    if not rules.poof:
        return None
    figures: list[Figure] = []
    for run in _below_line(rules, rules.poof):
        figures += _figures(rules, charset, f"O{'X' * (run - 1)}*O.", "Poof: these go to the opponent.")
    more = (
        "If you capture in the same move, both happen. The side with more stones then wins, if it has enough."
    )
    return Section("Poof", (meaning(rules, "poof"), more), tuple(figures))


def _unbreakable(rules: Ruleset, charset: Charset) -> Section | None:
    if not rules.unbreakable:
        return None
    run = min(rules.captures)
    side = "." * (rules.line - 3)
    above = (f"..O{side}", *(f"..X{side}" for _ in range(run - 1)))
    rows = (*above, f"{'X' * (rules.line - 1)}*", "." * rules.line)
    figures = [
        *_figures(rules, charset, "." + "X" * (rules.line - 1) + "*.", "Nothing can be captured: this wins."),
        *_figures(rules, charset, rows, "Not yet: a stone below the third one breaks the row."),
    ]
    more = "If your opponent can't or does not break it, it wins at the next move."
    return Section("Breaking a row", (meaning(rules, "unbreakable"), more), tuple(figures))


def _opening(rules: Ruleset, charset: Charset) -> Section | None:
    has_opening = rules.opening is Opening.CENTRE or rules.second_move is not SecondMove.FREE
    if not has_opening and rules.swap is Swap.NONE:
        return None
    sentences = [meaning(rules, name) for name in ("opening", "second_move") if has_opening]
    if rules.second_move is not SecondMove.FREE:
        sentences.append("To move first is an advantage; this makes it smaller.")
    sentences += opening_lines(rules)
    found = closed_points(rules)
    figures: tuple[Figure, ...] = ()
    if found is not None:
        position, closed = found
        lines = crop_lines(position, closed_crop(rules, closed), charset, closed=closed)
        figures = (Figure("The second stone of the first side can't go on an x.", tuple(lines)),)
    return Section("Opening", tuple(sentences), figures)


def _calls(rules: Ruleset, charset: Charset) -> Section | None:
    if not rules.announce or rules.line == 3:
        return None
    sentences = [
        "A move that makes a row of exactly three is a tria, of exactly four a tessera. Both are announced.",
        "They are open when both ends are empty.",
    ]
    if rules.line == 5 and rules.stones_per_turn == 1:
        sentences.append(
            "An open tria wins if nobody answers it: it becomes an open tessera, and of that only one end "
            "can be closed."
        )
    figures: list[Figure] = []
    for row, name in ((".XX*.", "An open tria."), ("OXX*X.", "A tessera, closed at one end.")):
        if rules.line > row.count("X") + 1:
            figures += _figures(rules, charset, row, name)
    return Section("Tria and tessera", tuple(sentences), tuple(figures))


def _figures(
    rules: Ruleset, charset: Charset, rows: "str | tuple[str, ...]", caption: str
) -> Iterator[Figure]:
    """The diagram of a drawing, unless that is larger than the board."""
    example = RuleExample.of(rules, (rows,) if isinstance(rows, str) else rows)
    if example is not None:
        before, after = example.drawn(charset)
        yield Figure(caption, before, after)


def _below_line(rules: Ruleset, runs: tuple[int, ...]) -> tuple[int, ...]:
    """The lengths of runs that would not have won before they were taken."""
    return tuple(run for run in runs if run < rules.line)


def _framed(rules: Ruleset, row: str) -> str:
    """The row with an empty point on both sides, if the board is large enough."""
    return f".{row}." if len(row) + 2 <= rules.size else row


def _count(stones: int) -> str:
    return _NAMED.get(stones) or str(COUNTS.get(stones, stones)).capitalize()
