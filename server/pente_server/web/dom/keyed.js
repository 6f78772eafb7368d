// Lists that change while people look at them: an element stays as long as what it shows is in the list.

/**
 * Shows items in a parent element, each in an element of its own. Mutable. `make(item)` gives {element, show?(item)}: the
 * element is kept for the item's key, and `show` is told of each later value of it.
 */
export class KeyedList {
  #rows = new Map();

  constructor(parent, keyOf, make) {
    Object.assign(this, { parent, keyOf, make });
  }

  /** Show these items, in this order. Elements are moved only where they have to, so that focus stays. */
  show(items) {
    this.#drop(new Set(items.map(this.keyOf)));
    let next = this.parent.firstElementChild;
    for (const item of items) {
      const { element } = this.#row(item);
      if (element === next) next = next.nextElementSibling;
      else this.parent.insertBefore(element, next);
    }
  }

  /** Show later values of what is there, in its place. `mark(element, isThere)` is told of each. */
  refresh(items, mark) {
    const byKey = new Map(items.map((item) => [this.keyOf(item), item]));
    for (const [key, row] of this.#rows) {
      if (byKey.has(key)) row.show?.(byKey.get(key));
      mark(row.element, byKey.has(key));
    }
  }

  #row(item) {
    const key = this.keyOf(item);
    const known = this.#rows.get(key);
    if (known) known.show?.(item);
    else this.#rows.set(key, this.make(item));
    return this.#rows.get(key);
  }

  #drop(kept) {
    for (const [key, row] of this.#rows) {
      if (kept.has(key)) continue;
      this.#rows.delete(key);
      row.close?.();
      row.element.remove();
    }
  }
}
