"""The move list pane."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pente_client.screen.model.move_list import MoveList, MoveListEntry
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.scroll_pane import Pane, pane_of, rule
from pente_client.terminal.styled_text import Fragment, Line, fit, line_width
from pente_client.words.lists.game_review import SIGNS
from pente_core.rules.ruleset import Ruleset
from pente_protocol.sentences import tell

_ENTRY = 18
"""The columns of an entry: a number, a stone, and ``K10x4 T``; two stones a turn need more."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """The entries in the lines of the pane."""

    entries: tuple[MoveListEntry, ...]
    across: int
    """How many stand in a line."""
    each: int
    """The columns of one."""
    back: int
    """How many lines it is scrolled back from its end, if there are so many."""
    signs: Mapping[int, str]
    """What a review says of entries, by number."""

    @property
    def count(self) -> int:
        return -(-len(self.entries) // self.across)

    def in_line(self, index: int) -> tuple[MoveListEntry, ...]:
        return self.entries[index * self.across : (index + 1) * self.across]


def moves_pane(model: ScreenModel, columns: int, height: int) -> Pane:
    """The moves under a rule. The latest are visible unless the pane is scrolled back; or those around the
    move that is looked at.
    """
    score = _shown(model)
    if score is None or height < 1:
        return Pane(())
    rules, grid = score.position.rules, _grid(model, score, columns, height)

    def line(index: int) -> Line:
        return _line(model, rules, grid, grid.in_line(index))

    pane = pane_of(grid.count, line, height - 1, grid.back)
    return Pane(
        (rule(tell("screen.moves"), _note(model, pane.most_back), columns, model.glyphs), *pane.lines),
        pane.most_back,
    )


def turns_at(model: ScreenModel, size: tuple[int, int], x: int, y: int) -> int | None:
    """How many turns there were with the entry at a column and a line of the pane; None: there is none.

    ``size`` is that of the pane, in columns and lines.
    """
    score, (columns, height) = _shown(model), size
    if score is None or not 1 <= y < height:
        return None
    grid = _grid(model, score, columns, height)
    most = max(0, grid.count - (height - 1))
    column, line = x // (grid.each + 1), most - min(grid.back, most) + y - 1
    place = line * grid.across + column
    if column >= grid.across or place >= len(grid.entries):
        return None
    return sum(entry.turns for entry in grid.entries[: place + 1])


def _shown(model: ScreenModel) -> MoveList | None:
    """The moves of the line on which the player looks, to its end."""
    return model.score if model.looked_at is None else model.looked_at.line


def _grid(model: ScreenModel, score: MoveList, columns: int, height: int) -> _Grid:
    across = max(1, (columns + 1) // (_ENTRY + 1))
    signs = _signs(model, score.entries)
    grid = _Grid(score.entries, across, (columns + 1) // across - 1, model.moves_back, signs)
    if model.looked_at is None:
        return grid
    # The place is in the middle, where it can be.
    behind = max(0, grid.count - 1 - model.looked_at.place // across - (height - 1) // 2)
    return replace(grid, back=grid.back + behind)


def _note(model: ScreenModel, most_back: int) -> str:
    if model.looked_at is not None and model.looked_at.view.is_own_branch:
        return tell("status.own-moves")
    return tell("status.lines-back", n=min(model.moves_back, most_back)) if model.moves_back else ""


def _signs(model: ScreenModel, entries: Sequence[MoveListEntry]) -> dict[int, str]:
    """The signs of a review behind the entries of the game itself, by number; of several stones the last."""
    if model.review is None or model.score is None:
        return {}
    signs, node = dict[int, str](), 0
    for entry, played in zip(entries, model.score.entries, strict=False):
        if entry != played:
            break
        node += entry.turns
        stone = model.review.placed_at(node)
        if stone is not None:
            signs[entry.number] = SIGNS[stone.review.judgement]
    return signs


def _line(model: ScreenModel, rules: Ruleset, grid: _Grid, entries: tuple[MoveListEntry, ...]) -> Line:
    fragments: list[Fragment] = []
    for entry in entries:
        sign = grid.signs.get(entry.number, "")
        fragments += (*fit(_entry(model, rules, entry, sign), grid.each), ("", " "))
    return tuple(fragments[:-1])


def _entry(model: ScreenModel, rules: Ruleset, entry: MoveListEntry, sign: str) -> Line:
    """One move: the present one stands out, later ones are dim, those of one's own branch in parentheses."""
    looked_at = model.looked_at
    last = len(model.moves.entries) if model.moves is not None else 0
    stone = " " if entry.colour is None else model.glyphs.stone(rules, entry.colour)
    colour = "" if entry.colour is None else f"class:stone.{rules.colours[entry.colour]}"
    is_own = looked_at is not None and looked_at.view.tried and entry.number > looked_at.played
    text = f"({entry.text})" if is_own else entry.text
    is_here = entry.number == last
    pointer = model.glyphs.pointer if is_here and looked_at is not None else " "
    style = "class:moves.last" if is_here else "class:moves.ahead" if entry.number > last else "class:moves"
    return (
        ("class:moves.number", f"{entry.number:>3}"),
        (colour, f"{pointer}{stone} "),
        (style, text),
        ("class:moves.sign", sign),
        ("class:moves.call", f" {entry.mark}" if entry.mark else ""),
    )


def latest_moves(model: ScreenModel, columns: int) -> Line:
    """As many of the latest moves as fit on a line, where there is no pane of them."""
    score = model.moves
    if score is None:
        return ()
    rules, kept, spare = score.position.rules, list[Line](), columns
    signs = _signs(model, score.entries)
    for entry in reversed(score.entries):
        line: Line = (*_entry(model, rules, entry, signs.get(entry.number, "")), ("", "  "))
        spare -= line_width(line)
        if spare < 0:
            break
        kept.insert(0, line)
    return tuple(fragment for line in kept for fragment in line)
