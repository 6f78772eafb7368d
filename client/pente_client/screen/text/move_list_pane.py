"""The move list pane."""

from pente_client.screen.model.move_list import MoveListEntry
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.scroll_pane import Pane, pane_of, rule
from pente_client.terminal.styled_text import Fragment, Line, fit, line_width
from pente_core.rules.ruleset import Ruleset

_ENTRY = 18
"""The columns of an entry: a number, a stone, and ``K10x4 T``; two stones a turn need more."""


def moves_pane(model: ScreenModel, columns: int, height: int) -> Pane:
    """The moves under a rule; the latest are visible unless the pane is scrolled back."""
    score = model.moves
    if score is None or height < 1:
        return Pane(())
    rules, entries = score.position.rules, score.entries
    across = max(1, (columns + 1) // (_ENTRY + 1))
    each = (columns + 1) // across - 1

    def line(index: int) -> Line:
        return _line(model, rules, entries[index * across : (index + 1) * across], each)

    pane = pane_of(-(-len(entries) // across), line, height - 1, model.moves_back)
    note = f"{min(model.moves_back, pane.most_back)} lines back" if model.moves_back else ""
    return Pane((rule("moves", note, columns, model.glyphs), *pane.lines), pane.most_back)


def _line(model: ScreenModel, rules: Ruleset, entries: tuple[MoveListEntry, ...], each: int) -> Line:
    fragments: list[Fragment] = []
    for entry in entries:
        fragments += (*fit(_entry(model, rules, entry), each), ("", " "))
    return tuple(fragments[:-1])


def _entry(model: ScreenModel, rules: Ruleset, entry: MoveListEntry) -> Line:
    is_last = model.moves is not None and entry is model.moves.entries[-1]
    stone = " " if entry.colour is None else model.glyphs.stone(rules, entry.colour)
    colour = "" if entry.colour is None else f"class:stone.{rules.colours[entry.colour]}"
    return (
        ("class:moves.number", f"{entry.number:>3}"),
        (colour, f" {stone} "),
        ("class:moves.last" if is_last else "class:moves", entry.text),
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
