"""`pente arena`: let players play matches on this machine, and say what they prove."""

import argparse
import json
import os
import secrets
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from pente_bots.arena.game_writer import CannotWrite, GameWriter
from pente_bots.arena.match_game import PlayedGame
from pente_bots.arena.match_player import MatchPlayer, parse_match_players
from pente_bots.arena.processes import play_games
from pente_bots.arena.progress import MatchProgress
from pente_bots.arena.results_jsonl import game_line, summary_line
from pente_bots.arena.results_table import format_results
from pente_bots.arena.schedule import Schedule
from pente_bots.arena.server_match import MatchServer, play_games_at
from pente_bots.arena.sprt import InvalidTest, Sprt, SprtVerdict, parse_sprt
from pente_bots.arena.standings import Standings
from pente_bots.cli.shared_options import add_trust
from pente_bots.play.challenger import OpponentUnwilling
from pente_bots.players.player_options import InvalidOption
from pente_bots.thinking.workers import WorkerLost, uninterrupted
from pente_client.connection import CannotConnect, ConnectionEnded, RequestRejected
from pente_core.clock.clock import BadTimeControl, parse_time_control
from pente_core.clock.time_control import FORMS
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset, ruleset_from

DESCRIPTION = """
Let players play matches, everybody against everybody, and say what they prove. Each opening is played twice,
with colours exchanged. Equal seeds play equal games, however many processes there are; at a server, too, as
long as no clock cuts anybody's thinking short.
"""
EXAMPLES = """
examples:
  pente arena priorities weights                        twenty games, and which of them is stronger
  pente arena random priorities weights --games 10      a table of all three
  pente arena weights weights:mode=defensive --games 2000 --sprt elo0=0,elo1=50
                                                        until it is proved, or refuted
  pente arena random priorities --save games.pgn --json >games.jsonl
  pente arena weights patterns --server wss://play.example.org --time 5+3
                                                        at a server, where others can watch

A player is a name, or name:option=value,option=value; `pente bot --list` shows them.
exit status: 0 done, 1 failed, 2 wrong command line, 3 the server can't be reached, 4 the server refuses,
130 Ctrl-C, which still prints what there is.
"""


class ArenaUsageError(Exception):
    """A command line that makes no sense; the message says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente arena`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="two or more")
    _add_games(parser)
    _add_openings(parser)
    _add_server(parser)
    _add_output(parser)


def _add_games(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("games")
    group.add_argument(
        "--games", type=_count, default=20, metavar="N", help="of every two players (%(default)s)"
    )
    group.add_argument(
        "--ruleset",
        default="pente",
        metavar="R",
        help="a name, or a JSON object of base and parameters (%(default)s)",
    )
    group.add_argument("--seed", type=int, metavar="N", help="decides all chance (drawn, and told)")
    group.add_argument(
        "--concurrency",
        type=_count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="games at once, on this machine each in a process of its own (%(default)s)",
    )
    group.add_argument(
        "--max-plies", type=_count, default=400, metavar="N", help="a draw after so many stones (%(default)s)"
    )
    group.add_argument(
        "--sprt",
        metavar="TEST",
        help="elo0=A,elo1=B: end as soon as it is proved, with errors of 5%%, that the first of two players "
        "is B Elo stronger and not A, or the reverse; alpha=... and beta=... are other errors",
    )


def _add_openings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("openings")
    group.add_argument(
        "--openings",
        type=_natural,
        metavar="N",
        help="how many are drawn; 0: always the empty board (as many as there are pairs of games)",
    )
    group.add_argument(
        "--opening-plies", type=_natural, default=4, metavar="N", help="stones of each (%(default)s)"
    )


def _add_server(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "at a server",
        "The players join as ordinary clients and play real games; openings are played as moves, and after "
        "--max-plies both agree to a draw. Two arenas at a time need --identities of their own.",
    )
    group.add_argument("--server", metavar="URL", help="play there, in place of this machine alone")
    group.add_argument("--time", metavar="T", help=f"of the games there: {FORMS} (-)")
    add_trust(group)


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="write the games to it, as pente.org's text, or SGF to *.sgf",
    )
    group.add_argument("--json", action="store_true", help="one JSON object a line: each game, and a summary")


def run(args: argparse.Namespace) -> int:
    """Play, and print the results; the exit status."""
    try:
        schedule, sprt, venue = _schedule(args), _sprt(args), _venue(args)
    except (ArenaUsageError, InvalidOption, InvalidTest, InvalidRuleset) as error:
        return _fail(2, str(error))
    standings = Standings([one.label for one in schedule.contestants])
    status = 0
    try:
        _play(args, schedule, standings, sprt, venue)
    except KeyboardInterrupt:
        status = 130
    except CannotConnect as error:
        return _fail(3, str(error))
    except (RequestRejected, OpponentUnwilling) as error:
        return _fail(4, str(error))
    except ConnectionEnded as error:
        return _fail(1, str(error))
    except CannotWrite as error:
        return _fail(1, str(error))
    except WorkerLost:
        return _fail(
            1, "a process was ended from outside, perhaps for want of memory; try less --concurrency"
        )
    for line in _results(args, schedule, standings, sprt):
        print(line)
    return status


def _play(
    args: argparse.Namespace,
    schedule: Schedule,
    standings: Standings,
    sprt: Sprt | None,
    venue: MatchServer | None,
) -> None:
    """Play until the end, or until the test is decided."""
    progress = MatchProgress(sys.stderr, schedule.total, time.monotonic)
    event = f"pente arena, seed {schedule.seed}"
    with (
        GameWriter(args.save, event) if args.save else nullcontext() as archive,
        progress,
        closing(_played(args, schedule, venue)) as games,
    ):
        for game in games:
            with uninterrupted():  # a game is counted, saved and told, or nothing of it
                standings.add(game)
                if archive is not None:
                    archive.add(game)
                if args.json:
                    print(_json(game_line(game)), flush=True)
            progress.show(standings)
            if sprt is not None and sprt.verdict(standings.score(0, 1)) is not SprtVerdict.OPEN:
                return


def _played(
    args: argparse.Namespace, schedule: Schedule, venue: MatchServer | None
) -> Generator[PlayedGame, None, None]:
    at_once = min(args.concurrency, schedule.total)
    if venue is None:
        return play_games(schedule.bouts(), at_once)
    return play_games_at(venue, schedule.contestants, schedule.bouts(), at_once)


def _results(
    args: argparse.Namespace, schedule: Schedule, standings: Standings, sprt: Sprt | None
) -> Iterator[str]:
    if args.json:
        yield _json(summary_line(schedule, standings, sprt))
        return
    size, spec = schedule.rules.size, schedule.rules.spec
    name = spec if isinstance(spec, str) else _json(spec)
    yield f"{name} on {size}x{size}, seed {schedule.seed}: {standings.games} of {schedule.total} games"
    yield ""
    yield from format_results(standings, sprt)


def _schedule(args: argparse.Namespace) -> Schedule:
    contestants = parse_match_players(args.players)
    if len(contestants) < 2:
        raise ArenaUsageError("it takes two to play; name another player")
    return Schedule(
        contestants=contestants,
        rules=_rules(args.ruleset, contestants),
        games=args.games,
        seed=secrets.randbits(32) if args.seed is None else args.seed,
        openings=args.openings,
        opening_plies=args.opening_plies,
        most_plies=args.max_plies,
    )


def _sprt(args: argparse.Namespace) -> Sprt | None:
    if args.sprt is None:
        return None
    if len(args.players) != 2:
        raise ArenaUsageError("--sprt is for two players")
    return parse_sprt(args.sprt)


def _venue(args: argparse.Namespace) -> MatchServer | None:
    """Where to play; None: on this machine alone."""
    if not args.server:
        if args.time is not None:
            raise ArenaUsageError("--time is for games at a --server; here nobody's time is counted")
        if args.insecure or args.identities is not None:
            raise ArenaUsageError("--insecure and --identities are for games at a --server; name one")
        return None
    time_control = args.time or "-"
    try:
        parse_time_control(time_control)
    except BadTimeControl as error:
        raise ArenaUsageError(str(error)) from None
    return MatchServer(args.server, time_control, args.identities, args.insecure)


def _rules(text: str, contestants: tuple[MatchPlayer, ...]) -> Ruleset:
    """The ruleset of a text, which all contestants play. Raises WrongUse or InvalidRuleset."""
    try:
        rules = ruleset_from(json.loads(text) if text.startswith("{") else text)
    except json.JSONDecodeError:
        names = ", ".join(RULESETS)
        raise ArenaUsageError(
            f"{text!r} is no JSON; write an object of base and parameters, or {names}"
        ) from None
    if rules.sides != 2:
        raise ArenaUsageError("the games of an arena have two sides")
    for contestant in contestants:
        if not contestant.make("").supports(rules):
            raise ArenaUsageError(f"{contestant.label} does not play by these rules")
    return rules


def _fail(status: int, reason: str) -> int:
    print(f"pente arena: {reason}", file=sys.stderr)
    return status


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def _count(text: str) -> int:
    return _whole(text, 1)


def _natural(text: str) -> int:
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    return value
