"""`pente bot`: let a player that ships play at a server."""

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

from pente_bots.bot import Bot, Manners, ignore
from pente_bots.catalogue import PLAYERS, make_player
from pente_bots.challenger import Challenge, Challenger, Unwilling
from pente_bots.options import BadOption, split_option
from pente_bots.player import Player
from pente_bots.thinking import Thinker
from pente_client.connection import (
    DEFAULT_URL,
    CannotConnect,
    Client,
    ConnectionEnded,
    Denied,
    IdentityStore,
    Pace,
)
from pente_core.clock import BadTimeControl, parse_time_control
from pente_core.player import Kind
from pente_core.ruleset import InvalidRuleset, Ruleset, ruleset_from
from pente_core.time_control import FORMS
from pente_protocol.text import BadName, check_name

DESCRIPTION = """
Let a bot play at a server: it accepts invitations, plays many games at once, and takes all of them up again
after a break.
"""
EXAMPLES = """
examples:
  pente bot --list                                        the players and their options
  pente bot --player priorities                           on this machine, until Ctrl-C
  pente bot --player priorities --option captures=on wss://play.example.org
  pente bot --player random --challenge priorities-bot --games 10

environment: PENTE_URL stands in for the address, PENTE_STATE is where identities are kept.
exit status: 0 after SIGTERM and after the last game of a challenge, 1 when it could not go on, 2 for a wrong
command line, 3 when the server can't be reached, 4 when the server or the opponent refuses, 130 after Ctrl-C.
"""

_LOG: Final = logging.getLogger("pente.bot")
_PACE: Final = Pace(close=0.5)
"""A bot that is told to stop says goodbye quickly."""


class WrongUse(Exception):
    """A command line that makes no sense; the message says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente bot`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    url = os.environ.get("PENTE_URL") or DEFAULT_URL
    parser.add_argument("url", nargs="?", metavar="URL", default=url, help="the server (%(default)s)")
    parser.add_argument("--list", action="store_true", help="list the players and their options")
    _add_player(parser)
    _add_connection(parser)
    _add_games(parser)


def _add_player(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("player")
    group.add_argument("--player", metavar="PLAYER", help=f"one of {', '.join(PLAYERS)}")
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the player; may be repeated",
    )
    group.add_argument("--seed", type=int, metavar="N", help="decides all chance; without, games differ")


def _add_connection(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("connection")
    group.add_argument("--name", metavar="NAME", help="name to play under (the player's, with -bot)")
    group.add_argument(
        "--identities",
        type=Path,
        metavar="FILE",
        help="where identities are kept (identities.json in PENTE_STATE)",
    )
    group.add_argument(
        "--wait",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="how long to try when the server can't be reached at first (%(default)s)",
    )
    group.add_argument(
        "--insecure", action="store_true", help="allow ws:// to another machine, in a network that you trust"
    )
    group.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="how much is written to stderr (%(default)s)",
    )


def _add_games(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("games")
    group.add_argument(
        "--max-games", type=_count, default=20, metavar="N", help="accept so many at once (%(default)s)"
    )
    group.add_argument(
        "--pace",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="take at least so long for a move (%(default)s)",
    )
    group.add_argument("--showcase", metavar="NAME", help="keep a game with NAME going, for people to watch")
    group.add_argument(
        "--challenge", metavar="NAME", help="play --games with NAME, print the results, and end"
    )
    group.add_argument("--games", type=_count, default=1, metavar="N", help="of a challenge (%(default)s)")
    group.add_argument(
        "--concurrency",
        type=_count,
        default=1,
        metavar="N",
        help="games of a challenge at once (%(default)s)",
    )
    group.add_argument(
        "--ruleset",
        default="pente",
        metavar="R",
        help="of the games it proposes: a name, or a JSON object of base and parameters (%(default)s)",
    )
    group.add_argument(
        "--time",
        default="-",
        metavar="T",
        help=f"of the games it proposes: {FORMS} (%(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Play until a signal, or until the challenge is over; the exit status."""
    if args.list:
        print("\n".join(_listing()))
        return 0
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("pente").setLevel(args.log_level.upper())
    try:
        return asyncio.run(_until_signal(args))
    except (WrongUse, BadOption) as error:
        return _fail(2, error)
    except CannotConnect as error:
        return _fail(3, error)
    except (Denied, Unwilling) as error:
        return _fail(4, error)
    except ConnectionEnded as error:
        return _fail(1, error)
    except KeyboardInterrupt:  # before the handler was in place
        return 130


def _fail(status: int, error: Exception) -> int:
    print(f"pente bot: {error}", file=sys.stderr)
    return status


async def _until_signal(args: argparse.Namespace) -> int:
    """Play, and stop with status 0 at SIGTERM and 130 at SIGINT."""
    work = asyncio.ensure_future(_play(args))
    status = 0

    def stop(with_status: int) -> None:
        nonlocal status
        status = with_status
        work.cancel()

    with _handling({signal.SIGTERM: lambda: stop(0), signal.SIGINT: lambda: stop(130)}):
        try:
            await work
        except asyncio.CancelledError:
            _LOG.info("stopped; games that are on can be taken up again")
    return status


@contextmanager
def _handling(handlers: dict[signal.Signals, Callable[[], None]]) -> Iterator[None]:
    """Have signals handled by the event loop; where it can't, Ctrl-C still raises KeyboardInterrupt."""
    loop = asyncio.get_running_loop()
    try:
        for number, handler in handlers.items():
            loop.add_signal_handler(number, handler)
    except NotImplementedError:
        handlers = {}
    try:
        yield
    finally:
        for number in handlers:
            loop.remove_signal_handler(number)


async def _play(args: argparse.Namespace) -> None:
    """Connect and play; returns when the challenge is over. Raises what `run` has a status for."""
    player = _player(args)
    challenge = _challenge(args, player)
    identities = IdentityStore(args.identities) if args.identities else IdentityStore.default()
    client = Client(
        args.url,
        name=_name(args),
        kind=Kind.BOT,
        identities=identities,
        insecure=args.insecure,
        retry_first=args.wait,
        pace=_PACE,
    )
    thinker = Thinker(args.player, _given(args), args.seed)
    try:
        async with client:
            _LOG.info("%s plays at %s", client.me.name, args.url)
            challenger = Challenger(challenge, _say_result(args)) if challenge else None
            ended = challenger.ended if challenger else ignore
            bot = Bot(client, thinker, _manners(args, player), Random(args.seed), ended)
            await _run(bot, challenger)
    finally:
        thinker.close()


async def _run(bot: Bot, challenger: Challenger | None) -> None:
    """Run the bot until its connection is over, or until its challenges are."""
    playing = asyncio.create_task(bot.run())
    challenging = asyncio.create_task(challenger.run(bot)) if challenger else None
    tasks = {task for task in (playing, challenging) if task is not None}
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        if playing in done:
            raise ConnectionEnded(playing.result())
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _player(args: argparse.Namespace) -> Player:
    """One of the players that are asked for, to ask what it supports."""
    if not args.player:
        raise WrongUse(f"say which --player shall play: {', '.join(PLAYERS)}")
    return make_player(args.player, _given(args), Random(args.seed))


def _given(args: argparse.Namespace) -> dict[str, str]:
    return dict(split_option(text) for text in args.option)


def _name(args: argparse.Namespace) -> str:
    try:
        return check_name(args.name or f"{args.player}-bot")
    except BadName as error:
        raise WrongUse(str(error)) from None


def _manners(args: argparse.Namespace, player: Player) -> Manners:
    """In a match it accepts no other games."""
    return Manners(player.supports, 0 if args.challenge else args.max_games, args.pace)


def _challenge(args: argparse.Namespace, player: Player) -> Challenge | None:
    if args.showcase and args.challenge:
        raise WrongUse("--showcase and --challenge don't go together")
    if not (args.showcase or args.challenge):
        return None
    rules = _ruleset(args.ruleset)
    if rules.sides != 2:
        raise WrongUse("games with one opponent have two sides")
    if not player.supports(rules):
        raise WrongUse(f"{args.player} does not play {args.ruleset}")
    try:
        parse_time_control(args.time)
    except BadTimeControl as error:
        raise WrongUse(str(error)) from None
    if args.showcase:
        return Challenge(args.showcase, rules, args.time, rest=3 * args.pace)
    return Challenge(args.challenge, rules, args.time, args.games, args.concurrency)


def _ruleset(text: str) -> Ruleset:
    try:
        return ruleset_from(json.loads(text) if text.startswith("{") else text)
    except InvalidRuleset as error:
        raise WrongUse(str(error)) from None
    except ValueError:
        raise WrongUse(f"{text!r} is no JSON; write a name, or an object of base and parameters") from None


def _say_result(args: argparse.Namespace) -> Callable[[str], None]:
    """Results of a challenge are what it is for; those of a showcase are for the log."""

    def say(line: str) -> None:
        if args.challenge:
            print(line, flush=True)
        else:
            _LOG.info("%s", line)

    return say


def _listing() -> Iterator[str]:
    """The players and their options, a line each."""
    for entry in PLAYERS.values():
        yield f"{entry.name:<12} {entry.summary}"
        for option in entry.options:
            yield f"  {option.name}={option.default}: {option.help} ({option.values})"


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < 10**6:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is too few")
    return value
