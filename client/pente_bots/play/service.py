"""A bot at a server, from its first connection to its exit status."""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.bot import Bot, ignore
from pente_bots.play.challenger import ChallengePlan, Challenger, OpponentUnwilling
from pente_bots.players.player_options import InvalidOption
from pente_bots.thinking.thinker import Thinker
from pente_client.connection import (
    CannotConnect,
    Client,
    ConnectionEnded,
    CredentialStore,
    RequestRejected,
    Timeouts,
)
from pente_core.identity import PlayerKind

_LOG: Final = logging.getLogger("pente.bot")
_PACE: Final = Timeouts(close=0.5)
"""A bot that is told to stop says goodbye quickly."""


class BotUsageError(Exception):
    """A command line that makes no sense; the message says why."""


@dataclass(frozen=True, slots=True)
class BotService:
    """What a bot is to do, and where."""

    url: str
    name: str
    identities: Path | None
    """Where it keeps who it is; None: where all do."""
    insecure: bool
    wait: float
    """Seconds to try when the server can't be reached at first."""
    thinker: Thinker
    manners: Behaviour
    seed: int | None
    challenge: ChallengePlan | None = None
    tell: Callable[[str], None] = _LOG.info
    """Gets the results of the challenge, a line each."""

    def client(self) -> Client:
        """A client that is not connected yet."""
        return Client(
            self.url,
            name=self.name,
            kind=PlayerKind.BOT,
            identities=CredentialStore(self.identities) if self.identities else CredentialStore.default(),
            insecure=self.insecure,
            retry_first=self.wait,
            pace=_PACE,
        )


def serve(prepare: Callable[[], BotService], program: str, log_level: str) -> int:
    """Play until a signal, or until the challenge is over; the exit status.

    ``prepare`` may raise WrongUse and BadOption.
    """
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("pente").setLevel(log_level.upper())
    try:
        return asyncio.run(_until_signal(prepare()))
    except (BotUsageError, InvalidOption) as error:
        status, reason = 2, str(error)
    except CannotConnect as error:
        status, reason = 3, str(error)
    except (RequestRejected, OpponentUnwilling) as error:
        status, reason = 4, str(error)
    except ConnectionEnded as error:
        status, reason = 1, str(error)
    except KeyboardInterrupt:  # before the handler was in place
        return 130
    print(f"{program}: {reason}", file=sys.stderr)
    return status


async def _until_signal(service: BotService) -> int:
    """Play, and stop with status 0 at SIGTERM and 130 at SIGINT."""
    work = asyncio.ensure_future(play(service))
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


async def play(service: BotService) -> None:
    """Connect and play; returns when the challenge is over. Raises what `serve` has a status for."""
    challenge = service.challenge
    challenger = Challenger(challenge, service.tell) if challenge else None
    with closing(service.thinker) as thinker:
        async with service.client() as client:
            _LOG.info("%s plays at %s", client.me.name, service.url)
            ended = challenger.ended if challenger else ignore
            bot = Bot(client, thinker, service.manners, Random(service.seed), ended)
            await _run(bot, challenger)


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
