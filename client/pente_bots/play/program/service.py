"""A bot as a program, from its first connection to its exit status."""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.bot import Bot, log_end
from pente_bots.play.ports import OwnThinker
from pente_bots.play.program.challenger import ChallengePlan, Challenger, OpponentUnwilling
from pente_bots.play.program.review_service import keep_reviewing
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.review.reviewer import Reviewer
from pente_client.connection import (
    CannotConnect,
    Client,
    ConnectionEnded,
    CredentialStore,
    RequestRejected,
    Timeouts,
)
from pente_client.options.exit_status import ExitStatus, report
from pente_core.identity import PlayerKind

_LOG: Final = logging.getLogger("pente.bot")
_TIMEOUTS: Final = Timeouts(close=0.5)
"""A bot that is stopped closes its connection quickly."""

Work = Callable[[], Coroutine[None, None, None]]
"""What a program of bots does until a signal arrives."""


class BotUsageError(Exception):
    """A command line that makes no sense; the message says what to change."""


@dataclass(frozen=True, slots=True)
class BotService:
    """What a bot is to do, and on which server."""

    url: str
    name: str
    identities: Path | None
    """The file of its credentials; None: the default one."""
    insecure: bool
    wait: float
    """Seconds to retry if the server can't be reached at first."""
    thinker: OwnThinker
    behaviour: Behaviour
    seed: int | None
    accepts_address: bool = False
    """Whether to use its name at a new address of a known server."""
    credential: str = ""
    """The id of its account and a secret, ``ID.SECRET``; empty: those in ``identities``, or a new one."""
    challenge: ChallengePlan | None = None
    reviewers: tuple[Reviewer, ...] = ()
    """What reviews the finished games that players ask for, the best first; empty: it reviews none."""
    report: Callable[[str], None] = _LOG.info
    """Gets the results of the challenge, a line for each game."""

    def client(self) -> Client:
        """A client for the bot, not connected yet."""
        return Client(
            self.url,
            name=self.name,
            kind=PlayerKind.BOT,
            identities=CredentialStore(self.identities) if self.identities else CredentialStore.default(),
            credential=self.credential,
            accepts_address=self.accepts_address,
            insecure=self.insecure,
            retry_first=self.wait,
            pace=_TIMEOUTS,
            on_waiting=lambda reason: _LOG.warning("trying again: %s", reason.partition(";")[0]),
            on_notice=_LOG.warning,
        )


def serve(prepare: Callable[[], BotService], program: str, log_level: str) -> int:
    """Play until a signal arrives or the challenge is over; the exit status.

    ``prepare`` may raise BotUsageError and InvalidPlayerOption.
    """
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("pente").setLevel(log_level.upper())
    return run_until_signal(lambda: play(prepare()), program)


def run_until_signal(work: Work, program: str) -> int:
    """Work until a signal arrives or the work is done; the exit status, after a line on stderr if it failed.

    ``work`` may raise BotUsageError and InvalidPlayerOption.
    """
    try:
        return asyncio.run(_until_signal(work))
    except (BotUsageError, InvalidPlayerOption) as error:
        return report(program, error, ExitStatus.USAGE)
    except CannotConnect as error:
        return report(program, error, ExitStatus.UNREACHABLE)
    except (RequestRejected, OpponentUnwilling) as error:
        return report(program, error, ExitStatus.REJECTED)
    except ConnectionEnded as error:
        return report(program, error)
    except KeyboardInterrupt:  # before the handler was in place
        return ExitStatus.INTERRUPTED


async def _until_signal(work: Work) -> int:
    """Work, and stop at SIGTERM (success) and SIGINT (interrupted)."""
    working = asyncio.ensure_future(work())
    status = ExitStatus.SUCCESS

    def stop(with_status: ExitStatus) -> None:
        nonlocal status
        status = with_status
        working.cancel()

    with _handling(
        {
            signal.SIGTERM: lambda: stop(ExitStatus.SUCCESS),
            signal.SIGINT: lambda: stop(ExitStatus.INTERRUPTED),
        }
    ):
        try:
            await working
        except asyncio.CancelledError:
            _LOG.info("stopped; a bot returns to its games when it is started again")
    return status


@contextmanager
def _handling(handlers: dict[signal.Signals, Callable[[], None]]) -> Iterator[None]:
    """Handle signals in the event loop; on a platform where it can't, Ctrl-C raises KeyboardInterrupt."""
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


async def play(service: BotService) -> None:
    """Connect and play; return when the challenge is over. Raises the errors `serve` has a status for."""
    challenge = service.challenge
    challenger = Challenger(challenge, service.report) if challenge else None
    with closing(service.thinker) as thinker:
        async with service.client() as client:
            _LOG.info("%s plays at %s", client.me.name, service.url)
            ended = challenger.ended if challenger else log_end
            bot = Bot(client, thinker, service.behaviour, Random(service.seed), ended)
            beside = [challenger.run(bot)] if challenger else []
            if service.reviewers:
                beside.append(keep_reviewing(client, service.reviewers))
            await _run(bot, beside)


async def _run(bot: Bot, beside: Sequence[Coroutine[None, None, None]]) -> None:
    """Run the bot until its connection has ended or something beside it is done, as are its challenges."""
    playing = asyncio.create_task(bot.run())
    tasks = {playing, *map(asyncio.create_task, beside)}
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
