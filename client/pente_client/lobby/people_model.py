"""Who is online as a value, and as lines of text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.pages.row_list import RowLine
from pente_client.terminal.styled_text import EMPTY, Line, fit, shorten, spread, wrap
from pente_client.words.lists.who_is_here import person_line
from pente_client.words.phrases import seated_name
from pente_core.identity import Identity, PlayerId
from pente_protocol.messages.lists import ListedPlayer
from pente_protocol.sentences import tell

NOBODY: Final = tell("browse.nobody")


@dataclass(frozen=True, slots=True)
class PeopleModel:
    """The page at a moment."""

    me: Identity
    glyphs: Glyphs
    people: Mapping[PlayerId, ListedPlayer] = field(default_factory=dict)
    friends: frozenset[PlayerId] = frozenset()
    count: int = 0
    chosen: PlayerId | None = None
    """The selected player; None: the first."""
    prompt: str = ""
    """What is being typed: ``game with anna``; empty: nothing."""
    notice: str = ""

    @property
    def rows(self) -> Sequence[ListedPlayer]:
        """The others, friends first, then by name."""
        others = (row for row in self.people.values() if row.player.id != self.me.id)
        return sorted(others, key=lambda row: (row.player.id not in self.friends, row.player.name.casefold()))

    @property
    def place(self) -> int:
        """The index of the selected player; 0 when they are not there any more."""
        ids = [row.player.id for row in self.rows]
        return ids.index(self.chosen) if self.chosen in ids else 0

    @property
    def selected(self) -> ListedPlayer | None:
        """The selected player; None while nobody else is online."""
        return self.rows[self.place] if self.rows else None


def heading(model: PeopleModel, columns: int) -> Line:
    """The player, and how many are online."""
    left = f" pente {model.glyphs.dot} {seated_name(model.me)}"
    right = f"{tell('lobby.players-online', n=model.count)} "
    line = spread((("", left),), (("class:heading.turn", right),), columns)
    return tuple((f"class:heading {style}", text) for style, text in fit(line, columns))


def list_lines(model: PeopleModel, columns: int, rows: int) -> Sequence[RowLine]:
    """As much of the list as fits, with the selected player in it."""
    people, place = model.rows, model.place
    if not people:
        texts = wrap(NOBODY, columns - 3)
        return [RowLine(EMPTY), *(RowLine((("class:label", f"  {text}"),)) for text in texts)]
    start = min(max(0, place - rows // 2), max(0, len(people) - rows))
    return [
        RowLine(_row(model, row, columns, is_chosen=number == place), number)
        for number, row in list(enumerate(people))[start : start + rows]
    ]


def _row(model: PeopleModel, row: ListedPlayer, columns: int, *, is_chosen: bool) -> Line:
    pointer, style = (model.glyphs.pointer, "class:lobby.chosen") if is_chosen else (" ", "")
    text = shorten(f"{pointer} {person_line(row, model.friends)}", columns, model.glyphs.more)
    return fit(((style, text),), columns)
