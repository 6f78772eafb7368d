"""The channels of TV."""

from typing import Annotated, Final, NewType

from msgspec import Meta

TvChannel = NewType("TvChannel", Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$(?!\n)")])
"""The name of a channel: ``best``, ``people``, ``bots``, or a ruleset with a name."""

BEST: Final = TvChannel("best")
"""All games."""
PEOPLE: Final = TvChannel("people")
"""Games of people only."""
BOTS: Final = TvChannel("bots")
"""Games of bots only."""
