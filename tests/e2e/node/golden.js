// node golden.js SPECIFICATION: check this implementation against the golden vectors, and the document against
// AsyncAPI's own schema. Prints one line of JSON.

import Ajv from "ajv";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { Messages, NoMessage } from "./messages.js";

const messages = new Messages(process.argv[2]);

for (const { name, from, json, hex } of messages.golden.messages) {
  assert.deepEqual(messages.decode(Buffer.from(hex, "hex"), from), json, name);
  assert.equal(Buffer.from(messages.encode(json)).toString("hex"), hex, name);
}

const taken = messages.golden.refused.filter(({ from, hex }) => {
  try {
    messages.decode(Buffer.from(hex, "hex"), from);
    return true;
  } catch (error) {
    assert(error instanceof NoMessage, error);
    return false;
  }
});

for (const { name, json } of messages.golden.future) {
  assert(messages.isValid.server(json), `${name}: ${JSON.stringify(messages.isValid.server.errors?.slice(0, 3))}`);
}

const standard = createRequire(import.meta.url)("@asyncapi/specs/schemas/3.0.0-without-$id.json");
const check = new Ajv({ strict: false, validateFormats: false }).compile(standard);
assert(check(messages.document), JSON.stringify(check.errors?.slice(0, 5), null, 1));
assert(!check({ ...messages.document, channels: 7 }), "this schema takes anything");

console.log(
  JSON.stringify({
    messages: messages.golden.messages.length,
    refused: messages.golden.refused.length - taken.length,
    taken: taken.map(({ name }) => name),
  }),
);
