// The one connection of a tab: as a viewer without an account, or as a player.

import { Account, Client, loadSignatures } from "../client/index.js";
import { serverUrl } from "../dom/server.js";
import { KeptAccounts } from "./kept_accounts.js";
import { late } from "./late.js";
import { passwordOfTab } from "./tab_password.js";

/**
 * Mutable. Events: `state` {state, reason} as in client.js, `identity` after it is known who one is, `new-key` after the
 * account has followed the server to another id. Pages use `client`
 * for requests and rooms. Another account is another client: after a later `identity` the router shows the page anew.
 */
export class Session extends EventTarget {
  #login = null;
  #watcher = null;

  /** What is not named is usual; tests replace it. */
  constructor({ url = `${serverUrl()}/`, accounts = new KeptAccounts(), password = passwordOfTab, makeClient } = {}) {
    super();
    Object.assign(this, { url, accounts, password });
    this.makeClient = makeClient ?? ((options) => new Client(url, options));
    this.me = null; // the player's identity; null: a viewer without an account
    this.state = { state: "connecting", reason: "" };
    this.reconnect();
  }

  /** The server's greeting; null before the first one. */
  get greeting() {
    return this.client.greeting;
  }

  /** Connect anew, with what is kept now. `ready` is the welcome, or the reason why there is none. */
  reconnect() {
    const login = new Login(this.accounts);
    login.followed = () => this.dispatchEvent(new Event("new-key"));
    const client = this.#newClient(login);
    const ready = client.connect();
    ready.catch(() => {}); // the state says why
    this.#use(client, login, ready);
  }

  /**
   * Play as a guest, under a `name`, or with the one-time `code` of an account; `device` is what people call this
   * browser. The account is kept in this browser. Rejects with RequestRejected, and leaves all as it is; also once the
   * `signal`, of an AbortController, is aborted.
   */
  async enter({ name = "", code = "", device = "", signal }) {
    const login = new Login(this.accounts, new Account({ name, code, device }));
    const client = this.#newClient(login);
    signal?.addEventListener("abort", () => client !== this.client && client.close());
    const ready = client.connect();
    await ready;
    this.#use(client, login, ready);
    this.#know(client, login);
  }

  /** Ask a viewer how to play. Whether they have an account then. */
  async signIn() {
    if (this.me) return true;
    const { askHowToPlay } = await import("../play/account/sign_in.js");
    return askHowToPlay(this);
  }

  /** The connection for games that are shown in passing: it takes no seat from another tab. */
  get watcher() {
    if (!this.me) return this.client;
    if (!this.#watcher) {
      this.#watcher = this.newWatcher();
      this.#watcher.connect().catch(() => {}); // the state of the session says why
    }
    return this.#watcher;
  }

  /** A connection of the same player that takes no seat, not connected yet. Who asks for it closes it. */
  newWatcher() {
    return this.#newClient(new Login(this.accounts), { watchOnly: true });
  }

  /** Forget the account in this browser, and go on as a viewer. */
  forgetAccount() {
    if (this.greeting) this.accounts.forget(this.greeting.server_id);
    this.reconnect();
  }

  /** Take another password of the server, for this tab. */
  setPassword(password) {
    this.password.set(password);
    this.reconnect();
  }

  async rename(name) {
    const { player } = await this.client.request({ t: "rename", name });
    this.#login.account.name = player.name;
    this.accounts.keep(this.greeting.server_id, this.#login.account);
    this.me = { ...this.me, name: player.name };
    this.dispatchEvent(new Event("identity"));
  }

  /** Another tab has changed what this browser keeps: follow it. */
  storageChanged(event) {
    const id = this.greeting?.server_id;
    if (!id || !this.accounts.isAbout(event, id)) return;
    if ((this.accounts.of(id)?.player ?? "") !== (this.me?.id ?? "")) this.reconnect();
  }

  #newClient(login, more = {}) {
    return this.makeClient({ account: login, password: this.password.get(), ...more });
  }

  #use(client, login, ready) {
    const before = this.client;
    Object.assign(this, { client, ready });
    before?.close();
    this.#watcher?.close();
    this.#watcher = null;
    this.#login = login;
    client.addEventListener("state", ({ detail }) => {
      if (client === this.client) this.#show(detail);
    });
  }

  #show(state) {
    this.state = state;
    if (state.state === "connected") this.#know(this.client, this.#login);
    if (state.state === "closed") this.#lose(state.error);
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  /** The server has closed the connection for good: from now on `ready` says why. */
  #lose(error) {
    this.ready = Promise.reject(error);
    this.ready.catch(() => {});
    this.me = null;
    this.dispatchEvent(new Event("identity"));
  }

  /** Note who one is, at each welcome: a server that has come back may be another one, which knows nobody. */
  #know(client, login) {
    const me = login.account ? client.welcome.player : null;
    const isSame = this.knownClient === client && me?.id === this.me?.id && me?.name === this.me?.name;
    Object.assign(this, { me, knownClient: client });
    if (this.state.state !== "connected") this.state = { state: "connected", reason: "" };
    if (!isSame) this.dispatchEvent(new Event("identity"));
  }
}

/** What a client signs in with: the account that is kept for the server which its greeting names, or a new one. */
class Login {
  #serverId = "";

  constructor(accounts, fresh = null) {
    Object.assign(this, { accounts, fresh, account: null, followed: () => {} });
  }

  async signIn(hello, handshake) {
    this.#serverId = handshake.greeting.server_id;
    this.account = this.fresh ?? this.accounts.of(this.#serverId) ?? (await this.#follow(handshake));
    if (!this.account) return null;
    await late(loadSignatures);
    return this.account.signIn(hello, handshake);
  }

  /** The account that is kept for an id which the server had before. */
  async #follow(handshake) {
    if (!handshake.greeting.succeeds?.length || !this.accounts.areThere) return null;
    await late(loadSignatures);
    const account = this.accounts.follow(await handshake.successors());
    if (account) this.followed();
    return account;
  }

  confirm(welcome) {
    if (!this.account) return;
    this.account.confirm(welcome);
    this.accounts.keep(this.#serverId, this.account);
    this.fresh = null;
  }
}
