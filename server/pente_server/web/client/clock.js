// Clocks, as a page shows them. Spans are milliseconds, moments milliseconds since 1970 by the server's clock.

/**
 * The time that each seat has left at a moment; empty without a clock. It may be below 0 for a moment: the game
 * ends when the server says so.
 */
export function remainingAt({ remaining, running, at, free = 0, rests = [] }, now) {
  const since = Math.max(at, rests[running] ?? 0); // on vacation a player's own clock stands still
  const spent = Math.max(0, now - since - free);
  return remaining.map((span, seat) => (seat === running ? span - spent : span));
}

/**
 * The moment of a game that is shown now: to viewers who see it later that of a while ago, and where the delay is one of
 * moves, that of the last event, as they can't know how long a turn has taken.
 */
export function shownMoment({ options, status, clocks }, isSeated, now) {
  const delay = options.viewer_delay;
  if (!delay || isSeated || status !== "playing") return now;
  return delay.seconds ? now - 1000 * delay.seconds : Math.min(now, clocks.at);
}

/** Whether a turn may take days with a time control, so that players come and go. */
export function isCorrespondence({ t, each = 0 }) {
  return t === "per_move" && each >= 86_400_000;
}

/** A span as people read it: 4:05, 1:00:00, 3d 4:05 from two days on, or 0:09.5 below ten seconds. */
export function formatSpan(span) {
  const tenths = Math.max(0, Math.ceil(span / 100));
  if (tenths < 100) return `0:0${(tenths / 10).toFixed(1)}`;
  const seconds = Math.ceil(span / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (hours >= 48) return `${Math.floor(hours / 24)}d ${hours % 24}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What a clock shows: {span, periods}; in overtime with the periods that remain, otherwise 0 of them. */
export function readingOf(time, remaining) {
  const { t, periods = 0, period = 0 } = time;
  if (t !== "byo_yomi" || remaining > periods * period) return { span: remaining - periods * period, periods: 0 };
  const left = Math.max(1, Math.ceil(remaining / period));
  return { span: remaining - (left - 1) * period, periods: left };
}
