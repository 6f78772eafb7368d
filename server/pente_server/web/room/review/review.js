// A computer's review of a finished game, beside the game: what each stone led to, and what would have been better.

import { nameOf } from "../../client/index.js";
import { t } from "../../words/words.js";
import { problemAt, tried } from "../model/tree.js";

/** What is said about stones, with the sign that stands behind them; the worst last. */
export const SIGNS = { "only-move": "!", inaccuracy: "?!", mistake: "?", blunder: "??", "missed-win": "??" };
const LONGEST_LINE = 60;
const MOST_GOOD = 8;

/**
 * The review of a Game in the form of a message: {by, stones}, with the node, colour and point of each stone. null: it does not fit
 * the game. A field with its usual value is missing from a message.
 */
export function reviewOf(game, { by, stones }) {
  const placed = game.frames.map(({ point, colour }, node) => ({ node, point, colour })).filter(({ point }) => point !== undefined);
  const points = game.frames[0].position.stones.length;
  if (typeof by !== "string" || !Array.isArray(stones) || stones.length > placed.length) return null;
  const told = stones.map((stone, index) => ({ ...placed[index], ...stoneOf(stone, points) }));
  return told.every(({ line }) => line !== undefined) ? { by, stones: told } : null;
}

function stoneOf({ played, best, line = [], judgement = "none", good = [] } = {}, points) {
  const isPoint = (point) => Number.isInteger(point) && point >= 0 && point < points;
  const areFew = Array.isArray(line) && Array.isArray(good) && line.length <= LONGEST_LINE && good.length <= MOST_GOOD;
  if (!areFew || ![...line, ...good].every(isPoint) || ![played, best].every(isExpectation)) return {};
  return { played, best, line, judgement: Object.hasOwn(SIGNS, judgement) ? judgement : "none", good };
}

function isExpectation(expected) {
  const { chance, win_in: winIn = 0 } = expected ?? {};
  return Number.isInteger(chance) && chance >= 0 && chance <= 1000 && Number.isInteger(winIn) && Math.abs(winIn) < 10_000;
}

/** Whether a stone gave something away, and a better one is known. */
export function isMistake({ judgement, line }) {
  return !["none", "only-move"].includes(judgement) && line.length > 0;
}

/** What the first colour could expect after a stone, in thousandths of the point. */
export function chanceOfFirst({ colour, played }) {
  return colour ? 1000 - played.chance : played.chance;
}

/** The better line of a stone, as far as it can be played: {point, colour} of each. */
export function betterLine({ tree }, { node, line }) {
  let frame = tree.frameAt(node - 1);
  const stones = [];
  for (const point of line) {
    if (problemAt(frame, point, tree.rules)) break;
    frame = tried(frame, point, tree.rules);
    stones.push({ point, colour: frame.colour });
  }
  return stones;
}

/** What a review says about another stone in place of a mistake: "best", "good", "played" or "unknown". */
export function practiceResult({ point, line, good }, other) {
  if (other === line[0]) return "best";
  if (good.includes(other)) return "good";
  return other === point ? "played" : "unknown";
}

/** What a review says about a stone, as a sentence. */
export function verdictText(stone, size) {
  const name = nameOf(stone.point, size);
  if (stone.judgement === "none") return t("review.fine", { point: name, played: expectedText(stone.played) });
  const texts = { point: name, n: stone.best.win_in ?? 0, played: expectedText(stone.played), best: expectedText(stone.best) };
  return t(`review.is-${stone.judgement}`, texts);
}

function expectedText({ chance, win_in: winIn = 0 }) {
  if (winIn > 0) return t("review.win-in", { n: winIn });
  return winIn < 0 ? t("review.loss-in", { n: -winIn }) : t("review.chance", { percent: Math.round(chance / 10) });
}
