// The accounts that this browser keeps, one for each server: another server at the same address has another id. Where a
// page may keep nothing, they last for the page.

import { Account, UnprovenServer } from "../client/index.js";

const PREFIX = "pente.key.";
const SUCCESSORS = "pente.successors"; // the ids of servers that have got others, with these

/** Mutable. */
export class KeptAccounts {
  #unkept = new Map(); // what the storage did not take

  /** `findStorage` gives localStorage; it throws where a page may not have one. */
  constructor(findStorage = () => globalThis.localStorage) {
    this.findStorage = findStorage;
  }

  /** Whether accounts outlast the page. */
  get areKept() {
    return this.#unkept.size === 0 && this.#try((storage) => storage.getItem(PREFIX) ?? true) === true;
  }

  /** The account on a server; null: there is none. */
  of(serverId) {
    const unkept = this.#unkept.get(serverId);
    if (unkept) return unkept;
    const kept = this.#try((storage) => JSON.parse(storage.getItem(PREFIX + serverId)));
    return isAccount(kept) ? new Account(kept) : null;
  }

  keep(serverId, account) {
    const isKept = this.#try((storage) => storage.setItem(PREFIX + serverId, JSON.stringify(account)) ?? true);
    if (isKept) this.#unkept.delete(serverId);
    else this.#unkept.set(serverId, account);
  }

  forget(serverId) {
    this.#unkept.delete(serverId);
    this.#try((storage) => storage.removeItem(PREFIX + serverId));
  }

  /** Whether there is an account on any server. */
  get areThere() {
    return this.#unkept.size > 0 || (this.#try((storage) => Object.keys(storage)) ?? []).some((key) => key.startsWith(PREFIX));
  }

  /**
   * The account on a server that has got another id, which is kept under that from now on; null: there is none.
   * `successors` are those of a Handshake. Throws UnprovenServer where an id has got another successor before: then
   * somebody has stolen a key.
   */
  follow(successors) {
    const present = successors.at(-1)[1];
    const former = [...successors].reverse().find(([id]) => this.of(id))?.[0];
    const known = this.#try((storage) => JSON.parse(storage.getItem(SUCCESSORS))) ?? {};
    if (successors.some(([id, next]) => (known[id] ?? next) !== next)) throw new UnprovenServer("A former key of this server has another successor.");
    if (!former) return null;
    this.#try((storage) => storage.setItem(SUCCESSORS, JSON.stringify({ ...known, ...Object.fromEntries(successors) })));
    this.keep(present, this.of(former));
    this.forget(former);
    return this.of(present);
  }

  /** Whether a `storage` event, of another tab, is about the account on a server; a key of null: all is gone. */
  isAbout({ key }, serverId) {
    return key === null || key === PREFIX + serverId;
  }

  #try(action) {
    try {
      return action(this.findStorage());
    } catch {
      return null; // no storage here, or it is full, or something else has written there
    }
  }
}

function isAccount(kept) {
  return typeof kept?.secret === "string" && /^[A-Za-z0-9_-]{43}$/.test(kept.secret) && typeof kept.player === "string";
}
