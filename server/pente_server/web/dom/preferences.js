// What a person has chosen for this browser, and the puzzles that they have solved. Where it can't be kept, as in private windows, it lasts for the page.

const KEY = "pente.preferences";
const USUAL = { theme: "auto", sound: false, coordinates: true, confirm: "auto", premove: true, notify: false, chat: true, follow: false, solved: "" };

/** Mutable, and tells its listeners by a `change` event. Read its fields, change them with `set`. */
class Preferences extends EventTarget {
  constructor() {
    super();
    Object.assign(this, USUAL, stored());
  }

  set(changes) {
    Object.assign(this, changes);
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...this }));
    } catch {
      // no storage here: it lasts for the page
    }
    this.dispatchEvent(new Event("change"));
  }
}

function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return Object.fromEntries(Object.entries(USUAL).map(([name, usual]) => [name, typeof kept[name] === typeof usual ? kept[name] : usual]));
  } catch {
    return {};
  }
}

export const preferences = new Preferences();
