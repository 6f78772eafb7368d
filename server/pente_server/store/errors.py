"""Why a store can't be used, or something in it."""

from typing import NewType
from uuid import uuid4

from pente_core.clock.instant import Instant
from pente_server.store.logs.log_formats import LogFormats
from pente_server.store.problem_code import ProblemCode


class StoreUnavailable(Exception):
    """The store did not answer as it should; the request may or may not have been carried out."""

    def __init__(self, text: str, code: ProblemCode = ProblemCode.UNREACHABLE, *, detail: str = "") -> None:
        """``text`` says in one sentence what is wrong, and ``code`` names it; anybody may read them.

        ``detail`` is for the log only: it may contain addresses.
        """
        super().__init__(f"{text} ({detail})" if detail else text)
        self.text = text
        self.code = code
        self.detail = detail


class DamagedKey(Exception):
    """Something in the store can't be used as what it should be. The message names it, for the log."""


StoreId = NewType("StoreId", str)
"""Identifies a store. It is drawn once, and lies in the store itself: a restored backup has it too."""


def new_store_id() -> StoreId:
    return StoreId(uuid4().hex)


class StoreReplaced(StoreUnavailable):
    """Another store answers, or an empty one, in place of the one that this node has worked with.

    Nothing was read or written there.
    """

    def __init__(
        self, id_: StoreId | None, now: Instant = Instant(0), adopted: Instant | None = None
    ) -> None:
        """``id_`` is that of the store that answers; None: it has none.

        ``now`` is its clock, and ``adopted`` when its host last said that it is to be used.
        """
        what = "another store" if id_ else "a store without an id (empty, or an old backup)"
        super().__init__(
            f"{what} answers in place of the one that this server has worked with;"
            " bring the old one back, or accept this one with `pente admin adopt`",
            ProblemCode.REPLACED,
        )
        self.id = id_
        self.now = now
        self.adopted = adopted


class FormatUnknown(StoreUnavailable):
    """The common log format of the store is one that this node does not write. No beat was recorded."""

    def __init__(self, formats: LogFormats, common: int) -> None:
        if common > formats.newest:
            text = "a newer version of pente has served this store; update this server"
            super().__init__(text, ProblemCode.NEWER_FORMAT)
        else:
            text = "a server too old to share the store with this one still uses it; stop that one first"
            super().__init__(text, ProblemCode.OLDER_SERVER)
