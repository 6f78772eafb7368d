// Where the server of this page is.

import { fingerprintOf, fragmentOf } from "../client/fingerprint.js";

/** Whether others can read what this page sends: it came without TLS, and not from the same machine. */
export function isExposed({ protocol, hostname } = location) {
  return protocol !== "https:" && !isLoopback(hostname);
}

/** Whether only this machine can follow a link. */
export function isOnlyHere(link) {
  return isLoopback(new URL(link).hostname);
}

const isLoopback = (hostname) => ["localhost", "[::1]"].includes(hostname) || /^127[.]/.test(hostname);

/**
 * The link to a path of this server that is given to others, perhaps to a `place` there: at the address that its `greeting`
 * says, else this, and with its fingerprint.
 */
export function linkTo(path, greeting, place = "") {
  const fingerprint = fingerprintOf(greeting?.server_id ?? "");
  return (greeting?.public_url || location.origin) + path + fragmentOf({ place, fingerprint });
}

/** Its address for clients, such as "wss://pente.example". */
export function serverUrl({ protocol, host } = location) {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}`;
}
