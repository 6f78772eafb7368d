// A client of the pente protocol, without anything to install, for browsers and for Node. See client.js.

export { nodesOf } from "./analysis.js";
export { clean } from "./clean.js";
export { Client, newCommandId } from "./client.js";
export { formatSpan, readingOf, remainingAt, shownMoment } from "./clock.js";
export { ConnectionClosed, RequestRejected, SUBPROTOCOL } from "./connection.js";
export { fingerprintOf, fragmentOf, readFragment } from "./key_names.js";
export { Account, Guest, Handshake, loadSignatures, OtherServer, UnprovenServer } from "./login.js";
export { nameOf, pointOf } from "./points.js";
export { formatPosition, parsePosition } from "./position.js";
export { REPLIES } from "./replies.js";
export { Room } from "./room.js";
