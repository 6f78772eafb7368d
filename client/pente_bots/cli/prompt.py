"""Commands from a terminal: lines that can be edited, with history and completion."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from pente_bots.cli.stdin_source import StdinSource

Complete = Callable[[str], list[str]]
"""The words that may stand where the last one of a line begins."""


class PromptSource:
    """Asks for one line after the other. Mutable."""

    def __init__(
        self, complete: Complete, message: Callable[[], str], directory: Path, stdin: StdinSource
    ) -> None:
        """``directory`` is where the history is kept; without it, it lasts as long as the program."""
        self._session: Final[PromptSession[str]] = PromptSession(
            completer=_WordCompleter(complete), history=_history(directory), complete_while_typing=False
        )
        self._message: Final = message
        self._stdin: Final = stdin

    def line(self) -> str | None:
        if self._stdin.reader.is_ready:  # typed while a command went on
            return self._stdin.line()
        try:
            return self._session.prompt(self._message())
        except EOFError:
            return None

    def is_interrupted(self) -> bool:
        return self._stdin.is_interrupted()


class _WordCompleter(Completer):
    def __init__(self, complete: Complete) -> None:
        self._complete: Final = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002 -- the signature is the library's
        line = document.text_before_cursor
        typed = len(line) - line.rfind(" ") - 1
        for word in self._complete(line):
            yield Completion(word, start_position=-typed)


def _history(directory: Path) -> History:
    file = directory / "shell-history"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return _LenientHistory(file)


class _LenientHistory(FileHistory):
    def store_string(self, string: str) -> None:
        with suppress(OSError):  # a full disk must not end a game
            super().store_string(string)
