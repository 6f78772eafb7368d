// What a screen reader says of each point.

import { nameOf } from "../client/points.js";
import { t } from "../words/words.js";
import { limits } from "./marks.js";

/** What is special about points: a Map to the names of notes. */
export function notesOf(view) {
  const { position, own = [], lastMove = null, captured = [], lines = [], marks = [], ghost, premoves = [], hints = [], legal } = view;
  const notes = new Map();
  const note = (name, points) => points.forEach((point) => notes.set(point, [...(notes.get(point) ?? []), name]));
  note("last", lastMove === null ? [] : [lastMove]);
  note("own", own.filter((point) => position.stones[point] !== null));
  note("line", [...new Set(lines.flat())]);
  note("captured", captured.flatMap(({ points }) => points));
  note("mark", marks);
  note("ghost", ghost ? [ghost.point] : []);
  note("hint", hints.map(({ point }) => point));
  note("premove", premoves.map(({ point }) => point));
  for (const [point, kind] of limits(position, legal)) note(kind, [point]);
  return notes;
}

/** The label of a point: "K10, white stone, last move". */
export function labelOf(point, size, colour, notes = []) {
  const what = colour ? t("board.stone", { colour: t(`colour.${colour}`) }) : t("board.empty");
  return [nameOf(point, size), what, ...notes.map((name) => t(`board.note-${name}`))].join(", ");
}
