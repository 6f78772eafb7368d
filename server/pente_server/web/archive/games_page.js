// The finished games, with filters that the address has, too.

import { boardThumbnail } from "../board/thumbnail.js";
import { parsePosition } from "../client/position.js";
import { el, fill } from "../dom/elements.js";
import { Loaded } from "../dom/loaded.js";
import { folded, select } from "../dom/select.js";
import { RULESET_CHOICES } from "../words/phrases.js";
import { t } from "../words/words.js";
import { finishedRow } from "./finished_row.js";
import { RESULTS, gameFilter, needsPlayer, searchOf, searchPath } from "./game_search.js";

const ON_A_PAGE = 25;
const EMPTY_PAGES = 5; // so many pages without a game are passed before somebody is asked whether to look on

/** Makes the page; see web/README.md. */
export function open({ session, query, go }) {
  let search = searchOf(query);
  const isChosen = Object.values(search).some(Boolean);
  const form = searchForm((changes) => go(searchPath({ ...search, ...changes })));
  const list = new Loaded(() => firstPage(session, search), (page) => gameList(session, search, page));
  const searched = (next) => {
    search = searchOf(next);
    form.show(search);
    list.reload();
  };
  form.show(search);
  const links = el("p", { class: "links plain" }, el("a", { href: "/explore" }, t("archive.explore")), el("a", { href: "/leaders" }, t("archive.leaders")));
  const element = el("div", {}, el("h1", {}, t("archive.games")), links, folded(t("archive.search"), isChosen, form.element), el("section", { class: "card", "aria-label": t("archive.games") }, list.element));
  return { element, title: t("archive.games"), searched, close: () => list.close() };
}

/** The first page with a game in it: {games, cursor}. */
async function firstPage(session, search, cursor = "") {
  let page = { games: [], cursor };
  for (let passed = 0; passed < EMPTY_PAGES && !page.games.length; passed += 1) {
    const { games = [], cursor: next = "" } = await session.client.request({ t: "games", filter: gameFilter(search), cursor: page.cursor, count: ON_A_PAGE });
    page = { games, cursor: next };
    if (!next) break;
  }
  return page;
}

/** The games of a page, and a button that adds those of the next one. */
function gameList(session, search, { games, cursor }) {
  const rows = el("ul", { class: "rows" }, games.map(finishedRow));
  const foot = el("div", { class: "foot" });
  const add = async (next) => {
    const page = await firstPage(session, search, next);
    const added = page.games.map(finishedRow);
    rows.append(...added);
    added[0]?.querySelector("a").focus();
    showFoot(page.cursor);
  };
  const showFoot = (next) => fill(foot, next && moreButton(() => add(next)));
  showFoot(cursor);
  return [rows, games.length || cursor ? null : el("p", { class: "quiet" }, t("archive.none")), foot];
}

/** A button that can be pressed once, and again if it did not work. */
function moreButton(action) {
  const problem = el("span", { role: "alert" });
  const press = async () => {
    button.disabled = true;
    try {
      await action();
    } catch (error) {
      fill(problem, t("phrase.failed", { reason: error.message }));
      button.disabled = false;
    }
  };
  const button = el("button", { type: "button", class: "more", onclick: press }, t("archive.more"));
  return [button, problem];
}

/** The fields of a search: {element, show(search)}. `onChange(changes)` is told what was changed. */
function searchForm(onChange) {
  const input = (name, attributes) => el("input", { autocomplete: "off", ...attributes, onchange: ({ target }) => onChange({ [name]: target.value }) });
  const menu = (name, label, choices) => select(label, choices, "", (value) => onChange({ [name]: value }));
  const player = input("player", { type: "search", maxlength: 40, spellcheck: "false" });
  const ruleset = menu("ruleset", t("phrase.rules"), [["", t("phrase.all-rules")], ...RULESET_CHOICES]);
  const result = menu("result", t("archive.result"), [["", t("archive.any-result")], ...RESULTS.map((name) => [name, t(`archive.result-${name}`)])]);
  const [from, until] = ["from", "until"].map((name) => input(name, { type: "date", min: "1970-01-01" }));
  const position = el("div", { class: "sought" });
  const label = (key, control) => el("label", { class: "pick" }, el("span", {}, t(key)), control);
  const element = el("div", { class: "filters", role: "search" }, label("archive.player", player), ruleset.label, result.label, label("archive.from", from), label("archive.until", until), position);
  const show = (search) => {
    Object.assign(player, { value: search.player });
    Object.assign(ruleset.control, { value: search.ruleset });
    Object.assign(result.control, { value: search.result });
    Object.assign(from, { value: search.from });
    Object.assign(until, { value: search.until });
    for (const option of result.control.options) option.disabled = needsPlayer(option.value) && !search.player;
    fill(position, search.position && soughtPosition(search.position, () => onChange({ position: "" })));
  };
  return { element, show };
}

/** The position that the games have in common, with a button that looks for games with any. */
function soughtPosition(text, onRemove) {
  const button = el("button", { type: "button", onclick: onRemove }, t("archive.any-position"));
  try {
    return [boardThumbnail(parsePosition(text)), el("p", {}, t("archive.with-position")), button];
  } catch {
    return [el("p", {}, t("archive.with-position")), button];
  }
}
