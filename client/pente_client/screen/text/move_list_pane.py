"""The move list pane."""

from pente_client.screen.model.move_list import MoveListEntry
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.scroll_pane import Pane, pane_of, rule
from pente_client.terminal.styled_text import Fragment, Line, fit, line_width
from pente_core.rules.ruleset import Ruleset

_ENTRY = 18
"""The columns of an entry: a number, a stone, and ``K10x4 T``; two stones a turn need more."""


def moves_pane(model: ScreenModel, columns: int, height: int) -> Pane:
    """The moves under a rule. The latest are visible unless the pane is scrolled back; or those around the
    move that is looked at.
    """
    looked_at = model.looked_at
    score = model.score if looked_at is None else looked_at.line
    if score is None or height < 1:
        return Pane(())
    rules, entries = score.position.rules, score.entries
    across = max(1, (columns + 1) // (_ENTRY + 1))
    each = (columns + 1) // across - 1
    count = -(-len(entries) // across)

    def line(index: int) -> Line:
        shown = entries[index * across : (index + 1) * across]
        return _line(model, rules, shown, each)

    back = model.moves_back
    if looked_at is not None:  # the place is in the middle, where it can be
        back += max(0, count - 1 - looked_at.place // across - (height - 1) // 2)
    pane = pane_of(count, line, height - 1, back)
    return Pane(
        (rule("moves", _note(model, pane.most_back), columns, model.glyphs), *pane.lines), pane.most_back
    )


def _note(model: ScreenModel, most_back: int) -> str:
    if model.looked_at is not None and model.looked_at.view.is_own_branch:
        return "(only you see these)"
    return f"{min(model.moves_back, most_back)} lines back" if model.moves_back else ""


def _line(model: ScreenModel, rules: Ruleset, entries: tuple[MoveListEntry, ...], each: int) -> Line:
    fragments: list[Fragment] = []
    for entry in entries:
        fragments += (*fit(_entry(model, rules, entry), each), ("", " "))
    return tuple(fragments[:-1])


def _entry(model: ScreenModel, rules: Ruleset, entry: MoveListEntry) -> Line:
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
        ("class:moves.call", f" {entry.mark}" if entry.mark else ""),
    )


def latest_moves(model: ScreenModel, columns: int) -> Line:
    """As many of the latest moves as fit on a line, where there is no pane of them."""
    score = model.moves
    if score is None:
        return ()
    rules, kept, spare = score.position.rules, list[Line](), columns
    for entry in reversed(score.entries):
        line: Line = (*_entry(model, rules, entry), ("", "  "))
        spare -= line_width(line)
        if spare < 0:
            break
        kept.insert(0, line)
    return tuple(fragment for line in kept for fragment in line)
