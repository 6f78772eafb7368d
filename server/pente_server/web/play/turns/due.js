// Which games wait for the player, as far as this tab watches them. Without a page.

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

/** A title with the number of games in which it is one's turn; `words` says what the number means. */
export function titled(title, count, words) {
  const plain = title.replace(/^\(\d+\) [^·]* · /, "");
  return count ? `(${count}) ${words} · ${plain}` : plain;
}

/** The others of a room. */
export function othersOf({ seats }, me) {
  return seats.filter((player) => player && player.id !== me.id);
}
