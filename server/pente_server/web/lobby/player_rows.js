// A connected player as a row of a list. The row stays while the player does something else.

import { el, fill } from "../dom/elements.js";
import { playerLink } from "../dom/players.js";
import { timeAgo } from "../dom/time.js";
import { mayPlay, strengthText } from "../words/bots.js";
import { listed, nameOf } from "../words/phrases.js";
import { t } from "../words/words.js";

/**
 * A row: name, rating, what the player does and, unless `isShort`, since when they are here, and a link to challenge them
 * unless it is oneself.
 */
export function playerRow(session, isShort = false) {
  return (listed) => {
    const who = el("span", { class: "who" });
    const does = el("span", { class: "does" });
    const element = el("li", { class: "row person" }, who, does, challengeLink(session, listed.player));
    let shown = "";
    const show = (row) => {
      const state = JSON.stringify(row);
      if (state === shown) return;
      shown = state;
      fill(who, playerLink(row.player), isFriend(session, row.player) && el("span", { class: "small-tag" }, t("lobby.friend")));
      fill(does, activityOf(row), !isShort && row.since > 0 && [" · ", t("lobby.came"), " ", timeAgo(row.since)]);
    };
    show(listed);
    return { element, show };
  };
}

/** A bot in a list of those to play: name, rating and strength. */
export function botRow(session) {
  return (listed) => {
    const { player } = listed;
    const strength = el("span", { class: "does" }, strengthText(player));
    return { element: el("li", { class: "row bot" }, el("span", { class: "who" }, playerLink(player)), strength, challengeLink(session, player)) };
  };
}

/** What a player does, in words; with a link where it can be watched. */
function activityOf({ activity = "lobby", opponents = [], room = null }) {
  const who = listed(opponents.map((name) => nameOf({ name })));
  const key = activity === "playing" && who ? "lobby.plays-them" : `lobby.is-${activity}`;
  const text = ACTIVITIES.has(activity) ? t(key, { who }) : t("lobby.is-lobby");
  return room === null ? text : el("a", { href: `/r/${room}` }, text);
}

const ACTIVITIES = new Set(["playing", "waiting", "watching", "lobby"]);

function challengeLink(session, player) {
  if (session.me?.id === player.id) return el("span", { class: "small-tag" }, t("phrase.you"));
  if (!mayPlay(player)) return null;
  const name = nameOf(player);
  const href = `/?challenge=${encodeURIComponent(name)}`;
  return el("a", { class: "button", href, "aria-label": t("lobby.challenge-name", { name }) }, t("phrase.challenge"));
}

function isFriend(session, player) {
  return (session.client.welcome?.friends ?? []).includes(player.id);
}
