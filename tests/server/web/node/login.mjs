// node login.mjs VECTORS: signs in with the accounts of the vectors, and compares every proof in both directions.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Account, UnprovenServer } from "../../../../server/pente_server/web/client/index.js";

const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
const secret = Buffer.from(vectors.secret, "hex").toString("base64url");
const greeting = { server_id: vectors.server_id, nonce: vectors.server_nonce };
const ours = vectors.sign_ins.filter(({ account }) => ["known_device", "new_account", "link_code"].includes(account.t));

for (const { account: wanted, signature } of ours) {
  const { name, kind, player, code } = wanted;
  const account = new Account({ secret, name, kind, player, code, device: wanted.keys?.name });
  const { proof, device, keys, ...rest } = account.signIn(greeting, wanted.nonce, vectors.form);
  assert.deepEqual([rest.t, rest.code, proof, device], [wanted.t, wanted.code, wanted.proof, wanted.device]);
  assert.deepEqual(keys, wanted.keys);
  const welcome = { player: { id: vectors.account, name: "anna" } };
  assert.throws(() => account.confirm({ ...welcome, server_proof: "A".repeat(43) }), UnprovenServer);
  assert.throws(() => account.confirm(welcome), UnprovenServer);
  account.confirm({ ...welcome, server_proof: signature });
  assert.deepEqual(new Account(JSON.parse(JSON.stringify(account))).toJSON(), account.toJSON());
}
console.log(JSON.stringify({ compared: ours.length }));
