// What the reader of a room may do in it. The server decides; this only shows or leaves out.

import { isCorrespondence } from "../../client/clock.js";
import { isGuest } from "../../words/phrases.js";

/** Why somebody may not chat: "unknown", "nobody", "players", "account", "muted" or "guests"; empty: they may. `me`: an identity. */
export function chatRefusal(room, me) {
  if (room.isReadOnly) return "unknown";
  const { chat = "anybody", named_only: isNamedOnly = false } = room.options;
  const isSeated = me !== null && room.seatOf(me.id) !== null;
  if (chat === "nobody" || room.status === "closed") return "nobody";
  if (chat === "players" && !isSeated) return "players";
  if (me === null) return "account";
  if (room.muted.includes(me.id)) return "muted";
  return isNamedOnly && isGuest(me) && !isSeated ? "guests" : "";
}

/** Whether somebody may add to a finished game. `features`: those of the server. */
export function mayAnnotate(room, me, features) {
  return room.status === "finished" && features.includes("review") && chatRefusal(room, me) === "";
}

/**
 * Whether stones may be tried on a board of one's own: always but by a player of a running rated game, for whom it would
 * be a help that the opponent has not. In games of days both may have a board beside them.
 */
export function mayTry(room, me) {
  if (room.isReadOnly) return false; // by which rules?
  const plays = room.status === "playing" && me !== null && room.seatOf(me.id) !== null;
  return !(plays && room.options.rated) || isCorrespondence(room.created.time);
}
