// A player: ratings and results, how the ratings have gone, results against another player, and the last games.

import { el, fill } from "../dom/elements.js";
import { Loaded } from "../dom/loaded.js";
import { playerLink, profilePath } from "../dom/players.js";
import { select } from "../dom/select.js";
import { timeAgo } from "../dom/time.js";
import { mayPlay } from "../words/bots.js";
import { nameOf, ratingText, speedName } from "../words/phrases.js";
import { t } from "../words/words.js";
import { finishedRow } from "./finished_row.js";
import { searchPath } from "./game_search.js";
import { ratingGraph } from "./rating_graph.js";
import { historyPools, scoreText, streakText } from "./scores.js";

const GAMES = 10;

/** Makes the page; see web/README.md. */
export function open({ session, params: [name], query, go }) {
  let against = query.get("against") ?? "";
  const load = () =>
    loadProfile(session, name, against || usualOpponent(session, name)).catch((error) => {
      last.hidden = error.code === "unknown-player"; // that is said once
      throw error;
    });
  const profile = new Loaded(load, (found) => profileElements(found, { session, go }));
  const games = new Loaded(
    () => session.client.request({ t: "games", filter: { player: name }, count: GAMES }),
    ({ games: found = [] }) => (found.length ? el("ul", { class: "rows" }, found.map(finishedRow)) : el("p", { class: "quiet" }, t("archive.no-games-of", { name }))),
  );
  const more = el("a", { class: "more", href: searchPath({ player: name }) }, t("archive.all-games-of", { name }));
  const last = el("section", { class: "card profile-games" }, el("h2", {}, t("phrase.last-games")), games.element, more);
  const searched = (next) => {
    against = next.get("against") ?? "";
    profile.reload();
  };
  const close = () => [profile, games].forEach((part) => part.close());
  return { element: el("div", { class: "profile" }, profile.element, last), title: name, searched, close };
}

function loadProfile(session, name, against) {
  return session.client.request({ t: "profile", player: name, ...(against ? { against } : {}) });
}

/** Oneself, on the page of somebody else. */
function usualOpponent({ me }, name) {
  return me && me.name.toLowerCase() !== name.toLowerCase() ? me.name : "";
}

function profileElements({ player, scores = [], history = [], streaks, against = null }, { session, go }) {
  const streak = streakText(streaks);
  return [
    el("header", { class: "profile-head" }, el("h1", {}, nameOf(player), player.kind === "bot" && el("span", { class: "small-tag" }, t("phrase.bot"))), actions(session, player)),
    el("section", { class: "card" }, el("h2", {}, t("archive.ratings")), scores.length ? scoreList(scores) : el("p", { class: "quiet" }, t("archive.no-results")), streak && el("p", { class: "streak" }, streak)),
    history.length > 1 && historyCard(history),
    againstCard(player, against, go),
  ];
}

function actions(session, player) {
  if (session.me?.id === player.id || !mayPlay(player)) return null;
  return el("a", { class: "button", href: `/?challenge=${encodeURIComponent(nameOf(player))}` }, t("phrase.challenge"));
}

function scoreList(scores) {
  return el("ul", { class: "rows" }, scores.map(scoreRow));
}

function scoreRow(score) {
  const rating = ratingText(score);
  return el(
    "li",
    { class: "row pool" },
    el("span", { class: "name" }, `${score.ruleset} · ${speedName(score.speed)}`),
    el("span", { class: "value" }, rating || t("archive.unrated"), rating && el("span", { class: "deviation", title: t("archive.deviation") }, ` ± ${Math.round(2 * (score.deviation ?? 0))}`)),
    el("span", { class: "facts" }, scoreText(score)),
    el("span", { class: "when" }, score.last_played > 0 && timeAgo(score.last_played)),
  );
}

/** The graph of one pool, and a choice of the pool where there are several. */
function historyCard(history) {
  const pools = historyPools(history).filter(({ points }) => points.length > 1);
  if (!pools.length) return null;
  const graph = el("div", { class: "graph" }, ratingGraph(pools[0].points));
  const names = pools.map(({ ruleset, speed }, index) => [String(index), `${ruleset} · ${speedName(speed)}`]);
  const menu = select(t("archive.pool"), names, "0", (index) => fill(graph, ratingGraph(pools[Number(index)].points)));
  return el("section", { class: "card" }, el("h2", {}, t("archive.history")), el("div", { class: "graph-head" }, pools.length > 1 ? menu.label : names[0][1]), graph);
}

/** The results against another player, who can be named here. */
function againstCard(player, against, go) {
  const input = el("input", { type: "search", maxlength: 20, autocomplete: "off", spellcheck: "false", value: against ? nameOf(against.opponent) : "" });
  const submit = (event) => {
    event.preventDefault();
    const name = input.value.trim();
    go(`${profilePath(player)}${name ? `?against=${encodeURIComponent(name)}` : ""}`);
  };
  const form = el("form", { class: "against-form", onsubmit: submit }, el("label", { class: "pick" }, el("span", {}, t("archive.against")), input), el("button", {}, t("archive.compare")));
  return el("section", { class: "card" }, el("h2", {}, t("archive.head-to-head")), against && headToHead(player, against), form);
}

function headToHead(player, { opponent, wins = 0, losses = 0, draws = 0, last_played: last = null, complete = true }) {
  if (wins + losses + draws === 0) return el("p", { class: "quiet" }, t("archive.never-played", { one: nameOf(player), other: nameOf(opponent) }));
  return el(
    "div",
    { class: "head-to-head" },
    el("p", { class: "big" }, playerLink({ ...player, rating: null }), el("b", {}, `${wins + draws / 2} – ${losses + draws / 2}`), playerLink({ ...opponent, rating: null })),
    el("p", { class: "quiet" }, scoreText({ wins, losses, draws }), last !== null && [" · ", timeAgo(last)], !complete && ` · ${t("archive.newest-only")}`),
  );
}
