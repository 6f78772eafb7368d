// What was played in a position: on the board, and in a table.

import { pointOf } from "../client/points.js";
import { el } from "../dom/elements.js";
import { coloursOf } from "../rules/ruleset.js";
import { numberText } from "../words/phrases.js";
import { t } from "../words/words.js";
import { percent } from "./scores.js";

const STONE = /^[A-Z]\d+$/;
const SHOWN_FROM = 18; // percent: in narrower parts of a bar there is no space for a number

/** What the board shows of the turns: a number on each point, of games or of wins of the seat to act. */
export function heatOf({ turns = [] }, { size, toAct }, isWins) {
  const most = Math.max(1, ...turns.map(({ games }) => games));
  return turns.flatMap(({ notations, games, wins }) => {
    const text = isWins ? String(percent(wins[toAct] ?? 0, games)) : shortNumber(games);
    const points = notations.filter((notation) => STONE.test(notation)).map((notation) => pointOf(notation, size));
    return points.map((point) => ({ point, text, weight: games / most }));
  });
}

/** The table of turns; `pathOf(turn)` is where a turn leads. */
export function turnTable({ turns = [] }, rules, pathOf) {
  const row = (played) => turnRow(played, coloursOf(rules), pathOf);
  return el(
    "table",
    { class: "turns" },
    el("thead", {}, el("tr", {}, ["archive.move", "archive.games-count", "archive.results"].map((key) => el("th", { scope: "col" }, t(key))))),
    el("tbody", {}, turns.map(row)),
  );
}

/** How the games with a position went, in a sentence. */
export function scoresText({ games = 0, wins = [], draws = 0 }, rules) {
  if (!games) return t("archive.no-games-here");
  return [t("archive.n-games", { n: games }), resultsText({ games, wins, draws }, coloursOf(rules))].join(": ");
}

function turnRow({ notations, games, wins, draws = 0 }, colours, pathOf) {
  const [turn, ...same] = notations;
  const link = el("a", { href: pathOf(turn) }, turn, same.length > 0 && el("small", {}, ` ${t("archive.or", { turns: same.join(" ") })}`));
  return el("tr", {}, el("th", { scope: "row" }, link), el("td", {}, numberText(games)), el("td", {}, resultBar({ games, wins, draws }, colours)));
}

function resultBar(results, colours) {
  const parts = [...results.wins.map((count, seat) => [colours[seat], count]), ["drawn", results.draws]];
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, parts.filter(([, count]) => count > 0).map(([name, count]) => barPart(name, percent(count, results.games))));
  return [bar, el("span", { class: "unseen" }, resultsText(results, colours))];
}

function barPart(name, share) {
  const part = el("span", { class: name }, share >= SHOWN_FROM && `${share} %`);
  part.style.flexGrow = String(Math.max(1, share));
  return part;
}

function resultsText({ games, wins, draws }, colours) {
  const won = wins.map((count, seat) => t("archive.colour-won", { colour: t(`colour.${colours[seat]}`), share: percent(count, games) }));
  return [...won, t("archive.drawn-share", { share: percent(draws, games) })].join(", ");
}

function shortNumber(number) {
  return number < 1000 ? String(number) : `${Math.floor(number / 1000)}k`;
}
