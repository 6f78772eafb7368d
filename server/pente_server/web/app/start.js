// Starts the page.

import { makeFrame } from "./frame.js";
import { prepare } from "./play.js";
import { Router } from "./router.js";
import { Session } from "./session.js";
import { startWorker } from "./worker.js";

const session = new Session();
prepare(session);
new Router(makeFrame(session), session).show();
startWorker();
