// Choosing a point: by mouse, by a finger that may move until it is there, by keys, or by a screen reader.

/** Listen to what is around a face: `aim(point, isTouch)` is what is pointed at, `take(point)` what was chosen. */
export function listen(element, face, { aim, take }) {
  let pressed = null; // the id of the pointer that is down
  const release = () => {
    pressed = null;
    aim(null);
  };
  // Not to the picture itself: one that listens for the focus gets it.
  const on = (type, handler) => element.addEventListener(type, handler);
  on("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    pressed = event.pointerId;
    aim(face.pointAt(event), isTouch(event));
  });
  on("pointermove", (event) => {
    const isDown = event.pointerId === pressed;
    if (isDown || !isTouch(event)) aim(face.pointAt(event), isDown && isTouch(event));
  });
  on("pointerup", (event) => {
    if (event.pointerId !== pressed) return;
    const point = face.pointAt(event);
    release();
    if (point === null) return;
    face.reach(face.grid.turned(point));
    take(point);
  });
  on("mousedown", (event) => leaveFocus(event, element));
  on("pointercancel", release);
  on("pointerleave", release);
  on("click", ({ detail, target }) => {
    const slot = face.cells.indexOf(target);
    if (detail === 0 && slot >= 0) take(face.grid.turned(slot)); // of a screen reader: it has no pointer
  });
  on("keydown", (event) => pressKey(event, face, take));
  on("focusin", ({ target }) => {
    face.reach(face.cells.indexOf(target));
    if (target.matches(":focus-visible")) aim(face.grid.turned(face.focused));
  });
  on("focusout", () => aim(null));
}

/** A pointer gives the board no focus, so that the keys of a page go on working; it takes it from a field. */
function leaveFocus(event, element) {
  event.preventDefault();
  if (!element.contains(document.activeElement)) document.activeElement?.blur();
}

function isTouch({ pointerType }) {
  return pointerType !== "mouse";
}

function pressKey(event, { cells, grid, focused }, take) {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (altKey || metaKey) return;
  const slot = slotAfter(key, ctrlKey, focused, grid.size);
  if (slot !== null) cells[slot].focus();
  else if (key === "Enter" || key === " ") take(grid.turned(focused));
  else return;
  event.preventDefault();
}

/** Where a key leads from a slot; null: it is none of these keys. */
function slotAfter(key, isFar, slot, size) {
  const [row, column] = [Math.floor(slot / size), slot % size];
  const at = (y, x) => Math.max(0, Math.min(size - 1, y)) * size + Math.max(0, Math.min(size - 1, x));
  const ways = {
    ArrowLeft: () => at(row, column - 1),
    ArrowRight: () => at(row, column + 1),
    ArrowUp: () => at(row - 1, column),
    ArrowDown: () => at(row + 1, column),
    Home: () => at(isFar ? 0 : row, 0),
    End: () => at(isFar ? size - 1 : row, size - 1),
    PageUp: () => at(0, column),
    PageDown: () => at(size - 1, column),
  };
  return Object.hasOwn(ways, key) ? ways[key]() : null;
}
