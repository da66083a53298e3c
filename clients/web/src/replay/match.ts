// A recorded game as a match to look at: it gives no orders, and any turn can be shown.
import { PAST_TURNS, type Match } from "../game/match";
import type { RulesClient } from "../rules/client";
import type { ReplayInfo } from "../rules/replayed";
import type { Game, Update } from "../rules/types";

/** Where one is in the replay, through whosever eyes. */
export interface Place { stop: number }

export class ReplayPlay implements Match {
  readonly link = null;
  readonly replay = null;
  readonly connected = true;
  onConnection = null;
  private listen: (update: Update) => void = () => undefined;
  private closed = false; // and given back: nothing more can be asked of it

  constructor(
    private readonly rules: RulesClient, readonly game: Game, private readonly id: number,
    readonly info: ReplayInfo, readonly seat: number,
    private readonly place: Place,
  ) {}

  get stop(): number { return this.place.stop; }

  get last(): number { return this.info.turns.length - 1; }

  async start(listen: (update: Update) => void): Promise<null> {
    this.listen = listen;
    let shown;
    do { // whoever still looks through other eyes may go elsewhere meanwhile
      shown = this.stop;
      await this.show(shown, false);
    } while (this.stop !== shown);
    return null;
  }

  /** With `events` the turn before the stop plays. */
  async show(stop: number, events: boolean): Promise<void> {
    this.place.stop = Math.max(0, Math.min(this.last, stop));
    const update = await this.at(this.stop, events);
    if (update) this.listen(update);
  }

  /** Nothing once it is closed, before the answer or while it is waited for. */
  private async at(stop: number, events: boolean): Promise<Update | null> {
    if (this.closed) return null;
    return this.rules.replayAt(this.id, stop, this.seat, events).catch((error: unknown) => {
      if (this.closed) return null;
      throw error;
    });
  }

  /** What led to this stop, turn by turn, as far back as anybody reads; nothing once it is not wanted any more. */
  async past(wanted: () => boolean): Promise<Update[]> {
    const { stop } = this, past: Update[] = [];
    for (let at = Math.max(0, stop - PAST_TURNS); at <= stop && stop > 0; at++) {
      const update = wanted() ? await this.at(at, true) : null;
      if (!update) return [];
      past.push(update);
    }
    return wanted() ? past : [];
  }

  async order(): Promise<null> { return null; }
  async undo(): Promise<null> { return null; }
  async resign(): Promise<void> { /* it is over */ }
  async again(): Promise<null> { return null; }

  close(): void {
    this.closed = true;
    this.listen = () => undefined;
  }
}
