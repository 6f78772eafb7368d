"""The help of a page: what its keys do."""

from collections.abc import Iterator, Sequence
from typing import Final

from pente_client.terminal.pages.page_action import PageAction, key_label
from pente_client.terminal.styled_text import Line, wrap

_HEAD: Final = 14
_KEYS: Final = 8
"""The columns of keys where nothing that is typed stands among them."""
MOST_COLUMNS: Final = 72
"""How wide the box gets where there is space."""


def help_body(actions: Sequence[PageAction], notes: Sequence[str], columns: int) -> Sequence[Line]:
    """The keys of the actions, then other things to know; lines of at most ``columns``."""
    body = [line for action in actions if action.keys for line in _action_lines(action, columns)]
    for note in notes:
        body += ((("class:help", line),) for line in wrap(note, columns))
    return body


def _action_lines(action: PageAction, columns: int) -> Iterator[Line]:
    return help_entry(" ".join(map(key_label, action.keys)), action.explanation, columns, _KEYS)


def help_entry(head: str, text: str, columns: int, indent: int = _HEAD) -> Iterator[Line]:
    """What is pressed or typed, and what it does, wrapped."""
    first = max(indent, len(head))
    lines = list(wrap(text, columns - indent - 1, max(2, columns - first - 1)))
    yield (("class:help.key", f"{head:<{indent}} "), ("class:help", lines[0]))
    yield from ((("class:help", f"{'':{indent}} {line}"),) for line in lines[1:])
