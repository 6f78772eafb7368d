"""Arguments of argparse, made from rows of options. Parsed, each option is an attribute with its name."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Self

from pente_core.value.invalid_option import InvalidOption
from pente_protocol.option import Listed, OneOf, Option, Text, YesNo, no_flag, sections
from pente_protocol.sentences import tell

Where = argparse._ActionsContainer  # noqa: SLF001 -- what parsers and their groups have in common
"""Where arguments are added: a parser, or a group of it, exclusive or not."""
_NO_VARIABLES: Final[Mapping[str, str]] = MappingProxyType({})


def add_options(
    where: Where, rows: Iterable[Option[Any]], variables: Mapping[str, str] = _NO_VARIABLES
) -> None:
    """Add an argument for each row.

    ``variables`` are those of the environment: one with the name of `Option.variable` stands in for an option
    that is not given, and a complaint about its text names it.
    """
    groups: dict[frozenset[str], Where] = {}
    for row in rows:
        place = where
        if row.excludes:
            among = frozenset((row.name, *row.excludes))
            if among not in groups:
                groups[among] = where.add_mutually_exclusive_group()
            place = groups[among]
        _add(place, row, variables.get(row.variable, ""))


def add_sections(
    parser: argparse.ArgumentParser,
    rows: tuple[Option[Any], ...],
    variables: Mapping[str, str] = _NO_VARIABLES,
) -> None:
    """Add the rows of a table, each section as a group."""
    for section, members in sections(rows):
        add_options(parser.add_argument_group(section.title, section.about or None), members, variables)


def help_text(row: Option[Any]) -> str:
    """The help of an option, with what holds where it is not given."""
    usual = "" if row.default is False else row.usual_text
    text = tell("kind.with-default", help=row.help, usual=usual) if usual else row.help
    return text.replace("%", "%%")


class _Reader:
    """A ``type`` of argparse: reads a text, typed or from the environment."""

    def __init__(self, row: Option[Any]) -> None:
        self._row = row

    def __call__(self, text: str) -> Any:
        try:
            return self._row.parse(text)
        except InvalidOption as wrong:
            place = f"{text.variable}: " if isinstance(text, FromEnvironment) else ""
            raise argparse.ArgumentTypeError(f"{place}{wrong}") from None


class FromEnvironment(str):
    """The text of a variable. argparse reads a default that is a text like one that was typed."""

    __slots__ = ("variable",)
    variable: str

    @classmethod
    def of(cls, variable: str, text: str) -> Self:
        made = cls(text)
        made.variable = variable
        return made


class _Flag(argparse.Action):
    """An option that stands alone: each of its flags is a value, and a variable may stand in for it.

    One that is not so anyway has no flag for that.
    """

    def __init__(
        self, option_strings: Sequence[str], dest: str, values: Mapping[str, bool], **options: Any
    ) -> None:
        super().__init__(option_strings, dest, nargs=0, **options)
        self._values = values

    def __call__(
        self, _parser: object, namespace: argparse.Namespace, _: object, flag: str | None = None
    ) -> None:
        setattr(namespace, self.dest, self._values[flag or self.option_strings[0]])


class _Exclusive(argparse.Action):
    """An option whose value takes the place of others, also of what their variables say."""

    def __init__(
        self, option_strings: Sequence[str], dest: str, excludes: tuple[str, ...], **options: Any
    ) -> None:
        super().__init__(option_strings, dest, **options)
        self._excludes = excludes

    def __call__(
        self, _parser: object, namespace: argparse.Namespace, values: Any, _flag: str | None = None
    ) -> None:
        setattr(namespace, self.dest, values)
        for name in self._excludes:
            setattr(namespace, name, None)


class _Repeated(argparse.Action):
    """An option that can be given again: its value is all that was given, which replaces the default."""

    def __call__(
        self, _parser: object, namespace: argparse.Namespace, values: Any, _flag: str | None = None
    ) -> None:
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, values if before is self.default else (*before, *values))


def _add(where: Where, row: Option[Any], variable: str) -> None:
    default = FromEnvironment.of(row.variable, variable) if variable else row.default
    common: dict[str, Any] = {
        "dest": row.name,
        "default": default,
        "type": _Reader(row),
        "help": help_text(row),
    }
    if isinstance(row.kind, YesNo):
        values = {row.flag: True} if row.default is False else {row.flag: True, no_flag(row): False}
        where.add_argument(*values, action=_Flag, values=values, **common)
        return
    if isinstance(row.kind, Text) and row.kind.is_secret:
        where.add_argument(row.flag, action=_Flag, values={row.flag: True}, **common)
        return
    choices = row.kind.values if isinstance(row.kind, OneOf) else None
    common |= {"choices": choices, "metavar": row.metavar or (None if choices else row.kind.metavar)}
    if row.alone is not None:
        common |= {"nargs": "?", "const": row.alone}
    if row.excludes:
        common |= {"action": _Exclusive, "excludes": row.excludes}
    if isinstance(row.kind, Listed):
        _add_list(where, row, row.kind, common)
    else:
        where.add_argument(row.flag, **common)


def _add_list(where: Where, row: Option[Any], kind: Listed[Any], common: Mapping[str, Any]) -> None:
    """The option for a list, and the flag for the empty one, if that makes sense."""
    given: dict[str, Any] = {**common, "action": _Repeated if kind.repeats else "store"}
    if not kind.may_be_empty:
        where.add_argument(row.flag, **given)
        return
    either = where.add_mutually_exclusive_group()
    either.add_argument(row.flag, **given)
    none: dict[str, Any] = {"default": common["default"], "type": common["type"], "help": row.text("none")}
    either.add_argument(no_flag(row), dest=row.name, action=_Empty, **none)


class _Empty(argparse.Action):
    """The flag for an empty list."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **options)

    def __call__(self, _parser: object, namespace: argparse.Namespace, *_: object) -> None:
        setattr(namespace, self.dest, ())
