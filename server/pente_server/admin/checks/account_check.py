"""Check of accounts: the accounts themselves, their names, results and ledgers."""

from collections.abc import Callable, Mapping
from typing import Final

import msgpack

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind
from pente_server.admin.checks.damage import Damage, moved_field, renamed
from pente_server.results.pool_results import LedgerEntry, PoolResults
from pente_server.store.redis.accounts.devices import FIELD, decode_device
from pente_server.store.redis.people.messages import decode_message
from pente_server.store.redis.people.reports import decode_report
from pente_server.store.redis.raw_keys import Command, RawKeys
from pente_server.store.redis.wire import keys

_UNREADABLE: Final = (ValueError, LookupError, TypeError, AttributeError, msgpack.UnpackException)
"""What decoding of an account or of results raises for anything else."""

Fields = Mapping[bytes, bytes]


async def account_damage(raw: RawKeys, player: PlayerId, now: Instant) -> list[Damage]:
    """All damage of one player's account and results. Raises StoreUnavailable."""
    names = (
        raw.keys.player(player),
        raw.keys.standings(player),
        raw.keys.ledger(player),
        raw.keys.messages(player),
    )
    account, standings, ledger, kept = await raw.read([("HGETALL", name) for name in names], at_once=True)
    messages = {field: body for field, body in (kept or {}).items() if field.startswith(b"sent:")}
    devices = {field: body for field, body in (account or {}).items() if field.startswith(FIELD.encode())}
    return [
        *await _of_account(raw, player, account or {}, now),
        *_of_fields(names[0], devices, "device", decode_device, now),
        *_of_fields(names[1], standings or {}, "results in a pool", PoolResults.decode, now),
        *_of_fields(names[2], ledger or {}, "entry of the ledger", LedgerEntry.decode, now),
        *_of_fields(names[3], messages, "message", decode_message, now),
    ]


async def report_damage(raw: RawKeys, now: Instant) -> list[Damage]:
    """All damage of the open reports. Raises StoreUnavailable."""
    (fields,) = await raw.read([("HGETALL", keys.REPORTS)])
    reports = {field: body for field, body in (fields or {}).items() if field.isdigit()}
    return _of_fields(keys.REPORTS, reports, "report", decode_report, now)


async def _of_account(raw: RawKeys, player: PlayerId, fields: Fields, now: Instant) -> list[Damage]:
    if not fields.keys() - {b"rated", b"deleted"}:  # none, or an account that has expired or was deleted
        return []
    key = raw.keys.player(player)
    try:
        name = _name(fields)
    except _UNREADABLE as error:
        what = f"the account {player} can't be read: {type(error).__name__}: {error}"
        remedy = f"renames it to {keys.set_aside(key, now)}; the player can then open a new one"
        return [Damage(what, remedy, renamed(key, now))]
    claims = {
        raw.keys.name(name): f"the name {name}",
        raw.keys.alike(name): f"what looks like the name {name}",
    }
    owners = await raw.read([("GET", claim) for claim in claims])
    found = (_of_claim(player, *each) for each in zip(claims.items(), owners, strict=True))
    return [damage for damage in found if damage is not None]


def _of_claim(player: PlayerId, claim: tuple[str, str], owner: bytes | None) -> Damage | None:
    key, name = claim
    if owner is None:
        what = f"{name} of the account {player} is not reserved, so that others could take it"
        reserve: Command = ("SET", key, player, "NX")
        return Damage(what, "reserves it", (reserve,))
    if owner != player.encode():
        what = f"{name} of the account {player} belongs to the player {owner.decode(errors='replace')}"
        return Damage(what, "is up to you: one of the two has to choose another name")
    return None


def _name(fields: Fields) -> str:
    """The name in an account; the other fields are only checked. Raises one of `_UNREADABLE`."""
    PlayerKind(fields[b"kind"].decode())
    int(fields.get(b"renamed", b"0"))
    return fields[b"name"].decode()


def _of_fields(
    key: str, fields: Fields, what: str, decode: Callable[[bytes], object], now: Instant
) -> list[Damage]:
    found = []
    for field, body in fields.items():
        try:
            decode(body)
        except _UNREADABLE as error:
            name = field.decode(errors="replace")
            text = f"the {what} {name} in {key} can't be read: {type(error).__name__}: {error}"
            remedy = f"moves it to {keys.set_aside(f'{key}:entries', now)}"
            found.append(Damage(text, remedy, moved_field(key, now, field, body)))
    return found
