// Prints the table of replies, and what comes of a request that is not in it.

import { Connection } from "../../../../server/pente_server/web/client/connection.js";
import { REPLIES } from "../../../../server/pente_server/web/client/index.js";

const connection = new Connection("ws://127.0.0.1:1/", () => ({ send() {}, close() {} }));
let unknown = "";
try {
  connection.request({ t: "yawn" });
} catch (error) {
  unknown = error.message;
}
console.log(JSON.stringify({ rows: REPLIES, unknown }));
