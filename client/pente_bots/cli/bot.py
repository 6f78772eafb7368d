"""`pente bot`: run a bot with one of the players that ship."""

import argparse
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from pente_bots.cli import explain
from pente_bots.cli.bot_options import (
    EXIT_STATUS,
    add_behaviour,
    add_bot_connection,
    add_policy,
    add_seed,
    behaviour_of,
    policy_of,
)
from pente_bots.cli.bot_template import CannotCreate, write_template
from pente_bots.play.behaviour import Behaviour
from pente_bots.play.challenger import ChallengePlan
from pente_bots.play.policy import Policy
from pente_bots.play.service import BotService, BotUsageError, serve
from pente_bots.players.catalogue import PLAYERS, make_player
from pente_bots.players.player import Player
from pente_bots.players.player_options import InvalidOption, PlayerOption, split_option
from pente_bots.thinking.thinker import Thinker
from pente_client.options.clock_options import add_time
from pente_client.options.connection_options import add_url
from pente_client.options.exit_status import ExitStatus, report
from pente_client.options.ruleset_options import add_ruleset
from pente_client.options.values import whole_number
from pente_core.clock.clock import format_time_control
from pente_protocol.untrusted_text import BadName, check_name

_PROGRAM: Final = "pente bot"
DESCRIPTION = """
Run a bot on a server. It accepts invitations, plays many games at a time, and returns to all of them after a
break of the connection.
"""
EXAMPLES = f"""
examples:
  pente bot --list                                        the players
  pente bot --player priorities                           run one until Ctrl-C
  pente bot --player patterns --level 3 wss://play.example.org
  pente bot --player patterns --accept-rulesets pente --slowest 15+10
  pente bot --player random --challenge priorities-bot --games 10
  pente bot --player patterns --explain games.pgn --at 12 explain a position
  pente bot --new mine.py && python mine.py               your own bot
{EXIT_STATUS}"""

_LOG: Final = logging.getLogger("pente.bot")
_SWITCH_VALUES: Final = "on, off"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente bot`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--list", action="store_true", help="list the players and their options")
    parser.add_argument("--new", type=Path, metavar="FILE", help="write a template for a bot of your own")
    _add_player(parser)
    add_bot_connection(parser, "PLAYER-bot")
    add_policy(parser)
    add_behaviour(parser)
    _add_challenge(parser)
    explain.add_arguments(parser)


def _add_player(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("player")
    group.add_argument("--player", metavar="PLAYER", help=f"one of {', '.join(PLAYERS)}")
    add_seed(group)
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the player; --list shows them, and each is also a flag:",
    )
    for name, options in _own_flags().items():
        texts = (f"{player}: {option.help} ({option.values})" for player, option in options.items())
        help_ = "; ".join(texts).replace("%", "%%")
        if all(option.values == _SWITCH_VALUES for option in options.values()):
            switch = argparse.BooleanOptionalAction
            group.add_argument(f"--{name}", dest=f"option_{name}", action=switch, help=help_)
        else:
            group.add_argument(f"--{name}", dest=f"option_{name}", metavar=name[0].upper(), help=help_)


def _own_flags() -> dict[str, dict[str, PlayerOption]]:
    """All options by name, each with the players that have it."""
    flags: dict[str, dict[str, PlayerOption]] = {}
    for entry in PLAYERS.values():
        for option in entry.options:
            flags.setdefault(option.name, {})[entry.name] = option
    return flags


def _add_challenge(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("challenges")
    group.add_argument("--showcase", metavar="NAME", help="keep playing NAME, for people to watch")
    group.add_argument(
        "--challenge",
        metavar="NAME",
        help="play --games with NAME (rated with --rated), print the results, and exit",
    )
    group.add_argument(
        "--games", type=whole_number(1), default=1, metavar="N", help="games to play (default: %(default)s)"
    )
    group.add_argument(
        "--concurrency",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="games to play at a time (default: %(default)s)",
    )
    add_ruleset(group, default="pente")
    add_time(group, "-", default="-")


def run(args: argparse.Namespace) -> int:
    """Play until a signal arrives or the challenge is over; the exit status."""
    if args.list:
        print("\n".join(_listing()))
        return ExitStatus.SUCCESS
    if args.new:
        return _write_template(args.new)
    if args.explain is not None or args.at is not None:
        return _explain(args)
    return serve(lambda: _service(args), _PROGRAM, args.log_level)


def _explain(args: argparse.Namespace) -> int:
    """Explain a position as the player sees it."""
    try:
        player = _player(args)
    except (BotUsageError, InvalidOption) as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    return explain.run(player, args)


def _write_template(path: Path) -> int:
    try:
        write_template(path)
    except CannotCreate as error:
        return report(_PROGRAM, error)
    print(f"{path} is a complete bot. Run it with: python {path} URL")
    return ExitStatus.SUCCESS


def _service(args: argparse.Namespace) -> BotService:
    """The bot that the options describe. Raises BotUsageError and InvalidOption."""
    player = _player(args)
    challenge = _challenge(args, player)
    return BotService(
        url=args.url,
        name=_name(args),
        identities=args.identities,
        insecure=args.insecure,
        wait=args.wait,
        thinker=Thinker.of(args.player, _given(args), args.seed),
        behaviour=_behaviour(args, player),
        seed=args.seed,
        challenge=challenge,
        report=_result_printer(args),
    )


def _player(args: argparse.Namespace) -> Player:
    """One of the players, to ask it what it supports. Raises BotUsageError and InvalidOption."""
    if not args.player:
        raise BotUsageError(f"Choose a --player: {', '.join(PLAYERS)}")
    return make_player(args.player, _given(args), Random(args.seed))


def _given(args: argparse.Namespace) -> dict[str, str]:
    """The options of the player; ``--option`` overrides the flags."""
    own = {name: getattr(args, f"option_{name}") for name in _own_flags()}
    words = {True: "on", False: "off"}
    given = {name: words.get(value, value) for name, value in own.items() if value is not None}
    return given | dict(split_option(text) for text in args.option)


def _name(args: argparse.Namespace) -> str:
    try:
        return check_name(args.name or f"{args.player}-bot")
    except BadName as error:
        raise BotUsageError(str(error)) from None


def _behaviour(args: argparse.Namespace, player: Player) -> Behaviour:
    """The behaviour that the options describe; during a challenge, the bot accepts no other games."""
    policy = policy_of(args, player)
    return behaviour_of(args, Policy(policy.supports, most_games=0) if args.challenge else policy)


def _challenge(args: argparse.Namespace, player: Player) -> ChallengePlan | None:
    if args.showcase and args.challenge:
        raise BotUsageError("--showcase and --challenge can't be combined; use one of them")
    if not (args.showcase or args.challenge):
        return None
    rules, time = args.ruleset, format_time_control(args.time)
    if rules.sides != 2:
        raise BotUsageError("A challenge has one opponent; choose a ruleset with two sides")
    if not player.supports(rules):
        raise BotUsageError(f"{args.player} does not support {rules.base} with these parameters")
    if args.showcase:
        return ChallengePlan(args.showcase, rules, time, rest=3 * args.pace)
    return ChallengePlan(args.challenge, rules, time, args.games, args.concurrency, rated=args.rated)


def _result_printer(args: argparse.Namespace) -> Callable[[str], None]:
    """What prints results: those of a challenge to stdout, those of a showcase to the log."""

    def say(line: str) -> None:
        if args.challenge:
            print(line, flush=True)
        else:
            _LOG.info("%s", line)

    return say


def _listing() -> Iterator[str]:
    """The players and their options, one line each."""
    for entry in PLAYERS.values():
        yield f"{entry.name:<12} {entry.summary} ({entry.plays})"
        for option in entry.options:
            yield f"  {option.name}={option.default}: {option.help} ({option.values})"
