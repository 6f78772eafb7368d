"""The lobby and the archive: lists that change, and answers in pages."""

from typing import Any, Final

from pente_client.client_check.scenarios.common import is_alive
from pente_client.client_check.stage.answers import FIRST_PART, NEXT_PAGE
from pente_client.client_check.stage.cast import OPEN, OPPONENT, WATCHED, listed
from pente_client.client_check.stage.findings import Part
from pente_client.client_check.stage.stage import Stage
from pente_core.value import tag_of
from pente_protocol.codec import plain
from pente_protocol.messages import Wire
from pente_protocol.messages.archive import Games, Logs
from pente_protocol.messages.direct_messages import MessageReceived
from pente_protocol.messages.friends import FriendArrived
from pente_protocol.messages.lists import (
    Browse,
    InvitationEnded,
    LobbyUpdate,
    Online,
    PlayersUpdate,
    Rooms,
)
from pente_protocol.messages.tv import Follow

LOBBY_TO_DO: Final = "let the client show the list of rooms"
ARCHIVE_TO_DO: Final = "let the client show the finished games, and one of them"


NEWS: Final[tuple[Wire, ...]] = (
    {"t": tag_of(FriendArrived), "player": plain(OPPONENT)},
    {"t": tag_of(MessageReceived), "message": {"at": 1, "by": plain(OPPONENT), "text": "Shall we play?"}},
    {"t": tag_of(InvitationEnded), "room": OPEN, "host": plain(OPPONENT)},
    {"t": tag_of(PlayersUpdate), "players": [{"player": plain(OPPONENT)}], "removed": [], "count": 2},
)
"""What a server may say of other people at any time, asked for or not."""


async def check_lobby(stage: Stage) -> None:
    """Change the list of rooms under the client's eyes."""
    if not await stage.until(lambda: _asked(stage, Rooms | Browse | Online | Follow)):
        stage.findings.unseen(Part.LOBBY, f"It asked for no list. To check this, {LOBBY_TO_DO}.")
        return
    stage.findings.passed(Part.LOBBY, "It asks for lists.")
    peer = stage.peer
    if peer is None or not _asked(stage, Browse):
        stage.findings.unseen(Part.LOBBY, "It did not browse, so that the list did not change.")
        return
    changed = {
        "rooms": [listed(stage.rooms[WATCHED])],
        "removed": [OPEN, "never-heard-of"],
        "players_online": 3,
    }
    await peer.send({"t": tag_of(LobbyUpdate), **changed})
    stage.findings.expect(
        Part.LOBBY,
        is_met=await is_alive(stage, peer),
        passed="It goes on after changes of the list, also of unknown rooms.",
        missed="It was gone after a change of the list. What is removed may be unknown.",
    )


async def check_news(stage: Stage) -> None:
    """Tell of people what was not asked for."""
    if (peer := stage.peer) is None:
        return
    await peer.send(*NEWS)
    stage.findings.expect(
        Part.NEWS,
        is_met=await is_alive(stage, peer),
        passed="It goes on after messages of players and news of them.",
        missed="It was gone after a message of a player or news of one, which come at any time.",
    )


async def check_archive(stage: Stage) -> None:
    """Answer in pages, and logs in parts."""
    await _check_pages(stage)
    await _check_parts(stage)


async def _check_pages(stage: Stage) -> None:
    if not await stage.until(lambda: _asked(stage, Games)):
        stage.findings.unseen(Part.ARCHIVE, f"It listed no finished games. To check this, {ARCHIVE_TO_DO}.")
    elif await stage.until(lambda: any(one.cursor == NEXT_PAGE for one in _all(stage, Games))):
        stage.findings.passed(Part.ARCHIVE, "It loads the next page of games with the cursor.")
    else:
        stage.findings.unseen(Part.ARCHIVE, "It did not load the next page of games, which has a cursor.")


async def _check_parts(stage: Stage) -> None:
    if not await stage.until(lambda: _asked(stage, Logs)):
        stage.findings.unseen(Part.ARCHIVE, f"It loaded no finished game. To check this, {ARCHIVE_TO_DO}.")
        return
    stage.findings.expect(
        Part.ARCHIVE,
        is_met=await stage.until(lambda: any(one.after == FIRST_PART for one in _all(stage, Logs))),
        passed="It loads the rest of a log that is not complete.",
        missed="The log was not complete. Load the rest: logs with after and the number of events that came, "
        f"here {FIRST_PART}.",
    )


def _all(stage: Stage, kind: type) -> list[Any]:
    return [request for request in stage.requests if isinstance(request, kind)]


def _asked(stage: Stage, kinds: Any) -> bool:
    return any(isinstance(request, kinds) for request in stage.requests)
