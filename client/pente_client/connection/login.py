"""The account of a client at its server, over all connections."""

import logging
import platform
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from pente_client.addresses.web_link import public_origin
from pente_client.connection.link.errors import (
    CannotConnect,
    ConnectionEnded,
    LinkLost,
    PermanentFailure,
    RequestRejected,
    UnconfirmedServer,
)
from pente_client.connection.server_proof import proves_itself
from pente_client.connection.state.resumption import Resumption
from pente_client.credentials import Credentials, CredentialStore, DeviceKey, InvalidCredentials, parse_key
from pente_client.credentials.accounts import NOBODY, KnownServer, new_credentials
from pente_client.credentials.recognition import recognize
from pente_core.identity import PlayerId, PlayerKind
from pente_protocol.address import Address
from pente_protocol.errors import ErrorCode
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.login.keys import InvalidKey, key_from_text
from pente_protocol.login.signatures import MissingLibrary
from pente_protocol.login.signed_texts import (
    Handshake,
    sign_hello,
    successors,
)
from pente_protocol.messages.account import (
    DeviceId,
    DeviceName,
    Guest,
    KeyText,
    KnownDevice,
    LinkCode,
    NewAccount,
    SignatureText,
    SignedSignIn,
    SignIn,
)
from pente_protocol.messages.base import Error, RequestId, Right
from pente_protocol.messages.features import ServerFeature
from pente_protocol.messages.hello import Greeting, Hello, Welcome
from pente_protocol.sentences import tell

_LOG: Final = logging.getLogger("pente.client")
_SOON: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.RATE_LIMITED})
"""Reasons that pass so soon that even a first connection is tried again."""
_PASSING: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.RATE_LIMITED, ErrorCode.TOO_MANY})
_OF_PASSWORDS: Final = frozenset({ErrorCode.PASSWORD_NEEDED, ErrorCode.WRONG_PASSWORD})
"""Reasons that say nothing of the account: an earlier hello, whose answer was lost, may have opened it."""
UNPROVEN: Final = "unproven-server"
"""The code of a rejection by this client: the request would tell a secret to who can't prove who it is."""
_FOR_NOW: Final = tell("reach.for-now")
_NO_KEY: Final = KeyText("")
_UNSIGNED: Final = SignatureText("")


@dataclass(frozen=True, slots=True)
class AccountChoice:
    """As whom to sign in at a server."""

    name: str
    """Empty: the identity used last there, else a guest."""
    kind: PlayerKind
    store: CredentialStore | None
    """Where accounts are kept; None: nothing is kept, and the player is a new one."""
    credential: str = ""
    """The key of a device as `format_key` writes it, in place of an account in the store.

    Or ``ID.SECRET``, the id of an account and a secret, which a bot of the house has for its own server.
    """
    code: str = ""
    """A code that adds this device to an account."""
    accepts_address: bool = False
    """Whether a known server may be at a new address."""
    needs_account: bool = True
    """Whether to open an account where there is none yet; else watch without one, if the server allows it."""
    device: str = ""
    """The name of this device in the list of the account's; empty: the operating system."""
    fingerprint: str = ""
    """That of the server which is meant; empty: whichever answers."""


class Login:
    """A name, a kind and the key of this device, and where it is kept. Mutable.

    The secret of a new account is kept before the server hears of its key: a program that is killed in
    between, or an answer that is lost, costs nobody a name, as the same key opens the same account.

    Whoever signs in, or has a password to give, does so only to a server that has proven itself before.

    An account that the server no longer knows is kept until it could be opened again.
    """

    def __init__(
        self,
        address: Address,
        choice: AccountChoice,
        *,
        watch_only: bool = False,
        password: str = "",
        notice: Callable[[str], None] = lambda _text: None,
    ) -> None:
        """``password`` is that of the server, for one that asks for it. ``notice`` gets what a person should
        know. Raises CannotConnect.
        """
        name, kind, credential = choice.name, choice.kind, choice.credential
        self._address = str(address)
        self._name = name
        self._kind = kind
        self._store = None if credential else choice.store
        self._watch_only = watch_only
        self._password = password
        key = _read_credential(credential) if credential else None
        self._given = Credentials(key.server, kind, name, key.player, key.secret) if key else None
        self._given_address = key.address if key else ""
        self._code = choice.code
        self._accepts_address = choice.accepts_address
        self._fingerprint = choice.fingerprint
        self._needs_account = choice.needs_account or bool(name or choice.code or credential)
        self._is_anonymous = False
        """Whether there is no account."""
        self._is_guest = False
        """Whether there is one for as long as the connection lasts, without a key."""
        self._notice = notice
        self._device = choice.device or platform.system()
        self._is_password_told = False
        """Whether the server has asked for its password; no other server gets it."""
        self._greeting: Greeting | None = None
        self._handshake: Handshake | None = None
        """What makes the latest connection one of its kind."""
        self._is_proven = False
        """Whether the server has proven itself on it."""
        self._distrust = ""
        """Why this server gets no secret, although it has proven itself; empty: it may have them."""
        self._account: Credentials | None = None
        """The account; None until `meet`, and for a viewer without one."""
        self._first_refusal: Error | None = None
        """Why the server did not take a known account."""
        self._welcome: Welcome | None = None

    def load(self) -> None:
        """Raises CannotConnect when a new secret could not be kept."""
        if self._store is None:
            return
        try:
            if aside := self._store.prepare():
                self._notice(aside)
        except OSError as error:
            raise CannotConnect(
                tell("reach.cant-keep-your-identity-in", path=self._store.path, strerror=error.strerror)
            ) from None

    def meet(self, greeting: Greeting, form: str, nonce: str) -> None:
        """Take notice of the server that has greeted, before anything is said to it.

        ``form`` is the subprotocol of the connection, ``nonce`` what was sent to open it. Raises
        PermanentFailure for a server that can't prove who it is to somebody who signs in, one at which no
        name may be used without asking, and another server than before.
        """
        before, self._greeting = self._greeting, greeting
        self._handshake = Handshake(form, nonce, greeting.nonce, greeting.server_key)
        self._is_proven = False
        if before is not None and before.server_id not in self._ids:
            raise PermanentFailure(ConnectionEnded(tell("reach.another-server-answers-there-than-2")))
        try:
            if self._fingerprint:
                self._check_fingerprint()
            if before is None:
                self._recognize(greeting.server_id)
            elif before.server_id != greeting.server_id:
                self._prove_server()
                self._follow(greeting.server_id)
            elif not (self._is_anonymous or self._is_guest):
                self._prove_server()
        except OSError as error:
            assert self._store is not None
            problem = tell(
                "reach.cant-read-check-its-permissions", path=self._store.path, strerror=error.strerror
            )
            raise PermanentFailure(CannotConnect(problem)) from None
        except MissingLibrary as missing:
            raise PermanentFailure(CannotConnect(str(missing))) from None

    def prove(self) -> None:
        """Check that the server may have a secret: it has proven itself, and took no known one's place.

        Raises RequestRejected.
        """
        if self._distrust:
            raise RequestRejected(UNPROVEN, self._distrust)
        try:
            self._prove_server()
        except PermanentFailure as failure:
            raise RequestRejected(UNPROVEN, str(failure.problem)) from None
        except MissingLibrary as missing:
            raise RequestRejected(UNPROVEN, str(missing)) from None

    def _prove_server(self) -> None:
        """Check that the server has the key of its id, now. Raises PermanentFailure and MissingLibrary."""
        if self._is_proven:
            return
        greeting, handshake = self._greeting, self._handshake
        assert greeting is not None
        assert handshake is not None
        self._is_proven = proves_itself(greeting, handshake.form, handshake.client_nonce)
        if not self._is_proven:
            raise _unproven()

    def _check_fingerprint(self) -> None:
        """Go on only at the server that is meant, also under a key that has taken the place of that one's.

        Without the library for signatures, which makes a guest or a viewer of everybody, what the server says
        of itself is compared, which still catches mistakes. Raises PermanentFailure.
        """
        with suppress(MissingLibrary):
            self._prove_server()
        if self._fingerprint in map(fingerprint_of, self._ids):
            return
        known = self._store.server(self.server_id) if self._store is not None else None
        here = tell("reach.known-server" if known else "reach.the-server-at", address=self._address)
        text = tell(
            "reach.is-not-the-one-that",
            here=here,
            fingerprint_of=fingerprint_of(self.server_id),
            fingerprint=self._fingerprint,
        )
        raise PermanentFailure(CannotConnect(text))

    @property
    def _ids(self) -> tuple[str, ...]:
        """The ids by which the server may be known, the present one first. Raises PermanentFailure."""
        assert self._greeting is not None
        try:
            former = successors(self._greeting.succeeds, self._greeting.server_id)
        except InvalidKey:
            raise _unproven() from None
        return (self._greeting.server_id, *reversed(former))

    def _recognize(self, server_id: str) -> None:
        """Choose the account. Raises PermanentFailure, OSError and MissingLibrary."""
        known = self._find(self._ids)
        self._is_anonymous = self._may_be_anonymous and known is None
        if self._is_anonymous:
            if self._store is not None:
                self._check_address(self._store, server_id)
            return
        try:
            self._prove_server()
        except MissingLibrary:
            if known is not None or self._name or self._code or self._given is not None:
                raise
            self._is_guest = True
            if self._store is not None:
                self._check_address(self._store, server_id)
            self._notice(_FOR_NOW)
            return
        if self._given is not None:
            self._check_key()
            self._account = replace(self._given, server=server_id)
        elif self._store is None:
            self._account = self._new(server_id)
        else:
            self._follow(server_id)
            known = known and self._find((server_id,))
            is_known = known is not None and not self._code
            self._account = known if is_known else self._store.claim(self._new(server_id))

    def _find(self, ids: tuple[str, ...]) -> Credentials | None:
        """The account to use, under the first of the server's ids that has one. Raises OSError."""
        if self._store is None:
            return None
        found = (self._store.find(one, self._kind, self._name) for one in ids)
        return next((one for one in found if one is not None), None)

    def _follow(self, server_id: str) -> None:
        """Go on with what is known of the server by its former keys. Raises PermanentFailure and OSError."""
        assert self._greeting is not None
        if self._store is not None:
            self._check_address(self._store, server_id)
            if self._store.follow(KnownServer(server_id, (), self._greeting.succeeds)):
                self._notice(tell("reach.the-server-at-has-a", address=self._address))
        if self._account is not None:
            self._account = replace(self._account, server=server_id)

    def _check_key(self) -> None:
        """A key is for one server, where it was, or where it says that it is. Raises PermanentFailure."""
        assert self._given is not None
        assert self._greeting is not None
        if self._given.server not in ("", *self._ids):
            text = tell("reach.another-server-answers-there-than")
            raise PermanentFailure(CannotConnect(text))
        if self._given.server not in ("", self._ids[0]):
            self._notice(tell("reach.the-server-has-replaced-its"))
        is_theirs = self._address in (self._greeting.address, self._given_address)
        if self._given.server and not (is_theirs or self._accepts_address):
            text = tell("reach.the-key-is-for-a", given_address=self._given_address, address=self._address)
            raise PermanentFailure(CannotConnect(text))

    def _check_address(self, store: CredentialStore, server_id: str) -> None:
        """A server that has signed that the address is its own is there; one that has not may be a relay."""
        assert self._greeting is not None
        present = KnownServer(server_id, (), self._greeting.succeeds)
        found = recognize(store.contents(), self._address, present)
        if found.rival is not None:
            raise PermanentFailure(CannotConnect(found.rivalry))
        is_used = not (self._is_anonymous or self._greeting.address == self._address)
        if found.needs_consent and is_used and not self._accepts_address:
            problem = UnconfirmedServer(server_id, self._address, found.question, found.refusal)
            raise PermanentFailure(problem)
        self._distrust = found.notice and (
            tell("reach.neither-a-password-nor-a", notice=found.notice, address=self._address)
        )
        if self._distrust and (self._password or self._code):
            raise PermanentFailure(CannotConnect(self._distrust))
        if found.notice:
            self._notice(found.notice)

    @property
    def _may_be_anonymous(self) -> bool:
        assert self._greeting is not None
        is_offered = ServerFeature.ANONYMOUS_VIEWERS in self.features
        return is_offered and self._watch_only and not self._needs_account

    @property
    def features(self) -> tuple[str, ...]:
        """What the server says that it can do; nothing before its greeting."""
        return self._greeting.features if self._greeting is not None else ()

    @property
    def public_url(self) -> str:
        """Where others find the server, as far as it says that; empty for what is no such address."""
        return public_origin(self._greeting.public_url) if self._greeting is not None else ""

    @property
    def may_look(self) -> bool:
        """Whether the server shows to others where this player looks in finished games."""
        return ServerFeature.REVIEW in self.features and not self._is_anonymous

    @property
    def server_id(self) -> str:
        """The id of the server; empty before its greeting."""
        return self._greeting.server_id if self._greeting is not None else ""

    @property
    def device(self) -> DeviceId:
        """The id of this device; empty without an account."""
        return DeviceId("") if self._account is None else self._account.device

    def _new(self, server_id: str) -> Credentials:
        new = new_credentials(server_id, self._kind, self._name)
        return replace(new, name="", player=NOBODY) if self._code else new

    def hello(self, id_: RequestId, client: str, resumption: Resumption) -> Hello:
        """The first message of a connection, from the program ``client``; call `meet` first.

        Raises PermanentFailure when there is a password for a server that has not proven itself.
        """
        hello = Hello(
            id=id_,
            client=client,
            account=self._sign_in,
            rooms=dict(resumption.rooms),
            passwords=resumption.passwords_of_rooms,
            password=self._password if self._is_password_told else "",
            address=self._address,
            watch_only=self._watch_only,
        )
        try:
            if hello.password or resumption.passwords:
                self._prove_server()
            if self._account is None:
                return hello
            assert self._handshake is not None
            return sign_hello(hello, self._account.secret, self._handshake)
        except MissingLibrary as missing:
            raise PermanentFailure(CannotConnect(str(missing))) from None

    @property
    def _sign_in(self) -> SignIn | None:
        if self._account is not None:
            return self._request(self._account)
        return Guest() if self._is_guest else None

    def _request(self, account: Credentials) -> SignedSignIn:
        """How to sign in, without a signature yet."""
        device = DeviceName(self._device)
        if account.is_open:
            return KnownDevice(account.player, _NO_KEY, _UNSIGNED)
        if self._code:
            return LinkCode(self._code, _NO_KEY, _UNSIGNED, device)
        return NewAccount(_NO_KEY, _UNSIGNED, account.name_to_open, account.kind, device)

    def welcomed(self, welcome: Welcome) -> None:
        """Remember who we are. Raises PermanentFailure when the server takes us for another player."""
        if self._account is not None:
            if self._account.is_open and welcome.player.id != self._account.player:
                text = tell("reach.the-server-took-this-player")
                raise PermanentFailure(ConnectionEnded(text))
            me = welcome.player
            self._account = replace(self._account, name=me.name, kind=me.kind, player=me.id, is_open=True)
            self._code, self._first_refusal = "", None
            self._keep()
        self._welcome = welcome

    def renamed(self, name: str) -> None:
        """Remember the name that the server has for us now."""
        assert self._account is not None
        self._account = replace(self._account, name=name)
        self._keep()

    def _keep(self) -> None:
        if self._store is None or self._account is None:
            return
        try:
            self._store.keep(self._account, self._address)
        except OSError as error:
            _LOG.warning("can't keep %s in %s: %s", self._account.name, self._store.path, error)

    def forget(self) -> None:
        """Remove the secret of an account that was deleted. Raises OSError."""
        if self._store is not None and self._account is not None:
            self._store.remove(self._account)

    def refused(self, error: Error) -> LinkLost | PermanentFailure:
        """The meaning of an error in place of a welcome."""
        if error.code in _PASSING:
            wait = min((error.retry_ms or 0) / 1000, 30)
            return LinkLost(error.text, wait=wait, is_passing=error.code in _SOON)
        if error.code == ErrorCode.PASSWORD_NEEDED and self._password and not self._is_password_told:
            self._is_password_told = True
            return LinkLost(error.text, now=True)
        account = self._account
        if account is not None and self._may_open_again(account, error):
            self._first_refusal = error
            self._account = replace(account, is_open=False, player=account.opens)
            return LinkLost(error.text, now=True)
        if error.code not in _OF_PASSWORDS:
            self._give_up_claim()
        reason = self._first_refusal or error
        return PermanentFailure(RequestRejected(reason.code, reason.text))

    def _may_open_again(self, account: Credentials, error: Error) -> bool:
        """Whether the server no longer has the account, so that it could be opened with the same key."""
        if self._given is not None or self._first_refusal is not None:
            return False
        is_ours = self._welcome is None or account.player == account.opens
        return error.code == ErrorCode.UNKNOWN_DEVICE and account.is_open and is_ours

    def _give_up_claim(self) -> None:
        """Remove the secret of an account that was not opened."""
        if self._store is None or self._account is None or self._account.is_open:
            return
        if self._first_refusal is not None:
            return
        try:
            self._store.remove(self._account)
        except OSError as error:
            _LOG.warning("can't remove a name that was not to be had from %s: %s", self._store.path, error)


def _unproven() -> PermanentFailure:
    return PermanentFailure(CannotConnect(tell("reach.the-server-cant-prove-who")))


def _read_credential(text: str) -> DeviceKey:
    """A key, or an ``ID.SECRET`` for the server that answers. Raises CannotConnect."""
    player, dot, secret = text.partition(".")
    try:
        if dot and " " not in text:
            return DeviceKey("", "", PlayerId(player), Right.PLAY, key_from_text(secret))
        return parse_key(text)
    except (InvalidKey, InvalidCredentials):
        text = tell("reach.that-is-no-key-of")
        raise CannotConnect(text) from None
