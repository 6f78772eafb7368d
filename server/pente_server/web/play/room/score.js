// How the player stands against the opponent: where one of them waits, and beside the rematch.

import { el } from "../../dom/elements.js";
import { endFor, nameOf } from "../../words/phrases.js";
import { t } from "../../words/words.js";

/** The only other player of a game for two, who may only be invited yet; undefined: there is none. */
export function opponentIn({ room, me, seat }) {
  const people = [...room.seats, ...room.invited].filter((player) => player !== null);
  const isIn = seat !== null || people.some(({ id }) => id === me?.id);
  const others = new Map(people.filter(({ id }) => id !== me?.id).map((player) => [player.id, player]));
  return isIn && room.seats.length === 2 && others.size === 1 ? [...others.values()][0] : undefined;
}

/** The score as a part of the controls; the game that is over counts, if it was not among those asked for. */
export function scorePart({ room, seat }, score) {
  if (!score?.opponent || !["waiting", "finished"].includes(room.status)) return { facts: null };
  const end = room.outcome && !score.isWhole ? endFor(room.outcome, seat) : "";
  const games = (kind, ended) => (score[kind] ?? 0) + (end === ended);
  const [wins, losses, draws] = [games("wins", "won"), games("losses", "lost"), games("draws", "drawn")];
  if (wins + losses + draws === 0) return { facts: null };
  const kind = wins === losses ? "level" : wins > losses ? "ahead" : "behind";
  const values = { name: nameOf(score.opponent), high: Math.max(wins, losses), low: Math.min(wins, losses) };
  const texts = [t(`play.score-${kind}`, values), draws && t("play.score-draws", { n: draws }), score.complete === false && `(${t("archive.newest-only")})`];
  const text = texts.filter(Boolean).join(" ");
  return { facts: [text], make: () => el("p", {}, text) };
}
