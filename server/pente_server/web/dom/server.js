// Where the server of this page is.

/** Whether others can read what this page sends: it came without TLS, and not from the same machine. */
export function isExposed({ protocol, hostname } = location) {
  return protocol !== "https:" && !isLoopback(hostname);
}

/** Whether only this machine can follow a link. */
export function isOnlyHere(link) {
  return isLoopback(new URL(link).hostname);
}

const isLoopback = (hostname) => ["localhost", "[::1]"].includes(hostname) || /^127[.]/.test(hostname);

/** Its address for clients, such as "wss://pente.example". */
export function serverUrl({ protocol, host } = location) {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}`;
}
