// Which module shows which address. A page module exports `open(context)`, which gives, or promises, a page:
//   {element, title, close(), moved?(hash), searched?(query)}
// (`close` ends its listeners and requests; `moved` gets a new #hash, and `searched` a new ?query of the same path)
// and the context is {session, params, query, hash, go(path)}, with what the capital words of the address stand for
// in `params`.
//
// The server reads this table too: to know which addresses there are, and to have their modules loaded at once, with
// what a page imports later, if that is named behind it. So each of these lines keeps its form.

const WORDS = {
  ROOM: "[A-Za-z0-9_-]{8,40}",
  GAME: "[A-Za-z0-9_-]{8,40}",
  CODE: "[A-Za-z0-9-]{6,9}",
  NAME: "[A-Za-z0-9_-]{1,40}",
};

const TABLE = [
  ["/", () => import("../lobby/home_page.js"), "../play/start/quick_panel.js"],
  ["/tv", () => import("../lobby/boards/tv_page.js")],
  ["/grid", () => import("../lobby/boards/grid_page.js")],
  ["/people", () => import("../lobby/people_page.js")],
  ["/games", () => import("../archive/games_page.js")],
  ["/explore", () => import("../archive/explorer_page.js")],
  ["/puzzles", () => import("../puzzles/puzzles_page.js")],
  ["/leaders", () => import("../archive/leaders_page.js")],
  ["/u/NAME", () => import("../archive/profile_page.js")],
  ["/r/ROOM", () => import("../room/room_page.js")],
  ["/j/CODE", () => import("./code_page.js")],
  ["/g/GAME", () => import("../room/game_page.js")],
  ["/inbox", () => import("../play/inbox_page.js")],
  ["/settings", () => import("./settings_page.js")],
];

const ROUTES = TABLE.map(([path, load]) => [new RegExp(`^${path.replace(/[A-Z]+/g, (word) => `(${WORDS[word]})`)}$`, "i"), load]);

/** The loader of a page and what its address captures; null if there is none at this path. */
export function routeOf(path) {
  const trimmed = path.replace(/\/+$/, "") || "/";
  for (const [pattern, load] of ROUTES) {
    const match = pattern.exec(trimmed);
    if (match) return { load, params: match.slice(1) };
  }
  return null;
}
