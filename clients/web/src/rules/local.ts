// A match within this browser: it has the state, and tells each seat only its view, as a server would.
import { appendLog, type LoggedEvent, type Room, type Rules, seenBy } from "./module";
import { type Action, type Game, type SeatInfo, type Update, type Verdict, VERB_ENDS_TURN } from "./types";

export interface LocalSetup {
  game: string;
  options: number[];
  seats: string[]; // the name of a bot, or "me"
  seed: number;
}
/** Enough to play a match again up to where it was: what a reload needs. */
export interface LocalRecord { setup: LocalSetup; orders: [seat: number, action: Action][] }
export interface Drafts { begin: Uint8Array; orders: Action[] }

const BOT_ORDERS_MAX = 1000; // in one turn; then it is ended for the bot
const GUESSES = 4n;
const RESIGN = 0xffff;

interface Earlier { state: Uint8Array; luck: Uint8Array; orders: number; turn: number }

export class LocalMatch {
  readonly game: Game;
  private readonly state: Room;
  private readonly luck: Room;
  private readonly botLuck: Room[];
  private readonly bots: number[]; // -1: a person
  private readonly orders: [number, Action][] = [];
  private readonly earlier: Earlier[] = [];
  private readonly fresh: LoggedEvent[] = [];
  private n = 0;
  private undone = false; // since the last update

  constructor(private readonly rules: Rules, readonly setup: LocalSetup) {
    const game = rules.games.find((g) => g.id === setup.game);
    if (!game) throw new Error(`there is no game ${setup.game}`);
    if (rules.setup(game, setup.options, setup.seats.length)) throw new Error("these options don't fit the game");
    this.game = game;
    this.state = rules.room(game.stateSize);
    this.luck = rules.luckRoom(BigInt(setup.seed), 0n);
    this.bots = setup.seats.map((name) => (name === "me" ? -1 : rules.bot(game, name)));
    this.botLuck = setup.seats.map((_, seat) => rules.luckRoom(BigInt(setup.seed), BigInt(seat + 1)));
    rules.begin(game, this.state, this.luck);
    this.playBots();
  }

  static resume(rules: Rules, record: LocalRecord): LocalMatch {
    const match = new LocalMatch(rules, record.setup);
    for (const [seat, action] of record.orders) {
      if (match.order(seat, action)) break;
      match.fresh.length = 0;
    }
    return match;
  }

  /** Only people's orders: the bots find theirs again. */
  record(): LocalRecord {
    return { setup: this.setup, orders: this.orders.filter(([seat]) => this.bots[seat] === -1) };
  }

  private turn(): number { return this.rules.turns(this.game, this.state)[0]; }
  private acts(seat: number): boolean { return (this.rules.toAct(this.game, this.state) & (1 << seat)) !== 0; }

  private do(seat: number, action: Action): void {
    this.orders.push([seat, action]);
    appendLog(this.fresh, action.verb === RESIGN
      ? this.rules.resign(this.game, this.state, seat)
      : this.rules.apply(this.game, this.state, seat, action, this.luck));
  }

  order(seat: number, action: Action): Verdict | null {
    if (action.verb !== RESIGN) {
      const verdict = this.rules.judge(this.game, this.state, seat, action);
      if (verdict.code !== 0) return verdict;
    }
    const before = { ...this.snapshot(), turn: this.turn() };
    const view = this.rules.observe(this.game, this.state, seat);
    this.do(seat, action);
    this.playBots();
    // What others have answered can't be taken back, and neither dice nor hidden facts can be unseen.
    const luckDrawn = !equal(before.luck, this.rules.copyOut(this.luck.at, this.luck.size));
    const answered = this.turn() !== before.turn || this.orders.length > before.orders + 1;
    if (answered || luckDrawn || this.reveals(seat, view, action)) this.earlier.length = 0;
    else this.earlier.push(before);
    return null;
  }

  /** Would the order, given just now, have gone otherwise in a world that the seat took for the same? */
  private reveals(seat: number, view: Uint8Array, action: Action): boolean {
    const now = this.rules.observe(this.game, this.state, seat);
    for (let key = 1n; key <= GUESSES; key++) {
      const state = this.rules.guess(this.game, view, key);
      if (this.rules.judge(this.game, state, seat, action).code !== 0) return true;
      this.rules.apply(this.game, state, seat, action, this.rules.idleLuck);
      if (!equal(now, this.rules.observe(this.game, state, seat))) return true;
    }
    return false;
  }

  private snapshot() {
    return {
      state: this.rules.copyOut(this.state.at, this.state.size),
      luck: this.rules.copyOut(this.luck.at, this.luck.size),
      orders: this.orders.length,
    };
  }

  undo(): boolean {
    const last = this.earlier.pop();
    if (!last) return false;
    this.rules.copyIn(this.state.at, last.state);
    this.rules.copyIn(this.luck.at, last.luck);
    this.orders.length = last.orders;
    this.undone = true;
    return true;
  }

  /** This turn's orders that can be taken back, and what the seat saw before the first of them. */
  drafts(seat: number): Drafts {
    const first = this.earlier[0];
    if (!first) return { begin: this.rules.observe(this.game, this.state, seat), orders: [] };
    const now = this.rules.room(this.game.stateSize);
    this.rules.copyIn(now.at, first.state);
    const begin = this.rules.observe(this.game, now, seat);
    this.rules.giveBack(now);
    return { begin, orders: this.orders.slice(first.orders).filter(([who]) => who === seat).map(([, action]) => action) };
  }

  close(): void { this.rules.giveBack(this.state, this.luck, ...this.botLuck); }

  /** Bots wait until every person is done: so a person's orders can be taken back until then. */
  private playBots(): void {
    const isPerson = (seat: number) => this.bots[seat] === -1;
    const seats = this.bots.map((_, seat) => seat);
    while (seats.some(isPerson)) { // bots alone wait for advance()
      const acting = seats.filter((seat) => this.acts(seat));
      const bot = acting.some(isPerson) ? undefined : acting[0];
      if (bot === undefined) return;
      this.playBot(bot);
    }
  }

  /** A turn of a match between bots; false when it was over. */
  advance(): boolean {
    const turn = this.turn();
    for (;;) {
      const bot = this.bots.findIndex((_, seat) => this.acts(seat));
      if (bot < 0 || this.turn() !== turn) return bot >= 0;
      this.playBot(bot);
    }
  }

  private playBot(seat: number): void {
    const turn = this.turn();
    for (let given = 0; this.acts(seat) && this.turn() === turn; given++) {
      const end = given < BOT_ORDERS_MAX ? undefined : this.rules.legal(this.game, this.state, seat)
        .find((action) => (this.game.verbs[action.verb]?.flags ?? 0) & VERB_ENDS_TURN);
      this.do(seat, end ?? this.rules.botAction(this.bots[seat]!, this.game, this.state, seat, this.botLuck[seat]!));
    }
  }

  /** What this seat is told now. Events are told once. */
  update(seat: number): Update {
    const events = seenBy(this.fresh, seat), undone = this.undone;
    this.fresh.length = 0;
    this.undone = false;
    const outcome = this.rules.outcome(this.game, this.state);
    this.n++;
    return {
      n: this.n, seat, state: outcome ? "over" : "running", turn: this.rules.turns(this.game, this.state),
      act: this.acts(seat), undone, undoable: this.earlier.length > 0, events, view: this.rules.observe(this.game, this.state, seat), outcome,
      seats: this.setup.seats.map((name): SeatInfo => (
        name === "me" ? { who: "person", name: "you" } : { who: "bot", name })),
    };
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
