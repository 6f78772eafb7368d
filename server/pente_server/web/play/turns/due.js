// Which games wait for the player, as far as this tab watches them. Without a page.

import { remainingAt } from "../../client/index.js";
import { offersTo } from "../room/possible.js";

/** The rooms where a player has to move or choose, or is asked to go on after a pause. */
export function dueRooms(rooms, me) {
  return me ? [...rooms].filter((room) => isDue(room, room.seatOf(me.id))) : [];
}

function isDue(room, seat) {
  if (room.pausedAt === null) return room.toAct !== null && room.toAct === seat;
  return offersTo(room, seat).some(({ offer }) => offer === "resume");
}

/** The rooms that a player has a seat in and could go back to: those of the list that are being played. */
export function runningRooms(listed, me) {
  return me ? listed.filter(({ room }) => room.status === "playing" && room.seats.some((player) => player?.id === me.id)) : [];
}

/** How long whoever is to act in a room has, as [player, milliseconds]; null where nobody's time runs, or it is not known. */
export function timeLeft({ seats, toAct, clocks }, now) {
  const span = toAct === null ? undefined : remainingAt(clocks, now)[toAct];
  return span === undefined || clocks.running !== toAct ? null : [seats[toAct], span];
}

/** The same of a room in a list. */
export function listedTimeLeft({ room, activity }, now) {
  const { to_act: toAct = null, deadline = null, paused_at: pausedAt = null } = activity ?? {};
  return toAct === null || deadline === null || pausedAt !== null ? null : [room.seats[toAct], deadline - now];
}

/** A title with the number of games in which it is one's turn; `words` says what the number means. */
export function titled(title, count, words) {
  const plain = title.replace(/^\(\d+\) [^·]* · /, "");
  return count ? `(${count}) ${words} · ${plain}` : plain;
}

/** The others of a room. */
export function othersOf({ seats }, me) {
  return seats.filter((player) => player && player.id !== me.id);
}
