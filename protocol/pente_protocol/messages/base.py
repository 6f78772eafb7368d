"""What all messages use: ids, rulesets as requested, and the replies that every request may get."""

from enum import StrEnum
from typing import Annotated, ClassVar, Final, NewType, TypeAlias

from msgspec import Meta

from pente_core.clock.instant import Millis
from pente_core.room.refusals import ErrorClass
from pente_core.value import Tagged, check_says

LAST_REQUEST: Final = (1 << 31) - 1
"""The highest request id."""


MOST_ROOMS: Final = 256
"""The maximum rooms in one request."""


RequestId = NewType("RequestId", Annotated[int, Meta(ge=1, le=LAST_REQUEST)])
"""The number of a request on its connection, from 1."""


CommandId = NewType("CommandId", Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}$(?!\n)")])
"""An id that the client chooses for a command: 8 to 40 letters, digits, - and _, drawn anew for each.

A command that is sent again with the same id is carried out only once.
"""


PlayerRef: TypeAlias = Annotated[str, Meta(title="PlayerRef")]
"""A player, by the id or by the name, in upper or lower case. No name is as long as an id."""


_Finite: TypeAlias = Annotated[float, Meta(ge=-1e300, le=1e300)]
"""A float that is neither infinite nor NaN."""


_Parameter: TypeAlias = bool | int | _Finite | str | list[int] | None


RulesetSpec: TypeAlias = Annotated[str | dict[str, _Parameter], Meta(title="RulesetSpec")]
"""A ruleset as a name, or as a flat map of a base and parameters. The server checks it, and replies to a bad
one with an error.
"""


class Right(StrEnum):
    """What a device may do with its account. Each one includes those before it."""

    PLAY = "play"
    """Play, watch, chat in rooms, look at lists: what a room or a lobby needs."""
    ACCOUNT = "account"
    """Change the account and its devices, and read and write what is personal."""

    def allows(self, needed: "Right") -> bool:
        """Whether a device with this right may do what needs another one."""
        return self is Right.ACCOUNT or needed is Right.PLAY


class Request(Tagged):
    """The abstract base of what a client asks for. A class that does not say its reply is refused."""

    reply: ClassVar[type[Tagged]]
    """The class of the reply to a request that is carried out; `Ok` if there is nothing more to say. To any
    other the reply is `Error`.
    """
    needs: ClassVar[Right]
    """What the device must be allowed to do; a request is only for those with all rights until it says itself
    that it is for all.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_says(cls, "reply", type)
        if "needs" not in vars(cls):
            cls.needs = Right.ACCOUNT


class Ok(Tagged, tag="ok"):
    """The request was carried out, and its changes are stored; the reply if no other one says more."""

    id: RequestId


class Error(Tagged, tag="error"):
    """The request was not carried out."""

    id: Annotated[int, Meta(ge=0, le=LAST_REQUEST)]
    """The number of the request; 0: the message answers no request."""
    code: str
    """A value of `pente_core.room.Reason` or `pente_protocol.errors.ErrorCode`."""
    text: str
    kind: ErrorClass = ErrorClass.REFUSED
    """What a program can do about it; each code is always of the same kind."""
    retry_ms: Millis | None = None
    """The time after which the same request may succeed."""
    at: str = ""
    """For ``bad-message``, the place of the mistake as a JSON pointer (RFC 6901), as far as it is known:
    ``/command/point``.
    """
