// A recorded game, played again by the rules: any turn of it as any seat saw it, and its numbers over time.
import { HostMatch, type Snapshot } from "./hostmatch";
import type { Rules } from "./module";
import type { GameRecord } from "./record";
import { SPECTATOR, type Action, type Game, type Outcome, type Update } from "./types";

/** The game after a turn. */
interface Stop { orders: number; turn: number; hash: string; kept: Snapshot | null }

/** One number of one side over all stops. */
export interface Series { name: string; owner: number; values: (number | null)[] }
export interface ReplayInfo {
  game: string;
  turns: number[]; // turns completed at each stop; the first is the beginning
  limit: number;
  series: Series[];
  outcome: Outcome | null;
  estimates: number[][]; // by seat: what bots would have made of each stop, in thousandths
  hash: string; // of the state at the last stop
  problem: string | null; // why it can't be played to its end
}
/** What a replay file says besides the orders. */
export interface ReplaySheet { records: Uint8Array; orders: number; first: string; last: string; turns: number; outcome: Outcome | null }

const KEPT_BYTES = 24 << 20;

export class Replayed {
  private readonly stops: Stop[] = [];
  private stride = 1;
  private readonly series = new Map<string, Series>();
  private readonly estimates: number[][] = [];
  private problem: string | null = null;
  private readonly outcome: Outcome | null;
  private readonly limit: number;
  private readonly records: Uint8Array;

  /** `most`: bytes of states to keep; those between are played again. */
  constructor(private readonly rules: Rules, readonly game: Game, readonly record: GameRecord, private readonly most = KEPT_BYTES) {
    const match = HostMatch.begin(rules, game, record, {});
    this.stop(match, 0);
    let played = 0;
    for (const [seat, action] of record.orders) {
      const [turn] = match.turns;
      if (match.order(seat, action)) {
        this.problem = `after turn ${turn} the rules refuse order ${played + 1}`;
        break;
      }
      played++;
      if (match.turns[0] !== turn) this.stop(match, played);
    }
    if (this.last.orders < played) this.stop(match, played);
    this.outcome = match.outcome;
    this.limit = match.turns[1];
    this.records = match.records();
    match.close();
  }

  private get last(): Stop { return this.stops[this.stops.length - 1]!; }

  private stop(match: HostMatch, orders: number): void {
    const index = this.stops.length;
    const now = match.snapshot();
    this.stops.push({ orders, turn: match.turns[0], hash: this.rules.hash(now.state), kept: index % this.stride === 0 ? now : null });
    if ((this.stops.length / this.stride) * this.game.stateSize > this.most) {
      this.stride *= 2;
      this.stops.forEach((stop, i) => { if (i % this.stride !== 0) stop.kept = null; });
    }
    this.record.seats.forEach((_, seat) => {
      this.measure(match.observe(seat), seat, index);
      (this.estimates[seat] ??= [])[index] = this.rules.estimate(this.game, match.state, seat);
    });
  }

  /** Each seat's own numbers as it sees them itself; those of nobody once. */
  private measure(view: Uint8Array, seat: number, index: number): void {
    const { game } = this;
    const seen = this.rules.numbers(game, view);
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

  info(): ReplayInfo {
    return {
      game: this.game.id, turns: this.stops.map((stop) => stop.turn), limit: this.limit,
      series: [...this.series.values()], outcome: this.outcome, estimates: this.estimates, hash: this.last.hash, problem: this.problem,
    };
  }

  sheet(): ReplaySheet {
    const { records, last, outcome } = this;
    return { records, orders: last.orders, first: this.stops[0]!.hash, last: last.hash, turns: last.turn, outcome };
  }

  /** The match at a stop, to be closed; the listener has not been told what happened since the stop before. */
  private wind(to: number, listener: number, frames = false): HostMatch {
    const since = Math.max(0, to - 1);
    let from = since;
    while (!this.stops[from]!.kept) from--;
    const match = HostMatch.from(this.rules, this.game, this.stops[from]!.kept!, { listeners: [listener] });
    for (let i = this.stops[from]!.orders; i < this.stops[to]!.orders; i++) {
      if (i === this.stops[since]!.orders) {
        match.tell(listener);
        if (frames) match.askFrames();
      }
      match.order(...this.record.orders[i]!);
    }
    return match;
  }

  at(stop: number, seat: number, withEvents: boolean): Update {
    const place = Math.max(0, Math.min(this.stops.length - 1, stop));
    const match = this.wind(place, seat, withEvents);
    const last = place === this.stops.length - 1;
    const update: Update = {
      n: 0, seat, state: last && this.outcome ? "over" : "running", turn: match.turns, act: false,
      undone: false, undoable: false, events: withEvents ? match.tell(seat) : [], frames: withEvents ? match.frames(seat) : [],
      view: match.observe(seat), outcome: last ? this.outcome : null, seats: this.record.seats,
    };
    match.close();
    return update;
  }

  /** How things stood before the turn that led to this stop, and what was ordered in it. */
  turnBefore(stop: number): { state: Uint8Array; drawn: bigint; orders: [number, Action][] } {
    const to = Math.max(1, Math.min(this.stops.length - 1, stop));
    const match = this.wind(to - 1, SPECTATOR);
    const { state } = match.snapshot(), drawn = this.rules.drawn(match.luck);
    match.close();
    return { state, drawn, orders: this.record.orders.slice(this.stops[to - 1]!.orders, this.stops[to]?.orders) };
  }

  /** The game so far, to be played on. */
  until(stop: number): GameRecord {
    const { hash: _end, ...record } = this.record; // another end is to come
    return { ...record, orders: record.orders.slice(0, this.stops[stop]?.orders ?? 0) };
  }
}
