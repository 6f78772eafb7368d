"""The command line parser: help that fits the terminal, and usage errors in one line."""

import argparse
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final, NoReturn

from pente_client.input.suggestion import did_you_mean
from pente_client.options.values import DashedWord
from pente_protocol.sentences import tell, template


def _of_argparse(english: str, others: str = "", count: int = 1) -> str:
    """A text that argparse says itself. It names none of them, so what it says in English is the key."""
    text = english if count == 1 else others
    return template(f"argparse.{text}") or text


# This is what argparse calls to have its texts in another language.
argparse._ = argparse.ngettext = _of_argparse  # type: ignore[attr-defined]
WRONG: Final = 2
"""The exit status of a usage error."""
_COLUMNS: Final = re.compile(r" *(?:.*\S {2,}(?=\S))?")
"""All columns of an indented line but the last."""
_BEGINNING: Final = re.compile(r"$| |[a-z ]+:$|(?:environment|exit status):")
"""What starts a new paragraph: an empty line, an indented one, a heading."""
_NARROW: Final = 24
_ENDS_OPTIONS: Final = "--"
_SAME: Final = {
    "--colour": "--seat",
    "--color": "--colour",
    "--clock": "--time",
    "--user": "--name",
    "--host": "--server",
}
"""What other programs, or other commands of this one, call an option."""


class Parser(argparse.ArgumentParser):
    """A parser whose descriptions keep their line breaks, and are folded if the terminal is too narrow.

    Its subcommands have parsers of the same class.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Help, **options})
        self._is_mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The options, and the words that are none. Exits with a sentence where they can't be read.

        Options may stand anywhere, also between two words.
        """
        if args is not None and _ENDS_OPTIONS not in args:
            args = [self._as_word(word) for word in args]
        try:
            if self._is_mixing or not self._may_mix or _ENDS_OPTIONS in (args or ()):
                return super().parse_known_args(args, namespace)
            return self._mixed(args, namespace)
        except UnicodeDecodeError:  # of a file of options
            self.error(tell("cli.a-file-of-options-is"))

    def _as_word(self, word: str) -> str:
        """A word that an argument takes although it begins with a dash, so that it is no option."""
        types = (argument.type for argument in self._get_positional_actions())
        is_taken = any(isinstance(type_, DashedWord) and type_.pattern.fullmatch(word) for type_ in types)
        return f" {word}" if is_taken else word  # to argparse, what begins with a space is no option

    @property
    def _may_mix(self) -> bool:
        """Whether there are several words that options may stand between, and no actions with words of their
        own.
        """
        words = self._get_positional_actions()
        has_actions = any(word.nargs in (argparse.PARSER, argparse.REMAINDER) for word in words)
        return len(words) > 1 and not has_actions

    def _mixed(self, args: Any, namespace: Any) -> Any:
        self._is_mixing = True  # argparse calls `parse_known_args` for this
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_mixing = False

    def complain_of(self, unknown: Sequence[str], elsewhere: Callable[[str], str] = lambda _: "") -> NoReturn:
        """Report words that are no options, and exit.

        ``elsewhere`` has a sentence for an option that is like none here: what has it, or nothing.
        """
        wrong = next((word.partition("=")[0] for word in unknown if word.startswith("-")), "")
        suggestion = (_meant(wrong, list(self.flags())) or elsewhere(wrong)) if wrong else ""
        problem = tell("cli.unrecognized-arguments", unknown=" ".join(unknown))
        self.error("; ".join(filter(None, (problem, suggestion))))

    def flags(self) -> Iterator[str]:
        """The names of all options that are shown, also those of its actions."""
        for action in self._actions:
            if action.help != argparse.SUPPRESS:
                yield from action.option_strings
            if isinstance(action.choices, dict) and action.nargs == argparse.PARSER:
                for parser in action.choices.values():
                    yield from parser.flags()

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        suggestion = did_you_mean(str(value), map(str, action.choices))
        if action.nargs == argparse.PARSER:
            problem = tell(f"cli.no-{str(action.metavar).lower()}", word=repr(str(value)))
            self.error("; ".join(filter(None, (problem, suggestion))))
        if not suggestion:
            super()._check_value(action, value)
        raise argparse.ArgumentError(
            action, tell("cli.there-is-no", word=repr(str(value)), suggestion=suggestion)
        )

    def error(self, message: str) -> NoReturn:
        """Report a usage error in one line, without the usage, and exit."""
        text = re.sub(r"^\[Errno \d+\] ", "", message)  # of a file of options
        key = "cli.see-question" if text.endswith("?") else "cli.see"
        self.exit(WRONG, f"{self.prog}: {tell(key, problem=text, program=self.prog)}\n")


def _meant(wrong: str, known: Collection[str]) -> str:
    """A question about the option that was meant; empty if there is none like it."""
    same = _SAME.get(wrong, "")
    return tell("cli.did-you-mean", same=same) if same in known else did_you_mean(wrong, known)


class _Help(argparse.RawDescriptionHelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = super()._fill_text(text, width, indent).splitlines()
        return "\n".join(folded(lines, width)) + "\n"


def folded(lines: Iterable[str], width: int) -> Iterator[str]:
    """The lines, at most ``width`` wide: paragraphs are filled, indented lines continue below their text.

    >>> list(folded(["one two three", "four", "", "  -x  one two"], 9))
    ['one two', 'three', 'four', '', '  -x  one', '      two']
    >>> list(folded(["a game by", "its id: one two"], 14))
    ['a game by its', 'id: one two']
    """
    for paragraph in _paragraphs(lines):
        if max(map(len, paragraph)) <= width:
            yield from paragraph
        else:
            below = " " * _hanging(paragraph[0], width)
            yield from textwrap.wrap(
                " ".join(paragraph), width, subsequent_indent=below, break_on_hyphens=False
            )


def _paragraphs(lines: Iterable[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in lines:
        if paragraph and (_BEGINNING.match(line) or _BEGINNING.fullmatch(paragraph[-1])):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _hanging(line: str, width: int) -> int:
    """The indentation of the continuation of a line."""
    match = _COLUMNS.match(line)
    column = match.end() if match else 0
    return column if width - column >= min(_NARROW, width // 4) else len(line) - len(line.lstrip()) + 2
