// Where else a game can be found: links to share, records to keep, the explorer of openings, pictures.

import { formatPosition, fragmentOf, readFragment } from "../client/index.js";
import { el } from "../dom/elements.js";
import { isOnlyHere } from "../dom/server.js";
import { linkTo } from "../words/links.js";
import { t } from "../words/words.js";

/** What the menu of a game has beside how it is shown. `page`: {id, room, view, isEmbedded}; `look`: a LookBack. */
export function menuOf(page, look) {
  const isOver = page.room.status === "finished";
  const share = ["room.share", () => shareLink(page, look)];
  const picture = ["room.picture", pictureOf(page, look)];
  if (!isOver) return page.room.options.private ? [share] : [share, picture];
  return [
    share,
    picture,
    ["room.explore", `/explore?position=${encodeURIComponent(formatPosition(look.frame.position))}`],
    ["room.sgf", `/api/games/${page.id}.sgf`],
    ["room.pgn", `/api/games/${page.id}.pgn`],
    page.isArchived ? ["room.to-room", `/r/${page.id}#${look.node}`] : ["room.to-archive", `/g/${page.id}#${look.node}`],
  ];
}

/** Have the address say where in the game somebody looks, so that a link leads there. */
export function showPlace(look) {
  const { fingerprint } = readFragment(location.hash.slice(1));
  const hash = fragmentOf({ place: placeOf(look), fingerprint });
  if (location.hash !== hash) history.replaceState(history.state, "", location.pathname + location.search + hash);
}

function placeOf({ isLive, node }) {
  return isLive ? "" : String(node);
}

function pictureOf({ id, isArchived = false }, { node, game }) {
  return `/api/${isArchived ? "games" : "rooms"}/${id}.png?ply=${game.tree.branchPoint(node)}`;
}

/** Show the link to what is looked at, and copy it where a browser allows that. */
async function shareLink({ view, session }, { isLive, node }) {
  const link = linkTo(location.pathname, session?.greeting, placeOf({ isLive, node }));
  const field = el("input", { readonly: true, value: link, class: "link", "aria-label": t("room.link") });
  const done = el("button", { type: "button", onclick: () => view.tell() }, t("app.done"));
  view.tell(t("room.link"), " ", field, " ", done, isOnlyHere(link) && el("p", { class: "note" }, t("app.only-here")));
  field.select();
  await navigator.clipboard?.writeText(link).catch(() => {}); // then it is there to be copied
}
