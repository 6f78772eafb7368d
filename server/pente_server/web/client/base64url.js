// Bytes as base64url without padding: keys, signatures, nonces and ids.

/** Bytes as text; the twin of `bytesOf`. */
export function textOf(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function bytesOf(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** Random bytes as base64url. */
export function randomText(length) {
  return textOf(crypto.getRandomValues(new Uint8Array(length)));
}
