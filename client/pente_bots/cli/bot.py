"""`pente bot`: let a player that ships play at a server."""

import argparse
import json
import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from pente_bots.cli import explain
from pente_bots.cli.bot_template import CannotCreate, write_template
from pente_bots.cli.shared_options import (
    EXIT_STATUS,
    add_behaviour,
    add_connection,
    add_policy,
    add_url,
    behaviour_of,
    count,
    policy_of,
)
from pente_bots.play.behaviour import Behaviour
from pente_bots.play.challenger import ChallengePlan
from pente_bots.play.policy import Policy
from pente_bots.play.service import BotService, BotUsageError, serve
from pente_bots.players.catalogue import PLAYERS, make_player
from pente_bots.players.player import Player
from pente_bots.players.player_options import InvalidOption, PlayerOption, split_option
from pente_bots.thinking.thinker import Thinker
from pente_core.clock.clock import BadTimeControl, parse_time_control
from pente_core.clock.time_control import FORMS
from pente_core.rules.ruleset import InvalidRuleset, Ruleset, ruleset_from
from pente_protocol.untrusted_text import BadName, check_name

DESCRIPTION = """
Let a bot play at a server: it accepts invitations, plays many games at once, and takes all of them up again
after a break.
"""
EXAMPLES = f"""
examples:
  pente bot --list                                        the players and their options
  pente bot --player priorities                           on this machine, until Ctrl-C
  pente bot --player patterns --level 3 wss://play.example.org
  pente bot --player patterns --accept-rulesets pente,keryo-pente --slowest 15+10 --max-each 2
  pente bot --player random --challenge priorities-bot --games 10
  pente bot --player patterns --explain games.pgn --at 12 what it makes of a position
  pente bot --new mine.py && python mine.py               a bot of your own
{EXIT_STATUS}"""

_LOG: Final = logging.getLogger("pente.bot")
_SWITCH_VALUES: Final = "on, off"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente bot`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--list", action="store_true", help="list the players and their options")
    parser.add_argument(
        "--new", type=Path, metavar="FILE", help="write a program to begin a bot of your own with"
    )
    _add_player(parser)
    add_connection(parser, "the player's, with -bot")
    add_policy(parser)
    add_behaviour(parser)
    _add_challenge(parser)
    explain.add_arguments(parser)


def _add_player(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("player")
    group.add_argument("--player", metavar="PLAYER", help=f"one of {', '.join(PLAYERS)}")
    group.add_argument("--seed", type=int, metavar="N", help="decides all chance; without, games differ")
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the player, as `--list` shows them; each has a flag of its own, too:",
    )
    for name, options in _own_flags().items():
        texts = (f"of {player}: {option.help} ({option.values})" for player, option in options.items())
        help_ = "; ".join(texts).replace("%", "%%")
        if all(option.values == _SWITCH_VALUES for option in options.values()):
            switch = argparse.BooleanOptionalAction
            group.add_argument(f"--{name}", dest=f"option_{name}", action=switch, help=help_)
        else:
            group.add_argument(f"--{name}", dest=f"option_{name}", metavar=name[0].upper(), help=help_)


def _own_flags() -> dict[str, dict[str, PlayerOption]]:
    """The options of all players by name, each by the players that have it."""
    flags: dict[str, dict[str, PlayerOption]] = {}
    for entry in PLAYERS.values():
        for option in entry.options:
            flags.setdefault(option.name, {})[entry.name] = option
    return flags


def _add_challenge(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("games that it proposes itself")
    group.add_argument("--showcase", metavar="NAME", help="keep a game with NAME going, for people to watch")
    group.add_argument(
        "--challenge",
        metavar="NAME",
        help="play --games with NAME, rated ones with --rated, print the results, and end",
    )
    group.add_argument("--games", type=count, default=1, metavar="N", help="of a challenge (%(default)s)")
    group.add_argument(
        "--concurrency",
        type=count,
        default=1,
        metavar="N",
        help="games of a challenge at once (%(default)s)",
    )
    group.add_argument(
        "--ruleset",
        default="pente",
        metavar="R",
        help="a name, or a JSON object of base and parameters (%(default)s)",
    )
    group.add_argument("--time", default="-", metavar="T", help=f"{FORMS} (%(default)s)")


def run(args: argparse.Namespace) -> int:
    """Play until a signal, or until the challenge is over; the exit status."""
    if args.list:
        print("\n".join(_listing()))
        return 0
    if args.new:
        return _begin(args.new)
    if args.explain is not None or args.at is not None:
        return _explain(args)
    return serve(lambda: _service(args), "pente bot", args.log_level)


def _explain(args: argparse.Namespace) -> int:
    """Tell what the player makes of a position."""
    try:
        player = _player(args)
    except (BotUsageError, InvalidOption) as error:
        print(f"pente bot: {error}", file=sys.stderr)
        return 2
    return explain.run(player, args)


def _begin(path: Path) -> int:
    """Write the beginning of somebody's own bot."""
    try:
        write_template(path)
    except CannotCreate as error:
        print(f"pente bot: {error}", file=sys.stderr)
        return 1
    print(f"{path} is a complete bot; run it with: python {path} URL")
    return 0


def _service(args: argparse.Namespace) -> BotService:
    """What was asked for. Raises WrongUse and BadOption."""
    player = _player(args)
    challenge = _challenge(args, player)
    return BotService(
        url=args.url,
        name=_name(args),
        identities=args.identities,
        insecure=args.insecure,
        wait=args.wait,
        thinker=Thinker.of(args.player, _given(args), args.seed),
        manners=_manners(args, player),
        seed=args.seed,
        challenge=challenge,
        tell=_say_result(args),
    )


def _player(args: argparse.Namespace) -> Player:
    """One of the players that are asked for, to ask what it supports."""
    if not args.player:
        raise BotUsageError(f"say which --player shall play: {', '.join(PLAYERS)}")
    return make_player(args.player, _given(args), Random(args.seed))


def _given(args: argparse.Namespace) -> dict[str, str]:
    """The options of the player: those with flags of their own, and after them the others."""
    own = {name: getattr(args, f"option_{name}") for name in _own_flags()}
    words = {True: "on", False: "off"}
    given = {name: words.get(value, value) for name, value in own.items() if value is not None}
    return given | dict(split_option(text) for text in args.option)


def _name(args: argparse.Namespace) -> str:
    try:
        return check_name(args.name or f"{args.player}-bot")
    except BadName as error:
        raise BotUsageError(str(error)) from None


def _manners(args: argparse.Namespace, player: Player) -> Behaviour:
    """In a match it accepts no other games."""
    policy = policy_of(args, player)
    return behaviour_of(args, Policy(policy.supports, most_games=0) if args.challenge else policy)


def _challenge(args: argparse.Namespace, player: Player) -> ChallengePlan | None:
    if args.showcase and args.challenge:
        raise BotUsageError("--showcase and --challenge don't go together")
    if not (args.showcase or args.challenge):
        return None
    rules = _ruleset(args.ruleset)
    if rules.sides != 2:
        raise BotUsageError("games with one opponent have two sides")
    if not player.supports(rules):
        raise BotUsageError(f"{args.player} does not play {args.ruleset}")
    try:
        parse_time_control(args.time)
    except BadTimeControl as error:
        raise BotUsageError(str(error)) from None
    if args.showcase:
        return ChallengePlan(args.showcase, rules, args.time, rest=3 * args.pace)
    return ChallengePlan(args.challenge, rules, args.time, args.games, args.concurrency, rated=args.rated)


def _ruleset(text: str) -> Ruleset:
    try:
        return ruleset_from(json.loads(text) if text.startswith("{") else text)
    except InvalidRuleset as error:
        raise BotUsageError(str(error)) from None
    except ValueError:
        raise BotUsageError(
            f"{text!r} is no JSON; write a name, or an object of base and parameters"
        ) from None


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
        yield f"{entry.name:<12} {entry.summary} ({entry.plays})"
        for option in entry.options:
            yield f"  {option.name}={option.default}: {option.help} ({option.values})"
