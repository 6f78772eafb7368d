// A board on a page: it shows a view, and says which point was chosen.

import { el } from "../dom/elements.js";
import { t } from "../words/words.js";
import { listen } from "./aim.js";
import { Face } from "./face.js";
import { labelOf, notesOf } from "./labels.js";
import { aimed, over, under } from "./marks.js";
import { coloursIn } from "./stones.js";

/** Set `onPoint(point)` to hear of a chosen point that is legal, `onIllegal(point)` of another one. */
export class Board {
  onPoint = null;
  onIllegal = null;
  #face;
  #view = null;
  #aim = { point: null, isTouch: false };
  #states = []; // of each point, what its label says
  #isOpen = null;

  constructor({ size, label = t("board.label", { size }) }) {
    this.#face = new Face(size, label);
    this.element = el("div", { class: "board" }, this.#face.picture);
    listen(this.element, this.#face, {
      aim: (point, isTouch) => this.#aimAt(point, isTouch),
      take: (point) => this.#take(point),
    });
  }

  /**
   * Show a view: {position, own?, lastMove?, captured?, lines?, legal?, scrolls?, colour?, ghost?, premoves?, hints?, marks?, heat?}.
   * Only what differs from the last one is touched. `captured` has {colour, points} for each colour; `legal` is a Set
   * of points, "all" or null; `own` are points whose stones only the reader sees. A finger looks for a point, or if the view `scrolls` it moves the page. A ghost,
   * premoves and hints are {point, colour}, heat {point, text, weight: 0 to 1}. Colours are numbers of seats; `colour` is that
   * which a mouse shows, usually the next.
   */
  show(view) {
    if (view.position.size !== this.#face.grid.size) throw new RangeError("A board keeps its size.");
    const { grid, layers, stone } = this.#face;
    const colours = coloursIn(view.position);
    this.#view = view;
    layers.under.show(under(view, grid));
    layers.stones.show(this.#stones(view, colours));
    layers.over.show(over(view, grid, stone, colours));
    this.#label(view, colours);
    this.#open(Boolean(view.legal));
    this.element.classList.toggle("scrolls", Boolean(view.scrolls));
    this.#showAim();
  }

  /** Show the board from the other side, or as usual with A1 at the lower left. */
  setFlipped(isFlipped) {
    this.#arrange({ isFlipped });
  }

  setCoordinates(hasCoordinates) {
    this.#arrange({ hasCoordinates });
  }

  #arrange(changes) {
    this.#face.arrange(changes);
    this.#states = [];
    if (this.#view) this.show(this.#view);
  }

  #stones({ position, own = [] }, colours) {
    const { grid, stone } = this.#face;
    const things = new Map();
    position.stones.forEach((seat, point) => {
      const kind = own.includes(point) ? "stone own" : "stone";
      if (seat !== null) things.set(`${point} ${seat} ${kind}`, () => stone(colours[seat], grid.centreOf(point), kind));
    });
    return things;
  }

  #label(view, colours) {
    const { stones, size } = view.position;
    const notes = notesOf(view);
    stones.forEach((seat, point) => {
      const state = `${seat} ${notes.get(point) ?? ""}`;
      if (this.#states[point] === state) return;
      this.#states[point] = state;
      this.#face.label(point, labelOf(point, size, colours[seat], notes.get(point)));
    });
  }

  #open(isOpen) {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    this.element.classList.toggle("playable", isOpen);
    this.#face.picture.setAttribute("aria-readonly", !isOpen);
  }

  #isLegal(point) {
    const { legal = null } = this.#view ?? {};
    return legal === "all" || Boolean(legal?.has(point));
  }

  #take(point) {
    if (!this.#view) return;
    if (this.#isLegal(point)) this.onPoint?.(point);
    else this.onIllegal?.(point);
  }

  #aimAt(point, isTouch = false) {
    if (this.#aim.point === point && this.#aim.isTouch === isTouch) return;
    this.#aim = { point, isTouch };
    this.#showAim();
  }

  #showAim() {
    const { point } = this.#aim;
    const aim = { ...this.#aim, isLegal: this.#isLegal(point) };
    const isShown = point !== null && this.#view?.legal;
    const things = isShown ? aimed(aim, this.#view, this.#face, coloursIn(this.#view.position)) : new Map();
    this.#face.layers.aim.show(things);
  }
}
