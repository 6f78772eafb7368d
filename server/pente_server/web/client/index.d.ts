// The types of the client. Those of all messages are in pente.d.ts, which the package has beside this folder.

import type {
  ActedMessage,
  ClientMessage,
  CreateRequest,
  Event as RoomEvent,
  GreetingMessage,
  Identity,
  LooksMessage,
  NewAccountSignIn,
  PlayerCommand,
  PresenceMessage,
  RatingChange,
  Replies,
  Ruleset,
  ServerMessage,
  Snapshot,
  SyncedMessage,
  TimeControl,
  WelcomeMessage,
} from "../pente.js";

export type * from "../pente.js";

type Without<Message, Keys extends PropertyKey> = Message extends unknown ? Omit<Message, Keys> : never;

/** A request as one writes it: the connection numbers it. */
export type Request = Without<ClientMessage, "id">;

/** Up to where a room is known. */
export interface Checkpoint {
  version: number;
  mark: string;
}

/** What happens to a client, by the type of its events. */
export interface ClientEvents {
  /** `closed` is for good, with the error that says why. */
  state: CustomEvent<{ state: "connecting" | "connected" | "waiting" | "closed"; reason: string; error?: Error }>;
  /** A watched room after an event; without one after a snapshot, and when presence or looks have changed. */
  room: CustomEvent<{ room: Room; event: RoomEvent | null }>;
  /** Any other message of the server, also of a type that is not known here. */
  message: CustomEvent<{ message: ServerMessage }>;
}

export interface ClientOptions {
  /** Who plays; without one the client watches anonymously. */
  account?: SignsIn;
  /** Whether it only watches, beside another connection of the player that plays. */
  watchOnly?: boolean;
  /** The password of the server. */
  password?: string;
  /** The fingerprint of the server that is meant: with another one `connect` rejects, and nothing is sent. */
  fingerprint?: string;
  /** The name and version of the program. */
  client?: string;
  makeSocket?: (url: string, subprotocol: string) => WebSocket;
  /** Milliseconds before the next attempt to connect; attempts count from 0. */
  pause?: (attempt: number) => number;
  /** Milliseconds; 0: never. */
  pingEvery?: number;
  /** How many milliseconds a connection must last before the pauses start again with the shortest. */
  steadyAfter?: number;
}

/** Keeps a connection to a server, and the rooms that it watches. Mutable. */
export class Client extends EventTarget {
  constructor(url: string, options?: ClientOptions);
  /** The watched rooms by id. */
  readonly rooms: Map<string, Room>;
  readonly greeting: GreetingMessage | null;
  /** Null while there is no connection. */
  readonly welcome: WelcomeMessage | null;
  /** Connect. Rejects with RequestRejected, ConnectionClosed, UnprovenServer or OtherServer if it makes no sense to try again. */
  connect(): Promise<WelcomeMessage>;
  /** Whether a link with a fingerprint leads to this server: there has to have been a greeting. */
  isOf(fingerprint: string): Promise<boolean>;
  /** The number of a limit of the server by its name; undefined if it says none. */
  limit(name: string): number | undefined;
  /** The server's time, in milliseconds since 1970. */
  now(): number;
  /** The reply to a request. Rejects with RequestRejected. */
  request<Sent extends Request>(message: Sent): Promise<Replies[Sent["t"]]>;
  /** Watch a room, until `unwatch` was called as often. */
  watch(id: string, options?: { password?: string }): Promise<Room>;
  unwatch(id: string): Promise<void>;
  /** Open a room and watch it. */
  create(fields: Omit<CreateRequest, "t" | "id" | "command_id">): Promise<Room>;
  /** Send a command to a room. Rejects with RequestRejected. */
  act(id: string, command: PlayerCommand): Promise<ActedMessage>;
  /** All events of a game that is over or watched. */
  logOf(id: string): Promise<RoomEvent[]>;
  /** Close the connection for good. */
  close(): void;
  addEventListener<Type extends keyof ClientEvents>(
    type: Type,
    listener: (event: ClientEvents[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** Clocks: spans in milliseconds, moments in milliseconds since 1970 by the server's clock. */
export interface Clocks {
  /** By seat; empty without a clock. */
  remaining: number[];
  /** The seat whose clock runs, or null. */
  running: number | null;
  at: number;
  /** The delay of this turn. */
  free?: number;
  /** By seat: until when a player is on vacation. */
  rests?: number[];
}

/** A room as its viewer sees it. Mutable: only the client changes it. */
export class Room {
  constructor(id: string, synced: SyncedMessage);
  readonly id: string;
  readonly version: number;
  /** The latest version of which the client was told: more than `version` while something is missing. */
  readonly latest: number;
  readonly mark: string;
  readonly status: Snapshot["status"];
  readonly created: Snapshot["created"];
  readonly rules: Ruleset;
  readonly options: NonNullable<Snapshot["created"]["options"]>;
  /** By seat; null: nobody yet. */
  readonly seats: (Identity | null)[];
  readonly invited: Identity[];
  /** How it ended; null before that. */
  readonly outcome: NonNullable<Snapshot["outcome"]> | null;
  readonly offers: NonNullable<Snapshot["offers"]>;
  readonly absent: NonNullable<Snapshot["absent"]>;
  readonly readySeats: number[];
  readonly ratingChanges: RatingChange[];
  /** The room in which these players go on; empty: none. */
  readonly sequel: string;
  readonly pausedAt: number | null;
  readonly chat: NonNullable<Snapshot["chat"]>;
  /** The ids of people whose chat the host has silenced. */
  readonly muted: string[];
  readonly analysis: NonNullable<Snapshot["analysis"]>;
  readonly clocksFrom: number | null;
  readonly firstMoves: NonNullable<Snapshot["first_moves"]> | null;
  /** The turns, such as "K10", "swap" and "time:2". */
  readonly turnList: string[];
  readonly position: Position;
  readonly lastMove: number | null;
  readonly clocks: Clocks;
  /** The viewer's own conditional moves: lines of points. */
  readonly plans: number[][];
  readonly presence: PresenceMessage | null;
  /** Where people look in a game that is over. */
  readonly looks: LooksMessage["looks"];
  /** How often it was loaded: what came before may not have happened. */
  readonly loads: number;
  /** Whether an event came that this release does not know; the client then loads the room again. */
  readonly isIncomplete: boolean;
  /** Whether only a later release knows its rules, clocks or stage: its position can be shown, and nobody has a seat. */
  readonly isReadOnly: boolean;
  readonly checkpoint: Checkpoint;
  /** How many turns were taken. */
  readonly turns: number;
  /** The seat that has to act now, or null. */
  readonly toAct: number | null;
  /** What the seat to act may answer if no stone is due; otherwise empty. */
  readonly choices: string[];
  /** The seat of a player by id, or null. */
  seatOf(playerId: string): number | null;
  /** For takebacks: what was before each turn since the room was loaded. */
  readonly earlier: Pick<Room, "position" | "lastMove" | "seats">[];
  load(synced: SyncedMessage): void;
  apply(version: number, mark: string, event: RoomEvent): void;
}

export interface Position {
  size: number;
  /** By point: a colour, or null. */
  stones: (number | null)[];
  /** Stones taken, by seat. */
  taken: number[];
  toAct: number;
  colour: number;
  /** How many stones the turn still has. */
  stonesLeft: number;
  choices: string[];
  /** The seats that have left the game. */
  out: number[];
  /** Stones placed. */
  ply: number;
  ruleset: string;
}

/** A position from its line of text. */
export function parsePosition(text: string): Position;
/** The line of text of a position. */
export function formatPosition(position: Position): string;
/** The number of a point: K10 is 180 on 19x19. Throws RangeError if the board has no such point. */
export function pointOf(name: string, size: number): number;
/** The name of a point. */
export function nameOf(point: number, size: number): string;
/** The nodes of a variation, one for each stone. */
export function nodesOf(variation: { first: number; points: number[] }): number[];

/** The time that each seat has left at a moment; empty without a clock. */
export function remainingAt(clocks: Clocks, now: number): number[];
/** The moment of a game that is shown now: to viewers who see it later, that of a while ago. */
export function shownMoment(room: Room, isSeated: boolean, now: number): number;
/** A span as people read it, such as 4:05. */
export function formatSpan(milliseconds: number): string;
/** What a clock shows; in overtime with the periods that remain, otherwise 0 of them. */
export function readingOf(time: TimeControl, remaining: number): { span: number; periods: number };

/** A text as one line, without characters that control, reverse or are invisible. */
export function clean(text: string): string;
/** An id for a command: 16 characters by chance. */
export function newCommandId(): string;

/** Who signs in: an account, or a guest. Null for a server that it does not know: the client then watches anonymously. */
export interface SignsIn {
  signIn(hello: object, handshake: Handshake): object | null | Promise<object | null>;
  /** Take the welcome to the latest sign-in. */
  confirm(welcome: WelcomeMessage): void;
}

/** What is kept of an account. The secret is its key: who has it is the player. */
export interface KeptAccount {
  secret: string;
  name: string;
  kind: NonNullable<NewAccountSignIn["kind"]>;
  /** The id of the player; empty before the first welcome. */
  player: string;
}

/** An account on one server. Mutable: the player's id comes with the first welcome. */
export class Account implements SignsIn {
  /** Without a secret: a new account; with the one-time `code` of an account a new device of it. */
  constructor(kept?: Partial<KeptAccount> & { code?: string; device?: string });
  readonly secret: string;
  readonly name: string;
  readonly kind: KeptAccount["kind"];
  readonly player: string;
  readonly code: string;
  readonly device: string;
  toJSON(): KeptAccount;
  /** Rejects with UnprovenServer before it signs. */
  signIn(hello: object, handshake: Handshake): Promise<object>;
  /** The public id of this device. */
  deviceId(): Promise<string>;
  confirm(welcome: WelcomeMessage): void;
}

/** A guest, whose account ends with the connection. */
export class Guest implements SignsIn {
  signIn(hello: object): object;
  confirm(): void;
}

/** What makes a connection one of its kind, as both sides know it. */
export class Handshake {
  constructor(greeting: Omit<GreetingMessage, "t">, nonce: string, form?: string);
  readonly greeting: Omit<GreetingMessage, "t">;
  readonly nonce: string;
  readonly form: string;
  /** Resolves once the server has proven that it has the key of its id; rejects with UnprovenServer. */
  prove(): Promise<void>;
  /** What a device signs of a hello. */
  helloText(hello: object): string;
  /** What the server signs. */
  readonly greetingText: string;
  /** The ids by which the server was known before, each with the one that came next. */
  successors(): Promise<[string, string][]>;
  /** Whether a fingerprint is that of this server's id, or of one that it has had. */
  isOf(fingerprint: string): Promise<boolean>;
}

/** The fingerprint of a server, from its id; empty for what is no id. */
export function fingerprintOf(serverId: string): string;
/** What a link has behind its #, without that. */
export function readFragment(fragment: string): { place: string; fingerprint: string };
/** The twin of `readFragment`, with the # if there is anything behind it. */
export function fragmentOf(parts: { place?: string; fingerprint?: string }): string;

/** Keys and signatures of Ed25519. */
export interface Signatures {
  publicKey(secret: Uint8Array): Uint8Array;
  sign(secret: Uint8Array, text: string): Uint8Array;
  idOf(kind: "device" | "server", key: Uint8Array): Uint8Array;
  isSigned(key: Uint8Array, text: string, signed: Uint8Array): boolean;
}

export function loadSignatures(): Promise<Signatures>;

/** The server could not prove that it has the key of its id. */
export class UnprovenServer extends Error {}

/** The server is not the one that was meant. */
export class OtherServer extends Error {}

/** A request that the server did not carry out. */
export class RequestRejected extends Error {
  readonly code: string;
  /** Where in the request the problem is, as a JSON pointer. */
  readonly at: string;
  /** After how many milliseconds it may go better, or null. */
  readonly retryMs: number | null;
}

/** A connection that has ended, or never began. */
export class ConnectionClosed extends Error {
  readonly code: number;
  /** Whether it makes no sense to connect again. */
  readonly isFinal: boolean;
}

export const SUBPROTOCOL: string;
/** The type of the reply to each request. */
export const REPLIES: { readonly [Tag in ClientMessage["t"]]: Replies[Tag]["t"] };
