// Boards of live games that others play: {element, show(room, event)}, with the event that has led there, if any.

import { Board } from "../../board/board.js";
import { boardThumbnail } from "../../board/thumbnail.js";
import { el, fill } from "../../dom/elements.js";

/** A small board of a list: a still picture, which is made anew when the position has changed. */
export function passingBoard() {
  const element = el("div", { class: "board-place" });
  let shown = null;
  const show = ({ position, lastMove }) => {
    if (position === shown) return;
    shown = position;
    fill(element, boardThumbnail(position, lastMove));
  };
  return { element, show };
}

/** A large board, with coordinates, the winning row, and what a move has captured. */
export function largeBoard() {
  const element = el("div", { class: "board-place" });
  let board = null;
  const show = ({ position, lastMove, outcome }, event) => {
    if (board?.size !== position.size) {
      board = { size: position.size, shown: new Board({ size: position.size }) };
      fill(element, board.shown.element);
    }
    board.shown.show({ position, lastMove, lines: outcome?.lines ?? [], captured: event?.captured ?? [] });
  };
  return { element, show };
}
