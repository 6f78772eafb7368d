// Prints the table of replies.

import { REPLIES } from "../../../../server/pente_server/web/client/index.js";

console.log(JSON.stringify(REPLIES));
