// node login.mjs VECTORS CLIENT: makes every hello of the vectors again, and takes and refuses what they say, with a
// client, the path of its index.js.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { Account, Client, fingerprintOf, fragmentOf, Guest, Handshake, loadSignatures, OtherServer, readFragment, UnprovenServer } = await import(process.argv[3]);
const { verify } = await import(join(process.argv[3], "../../vendor/noble-ed25519/index.js"));
const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { form, client_nonce: nonce, server_nonce, server_key } = vectors.handshake;
const { address, signature } = vectors.greeting;
const greeting = { server_id: vectors.server_id, nonce: server_nonce, server_key, address, signature };
const handshake = new Handshake(greeting, nonce, form);
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64url"));

assert.equal(handshake.greetingText, vectors.greeting.text);
await handshake.prove();
const others = { server_id: vectors.device, nonce, server_key: vectors.key, address: "", signature: `${signature.slice(0, -2)}AA` };
for (const [key, value] of Object.entries(others)) {
  for (const forged of [value, undefined]) {
    const greeted = new Handshake({ ...greeting, [key]: forged }, nonce, form);
    if (key !== "nonce" || forged) await assert.rejects(greeted.prove(), UnprovenServer, key);
    if (key !== "nonce") await assert.rejects(new Account({ name: "Ann" }).signIn({}, greeted), UnprovenServer, key);
  }
}

const { greeting: later, succeeds, ids, refused } = vectors.succession;
const renewed = { ...greeting, signature: later.signature, succeeds };
const known = new Handshake(renewed, nonce, form);
assert.equal(known.greetingText, later.text);
assert.deepEqual(await known.successors(), [[ids[0], ids[1]], [ids[1], vectors.server_id]]);
assert.deepEqual(await handshake.successors(), []);
await assert.rejects(new Handshake({ ...renewed, succeeds: undefined }, nonce, form).prove(), UnprovenServer, "stripped");
assert.equal(fingerprintOf(vectors.server_id), vectors.fingerprint);
for (const odd of ["", "x", `${vectors.server_id}A`, "\u001b[2J"]) assert.equal(fingerprintOf(odd), "");
assert.equal(await handshake.isOf(vectors.fingerprint), true);
for (const former of vectors.succession.fingerprints) {
  assert.equal(await known.isOf(former), true, "an old link leads through the chain");
  assert.equal(await handshake.isOf(former), false);
  await assert.rejects(new Handshake({ ...renewed, signature }, nonce, form).isOf(former), UnprovenServer, "unless it is proven");
}
assert.equal(await known.isOf(vectors.fingerprint.replace(/^./, "7")), false);
for (const [fragment, place, fingerprint] of [["", "", ""], ["12", "12", ""], ["best", "best", ""], ["12,b5xcq2tzp4gkmn7a", "12", "b5xcq2tzp4gkmn7a"], ["b5xcq2tzp4gkmn7a", "", "b5xcq2tzp4gkmn7a"]]) {
  assert.deepEqual(readFragment(fragment), { place, fingerprint });
  assert.equal(fragmentOf({ place, fingerprint }), fragment && `#${fragment}`);
}
assert.equal(readFragment("B5XCQ2TZP4GKMN7A").fingerprint, "b5xcq2tzp4gkmn7a");
for (const { why, succeeds: wrong } of refused) {
  const forged = new Handshake({ ...renewed, succeeds: wrong }, nonce, form);
  const { sign } = await loadSignatures(); // the owner of the present key lies about the former ones
  forged.greeting.signature = Buffer.from(sign(Buffer.from(vectors.server_secret, "hex"), forged.greetingText)).toString("base64url");
  await assert.rejects(forged.prove(), UnprovenServer, why);
}

for (const { hello: wanted, text } of vectors.hellos) {
  const { account: { name, kind, player, code, device_name: device }, ...hello } = wanted;
  const secret = Buffer.from(vectors.secret, "hex").toString("base64url");
  const account = new Account({ secret, name, kind, player, code, device });
  assert.equal(handshake.helloText(wanted), text);
  assert.deepEqual(await account.signIn(hello, handshake), wanted);
  assert.equal(await account.deviceId(), vectors.device);
  account.confirm({ player: { id: vectors.account, name: "anna" } });
  assert.deepEqual(new Account(JSON.parse(JSON.stringify(account))).toJSON(), account.toJSON());
}
await assert.rejects(new Account().signIn({ password: "\ud800" }, handshake), TypeError);
assert.deepEqual(new Guest().signIn({ t: "hello" }).account, { t: "guest" });

const { isSigned, publicKey, sign } = await loadSignatures();
for (const { why, text, key, signature: given } of vectors.refused) assert.equal(isSigned(bytes(key), text, bytes(given)), false, why);
const secret = new Uint8Array(Buffer.from(vectors.secret, "hex"));
assert.equal(isSigned(publicKey(secret), "pente", sign(secret, "pente")), true);
const torsion = vectors.refused.find(({ why }) => why.includes("factor of eight"));
const taken = verify(bytes(torsion.signature), Buffer.from(torsion.text), bytes(torsion.key), { zip215: false });
assert.equal(taken, true, "the library takes it, which is why it is not asked");

/** What a viewer who follows a link with a fingerprint says to the server of the vectors. */
function viewerWith(fingerprint, seal = (said) => Buffer.from(sign(Buffer.from(vectors.server_secret, "hex"), said.greetingText)).toString("base64url")) {
  const said = [];
  const makeSocket = (url, subprotocol) => {
    const send = (text) => said.push(text) && setTimeout(() => socket.onmessage({ data: JSON.stringify({ t: "welcome", id: JSON.parse(text).id, now: 0 }) }));
    const socket = { send, close() {} };
    const greeted = { t: "greeting", ...greeting };
    greeted.signature = seal(new Handshake(greeted, new URL(url).searchParams.get("nonce"), subprotocol));
    setTimeout(() => socket.onmessage({ data: JSON.stringify(greeted) }));
    return socket;
  };
  return { said, client: new Client("ws://x/", { makeSocket, fingerprint, pingEvery: 0 }) };
}

const meant = viewerWith(vectors.fingerprint);
await meant.client.connect();
meant.client.close();
assert.equal(meant.said.length, 1);
for (const [{ said, client }, error] of [
  [viewerWith(vectors.succession.fingerprints[0]), OtherServer],
  [viewerWith(vectors.fingerprint, () => signature), UnprovenServer],
  [viewerWith(vectors.fingerprint, () => undefined), UnprovenServer],
]) {
  await assert.rejects(client.connect(), error);
  client.close();
  assert.deepEqual(said, [], "nothing is said to another server");
}
console.log(JSON.stringify({ made: vectors.hellos.length, refused: vectors.refused.length }));
