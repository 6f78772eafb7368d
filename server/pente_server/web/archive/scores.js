// Results of players in numbers and words. Pure.

import { t } from "../words/words.js";

/** The results in a pool, or against somebody: "12 won, 3 lost, 1 drawn". */
export function scoreText({ wins = 0, losses = 0, draws = 0 }) {
  return t("archive.score", { wins, losses, draws });
}

/** How many games were won or lost in a row, in sentences; empty where there is nothing to say. */
export function streakText({ won = 0, lost = 0, best = 0 } = {}) {
  const now = won > 1 ? t("archive.won-in-a-row", { n: won }) : lost > 1 ? t("archive.lost-in-a-row", { n: lost }) : "";
  return [now, best > 1 ? t("archive.best-in-a-row", { n: best }) : ""].filter(Boolean).join(" ");
}

/** The pools of a rating history, those with most points first: [{ruleset, speed, points}]. */
export function historyPools(history = []) {
  const pools = new Map();
  for (const point of history) {
    const key = `${point.ruleset} ${point.speed}`;
    if (!pools.has(key)) pools.set(key, { ruleset: point.ruleset, speed: point.speed, points: [] });
    pools.get(key).points.push(point);
  }
  return [...pools.values()].sort((one, other) => other.points.length - one.points.length);
}

/** How much of something in whole percent; 0 of nothing. */
export function percent(part, whole) {
  return whole ? Math.round((100 * part) / whole) : 0;
}
