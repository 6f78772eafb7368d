// Names, ratings, rulesets, times and results, as every part of the page writes them. Pure.

import { RULESET_NAMES, rulesetOf, rulesetText } from "../rules/ruleset.js";
import { LANGUAGE, t } from "./words.js";

/** The speeds of games, the fastest first. */
const SPEEDS = ["bullet", "blitz", "rapid", "slow", "correspondence"];

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const LONGEST_NAME = 20;

/** The choice of a ruleset, and that of a speed, as pairs of a value and its text. */
export const RULESET_CHOICES = RULESET_NAMES.map((name) => [name, name]);
export const SPEED_CHOICES = SPEEDS.map((speed) => [speed, speedName(speed)]);

/** A name that is safe to show, whatever a server says it is: of letters, digits, - and _. */
export function nameOf(player) {
  if (!player) return t("phrase.nobody");
  return String(player.name).slice(0, LONGEST_NAME).replaceAll(/[^A-Za-z0-9_-]/g, "_") || "_";
}

/** Whether a person has a name that the server made up. */
export function isGuest({ name }) {
  return /^guest-/i.test(name);
}

/** Words as a list: "a, b and c". */
export function listed(words, type = "conjunction") {
  return new Intl.ListFormat(LANGUAGE, { type }).format(words);
}

/** A rating such as 1512, with a question mark while it is uncertain; empty without one. */
export function ratingText({ rating = null, provisional = false } = {}) {
  return rating === null ? "" : `${rating}${provisional ? "?" : ""}`;
}

/** The name of a ruleset, with its size, or that it was changed, where it differs from the one of that name. */
export function rulesName(rules) {
  const { variant, size } = rulesetOf(rules);
  const isOfOurs = Object.keys(rules).every((key) => Object.hasOwn(rulesetOf({}), key)); // a newer server may have others
  if (isOfOurs && rulesetText(rules) === variant) return variant;
  return size === 19 ? `${variant}, changed` : `${variant} ${size}×${size}`;
}

/** The rules and the time of a game: "keryo-pente · 5+3". */
export function gameText({ ruleset, time }) {
  return `${rulesName(ruleset)} · ${timeText(time)}`;
}

/** A time control in short, such as 5+3, as it is typed in a terminal. */
export function timeText(control) {
  switch (control.t) {
    case "fischer":
      return `${minutes(control.initial)}+${seconds(control.increment ?? 0)}`;
    case "delay":
      return `${minutes(control.initial)}d${seconds(control.delay)}`;
    case "byo_yomi":
      return `${minutes(control.initial)}+${control.periods}×${seconds(control.period)}`;
    case "per_move":
      return perMoveText(control.each);
    case "odds":
      return control.initial.map((initial, seat) => `${minutes(initial)}+${seconds(control.increment[seat] ?? 0)}`).join(" : ");
    case "unlimited":
      return t("phrase.no-clock");
    default:
      return String(control.t); // of a newer server
  }
}

/** A speed in a word. */
export function speedName(speed) {
  return SPEEDS.includes(speed) ? t(`speed.${speed}`) : String(speed);
}

/** How a finished game ended for a seat: "won", "lost", "drawn" or "aborted". */
export function endFor({ termination, winners = [] }, seat) {
  if (termination === "aborted") return "aborted";
  if (!winners.length) return "drawn";
  return winners.includes(seat) ? "won" : "lost";
}

/** The result and the reason of a finished game in a sentence. `players`: their identities by seat. */
export function resultText({ termination, winners = [], players }) {
  const who = listed(winners.map((seat) => nameOf(players[seat])));
  const key = `result.${termination}`;
  if (!winners.length) return t(["aborted", "agreement"].includes(termination) ? key : "result.drawn");
  return t(REASONS.has(termination) ? key : "result.won", { who });
}

const REASONS = new Set(["line", "captures", "resignation", "time", "forfeit"]);

/** A span that is waited for, rounded up: "40 s", "3 min", "2 days". */
export function spanText(span) {
  const seconds = Math.max(0, Math.ceil(span / 1000));
  if (seconds <= 90) return t("room.span-seconds", { n: seconds });
  if (seconds <= 5400) return t("room.span-minutes", { n: Math.ceil(seconds / 60) });
  return seconds < 172_800 ? t("room.span-hours", { n: Math.ceil(seconds / 3600) }) : t("room.span-days", { n: Math.round(seconds / 86_400) });
}

/** A moment relative to now, such as "5 min. ago" or "in 3 days". Both in milliseconds since 1970. */
export function relativeText(at, now = Date.now()) {
  const span = at - now;
  const [size, unit] = UNITS.find(([least]) => Math.abs(span) >= least) ?? [];
  return unit ? relative.format(Math.trunc(span / size), unit) : t("phrase.just-now");
}

const UNITS = [[365 * DAY, "year"], [30 * DAY, "month"], [DAY, "day"], [60 * MINUTE, "hour"], [MINUTE, "minute"]];
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always", style: "short" });

/** A moment in the reader's time zone, such as "Nov 23, 2026, 3:05 AM". */
export function momentText(at) {
  return formatted(moments, at);
}

/** That a game is paused, and when it goes on at the latest if that was announced; empty where it is not. */
export function pauseText({ activity = {} }) {
  if (!activity.paused_at) return "";
  return activity.resumes_at ? t("lobby.paused-until", { moment: momentText(activity.resumes_at) }) : t("lobby.paused");
}

/** The day of a moment, such as "Nov 23, 2026". */
export function dayText(at) {
  return formatted(days, at);
}

/** The time of day of a moment, such as "3:05 AM". */
export function dayTimeText(at) {
  return formatted(dayTimes, at);
}

const moments = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium" });
const dayTimes = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "short" });

function formatted(format, at) {
  return isMoment(at) ? format.format(at) : "?";
}

/** Whether a calendar has a moment. 0 stands for one that nobody knows, as in some imported games. */
export function isMoment(at) {
  return at !== 0 && Number.isFinite(at) && Math.abs(at) <= 8.64e15;
}

/** A number as people write it, such as 12,345. */
export function numberText(number) {
  return numbers.format(number);
}

const numbers = new Intl.NumberFormat(LANGUAGE);

function perMoveText(each) {
  return each % DAY === 0 ? t("phrase.days-a-move", { n: each / DAY }) : t("phrase.seconds-a-move", { n: seconds(each) });
}

function minutes(span) {
  return String(Number((span / MINUTE).toFixed(2)));
}

function seconds(span) {
  return Math.floor(span / SECOND);
}
