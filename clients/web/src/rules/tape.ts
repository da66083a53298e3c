// A recorded game, played again by the rules: any turn of it as any seat saw it, and its numbers over time.
import { appendLog, seenBy, type LoggedEvent, type Room, type Rules } from "./module";
import type { GameRecord } from "./record";
import { RESIGN, type Action, type Game, type Outcome, type Update } from "./types";

/** The game after a turn. */
interface Stop { orders: number; turn: number; hash: string; kept: { state: Uint8Array; luck: Uint8Array } | null }

/** One number of one side over all stops. */
export interface Series { name: string; owner: number; values: (number | null)[] }
export interface TapeInfo {
  game: string;
  turns: number[]; // turns completed at each stop; the first is the beginning
  limit: number;
  series: Series[];
  outcome: Outcome | null;
  hash: string; // of the state at the last stop
  problem: string | null; // why it can't be played to its end
}
/** What a replay file says besides the orders. */
export interface TapeSheet { first: string; ends: { orders: number; turn: number; hash: string }[]; last: string; turns: number; outcome: Outcome | null }

const KEPT_BYTES = 24 << 20;

export class Tape {
  private readonly state: Room;
  private readonly luck: Room;
  private readonly stops: Stop[] = [];
  private stride = 1;
  private readonly series = new Map<string, Series>();
  private problem: string | null = null;
  private readonly outcome: Outcome | null;

  constructor(private readonly rules: Rules, readonly game: Game, readonly record: GameRecord) {
    [this.state, this.luck] = rules.beginRecord(game, record);
    this.stop(0);
    let events = 0;
    for (const [i, [seat, action]] of record.orders.entries()) {
      const turn = this.turn();
      if (!this.possible(seat, action)) {
        this.problem = `after turn ${turn} the rules refuse order ${i + 1}`;
        break;
      }
      this.apply(seat, action);
      events++;
      if (this.turn() === turn && i + 1 < record.orders.length) continue;
      this.stop(i + 1);
      events = 0;
    }
    if (events > 0) this.stop(this.stops[this.stops.length - 1]!.orders + events);
    this.outcome = rules.outcome(game, this.state);
  }

  private turn(): number { return this.rules.turns(this.game, this.state)[0]; }

  private possible(seat: number, action: Action): boolean {
    if (seat >= this.record.seats.length) return false;
    if (action.verb === RESIGN) return this.rules.outcome(this.game, this.state) === null;
    return this.rules.judge(this.game, this.state, seat, action).code === 0;
  }

  private apply(seat: number, action: Action): LoggedEvent[] {
    return action.verb === RESIGN ? this.rules.resign(this.game, this.state, seat)
      : this.rules.apply(this.game, this.state, seat, action, this.luck);
  }

  private stop(orders: number): void {
    const index = this.stops.length;
    const state = this.rules.copyOut(this.state.at, this.state.size);
    const kept = index % this.stride === 0 ? { state, luck: this.rules.copyOut(this.luck.at, this.luck.size) } : null;
    this.stops.push({ orders, turn: this.turn(), hash: this.rules.hash(state), kept });
    if ((this.stops.length / this.stride) * this.state.size > KEPT_BYTES) {
      this.stride *= 2;
      this.stops.forEach((stop, i) => { if (i % this.stride !== 0) stop.kept = null; });
    }
    this.record.seats.forEach((_, seat) => this.measure(seat, index));
  }

  /** Each seat's own numbers as it sees them itself; those of nobody once. */
  private measure(seat: number, index: number): void {
    const { game } = this;
    const seen = this.rules.numbers(game, this.rules.observe(game, this.state, seat));
    const note = (name: string, owner: number, value: number) => {
      const key = `${name}/${owner}`;
      const series = this.series.get(key) ?? { name, owner, values: [] };
      this.series.set(key, series);
      while (series.values.length < index) series.values.push(null);
      series.values[index] = value;
    };
    for (const counter of seen.counters) {
      const name = game.counters[counter.name] ?? "";
      if (counter.owner === seat + 1 && !/ price\b/.test(name)) note(name, counter.owner, counter.value);
    }
    if (game.topology !== 0) note("pieces on the board", seat + 1, seen.tokens.filter((owner) => owner === seat + 1).length);
  }

  info(): TapeInfo {
    return {
      game: this.game.id, turns: this.stops.map((stop) => stop.turn), limit: this.rules.turns(this.game, this.state)[1],
      series: [...this.series.values()], outcome: this.outcome, hash: this.stops[this.stops.length - 1]!.hash, problem: this.problem,
    };
  }

  sheet(): TapeSheet {
    const last = this.stops[this.stops.length - 1]!;
    const ends = this.stops.filter((stop, i) => i > 0 && stop.turn !== this.stops[i - 1]!.turn)
      .map(({ orders, turn, hash }) => ({ orders, turn, hash }));
    return { first: this.stops[0]!.hash, ends, last: last.hash, turns: ends[ends.length - 1]?.turn ?? this.stops[0]!.turn, outcome: this.outcome };
  }

  /** Goes to a stop; the events since the one before come back. */
  private wind(to: number): LoggedEvent[] {
    let from = to > 0 ? to - 1 : 0;
    while (!this.stops[from]!.kept) from--;
    const { state, luck } = this.stops[from]!.kept!;
    this.rules.copyIn(this.state.at, state);
    this.rules.copyIn(this.luck.at, luck);
    const log: LoggedEvent[] = [];
    const since = to > 0 ? this.stops[to - 1]!.orders : 0;
    for (let i = this.stops[from]!.orders; i < this.stops[to]!.orders; i++) {
      const [seat, action] = this.record.orders[i]!;
      const events = this.apply(seat, action);
      if (i >= since) appendLog(log, events);
    }
    return log;
  }

  at(stop: number, seat: number, withEvents: boolean): Update {
    const { game } = this;
    const place = Math.max(0, Math.min(this.stops.length - 1, stop));
    const log = this.wind(place);
    const last = place === this.stops.length - 1;
    return {
      n: 0, seat, state: last && this.outcome ? "over" : "running", turn: this.rules.turns(game, this.state), act: false,
      undone: false, undoable: false, events: withEvents ? seenBy(log, seat) : [],
      view: this.rules.observe(game, this.state, seat), outcome: last ? this.outcome : null, seats: this.record.seats,
    };
  }

  /** How things stood before the turn that led to this stop, and what was ordered in it. */
  turnBefore(stop: number): { state: Uint8Array; drawn: bigint; orders: [number, Action][] } {
    const to = Math.max(1, Math.min(this.stops.length - 1, stop));
    this.wind(to - 1);
    return {
      state: this.rules.copyOut(this.state.at, this.state.size), drawn: this.rules.drawn(this.luck),
      orders: this.record.orders.slice(this.stops[to - 1]!.orders, this.stops[to]?.orders),
    };
  }

  /** The game so far, to be played on. */
  until(stop: number): GameRecord {
    const { hash: _end, ...record } = this.record; // another end is to come
    return { ...record, orders: record.orders.slice(0, this.stops[stop]?.orders ?? 0) };
  }

  close(): void { this.rules.giveBack(this.state, this.luck); }
}
