"""A session: one connection of one player, from its hello to its end.

Its requests are carried out one after the other, and the reply to one is sent before the next is begun. Most
of them need neither a task nor a queue: the connection hands over a message, a room decides, the store calls
back, and the reply is sent. An idle session is a few objects and no task.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from websockets.frames import Close

from pente_protocol.errors import CloseCode, ProtocolError
from pente_protocol.messages import ClientMessage, Wire
from pente_server.limits.limits import HELLO_WITHIN, READ_WITHIN
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.sessions.connected_player import ConnectedPlayer
from pente_server.net.sessions.greeting import handshake_of
from pente_server.net.sessions.inbox import Inbox
from pente_server.net.sessions.request_replies import SessionClosed, close_for, error_reply, request_id_in
from pente_server.net.sessions.session_connection import SessionConnection
from pente_server.net.sessions.session_parts import SessionParts
from pente_server.net.sessions.sign_in import PATIENCE, hello_in
from pente_server.requests.costs import FREE, cost_of_sending
from pente_server.requests.dispatch import dispatch
from pente_server.store import DamagedKey

_log = logging.getLogger(__name__)


class Session(ConnectedPlayer):
    """The server's side of one connection. Mutable."""

    def __init__(
        self,
        server: SessionParts,
        connection: SessionConnection,
        address: ClientAddress,
        ended: Callable[["Session"], None] = lambda _: None,
    ) -> None:
        """``ended`` is called once, when the connection and the last request have ended."""
        super().__init__(server, connection, address)
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._inbox = Inbox(connection)
        self._request = 0
        """The number of the request that is carried out, or was last; 0: it has none."""
        self._sent_before = 0
        """Bytes that were queued before it."""
        self._is_charged = False
        """Whether it is a question."""
        self._is_busy = False
        """Whether a message waits for its turn, or is carried out; the others wait in the inbox."""
        self._task: asyncio.Task[None] | None = None
        """Carries out a slow request."""
        self._timer = self._loop.call_later(HELLO_WITHIN, self._no_hello)
        """For what is waited for: the hello, the turn of a message, or a peer that does not read."""
        self._go_on: Callable[[], None] | None = None
        """What is done when the peer has read most of what it was sent."""
        self._is_signed_in = False
        self._is_over = False
        """Whether no more requests are carried out."""
        said = server.greeter.greeting(connection)
        self.handshake = handshake_of(connection, said)
        """What makes this connection one of its kind; None if the client has sent no nonce."""
        self.own_address = connection.own_address
        self.send_message(said)

    def end(self, code: CloseCode, reason: str) -> None:
        """Close the connection after what is queued, and carry out no more requests; never waits."""
        if not self._is_over:
            self._is_over = True
            self._loop.call_soon(self._close, code, reason)  # after the reply to the request that asks for it

    # What the connection reports

    def receive(self, message: bytes | str) -> None:
        """Handle a message, or queue it while another one is handled."""
        if self._is_over:
            return
        if self._is_busy:
            self._inbox.put(message)
        else:
            self._is_busy = True
            self._attempt(self._take, message)

    def resume(self) -> None:
        """Go on after the peer has read most of what it was sent."""
        go_on, self._go_on = self._go_on, None
        if go_on is not None:
            self._timer.cancel()
            go_on()

    def lost(self, sent: Close | None) -> None:
        """Take notice of the end of the connection. What came before is carried out all the same."""
        self._is_lost = True
        if sent is not None and not self._is_over:  # the peer broke the protocol or sent no pongs
            self.note(logging.INFO, "connection closed", code=sent.code, reason=sent.reason)
        self.resume()
        self._settle()

    def stop(self) -> None:
        """End at once: what is carried out may be waiting for a store that is not reachable."""
        self._is_over = True
        self._go_on = None
        if self._task is None:
            self._release()
        else:
            self._task.cancel()

    # One message after the other

    def _take(self, message: bytes | str) -> None:
        try:
            request = self._form.decode_client(message)
        except ProtocolError as error:
            self._reject(message, error)
            return
        self._request = request.id
        if not self._is_signed_in:
            self._timer.cancel()
            self._run(self._sign_in(request, self._form.unpack(message)), self._done)
            return
        cost = self._server.handlers[type(request)].cost_of(self, request)
        self._is_charged = cost > FREE
        if wait := self._pacing.wait(cost):
            self._timer = self._loop.call_later(wait, self._attempt, self._after_waiting, request)
        else:
            self._after_waiting(request)

    def _reject(self, message: bytes | str, error: ProtocolError) -> None:
        """Reply to a frame that is not a valid message, in its turn. Raises SessionClosed."""
        self._request = self._number_of(message)
        self.note(logging.INFO, "invalid message", reason=error.text, at=error.at)
        if self._is_signed_in and not self._pacing.tolerates_invalid():
            raise SessionClosed(CloseCode.BAD_MESSAGE, f"Too many invalid messages. {error.text}")
        if wait := self._pacing.wait(FREE):
            self._timer = self._loop.call_later(wait, self._done, error)
        else:
            self._done(error)

    def _number_of(self, message: bytes | str) -> int:
        """The number of a request that is not valid; 0 if it has no valid one."""
        try:
            return request_id_in(self._form.unpack(message))
        except ProtocolError:
            return 0

    def _after_waiting(self, request: ClientMessage) -> None:
        if self._connection.is_writable or self._is_lost:
            self._carry_out(request)
        else:
            self._when_read(partial(self._attempt, self._carry_out, request))

    def _when_read(self, go_on: Callable[[], None]) -> None:
        """Go on when the peer has read most of what it was sent; disconnect it if that takes too long."""
        self._go_on = go_on
        self._timer = self._loop.call_later(READ_WITHIN, self._cut)

    def _carry_out(self, request: ClientMessage) -> None:
        self._sent_before = self._outbox.queued
        if self._server.heartbeat.is_serving:
            self._dispatch(request)
        else:
            self._run(self._server.heartbeat.check(PATIENCE), partial(self._dispatch, request))

    def _dispatch(self, request: ClientMessage) -> None:
        work = dispatch(self._server.handlers, self, request, self._done)
        if work is not None:
            self._run(work, self._done)

    def _run(self, work: Coroutine[Any, Any, None], then: Callable[[], None]) -> None:
        """Wait for something in a task, and go on then."""
        self._task = self._loop.create_task(work)
        self._task.add_done_callback(partial(self._ran, then))

    def _ran(self, then: Callable[[], None], task: "asyncio.Task[None]") -> None:
        self._task = None
        if task.cancelled():
            self._done()
        elif (error := task.exception()) is not None:
            self._done(error)
        else:
            self._attempt(then)

    def _attempt(self, step: Callable[..., None], *arguments: Any) -> None:
        try:
            step(*arguments)
        except Exception as error:  # noqa: BLE001 -- a bug in one session must not affect other connections
            self._done(error)

    def _done(self, error: BaseException | None = None) -> None:
        """A request was answered, or has failed; the next one follows in another turn of the loop."""
        if error is not None and not self._is_over:
            self._fail(error)
        if self._is_charged:  # also for a few bytes of other rooms that happened to be sent meanwhile
            self._is_charged = False
            self.charge(cost_of_sending(self._outbox.queued - self._sent_before))
        self._is_busy = False
        self._settle()

    def _settle(self) -> None:
        """Begin what comes next, if nothing is being done."""
        if self._is_busy:
            return
        if self._inbox and not self._is_over:
            self._is_busy = True
            self._loop.call_soon(self._attempt, self._take_next)
        elif self._is_over or self._is_lost:
            self._leave()
            if self._is_lost:
                self._finish()

    def _take_next(self) -> None:
        if self._is_over:
            self._done()
        else:
            self._take(self._inbox.take())

    # Sign-in

    def _no_hello(self) -> None:
        self._done(SessionClosed(CloseCode.NO_HELLO, "no hello came in time"))

    async def _sign_in(self, first: ClientMessage, wire: Wire) -> None:
        await self._server.sign_in.sign_in(self, self._address, hello_in(first), wire)
        self._is_signed_in = True

    async def turn(self, cost: float) -> None:
        """Wait until the peer may have a request carried out that costs so much at first."""
        if wait := self._pacing.wait(cost):
            await asyncio.sleep(wait)
        if not (self._connection.is_writable or self._is_lost):
            has_read = self._loop.create_future()
            self._when_read(partial(has_read.set_result, None))
            await has_read

    # Errors and the end

    def _fail(self, error: BaseException) -> None:
        """Reply to a request that failed, or close the connection for it."""
        if isinstance(error, DamagedKey):
            self.note(logging.ERROR, "damaged data", damage=str(error), remedy="pente admin check")
        reply = error_reply(self._request, error)
        if reply is not None:
            self.send_message(reply)
        if reply is None or not self._is_signed_in:
            self._is_over = True
            closed = self._closed_for(error)
            self._close(closed.code, str(closed))

    def _closed_for(self, error: BaseException) -> SessionClosed:
        """How an error ends the session; logs that."""
        closed = close_for(error)
        if closed is None:
            _log.error("a session failed", exc_info=error)
            return SessionClosed(CloseCode.INTERNAL, "internal error; the log of the server has details")
        self.note(logging.INFO, "session closed", reason=str(error))
        return closed

    def _close(self, code: int, reason: str) -> None:
        """Close the connection after what is queued."""
        self._outbox.flush()
        self._connection.close(code, reason)
        if self._task is None:
            self._release()

    def _release(self) -> None:
        """Drop what waits, and a commit that is waited for: it counts, but gets no reply."""
        self._timer.cancel()
        self._inbox.clear()
        self._go_on = None
        self._is_busy = False
        self._settle()

    def _leave(self) -> None:
        if self._player is not None:
            for audience in self._server.audiences:
                audience.leave(self)

    def _finish(self) -> None:
        self._timer.cancel()
        self._outbox.end()
        ended, self._ended = self._ended, _ignore
        ended(self)


def _ignore(_: Session) -> None:
    """Ignore a second end."""
