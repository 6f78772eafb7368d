"""A whole check: what is played, and in which order."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final

from pente_client.client_check.scenarios.lists import check_archive, check_lobby, check_news
from pente_client.client_check.scenarios.playing import check_playing
from pente_client.client_check.scenarios.resuming import check_resuming
from pente_client.client_check.scenarios.signing_in import check_closing, check_handshake, check_proof
from pente_client.client_check.scenarios.watching import check_watching
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.stage import Stage

_Scenario = Callable[[Stage], Awaitable[None]]

SCENARIOS: Final[Mapping[Part, _Scenario]] = {
    Part.NEWS: check_news,
    Part.LOBBY: check_lobby,
    Part.ARCHIVE: check_archive,
    Part.PLAY: check_playing,
    Part.WATCH: check_watching,
    Part.RESUME: check_resuming,
}
"""What is played for each part, in the order of play: what breaks connections comes last."""


async def play(stage: Stage, parts: Collection[Part]) -> bool:
    """Play to the clients that connect; the answer is whether one did."""
    if not await check_handshake(stage):
        return False
    for part, scenario in SCENARIOS.items():
        if part in parts:
            await scenario(stage)
    await check_closing(stage)
    await check_proof(stage)
    return True
