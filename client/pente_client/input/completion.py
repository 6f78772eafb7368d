"""How a line that is begun may go on."""

from collections.abc import Sequence
from typing import Final

from pente_client.input.commands import BLOCKING, CHANNELS, COMMANDS, MODERATION
from pente_client.input.people_orders import NAMED
from pente_core.room import OfferKind, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.rules.move import Choice

ONLY_LOCAL: Final = frozenset({"/setup"})
"""Commands that mean nothing in a room of a server."""


def completions(
    text: str, choices: Sequence[Choice], names: Sequence[str] = (), *, is_local: bool = True
) -> tuple[str, ...]:
    """The whole lines that a beginning may become; ``choices`` are those of an opening, ``names`` those
    of viewers. What works only in a local game is left out elsewhere.

    >>> completions("/res", ()), completions("/kick e", (), ["eve"])
    (('/resign', '/resume'), ('/kick eve',))
    """
    word = text.partition(" ")[0].lower()
    if word != text.lower():
        lines = [f"{word} {argument}" for argument in _arguments(word, names)]
    else:
        known = (item for item in COMMANDS.items() if is_local or item[0] not in ONLY_LOCAL)
        lines = [*choices, *(f"{word} " if command.argument else word for word, command in known)]
    return tuple(line for line in lines if text and line.startswith(text.lower()) and line != text)


def completed(
    text: str, choices: Sequence[Choice], names: Sequence[str] = (), *, is_local: bool = True
) -> str:
    """The text with all that its completions have in common, or the text itself.

    >>> completed("/ac", ()), completed("s", (Choice.SWAP, Choice.STAY))
    ('/accept', 's')
    """
    lines = completions(text, choices, names, is_local=is_local)
    if not lines:
        return text
    first, last = min(lines), max(lines)  # what these two have in common, all between them have
    differs = (at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1])
    return first[: next(differs, len(first))]


def _arguments(word: str, names: Sequence[str]) -> Sequence[str]:
    match word:
        case "/claim":
            return list(cmd.ClaimKind)
        case "/accept" | "/decline":
            return list(OfferKind)
        case "/conditions" | "/premove":
            return ["clear"]
        case "/watchers":
            return list(WatchPolicy)
        case "/tv":
            return ["next", "back", *CHANNELS]
        case _:
            return names if word in MODERATION | BLOCKING | NAMED | {"/follow"} else ()
