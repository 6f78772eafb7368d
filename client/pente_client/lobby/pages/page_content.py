"""What a page of the lobby lists, and what can be done there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pente_client.lobby.choice import PageChoice
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Line

Named = tuple[str, str]
"""The name of an action, and a sentence that explains it."""


@dataclass(frozen=True, slots=True)
class ContentAction:
    """Something that can be done on one page alone."""

    name: str
    explanation: str
    key: str
    do: Callable[[], PageChoice | None]
    """What to leave the page for; None: stay on it, and load anew."""


class PageContent(Protocol):
    """What a page lists. Mutable; it outlives a run of the page, so that one comes back to the same place."""

    place: int
    """The index of the selected row."""

    @property
    def title(self) -> str: ...

    @property
    def choosing(self) -> Named:
        """What Enter does with the selected row."""

    @property
    def asking(self) -> Named:
        """What a line is typed for, after ``/``."""

    @property
    def turning(self) -> tuple[Named, ...]:
        """What the right and the left arrow do; empty: nothing."""

    @property
    def question(self) -> str:
        """What to type in that line."""

    @property
    def actions(self) -> Sequence[ContentAction]: ...

    def head(self, columns: int) -> Sequence[str]:
        """The lines above the rows."""

    def rows(self) -> Sequence[str]:
        """The lines to select from."""

    def empty(self) -> str:
        """What would stand in a list that is empty, and what to do."""

    def board(self, glyphs: Glyphs) -> Sequence[Line]:
        """The board beside the list; empty: none."""

    async def load(self) -> None:
        """Read from the server what is shown. Raises ConnectionProblem."""

    def choose(self) -> PageChoice | None:
        """Take the selected row; None: stay on the page, and load anew."""

    def may_turn(self, pages: int) -> bool:
        """Whether one can go so many pages on, or back."""

    def turn(self, pages: int) -> None:
        """Go so many pages on, or back, to one that has to be loaded; one can."""

    def enter(self, text: str) -> None:
        """Take a line that was typed, and load anew. Raises InvalidInput."""
