"""The players of a sequel: with ratings that include the game before it, which may not be counted yet."""

from pente_core.identity import Identity
from pente_server.results.post_game import FinishedRoom, PostGameJob
from pente_server.results.profiles import Profiles


async def players_as_of_now(
    ended: FinishedRoom, profiles: Profiles, count: PostGameJob | None
) -> tuple[Identity | None, ...]:
    """The players of a finished room by seat, with their ratings as of now.

    ``count`` counts the game for them first, once, however often it is called; None: it never counts. Raises
    StoreUnavailable.
    """
    created = ended.room.created
    if created.options.rated and count is not None:
        await count(ended)
    is_wanted = created.options.rated or created.options.ratings is not None
    return tuple(
        [
            None
            if player is None
            else await profiles.with_rating(player, created.ruleset, created.time, wanted=is_wanted)
            for player in ended.room.seats
        ]
    )
