// Which games the several boards show: those that were chosen, and on the other boards games that are worth a look.

/** The most boards at once. */
export const MOST_BOARDS = 9;
const USUAL_BOARDS = 4;
const ROOM = /^[A-Za-z0-9_-]{8,40}$/;

/** The boards that an address asks for: a list with the id of a room, or "" for any game. */
export function boardsOf(query, most = MOST_BOARDS) {
  const chosen = (query.get("rooms") ?? "").split(",").map((id) => (ROOM.test(id) ? id : ""));
  const asked = Number.parseInt(query.get("boards") ?? "", 10) || Math.max(chosen.findLastIndex(Boolean) + 1, USUAL_BOARDS);
  const count = Math.max(1, Math.min(asked, most, MOST_BOARDS));
  return Array.from({ length: count }, (_, place) => chosen[place] ?? "");
}

/** The address of boards; the inverse of `boardsOf`. */
export function boardsPath(boards) {
  const rooms = boards.some(Boolean) ? `&rooms=${boards.join(",")}` : "";
  return `/grid?boards=${boards.length}${rooms}`;
}

/**
 * What each board shows now, ids or null. `before` is what each has shown, which stays as long as the game is on;
 * `rows` are the games that go on. No game is shown twice.
 */
export function filled(boards, before, rows) {
  const live = new Set(rows.map(({ room }) => room.id));
  const shown = boards.map((id, place) => id || (live.has(before[place]) && !boards.includes(before[place]) ? before[place] : null));
  const rest = [...rows].sort(byInterest).map(({ room }) => room.id).filter((id) => !shown.includes(id));
  return shown.map((id) => id ?? rest.shift() ?? null);
}

/** Compares two rows: games whose players are there, then those that moved last. */
function byInterest(one, other) {
  const isThere = ({ activity = {} }) => Number((activity.present ?? []).every(Boolean));
  return isThere(other) - isThere(one) || (other.activity?.last_activity ?? 0) - (one.activity?.last_activity ?? 0);
}
