"""Dispatch of requests to their handlers, by the type of the message.

A handler is a method of a small object that has the parts of the server which its topic needs; the node makes
these objects, and the table of all handlers from them. What is true of a handler stands at it: what it costs,
and whether viewers without an account may ask. What is true of a request stands at its class.
"""

from collections.abc import Callable, Coroutine, Iterator, Mapping
from inspect import getmembers_static, iscoroutinefunction
from types import MethodType
from typing import Any, Final, NamedTuple, TypeVar, get_args

from pente_protocol.errors import ErrorCode
from pente_protocol.login.keys import device_words
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.base import Request
from pente_server.limits.errors import RequestDenied
from pente_server.requests.requester import Requester

Q = TypeVar("Q", bound=Request)
S = TypeVar("S")
R = TypeVar("R")
Done = Callable[[Exception | None], None]
Begin = Callable[[Requester, Any, Done], Coroutine[Any, Any, None] | None]
Cost = float | Callable[[Any, Requester, Q], float]
"""What a request costs before it is carried out, or the method that says so."""
_MARK: Final = "_handles"


class Handler(NamedTuple):
    """How the requests of a class are carried out."""

    begin: Begin
    """Carries one out, or begins to; see `dispatch`."""
    cost: float | Callable[[Requester, Any], float]
    """What it costs at first: see `pente_server.requests.costs`."""
    anybody: bool
    """Whether viewers without an account may ask."""

    def cost_of(self, requester: Requester, request: Request) -> float:
        """What a request costs before it is carried out."""
        cost = self.cost
        return cost(requester, request) if callable(cost) else cost


Handlers = Mapping[type[Request], Handler]


class _Mark(NamedTuple):
    """What the decorators note at a method."""

    request: type[Request]
    cost: Cost[Any]
    anybody: bool
    has_done: bool


def answers(
    request: type[Q], *, cost: Cost[Q], anybody: bool = False
) -> Callable[[Callable[[S, Requester, Q], R]], Callable[[S, Requester, Q], R]]:
    """Make a method the handler of a request, which returns the reply.

    One that awaits nothing is carried out in the call that has read the request. Any other runs as a task; it
    may send the reply itself, to do more after that, and return None. What it raises is the reply then:
    Refused, RequestDenied, UnknownRoom, StoreUnavailable, DamagedKey or ProtocolError. Anything else is a
    bug. A method that says to return another reply than the request is refused with a TypeError.
    """

    def mark(method: Callable[[S, Requester, Q], R]) -> Callable[[S, Requester, Q], R]:
        own = (None,) if iscoroutinefunction(method) else ()
        if method.__annotations__["return"] not in (request.reply, *own):
            raise TypeError(f"{method.__qualname__} must return {request.reply.__name__}")
        setattr(method, _MARK, _Mark(request, cost, anybody, has_done=False))
        return method

    return mark


def begins(
    request: type[Q], *, cost: Cost[Q], anybody: bool = False
) -> Callable[[Callable[[S, Requester, Q, Done], R]], Callable[[S, Requester, Q, Done], R]]:
    """Make a method the handler of a request that may be answered later, without a task: see `Begin`."""

    def mark(method: Callable[[S, Requester, Q, Done], R]) -> Callable[[S, Requester, Q, Done], R]:
        setattr(method, _MARK, _Mark(request, cost, anybody, has_done=True))
        return method

    return mark


def handlers_of(*topics: object) -> Handlers:
    """The handlers among the methods of some objects.

    Raises TypeError unless each request of the protocol has exactly one.
    """
    handlers: dict[type[Request], Handler] = {}
    for request, handler in (found for topic in topics for found in _marked(topic)):
        if handlers.setdefault(request, handler) is not handler:
            raise TypeError(f"{request.__name__} has more than one handler")
    if missing := [request.__name__ for request in get_args(ClientMessage) if request not in handlers]:
        raise TypeError(f"{', '.join(missing)} must have a handler")
    return handlers


def _marked(topic: object) -> Iterator[tuple[type[Request], Handler]]:
    for name, method in getmembers_static(type(topic)):
        mark = getattr(method, _MARK, None)
        if mark is not None:
            bound = getattr(topic, name)
            begin = bound if mark.has_done else _begin(bound)
            cost = MethodType(mark.cost, topic) if callable(mark.cost) else mark.cost
            yield mark.request, Handler(begin, cost, mark.anybody)


def _begin(carry_out: Callable[[Requester, Any], Any]) -> Begin:
    """What carries out a request by a method that returns the reply."""
    return _awaiting(carry_out) if iscoroutinefunction(carry_out) else _at_once(carry_out)


def _awaiting(carry_out: Callable[[Requester, Any], Coroutine[Any, Any, ServerMessage | None]]) -> Begin:
    async def begin(requester: Requester, request: Any, _: Done) -> None:
        reply = await carry_out(requester, request)
        if reply is not None:
            requester.send_message(reply)

    return begin


def _at_once(carry_out: Callable[[Requester, Any], ServerMessage]) -> Begin:
    def begin(requester: Requester, request: Any, done: Done) -> None:
        requester.send_message(carry_out(requester, request))
        done(None)

    return begin


def dispatch(
    handlers: Handlers, requester: Requester, request: Request, done: Done
) -> Coroutine[Any, Any, None] | None:
    """Carry out a request and send its reply, or begin to.

    Returns what has to be awaited for that, if anything. If this returns None, ``done`` is called once: when
    the reply was sent, or with an error in its place. That may be later.

    An error, whether raised or handed to ``done``, is one of those that `answers` names; no reply was sent
    then. Anything else is a bug.
    """
    handler = handlers[type(request)]
    if not handler.anybody and requester.is_anonymous:
        text = "You watch without an account. Connect with a name to do this."
        raise RequestDenied(ErrorCode.ACCOUNT_NEEDED, text)
    if not requester.right.allows(request.needs):
        words = device_words(requester.device)
        text = f"This device, {words}, may play, and no more. Allow it more on a device that may do all."
        raise RequestDenied(ErrorCode.RIGHT_NEEDED, text)
    return handler.begin(requester, request, done)
