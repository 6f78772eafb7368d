// The first page: a game to watch, a way to play, who is here, and what goes on.

import { el, fill } from "../dom/elements.js";
import { KeyedList } from "../dom/keyed.js";
import { problem } from "../dom/loaded.js";
import { byStrength, mayPlay } from "../words/bots.js";
import { t } from "../words/words.js";
import { featuredGame } from "./boards/featured.js";
import { playerFeed, roomFeed, roomsWith } from "./feeds.js";
import { chosenRooms, filterBar, isChosen } from "./filter_bar.js";
import { lastGames } from "./last_games.js";
import { botRow, playerRow } from "./player_rows.js";
import { RoomList } from "./room_list.js";
import { gameRow, openRow } from "./room_rows.js";
import { isOpenTo, roomFilter } from "./summary.js";
import { terminalHint } from "./terminal_hint.js";

const PEOPLE_SHOWN = 8;

/** Makes the page; see web/README.md. */
export function open({ session, go, play }) {
  const rooms = roomFeed(session, roomFilter(chosenRooms()));
  const players = playerFeed(session);
  const parts = [rooms, players, play?.quickPanel({ session, go }), featuredGame(session), lastGames(session, rooms), head(session, players)];
  const [, , quick, featured, last, title] = parts;
  const element = el(
    "div",
    { class: "home" },
    title.element,
    column("play", el("div", { class: "home-play" }, quick?.element), el("div", { class: "home-people" }, people(session, players))),
    column("games", el("div", { class: "home-games" }, games(rooms, session)), el("div", { class: "home-last" }, last.element)),
    column("watch", el("div", { class: "home-watch" }, featured.element)),
  );
  return { element, title: "", searched: (query) => quick?.searched(query), close: () => parts.forEach((part) => part?.close()) };
}

/** A column of a wide window; on a phone its parts are mixed with those of others. */
function column(name, ...parts) {
  return el("div", { class: `home-column ${name}` }, parts);
}

/** The name of the server, and how many are here. */
function head(session, players) {
  const name = el("h1", {});
  const count = el("p", { class: "lead" });
  const show = () => {
    fill(name, session.client.greeting?.name || t("app.title"));
    fill(count, players.isLoaded ? el("a", { href: "/people" }, t("lobby.players-online", { n: players.count })) : t("phrase.loading"));
  };
  players.addEventListener("change", show);
  session.addEventListener("state", show);
  show();
  return { element: el("header", { class: "home-head" }, name, count), close: () => session.removeEventListener("state", show) };
}

/** Open games and games to watch, with a filter for both. */
function games(rooms, session) {
  const filter = filterBar((chosen) => rooms.choose({ filter: roomFilter(chosen) }));
  const nothing = (key, verb) => () => (isChosen() ? nothingMatches(filter) : [el("p", {}, t(key)), terminalHint(verb)]);
  const waiting = new RoomList({ heading: t("lobby.open-games"), makeRow: (row) => openRow(row, session.me), empty: nothing("lobby.none-open", "play") });
  const playing = new RoomList({ heading: t("lobby.games"), makeRow: gameRow, empty: nothing("lobby.none", "watch") });
  const state = el("div", { class: "state" });
  const show = () => {
    fill(state, rooms.error && problem(rooms.error, () => rooms.renew()));
    waiting.show(roomsWith(rooms, "waiting").filter((row) => isOpenTo(row, session.me)), rooms.isLoaded);
    playing.show(roomsWith(rooms, "playing"), rooms.isLoaded);
  };
  rooms.addEventListener("change", show);
  return [filter.element, state, waiting.element, playing.element];
}

function nothingMatches({ reset }) {
  return [el("p", {}, t("lobby.no-match")), el("button", { type: "button", onclick: reset }, t("lobby.show-all"))];
}

/** People who are here, and bots to play. */
function people(session, players) {
  const list = (make) => new KeyedList(el("ul", { class: "rows" }), ({ player }) => player.id, make(session, true));
  const [persons, bots] = [list(playerRow), list(botRow)];
  const [nobody, noBots] = [el("p", { class: "quiet" }), el("p", { class: "quiet" })];
  const show = () => {
    const rows = [...players.rows.values()];
    const isBot = ({ player }) => player.kind === "bot";
    persons.show(rows.filter((row) => !isBot(row)).slice(0, PEOPLE_SHOWN));
    bots.show(rows.filter((row) => isBot(row) && mayPlay(row.player)).sort((one, other) => byStrength(one.player, other.player)).slice(0, PEOPLE_SHOWN));
    fill(nobody, players.isLoaded && !persons.parent.childElementCount && t("lobby.nobody-here"));
    fill(noBots, players.isLoaded && !bots.parent.childElementCount && t("lobby.no-bots"));
  };
  players.addEventListener("change", show);
  return [
    el("section", { class: "card" }, el("h2", {}, t("lobby.people-online")), persons.parent, nobody, el("a", { class: "more", href: "/people" }, t("lobby.all-people"))),
    el("section", { class: "card" }, el("h2", {}, t("lobby.bots")), bots.parent, noBots),
  ];
}
