"""A whole game in 60 lines: python first_client.py [URL [OPPONENT]], with the package websockets installed.

It opens an account, challenges a player, and answers every move with a stone on any empty point. It knows no
rules: what a move captures, and when the game is over, is in the events.
"""

import asyncio
import base64
import hashlib
import hmac
import itertools
import json
import random
import secrets
import sys

from websockets.asyncio.client import connect

FORM = "pente.v1+json"


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def new_account(greeting, name):
    """Keys for a new account, and the proof that we have their secret; the secret itself stays here."""
    secret, nonce = secrets.token_bytes(32), secrets.token_urlsafe(24)
    client_key, server_key = (hmac.digest(secret, word, "sha256") for word in (b"Client Key", b"Server Key"))
    stored_key = hashlib.sha256(client_key).digest()
    device = text(hashlib.sha256(b"pente device " + stored_key + server_key).digest()[:16])
    ids = (greeting["server_id"], greeting["nonce"], nonce)
    signed = "\n".join(("pente login", FORM, "1", *ids, "new_account", device, "")).encode()
    signature = hmac.digest(stored_key, signed, "sha256")
    proof = text(bytes(one ^ other for one, other in zip(client_key, signature, strict=True)))
    keys = {"stored_key": text(stored_key), "server_key": text(server_key)}
    return {"t": "new_account", "keys": keys, "nonce": nonce, "proof": proof, "name": name, "kind": "bot"}


async def play(url="ws://127.0.0.1:8765", opponent="easy-bot", name="first-client"):
    room, stones, ids = {}, set(), itertools.count(1)
    async with connect(url, subprotocols=[FORM], compression=None) as socket:

        async def send(**message):
            await socket.send(json.dumps({"id": next(ids), **message}))

        async for frame in socket:
            match json.loads(frame):
                case {"t": "greeting"} as greeting:
                    account = new_account(greeting, name)
                    await send(t="hello", version=1, client="first-client/1", account=account)
                case {"t": "welcome"}:
                    game = {"ruleset": "pente", "time": "5+3", "seat": 1, "invite": [opponent]}
                    await send(t="create", command_id=secrets.token_urlsafe(12), **game)
                case {"t": "synced", "room": room_id, "snapshot": {"version": version}, "mark": mark}:
                    room = {"room": room_id, "base": {"version": version, "mark": mark}}
                case {"t": "happened", "version": version, "mark": mark, "event": event}:
                    room["base"] = {"version": version, "mark": mark}
                    if event["t"] == "moved":
                        stones.add(event["point"])
                        stones -= {point for taken in event.get("captured", []) for point in taken["points"]}
                    if event["t"] == "moved" and event["seat"] == 0:
                        open_points = [point for point in range(19 * 19) if point not in stones]
                        command = {"t": "play", "point": random.choice(open_points)}
                        await send(t="act", command_id=secrets.token_urlsafe(12), command=command, **room)
                    if event["t"] == "finished":
                        print(f"The game is over by {event['termination']}; won by seats {event['winners']}.")
                        break
                case {"t": "error", "text": problem}:
                    print(problem)
                    break


asyncio.run(play(*sys.argv[1:]))
