// A finished game as a row of a list, which leads to the game.

import { el } from "../dom/elements.js";
import { playerLabel, stoneDot } from "../dom/players.js";
import { timeAgo } from "../dom/time.js";
import { coloursOf } from "../rules/ruleset.js";
import { endFor, gameText, resultText } from "../words/phrases.js";
import { t } from "../words/words.js";

/** The row of a GameSummary. */
export function finishedRow(game) {
  return el(
    "li",
    { class: "row finished" },
    el(
      "a",
      { class: "cover", href: `/g/${game.id}` },
      el("span", { class: "sides" }, game.players.map((player, seat) => side(game, player, seat))),
      el("span", { class: "result" }, resultText(game)),
      el("span", { class: "rules" }, [gameText(game), ...notesOf(game)].join(" · ")),
      el("span", { class: "when" }, game.end > 0 && timeAgo(game.end)),
    ),
  );
}

/** The points of a seat, as results are written: 1, 0 or ½; nothing after a game without a result. */
function scoreOf(game, seat) {
  return { won: "1", lost: "0", drawn: "½", aborted: "" }[endFor(game, seat)];
}

function side(game, player, seat) {
  const end = endFor(game, seat);
  const score = el("span", { class: "score", "aria-hidden": "true" }, scoreOf(game, seat));
  return el("span", { class: `side ${end}` }, stoneDot(coloursOf(game.ruleset)[seat]), playerLabel(player), score);
}

function notesOf(game) {
  const notes = [
    [true, "archive.moves"],
    [game.rated, "phrase.rated"],
    [game.private, "archive.private"],
    [game.from_position, "phrase.from-position"],
    [(game.ruleset.goals ?? []).length || game.time.t === "odds", "phrase.handicap"],
    [(game.no_show ?? []).length, "archive.no-show"],
  ];
  return notes.filter(([holds]) => holds).map(([, key]) => t(key, { n: game.moves }));
}
