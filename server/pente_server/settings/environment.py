"""Variables of the environment that stand in for options which are not given.

argparse converts a default that is a text like a text that was typed. A text from here brings the name of its
variable along, so that a complaint about it names the variable.
"""

import argparse
import os
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from pente_core.switches import read_switch

_T = TypeVar("_T")


class FromEnvironment(str):
    """The text of a variable."""

    __slots__ = ("variable",)
    variable: str


def default_from(variable: str, otherwise: str = "") -> str:
    """The ``default`` of an option: the text of a variable, if it is set and not empty."""
    value = os.environ.get(variable)
    if not value:
        return otherwise
    text = FromEnvironment(value)
    text.variable = variable
    return text


def variables_set() -> tuple[str, ...]:
    """The names of our variables that are set; some of their values are secrets."""
    return tuple(sorted(name for name in os.environ if name.startswith("PENTE_")))


class Reader(Generic[_T]):
    """A ``type`` for options: reads a text, typed or from the environment."""

    def __init__(self, read: Callable[[str], _T]) -> None:
        """``read`` raises ValueError or ArgumentTypeError with one sentence that says what to write."""
        self._read = read

    def __call__(self, text: str) -> _T:
        try:
            return self._read(text)
        except (ValueError, argparse.ArgumentTypeError) as error:
            place = f"{text.variable}: " if isinstance(text, FromEnvironment) else ""
            raise argparse.ArgumentTypeError(f"{place}{error}") from None


def listed(read: Callable[[str], _T]) -> Reader[tuple[_T, ...]]:
    """A ``type`` for options that take several values in a text with commas, each of which ``read`` reads."""
    return Reader(lambda text: tuple(read(part.strip()) for part in text.split(",") if part.strip()))


class Switch(argparse.Action):
    """An option without an argument, which a variable with yes or no stands in for."""

    def __init__(self, option_strings: Sequence[str], dest: str, variable: str, **options: Any) -> None:
        read = Reader(read_switch)
        super().__init__(option_strings, dest, nargs=0, type=read, default=default_from(variable), **options)

    def __call__(self, _parser: object, namespace: argparse.Namespace, *_: object) -> None:
        setattr(namespace, self.dest, True)


class Repeated(argparse.Action):
    """An option that can be given again: its value is all that was given, as a tuple.

    Its ``type`` is that of `listed`, and its default must be a text.
    """

    def __call__(
        self, _parser: object, namespace: argparse.Namespace, values: Any, _option: str | None = None
    ) -> None:
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, (*(before if isinstance(before, tuple) else ()), *values))
