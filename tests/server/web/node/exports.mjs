// node exports.mjs GOLDEN: prints the names that the web client exports, and what its classes have.

import { readFileSync } from "node:fs";
import * as client from "../../../../server/pente_server/web/client/index.js";

const { Account, Client, Guest, Handshake, Room } = client;
const { messages } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const synced = messages.find(({ json }) => json.t === "synced").json;
const made = { Account: new Account(), Client: new Client("ws://made.up"), Guest: new Guest(), Handshake: new Handshake({}, ""), Room: new Room("room0001", synced) };
const members = Object.entries(made).map(([name, one]) => {
  const named = [...Object.keys(one), ...Object.getOwnPropertyNames(Object.getPrototypeOf(one))];
  return [name, [...new Set(named)].filter((each) => each !== "constructor").sort()];
});
console.log(JSON.stringify({ exports: Object.keys(client).sort(), members: Object.fromEntries(members) }));
