// A match within this browser: it has the state, and tells each seat only its view, as a server would.
import { appendLog, type LoggedEvent, type Room, type Rules, seenBy } from "./module";
import { keyOf, type GameRecord } from "./record";
import { RESIGN, type Action, type Game, type Update, type Verdict, VERB_ENDS_TURN } from "./types";

export interface Drafts { begin: Uint8Array; orders: Action[] }

const BOT_ORDERS_MAX = 1000; // in one turn; then it is ended for the bot
const BOT_TURN_MS = 4000; // likewise; then a quick bot goes on for it
const QUICK_BOT = "greedy";
const GUESSES = 4n;

interface Earlier { seat: number; state: Uint8Array; luck: Uint8Array; orders: number; turn: number; told: number[] }

export class LocalMatch {
  private readonly state: Room;
  private readonly luck: Room;
  private readonly botLuck: Room[];
  private readonly bots: number[]; // -1: a person
  private readonly quick: number;
  private readonly orders: [number, Action][] = [];
  private readonly earlier: Earlier[] = [];
  private readonly fresh: LoggedEvent[][]; // by seat: what its person has not been told
  private n = 0;
  private undone = false; // since the last update

  /** Plays on where the record ends. */
  constructor(private readonly rules: Rules, readonly game: Game, private readonly begun: GameRecord) {
    [this.state, this.luck] = rules.beginRecord(game, begun);
    const [key0, key1] = keyOf(begun.seed);
    this.bots = begun.seats.map((seat) => (seat.who === "bot" ? rules.bot(game, seat.name) : -1));
    this.quick = rules.bot(game, game.bots.some((bot) => bot.name === QUICK_BOT) ? QUICK_BOT : "random");
    this.botLuck = begun.seats.map((_, seat) => rules.luckRoom(key0, key1 + BigInt(seat + 1)));
    this.fresh = begun.seats.map(() => []);
    for (const [seat, action] of begun.orders) if (this.order(seat, action, false)) break;
    this.fresh.forEach((events) => { events.length = 0; });
    this.playBots();
  }

  record(): GameRecord { return { ...this.begun, orders: this.orders }; }

  private turn(): number { return this.rules.turns(this.game, this.state)[0]; }
  private acts(seat: number): boolean { return (this.rules.toAct(this.game, this.state) & (1 << seat)) !== 0; }

  private do(seat: number, action: Action): void {
    this.orders.push([seat, action]);
    const events = action.verb === RESIGN
      ? this.rules.resign(this.game, this.state, seat)
      : this.rules.apply(this.game, this.state, seat, action, this.luck);
    this.fresh.forEach((log, who) => { if (this.bots[who] === -1) appendLog(log, events); });
  }

  /** `live`: the bots may answer. */
  order(seat: number, action: Action, live = true): Verdict | null {
    if (action.verb !== RESIGN) {
      const verdict = this.rules.judge(this.game, this.state, seat, action);
      if (verdict.code !== 0) return verdict;
    }
    const before = { ...this.snapshot(), seat, turn: this.turn() };
    const view = this.rules.observe(this.game, this.state, seat);
    this.do(seat, action);
    if (live) this.playBots();
    // What others have answered can't be taken back, and neither dice nor hidden facts can be unseen.
    const luckDrawn = !equal(before.luck, this.rules.copyOut(this.luck.at, this.luck.size));
    const answered = this.turn() !== before.turn || this.orders.length > before.orders + 1;
    const final = answered || luckDrawn || action.verb === RESIGN || this.bots[seat] !== -1;
    if (final || this.reveals(seat, view, action)) this.earlier.length = 0;
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
      orders: this.orders.length, told: this.fresh.map((events) => events.length),
    };
  }

  private undoable(seat: number): boolean { return this.earlier[this.earlier.length - 1]?.seat === seat; }

  undo(seat: number): boolean {
    const last = this.undoable(seat) ? this.earlier.pop() : undefined;
    if (!last) return false;
    this.fresh.forEach((events, who) => { events.length = Math.min(events.length, last.told[who] ?? 0); });
    this.rules.copyIn(this.state.at, last.state);
    this.rules.copyIn(this.luck.at, last.luck);
    this.orders.length = last.orders;
    this.undone = true;
    return true;
  }

  /** This turn's orders that can be taken back, and what the seat saw before the first of them. */
  drafts(seat: number): Drafts {
    const first = this.earlier.find((one) => one.seat === seat);
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
    const turn = this.turn(), late = performance.now() + BOT_TURN_MS;
    for (let given = 0; this.acts(seat) && this.turn() === turn; given++) {
      const end = given < BOT_ORDERS_MAX ? undefined : this.rules.legal(this.game, this.state, seat)
        .find((action) => (this.game.verbs[action.verb]?.flags ?? 0) & VERB_ENDS_TURN);
      const bot = performance.now() < late ? this.bots[seat]! : this.quick;
      this.do(seat, end ?? this.rules.botAction(bot, this.game, this.state, seat, this.botLuck[seat]!));
    }
  }

  /** What this seat is told now. Events are told once. */
  update(seat: number): Update {
    const events = seenBy(this.fresh[seat] ?? [], seat), undone = this.undone;
    if (this.fresh[seat]) this.fresh[seat].length = 0;
    this.undone = false;
    const outcome = this.rules.outcome(this.game, this.state);
    this.n++;
    return {
      n: this.n, seat, state: outcome ? "over" : "running", turn: this.rules.turns(this.game, this.state),
      act: this.acts(seat), undone, undoable: this.undoable(seat), events,
      view: this.rules.observe(this.game, this.state, seat), outcome, seats: this.begun.seats,
    };
  }

  /** The people who still have to decide. */
  people(): number[] { return this.bots.flatMap((bot, seat) => (bot === -1 && this.acts(seat) ? [seat] : [])); }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
