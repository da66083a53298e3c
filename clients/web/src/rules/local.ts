// A match within this browser. The host in the module plays it and decides what may be taken back; here are the clock for its
// bots, and what each seat is told: only its view, as by a server.
import { HostMatch } from "./hostmatch";
import type { Rules } from "./module";
import { ordersOf, type GameRecord } from "./record";
import type { Action, Game, Update, Verdict } from "./types";

export interface Drafts { begin: Uint8Array; orders: Action[] }

const BOT_TURN_MS = 4000; // then a quick bot goes on for it
const QUICK_BOT = "greedy";

export class LocalMatch {
  private readonly match: HostMatch;
  private readonly people: number[];
  private readonly quick: number;
  private n = 0;
  private undone = false; // since the last update

  /** Plays on where the record ends. */
  constructor(rules: Rules, readonly game: Game, private readonly begun: GameRecord) {
    const bots = begun.seats.map((seat) => (seat.who === "bot" ? rules.bot(game, seat.name) : -1));
    this.people = bots.flatMap((bot, seat) => (bot === -1 ? [seat] : []));
    this.quick = rules.bot(game, game.bots.some((bot) => bot.name === QUICK_BOT) ? QUICK_BOT : "random");
    this.match = HostMatch.begin(rules, game, begun, { bots, listeners: this.people });
    for (const [seat, action] of begun.orders) if (this.match.order(seat, action)) break;
    this.people.forEach((seat) => this.match.tell(seat)); // they were there
    if (this.people.length > 0) this.match.askFrames();
    this.playBots();
  }

  private orders(): [number, Action][] { return ordersOf(this.match.records()); }
  record(): GameRecord { return { ...this.begun, orders: this.orders() }; }

  order(seat: number, action: Action): Verdict | null {
    const refused = this.match.order(seat, action);
    if (!refused) this.playBots();
    return refused;
  }

  undo(seat: number): boolean {
    const done = this.match.undo(seat);
    this.undone ||= done;
    return done;
  }

  /** This turn's orders that can be taken back, and what the seat saw before the first of them. */
  drafts(seat: number): Drafts {
    const { begin, first } = this.match.drafts(seat);
    return { begin, orders: this.orders().slice(first).filter(([who]) => who === seat).map(([, action]) => action) };
  }

  close(): void { this.match.close(); }

  /** Until a person is to decide; bots alone wait for advance(). */
  private playBots(): void {
    while (this.people.length > 0 && this.match.botDue() >= 0) this.playBot();
  }

  /** A turn of a match between bots; false when it was over. */
  advance(): boolean {
    const [turn] = this.match.turns;
    while (this.match.botDue() >= 0 && this.match.turns[0] === turn) this.playBot();
    return this.match.botDue() >= 0;
  }

  /** The rest of a bot's turn. */
  private playBot(): void {
    const seat = this.match.botDue(), [turn] = this.match.turns, late = performance.now() + BOT_TURN_MS;
    while (this.match.botDue() === seat && this.match.turns[0] === turn) this.match.playBot(performance.now() < late ? -1 : this.quick);
  }

  /** What this seat is told now. Events are told once. */
  update(seat: number): Update {
    const { match, undone } = this, { outcome } = match;
    this.undone = false;
    this.n++;
    return {
      n: this.n, seat, state: outcome ? "over" : "running", turn: match.turns, act: match.acts(seat), undone,
      undoable: match.undoable(seat), events: match.tell(seat), frames: match.frames(seat), view: match.observe(seat), outcome, seats: this.begun.seats,
    };
  }

  /** How far it has come, without telling anybody. */
  stage(): Pick<Update, "turn" | "outcome" | "state"> {
    const { outcome, turns } = this.match;
    return { turn: turns, outcome, state: outcome ? "over" : "running" };
  }

  /** The people who still have to decide. */
  acting(): number[] { return this.match.people(); }
}
