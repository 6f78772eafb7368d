"""A description of many bots as text: a table of options for each, named as those of `pente bot`."""

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from pente_bots.cli.bot_options import add_behaviour, add_policy
from pente_bots.cli.bot_service import bot_name, player_name, service_of
from pente_bots.cli.chosen_engine import introduce_engine
from pente_bots.cli.engine_flags import add_engine
from pente_bots.cli.player_flags import add_player, add_reviews, add_showcase
from pente_bots.play.program.service import BotService, BotUsageError
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.thinking.workers import Workers
from pente_client.options.connection_options import add_key, add_name
from pente_client.options.ruleset_options import add_ruleset, add_time

_CREDENTIAL: Final = "credential"
_LONGEST: Final = 1 << 20
"""Characters of a description."""


@dataclass(frozen=True, slots=True)
class DescribedBot:
    """A bot of a description."""

    options: argparse.Namespace
    """Its options, read and checked."""
    credential: str
    """The id of its account and a secret, ``ID.SECRET``; empty: those kept for its name, or a new one."""


class _Parser(argparse.ArgumentParser):
    """A parser that raises BotUsageError instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise BotUsageError(message)


def read_bots(text: str, defaults: Mapping[str, Any], *, is_json: bool) -> list[DescribedBot]:
    """The bots of a description in TOML or JSON. Raises BotUsageError.

    ``defaults`` are values of options that all bots have in common, by name.
    """
    tables = _tables(text, is_json=is_json)
    bots = [_read_bot(number, table, defaults) for number, table in enumerate(tables, 1)]
    names = [bot.options.name.casefold() for bot in bots]
    for name in names:
        if names.count(name) > 1:
            raise BotUsageError(f"two bots have the name {name}; give each a name of its own")
    return bots


def _tables(text: str, *, is_json: bool) -> list[Any]:
    """The tables of the bots. Raises BotUsageError."""
    try:
        content = json.loads(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BotUsageError(
            f"the description is not valid {'JSON' if is_json else 'TOML'}: {error}"
        ) from None
    tables = content.get("bots") if isinstance(content, dict) and content.keys() == {"bots"} else None
    if not (isinstance(tables, list) and tables):
        raise BotUsageError("a description has nothing but a list of bots; write [[bots]] before each")
    return tables


def _read_bot(number: int, table: Any, defaults: Mapping[str, Any]) -> DescribedBot:
    if not isinstance(table, dict):
        raise BotUsageError(f"bot {number} is no table of options")
    try:
        options = _parser().parse_args(list(_words(table)), argparse.Namespace(**defaults))
    except BotUsageError as error:
        raise BotUsageError(f"bot {number}: {error}") from None
    if not (options.player or options.engine):
        raise BotUsageError(f'bot {number} has no player; give it one, such as player = "patterns"')
    try:
        options.name = options.name or bot_name(player_name(options.player) if options.player else "engine")
    except InvalidPlayerOption as error:
        raise BotUsageError(f"bot {number}: {error}") from None
    return DescribedBot(options, str(table.get(_CREDENTIAL, "")))


def _words(table: Mapping[str, object]) -> Iterator[str]:
    """A table as the words of a command line.

    >>> list(_words({"level": 3, "rated": True, "resign": False, "accept-from": ["ann", "bob"]}))
    ['--level=3', '--rated', '--accept-from=ann,bob']
    """
    for name, value in table.items():
        match value:
            case _ if name == _CREDENTIAL:
                pass
            case bool():
                yield from [f"--{name}"] if value else []
            case str() | int() | float():
                yield f"--{name}={value}"
            case list():
                yield f"--{name}={','.join(map(str, value))}"
            case _:
                raise BotUsageError(f"{name} is no text, number, switch or list of these")


def _parser() -> argparse.ArgumentParser:
    """The options of `pente bot` that a bot among others may have."""
    parser = _Parser(add_help=False, allow_abbrev=False)
    add_name(parser, "PLAYER-bot")
    add_key(parser)
    add_player(parser)
    add_engine(parser)
    add_policy(parser)
    add_behaviour(parser)
    add_showcase(parser)
    add_reviews(parser)
    add_ruleset(parser, default="pente")
    add_time(parser, "-", default="-")
    return parser


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
        return read_bots(_text(args), common | {"challenge": None}, is_json=is_json)
    except BotUsageError as error:
        where = "standard input" if args.file == "-" else args.file
        raise BotUsageError(f"{where}: {error}") from None


def _text(args: argparse.Namespace) -> str:
    """The text of the description. Raises BotUsageError."""
    if args.until_eof and args.file != "-":
        raise BotUsageError("--until-eof needs - as the FILE")
    try:
        if args.until_eof:
            return sys.stdin.readline(_LONGEST)
        return sys.stdin.read(_LONGEST) if args.file == "-" else Path(args.file).read_text("utf-8")
    except OSError as error:
        raise BotUsageError(f"can't be read ({error.strerror}); check the path") from None
    except UnicodeDecodeError:
        raise BotUsageError("is not valid UTF-8; save it as UTF-8 text") from None
