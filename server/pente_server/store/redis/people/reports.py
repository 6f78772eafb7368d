"""Reports to the host in Redis or Valkey: one hash, as there are few."""

from collections.abc import Sequence
from typing import Any

import msgpack

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_server.store.people.report_store import MOST_REPORTS, OpenReport, PlayerReport
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.server import RedisServer


class RedisReports:
    """A `ReportStore` on one Redis or Valkey server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._redis = server.client
        self._add = server.script("people/report.lua")

    async def add(self, command: str, report: PlayerReport) -> int | None:
        names = [keys.REPORTS, keys.REPORT_COMMANDS]
        arguments = [command, encode_report(report), MOST_REPORTS]
        number: int | None = await self._server.ask(lambda: self._add(keys=names, args=arguments))
        await self._server.confirm()
        return number

    async def open(self) -> Sequence[OpenReport]:
        found: dict[bytes, bytes] = await self._server.ask(lambda: self._redis.hgetall(keys.REPORTS))
        numbers = sorted(int(field) for field in found if field.isdigit())
        return list(_readable(found, numbers))

    async def restore(self, opened: OpenReport) -> None:
        """Add a report of an export, unless there is one with its number."""

        def write(pipeline: Any) -> None:
            pipeline.hsetnx(keys.REPORTS, opened.number, encode_report(opened.report))
            pipeline.hget(keys.REPORTS, "last")

        _, last = await self._server.ask_all(write)
        if int(last or 0) < opened.number:
            await self._server.ask(lambda: self._redis.hset(keys.REPORTS, "last", opened.number))

    async def close(self, number: int) -> bool:
        there: int = await self._server.ask(lambda: self._redis.hdel(keys.REPORTS, number))
        known: dict[bytes, bytes] = await self._server.ask(lambda: self._redis.hgetall(keys.REPORT_COMMANDS))
        commands = [command for command, of in known.items() if of == b"%d" % number]
        if commands:
            await self._server.ask(lambda: self._redis.hdel(keys.REPORT_COMMANDS, *commands))
        return bool(there)


def _readable(found: dict[bytes, bytes], numbers: Sequence[int]) -> Sequence[OpenReport]:
    """The reports with these numbers, but for damaged ones."""
    reports = []
    for number in numbers:
        try:
            reports.append(OpenReport(number, decode_report(found[b"%d" % number])))
        except ValueError:
            continue
    return reports


def encode_report(report: PlayerReport) -> bytes:
    """A report as a value of a field; the twin of `decode_report`."""
    players = [[each.id, each.name, each.kind.value] for each in (report.sender, report.about)]
    body: bytes = msgpack.packb([report.at, *players, report.text, report.room])
    return body


def decode_report(body: bytes) -> PlayerReport:
    """Decode a report. Raises ValueError for anything else."""
    try:
        at, sender, about, text, room = msgpack.unpackb(body)
        return PlayerReport(Instant(int(at)), _identity(*sender), _identity(*about), str(text), RoomId(room))
    except (msgpack.UnpackException, TypeError) as error:
        raise ValueError("this is no report") from error


def _identity(id_: str, name: str, kind: str) -> Identity:
    return Identity(PlayerId(id_), name, PlayerKind(kind))
