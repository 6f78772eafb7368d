// The games that ended last. They are asked for again when a game that was on is over, though not too often.

import { finishedRow } from "../archive/finished_row.js";
import { el } from "../dom/elements.js";
import { Loaded } from "../dom/loaded.js";
import { t } from "../words/words.js";
import { roomsWith } from "./feeds.js";

const SHOWN = 6;
const AT_MOST_EVERY = 15_000;

/** A section with the last games: {element, close}. `rooms` is the feed that shows that a game is over. */
export function lastGames(session, rooms) {
  const load = () => session.client.request({ t: "games", count: SHOWN });
  const list = new Loaded(load, ({ games = [] }) => (games.length ? el("ul", { class: "rows" }, games.map(finishedRow)) : el("p", { class: "quiet" }, t("lobby.none-finished"))));
  let timer = null;
  let playing = new Set();
  const look = () => {
    const now = new Set(roomsWith(rooms, "playing").map(({ room }) => room.id));
    if (timer === null && [...playing].some((id) => !now.has(id))) timer = setTimeout(reload, AT_MOST_EVERY);
    playing = now;
  };
  const reload = () => {
    timer = null;
    list.reload();
  };
  rooms.addEventListener("change", look);
  const all = el("a", { class: "more", href: "/games" }, t("lobby.all-games"));
  const element = el("section", { class: "card" }, el("h2", {}, t("phrase.last-games")), list.element, all);
  const close = () => {
    clearTimeout(timer);
    list.close();
  };
  return { element, close };
}
