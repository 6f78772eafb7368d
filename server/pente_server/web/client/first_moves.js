// First moves: a game is aborted when a player makes no stone or choice of their own in time. This knows until when.

const MOST = 60_000;
const LEAST = 10_000;
const DAY = 86_400_000;

/**
 * The first moves of a room, {made, until}, once a turn begins; null: all are made, or need not be. `turn` is the
 * event of the turn before, with the position `before` it.
 */
export function firstMovesAfter(room, { t, seat, choice, before }) {
  const { created, firstMoves, clocks, status, position } = room;
  const { needs_first_moves: needed = true } = created;
  const whole = timeToBegin(created.time);
  if (!firstMoves || !needed || !whole || status !== "playing") return null;
  let { made = [] } = firstMoves;
  const isOwn = t && t !== "retired" && !isForced(before, room.rules);
  if (isOwn && !made.includes(seat)) made = [...made, seat];
  if (choice === "swap") made = made.map((other) => 1 - other);
  if (position.taken.every((_, other) => made.includes(other) || position.out.includes(other))) return null;
  if (made.includes(position.toAct)) return { made, until: null };
  if (before && position.toAct === before.toAct && choice !== "swap" && firstMoves.until) return { ...firstMoves, made };
  const { remaining, rests = [], at, free } = clocks;
  const since = Math.max(at, rests[position.toAct] ?? 0);
  return { made, until: since + Math.min(whole, free + (remaining[position.toAct] ?? whole)) };
}

/** Whether there is only one point to play on. */
function isForced({ ply, size }, { opening = "centre" }) {
  return ply === 0 && opening === "centre" && size % 2 === 1;
}

function timeToBegin({ t, each, initial, periods = 0, period = 0 }) {
  if (t === "unlimited") return 0;
  if (t === "per_move") return each >= DAY ? each : Math.min(MOST, each);
  const start = t === "odds" ? Math.min(...initial) : initial + periods * period;
  return Math.min(MOST, Math.max(LEAST, Math.floor(start / 5)));
}
