// In which games it is the player's turn, as far as this tab watches them. Without a page.

/** The rooms where a player has to move or choose. */
export function dueRooms(rooms, me) {
  return me ? [...rooms].filter((room) => room.toAct !== null && room.seatOf(me.id) === room.toAct) : [];
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
