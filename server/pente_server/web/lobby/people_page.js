// Who is online: names, ratings, and what they do, as it changes.

import { el, fill } from "../dom/elements.js";
import { KeyedList } from "../dom/keyed.js";
import { problem } from "../dom/loaded.js";
import { folded, select } from "../dom/select.js";
import { byStrength } from "../words/bots.js";
import { RULESET_CHOICES, SPEED_CHOICES, nameOf } from "../words/phrases.js";
import { t } from "../words/words.js";
import { playerFeed } from "./feeds.js";
import { playerRow } from "./player_rows.js";

/** Makes the page; see web/README.md. */
export function open({ session }) {
  const feed = playerFeed(session, { ruleset: "pente" });
  const chosen = { kind: "", order: "name", name: "" };
  const rows = new KeyedList(el("ul", { class: "rows people" }), ({ player }) => player.id, playerRow(session));
  const count = el("p", { class: "lead" }, t("phrase.loading"));
  const state = el("div", { class: "state" });
  const show = () => showPlayers({ feed, chosen, rows, count, state, session });
  feed.addEventListener("change", show);
  const element = el("div", { class: "people-page" }, el("h1", {}, t("lobby.people")), count, folded(t("lobby.filter-players"), false, choices(feed, chosen, show)), el("div", { class: "card" }, rows.parent, state));
  return { element, title: t("lobby.people"), close: () => feed.close() };
}

function showPlayers({ feed, chosen, rows, count, state, session }) {
  if (feed.error) fill(state, problem(feed.error, () => feed.renew()));
  if (!feed.isLoaded) return;
  fill(count, t("lobby.players-online", { n: feed.count }));
  const all = [...feed.rows.values()];
  const shown = all.filter((row) => matches(row, chosen)).sort(comparison(chosen.order, friendsOf(session)));
  rows.show(shown);
  if (!feed.error) fill(state, notice(feed, all, shown));
}

function notice(feed, all, shown) {
  if (!all.length) return el("p", {}, t("lobby.nobody-online"));
  if (!shown.length) return el("p", {}, t("lobby.no-match"));
  return feed.count > all.length ? el("p", {}, t("lobby.more-players", { n: feed.count - all.length })) : null;
}

function matches({ player }, { kind, name }) {
  return (!kind || (player.kind ?? "person") === kind) && nameOf(player).toLowerCase().includes(name.trim().toLowerCase());
}

/** Compares two rows: friends first, then by name, rating or strength. */
function comparison(order, friends) {
  const byName = (one, other) => nameOf(one.player).localeCompare(nameOf(other.player));
  const byRating = (one, other) => (other.player.rating ?? -Infinity) - (one.player.rating ?? -Infinity) || 0;
  const byOrder = order === "rating" ? (one, other) => byRating(one, other) || byName(one, other) : byName;
  const byKind = (one, other) => isBot(one) - isBot(other) || (isBot(one) && order === "name" ? byStrength(one.player, other.player) : 0);
  const byFriend = (one, other) => friends.has(other.player.id) - friends.has(one.player.id);
  return (one, other) => byFriend(one, other) || byKind(one, other) || byOrder(one, other);
}

function isBot({ player }) {
  return Number(player.kind === "bot");
}

function friendsOf(session) {
  return new Set(session.client.welcome?.friends ?? []);
}

function choices(feed, chosen, show) {
  const which = { ruleset: "pente", speed: null };
  const ask = (changes) => feed.choose(Object.assign(which, changes));
  const choose = (changes) => {
    Object.assign(chosen, changes);
    show();
  };
  const search = el("input", { type: "search", autocomplete: "off", maxlength: 20, oninput: () => choose({ name: search.value }) });
  return el(
    "div",
    { class: "filters" },
    el("label", { class: "pick" }, el("span", {}, t("lobby.name")), search),
    select(t("lobby.kind"), [["", t("lobby.kind-all")], ["person", t("lobby.kind-person")], ["bot", t("lobby.kind-bot")]], "", (kind) => choose({ kind })).label,
    select(t("lobby.order"), [["name", t("lobby.by-name")], ["rating", t("lobby.by-rating")]], "name", (order) => choose({ order })).label,
    select(t("lobby.ratings-in"), RULESET_CHOICES, "pente", (ruleset) => ask({ ruleset })).label,
    select(t("lobby.speed"), [["", t("lobby.usual-speed")], ...SPEED_CHOICES], "", (speed) => ask({ speed: speed || null })).label,
  );
}
