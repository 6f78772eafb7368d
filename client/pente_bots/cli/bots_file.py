"""A description of many bots as text: a table for each, whose keys are names of options of `pente bot`."""

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from pente_bots.cli.bot_options import BOT_OPTIONS, FILE_OPTIONS
from pente_bots.cli.bot_service import bot_name, player_name, service_of
from pente_bots.cli.chosen_engine import introduce_engine
from pente_bots.play.program.service import BotService, BotUsageError
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.thinking.workers import Workers
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.option import NO, YES, Option, YesNo
from pente_protocol.sentences import tell, template

_CREDENTIAL: Final = "credential"
_ROWS: Final = {row.name: row for row in FILE_OPTIONS}
_LONGEST: Final = 1 << 20
"""Characters of a description."""


@dataclass(frozen=True, slots=True)
class DescribedBot:
    """A bot of a description."""

    options: argparse.Namespace
    """Its options, read and checked."""
    credential: str
    """The id of its account and a secret, ``ID.SECRET``; empty: those kept for its name, or a new one."""


def read_bots(text: str, defaults: Mapping[str, Any], *, is_json: bool) -> list[DescribedBot]:
    """The bots of a description in TOML or JSON. Raises BotUsageError.

    ``defaults`` are values of options that all bots have in common, by name.
    """
    tables = _tables(text, is_json=is_json)
    bots = [_read_bot(number, table, defaults) for number, table in enumerate(tables, 1)]
    names = [bot.options.name.casefold() for bot in bots]
    for name in names:
        if names.count(name) > 1:
            raise BotUsageError(tell("cli-bots.two-bots-have-the-name", name=name))
    return bots


def _tables(text: str, *, is_json: bool) -> list[Any]:
    """The tables of the bots. Raises BotUsageError."""
    try:
        content = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BotUsageError(
            tell("cli-bots.the-description-is-not-valid", form="JSON" if is_json else "TOML", error=error)
        ) from None
    tables = content.get("bots") if isinstance(content, dict) and content.keys() == {"bots"} else None
    if not (isinstance(tables, list) and tables):
        raise BotUsageError(tell("cli-bots.a-description-has-nothing-but"))
    return tables


def _read_bot(number: int, table: Any, defaults: Mapping[str, Any]) -> DescribedBot:
    if not isinstance(table, dict):
        raise BotUsageError(tell("cli-bots.bot-is-no-table-of", number=number))
    values: dict[str, Any] = {row.name: row.default for row in BOT_OPTIONS}
    try:
        options = argparse.Namespace(**{**values, **defaults, **dict(_values(table))})
    except InvalidOption as error:
        raise BotUsageError(f"bot {number}: {error.option}: {error}") from None
    if not (options.player or options.engine):
        raise BotUsageError(tell("cli-bots.bot-has-no-player-give", number=number))
    try:
        options.name = options.name or bot_name(player_name(options.player) if options.player else "engine")
    except InvalidPlayerOption as error:
        raise BotUsageError(f"bot {number}: {error}") from None
    return DescribedBot(options, str(table.get(_CREDENTIAL, "")))


def _values(table: Mapping[str, object]) -> Iterator[tuple[str, Any]]:
    """The values of the options that a table gives. Raises InvalidOption.

    >>> dict(_values({"level": 3, "rated": True, "width": [4, 3]}))
    {'level': '3', 'rated': True, 'width': '4,3'}
    """
    for name, value in table.items():
        if name == _CREDENTIAL:
            continue
        if name not in _ROWS:
            alike = get_close_matches(name, _ROWS, 1)
            remedy = (
                tell("cli-bots.do-you-mean", alike=alike[0])
                if alike
                else tell("cli-bots.docs-bot-options-md-lists")
            )
            raise InvalidOption(name, template("cli-bots.there-is-no-such-option"), remedy=remedy)
        row = _ROWS[name]
        for other in row.excludes:
            if other in table:
                raise InvalidOption(name, template("cli-bots.is-given-too-leave-one"), other=other)
        yield name, row.parse(_text_of(row, value))


def _text_of(row: Option[Any], value: object) -> str:
    """What people would type for a value. Raises InvalidOption."""
    match value:
        case bool() if isinstance(row.kind, YesNo):
            return YES if value else NO
        case str() | int() | float() if not isinstance(value, bool):
            return str(value)
        case list():
            return ",".join(map(str, value))
        case _:
            raise InvalidOption(row.name, "write {expects}", expects=row.kind.expects)


def introduce_engines(bots: Sequence[DescribedBot]) -> None:
    """Ask foreign engines for their names, for which a signal could not interrupt an event loop either.

    Raises BotUsageError.
    """
    for bot in bots:
        with _named(bot):
            introduce_engine(bot.options)


@contextmanager
def _named(bot: DescribedBot) -> Iterator[None]:
    """Say of which bot an error is. Raises BotUsageError."""
    try:
        yield
    except (BotUsageError, InvalidPlayerOption) as error:
        raise BotUsageError(f"{bot.options.name}: {error}") from None


def service_of_described(bot: DescribedBot, workers: Workers) -> BotService:
    """A bot of a description, whose slow players think in ``workers``. Raises BotUsageError."""
    with _named(bot):
        return service_of(bot.options, workers=workers, credential=bot.credential)


def described_bots(args: argparse.Namespace) -> list[DescribedBot]:
    """The described bots. Raises BotUsageError."""
    common = {
        name: getattr(args, name) for name in ("url", "identities", "insecure", "wait", "accept_address")
    }
    is_json = args.file == "-" or args.file.endswith(".json")
    try:
        return read_bots(_text(args), common, is_json=is_json)
    except BotUsageError as error:
        where = tell("cli-bots.standard-input") if args.file == "-" else args.file
        raise BotUsageError(f"{where}: {error}") from None


def _text(args: argparse.Namespace) -> str:
    """The text of the description. Raises BotUsageError."""
    if args.until_eof and args.file != "-":
        raise BotUsageError(tell("cli-bots.until-eof-needs-as-the"))
    try:
        if args.until_eof:
            return sys.stdin.readline(_LONGEST)
        return sys.stdin.read(_LONGEST) if args.file == "-" else Path(args.file).read_text("utf-8")
    except OSError as error:
        raise BotUsageError(tell("cli-bots.cant-be-read-check-the", strerror=error.strerror)) from None
    except UnicodeDecodeError:
        raise BotUsageError(tell("cli-bots.is-not-valid-utf-8")) from None
