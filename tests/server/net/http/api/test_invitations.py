"""Links with a join code over HTTP: who invites to what, and nothing for those who guess."""

import io

import pytest
import segno

from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.messages.rooms import CodeFound, Create, FindCode, RoomCreated
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from tests.server.net.http.api.reading import raw, read
from tests.server.net.http.test_pages import exchange, get
from tests.support.peer import Peer, Served, creating, serving

NO_CODE = "222222"
HTML = "Accept: text/html"


async def invited(host: Peer) -> RoomCreated:
    """A private room that waits for a friend."""
    fields = creating(ruleset="keryo-pente", seat=1, options=Options(private=True))
    reply = await host.ok(Create, **fields)
    assert isinstance(reply, RoomCreated)
    return reply


async def test_a_link_says_who_invites_to_what_with_a_picture(served: Served, trio: list[Peer]) -> None:
    alice, bob, _ = trio
    room = await invited(alice)
    status, _, body = await exchange(served, get(f"/j/{room.code.lower()}", HTML))
    assert status == 200
    assert 'og:title" content="alice invites you to a game of Pente"' in body
    assert "keryo-pente, 19x19, 5+3. " in body
    picture = f"/api/codes/{room.code}.png"
    assert f'og:image" content="http://127.0.0.1:8765{picture}"' in body
    _, drawn = await raw(served, picture)
    assert tuple(int.from_bytes(drawn[start : start + 4]) for start in (16, 20)) == (1200, 630)

    await bob.act(room.room, cmd.Join())
    begun = (await exchange(served, get(f"/j/{room.code}", HTML)))[2]
    assert "The game has begun." in begun
    assert "alice" not in begun
    assert (await raw(served, picture))[1].startswith(b"\x89PNG")


async def test_a_code_tells_over_the_wire_what_it_invites_to(trio: list[Peer]) -> None:
    alice, bob, _ = trio
    room = await invited(alice)
    found = (await bob.told(CodeFound, FindCode, code=room.code)).invitation
    assert found is not None
    assert (found.host.name, found.ruleset.base, found.seats[0]) == ("alice", "keryo-pente", None)
    await bob.act(room.room, cmd.Join())
    assert (await bob.told(CodeFound, FindCode, code=room.code)).invitation is None
    await bob.act(room.room, cmd.Resign())
    assert (await bob.told(CodeFound, FindCode, code=room.code)).room == room.room  # a player finds the end
    assert await trio[2].code(FindCode, code=room.code) == ErrorCode.UNKNOWN_CODE


async def test_guesses_over_http_and_the_wire_are_counted_together_and_answered_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exempt = "pente_server.net.addresses.connection_limits.ConnectionLimiter.is_exempt"
    monkeypatch.setattr(exempt, lambda *_: False)
    few = Allowance(wrong_codes_per_address=RateLimit(0.001, 4))
    async with serving(allowance=few) as served, Peer(served.url) as host:
        await host.hello()
        room = await invited(host)
        pages = [await exchange(served, get(f"/j/{code}", HTML)) for code in (NO_CODE, "333333")]
        drawn = await read(served, "/api/codes/444444.png")
        assert await host.code(FindCode, code="666666") == ErrorCode.UNKNOWN_CODE
        for code in (NO_CODE, room.code):  # from now on a right one is no different
            assert await host.code(FindCode, code=code) == ErrorCode.RATE_LIMITED
            status, _, body = await exchange(served, get(f"/j/{code}", HTML))
            assert (status, body) == (pages[0][0], pages[0][2]) == (404, pages[1][2])
            assert await read(served, f"/api/codes/{code}.png") == drawn
        assert drawn[0] == 404


async def test_a_wrong_code_counts_once_over_http_and_the_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    exempt = "pente_server.net.addresses.connection_limits.ConnectionLimiter.is_exempt"
    monkeypatch.setattr(exempt, lambda *_: False)
    few = Allowance(wrong_codes_per_address=RateLimit(0.001, 2))
    async with serving(allowance=few) as served, Peer(served.url) as guest:
        await guest.hello()
        for _ in range(2):  # a page asks for its document, and then as the player whose page it is
            assert (await exchange(served, get(f"/j/{NO_CODE}", HTML)))[0] == 404
            assert await guest.code(FindCode, code=NO_CODE) == ErrorCode.UNKNOWN_CODE
        assert await guest.code(FindCode, code="333333") == ErrorCode.UNKNOWN_CODE
        assert await guest.code(FindCode, code="444444") == ErrorCode.RATE_LIMITED


async def test_the_code_to_scan_is_the_link(served: Served) -> None:
    _, _, body = await exchange(served, get("/api/codes/k7m2qx.svg"))
    expected = io.BytesIO()
    fingerprint = fingerprint_of(served.node.identity.server_id)
    segno.make_qr(f"http://127.0.0.1:8765/j/K7M2QX#{fingerprint}", error="m").save(
        expected, kind="svg", border=4, light="#fff", scale=4
    )
    assert body.encode() == expected.getvalue()
