// When things happen: those in one place one after the other, those apart at once.
import type { Arrow, Float } from "../../board/board";
import type { Token } from "../../rules/types";
import type { Act } from "./acts";

/** What begins at one moment of a step. */
export interface Moment {
  acts: Act[];
  arrows: Arrow[];
  floats: Float[];
  marks: number[];
  changes: ((shown: Map<string, Token>) => void)[]; // of the pieces on show
  events: number[]; // those that are told now
}

export class Timeline {
  private readonly moments = new Map<number, Moment>();
  private readonly free = new Map<string, number>(); // when a piece or a place has nothing more to do
  private told = 0; // when the latest event is told: they are told in their sequence
  end = 0;

  /** What begins then. */
  at(time: number): Moment {
    let moment = this.moments.get(time);
    if (!moment) {
      moment = { acts: [], arrows: [], floats: [], marks: [], changes: [], events: [] };
      this.moments.set(time, moment);
    }
    return moment;
  }

  /** When all of these have time. */
  start(who: string[], notBefore = 0): number {
    return Math.max(notBefore, ...who.map((one) => this.free.get(one) ?? 0));
  }

  /** They are busy until then. */
  keep(who: string[], until: number): void {
    who.forEach((one) => this.free.set(one, Math.max(until, this.free.get(one) ?? 0)));
    this.end = Math.max(this.end, until);
  }

  act(time: number, act: Act): void {
    this.at(time).acts.push(act);
    this.end = Math.max(this.end, time + act.ms);
  }

  tell(time: number, event: number): void {
    this.told = Math.max(this.told, time);
    this.at(this.told).events.push(event);
  }

  sorted(): [time: number, moment: Moment][] {
    return [...this.moments].sort(([a], [b]) => a - b);
  }
}
