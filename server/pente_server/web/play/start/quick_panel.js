// Ways to a game, for the first page.

import { fragmentOf, readFragment } from "../../client/index.js";
import { openDialog } from "../../dom/dialog.js";
import { el } from "../../dom/elements.js";
import { actionButton, field, form, problemLine } from "../../dom/forms.js";
import { byStrength, mayPlay, strengthText } from "../../words/bots.js";
import { nameOf, ratingText } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { askForFriend, askForGame, termChoices } from "./game_form.js";
import { gameOf } from "./game_options.js";
import { USUAL_TIME, findGame, openGame } from "./matchmaking.js";
import { ownGames } from "./own_games.js";

/** The panel: {element, close, searched(query)}. */
export function quickPanel(context) {
  const problem = problemLine();
  const own = ownGames(context);
  const way = (key, action, kind) => actionButton(t(key), problem, () => action(context), kind);
  const element = el(
    "div",
    {},
    el(
      "p",
      { class: "buttons ways" },
      way("start.play", playNow, "main"),
      way("start.bot", chooseBot),
      way("start.friend", askForFriend),
      way("start.new", askForGame),
      way("start.join", joinByCode),
      el("a", { class: "button", href: "/puzzles" }, t("puzzles.title")),
    ),
    problem,
    own.element, // below, as it comes later, and nothing should move under a finger
  );
  const searched = (query) => {
    const against = query.get("challenge");
    if (against) askForGame(context, { against });
  };
  searched(new URLSearchParams(location.search));
  return { element, close: own.close, searched };
}

async function playNow({ session, go }) {
  if (!(await session.signIn())) return;
  go(`/r/${await findGame(session, { ruleset: "pente", time: USUAL_TIME })}`);
}

/** Against the bot that is chosen, at once, with the rules, the clock and the seat that are chosen above it. */
async function chooseBot({ session, go }) {
  const { players: online = [] } = await session.client.request({ t: "online", kind: "bot" });
  const players = online.filter(({ player }) => mayPlay(player));
  const problem = problemLine();
  const begin = async ({ name }) => {
    if (!(await session.signIn())) return;
    const room = await openGame(session.client, gameOf({ ...Object.fromEntries(new FormData(terms)), against: name }));
    dialog.close();
    go(`/r/${room}`);
  };
  const entry = ({ player }) => {
    const label = [nameOf(player), ratingText(player)].filter(Boolean).join(" · ");
    const button = actionButton(label, problem, () => begin(player));
    button.append(el("small", {}, strengthText(player)));
    return el("li", {}, button);
  };
  const terms = el("form", {}, termChoices());
  players.sort((one, other) => byStrength(one.player, other.player));
  const bots = [terms, el("ul", { class: "bots" }, players.map(entry)), problem, el("p", { class: "note" }, t("start.bot-more"))];
  const dialog = openDialog(t("start.bot"), ...(players.length ? bots : [el("p", {}, t("start.no-bots"))]));
}

/** By a code, or by a link that has one. */
function joinByCode({ go }) {
  const send = ({ code }) => {
    const path = pathOf(code);
    if (!path) throw new Error(t("start.bad-code"));
    dialog.close();
    go(path);
  };
  const dialog = openDialog(t("start.join"), form(t("app.join"), send, field(t("start.code"), { name: "code", maxlength: 200, autocapitalize: "characters" })));
}

/** Where a code or a link leads on this server; empty: nowhere. */
function pathOf(text) {
  const isLink = text.includes("/");
  if (!isLink) return /^[A-Za-z0-9 -]{4,20}$/.test(text) ? `/j/${text.replaceAll(/[ -]/g, "")}` : "";
  const [address, fragment = ""] = text.split("#");
  const path = address.replace(/^[a-z]+:\/\/[^/]+/i, "").replace(/[?].*$/, "");
  return /^\/[jrg]\/[A-Za-z0-9_-]{4,40}$/i.test(path) ? path + fragmentOf(readFragment(fragment)) : "";
}
