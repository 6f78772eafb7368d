"""A whole game in 60 lines: python first_client.py [URL [OPPONENT]], with websockets and cryptography.

It opens an account, challenges a player, and places stones on any empty points when it is to act.
"""

import asyncio
import base64
import hashlib
import itertools
import json
import random
import secrets
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from websockets.asyncio.client import connect

FORM = "pente.v1+json"


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def new_account(greeting, nonce, address, name):
    """A hello with a new account, if the server has proven who it is; the secret key itself stays here."""
    key, proof = (base64.urlsafe_b64decode(greeting[name] + "==") for name in ("server_key", "signature"))
    assert greeting["server_id"] == text(hashlib.sha256(b"pente server 1\0" + key).digest()[:16])
    both = {"form": FORM, "client_nonce": nonce, "server_nonce": greeting["nonce"], "server_key": text(key)}

    def signed(which, **what):
        what |= {"context": f"pente {which} 1", **both}
        return json.dumps(what, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    told = {"address": ""} | {key: greeting[key] for key in ("address", "succeeds") if key in greeting}
    Ed25519PublicKey.from_public_bytes(key).verify(proof, signed("greeting", **told))
    public = text((secret := Ed25519PrivateKey.generate()).public_key().public_bytes_raw())
    account = {"t": "new_account", "key": public, "name": name, "kind": "bot"}
    hello = {"t": "hello", "address": address, "account": account}
    account["signature"] = text(secret.sign(signed("hello", hello=hello)))
    return hello | {"client": "first-client/1"}


async def play(url="ws://127.0.0.1:8765", opponent="easy-bot", name="first-client"):
    room, stones, ids, nonce = {}, set(), itertools.count(1), secrets.token_urlsafe(16)
    async with connect(f"{url}/?nonce={nonce}", subprotocols=[FORM], compression=None) as socket:

        async def send(**message):
            await socket.send(json.dumps({"id": next(ids), **message}))

        async for frame in socket:
            match json.loads(frame):
                case {"t": "greeting"} as greeting:
                    await send(**new_account(greeting, nonce, url, name))
                case {"t": "welcome"}:
                    game = {"ruleset": "pente", "time": "5+3", "seat": 1, "invite": [opponent]}
                    await send(t="create", command_id=secrets.token_urlsafe(12), **game)
                case {"t": "synced", "room": room_id, "snapshot": {"version": version}, "mark": mark}:
                    room = {"room": room_id, "base": {"version": version, "mark": mark}}
                case {"t": "happened", "version": version, "mark": mark, "event": event, **turn}:
                    room["base"] = {"version": version, "mark": mark}
                    if event["t"] == "moved":
                        stones.add(event["point"])
                        stones -= {point for taken in event.get("captured", []) for point in taken["points"]}
                    if turn.get("to_act") == 1 and event["t"] in ("started", "moved", "resumed"):
                        open_points = [point for point in range(19 * 19) if point not in stones]
                        command = {"t": "play", "point": random.choice(open_points)}
                        await send(t="act", command_id=secrets.token_urlsafe(12), command=command, **room)
                    if event["t"] == "finished":
                        print(f"The game is over by {event['termination']}; won by seats {event['winners']}.")
                        break
                case {"t": "error", "text": problem}:
                    sys.exit(problem)


asyncio.run(play(*sys.argv[1:]))
