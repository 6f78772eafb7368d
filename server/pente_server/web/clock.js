// Clocks, as a page shows them. Spans are milliseconds, moments milliseconds since 1970 by the server's clock.

/**
 * The time that each seat has left at a moment; empty without a clock. It may be below 0 for a moment: the game
 * ends when the server says so.
 */
export function remainingAt({ remaining, running, at, free = 0 }, now) {
  const spent = Math.max(0, now - at - free);
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

/** A span as people read it: 4:05, 1:00:00, or 0:09.5 below ten seconds. */
export function formatSpan(span) {
  const tenths = Math.max(0, Math.ceil(span / 100));
  if (tenths < 100) return `0:0${(tenths / 10).toFixed(1)}`;
  const seconds = Math.ceil(span / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
