// node golden.mjs GOLDEN CLIENT: what page/golden.js says of a client, the path of its index.js.

import { readFileSync } from "node:fs";
import { takeAll } from "../page/golden.js";

const [golden, client] = process.argv.slice(2);
const { Client } = await import(client);
console.log(JSON.stringify(await takeAll(Client, JSON.parse(readFileSync(golden, "utf8")))));
