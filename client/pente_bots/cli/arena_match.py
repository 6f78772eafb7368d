"""What `pente arena` does."""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, nullcontext
from typing import Any, Final

from pente_bots.arena.game_writer import CannotWrite, GameWriter
from pente_bots.arena.match_game import NO_CLOCK, PlayedGame
from pente_bots.arena.processes import play_games
from pente_bots.arena.progress import MatchProgress
from pente_bots.arena.results_jsonl import game_line, summary_line
from pente_bots.arena.results_table import format_results
from pente_bots.arena.schedule import Schedule
from pente_bots.arena.server_match import MatchServer, play_games_at
from pente_bots.arena.sprt import InvalidTest, Sprt, SprtVerdict, parse_sprt
from pente_bots.arena.standings import Standings
from pente_bots.cli.chosen_engine import engine_limits
from pente_bots.foreign_engines.engine_command import InvalidCommand
from pente_bots.foreign_engines.engine_player import EnginePlayer
from pente_bots.foreign_engines.foreign_process import ForeignEngineFailed
from pente_bots.play.program.challenger import OpponentUnwilling
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.player_text import parse_players
from pente_bots.search.limit import Limit
from pente_bots.thinking.interrupts import uninterrupted
from pente_bots.thinking.workers import WorkerLost
from pente_client.connection import CannotConnect, ConnectionEnded, RequestRejected
from pente_client.options.exit_status import ExitStatus, report
from pente_core.clock.time_control import format_time_control
from pente_core.rules.ruleset import Ruleset
from pente_protocol.sentences import tell

_PROGRAM: Final = "pente arena"


class ArenaUsageError(Exception):
    """A command line that makes no sense; the message says what to change."""


def play_matches(args: argparse.Namespace) -> int:
    """Play the games and print the results; the exit status."""
    try:
        schedule, sprt, server = _schedule(args), _sprt(args), _server(args)
    except (ArenaUsageError, InvalidPlayerOption, InvalidCommand, InvalidTest) as error:
        return report(_PROGRAM, error, ExitStatus.USAGE)
    except ForeignEngineFailed as error:
        return report(_PROGRAM, error)
    except KeyboardInterrupt:  # while an engine was being started
        return ExitStatus.INTERRUPTED
    standings = Standings([one.label for one in schedule.contestants])
    status = ExitStatus.SUCCESS
    try:
        _play(args, schedule, standings, sprt, server)
    except KeyboardInterrupt:
        status = ExitStatus.INTERRUPTED
    except CannotConnect as error:
        return report(_PROGRAM, error, ExitStatus.UNREACHABLE)
    except (RequestRejected, OpponentUnwilling) as error:
        return report(_PROGRAM, error, ExitStatus.REJECTED)
    except (ConnectionEnded, CannotWrite) as error:
        return report(_PROGRAM, error)
    except WorkerLost:
        return report(_PROGRAM, tell("cli-arena.a-process-was-killed-perhaps"))
    for line in _results(args, schedule, standings, sprt):
        print(line)
    return status


def _play(
    args: argparse.Namespace,
    schedule: Schedule,
    standings: Standings,
    sprt: Sprt | None,
    server: MatchServer | None,
) -> None:
    """Play all games, or until the test is decided."""
    progress = MatchProgress(sys.stderr, schedule.total, time.monotonic)
    event = tell("cli-arena.pente-arena-seed", seed=schedule.seed)
    with (
        GameWriter(args.save, event) if args.save else nullcontext() as archive,
        progress,
        closing(_games(args, schedule, server, lambda: progress.show(standings, sprt))) as games,
    ):
        for game in games:
            with uninterrupted():  # a game is counted, saved and printed, or none of it
                standings.add(game)
                if archive is not None:
                    archive.add(game)
                if args.json:
                    print(_json(game_line(game)), flush=True)
                if game.failure:
                    progress.note(
                        tell("cli-arena.game-is-lost", number=game.plan.number, failure=game.failure)
                    )
            progress.show(standings, sprt)
            if sprt is not None and sprt.verdict(standings.score(0, 1)) is not SprtVerdict.OPEN:
                return


def _games(
    args: argparse.Namespace,
    schedule: Schedule,
    server: MatchServer | None,
    still_playing: Callable[[], None],
) -> Generator[PlayedGame, None, None]:
    at_once = min(args.concurrency, schedule.total)
    if server is None:
        return play_games(schedule.plans(), at_once, still_playing)
    return play_games_at(server, schedule.contestants, schedule.plans(), at_once)


def _results(
    args: argparse.Namespace, schedule: Schedule, standings: Standings, sprt: Sprt | None
) -> Iterator[str]:
    if args.json:
        yield _json(summary_line(schedule, standings, sprt))
        return
    size, spec = schedule.rules.size, schedule.rules.spec
    name = spec if isinstance(spec, str) else _json(spec)
    rules = f"{name} on {size}x{size}{''.join(_limits(schedule))}"
    yield f"{rules}, seed {schedule.seed}: {standings.games} of {schedule.total} games"
    yield ""
    yield from format_results(standings, sprt)


def _limits(schedule: Schedule) -> Iterator[str]:
    """The clock, and what each move may take, in words behind the rules."""
    limit = schedule.limit
    if schedule.time != NO_CLOCK:
        yield f", clock {format_time_control(schedule.time)}"
    if limit.time is not None:
        yield f", {limit.time / 1000:g} s a move"
    if limit.nodes is not None:
        yield f", {limit.nodes} nodes a move"
    if limit.depth is not None:
        yield tell("cli-arena.stones-ahead", depth=limit.depth)


def _schedule(args: argparse.Namespace) -> Schedule:
    contestants = parse_players(args.players, engine_limits(args))
    if len(contestants) < 2:
        raise ArenaUsageError(tell("cli-arena.a-match-needs-two-players"))
    return Schedule(
        contestants=contestants,
        rules=_checked_rules(args.ruleset, contestants),
        games=args.games,
        seed=secrets.randbits(32) if args.seed is None else args.seed,
        openings=args.openings,
        opening_plies=args.opening_plies,
        most_plies=args.max_plies,
        limit=Limit(args.move_time, nodes=args.nodes, depth=args.depth),
        time=args.time,
    )


def _sprt(args: argparse.Namespace) -> Sprt | None:
    if args.sprt is None:
        return None
    if len(args.players) != 2:
        raise ArenaUsageError(tell("cli-arena.sprt-is-for-matches-of"))
    return parse_sprt(args.sprt)


def _server(args: argparse.Namespace) -> MatchServer | None:
    """The server to play on; None: without a server."""
    if not args.server:
        if args.insecure or args.identities is not None:
            raise ArenaUsageError(tell("cli-arena.insecure-and-identities-are-for"))
        return None
    return MatchServer(
        args.server, format_time_control(args.time), args.identities, args.insecure, args.accept_address
    )


def _checked_rules(rules: Ruleset, contestants: tuple[NamedPlayer, ...]) -> Ruleset:
    """The ruleset, if all contestants support it. Raises ArenaUsageError and ForeignEngineFailed."""
    if rules.sides != 2:
        raise ArenaUsageError(tell("cli-arena.an-arena-plays-games-of"))
    for contestant in contestants:
        with closing(contestant.player("")) as player:
            if not player.supports(rules):
                raise ArenaUsageError(
                    tell(
                        "cli-arena.or-leave-it-out", label=contestant.label, objection=player.objection(rules)
                    )
                )
            if isinstance(player, EnginePlayer):
                player.try_out(rules)
    return rules


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
