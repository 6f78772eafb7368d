// The messages of the pente protocol, for TypeScript and for editors. Generated: do not change it by hand.
// A key that may be missing has the value that its comment names. A server of a later release may send keys,
// messages, events and values that are not listed here; ignore them. What both sides send has two types: that
// of clients, such as RequestedOptions, has no other values.

/** The tags of later releases. It is a text and only a type: compare with the tags that you know. */
declare enum Unlisted {
  tag = "",
}

export type TimeControl =
  | UnlimitedTimeControl
  | FischerTimeControl
  | DelayTimeControl
  | ByoYomiTimeControl
  | PerMoveTimeControl
  | OddsTimeControl
  | UnknownTimeControl;

/** What a later release may send. */
export interface UnknownTimeControl {
  t: Unlisted.tag;
}

/** No time limit. */
export interface UnlimitedTimeControl {
  t: "unlimited";
}

/** A starting time, and an increment after every turn. */
export interface FischerTimeControl {
  t: "fischer";
  /** One second to one day. */
  initial: Millis;
  /**
   * Zero to one hour.
   * If absent: 0.
   */
  increment?: Millis;
}

/** A starting time, and a delay in every turn before the clock counts down; unused delay is lost. */
export interface DelayTimeControl {
  t: "delay";
  /** One second to one day. */
  initial: Millis;
  /** One second to one hour. */
  delay: Millis;
}

/**
 * A main time, then overtime periods; a period not used up in a turn is full again in the next.
 * A clock keeps one number per seat, main time and periods together: while more than overtime is left, the
 * rest is main time.
 */
export interface ByoYomiTimeControl {
  t: "byo_yomi";
  /** Zero to one day. */
  initial: Millis;
  /** 1 to 99. */
  periods: number;
  /** One second to one hour. */
  period: Millis;
}

/** The same time for every turn; unused time is lost. */
export interface PerMoveTimeControl {
  t: "per_move";
  /** One second to 30 days. */
  each: Millis;
}

/** Time odds: a starting time and an increment for each seat. */
export interface OddsTimeControl {
  t: "odds";
  /** By seat, two to four: one second to one day. */
  initial: Millis[];
  /** By seat: zero to one hour. */
  increment: Millis[];
}

export type PlayerCommand =
  | JoinCommand
  | LeaveCommand
  | DeclineCommand
  | ReadyCommand
  | PlayCommand
  | ChooseCommand
  | ResignCommand
  | AbortCommand
  | OfferCommand
  | AcceptCommand
  | GiveTimeCommand
  | ResumeCommand
  | ClaimCommand
  | SetConditionsCommand
  | SayCommand
  | AddVariationCommand
  | AddCommentCommand
  | MarkPointsCommand
  | RemoveAnnotationCommand
  | MuteCommand
  | UnmuteCommand
  | KickCommand
  | BanCommand
  | UnbanCommand
  | SetWatchPolicyCommand;

/** Take a seat: the given one, or the first that is free. */
export interface JoinCommand {
  t: "join";
  /** If absent: null. */
  seat?: number | null;
  /**
   * The room's password, if it has one; a server checks it before the room decides.
   * If absent: "".
   */
  password?: string;
  /**
   * Whether the player accepts that a rating shows the result of a game that only its players can find.
   * Required in a rated room whose options hide its games.
   * If absent: false.
   */
  accepts_rating?: boolean;
}

/** Leave a seat before the game starts. */
export interface LeaveCommand {
  t: "leave";
}

/** Decline an offer, or withdraw one's own; without a kind, decline the invitation to the room. */
export interface DeclineCommand {
  t: "decline";
  /** If absent: null. */
  offer?: RequestedOfferKind | null;
}

/** Tell the room that the player is ready to start. */
export interface ReadyCommand {
  t: "ready";
}

/** Place a stone. */
export interface PlayCommand {
  t: "play";
  point: Point;
}

/** Make a choice of a swap opening. */
export interface ChooseCommand {
  t: "choose";
  choice: RequestedChoice;
}

/** Resign the game. */
export interface ResignCommand {
  t: "resign";
}

/** End a game that has barely begun, without a result. */
export interface AbortCommand {
  t: "abort";
}

/** Make an offer to the other players, or accept the same offer of another player (except a takeback). */
export interface OfferCommand {
  t: "offer";
  offer: RequestedOfferKind;
}

/** Accept an offer. */
export interface AcceptCommand {
  t: "accept";
  offer: RequestedOfferKind;
}

/** Give the opponents more time. */
export interface GiveTimeCommand {
  t: "give_time";
}

/** Go on after a pause: the same as an offer to resume, or the answer to it. */
export interface ResumeCommand {
  t: "resume";
}

/** Claim the end of the game, because opponents have been away too long. */
export interface ClaimCommand {
  t: "claim";
  result: ClaimKind;
}

/** Plan answers to moves that opponents may make, instead of those planned before; no lines: none. */
export interface SetConditionsCommand {
  t: "set_conditions";
  /**
   * Each begins with the next turn, and ends with an answer of the player.
   * If absent: [].
   */
  lines?: Point[][];
}

/** Write a line of chat, to all or to the viewers only. */
export interface SayCommand {
  t: "say";
  text: string;
  /** If absent: "all". */
  to?: RequestedChatAudience;
}

/**
 * Try other moves in a finished game: from a node on, place these stones.
 * What is there already is not added again. Where a choice of an opening is due, it is *stay*.
 */
export interface AddVariationCommand {
  t: "add_variation";
  node: number;
  points: Point[];
}

/** Comment on a node of a finished game. */
export interface AddCommentCommand {
  t: "add_comment";
  node: number;
  text: string;
}

/** Draw attention to points at a node of a finished game, in place of those marked there before. */
export interface MarkPointsCommand {
  t: "mark_points";
  node: number;
  /** null: take the marks away. */
  points: Point[];
}

/** Remove a variation, a comment or marks. The host may remove all, others only what is their own. */
export interface RemoveAnnotationCommand {
  t: "remove_annotation";
  /** The version of the room that the event of the annotation led to. */
  number: number;
}

/** Host only: mute a person without a seat in this room. */
export interface MuteCommand {
  t: "mute";
  player: PlayerId;
}

/** Host only: lift a mute. */
export interface UnmuteCommand {
  t: "unmute";
  player: PlayerId;
}

/** Host only: remove a person without a seat, who may come back. */
export interface KickCommand {
  t: "kick";
  player: PlayerId;
}

/**
 * Host only: remove a person without a seat, who may not come back.
 * A ban is for chat and company: a game that everybody may watch can still be seen without an account. Who
 * is not to see it needs a room with a password, or one that only invited people may watch.
 */
export interface BanCommand {
  t: "ban";
  player: PlayerId;
}

/** Host only: lift a ban. */
export interface UnbanCommand {
  t: "unban";
  player: PlayerId;
}

/** Host only: change who may watch, until the game is over. */
export interface SetWatchPolicyCommand {
  t: "set_watch_policy";
  watch: RequestedWatchPolicy;
}

export type SignIn = GuestSignIn | KnownDeviceSignIn | NewAccountSignIn | LinkCodeSignIn;

/**
 * Sign in as a guest with a generated name, without a key: the account lasts for this connection.
 * For programs that are typed by hand, and those that need nothing more. Nobody can come back as such a
 * guest after the connection is lost, as nothing would prove who that is. A guest who wants to keep the
 * account can add a device to it by offer_link.
 */
export interface GuestSignIn {
  t: "guest";
  /** If absent: "person". */
  kind?: RequestedPlayerKind;
}

/** Sign in to an account that this device belongs to. */
export interface KnownDeviceSignIn {
  t: "known_device";
  /** The id of the account. */
  player: PlayerId;
  /** The public key of the device. */
  key: KeyText;
  /** That of the hello. */
  signature: SignatureText;
}

/** Open an account with this device. Repeating it with the same key leads to the same account. */
export interface NewAccountSignIn {
  t: "new_account";
  /** The public key of the device, which is the account's first one. */
  key: KeyText;
  /** That of the hello. */
  signature: SignatureText;
  /**
   * The wanted name; empty for a guest, who gets a generated one, and can come back with the key.
   * If absent: "".
   */
  name?: string;
  /** If absent: "person". */
  kind?: RequestedPlayerKind;
  /** If absent: "". */
  device_name?: DeviceName;
}

/**
 * Add this device to the account that a code was given for, and sign in.
 * With a player's code it may play; with one of the host, all other devices are removed, and it may do all.
 * Repeating it with the same key is harmless. A code works for one device, and a few wrong ones end it.
 */
export interface LinkCodeSignIn {
  t: "link_code";
  code: string;
  /** The public key of the device. */
  key: KeyText;
  /** That of the hello. */
  signature: SignatureText;
  /** If absent: "". */
  device_name?: DeviceName;
}

export type Event =
  | CreatedEvent
  | JoinedEvent
  | LeftEvent
  | DeclinedEvent
  | ReadiedEvent
  | StartedEvent
  | MovedEvent
  | ChosenEvent
  | RetiredEvent
  | OfferedEvent
  | AcceptedEvent
  | RejectedEvent
  | TakenBackEvent
  | TimeGivenEvent
  | PausedEvent
  | ResumedEvent
  | ConditionsSetEvent
  | GoneEvent
  | ReturnedEvent
  | VacationStartedEvent
  | VacationEndedEvent
  | MutedEvent
  | UnmutedEvent
  | KickedEvent
  | BannedEvent
  | UnbannedEvent
  | WatchPolicyChangedEvent
  | SaidEvent
  | OutageCreditedEvent
  | FinishedEvent
  | ContinuedEvent
  | VariationAddedEvent
  | CommentAddedEvent
  | PointsMarkedEvent
  | AnnotationRemovedEvent
  | RatingsChangedEvent
  | ClosedEvent
  | HiddenEvent
  | UnknownEvent;

/** What a later release may send. */
export interface UnknownEvent {
  t: Unlisted.tag;
}

/** A room was opened; always the first event. Seats are kept free for the invited. */
export interface CreatedEvent {
  t: "created";
  at: Instant;
  host: Identity;
  ruleset: Ruleset;
  time: TimeControl;
  /** If absent: []. */
  invited?: Identity[];
  /** If absent: {}. */
  options?: Options;
  /**
   * The id of the room whose players go on here, if there is one.
   * If absent: none.
   */
  continues?: RoomId;
  /**
   * Which game of these players it is, counted from the first of the rooms that follow each other.
   * If absent: 1.
   */
  number?: number;
  /**
   * The format of the room's log. Programs read older formats, and refuse newer ones.
   * If absent: 1.
   */
  format?: number;
  /**
   * How long a game without a clock may stand still before it is aborted, and a room for correspondence may
   * wait for players. It stands here so that every server ends it at the same moment.
   * If absent: 2592000000.
   */
  idle?: Millis;
  /**
   * The position in which the game begins; null: on the empty board.
   * If absent: null.
   */
  setup?: Setup | null;
  /**
   * Whether the players keep their seats in the next game, as where stones were given to one of them.
   * If absent: false.
   */
  keeps_seats?: boolean;
  /**
   * Whether a game is aborted when a player makes no first move in time; not where all sit at one board.
   * If absent: true.
   */
  needs_first_moves?: boolean;
}

/** A player took a seat. */
export interface JoinedEvent {
  t: "joined";
  at: Instant;
  seat: number;
  player: Identity;
}

/** A player left a seat before the game began. */
export interface LeftEvent {
  t: "left";
  at: Instant;
  seat: number;
}

/** An invited player declined. */
export interface DeclinedEvent {
  t: "declined";
  at: Instant;
  player: Identity;
}

/** A player is ready for the game to begin, or is there while its clocks wait for the players. */
export interface ReadiedEvent {
  t: "readied";
  at: Instant;
  seat: number;
}

/** All seats are taken and the clock runs. */
export interface StartedEvent {
  t: "started";
  at: Instant;
  /** If absent: []. */
  remaining?: Millis[];
  /**
   * When the clocks begin to run at the latest: before that, as soon as all players are ready or the first
   * turn is taken. null: at once.
   * If absent: null.
   */
  clocks_from?: Instant | null;
}

/** A stone was placed. */
export interface MovedEvent {
  t: "moved";
  at: Instant;
  /** The seat that placed it; in a swap opening, not always the seat of that colour. */
  seat: number;
  colour: number;
  point: Point;
  /** The position's 64-bit key after the move, as 16 hex digits. A program with another key has diverged. */
  key: string;
  /** If absent: []. */
  captured?: Capture[];
  /** If absent: []. */
  poofed?: Point[];
  /** If absent: []. */
  calls?: Call[];
  /** If absent: []. */
  remaining?: Millis[];
  /**
   * The part of the time that was lag and is not charged (see clock).
   * If absent: 0.
   */
  lag?: Millis;
}

/** A player made a choice of a swap opening; a swap exchanges the players' seats. */
export interface ChosenEvent {
  t: "chosen";
  at: Instant;
  /** The seat that chose, before the swap. */
  seat: number;
  choice: Choice;
  /** If absent: []. */
  remaining?: Millis[];
  /** If absent: 0. */
  lag?: Millis;
}

/** A seat left the game while others play on; only with more than two sides. */
export interface RetiredEvent {
  t: "retired";
  at: Instant;
  seat: number;
  reason: Termination;
  /** If absent: []. */
  remaining?: Millis[];
}

/** A player made an offer to the others. */
export interface OfferedEvent {
  t: "offered";
  at: Instant;
  seat: number;
  offer: OfferKind;
  /**
   * Of an offer to resume: when the game goes on at the latest.
   * If absent: null.
   */
  until?: Instant | null;
}

/** A player accepted an offer; once all have, the offer takes effect. */
export interface AcceptedEvent {
  t: "accepted";
  at: Instant;
  seat: number;
  offer: OfferKind;
}

/** A player declined an offer, or withdrew their own, which ends it. */
export interface RejectedEvent {
  t: "rejected";
  at: Instant;
  seat: number;
  offer: OfferKind;
}

/** The last turns were taken back, and the clocks are as they were before them. */
export interface TakenBackEvent {
  t: "taken_back";
  at: Instant;
  /** The seat to act again. */
  seat: number;
  /**
   * How many turns of the game are left. When a swap is not among them any more, the players have
   * changed back.
   */
  turn_count: number;
  /** If absent: []. */
  remaining?: Millis[];
}

/** A player gave each opponent more time. */
export interface TimeGivenEvent {
  t: "time_given";
  at: Instant;
  /** The seat that gave the time. */
  seat: number;
  span: Millis;
  remaining: Millis[];
}

/**
 * The game was paused by agreement: no clock runs, and no player may move.
 * If nobody offers to resume it within a week, it is aborted.
 */
export interface PausedEvent {
  t: "paused";
  at: Instant;
  /** If absent: []. */
  remaining?: Millis[];
}

/** The pause ended: all wanted to go on, the seat last. Without a seat: it was announced for that time. */
export interface ResumedEvent {
  t: "resumed";
  at: Instant;
  /** If absent: null. */
  seat?: number | null;
  /** If absent: []. */
  remaining?: Millis[];
}

/**
 * A player planned answers to moves that opponents may make; nobody else sees that.
 * An answer is a moved in the same step as the move before it, at no time on the clock. What was not
 * planned for ends the lines that it is not in; any turn but a stone, and a takeback, end them all.
 */
export interface ConditionsSetEvent {
  t: "conditions_set";
  at: Instant;
  player: PlayerId;
  /**
   * Empty: the player has withdrawn them.
   * If absent: [].
   */
  lines?: Point[][];
}

/** A player lost the connection, in a game or in a room that waits for players. */
export interface GoneEvent {
  t: "gone";
  at: Instant;
  seat: number;
  /**
   * From then on the opponents may claim the end of the game, or keep waiting. In a room that waits for
   * players the seat is given up then.
   */
  until: Instant;
}

/** A player who was away is connected again. */
export interface ReturnedEvent {
  t: "returned";
  at: Instant;
  seat: number;
}

/** A player is on vacation, or stays longer: until then their own clock stands still. */
export interface VacationStartedEvent {
  t: "vacation_started";
  at: Instant;
  seat: number;
  until: Instant;
  /** If absent: []. */
  remaining?: Millis[];
}

/** A player is back from a vacation before it was to end. */
export interface VacationEndedEvent {
  t: "vacation_ended";
  at: Instant;
  seat: number;
  /** If absent: []. */
  remaining?: Millis[];
}

/** A person without a seat was muted. */
export interface MutedEvent {
  t: "muted";
  at: Instant;
  player: PlayerId;
}

/** A mute was lifted. */
export interface UnmutedEvent {
  t: "unmuted";
  at: Instant;
  player: PlayerId;
}

/** A person without a seat was removed, and may come back. */
export interface KickedEvent {
  t: "kicked";
  at: Instant;
  player: PlayerId;
}

/** A person without a seat was removed, and may not come back. */
export interface BannedEvent {
  t: "banned";
  at: Instant;
  player: PlayerId;
}

/** A ban was lifted. */
export interface UnbannedEvent {
  t: "unbanned";
  at: Instant;
  player: PlayerId;
}

/** The host changed who may watch. A viewer who no longer may gets this event, and nothing after it. */
export interface WatchPolicyChangedEvent {
  t: "watch_policy_changed";
  at: Instant;
  watch: WatchPolicy;
}

/** A line of chat was written. */
export interface SaidEvent {
  t: "said";
  at: Instant;
  player: Identity;
  text: string;
  /** If absent: "all". */
  to?: ChatAudience;
}

/** The time from start to end is not charged to any player; end may lie a little ahead. */
export interface OutageCreditedEvent {
  t: "outage_credited";
  at: Instant;
  start: Instant;
  end: Instant;
  /** If absent: []. */
  remaining?: Millis[];
}

/** The game is over. */
export interface FinishedEvent {
  t: "finished";
  at: Instant;
  termination: Termination;
  /**
   * The seats that won; empty for a draw or an aborted game.
   * If absent: [].
   */
  winners?: number[];
  /** If absent: []. */
  lines?: Point[][];
  /** If absent: []. */
  remaining?: Millis[];
  /**
   * The seats whose players made no first move, for which the game was aborted.
   * If absent: [].
   */
  no_show?: number[];
}

/** The players continue in another room, with seats exchanged. */
export interface ContinuedEvent {
  t: "continued";
  at: Instant;
  /** Its id, known only to those who see this event. */
  room: RoomId;
}

/** A variation was added. Its nodes get the next numbers. */
export interface VariationAddedEvent {
  t: "variation_added";
  at: Instant;
  player: Identity;
  /** The node that it goes on from. */
  node: number;
  points: Point[];
}

/** A comment on a node was added. */
export interface CommentAddedEvent {
  t: "comment_added";
  at: Instant;
  player: Identity;
  node: number;
  text: string;
}

/** A person has marked points at a node, in place of those that they had marked there before. */
export interface PointsMarkedEvent {
  t: "points_marked";
  at: Instant;
  player: Identity;
  node: number;
  points: Point[];
}

/** An annotation was removed; with a variation, all that was added in it. */
export interface AnnotationRemovedEvent {
  t: "annotation_removed";
  at: Instant;
  /** The person who removed it. */
  player: Identity;
  /** The version of the room that the event of the annotation led to. */
  number: number;
}

/** The finished game changed the players' ratings. */
export interface RatingsChangedEvent {
  t: "ratings_changed";
  at: Instant;
  changes: RatingChange[];
}

/** The room was closed before its game began. */
export interface ClosedEvent {
  t: "closed";
  at: Instant;
  reason: Closing;
}

/** A stand-in for an event that this viewer may not see, so that versions have no gaps. Never in a log. */
export interface HiddenEvent {
  t: "hidden";
  at: Instant;
}

export type ClientMessage =
  | HelloRequest
  | CreateRequest
  | ActRequest
  | WatchRequest
  | UnwatchRequest
  | ShareCodeRequest
  | FindCodeRequest
  | LookRequest
  | RoomsRequest
  | BrowseRequest
  | UnbrowseRequest
  | OnlineRequest
  | BrowsePlayersRequest
  | UnbrowsePlayersRequest
  | FollowRequest
  | UnfollowRequest
  | GamesRequest
  | LogsRequest
  | ExploreRequest
  | GameReviewRequest
  | RequestReviewRequest
  | NextReviewRequest
  | StoreReviewRequest
  | DeclineReviewRequest
  | StorePuzzleRequest
  | PuzzlesRequest
  | ProfileRequest
  | LeadersRequest
  | RenameRequest
  | BlockRequest
  | UnblockRequest
  | BlockedRequest
  | ReportRequest
  | PersonalDataRequest
  | DeleteAccountRequest
  | BefriendRequest
  | UnfriendRequest
  | FriendsRequest
  | MessageRequest
  | MessagesRequest
  | ReadMessagesRequest
  | SetMessagePolicyRequest
  | TakeVacationRequest
  | ChooseNotificationsRequest
  | OfferLinkRequest
  | DevicesRequest
  | AddDeviceRequest
  | AllowDeviceRequest
  | RevokeDeviceRequest
  | PingRequest;

/** The first message of a client, after the server's greeting: it logs in, and resumes watching rooms. */
export interface HelloRequest {
  t: "hello";
  id: RequestId;
  /** Name and version of the program, for the server's log. */
  client: string;
  /**
   * Whose account it is, or which to open; null: a viewer without an account.
   * If absent: null.
   */
  account?: GuestSignIn | KnownDeviceSignIn | NewAccountSignIn | LinkCodeSignIn | null;
  /**
   * The rooms to resume watching, each with what the client has of it (see watch); at most 256.
   * If absent: {}.
   */
  rooms?: Record<RoomId, Checkpoint | null>;
  /**
   * The passwords of those rooms that have one.
   * If absent: {}.
   */
  passwords?: Record<RoomId, string>;
  /**
   * The server's password, if it has one.
   * If absent: "".
   */
  password?: string;
  /**
   * The address at which the client has found the server, in its one spelling.
   * If absent: "".
   */
  address?: string;
  /**
   * Whether this connection is only for watching: it does not count as presence, and takes over no seat.
   * It opens and joins no room, and acts in none where the player has a seat: such get watch-only.
   * If absent: false.
   */
  watch_only?: boolean;
  /**
   * What the client can use beyond what every client can. Unknown ones mean nothing.
   * If absent: [].
   */
  features?: string[];
}

/** Open a room and watch it, starting with a synced. The reply is room_created. */
export interface CreateRequest {
  t: "create";
  id: RequestId;
  command_id: CommandId;
  ruleset: RulesetSpec;
  /** The time control as text: 5+3, or - for none. */
  time: string;
  /**
   * The seat to take; null: a random seat.
   * If absent: null.
   */
  seat?: number | null;
  /**
   * The invited players. If they fill all seats that are left, no other player may join.
   * If absent: [].
   */
  invite?: PlayerRef[];
  /**
   * Further options. With a password_hash the request is refused: use password.
   * If absent: {}.
   */
  options?: RequestedOptions;
  /**
   * The password that uninvited players need to join or watch; empty: none.
   * If absent: "".
   */
  password?: string;
  /**
   * Whether the player accepts that a rating shows the result of a game that only its players can find.
   * Required for a rated room that is private, has a password, or restricts who may watch.
   * If absent: false.
   */
  accepts_rating?: boolean;
  /**
   * The position in which the game begins; absent: on the empty board.
   * If absent: null.
   */
  setup?: RequestedSetup | null;
  /**
   * Whether the players keep their seats in the next game, as where stones were given to one of them.
   * If absent: false.
   */
  keeps_seats?: boolean;
}

/** Send a command to a room. The reply is acted. */
export interface ActRequest {
  t: "act";
  id: RequestId;
  room: RoomId;
  command_id: CommandId;
  command: PlayerCommand;
  /**
   * What the client has of the room. Commands to which the position does not matter need none.
   * A turn, or the acceptance of an offer, is refused as stale if the game has changed since, or without a
   * base. If the server has another history of the room by now, every command but chat is refused as
   * stale, and a synced comes before that error.
   * If absent: null.
   */
  base?: Checkpoint | null;
}

/**
 * Receive the events of a room.
 * Before the reply the server sends what happened since after in one missed, or a synced; after it,
 * every new event. The reply is watching.
 */
export interface WatchRequest {
  t: "watch";
  id: RequestId;
  room: RoomId;
  /**
   * What the client has of the room. Absent: nothing, so the server sends a snapshot.
   * It also sends one if that is of another history, or too much has happened since.
   * If absent: null.
   */
  after?: Checkpoint | null;
  /**
   * The room's password, which players without a seat or an invitation need.
   * If absent: "".
   */
  password?: string;
}

/** Stop receiving the events of a room. */
export interface UnwatchRequest {
  t: "unwatch";
  id: RequestId;
  room: RoomId;
}

/**
 * Get the join code of a room that the connection receives the events of. The reply is code_found.
 * A room that has none, or none any more, gets one. Asking keeps the code for another week.
 */
export interface ShareCodeRequest {
  t: "share_code";
  id: RequestId;
  room: RoomId;
}

/**
 * Find the room with a join code, to join or watch it. The reply is code_found.
 * The code is of no use for anything else: a password, a ban or a block hold all the same.
 */
export interface FindCodeRequest {
  t: "find_code";
  id: RequestId;
  /** In any case, with any spaces and hyphens. */
  code: string;
}

/**
 * Show the others in a finished room where the player looks, until the next look or the end of watching.
 * For players who may chat there. The others get at most four
 * looks a second, so more need not be sent.
 */
export interface LookRequest {
  t: "look";
  id: RequestId;
  room: RoomId;
  /** The node of the game (see add_variation); null: the player no longer shows it. */
  node: number | null;
  /**
   * Points to draw attention to.
   * If absent: [].
   */
  points?: Point[];
}

/** List the rooms that are waiting or being played. The reply is room_list. */
export interface RoomsRequest {
  t: "rooms";
  id: RequestId;
  /** If absent: {}. */
  filter?: RoomFilter;
  /**
   * The cursor of the previous reply, to continue from there; empty: start with the newest room.
   * If absent: "".
   */
  cursor?: string;
  /**
   * The maximum number of rooms in the reply, 1 to 100.
   * If absent: 100.
   */
  count?: number;
}

/**
 * List the 100 newest rooms as rooms does, and receive a lobby_update whenever the list changes.
 * What goes on in the rooms is sent every two seconds at most. A connection has one such list: sent again,
 * this message replaces it. The reply is room_list.
 */
export interface BrowseRequest {
  t: "browse";
  id: RequestId;
  /** If absent: {}. */
  filter?: RoomFilter;
}

/** Stop receiving lobby updates. */
export interface UnbrowseRequest {
  t: "unbrowse";
  id: RequestId;
}

/** List the connected players, by name. The reply is online_list. */
export interface OnlineRequest {
  t: "online";
  id: RequestId;
  /**
   * The account kind of the players to list; null: all kinds.
   * If absent: null.
   */
  kind?: RequestedPlayerKind | null;
  /**
   * The named ruleset whose ratings are shown.
   * If absent: "pente".
   */
  ruleset?: string;
  /**
   * The speed whose ratings are shown; null: for each player that with the most rated games.
   * If absent: null.
   */
  speed?: RequestedSpeed | null;
  /**
   * The cursor of the previous reply, to continue from there; empty: from the beginning.
   * If absent: "".
   */
  cursor?: string;
  /**
   * The maximum number of players in the reply, 1 to 100.
   * If absent: 100.
   */
  count?: number;
}

/**
 * List the connected players as online does, and receive a players_update when the list changes.
 * Friends come before the others. Left out, as in online, are players who have blocked the requester, and
 * those whom the requester has blocked. Changes are sent every two seconds at most. A connection has one
 * such list: sent again, this message replaces it. The reply is online_list, without a cursor.
 */
export interface BrowsePlayersRequest {
  t: "browse_players";
  id: RequestId;
  /**
   * The named ruleset whose ratings are shown.
   * If absent: "pente".
   */
  ruleset?: string;
  /**
   * The speed whose ratings are shown; null: for each player that with the most rated games.
   * If absent: null.
   */
  speed?: RequestedSpeed | null;
}

/** Stop receiving changes of the list of players. */
export interface UnbrowsePlayersRequest {
  t: "unbrowse_players";
  id: RequestId;
}

/**
 * Follow a channel, in place of the one before. The reply is following.
 * featured names another game when the one before has gone dull: it is over, a player is away, or there
 * was no move for a minute. Games of the player's own and correspondence games are never named.
 */
export interface FollowRequest {
  t: "follow";
  id: RequestId;
  /** If absent: "best". */
  channel?: TvChannel;
  /**
   * Take the game that is ranked next to this one, in place of the featured one.
   * If absent: null.
   */
  beside?: RoomId | null;
  /**
   * Take the game before it.
   * If absent: false.
   */
  back?: boolean;
}

/** Stop receiving the featured game. */
export interface UnfollowRequest {
  t: "unfollow";
  id: RequestId;
}

/** Find finished games, newest first. The reply is game_list. */
export interface GamesRequest {
  t: "games";
  id: RequestId;
  /** If absent: {}. */
  filter?: GameFilter;
  /**
   * The cursor of the previous reply, to continue from there; empty: start with the newest game.
   * If absent: "".
   */
  cursor?: string;
  /**
   * The maximum number of games in the reply, 1 to 50.
   * If absent: 50.
   */
  count?: number;
}

/**
 * Get the events of finished games, or of games that go on and that this connection watches.
 * The reply is log_list.
 */
export interface LogsRequest {
  t: "logs";
  id: RequestId;
  /** One to 256 games. The reply may have room for the first of them only; request the rest again. */
  rooms: RoomId[];
  /**
   * The version of the first game that the client has already; its log starts after it.
   * If absent: 0.
   */
  after?: number;
}

/**
 * Query which turns were played in a position, how often and with what results.
 * The reply is explored.
 */
export interface ExploreRequest {
  t: "explore";
  id: RequestId;
  /** The position with its ruleset, as one line of text (see notation). */
  position: string;
}

/** Get a computer's review of a finished game. The reply is review_found. */
export interface GameReviewRequest {
  t: "game_review";
  id: RequestId;
  game: RoomId;
}

/**
 * Ask for a computer's review of a finished game, and get it if there is one. The reply is review_found.
 * Asking again while it waits changes nothing.
 */
export interface RequestReviewRequest {
  t: "request_review";
  id: RequestId;
  game: RoomId;
}

/**
 * Get a game to review; only for accounts with the role of a reviewer. The reply is review_job.
 * The game is the requester's for two minutes; each store_review extends that. While it is, the request
 * gives the same game again: an account reviews one game at a time.
 */
export interface NextReviewRequest {
  t: "next_review";
  id: RequestId;
}

/**
 * Store the review of the requester's game, in parts. The reply is review_stored.
 * The review is kept once the server has a part for each stone of the game; until then only the requester's
 * connection has it. A part without stones says that the game is still being reviewed.
 */
export interface StoreReviewRequest {
  t: "store_review";
  id: RequestId;
  game: RoomId;
  /** What made the review: a player with its options, such as engine:nodes=100000. */
  by: string;
  /**
   * How many stones come before this part. If the server has another number, the part is not added.
   * If absent: 0.
   */
  after?: number;
  /** If absent: []. */
  stones?: RequestedStoneReview[];
}

/** Give the requester's game back, as it can't be reviewed. Nobody else gets it. The reply is ok. */
export interface DeclineReviewRequest {
  t: "decline_review";
  id: RequestId;
  game: RoomId;
}

/**
 * Store a puzzle from a game that everybody can find; only for accounts with the role of a reviewer.
 * The reply is ok, also if there is a puzzle of its position already. Send it after review_job said that
 * the game wants_puzzles, and after the review, which a player waits for.
 */
export interface StorePuzzleRequest {
  t: "store_puzzle";
  id: RequestId;
  game: RoomId;
  /**
   * Its position has to be one of the game, and its solution a proof with one first stone; what it says
   * about where it is from is replaced.
   */
  puzzle: RequestedWrittenPuzzle;
}

/** Get the puzzles from the server's own games. The reply is puzzle_list. */
export interface PuzzlesRequest {
  t: "puzzles";
  id: RequestId;
}

/** Look up an account and its results. The reply is profile_found. */
export interface ProfileRequest {
  t: "profile";
  id: RequestId;
  /**
   * The player; empty: the player who asks.
   * If absent: "".
   */
  player?: PlayerRef;
  /**
   * Another player, to get the results of the two against each other; empty: of nobody.
   * If absent: "".
   */
  against?: PlayerRef;
}

/** Query the players with the highest ratings. The reply is leader_list. */
export interface LeadersRequest {
  t: "leaders";
  id: RequestId;
  /**
   * The name of a ruleset.
   * If absent: "pente".
   */
  ruleset?: string;
  /**
   * The speed of the games; null: every speed.
   * If absent: null.
   */
  speed?: RequestedSpeed | null;
}

/**
 * Change the player's name. Games and rooms keep the name that was used in them.
 * The reply is player_found, with the new name.
 */
export interface RenameRequest {
  t: "rename";
  id: RequestId;
  name: string;
}

/**
 * Block a player: no more of their chat, their invitations, or their company in the player's own rooms.
 * The reply is player_found; the player is not told. A player can block a hundred others.
 */
export interface BlockRequest {
  t: "block";
  id: RequestId;
  player: PlayerRef;
}

/** Unblock a player. The reply is player_found. */
export interface UnblockRequest {
  t: "unblock";
  id: RequestId;
  player: PlayerRef;
}

/** List the players whom the player has blocked. The reply is player_list. */
export interface BlockedRequest {
  t: "blocked";
  id: RequestId;
}

/** Report a player to the host of the server. The player is not told. The reply is ok. */
export interface ReportRequest {
  t: "report";
  id: RequestId;
  command_id: CommandId;
  player: PlayerRef;
  /** What they did, for the host. */
  text: string;
  /**
   * The room in which they did it, if it was in one.
   * If absent: null.
   */
  room?: RoomId | null;
}

/**
 * Get what the server keeps about the player, beside their games. The reply is personal_data_found.
 * The games, private ones too, are found by games with the player's id, and read by logs.
 */
export interface PersonalDataRequest {
  t: "personal_data";
  id: RequestId;
  /**
   * The cursor of the previous reply, to continue from there; empty: the beginning.
   * If absent: "".
   */
  cursor?: string;
}

/**
 * Delete the player's account with its ratings and results, for good. Refused while they have a seat.
 * The name is reserved for 30 days. Games stay with the names under which they were played, as they are
 * those of the opponents too, but they are not found by the deleted player's name or id any more. After the
 * reply the server closes the player's connections with 4503.
 */
export interface DeleteAccountRequest {
  t: "delete_account";
  id: RequestId;
  /** The name of the account, to make sure that no other one is deleted. */
  name: string;
}

/**
 * Add a player to the player's friends, and receive friend_arrived when they connect.
 * The reply is player_found; the friend is not told. A player can have a hundred friends.
 */
export interface BefriendRequest {
  t: "befriend";
  id: RequestId;
  player: PlayerRef;
}

/** Take a player off the player's friends. The reply is player_found. */
export interface UnfriendRequest {
  t: "unfriend";
  id: RequestId;
  player: PlayerRef;
}

/** List the player's friends. The reply is friend_list. */
export interface FriendsRequest {
  t: "friends";
  id: RequestId;
}

/**
 * Write to a player, connected or not. The reply is message_sent: the message is stored.
 * Of the messages to a player the newest 20 are kept, each for 30 days at most. One that was not read gives
 * way to none: a player can have 20 that they have not read, and then takes no more.
 */
export interface MessageRequest {
  t: "message";
  id: RequestId;
  command_id: CommandId;
  to: PlayerRef;
  text: string;
}

/** List the latest messages to the player, read or not. The reply is message_list. */
export interface MessagesRequest {
  t: "messages";
  id: RequestId;
}

/** Note that the player has read their messages up to one of them. The reply is ok. */
export interface ReadMessagesRequest {
  t: "read_messages";
  id: RequestId;
  /** The time of the last message that was read; an earlier one than before changes nothing. */
  until: Instant;
}

/** Choose from whom the player takes messages. The reply is ok. */
export interface SetMessagePolicyRequest {
  t: "set_message_policy";
  id: RequestId;
  policy: RequestedMessagePolicy;
}

/**
 * Take a vacation, end it, or ask about it: it stops the player's own clocks in correspondence games.
 * There are 20 whole days a year. Said twice, it changes nothing more. The reply is vacation_found.
 */
export interface TakeVacationRequest {
  t: "take_vacation";
  id: RequestId;
  /**
   * A vacation of so many days, from now, or from the start of the one that goes on.
   * 0: end it; null: only ask.
   * If absent: null.
   */
  days?: number | null;
}

/**
 * Choose notifications, or ask about them. The reply is notifications_found. Not for guests and bots.
 * The webhook leads to a place that the host has chosen, such as a channel of a chat, and names the player
 * there when it becomes their turn: with the room, the opponent and the time left, but of private games
 * nothing else.
 */
export interface ChooseNotificationsRequest {
  t: "choose_notifications";
  id: RequestId;
  /**
   * Whether to be notified; null: only ask.
   * If absent: null.
   */
  your_turn?: boolean | null;
}

/**
 * Get a code with which another device can be added to the account. The reply is link_offered.
 * That device may play, until one that may do all says more (see allow_device). A code that was given out
 * before is of no use any more.
 */
export interface OfferLinkRequest {
  t: "offer_link";
  id: RequestId;
}

/** List the devices of the account. The reply is device_list. */
export interface DevicesRequest {
  t: "devices";
  id: RequestId;
}

/**
 * Add a device to the account by its public key, for example that of a bot. The reply is device_list.
 * Nothing is left to be guessed, unlike with a code. Repeating it is harmless.
 */
export interface AddDeviceRequest {
  t: "add_device";
  id: RequestId;
  key: KeyText;
  /** If absent: "play". */
  right?: RequestedRight;
  /** If absent: "". */
  device_name?: DeviceName;
}

/**
 * Say what a device of the account may do, from now on. The reply is device_list.
 * The only device that may do all keeps that right.
 */
export interface AllowDeviceRequest {
  t: "allow_device";
  id: RequestId;
  device: DeviceId;
  right: RequestedRight;
}

/**
 * Remove a device from the account, for example one that was lost. The reply is device_list.
 * Its connections to this node are closed; those to other nodes of the same store go on until they end, and
 * can no longer change the account. The only device that may do all can't be removed.
 */
export interface RevokeDeviceRequest {
  t: "revoke_device";
  id: RequestId;
  device: DeviceId;
}

/**
 * Ask whether the connection still works. The reply is pong.
 * A page should send it every 15 seconds, and connect again if no reply comes in the next 15. Programs that
 * can send the pings of WebSockets don't need it.
 */
export interface PingRequest {
  t: "ping";
  id: RequestId;
}

export type ServerMessage =
  | GreetingMessage
  | WelcomeMessage
  | OkMessage
  | RoomCreatedMessage
  | CodeFoundMessage
  | ActedMessage
  | WatchingMessage
  | RoomListMessage
  | PlayerListMessage
  | OnlineListMessage
  | FollowingMessage
  | GameListMessage
  | LogListMessage
  | ExploredMessage
  | ReviewFoundMessage
  | ReviewJobMessage
  | ReviewStoredMessage
  | PuzzleListMessage
  | ProfileFoundMessage
  | LeaderListMessage
  | PlayerFoundMessage
  | PersonalDataFoundMessage
  | FriendListMessage
  | MessageSentMessage
  | MessageListMessage
  | VacationFoundMessage
  | NotificationsFoundMessage
  | LinkOfferedMessage
  | DeviceListMessage
  | PongMessage
  | ErrorMessage
  | HappenedMessage
  | MissedMessage
  | SyncedMessage
  | PresenceMessage
  | ReplacedMessage
  | DismissedMessage
  | LooksMessage
  | InvitedMessage
  | InvitationEndedMessage
  | LobbyUpdateMessage
  | PlayersUpdateMessage
  | FriendArrivedMessage
  | MessageReceivedMessage
  | FeaturedMessage
  | UnknownMessage;

/** What a later release may send. */
export interface UnknownMessage {
  t: Unlisted.tag;
}

/** The first message of a connection, from the server. The client answers it with a hello. */
export interface GreetingMessage {
  t: "greeting";
  /** The id of the server, which it keeps when its address changes: 22 letters, digits, - and _. */
  server_id: string;
  /** What the host calls the server, for people; may be empty. Every server can say what it likes. */
  name: string;
  /** Name and version of the program. */
  server: string;
  /** What the server can do beyond what every server can. Ignore those you don't know. */
  features: string[];
  /** The limits for a person and this connection. The welcome says in what the account has others. */
  limits: ServerLimit[];
  /** 22 letters, digits, - and _, drawn for this connection: what is made with it is of use nowhere else. */
  nonce: string;
  /** The server's clock. */
  now: Instant;
  /** The durability of the server's store: strict, everysec, none, memory or unknown. */
  durability: string;
  /**
   * The server's public key, of which server_id is a hash. Empty, as the next two, without a nonce.
   * If absent: "".
   */
  server_key?: string;
  /**
   * The server's own address with the name that it was asked for; empty if that is none of its names.
   * If absent: "".
   */
  address?: string;
  /**
   * The server's signature, for the nonce that the client has sent as it connected: 86 characters.
   * A client checks it before it says anything; see signed_texts.
   * If absent: "".
   */
  signature?: string;
  /**
   * Where others find the server, for links: an origin such as https://pente.example.org. Empty: where
   * the client has found it; but an address of the client's own machine is then of use to nobody else.
   * If absent: "".
   */
  public_url?: string;
  /**
   * The keys that the server had before, the oldest first; at most 8. Each has signed the next one, and the
   * last one server_key: a client that knows the server by one of them follows it.
   * If absent: [].
   */
  succeeds?: FormerKey[];
}

/** The reply to a hello. Before it, the server sends the missing events of the rooms to resume. */
export interface WelcomeMessage {
  t: "welcome";
  id: RequestId;
  server: string;
  player: Identity;
  /** The server's clock. */
  now: Instant;
  /** The durability of the server's store: strict, everysec, none, memory or unknown. */
  durability: string;
  /**
   * The limits of the account, where they are others than those of the greeting.
   * If absent: [].
   */
  limits?: ServerLimit[];
  /**
   * The live rooms in which the player has a seat or an invitation, with seats first: the 100 newest.
   * Invitations of players whom the player has blocked are left out.
   * If absent: [].
   */
  rooms?: ListedRoom[];
  /**
   * The ids of the players whom the player has blocked.
   * If absent: [].
   */
  blocked?: PlayerId[];
  /**
   * The ids of the player's friends.
   * If absent: [].
   */
  friends?: PlayerId[];
  /**
   * How many messages to the player were not read yet (see messages).
   * If absent: 0.
   */
  unread_messages?: number;
  /**
   * What this device may do. Of viewers without an account it says nothing.
   * If absent: "account".
   */
  right?: Right;
}

/** The request was carried out, and its changes are stored; the reply if no other one says more. */
export interface OkMessage {
  t: "ok";
  id: RequestId;
}

/** The reply to create: the room exists, and its events follow. */
export interface RoomCreatedMessage {
  t: "room_created";
  id: RequestId;
  room: RoomId;
  /** The version of the room after its first events. */
  version: number;
  /**
   * The room's join code: six characters to give to others, see find_code. Rooms that a bot opens have
   * none.
   * If absent: "".
   */
  code?: string;
}

/** The reply to share_code and to find_code. */
export interface CodeFoundMessage {
  t: "code_found";
  id: RequestId;
  room: RoomId;
  /** The room's join code. */
  code: string;
  /**
   * What the code invites to, in a reply to find_code while the room waits for players; else null. Private
   * rooms are shown too: the code is the invitation.
   * If absent: null.
   */
  invitation?: RoomSummary | null;
}

/** The reply to act: the command was carried out, and its events are stored. */
export interface ActedMessage {
  t: "acted";
  id: RequestId;
  room: RoomId;
  /** The version of the room after the last event of the command. */
  version: number;
}

/** The reply to watch: the connection receives the events of the room from now on. */
export interface WatchingMessage {
  t: "watching";
  id: RequestId;
  room: RoomId;
  /** The version up to which everything was sent before this reply. */
  version: number;
}

/**
 * The reply to rooms and browse: rooms, newest first. There may be none even if more follow.
 * On the first page a quarter of the places is for open rooms for live games, which may come again later.
 */
export interface RoomListMessage {
  t: "room_list";
  id: RequestId;
  /** If absent: []. */
  rooms?: ListedRoom[];
  /**
   * The cursor for the next page; empty: this is the last page.
   * If absent: "".
   */
  cursor?: string;
}

/** The reply to blocked. */
export interface PlayerListMessage {
  t: "player_list";
  id: RequestId;
  /** If absent: []. */
  players?: Identity[];
}

/** The reply to online and browse_players: connected players. */
export interface OnlineListMessage {
  t: "online_list";
  id: RequestId;
  /** If absent: []. */
  players?: ListedPlayer[];
  /**
   * The number of all connected players.
   * If absent: 0.
   */
  count?: number;
  /**
   * The cursor for the next page; empty: this is the last page.
   * If absent: "".
   */
  cursor?: string;
}

/** The reply to follow. */
export interface FollowingMessage {
  t: "following";
  id: RequestId;
  /**
   * The game to watch; null: there is none now.
   * If absent: null.
   */
  room?: RoomId | null;
  /** If absent: "best". */
  channel?: TvChannel;
}

/** The reply to games: a page of games, which may be empty even if more follow. */
export interface GameListMessage {
  t: "game_list";
  id: RequestId;
  /** If absent: []. */
  games?: GameSummary[];
  /**
   * The cursor for the next page; empty: this is the last page.
   * If absent: "".
   */
  cursor?: string;
}

/** The reply to logs: the logs of the first rooms in the request, at least one. */
export interface LogListMessage {
  t: "log_list";
  id: RequestId;
  logs: LogPage[];
}

/** The reply to explore. */
export interface ExploredMessage {
  t: "explored";
  id: RequestId;
  /**
   * The number of games that reached the position or one of its images. Some may have ended there.
   * If absent: 0.
   */
  games?: number;
  /** If absent: []. */
  wins?: number[];
  /** If absent: 0. */
  draws?: number;
  /**
   * The turns played in the position, the most frequent first.
   * If absent: [].
   */
  turns?: ExploredTurn[];
}

/** The reply to game_review and request_review. */
export interface ReviewFoundMessage {
  t: "review_found";
  id: RequestId;
  game: RoomId;
  /** If absent: "none". */
  state?: ReviewState;
  /**
   * The review, if the state is done.
   * If absent: null.
   */
  review?: GameReview | null;
}

/** The reply to next_review. */
export interface ReviewJobMessage {
  t: "review_job";
  id: RequestId;
  /**
   * Empty: none waits. Ask again in some seconds.
   * If absent: none.
   */
  game?: RoomId;
  /** If absent: null. */
  ruleset?: Ruleset | null;
  /**
   * The position in which the game began; empty: on the empty board.
   * If absent: null.
   */
  setup?: Setup | null;
  /**
   * All its turns as text, such as K10 and swap.
   * If absent: [].
   */
  turns?: string[];
  /**
   * Whether store_puzzle is accepted for the game.
   * If absent: false.
   */
  wants_puzzles?: boolean;
}

/** The reply to store_review. */
export interface ReviewStoredMessage {
  t: "review_stored";
  id: RequestId;
  /** How many stones the server has now: the next part begins after these. */
  stones: number;
}

/** The reply to puzzles. */
export interface PuzzleListMessage {
  t: "puzzle_list";
  id: RequestId;
  /**
   * The newest first, each with the game it is from. There is a limit to how many are kept.
   * If absent: [].
   */
  puzzles?: WrittenPuzzle[];
}

/** The reply to profile. */
export interface ProfileFoundMessage {
  t: "profile_found";
  id: RequestId;
  player: Identity;
  /**
   * The pools with the most games first.
   * If absent: [].
   */
  scores?: PoolScore[];
  /**
   * The ratings after the last rated games, 50 at most, the oldest first.
   * If absent: [].
   */
  history?: RatingPoint[];
  /** If absent: {}. */
  streaks?: Streaks;
  /**
   * The results against the player who was named; null: nobody was.
   * If absent: null.
   */
  against?: HeadToHead | null;
}

/** The reply to leaders. */
export interface LeaderListMessage {
  t: "leader_list";
  id: RequestId;
  /**
   * The boards by speed, the fastest first; empty boards are left out.
   * If absent: [].
   */
  boards?: Leaderboard[];
}

/** The reply to rename, block, unblock, befriend and unfriend. */
export interface PlayerFoundMessage {
  t: "player_found";
  id: RequestId;
  player: Identity;
}

/** The reply to personal_data. */
export interface PersonalDataFoundMessage {
  t: "personal_data_found";
  id: RequestId;
  player: Identity;
  /**
   * When the name was last changed; null: never.
   * If absent: null.
   */
  renamed?: Instant | null;
  /**
   * Earlier names that are still reserved for the player.
   * If absent: [].
   */
  earlier_names?: string[];
  /** If absent: []. */
  scores?: PoolScore[];
  /**
   * A page of the games that were counted, in no order. A game may be on two pages.
   * If absent: [].
   */
  games?: CountedGame[];
  /**
   * The cursor for the next page; empty: this is the last page.
   * If absent: "".
   */
  cursor?: string;
  /**
   * The players whom the player has blocked.
   * If absent: [].
   */
  blocked?: Identity[];
  /**
   * The devices that may sign in to the account.
   * If absent: [].
   */
  devices?: DeviceInfo[];
  /**
   * The player's friends.
   * If absent: [].
   */
  friends?: Identity[];
  /**
   * The messages to the player that are kept.
   * If absent: [].
   */
  messages?: DirectMessage[];
  /**
   * From whom the player takes messages.
   * If absent: "everybody".
   */
  message_policy?: MessagePolicy;
  /**
   * Whether the webhook of the host is to name the player when it is their turn.
   * If absent: false.
   */
  notify?: boolean;
  /**
   * The vacations that are kept, the oldest first.
   * If absent: [].
   */
  vacations?: VacationSpan[];
  /**
   * The conditional moves of the player in games that go on. Those of finished games are in their logs.
   * If absent: [].
   */
  planned?: PlannedMoves[];
}

/** The reply to friends. */
export interface FriendListMessage {
  t: "friend_list";
  id: RequestId;
  /**
   * All friends, by name.
   * If absent: [].
   */
  friends?: Identity[];
  /**
   * Those who are connected, and have not blocked the player.
   * If absent: [].
   */
  online?: ListedPlayer[];
}

/** The reply to message. */
export interface MessageSentMessage {
  t: "message_sent";
  id: RequestId;
  to: Identity;
  /** When the message was stored. */
  at: Instant;
}

/** The reply to messages. */
export interface MessageListMessage {
  t: "message_list";
  id: RequestId;
  /**
   * The latest 20 at most, the oldest first.
   * If absent: [].
   */
  messages?: DirectMessage[];
  /**
   * The time of the last message that was read, on any device of the player.
   * If absent: 0.
   */
  read?: Instant;
  /**
   * From whom the player takes messages.
   * If absent: "everybody".
   */
  policy?: MessagePolicy;
}

/** The reply to take_vacation. */
export interface VacationFoundMessage {
  t: "vacation_found";
  id: RequestId;
  /**
   * Until when the player is on vacation; null: is not.
   * If absent: null.
   */
  until?: Instant | null;
  /**
   * How many days are left this year, by UTC; those of a vacation that goes on are taken.
   * If absent: 0.
   */
  days_left?: number;
}

/** The reply to choose_notifications. */
export interface NotificationsFoundMessage {
  t: "notifications_found";
  id: RequestId;
  /**
   * What the player has chosen.
   * If absent: false.
   */
  your_turn?: boolean;
  /**
   * Whether this server has a webhook that sends them.
   * If absent: false.
   */
  are_sent?: boolean;
}

/** The reply to offer_link. */
export interface LinkOfferedMessage {
  t: "link_offered";
  id: RequestId;
  /** To be typed on the other device; upper and lower case are equal. */
  code: string;
  /** How long it can be used. */
  remaining: Millis;
}

/** The reply to devices, add_device, allow_device and revoke_device. */
export interface DeviceListMessage {
  t: "device_list";
  id: RequestId;
  /**
   * In the order in which they were added.
   * If absent: [].
   */
  devices?: DeviceInfo[];
}

/** The reply to ping. */
export interface PongMessage {
  t: "pong";
  id: RequestId;
  /** The server's clock. */
  now: Instant;
}

/** The request was not carried out. */
export interface ErrorMessage {
  t: "error";
  /** The number of the request; 0: the message answers no request. */
  id: number;
  /** A value of Reason or ErrorCode. */
  code: string;
  text: string;
  /**
   * What a program can do about it; each code is always of the same kind.
   * If absent: "refused".
   */
  kind?: ErrorClass;
  /**
   * The time after which the same request may succeed.
   * If absent: null.
   */
  retry_ms?: Millis | null;
  /**
   * For bad-message, the place of the mistake as a JSON pointer (RFC 6901), as far as it is known:
   * /command/point.
   * If absent: "".
   */
  at?: string;
}

/** An event of a watched room. Versions are contiguous. */
export interface HappenedMessage {
  t: "happened";
  room: RoomId;
  version: number;
  /** The mark of this version. Together they are what the client has of the room: its Checkpoint. */
  mark: Mark;
  event: Event;
  /**
   * The seat whose turn it is; nil: nobody may act, as the game has not begun, is paused or is over.
   * If absent: null.
   */
  to_act?: number | null;
  /**
   * How many stones that seat has yet to place in its turn; 0 if it has to choose, or nobody may act.
   * If absent: 0.
   */
  left?: number;
  /**
   * What that seat can choose, if a choice of an opening is due in place of a stone.
   * If absent: [].
   */
  choices?: Choice[];
}

/** The events of a room that a client has missed: what as many happened would have said. */
export interface MissedMessage {
  t: "missed";
  room: RoomId;
  /** The version that the client has; the first event leads to the next one. */
  after: number;
  /** The mark of the version after the last event. */
  mark: Mark;
  /** At most 500, of together at most 64 KiB. */
  events: Event[];
  /**
   * The seat whose turn it is; nil: nobody may act, as the game has not begun, is paused or is over.
   * If absent: null.
   */
  to_act?: number | null;
  /**
   * How many stones that seat has yet to place in its turn; 0 if it has to choose, or nobody may act.
   * If absent: 0.
   */
  left?: number;
  /**
   * What that seat can choose, if a choice of an opening is due in place of a stone.
   * If absent: [].
   */
  choices?: Choice[];
}

/**
 * A snapshot of a watched room, which replaces all its events so far.
 * It may be of another history than the one that the client has, at a lower, equal or higher version: then
 * the server has lost the end of that one, and those events did not happen.
 */
export interface SyncedMessage {
  t: "synced";
  room: RoomId;
  snapshot: Snapshot;
  /** The mark of the snapshot's version. */
  mark: Mark;
  /** The position as one line of text (see notation), for clients that know no rules. */
  position: string;
  /** How many captured stones each seat has. */
  captures: number[];
  /**
   * Where the last stone was placed; null before the first.
   * If absent: null.
   */
  last_move?: Point | null;
  /**
   * The seat whose turn it is; nil: nobody may act, as the game has not begun, is paused or is over.
   * If absent: null.
   */
  to_act?: number | null;
  /**
   * How many stones that seat has yet to place in its turn; 0 if it has to choose, or nobody may act.
   * If absent: 0.
   */
  left?: number;
  /**
   * What that seat can choose, if a choice of an opening is due in place of a stone.
   * If absent: [].
   */
  choices?: Choice[];
}

/** The players and viewers who are connected to a room. It is not in the log; the latest one is valid. */
export interface PresenceMessage {
  t: "presence";
  room: RoomId;
  /** For each seat, whether its player is connected. */
  present: boolean[];
  /** The number of viewers without a seat. */
  viewers: number;
  /**
   * The names of at most 20 of them.
   * If absent: [].
   */
  viewer_names?: string[];
}

/** A newer connection of the player has taken over the room; this one receives nothing more of it. */
export interface ReplacedMessage {
  t: "replaced";
  room: RoomId;
}

/** The player was kicked, or may not watch a room any more, or it is lost: nothing more of it is sent. */
export interface DismissedMessage {
  t: "dismissed";
  room: RoomId;
  /** A code as in error: kicked if the player may return, banned, or not-invited. */
  code: string;
  text: string;
}

/** Where the people in a finished room look. It is not in the log; the latest one is valid. */
export interface LooksMessage {
  t: "looks";
  room: RoomId;
  /** At most 20, players first. */
  looks: PlayerLook[];
}

/** The player was invited to a room. */
export interface InvitedMessage {
  t: "invited";
  room: RoomSummary;
}

/**
 * An invitation of the player has come to nothing: the room was closed, or has begun without them.
 * It may come for an invitation that the player has declined.
 */
export interface InvitationEndedMessage {
  t: "invitation_ended";
  room: RoomId;
  host: Identity;
}

/**
 * Changes to the room list of a client that browses; changes in quick succession are sent together.
 * The list has at most 200 rooms: when it grows longer, those that changed longest ago are removed from it.
 */
export interface LobbyUpdateMessage {
  t: "lobby_update";
  /**
   * Rooms that are new in the list or have changed.
   * If absent: [].
   */
  rooms?: ListedRoom[];
  /**
   * Rooms that are not in the list any more.
   * If absent: [].
   */
  removed?: RoomId[];
  /**
   * The number of connected players.
   * If absent: 0.
   */
  players_online?: number;
}

/**
 * Changes to the list of players of a client that browses it.
 * The list has at most 200 players: others are in it as soon as there is room.
 */
export interface PlayersUpdateMessage {
  t: "players_update";
  /**
   * Players who are new in the list, or do something else.
   * If absent: [].
   */
  players?: ListedPlayer[];
  /**
   * Players who are not in the list any more.
   * If absent: [].
   */
  removed?: PlayerId[];
  /**
   * The number of all connected players.
   * If absent: 0.
   */
  count?: number;
}

/**
 * A friend has connected after an absence. It is said once in some minutes for each friend at most.
 * Players who have blocked this one arrive without a word.
 */
export interface FriendArrivedMessage {
  t: "friend_arrived";
  player: Identity;
}

/**
 * A new message to the player, on all of their connections.
 * After a new connection, messages has those that came meanwhile: unread_messages counts them.
 */
export interface MessageReceivedMessage {
  t: "message_received";
  message: DirectMessage;
}

/** The new game to watch, for clients that follow a channel. */
export interface FeaturedMessage {
  t: "featured";
  room: RoomId;
  /** If absent: "best". */
  channel?: TvChannel;
}

/** A player who is away. */
export interface Absence {
  seat: number;
  /** The opponents have to wait until then; in a room that waits for players the seat is kept until then. */
  until: Instant;
}

/** All annotations of a game, each kind in the order in which they were added. */
export interface Analysis {
  /** If absent: []. */
  variations?: Variation[];
  /** If absent: []. */
  comments?: NodeComment[];
  /** If absent: []. */
  marks?: NodeMarks[];
  /**
   * How many nodes were ever added to those of the game; removed ones count, so that no number comes
   * again.
   * If absent: 0.
   */
  node_count?: number;
}

/**
 * The bots that may take an open seat.
 * invited: Only bots that the host has invited.
 * anybody: Every bot.
 */
export type BotPolicy = "invited" | "anybody" | (string & {});

/**
 * The bots that may take an open seat.
 * invited: Only bots that the host has invited.
 * anybody: Every bot.
 */
export type RequestedBotPolicy = "invited" | "anybody";

/**
 * An announcement about a move: it made a row of exactly three (tria) or four (tessera).
 * An open row has an empty point at both ends.
 * tria: Three in a row, closed at one end or both.
 * open-tria: Three in a row with both ends empty.
 * tessera: Four in a row, closed at one end or both.
 * open-tessera: Four in a row with both ends empty.
 */
export type Call = "tria" | "open-tria" | "tessera" | "open-tessera" | (string & {});

/** Captured stones of one colour. */
export interface Capture {
  colour: number;
  points: Point[];
}

/**
 * The readers of a line of chat.
 * all: Everyone in the room.
 * watchers: Viewers without a seat.
 */
export type ChatAudience = "all" | "watchers" | (string & {});

/**
 * The readers of a line of chat.
 * all: Everyone in the room.
 * watchers: Viewers without a seat.
 */
export type RequestedChatAudience = "all" | "watchers";

/**
 * The people who may chat.
 * anybody: Players and viewers.
 * players: Only players with a seat.
 * nobody: No one: the room has no chat.
 */
export type ChatPolicy = "anybody" | "players" | "nobody" | (string & {});

/**
 * The people who may chat.
 * anybody: Players and viewers.
 * players: Only players with a seat.
 * nobody: No one: the room has no chat.
 */
export type RequestedChatPolicy = "anybody" | "players" | "nobody";

/** A version of a room together with its mark, which says of which history it is. */
export interface Checkpoint {
  version: number;
  mark: Mark;
}

/**
 * A choice in a swap opening.
 * swap: Exchange seats with the other player.
 * stay: Keep the seats.
 * pass: Place two more stones and let the other player choose (swap2 only).
 */
export type Choice = "swap" | "stay" | "pass" | (string & {});

/**
 * A choice in a swap opening.
 * swap: Exchange seats with the other player.
 * stay: Keep the seats.
 * pass: Place two more stones and let the other player choose (swap2 only).
 */
export type RequestedChoice = "swap" | "stay" | "pass";

/**
 * The ends that can be claimed when opponents have been away too long.
 * win: The opponents who have been away too long lose.
 * cancel: The game ends without a result.
 */
export type ClaimKind = "win" | "cancel";

/**
 * The reason why a room was closed before its game began.
 * left: The last player has left.
 * declined: The invited opponent has declined.
 * expired: Nothing has happened for too long.
 * away: All who waited there were away for too long.
 */
export type Closing = "left" | "declined" | "expired" | "away" | (string & {});

/**
 * An id that the client chooses for a command: 8 to 40 letters, digits, - and _, drawn anew for each.
 * A command that is sent again with the same id is carried out only once.
 */
export type CommandId = string;

/** The conditional moves of a player; never empty. */
export interface Conditions {
  player: PlayerId;
  /** No line is the beginning of another. Where two begin alike, the player's next answer is the same. */
  lines: Point[][];
}

/** A game that was counted in a player's results. */
export interface CountedGame {
  room: RoomId;
  /** The name of the ruleset; custom for all rulesets without a name. */
  ruleset: string;
  speed: Speed;
  end: Instant;
  /** win, loss or draw. */
  result: string;
  /** The rating before the game. */
  before: number;
  /**
   * The rating after it; null: it was not rated.
   * If absent: null.
   */
  after?: number | null;
}

/** The public id of a device's keys: 22 letters, digits, - and _. It follows from them. */
export type DeviceId = string;

/** A device of the account. */
export interface DeviceInfo {
  id: DeviceId;
  name: string;
  added_at: Instant;
  /** When it last signed in, exact to a day. */
  used_at: Instant;
  /** What it may do. */
  right: Right;
  /**
   * Whether it is the one that asks.
   * If absent: false.
   */
  current?: boolean;
}

/** What the player calls a device, such as the name of the computer. */
export type DeviceName = string;

/** A message to a player. */
export interface DirectMessage {
  /** When it was stored. No two messages to a player have the same time, so this identifies it. */
  at: Instant;
  /** The sender, with the name of that time. */
  by: Identity;
  text: string;
}

/**
 * What a program can do about an error, whatever its code.
 * refused: Something has to change first: the room, the player, or what they may do.
 * temporary: The same request may succeed later, without anybody doing anything.
 * invalid: The request itself is wrong: sent again, it fails again.
 */
export type ErrorClass = "refused" | "temporary" | "invalid" | (string & {});

/** What the side that places a stone can expect of the game. */
export interface Expectation {
  /** Thousandths of the point that it gets on average, 0 to 1000. */
  chance: number;
  /**
   * Stones until the proven end, placed by both sides: positive if it wins, negative if it loses.
   * 0: nothing is proven.
   * If absent: 0.
   */
  win_in?: number;
}

/** What the side that places a stone can expect of the game. */
export interface RequestedExpectation {
  /** Thousandths of the point that it gets on average, 0 to 1000. */
  chance: number;
  /**
   * Stones until the proven end, placed by both sides: positive if it wins, negative if it loses.
   * 0: nothing is proven.
   * If absent: 0.
   */
  win_in?: number;
}

/** A turn that was played in a position. */
export interface ExploredTurn {
  /** The turn as text, followed by the turns that are equivalent by the symmetries of the position. */
  notations: string[];
  /** The number of games with this turn. Private games and games without a result are not counted. */
  games: number;
  /** The games that each seat won; a team's win counts for each partner. */
  wins: number[];
  /** If absent: 0. */
  draws?: number;
}

/** A stone that threatens to win, and the answer that refutes it. */
export interface FailedThreat {
  point: Point;
  reply: Point;
}

/** A stone that threatens to win, and the answer that refutes it. */
export interface RequestedFailedThreat {
  point: Point;
  reply: Point;
}

/**
 * The name of the colour that moves first.
 * white: Colour 0 is called white, colour 1 black.
 * black: Colour 0 is called black, colour 1 white.
 */
export type First = "white" | "black" | (string & {});

/** The first moves of a game in which some are still to be made. */
export interface FirstMoves {
  /**
   * The seats whose players have made a stone or a choice of their own.
   * If absent: [].
   */
  made?: number[];
  /**
   * When the player to act must have made theirs; null: they have. A pause does not change it before its
   * end.
   * If absent: null.
   */
  until?: Instant | null;
}

/** A key that a server had before, with its statement that the next one is its successor. */
export interface FormerKey {
  key: string;
  /** When the next key took its place, as the server says. */
  at: Instant;
  /** Of this key; see succession_text. */
  signature: string;
}

/** A filter for finished games: all conditions that are set must hold. */
export interface GameFilter {
  /**
   * A player of the game.
   * If absent: "".
   */
  player?: PlayerRef;
  /**
   * Exactly this ruleset.
   * If absent: "".
   */
  ruleset?: RulesetSpec;
  /**
   * Games that ended at this moment or later.
   * If absent: null.
   */
  since?: Instant | null;
  /**
   * Games that ended before this moment.
   * If absent: null.
   */
  until?: Instant | null;
  /** If absent: null. */
  result?: GameResult | null;
  /**
   * A position as one line of text (see notation). A game matches if it reached the position,
   * or one of its images under the eight symmetries of the board.
   * If absent: "".
   */
  position?: string;
  /**
   * Also games of the requester that were aborted before each player had completed a turn: no other search
   * finds them.
   * If absent: false.
   */
  unplayed?: boolean;
}

/**
 * A condition on the result of finished games.
 * won: Won by the player of the filter.
 * lost: Lost by the player of the filter.
 * draw: Drawn.
 * aborted: Ended without a result.
 * white: Won by white.
 * black: Won by black.
 * red: Won by red, the third colour.
 * blue: Won by blue, the fourth colour.
 */
export type GameResult = "won" | "lost" | "draw" | "aborted" | "white" | "black" | "red" | "blue";

/** The review of a game. */
export interface GameReview {
  /** What made it: a player with its options, such as engine:nodes=100000. */
  by: string;
  /**
   * For each stone of the game, in order, without choices of a swap opening. If the review was stopped,
   * fewer: those from the first stone on.
   */
  stones: StoneReview[];
}

/** A finished game in a list. Its id is the id of its room. */
export interface GameSummary {
  id: RoomId;
  ruleset: Ruleset;
  time: TimeControl;
  /** By seat, after all swaps, with their ratings at the time. */
  players: Identity[];
  termination: Termination;
  /** The seats that won; empty for a draw or an aborted game. */
  winners: number[];
  /** How many stones were placed. */
  moves: number;
  start: Instant;
  end: Instant;
  /** If absent: false. */
  rated?: boolean;
  /**
   * Whether only its players can find it.
   * If absent: false.
   */
  private?: boolean;
  /**
   * The id of the game that this one continues with the same players, if that is known.
   * If absent: none.
   */
  continues?: RoomId;
  /**
   * Whether the game began from a position, not on the empty board.
   * If absent: false.
   */
  from_position?: boolean;
  /**
   * The seats whose players made no first move, for which the game was aborted.
   * If absent: [].
   */
  no_show?: number[];
  /**
   * Whether the game was aborted before each player had completed a turn. Only its players can find it.
   * If absent: false.
   */
  unplayed?: boolean;
}

/** The results of a player against another, in games that the requester may see. */
export interface HeadToHead {
  opponent: Identity;
  /** If absent: 0. */
  wins?: number;
  /** If absent: 0. */
  losses?: number;
  /** If absent: 0. */
  draws?: number;
  /**
   * The end of the last of these games; null: there is none.
   * If absent: null.
   */
  last_played?: Instant | null;
  /**
   * Whether all games were looked at; else only the newest 500 of the player.
   * If absent: true.
   */
  complete?: boolean;
}

/** A player as others see them. */
export interface Identity {
  id: PlayerId;
  name: string;
  /** If absent: "person". */
  kind?: PlayerKind;
  /**
   * The rating for the room's ruleset and speed when the player joined; null: unknown.
   * If absent: null.
   */
  rating?: number | null;
  /**
   * Whether the rating is uncertain.
   * If absent: false.
   */
  provisional?: boolean;
}

/** A moment in milliseconds since the Unix epoch, by the store's clock. */
export type Instant = number;

/**
 * What is said about a stone.
 * none: Nothing: it is good, or good enough.
 * only-move: All others are much worse.
 * inaccuracy: It gives a little away.
 * mistake: It gives much away.
 * blunder: It gives very much away, perhaps the game.
 * missed-win: There was a proven win, and after the stone there is none.
 */
export type Judgement =
  | "none"
  | "only-move"
  | "inaccuracy"
  | "mistake"
  | "blunder"
  | "missed-win"
  | (string & {});

/**
 * What is said about a stone.
 * none: Nothing: it is good, or good enough.
 * only-move: All others are much worse.
 * inaccuracy: It gives a little away.
 * mistake: It gives much away.
 * blunder: It gives very much away, perhaps the game.
 * missed-win: There was a proven win, and after the stone there is none.
 */
export type RequestedJudgement =
  | "none"
  | "only-move"
  | "inaccuracy"
  | "mistake"
  | "blunder"
  | "missed-win";

/** A public key of 32 bytes, as base64url without padding. */
export type KeyText = string;

/** A player on a leaderboard. */
export interface Leader {
  player: Identity;
  score: PoolScore;
}

/** The players with the highest ratings in one pool: a ruleset and a speed. */
export interface Leaderboard {
  ruleset: string;
  speed: Speed;
  /** The highest rating first, without provisional ratings. */
  leaders: Leader[];
  /**
   * Those with provisional ratings, the highest first: new players, or long without games.
   * If absent: [].
   */
  provisional?: Leader[];
}

/** A connected player in a list. */
export interface ListedPlayer {
  /** With the rating that was asked for; null: the player has none. */
  player: Identity;
  /** If absent: "lobby". */
  activity?: PlayerActivity;
  /**
   * The game that they play or watch, or the room where they wait; null: in none that may be known.
   * If absent: null.
   */
  room?: RoomId | null;
  /**
   * The names of the others in the game that they play, unless it is private.
   * If absent: [].
   */
  opponents?: string[];
  /**
   * Since when they have been connected; 0: not known.
   * If absent: 0.
   */
  since?: Instant;
}

/** A live room in a list. */
export interface ListedRoom {
  room: RoomSummary;
  /** If absent: {}. */
  activity?: RoomActivity;
}

/** A part of the log of a game. */
export interface LogPage {
  room: RoomId;
  /** Contiguous events, starting after the version that the client has. */
  events: Event[];
  /** Whether the log ends with these events, at present; if not, request the rest with after. */
  complete: boolean;
}

/**
 * The mark of a version of a room: 16 hex digits, made by the server from all events up to it, with a
 * secret.
 * Two histories of a room have different marks from the first event on that differs, even where their
 * versions
 * are equal: a store that was restored from a backup goes on from an earlier version. A mark says nothing
 * about
 * the events themselves. Clients only keep it, and send it back.
 */
export type Mark = string;

/**
 * From whom a player takes direct messages. Guests, and those who are blocked, may never write.
 * everybody: From all players with a name of their own.
 * friends: Only from the player's friends.
 */
export type MessagePolicy = "everybody" | "friends" | (string & {});

/**
 * From whom a player takes direct messages. Guests, and those who are blocked, may never write.
 * everybody: From all players with a name of their own.
 * friends: Only from the player's friends.
 */
export type RequestedMessagePolicy = "everybody" | "friends";

/** A span of time in milliseconds, zero or more. */
export type Millis = number;

/** A comment on a node. */
export interface NodeComment {
  number: number;
  player: Identity;
  node: number;
  text: string;
}

/** The points that a person has marked at a node. */
export interface NodeMarks {
  number: number;
  player: Identity;
  node: number;
  points: Point[];
}

/**
 * The kinds of offers.
 * pause: Stop the clocks until the game is resumed.
 * resume: Go on after a pause: at once when all say so, else after a day. Nobody can decline it.
 * Who has said so and then loses the connection has to say so again.
 * draw: End the game as a draw.
 * takeback: Go back to before the last stone or choice of the player who offers it, clocks included.
 * cancel: End the game without a result.
 * rematch: After the end: play another game, with seats exchanged.
 */
export type OfferKind = "pause" | "resume" | "draw" | "takeback" | "cancel" | "rematch" | (string & {});

/**
 * The kinds of offers.
 * pause: Stop the clocks until the game is resumed.
 * resume: Go on after a pause: at once when all say so, else after a day. Nobody can decline it.
 * Who has said so and then loses the connection has to say so again.
 * draw: End the game as a draw.
 * takeback: Go back to before the last stone or choice of the player who offers it, clocks included.
 * cancel: End the game without a result.
 * rematch: After the end: play another game, with seats exchanged.
 */
export type RequestedOfferKind = "pause" | "resume" | "draw" | "takeback" | "cancel" | "rematch";

/** An offer that is not answered by all yet. At most one of each kind is open. */
export interface OpenOffer {
  offer: OfferKind;
  /** The seat that made it. */
  seat: number;
  /**
   * The other seats that have accepted; of an offer to resume, all who have said so and are still there.
   * If absent: [].
   */
  agreed?: number[];
  /**
   * Of an offer to resume: when the game goes on at the latest.
   * If absent: null.
   */
  until?: Instant | null;
}

/**
 * The points open to the first stone.
 * free: All points.
 * centre: Only the centre of the board.
 */
export type Opening = "free" | "centre" | (string & {});

/** The options of a room. */
export interface Options {
  /**
   * Whether the game counts for the players' ratings.
   * If absent: false.
   */
  rated?: boolean;
  /**
   * Whether a turn may be taken back when all agree.
   * If absent: true.
   */
  takebacks?: boolean;
  /**
   * The people who may watch, besides the players and the host, who always may.
   * If absent: "anybody".
   */
  watch?: WatchPolicy;
  /** If absent: "anybody". */
  chat?: ChatPolicy;
  /**
   * Whether the room is not listed; a player who has its id may join.
   * If absent: false.
   */
  private?: boolean;
  /**
   * A hash of the password, or * where it is hidden; empty: no password.
   * If absent: "".
   */
  password_hash?: string;
  /**
   * The ratings at which a player may join uninvited; null: any.
   * If absent: null.
   */
  ratings?: RatingRange | null;
  /**
   * Whether the game starts only after all players have said that they are ready.
   * If absent: false.
   */
  ready_check?: boolean;
  /**
   * 1 or 2; with 2, a second game with exchanged seats follows automatically.
   * If absent: 1.
   */
  games?: number;
  /**
   * The bots that may take an open seat.
   * If absent: "invited".
   */
  bots?: BotPolicy;
  /**
   * Whether uninvited guests may neither join nor chat.
   * If absent: false.
   */
  named_only?: boolean;
  /**
   * How far behind those see the game who watch it without a seat; null: as it is.
   * If absent: null.
   */
  viewer_delay?: ViewerDelay | null;
  /**
   * Whether programs may advise the players during the game; never in a rated one. No server can see it.
   * If absent: false.
   */
  hints?: boolean;
}

/** The options of a room. */
export interface RequestedOptions {
  /**
   * Whether the game counts for the players' ratings.
   * If absent: false.
   */
  rated?: boolean;
  /**
   * Whether a turn may be taken back when all agree.
   * If absent: true.
   */
  takebacks?: boolean;
  /**
   * The people who may watch, besides the players and the host, who always may.
   * If absent: "anybody".
   */
  watch?: RequestedWatchPolicy;
  /** If absent: "anybody". */
  chat?: RequestedChatPolicy;
  /**
   * Whether the room is not listed; a player who has its id may join.
   * If absent: false.
   */
  private?: boolean;
  /**
   * A hash of the password, or * where it is hidden; empty: no password.
   * If absent: "".
   */
  password_hash?: string;
  /**
   * The ratings at which a player may join uninvited; null: any.
   * If absent: null.
   */
  ratings?: RequestedRatingRange | null;
  /**
   * Whether the game starts only after all players have said that they are ready.
   * If absent: false.
   */
  ready_check?: boolean;
  /**
   * 1 or 2; with 2, a second game with exchanged seats follows automatically.
   * If absent: 1.
   */
  games?: number;
  /**
   * The bots that may take an open seat.
   * If absent: "invited".
   */
  bots?: RequestedBotPolicy;
  /**
   * Whether uninvited guests may neither join nor chat.
   * If absent: false.
   */
  named_only?: boolean;
  /**
   * How far behind those see the game who watch it without a seat; null: as it is.
   * If absent: null.
   */
  viewer_delay?: RequestedViewerDelay | null;
  /**
   * Whether programs may advise the players during the game; never in a rated one. No server can see it.
   * If absent: false.
   */
  hints?: boolean;
}

/** The end of a game: its reason and its winners. */
export interface Outcome {
  termination: Termination;
  /**
   * The seats that won, ascending, with all partners of a team; empty for a draw or an aborted game.
   * If absent: [].
   */
  winners?: number[];
  /**
   * The winning rows, each in order from one end to the other.
   * If absent: [].
   */
  lines?: Point[][];
  /**
   * The seats whose players made no first move, for which the game was aborted.
   * If absent: [].
   */
  no_show?: number[];
}

/**
 * For whom a limit counts.
 * server: For everybody together.
 * address: For all connections from one address; some are exempt, such as those of the server's own
 * machine.
 * connection: For one connection.
 * player: For one player, over all connections.
 */
export type Per = "server" | "address" | "connection" | "player" | (string & {});

/** The conditional moves of a player in a game. */
export interface PlannedMoves {
  room: RoomId;
  /** Points by their names, such as K10, in the order of play from the next turn on. */
  lines: string[][];
}

/**
 * What a connected player does; of several things, the first of these.
 * playing: Plays a game.
 * waiting: Has a seat in a room that waits for players.
 * watching: Watches a game of others.
 * lobby: Is in no room.
 */
export type PlayerActivity = "playing" | "waiting" | "watching" | "lobby" | (string & {});

/** The id of an account: 32 hex digits. Seats belong to ids, not names. It is public. */
export type PlayerId = string;

/**
 * The kind of an account.
 * person: A person.
 * bot: A computer player, which has said so when its account was opened.
 */
export type PlayerKind = "person" | "bot" | (string & {});

/**
 * The kind of an account.
 * person: A person.
 * bot: A computer player, which has said so when its account was opened.
 */
export type RequestedPlayerKind = "person" | "bot";

/** Where a person looks. */
export interface PlayerLook {
  player: Identity;
  node: number;
  /**
   * Points that they draw attention to.
   * If absent: [].
   */
  points?: Point[];
}

/** A player, by the id or by the name, in upper or lower case. No name is as long as an id. */
export type PlayerRef = string;

/** A point of the board: row * size + column, both counted from 0 at the lower left corner. */
export type Point = number;

/** The results of a player in one pool: a ruleset and a speed. */
export interface PoolScore {
  /** The name of the ruleset; custom for all rulesets without a name. */
  ruleset: string;
  speed: Speed;
  /** If absent: 0. */
  wins?: number;
  /** If absent: 0. */
  losses?: number;
  /** If absent: 0. */
  draws?: number;
  /**
   * How many of these games were rated.
   * If absent: 0.
   */
  rated_games?: number;
  /**
   * The end of the last of these games.
   * If absent: 0.
   */
  last_played?: Instant;
  /**
   * null without a rated game.
   * If absent: null.
   */
  rating?: number | null;
  /**
   * The uncertainty of the rating: with a probability of 95 % it is off by at most twice this number.
   * If absent: 0.
   */
  deviation?: number;
  /**
   * Whether the rating is still uncertain, or has become so after a long time without games.
   * If absent: false.
   */
  provisional?: boolean;
}

/** A stone of the solution. It threatens to win with the next one. */
export interface PuzzleAttack {
  point: Point;
  /**
   * Every stone that stops the threat, the one that lasts longest first; none: nothing stops it.
   * If absent: [].
   */
  replies?: PuzzleReply[];
}

/** A stone of the solution. It threatens to win with the next one. */
export interface RequestedPuzzleAttack {
  point: Point;
  /**
   * Every stone that stops the threat, the one that lasts longest first; none: nothing stops it.
   * If absent: [].
   */
  replies?: RequestedPuzzleReply[];
}

/** A stone of the defender, and what is to be found after it. */
export interface PuzzleReply {
  point: Point;
  task: PuzzleTask;
}

/** A stone of the defender, and what is to be found after it. */
export interface RequestedPuzzleReply {
  point: Point;
  task: RequestedPuzzleTask;
}

/** What the attacker has to find in a position. */
export interface PuzzleTask {
  /**
   * Every stone with which threats win quickest; none: a stone wins at once, as the rules can tell.
   * If absent: [].
   */
  attacks?: PuzzleAttack[];
  /**
   * Stones that win too, but later.
   * If absent: [].
   */
  slower?: Point[];
  /**
   * Stones that threaten to win, and win nothing.
   * If absent: [].
   */
  failures?: FailedThreat[];
}

/** What the attacker has to find in a position. */
export interface RequestedPuzzleTask {
  /**
   * Every stone with which threats win quickest; none: a stone wins at once, as the rules can tell.
   * If absent: [].
   */
  attacks?: RequestedPuzzleAttack[];
  /**
   * Stones that win too, but later.
   * If absent: [].
   */
  slower?: Point[];
  /**
   * Stones that threaten to win, and win nothing.
   * If absent: [].
   */
  failures?: RequestedFailedThreat[];
}

/** The change of a player's rating after a game, in whole points. */
export interface RatingChange {
  seat: number;
  before: number;
  after: number;
  /**
   * Whether the rating is provisional after the game.
   * If absent: false.
   */
  provisional?: boolean;
}

/** The rating of a player after a game. */
export interface RatingPoint {
  /** The name of the ruleset. */
  ruleset: string;
  speed: Speed;
  /** The end of the game. */
  at: Instant;
  rating: number;
  /** If absent: false. */
  provisional?: boolean;
}

/** The ratings at which a player may join uninvited. */
export interface RatingRange {
  low: number;
  high: number;
}

/** The ratings at which a player may join uninvited. */
export interface RequestedRatingRange {
  low: number;
  high: number;
}

/** The number of a request on its connection, from 1. */
export type RequestId = number;

/**
 * Whether there is a computer's review of a game.
 * none: There is none; request_review asks for one.
 * waiting: It was asked for, and waits to be made or is being made: ask again in a few seconds.
 * done: There is one.
 * unavailable: There is none, and no computer is connected that makes reviews.
 */
export type ReviewState = "none" | "waiting" | "done" | "unavailable" | (string & {});

/**
 * What a device may do with its account. Each one includes those before it.
 * play: Play, watch, chat in rooms, look at lists: what a room or a lobby needs.
 * account: Change the account and its devices, and read and write what is personal.
 */
export type Right = "play" | "account" | (string & {});

/**
 * What a device may do with its account. Each one includes those before it.
 * play: Play, watch, chat in rooms, look at lists: what a room or a lobby needs.
 * account: Change the account and its devices, and read and write what is personal.
 */
export type RequestedRight = "play" | "account";

/** What goes on in a live room. It changes with every move. */
export interface RoomActivity {
  /**
   * The seat whose turn it is; null while nobody may act, and where only viewers of the room may know.
   * If absent: null.
   */
  to_act?: number | null;
  /**
   * How many stones were placed; 0 where only viewers of the room may know.
   * If absent: 0.
   */
  ply?: number;
  /**
   * When the time of the seat to act, a pause, or a room nobody joins is over; null: never, or hidden.
   * If absent: null.
   */
  deadline?: Instant | null;
  /**
   * When the game or its seats changed last.
   * If absent: 0.
   */
  last_activity?: Instant;
  /**
   * By seat, whether a player has it who is connected to the room.
   * If absent: [].
   */
  present?: boolean[];
  /**
   * The seats that have an offer to answer.
   * If absent: [].
   */
  to_answer?: number[];
  /**
   * Since when the game is paused; null: it is not, or that is hidden.
   * If absent: null.
   */
  paused_at?: Instant | null;
  /**
   * When a paused game goes on at the latest, as a player has announced.
   * If absent: null.
   */
  resumes_at?: Instant | null;
}

/** A filter for rooms: all conditions that are set must hold. */
export interface RoomFilter {
  /**
   * The name of a ruleset; rulesets derived from it match, too.
   * If absent: "".
   */
  ruleset?: string;
  /**
   * waiting for rooms with a free seat, playing for games.
   * If absent: null.
   */
  status?: RequestedStatus | null;
  /**
   * A player with a seat or an invitation.
   * If absent: "".
   */
  player?: PlayerRef;
  /**
   * The account kind of a player with a seat.
   * If absent: null.
   */
  kind?: RequestedPlayerKind | null;
  /**
   * The speed of the game.
   * If absent: null.
   */
  speed?: RequestedSpeed | null;
  /**
   * A player with a seat has this rating or a higher one, as shown in the room.
   * If absent: null.
   */
  rating_from?: number | null;
  /**
   * A player with a seat has a lower rating than this; with rating_from, the same player.
   * If absent: null.
   */
  rating_below?: number | null;
  /**
   * Only open rooms whose host is connected to them, and games with a connected player.
   * If absent: false.
   */
  present?: boolean;
  /**
   * Only games in which it is the requester's own turn.
   * If absent: false.
   */
  my_turn?: boolean;
}

/** The id of a room: 8 to 40 letters and digits, - and _. */
export type RoomId = string;

/** What a live room is. It changes when players come and go, and not with a move. */
export interface RoomSummary {
  id: RoomId;
  ruleset: Ruleset;
  time: TimeControl;
  status: Status;
  seats: (Identity | null)[];
  created_at: Instant;
  host: Identity;
  /** If absent: []. */
  invited?: Identity[];
  /** If absent: {}. */
  options?: Options;
  /**
   * The id of the room that this one continues with the same players; empty: none.
   * If absent: "".
   */
  continues?: string;
  /**
   * The number of this game in such a sequence, from 1.
   * If absent: 1.
   */
  number?: number;
  /**
   * The seats of a waiting room whose players have been away for a while, and will be given up.
   * If absent: [].
   */
  away?: number[];
  /**
   * Whether the game begins from a position, not on the empty board.
   * If absent: false.
   */
  from_position?: boolean;
  /**
   * The seats that have left a game which goes on without them.
   * If absent: [].
   */
  out?: number[];
}

/** All parameters of the rules. */
export interface Ruleset {
  /**
   * The name of the ruleset it is derived from. It changes no rule.
   * If absent: "pente".
   */
  variant?: "pente" | "pente-casual" | "keryo-pente" | "g-pente" | "d-pente" | "d-keryo" | "swap2-pente" | "swap2-keryo" | "poof-pente" | "o-pente" | "boat-pente" | "gomoku" | "connect6" | "freestyle" | (string & {});
  /**
   * The number of columns and of rows, 3 to 25.
   * If absent: 19.
   */
  size?: number;
  /**
   * How many stones in a row win, 3 to size.
   * If absent: 5.
   */
  line?: number;
  /**
   * Whether a row of more than line stones does not win.
   * If absent: false.
   */
  exact_line?: boolean;
  /**
   * The lengths of the enemy runs that can be captured, ascending; empty for none.
   * If absent: [2].
   */
  captures?: number[];
  /**
   * How many captured stones win; 0 without captures.
   * If absent: 10.
   */
  goal?: number;
  /**
   * The lengths of a player's own runs that are lost by moving between two enemy stones, ascending.
   * If absent: [].
   */
  poof?: number[];
  /**
   * Whether a line wins only if no capture can break it.
   * If absent: false.
   */
  unbreakable?: boolean;
  /** If absent: "centre". */
  opening?: Opening;
  /** If absent: "tournament". */
  second_move?: SecondMove;
  /** If absent: "none". */
  swap?: Swap;
  /**
   * 1 or 2; the very first turn is always one stone.
   * If absent: 1.
   */
  stones_per_turn?: number;
  /**
   * 2, 3 or 4 seats, each with its own colour.
   * If absent: 2.
   */
  sides?: number;
  /**
   * Whether seats 0 and 2 play as a team against seats 1 and 3.
   * If absent: false.
   */
  teams?: boolean;
  /** If absent: "white". */
  first?: First;
  /**
   * Whether tria and tessera are announced.
   * If absent: true.
   */
  announce?: boolean;
  /**
   * Whether the game is a draw as soon as no side can complete a line any more.
   * If absent: false.
   */
  dead_draw?: boolean;
  /**
   * The goal of each seat, where a handicap makes them differ; empty: that of all is goal.
   * If absent: [].
   */
  goals?: number[];
}

/**
 * A ruleset as a name, or as a flat map of a base and parameters. The server checks it, and replies to a
 * bad
 * one with an error.
 */
export type RulesetSpec = string | Record<string, boolean | number | string | number[] | null>;

/**
 * The zone closed to the second stone of the side that moves first.
 * free: No zone.
 * tournament: The 5x5 points around the centre.
 * g-pente: The same, and the centre row and column up to distance 4.
 */
export type SecondMove = "free" | "tournament" | "g-pente" | (string & {});

/**
 * A limit of the server: at most so many of what its name says, or on average so many in a time.
 * A name never changes its meaning. Ignore those you don't know. Of a name that is missing the server says
 * nothing: what it does not take, it refuses with a retry_ms, or for good.
 */
export interface ServerLimit {
  /** What is counted: see the list of limits. */
  name: string;
  /** How many there may be, or how many in each unit, on average. */
  number: number;
  /** For whom they are counted. */
  per: Per;
  /**
   * The unit of a rate; null: it is a number, and no rate.
   * If absent: null.
   */
  unit?: TimeUnit | null;
  /**
   * How many are allowed at once, after a time of nothing; null: it is no rate.
   * If absent: null.
   */
  burst?: number | null;
}

/**
 * A position in which all seats are in the game, and no opening choice is left to make.
 * The number of stones placed so far need not be said: each is on the board or was credited to a seat.
 * Nothing is checked before position is called.
 */
export interface Setup {
  /** The points of each colour's stones, in ascending order. */
  stones: Point[][];
  /**
   * The stones credited to each seat; empty: none.
   * If absent: [].
   */
  taken?: number[];
  /**
   * The colour of the next stone.
   * If absent: 0.
   */
  colour?: number;
  /**
   * How many stones are left to place in this turn, including the next one.
   * If absent: 1.
   */
  stones_left?: number;
  /**
   * The choices that were made in a swap opening. Seats are numbered as they were after them.
   * If absent: [].
   */
  made?: Choice[];
}

/**
 * A position in which all seats are in the game, and no opening choice is left to make.
 * The number of stones placed so far need not be said: each is on the board or was credited to a seat.
 * Nothing is checked before position is called.
 */
export interface RequestedSetup {
  /** The points of each colour's stones, in ascending order. */
  stones: Point[][];
  /**
   * The stones credited to each seat; empty: none.
   * If absent: [].
   */
  taken?: number[];
  /**
   * The colour of the next stone.
   * If absent: 0.
   */
  colour?: number;
  /**
   * How many stones are left to place in this turn, including the next one.
   * If absent: 1.
   */
  stones_left?: number;
  /**
   * The choices that were made in a swap opening. Seats are numbered as they were after them.
   * If absent: [].
   */
  made?: RequestedChoice[];
}

/** A signature of 64 bytes, as base64url without padding. */
export type SignatureText = string;

/**
 * A Room with its game as the list of its turns.
 * What only the keeper of a room needs is left out: what each turn has cost, for takebacks, and the lag
 * that
 * was not charged.
 */
export interface Snapshot {
  version: number;
  created: CreatedEvent;
  status: Status;
  seats: (Identity | null)[];
  /**
   * The turns as people write them (see format_turn).
   * In a game that has begun from a setup, setup comes first. So a program that knows no setups does not
   * play the turns on the empty board, but shows the position that comes with the snapshot.
   */
  turns: string[];
  /** The version of the last event that changed the game or the seats. */
  changed_version: number;
  /** When that was. */
  active_at: Instant;
  /**
   * The invited players who have neither joined nor declined.
   * If absent: [].
   */
  invited?: Identity[];
  /**
   * How the game ended; null while it has not.
   * If absent: null.
   */
  outcome?: Outcome | null;
  /**
   * What each seat had on its clock at clocks_at.
   * If absent: [].
   */
  remaining?: Millis[];
  /**
   * The seat whose time runs down from then on; null: no clock runs.
   * If absent: null.
   */
  running?: number | null;
  /** If absent: 0. */
  clocks_at?: Instant;
  /**
   * The last lines, oldest first.
   * If absent: [].
   */
  chat?: SaidEvent[];
  /**
   * What was left of the turn's delay at clocks_at.
   * If absent: 0.
   */
  free?: Millis;
  /**
   * Since when the game is paused.
   * If absent: null.
   */
  paused_at?: Instant | null;
  /**
   * Those in force.
   * If absent: [].
   */
  offers?: OpenOffer[];
  /**
   * The seats that have made an offer since the last turn, one for each offer.
   * If absent: [].
   */
  asked?: number[];
  /**
   * What the game, which is over, did to the players' ratings.
   * If absent: [].
   */
  rating_changes?: RatingChange[];
  /**
   * The seats that are ready for the game to begin.
   * If absent: [].
   */
  ready_seats?: number[];
  /**
   * The players who are away, and for whom the others have to wait.
   * If absent: [].
   */
  absent?: Absence[];
  /**
   * The ids of people who may not chat.
   * If absent: [].
   */
  muted?: PlayerId[];
  /**
   * The ids of people who may not come back.
   * If absent: [].
   */
  banned?: PlayerId[];
  /**
   * The id of the room in which the players continue, if there is one.
   * If absent: none.
   */
  sequel?: RoomId;
  /** If absent: 0. */
  takebacks?: number;
  /**
   * By seat, until when a player's own clock stands still; empty if none ever did.
   * If absent: [].
   */
  vacations?: Instant[];
  /**
   * The answers that the viewer has planned; nobody sees those of others.
   * If absent: [].
   */
  conditions?: Conditions[];
  /**
   * The people who may watch now; null: still those of created.options.
   * If absent: null.
   */
  watch?: WatchPolicy | null;
  /**
   * What players and viewers have added to the game, which is over.
   * If absent: {}.
   */
  analysis?: Analysis;
  /**
   * When the clocks begin to run at the latest, while they wait for the players of a game.
   * If absent: null.
   */
  clocks_from?: Instant | null;
  /**
   * The first moves that players must make in time; null: all have, or need not.
   * If absent: null.
   */
  first_moves?: FirstMoves | null;
}

/**
 * The speed of a game, by the estimated time of each side: the starting time and what 40 turns add.
 * bullet: Less than 3 minutes.
 * blitz: Less than 8 minutes.
 * rapid: Less than 25 minutes.
 * slow: 25 minutes or more.
 * correspondence: A day or more per turn, or no time limit.
 */
export type Speed = "bullet" | "blitz" | "rapid" | "slow" | "correspondence" | (string & {});

/**
 * The speed of a game, by the estimated time of each side: the starting time and what 40 turns add.
 * bullet: Less than 3 minutes.
 * blitz: Less than 8 minutes.
 * rapid: Less than 25 minutes.
 * slow: 25 minutes or more.
 * correspondence: A day or more per turn, or no time limit.
 */
export type RequestedSpeed = "bullet" | "blitz" | "rapid" | "slow" | "correspondence";

/**
 * The stages of a room.
 * waiting: Seats are free, or players are not ready.
 * playing: The game goes on.
 * finished: The game is over.
 * closed: The room was closed before its game began.
 */
export type Status = "waiting" | "playing" | "finished" | "closed" | (string & {});

/**
 * The stages of a room.
 * waiting: Seats are free, or players are not ready.
 * playing: The game goes on.
 * finished: The game is over.
 * closed: The room was closed before its game began.
 */
export type RequestedStatus = "waiting" | "playing" | "finished" | "closed";

/** The review of one stone. */
export interface StoneReview {
  played: Expectation;
  /** After the best stone that was found instead; that of played if it is as good. */
  best: Expectation;
  /**
   * The best line, from the stone in question on; empty if the played stone is as good.
   * If absent: [].
   */
  line?: Point[];
  /** If absent: "none". */
  judgement?: Judgement;
  /**
   * Other points that are about as good as the first one of line; known for mistakes only.
   * If absent: [].
   */
  good?: Point[];
}

/** The review of one stone. */
export interface RequestedStoneReview {
  played: RequestedExpectation;
  /** After the best stone that was found instead; that of played if it is as good. */
  best: RequestedExpectation;
  /**
   * The best line, from the stone in question on; empty if the played stone is as good.
   * If absent: [].
   */
  line?: Point[];
  /** If absent: "none". */
  judgement?: RequestedJudgement;
  /**
   * Other points that are about as good as the first one of line; known for mistakes only.
   * If absent: [].
   */
  good?: Point[];
}

/** How many games a player has won or lost in a row. */
export interface Streaks {
  /**
   * The last games that were all won.
   * If absent: 0.
   */
  won?: number;
  /**
   * The last games that were all lost.
   * If absent: 0.
   */
  lost?: number;
  /**
   * The most games in a row that were won.
   * If absent: 0.
   */
  best?: number;
  /**
   * How many games were looked at, 200 at most: the newest.
   * If absent: 0.
   */
  games?: number;
}

/**
 * The opening in which players may exchange seats.
 * none: No swap: each seat places its own stones from the start.
 * d-pente: Seat 0 places four stones, then seat 1 chooses.
 * swap2: Seat 0 places three stones, then seat 1 chooses, and may pass the choice back.
 */
export type Swap = "none" | "d-pente" | "swap2" | (string & {});

/**
 * The reason why a game ended.
 * line: A row was completed.
 * captures: Enough stones were captured.
 * resignation: A player resigned.
 * time: A player ran out of time.
 * no-moves: The board has no legal point left: a draw.
 * dead: No side can complete a row any more: a draw.
 * agreement: The players agreed on a draw.
 * forfeit: A player left, did not return in time, and an opponent claimed the win.
 * aborted: The game ended without a result.
 */
export type Termination =
  | "line"
  | "captures"
  | "resignation"
  | "time"
  | "no-moves"
  | "dead"
  | "agreement"
  | "forfeit"
  | "aborted"
  | (string & {});

/**
 * The time in which a rate is counted.
 * second: A second.
 * minute: Sixty seconds.
 * hour: Sixty minutes.
 */
export type TimeUnit = "second" | "minute" | "hour" | (string & {});

/** The name of a channel: best, people, bots, or a ruleset with a name. */
export type TvChannel = string;

/** A vacation that the player has taken. */
export interface VacationSpan {
  start: Instant;
  until: Instant;
}

/** Stones that were tried. */
export interface Variation {
  /** The version of the room after the event that added it. */
  number: number;
  player: Identity;
  /** The node that it goes on from. */
  node: number;
  /** The node after its first stone; those after the others follow. */
  first: number;
  points: Point[];
}

/** How far behind viewers see a game: either so many moves, or so many seconds. */
export interface ViewerDelay {
  /**
   * 1 to 20; choices of an opening count as moves.
   * If absent: 0.
   */
  moves?: number;
  /**
   * 5 to 900.
   * If absent: 0.
   */
  seconds?: number;
}

/** How far behind viewers see a game: either so many moves, or so many seconds. */
export interface RequestedViewerDelay {
  /**
   * 1 to 20; choices of an opening count as moves.
   * If absent: 0.
   */
  moves?: number;
  /**
   * 5 to 900.
   * If absent: 0.
   */
  seconds?: number;
}

/**
 * The people who may watch.
 * anybody: Everyone, as far as a password lets them in.
 * invited: Only the players, the host, and the players whom the host has invited.
 */
export type WatchPolicy = "anybody" | "invited" | (string & {});

/**
 * The people who may watch.
 * anybody: Everyone, as far as a password lets them in.
 * invited: Only the players, the host, and the players whom the host has invited.
 */
export type RequestedWatchPolicy = "anybody" | "invited";

/** A position in which the side to move wins by threats alone, with the whole solution, as it travels. */
export interface WrittenPuzzle {
  /** The position as text. */
  position: string;
  /** The stones of both sides until the win. */
  win_in: number;
  solution: PuzzleTask;
  /**
   * Where it is from, in a few words.
   * If absent: "".
   */
  source?: string;
  /**
   * The game of the server that it is from, if it is from one.
   * If absent: none.
   */
  game?: RoomId;
}

/** A position in which the side to move wins by threats alone, with the whole solution, as it travels. */
export interface RequestedWrittenPuzzle {
  /** The position as text. */
  position: string;
  /** The stones of both sides until the win. */
  win_in: number;
  solution: RequestedPuzzleTask;
  /**
   * Where it is from, in a few words.
   * If absent: "".
   */
  source?: string;
  /**
   * The game of the server that it is from, if it is from one.
   * If absent: none.
   */
  game?: RoomId;
}

/** The reply to each request if it succeeds; otherwise the reply is an ErrorMessage. */
export interface Replies {
  hello: WelcomeMessage;
  create: RoomCreatedMessage;
  act: ActedMessage;
  watch: WatchingMessage;
  unwatch: OkMessage;
  share_code: CodeFoundMessage;
  find_code: CodeFoundMessage;
  look: OkMessage;
  rooms: RoomListMessage;
  browse: RoomListMessage;
  unbrowse: OkMessage;
  online: OnlineListMessage;
  browse_players: OnlineListMessage;
  unbrowse_players: OkMessage;
  follow: FollowingMessage;
  unfollow: OkMessage;
  games: GameListMessage;
  logs: LogListMessage;
  explore: ExploredMessage;
  game_review: ReviewFoundMessage;
  request_review: ReviewFoundMessage;
  next_review: ReviewJobMessage;
  store_review: ReviewStoredMessage;
  decline_review: OkMessage;
  store_puzzle: OkMessage;
  puzzles: PuzzleListMessage;
  profile: ProfileFoundMessage;
  leaders: LeaderListMessage;
  rename: PlayerFoundMessage;
  block: PlayerFoundMessage;
  unblock: PlayerFoundMessage;
  blocked: PlayerListMessage;
  report: OkMessage;
  personal_data: PersonalDataFoundMessage;
  delete_account: OkMessage;
  befriend: PlayerFoundMessage;
  unfriend: PlayerFoundMessage;
  friends: FriendListMessage;
  message: MessageSentMessage;
  messages: MessageListMessage;
  read_messages: OkMessage;
  set_message_policy: OkMessage;
  take_vacation: VacationFoundMessage;
  choose_notifications: NotificationsFoundMessage;
  offer_link: LinkOfferedMessage;
  devices: DeviceListMessage;
  add_device: DeviceListMessage;
  allow_device: DeviceListMessage;
  revoke_device: DeviceListMessage;
  ping: PongMessage;
}
