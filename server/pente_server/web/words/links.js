// Links that are given to others.

import { fingerprintOf, fragmentOf } from "../client/index.js";

/**
 * The link to a path of this server that is given to others, perhaps to a `place` there: at the address that its `greeting`
 * says, else this, and with its fingerprint.
 */
export function linkTo(path, greeting, place = "") {
  const fingerprint = fingerprintOf(greeting?.server_id ?? "");
  return (greeting?.public_url || location.origin) + path + fragmentOf({ place, fingerprint });
}
