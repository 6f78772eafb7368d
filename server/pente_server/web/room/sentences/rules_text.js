// A ruleset and the options of a room, explained in a few sentences.

import { coloursOf, rulesetOf, RULESET_NAMES } from "../../rules/index.js";
import { gameText, isMoment, listed, momentText, numberText } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { changedIn } from "./phrases.js";

/** What a ruleset is like: that of its name, and what is changed. */
export function rulesLines(rules) {
  const mine = rulesetOf(rules);
  const about = RULESET_NAMES.includes(mine.variant) ? [t(`room.rules-${mine.variant}`)] : [];
  const changes = changedIn(rules).filter((key) => key !== "variant").map((key) => meaning(mine, key)).filter(Boolean);
  return [...about, ...changes];
}

/** The heading of a game: "Keryo-Pente · 5+3 · rated". */
export function headline({ rules, created, options }) {
  const notes = [options.rated ? t("phrase.rated") : t("room.casual")];
  if (options.viewer_delay) notes.push(t("room.viewers-see-it", { delay: delayText(options.viewer_delay) }));
  if (created.setup) notes.push(t("phrase.from-position"));
  if (rules.goals?.length || created.time.t === "odds") notes.push(t("phrase.handicap"));
  return [gameText({ ruleset: rules, time: created.time }), ...notes].join(" · ");
}

/** What else is to be known of a room: pairs of a key and a text. */
export function factsOf({ options, created, presence }) {
  const { takebacks = true, watch = "anybody", chat = "anybody", viewer_delay: delay, games = 1 } = options;
  return [
    isMoment(created.at) && ["room.opened", t("room.opened-by", { name: created.host?.name ?? "?", moment: momentText(created.at) })],
    games > 1 && ["room.set", t("room.set-number", { n: 2 - (created.number % 2) })],
    games === 1 && created.number > 1 && ["room.series", t("room.series-number", { n: created.number })],
    ["room.takebacks", t(takebacks ? "room.allowed" : "room.not-allowed")],
    ["room.who-watches", t(options.password_hash ? "room.watch-password" : `room.watch-${watch}`)],
    options.private && ["room.listed", t("room.private")],
    delay && ["room.delay", delayText(delay)],
    ["room.who-chats", t(`room.chat-${chat}`)],
    options.hints && ["room.hints", t("room.allowed")],
    presence && ["room.spectators", numberText(presence.viewers)],
  ].filter(Boolean);
}

function delayText({ moves, seconds }) {
  return moves ? t("room.delay-moves", { n: moves }) : t("room.delay-seconds", { n: seconds });
}

/** What one parameter of a ruleset means; empty where its name or another sentence says so. */
function meaning(rules, key) {
  const { captures, poof, goals, size, line, goal, sides } = rules;
  const said = {
    size: () => t("room.means-size", { n: size }),
    line: () => t("room.means-line", { n: line }),
    exact_line: () => t(rules.exact_line ? "room.means-exact" : "room.means-longer"),
    captures: () => (captures.length ? t("room.means-captures", { runs: listed(captures.map(String), "disjunction") }) : t("room.means-no-captures")),
    goal: () => (captures.length ? t("room.means-goal", { n: goal }) : ""),
    goals: () => t("room.means-goals", { goals: listed(goals.map((count, seat) => `${t(`colour.${coloursOf(rules)[seat]}`)} ${count}`)) }),
    poof: () => (poof.length ? t("room.means-poof") : ""),
    unbreakable: () => (rules.unbreakable ? t("room.means-unbreakable") : ""),
    opening: () => t(rules.opening === "centre" ? "room.means-centre" : "room.means-anywhere"),
    second_move: () => t(`room.means-second-${rules.second_move}`),
    swap: () => (rules.swap === "none" ? "" : t(`room.rules-${rules.swap === "swap2" ? "swap2-pente" : "d-pente"}`)),
    stones_per_turn: () => t("room.means-stones", { n: rules.stones_per_turn }),
    sides: () => t("room.means-sides", { n: sides }),
    teams: () => (rules.teams ? t("room.means-teams") : ""),
    dead_draw: () => (rules.dead_draw ? t("room.means-dead") : ""),
  };
  return Object.hasOwn(said, key) ? said[key]() : "";
}
