"""Whether a server can be reached, and what it says of itself. Nothing is signed, and no account opened."""

import time
from collections.abc import Iterator
from typing import Final

from pente_client.addresses.typed_server import parse_server
from pente_client.addresses.web_link import public_origin, web_link
from pente_client.connection import CredentialStore
from pente_client.connection.find_server import find_server
from pente_client.connection.handshake import hear_greeting
from pente_client.connection.link.errors import LinkLost, PermanentFailure
from pente_client.connection.link.link import Link
from pente_client.connection.link.timeouts import DEFAULT_TIMEOUTS
from pente_client.connection.replica.sanitize import clean_name
from pente_client.connection.server_proof import proves_itself
from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_core.identity import PlayerKind
from pente_protocol.address import Address, BadAddress
from pente_protocol.errors import ProtocolError
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.login.signatures import MissingLibrary
from pente_protocol.login.signed_texts import successors
from pente_protocol.messages.hello import Greeting
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean
from pente_protocol.version import SUBPROTOCOL

SLOW: Final = 0.5
"""Seconds for the way there and back from which a clock with little time is a trouble."""
WRONG_CLOCK: Final = 120.0
"""Seconds by which a clock may be wrong before certificates and times of day are."""
_PING: Final = 3.0


async def server_diagnoses(typed: str) -> tuple[Diagnosis, ...]:
    """The server that was typed: reachable or not, who it is, and all that its greeting tells."""
    try:
        meant = parse_server(typed)
        address = await find_server(meant, CredentialStore.default().addresses())
        link = await Link.open(address, DEFAULT_TIMEOUTS)
    except (BadAddress, LinkLost, PermanentFailure, OSError) as problem:
        return (_unreachable(str(problem)),)
    try:
        greeting = await hear_greeting(link, DEFAULT_TIMEOUTS)
        arrived = time.time()
        latency = await link.first_latency(_PING)
    except (LinkLost, PermanentFailure, ProtocolError) as problem:
        return (_unreachable(str(problem)),)
    finally:
        await link.close()
    key = _key(greeting, link.nonce, meant.fingerprint)
    return tuple(_diagnoses(address, greeting, key, arrived, latency))


def _unreachable(why: str) -> Diagnosis:
    text = clean(why, 300).rstrip(".")
    remedy = tell("doctor.games-on-this-machine-need")
    return Diagnosis(tell("doctor.about-server"), text, Grade.PROBLEM, remedy)


def _diagnoses(
    address: Address, greeting: Greeting, key: Diagnosis, arrived: float, latency: float | None
) -> Iterator[Diagnosis]:
    name = f" ({greeting.name})" if greeting.name else ""
    yield Diagnosis(tell("doctor.about-server"), f"{address}{name} is {greeting.server}")
    yield key
    yield _encryption(address)
    yield _friends(address, greeting)
    yield _durability(greeting)
    yield _speed(latency)
    yield _clock(greeting.now / 1000 - arrived + (latency or 0.0) / 2)
    yield _names(greeting)


def _key(greeting: Greeting, nonce: str, meant: str) -> Diagnosis:
    """Whether the server is who it says it is, and, of a link with a fingerprint, who is ``meant``."""
    about, ids = tell("doctor.key-of-the-server"), [greeting.server_id]
    try:
        is_proven = proves_itself(greeting, SUBPROTOCOL, nonce)
    except MissingLibrary:
        return Diagnosis(about, tell("doctor.not-checked-as-cryptography-is"), Grade.WARNING)
    if not is_proven:
        remedy = tell("doctor.say-nothing-to-it-check")
        return Diagnosis(about, tell("doctor.the-server-cant-prove-that"), Grade.PROBLEM, remedy)
    ids += successors(greeting.succeeds, greeting.server_id)
    text = tell("doctor.proven-its-fingerprint-is", fingerprint_of=fingerprint_of(greeting.server_id))
    if meant in ("", *map(fingerprint_of, ids)):
        return Diagnosis(about, text)
    remedy = tell("doctor.ask-who-gave-you-the")
    return Diagnosis(about, tell("doctor.and-the-link-is-for", text=text, meant=meant), Grade.PROBLEM, remedy)


def _encryption(address: Address) -> Diagnosis:
    if address.is_secure:
        return Diagnosis(tell("doctor.about-encryption"), "yes (TLS)")
    if address.is_loopback:
        return Diagnosis(tell("doctor.about-encryption"), tell("doctor.none-and-none-is-needed"))
    remedy = tell("doctor.use-wss-or-a-hosts")
    return Diagnosis(
        tell("doctor.about-encryption"), tell("doctor.none-who-sits-between-can"), Grade.WARNING, remedy
    )


def _friends(address: Address, greeting: Greeting) -> Diagnosis:
    """Where those find the server who are sent a link."""
    public = public_origin(greeting.public_url)
    if public or not address.is_loopback:
        return Diagnosis(
            tell("doctor.about-links"),
            tell("doctor.those-for-others-lead-to", link=public or web_link(str(address), "")),
        )
    remedy = tell("doctor.start-it-with-host-0")
    return Diagnosis(tell("doctor.about-links"), tell("doctor.nobody-else-can-follow-them"), remedy=remedy)


def _durability(greeting: Greeting) -> Diagnosis:
    match greeting.durability:
        case "strict":
            return Diagnosis(tell("doctor.about-store"), tell("doctor.every-move-is-on-disk"))
        case "memory":
            remedy = tell("doctor.ask-the-host-if-games")
            return Diagnosis(
                tell("doctor.about-store"), tell("doctor.memory-only-nothing-is-kept"), Grade.WARNING, remedy
            )
        case other:
            remedy = tell("doctor.its-host-can-run-the")
            text = tell("doctor.moves-can-be-lost-when", other=clean(other, 20))
            return Diagnosis(tell("doctor.about-store"), text, Grade.WARNING, remedy)


def _speed(latency: float | None) -> Diagnosis:
    if latency is None:
        remedy = tell("doctor.try-again-if-it-stays")
        return Diagnosis(
            tell("doctor.about-latency"), tell("doctor.the-server-answers-no-ping"), Grade.WARNING, remedy
        )
    text = tell("doctor.ms-there-and-back", latency=f"{latency * 1000:.0f}")
    if latency > SLOW:
        return Diagnosis(
            tell("doctor.about-latency"), text, Grade.WARNING, tell("doctor.play-with-longer-clocks-or")
        )
    return Diagnosis(tell("doctor.about-latency"), text)


def _clock(ahead: float) -> Diagnosis:
    """``ahead``: seconds by which the server's clock is ahead of this one."""
    text = tell("doctor.ahead" if ahead > 0 else "doctor.behind", seconds=f"{abs(ahead):.1f}")
    if abs(ahead) > WRONG_CLOCK:
        remedy = tell("doctor.games-are-timed-right-all")
        return Diagnosis(tell("doctor.about-clock"), text, Grade.WARNING, remedy)
    return Diagnosis(tell("doctor.about-clock"), text)


def _names(greeting: Greeting) -> Diagnosis:
    known = CredentialStore.default().accounts_at(greeting.server_id)
    names = [clean_name(one.name) for one in known if one.name and one.kind is PlayerKind.PERSON]
    if names:
        return Diagnosis(tell("doctor.about-your-names-there"), ", ".join(names))
    return Diagnosis(tell("doctor.about-your-names-there"), tell("doctor.none-you-play-as-a"))
