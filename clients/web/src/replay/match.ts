// A recorded game as a match to look at: it gives no orders, and any turn can be shown.
import type { Match } from "../game/match";
import type { RulesClient } from "../rules/client";
import type { TapeInfo } from "../rules/tape";
import type { Game, Update } from "../rules/types";

export class TapePlay implements Match {
  readonly link = null;
  readonly replay = null;
  readonly connected = true;
  onConnection = null;
  private listen: (update: Update) => void = () => undefined;

  constructor(
    private readonly rules: RulesClient, readonly game: Game, private readonly id: number,
    readonly info: TapeInfo, readonly seat: number, public stop: number,
  ) {}

  get last(): number { return this.info.turns.length - 1; }

  async start(listen: (update: Update) => void): Promise<null> {
    this.listen = listen;
    await this.show(this.stop, false);
    return null;
  }

  /** With `events` the turn before the stop plays. */
  async show(stop: number, events: boolean): Promise<void> {
    this.stop = Math.max(0, Math.min(this.last, stop));
    this.listen(await this.rules.tapeAt(this.id, this.stop, this.seat, events));
  }

  async order(): Promise<null> { return null; }
  async undo(): Promise<null> { return null; }
  async resign(): Promise<void> { /* it is over */ }
  async again(): Promise<null> { return null; }
  close(): void { this.listen = () => undefined; }
}
