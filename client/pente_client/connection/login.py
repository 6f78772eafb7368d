"""The account of a client at its server, over all connections."""

import logging
import platform
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pente_client.addresses.address import Address
from pente_client.addresses.web_link import public_origin
from pente_client.connection.link.errors import (
    CannotConnect,
    ConnectionEnded,
    LinkLost,
    PermanentFailure,
    RequestRejected,
    UnconfirmedServer,
)
from pente_client.connection.state.resumption import Resumption
from pente_client.credentials import Credentials, CredentialStore, OldCredentials
from pente_client.credentials.accounts import NOBODY, new_credentials
from pente_client.credentials.recognition import recognize
from pente_core.identity import PlayerId, PlayerKind
from pente_core.value import replace as changed
from pente_protocol.errors import ErrorCode
from pente_protocol.login.proof import (
    InvalidKey,
    account_of,
    client_proof,
    is_signed,
    key_from_text,
    key_to_text,
)
from pente_protocol.login.signed_message import keys_from, signed_message
from pente_protocol.messages import (
    DeviceKeys,
    Error,
    Greeting,
    Hello,
    KeyText,
    KnownDevice,
    LinkCode,
    NewAccount,
    Nonce,
    OldToken,
    ProvenSignIn,
    RequestId,
    Welcome,
)
from pente_protocol.messages.features import ServerFeature
from pente_protocol.version import VERSION

_LOG: Final = logging.getLogger("pente.client")
_SOON: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.RATE_LIMITED})
"""Reasons that pass so soon that even a first connection is tried again."""
_PASSING: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.RATE_LIMITED, ErrorCode.TOO_MANY})
_OF_PASSWORDS: Final = frozenset({ErrorCode.PASSWORD_NEEDED, ErrorCode.WRONG_PASSWORD})
"""Reasons that say nothing of the account: an earlier hello, whose answer was lost, may have opened it."""
_SERVER_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True)
class AccountChoice:
    """As whom to sign in at a server."""

    name: str
    """Empty: the identity used last there, else a guest."""
    kind: PlayerKind
    store: CredentialStore | None
    """Where accounts are kept; None: nothing is kept, and the player is a new one."""
    credential: str = ""
    """The id of an account with a secret, ``ID.SECRET``, in place of one in the store."""
    code: str = ""
    """A code that adds this device to an account."""
    accepts_address: bool = False
    """Whether a known server may be at a new address."""
    needs_account: bool = True
    """Whether to open an account where there is none yet; else watch without one, if the server allows it."""
    device: str = ""
    """The name of this device in the list of the account's; empty: the operating system."""


class Login:
    """A name, a kind and the keys of this device, and where they are kept. Mutable.

    The secret of a new account is kept before the server hears of its keys: a program that is killed in
    between, or an answer that is lost, costs nobody a name, as the same keys open the same account.

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
        self._given = _read_credential(credential, kind, name) if credential else None
        self._code = choice.code
        self._accepts_address = choice.accepts_address
        self._needs_account = choice.needs_account or bool(name or choice.code or credential)
        self._is_anonymous = False
        """Whether there is no account."""
        self._notice = notice
        self._device = choice.device or platform.system()
        self._is_new_place = False
        """Whether a known server is at a new address as far as a person knows, and has not proven itself."""
        self._is_password_told = False
        """Whether the server has asked for its password; no other server gets it."""
        self._greeting: Greeting | None = None
        self._form = ""
        self._account = new_credentials("", kind, name)
        """The account; a new one until `meet`."""
        self._old: OldCredentials | None = None
        """The account from an older version, as which to sign in once more."""
        self._message = b""
        """What the latest proof has signed."""
        self._first_refusal: Error | None = None
        """Why the server did not take a known account."""
        self._welcome: Welcome | None = None

    def load(self) -> None:
        """Raises CannotConnect when a new secret could not be kept."""
        if self._store is None:
            return
        try:
            self._store.prepare()
        except OSError as error:
            raise CannotConnect(
                f"can't keep your identity in {self._store.path} ({error.strerror}); "
                "set PENTE_STATE to a directory of yours"
            ) from None

    def meet(self, greeting: Greeting, form: str) -> None:
        """Take notice of the server that has greeted, before anything is said to it.

        ``form`` is the subprotocol of the connection. Raises PermanentFailure for a server at which no name
        may be used without asking, and for another server than before.
        """
        before, self._greeting, self._form = self._greeting, greeting, form
        if not _SERVER_ID.fullmatch(greeting.server_id):
            raise PermanentFailure(CannotConnect("the server has no valid id; it may need a newer version"))
        if before is None:
            self._recognize(greeting.server_id)
        elif before.server_id != greeting.server_id:
            raise PermanentFailure(ConnectionEnded("another server answers there than before; connect again"))

    def _recognize(self, server_id: str) -> None:
        """Choose the account. Raises PermanentFailure."""
        if self._given is not None:
            self._account = replace(self._given, server=server_id)
        elif self._store is None:
            self._is_anonymous = self._may_be_anonymous
            self._account = self._new(server_id)
        else:
            try:
                self._check_address(self._store, server_id)
                self._choose(self._store, server_id)
            except OSError as error:
                problem = f"can't read {self._store.path} ({error.strerror}); check its permissions"
                raise PermanentFailure(CannotConnect(problem)) from None

    def _check_address(self, store: CredentialStore, server_id: str) -> None:
        found = recognize(store, self._address, server_id)
        if found.needs_consent and not self._accepts_address:
            problem = UnconfirmedServer(server_id, self._address, found.question, found.refusal)
            raise PermanentFailure(problem)
        self._is_new_place = found.needs_consent
        if found.notice:
            self._notice(found.notice)

    def _choose(self, store: CredentialStore, server_id: str) -> None:
        """Take a known account, one from an older version, or claim a new one."""
        if self._code:
            self._account = store.claim(self._new(server_id))
            return
        account = store.find(server_id, self._kind, self._name)
        old = store.find_old(self._address, self._kind, account.name if account else self._name)
        if account is None and old is not None:
            taken_over = replace(self._new(server_id), name=old.name, player=account_of(old.token))
            account = store.claim(taken_over)
        if account is None and self._may_be_anonymous:
            self._is_anonymous = True
            return
        account = account or store.claim(self._new(server_id))
        if old is not None and not account.is_open and account.player == account_of(old.token):
            self._old = old
        self._account = account

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
        return ServerFeature.POST_MORTEM in self.features and not self._is_anonymous

    def _new(self, server_id: str) -> Credentials:
        new = new_credentials(server_id, self._kind, self._name)
        return replace(new, name="", player=NOBODY) if self._code else new

    def hello(self, id_: RequestId, client: str, resumption: Resumption) -> Hello:
        """The first message of a connection, from the program ``client``; call `meet` first."""
        return Hello(
            id=id_,
            version=VERSION,
            client=client,
            account=None if self._is_anonymous else self._sign_in(),
            rooms=dict(resumption.rooms),
            passwords=resumption.passwords_of_rooms,
            password=self._password if self._is_password_told else "",
            watch_only=self._watch_only,
        )

    def _sign_in(self) -> ProvenSignIn:
        """How to sign in, with a proof for this connection."""
        assert self._greeting is not None
        request = self._request(Nonce(secrets.token_urlsafe(16)))
        self._message = signed_message(
            request,
            form=self._form,
            version=VERSION,
            server_id=self._greeting.server_id,
            server_nonce=self._greeting.nonce,
        )
        return changed(request, proof=key_to_text(client_proof(self._account.secret, self._message)))

    def _request(self, nonce: Nonce) -> ProvenSignIn:
        account, no_proof = self._account, KeyText("")
        if account.is_open:
            return KnownDevice(account.player, account.verifier.device, nonce, no_proof)
        if self._code:
            return LinkCode(self._code, self._keys, nonce, no_proof)
        if self._old is not None:
            return OldToken(self._old.token, self._keys, nonce, no_proof)
        return NewAccount(self._keys, nonce, no_proof, account.name_to_open, account.kind)

    @property
    def _keys(self) -> DeviceKeys:
        return keys_from(self._account.verifier, self._device)

    def welcomed(self, welcome: Welcome) -> None:
        """Check who has welcomed us, and remember who we are.

        Raises PermanentFailure when it is not the server that knows the account, or takes us for another
        player.
        """
        if self._is_anonymous:
            self._welcome = welcome
            return
        try:
            is_theirs = is_signed(self._account.verifier, self._message, key_from_text(welcome.server_proof))
        except InvalidKey:
            is_theirs = False
        if not is_theirs:
            text = "the server can't prove that it knows your account, so your name was not used there"
            raise PermanentFailure(ConnectionEnded(f"{text}; check the address"))
        if self._account.is_open and welcome.player.id != self._account.player:
            raise PermanentFailure(ConnectionEnded("the server took this player for another; connect again"))
        if self._account.is_open:
            self._is_new_place = False
        self._welcome, self._code, self._first_refusal = welcome, "", None
        me = welcome.player
        self._account = replace(self._account, name=me.name, kind=me.kind, player=me.id, is_open=True)
        self._keep()
        self._old = None

    def renamed(self, name: str) -> None:
        """Remember the name that the server has for us now."""
        self._account = replace(self._account, name=name)
        self._keep()

    def _keep(self) -> None:
        if self._store is None:
            return
        try:
            self._store.keep(self._account, self._address, self._old)
        except OSError as error:
            _LOG.warning("can't keep %s in %s: %s", self._account.name, self._store.path, error)

    def forget(self) -> None:
        """Remove the secret of an account that was deleted. Raises OSError."""
        if self._store is not None:
            self._store.remove(self._account)

    def refused(self, error: Error) -> LinkLost | PermanentFailure:
        """The meaning of an error in place of a welcome."""
        if error.code in _PASSING:
            wait = min((error.retry_ms or 0) / 1000, 30)
            return LinkLost(error.text, wait=wait, is_passing=error.code in _SOON)
        if error.code == ErrorCode.PASSWORD_NEEDED and self._password and not self._is_password_told:
            self._is_password_told = True
            return LinkLost(error.text, now=True)
        if self._may_open_again(error):
            self._first_refusal = error
            self._old = None
            self._account = replace(self._account, is_open=False, player=self._account.opens)
            return LinkLost(error.text, now=True)
        if error.code not in _OF_PASSWORDS:
            self._give_up_claim()
        reason = self._first_refusal or error
        return PermanentFailure(RequestRejected(reason.code, reason.text))

    def _may_open_again(self, error: Error) -> bool:
        """Whether the server no longer has the account, so that it could be opened with the same keys.

        Not if another server may only pretend that: with the keys and a proof, it could sign in as us.
        """
        if self._given is not None or self._first_refusal is not None:
            return False
        if error.code == ErrorCode.BAD_TOKEN:
            return self._old is not None
        is_ours = self._welcome is None or self._account.player == self._account.opens
        is_unknown = error.code == ErrorCode.UNKNOWN_DEVICE and not self._is_new_place
        return is_unknown and self._account.is_open and is_ours

    def _give_up_claim(self) -> None:
        """Remove the secret of an account that was not opened."""
        if self._store is None or self._is_anonymous or self._account.is_open:
            return
        if self._first_refusal is not None:
            return
        try:
            self._store.remove(self._account)
        except OSError as error:
            _LOG.warning("can't remove a name that was not to be had from %s: %s", self._store.path, error)


def _read_credential(text: str, kind: PlayerKind, name: str) -> Credentials:
    """The account of an ``ID.SECRET``. Raises CannotConnect."""
    player, _, secret = text.partition(".")
    try:
        return Credentials("", kind, name, PlayerId(player), key_from_text(secret))
    except InvalidKey:
        raise CannotConnect("that is no credential; it has the form ID.SECRET") from None
